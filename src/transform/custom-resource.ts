// The CR from values: its spec is a tree of values, rendered with what the source sets and what the user sets.

import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { type Manifest, positionOf } from "../parse/manifest.ts";
import type { CustomResourceBlock } from "../plan/chart-plan.ts";
import { customResourceBlockOf } from "../plan/lookup.ts";
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
  pipe,
  quoted,
  text,
  value,
} from "../template/expression.ts";
import { helperName } from "../template/helpers.ts";
import { commentsIn } from "../yaml/comments.ts";
import { entryOf, type Node, nodeAt } from "../yaml/tree.ts";
import { newLine, removeEntry, replaceRange } from "./block-edits.ts";
import { imageRegistryValues } from "./chart-values.ts";
import {
  type ConfiguredFields,
  configuredFields,
  fieldsAt,
  fieldsSchema,
  hasSpec,
  outsideSpec,
  placesIn,
} from "./custom-resource-fields.ts";
import { labelMap, textMap } from "./field-schemas.ts";
import type { SchemaOmission } from "./open-api-schema.ts";
import type { Transform, TransformContext } from "./transform-context.ts";
import type { JsonSchema, Value } from "./value.ts";

const reason = "custom resource";

/** Renders a CR from its values. */
export const customResource: Transform = (manifest, context) => {
  const block = customResourceBlockOf(context.chart, manifest);
  if (!block) return {};
  const pruned = configuredFields(block.customResource);
  const hasImages = placesIn(pruned.fields, undefined).images.length > 0;
  const schema = fieldsSchema(block.customResource, pruned.integers);
  return {
    edits: [...nameEdit(manifest, block), ...specEdits(manifest, block, context, pruned)],
    labels: [{ map: [...block.metaPath, "labels"] }],
    annotations: [{ map: [...block.metaPath, "annotations"] }],
    differences: pruned.differences,
    diagnostics: schema.omissions.map((omission) => omitted(block, omission)),
    values: [
      ...metaValues(manifest, block),
      ...(hasImages ? imageRegistryValues : []),
      treeValue(manifest, block, pruned, schema.schema),
    ],
  };
};

function nameEdit(manifest: Manifest, { metaPath }: CustomResourceBlock): readonly Edit[] {
  const name = nodeAt(manifest.document.root, ["metadata", "name"]);
  return name ? [replaceRange(name, [output(quoted(value(...metaPath, "name")))], reason)] : [];
}

function specEdits(
  manifest: Manifest,
  { specPath }: CustomResourceBlock,
  context: TransformContext,
  configured: ConfiguredFields,
): readonly Edit[] {
  const { root, text: source } = manifest.document;
  const expression = fieldsExpression(specPath, context, configured);
  const spec = entryOf(root, "spec");
  if (spec && hasSpec(manifest)) {
    return [replaceRange(spec, [text("spec:"), newLine(2), outputBlock(expression, 2)], reason)];
  }
  const beside = root?.kind === "mapping" ? root.entries.filter(({ key }) => !outsideSpec.has(key)) : [];
  const [first, ...others] = beside;
  // Beside metadata, an empty map would be one document too many.
  const all: readonly Fragment[] = [
    { kind: "with", expression: pipe(expression, call("trimPrefix", literal("{}"))) },
    newLine(0),
    outputBlock(dot, 0),
    newLine(0),
    { kind: "end" },
  ];
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
  { fields, nulls, integers }: ConfiguredFields,
): Expression {
  const { images, namespaces } = placesIn(fields, set.operator.sourceNamespace);
  const facts: Expression[] = [literal("fields"), fieldsAt(specPath, chart)];
  if (nulls.length > 0) facts.push(literal("nulls"), listOf(nulls));
  if (integers.length > 0) facts.push(literal("integers"), listOf(integers));
  if (images.length > 0) facts.push(literal("images"), listOf(images), literal("global"), value("global"));
  if (namespaces.length > 0) {
    const namespace = include(helperName(chart.name, "namespace"), dot);
    const from = literal(set.operator.sourceNamespace ?? "");
    facts.push(literal("namespaces"), listOf(namespaces), literal("from"), from, literal("to"), namespace);
  }
  return include(helperName(chart.name, "customResource"), call("dict", ...facts));
}

function listOf(paths: readonly (readonly string[])[]): Expression {
  return call("list", ...paths.map((path) => call("list", ...path.map(literal))));
}

function metaValues(
  manifest: Manifest,
  { metaPath, createByDefault }: CustomResourceBlock,
): readonly Value[] {
  const { kind, name } = manifest.reference;
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
    { path: [...metaPath, "labels"], default: {}, description: "More labels of it.", schema: labelMap },
    {
      path: [...metaPath, "annotations"],
      default: {},
      description: "More annotations of it.",
      schema: textMap,
    },
  ];
}

function treeValue(
  manifest: Manifest,
  { specPath, metaPath }: CustomResourceBlock,
  { fields, integers }: ConfiguredFields,
  schema: JsonSchema,
): Value {
  const { kind, name } = manifest.reference;
  const spec = hasSpec(manifest);
  return {
    path: specPath,
    role: "tree",
    default: fields,
    description: `The ${spec ? "spec" : "fields"} of the ${kind} "${name}": whatever is set here is set there. Null takes a field away.${integers.length > 0 ? " An integer of more than 15 digits stands in quotes, since Helm would round it." : ""}`,
    schema,
    position: positionOf(manifest, spec ? ["spec"] : []),
    comments: commentsIn(
      manifest.document.text,
      spec ? nodeAt(manifest.document.root, ["spec"]) : manifest.document.root,
    ),
    requiredWhen: [...metaPath, "create"],
  };
}

function omitted(
  { customResource: { crd } }: CustomResourceBlock,
  { path, keyword, reason: why }: SchemaOmission,
): Diagnostic {
  return {
    severity: "info",
    code: "transform/schema-omission",
    message: `values.schema.json leaves "${keyword}" of "${path.join(".")}" to the API server.`,
    position: crd.manifest.position,
    found: why,
  };
}
