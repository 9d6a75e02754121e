// The part of a CR that values hold: which fields those are, what of them the source really sets, and their schema.
import type { CustomResource } from "../classify/operator.ts";
import { looksLikeImage } from "../kubernetes/image-reference.ts";
import { field, isObject, type Json, type JsonObject, listField, objectField } from "../kubernetes/object.ts";
import type { Manifest } from "../parse/manifest.ts";
import { ownKeysBesideSpec } from "../plan/block-names.ts";
import type { ChartPlan, ChartSetPlan } from "../plan/chart-plan.ts";
import type { CustomResourceFacts } from "../template/custom-resource-helpers.ts";
import { call, type Expression, literal, value } from "../template/expression.ts";
import type { PathStep } from "../yaml/tree.ts";
import type { Difference } from "./chart-template.ts";
import { type CustomResourceSchema, customResourceSchema } from "./open-api-schema.ts";

/** Fields of an object that are not its configuration. */
export const outsideSpec: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata", "status"]);

/** Whether the values hold the spec; for a kind without one they hold all fields beside metadata. */
export function hasSpec(manifest: Manifest): boolean {
  return isObject(field(manifest.object, "spec"));
}

/** The fields as an expression: the tree at the block's path, or the root without the chart's own keys. */
export function fieldsAt(specPath: readonly string[]): Expression {
  return specPath.length > 0 ? value(...specPath) : call("omit", value(), ...ownKeysBesideSpec.map(literal));
}

/** What the source sets, without what is empty; each field left out is a difference. */
export function configuredFields({ manifest, version }: CustomResource): {
  readonly fields: JsonObject;
  readonly differences: readonly Difference[];
} {
  const differences: Difference[] = [];
  const spec = hasSpec(manifest);
  const source = spec ? objectField(manifest.object, "spec") : fieldsBeside(manifest);
  const schema = spec ? objectField(version.schema, "properties", "spec") : version.schema;
  const fields = withoutEmpty(source, spec ? ["spec"] : [], schema, differences);
  return { fields: isObject(fields) ? fields : {}, differences };
}

function fieldsBeside({ object }: Manifest): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !outsideSpec.has(key)));
}

/**
 * An empty list and null would be fields that the chart sets, and `kubectl edit` would have to fight for them at
 * every upgrade. An empty map stays: it owns no field below it, and for a field with a pointer it says "yes, with
 * the defaults" where its absence says "no". What the schema requires stays, and entries of lists do.
 */
function withoutEmpty(
  source: Json,
  path: readonly PathStep[],
  schema: JsonObject | undefined,
  differences: Difference[],
): Json {
  if (!isObject(source)) return source;
  const required = listField(schema, "required");
  const kept: [string, Json][] = [];
  for (const [key, child] of Object.entries(source)) {
    const isEmpty = child === null || (Array.isArray(child) && child.length === 0);
    if (isEmpty && !required.includes(key)) {
      differences.push({ path: [...path, key], source: child, reason: "an empty field sets nothing" });
    } else {
      const below = objectField(schema, "properties", key);
      kept.push([key, withoutEmpty(child, [...path, key], below, differences)]);
    }
  }
  return Object.fromEntries(kept);
}

/** The JSON Schema of the fields. */
export function fieldsSchema({ manifest, version }: CustomResource): CustomResourceSchema {
  const { schema } = version;
  if (!schema) return { schema: { type: "object" }, omissions: [] };
  const properties = objectField(schema, "properties");
  if (hasSpec(manifest)) return customResourceSchema(objectField(properties, "spec"));
  const beside = Object.entries(properties).filter(([key]) => !outsideSpec.has(key));
  const required = listField(schema, "required").filter((key) => !outsideSpec.has(String(key)));
  return customResourceSchema({ ...schema, properties: Object.fromEntries(beside), required });
}

/** What the CRs of a chart need from its named templates; undefined where it has none. */
export function customResourceFacts(
  { operator }: ChartSetPlan,
  chart: ChartPlan,
): CustomResourceFacts | undefined {
  if (chart.customResources.length === 0) return undefined;
  const places = chart.customResources.map(({ customResource }) =>
    placesIn(configuredFields(customResource).fields, operator.sourceNamespace),
  );
  return {
    hasImages: places.some(({ images }) => images.length > 0),
    hasNamespaces: places.some(({ namespaces }) => namespaces.length > 0),
  };
}

/** Paths in the fields of a CR. */
interface Places {
  readonly images: readonly (readonly string[])[];
  readonly namespaces: readonly (readonly string[])[];
}

/** Where the fields name images, and where they hold the own namespace. */
export function placesIn(fields: JsonObject, ownNamespace: string | undefined): Places {
  return {
    images: pathsWhere(fields, (_, leaf) => looksLikeImage(leaf)),
    namespaces: pathsWhere(fields, (key, leaf) => leaf === ownNamespace && /namespace$/i.test(key)),
  };
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
