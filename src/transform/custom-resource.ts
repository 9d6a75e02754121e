// The CR from values: its spec is a tree of values, rendered with what the source sets and what the user sets.
import { looksLikeImage } from "../kubernetes/image-reference.ts";
import { field, isObject, type Json, type JsonObject, objectField } from "../kubernetes/object.ts";
import { type Manifest, positionOf } from "../parse/manifest.ts";
import type { ChartPlan, ChartSetPlan, CustomResourceBlock } from "../plan/chart-plan.ts";
import type { CustomResourceFacts } from "../template/custom-resource-helpers.ts";
import type { Edit } from "../template/edit.ts";
import {
  call,
  dot,
  type Expression,
  type Fragment,
  include,
  literal,
  output,
  outputBlock,
  quoted,
  text,
  value,
} from "../template/expression.ts";
import { helperName } from "../template/helpers.ts";
import { entryOf, type Node, nodeAt, type PathStep } from "../yaml/tree.ts";
import { newLine, removeEntry, replaceRange } from "./block-edits.ts";
import type { Difference } from "./chart-template.ts";
import { imageRegistryValues } from "./chart-values.ts";
import { customResourceSchema } from "./open-api-schema.ts";
import type { Transform, TransformContext } from "./transform-context.ts";
import type { JsonSchema, Value } from "./value.ts";

const reason = "custom resource";

/** Fields of an object that are not its configuration. */
const outsideSpec = new Set(["apiVersion", "kind", "metadata", "status"]);

/** Renders a CR from its values. */
export const customResource: Transform = (manifest, context) => {
  const block = context.chart.customResources.find(
    (candidate) => candidate.customResource.manifest === manifest,
  );
  if (!block) return {};
  const pruned = prune(manifest);
  const hasImages = placesIn(pruned.fields, undefined).images.length > 0;
  return {
    edits: [...nameEdit(manifest, block), ...specEdits(manifest, block, context, pruned.fields)],
    labels: [{ map: [...block.metaPath, "labels"] }],
    annotations: [{ map: [...block.metaPath, "annotations"] }],
    differences: pruned.differences,
    values: [
      ...metaValues(manifest, block),
      ...(hasImages ? imageRegistryValues : []),
      treeValue(manifest, block, pruned.fields),
    ],
  };
};

/** The fields that the values hold: the spec, or all fields beside metadata for a kind without spec. */
function prune(manifest: Manifest): {
  readonly fields: JsonObject;
  readonly differences: readonly Difference[];
} {
  const differences: Difference[] = [];
  const source = hasSpec(manifest) ? objectField(manifest.object, "spec") : fieldsBeside(manifest);
  const fields = withoutEmpty(source, hasSpec(manifest) ? ["spec"] : [], differences);
  return { fields: isObject(fields) ? fields : {}, differences };
}

function hasSpec(manifest: Manifest): boolean {
  return isObject(field(manifest.object, "spec"));
}

function fieldsBeside({ object }: Manifest): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !outsideSpec.has(key)));
}

/**
 * An empty map or list, and null, would be fields that the chart sets, and `kubectl edit` would have to fight
 * for them at every upgrade. Entries of lists are left as they are. The root map stays, also when empty.
 */
function withoutEmpty(source: Json, path: readonly PathStep[], differences: Difference[]): Json {
  if (!isObject(source)) return source;
  const kept: [string, Json][] = [];
  for (const [key, child] of Object.entries(source)) {
    const pruned = withoutEmpty(child, [...path, key], []);
    if (isEmpty(pruned))
      differences.push({ path: [...path, key], source: child, reason: "an empty field sets nothing" });
    else kept.push([key, withoutEmpty(child, [...path, key], differences)]);
  }
  return Object.fromEntries(kept);
}

function isEmpty(value: Json): boolean {
  if (value === null) return true;
  return Array.isArray(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0;
}

function nameEdit(manifest: Manifest, { metaPath }: CustomResourceBlock): readonly Edit[] {
  const name = nodeAt(manifest.document.root, ["metadata", "name"]);
  return name ? [replaceRange(name, [output(quoted(value(...metaPath, "name")))], reason)] : [];
}

function specEdits(
  manifest: Manifest,
  { specPath }: CustomResourceBlock,
  context: TransformContext,
  fields: JsonObject,
): readonly Edit[] {
  const { root, text: source } = manifest.document;
  const expression = fieldsExpression(specPath, context, fields);
  const spec = entryOf(root, "spec");
  if (spec && hasSpec(manifest)) {
    return [replaceRange(spec, [text("spec:"), newLine(2), outputBlock(expression, 2)], reason)];
  }
  const beside = root?.kind === "mapping" ? root.entries.filter(({ key }) => !outsideSpec.has(key)) : [];
  const [first, ...others] = beside;
  const all: readonly Fragment[] = [outputBlock(expression, 0)];
  if (!first)
    return root ? [{ start: endOf(root), end: endOf(root), replacement: [newLine(0), ...all], reason }] : [];
  return [replaceRange(first, all, reason), ...others.map((entry) => removeEntry(source, entry, reason))];
}

function endOf(node: Node): number {
  return node.end;
}

/** `include "chart.customResource" (dict "fields" …)`, with the places of images and of the own namespace. */
function fieldsExpression(
  specPath: readonly string[],
  { chart, set }: TransformContext,
  fields: JsonObject,
): Expression {
  const { images, namespaces } = placesIn(fields, set.operator.sourceNamespace);
  const facts: Expression[] = [literal("fields"), value(...specPath)];
  if (images.length > 0) facts.push(literal("images"), listOf(images), literal("global"), value("global"));
  if (namespaces.length > 0) {
    const namespace = include(helperName(chart.name, "namespace"), dot);
    const from = literal(set.operator.sourceNamespace ?? "");
    facts.push(literal("namespaces"), listOf(namespaces), literal("from"), from, literal("to"), namespace);
  }
  return include(helperName(chart.name, "customResource"), call("dict", ...facts));
}

/** What the CRs of a chart need from its named templates; undefined where it has none. */
export function customResourceFacts(
  { operator }: ChartSetPlan,
  chart: ChartPlan,
): CustomResourceFacts | undefined {
  if (chart.customResources.length === 0) return undefined;
  const places = chart.customResources.map(({ customResource: { manifest } }) =>
    placesIn(prune(manifest).fields, operator.sourceNamespace),
  );
  return {
    hasImages: places.some(({ images }) => images.length > 0),
    hasNamespaces: places.some(({ namespaces }) => namespaces.length > 0),
  };
}

interface Places {
  readonly images: readonly (readonly string[])[];
  readonly namespaces: readonly (readonly string[])[];
}

function placesIn(fields: JsonObject, ownNamespace: string | undefined): Places {
  return {
    images: pathsWhere(fields, (_, leaf) => looksLikeImage(leaf)),
    namespaces: pathsWhere(fields, (key, leaf) => leaf === ownNamespace && /namespace$/i.test(key)),
  };
}

function listOf(paths: readonly (readonly string[])[]): Expression {
  return call("list", ...paths.map((path) => call("list", ...path.map(literal))));
}

function pathsWhere(
  fields: JsonObject,
  matches: (key: string, leaf: string) => boolean,
  path: readonly string[] = [],
): readonly (readonly string[])[] {
  return Object.entries(fields).flatMap(([key, child]) => {
    if (isObject(child)) return pathsWhere(child, matches, [...path, key]);
    return typeof child === "string" && matches(key, child) ? [[...path, key]] : [];
  });
}

function metaValues(
  manifest: Manifest,
  { metaPath, createByDefault }: CustomResourceBlock,
): readonly Value[] {
  const { kind, name } = manifest.reference;
  const strings: JsonSchema = { type: "object", additionalProperties: { type: "string" } };
  const second = createByDefault
    ? ""
    : " Off at first: switch it on by an upgrade, once the operator is ready.";
  return [
    {
      path: metaPath,
      role: "section",
      description: `The ${kind} that configures the operator.`,
      schema: {},
      position: manifest.position,
    },
    {
      path: [...metaPath, "create"],
      default: createByDefault,
      description: `Whether the chart creates it.${second}`,
      schema: { type: "boolean" },
    },
    {
      path: [...metaPath, "name"],
      default: name,
      description: "Its name.",
      schema: { type: "string", minLength: 1 },
    },
    { path: [...metaPath, "labels"], default: {}, description: "More labels of it.", schema: strings },
    {
      path: [...metaPath, "annotations"],
      default: {},
      description: "More annotations of it.",
      schema: strings,
    },
  ];
}

function treeValue(
  manifest: Manifest,
  { customResource: { version }, specPath, metaPath }: CustomResourceBlock,
  fields: JsonObject,
): Value {
  const { kind, name } = manifest.reference;
  const spec = hasSpec(manifest);
  return {
    path: specPath,
    role: "tree",
    default: fields,
    description: `The ${spec ? "spec" : "fields"} of the ${kind} "${name}": whatever is set here is set there. Null takes a field away.`,
    schema: fieldsSchema(version.schema, spec),
    position: positionOf(manifest, spec ? ["spec"] : []),
    requiredWhen: [...metaPath, "create"],
  };
}

function fieldsSchema(openApi: JsonObject | undefined, spec: boolean): JsonSchema {
  const properties = objectField(openApi, "properties");
  if (!openApi) return { type: "object" };
  if (spec) return customResourceSchema(objectField(properties, "spec")).schema;
  const beside = Object.fromEntries(Object.entries(properties).filter(([key]) => !outsideSpec.has(key)));
  const required = field(openApi, "required");
  const kept = Array.isArray(required) ? required.filter((key) => !outsideSpec.has(String(key))) : [];
  return customResourceSchema({ ...openApi, properties: beside, required: kept }).schema;
}
