// The part of a CR that values hold: which fields those are, what of them the source really sets, and their schema.
import type { CustomResource } from "../classify/operator.ts";
import { looksLikeImage } from "../kubernetes/image-reference.ts";
import { field, isObject, type Json, type JsonObject, listField, objectField } from "../kubernetes/object.ts";
import type { Manifest } from "../parse/manifest.ts";
import { ownKeysBesideSpec } from "../plan/block-names.ts";
import type { ChartPlan, ChartSetPlan } from "../plan/chart-plan.ts";
import type { CustomResourceFacts } from "../template/custom-resource-helpers.ts";
import { call, type Expression, literal, value } from "../template/expression.ts";
import { nodeAt, type PathStep } from "../yaml/tree.ts";
import type { Difference } from "./chart-template.ts";
import { exactIntegers, integerPaths, takingDigits, withDigits } from "./exact-integers.ts";
import { anyItem, eachOnce } from "./field-paths.ts";
import { type CustomResourceSchema, customResourceSchema } from "./open-api-schema.ts";

/** Fields of an object that are not its configuration. */
export const outsideSpec: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata", "status"]);

/** Whether the values hold the spec; for a kind without one they hold all fields beside metadata. */
export function hasSpec(manifest: Manifest): boolean {
  return isObject(field(manifest.object, "spec"));
}

/** The fields as an expression: the tree at the block's path, or the root without the chart's own keys. */
export function fieldsAt(specPath: readonly string[], { overlays }: ChartPlan): Expression {
  const own = ownKeysBesideSpec(overlays !== undefined);
  return specPath.length > 0 ? value(...specPath) : call("omit", value(), ...own.map(literal));
}

/** What the source sets, as values hold it. */
export interface ConfiguredFields {
  readonly fields: JsonObject;
  /** Each field that is left out. */
  readonly differences: readonly Difference[];
  /** Fields whose null says something; values cannot hold them, since Helm takes nulls out of values. */
  readonly nulls: readonly (readonly string[])[];
  /** Fields whose integers stand as digits. */
  readonly integers: readonly (readonly string[])[];
}

/** What the source sets, without what is empty and what the CRD does not know. */
export function configuredFields({ manifest, version, unknownFields }: CustomResource): ConfiguredFields {
  const spec = hasSpec(manifest);
  const path = spec ? ["spec"] : [];
  const source = spec ? objectField(manifest.object, "spec") : fieldsBeside(manifest);
  const schema = spec ? objectField(version.schema, "properties", "spec") : version.schema;
  const cleaning = new Cleaning(unknownFields);
  const fields = cleaning.value(source, path, schema);
  const integers = exactIntegers(nodeAt(manifest.document.root, path)).filter(
    ({ path: [first] }) => spec || !outsideSpec.has(String(first)),
  );
  return {
    fields: isObject(fields) ? withDigits(fields, integers) : {},
    differences: cleaning.differences,
    nulls: cleaning.nulls.map((found) => found.slice(path.length)),
    integers: integerPaths(integers),
  };
}

function fieldsBeside({ object }: Manifest): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !outsideSpec.has(key)));
}

/**
 * Takes fields out. An empty list and null would be fields that the chart sets, and `kubectl edit` would have to fight
 * for them at every upgrade. They stay where they say something: where the API server would fill in a default, and
 * where the CRD leaves the content open, so that only the operator knows what they mean. An empty map stays: it owns no
 * field below it, and for a field with a pointer it says "yes, with the defaults" where its absence says "no". What the
 * schema requires stays, and so does every list as a whole: it is one field, but for the nulls in its maps.
 */
class Cleaning {
  readonly differences: Difference[] = [];
  readonly nulls: string[][] = [];
  readonly #unknown: ReadonlySet<string>;

  constructor(unknownFields: CustomResource["unknownFields"]) {
    this.#unknown = new Set(unknownFields.map((path) => JSON.stringify(path)));
  }

  value(source: Json, path: readonly PathStep[], schema: JsonObject | undefined): Json {
    if (Array.isArray(source)) {
      const items = objectField(schema, "items");
      return source.map((item, index) => this.value(item, [...path, index], items));
    }
    if (!isObject(source)) return source;
    const kept: [string, Json][] = [];
    for (const [key, child] of Object.entries(source)) {
      const at = [...path, key];
      const below = schemaOfKey(schema, key);
      const reason = this.#reasonAgainst(child, at, schema, below);
      if (reason !== undefined) this.differences.push({ path: at, source: child, reason });
      else if (child === null) this.#keepNull(at);
      else kept.push([key, this.value(child, at, below)]);
    }
    return Object.fromEntries(kept);
  }

  #reasonAgainst(
    child: Json,
    path: readonly PathStep[],
    parent: JsonObject | undefined,
    schema: JsonObject,
  ): string | undefined {
    if (this.#unknown.has(JSON.stringify(path))) return "the CRD does not know the field";
    const isEmptyList = Array.isArray(child) && child.length === 0;
    if (child !== null && !isEmptyList) return undefined;
    const isInList = path.some((step) => typeof step === "number");
    if (isInList) return isEmptyList ? undefined : nothing;
    if (isOpen(schema)) return undefined;
    const isRequired = listField(parent, "required").includes(String(path.at(-1)));
    const hasDefault = schema["default"] !== undefined;
    if (isEmptyList) return isRequired || hasDefault ? undefined : nothing;
    return schema["nullable"] === true && (isRequired || hasDefault) ? undefined : nothing;
  }

  #keepNull(path: readonly PathStep[]): void {
    this.nulls.push(path.map(String));
  }
}

const nothing = "an empty field sets nothing";

/** Whether the API server keeps whatever stands there; it knows no schema below such a field. */
function isOpen(schema: JsonObject): boolean {
  return schema["x-kubernetes-preserve-unknown-fields"] === true || Object.keys(schema).length === 0;
}

function schemaOfKey(schema: JsonObject | undefined, key: string): JsonObject {
  const properties = objectField(schema, "properties");
  return Object.hasOwn(properties, key)
    ? objectField(properties, key)
    : objectField(schema, "additionalProperties");
}

/** The JSON Schema of the fields, of which `integers` may stand as digits. */
export function fieldsSchema(
  customResource: CustomResource,
  integers: readonly (readonly string[])[],
): CustomResourceSchema {
  const { schema, omissions } = plainSchema(customResource);
  return { schema: takingDigits(schema, integers), omissions };
}

function plainSchema({ manifest, version }: CustomResource): CustomResourceSchema {
  const { schema } = version;
  if (!schema) return { schema: { type: "object" }, omissions: [] };
  const properties = objectField(schema, "properties");
  if (hasSpec(manifest)) return customResourceSchema(objectField(properties, "spec"));
  const beside = Object.entries(properties).filter(([key]) => !outsideSpec.has(key));
  const required = listField(schema, "required").filter((key) => !outsideSpec.has(String(key)));
  return customResourceSchema({ ...schema, properties: Object.fromEntries(beside), required });
}

/**
 * What the CRs of a chart, planned for each of its overlays, need from its named templates; undefined where it has none.
 */
export function customResourceFacts(
  { operator }: ChartSetPlan,
  charts: readonly ChartPlan[],
): CustomResourceFacts | undefined {
  const blocks = charts.flatMap(({ customResources }) => customResources);
  if (blocks.length === 0) return undefined;
  const configured = blocks.map(({ customResource }) => configuredFields(customResource));
  const places = configured.map(({ fields }) => placesIn(fields, operator.sourceNamespace));
  return {
    hasNulls: configured.some(({ nulls }) => nulls.length > 0),
    hasIntegers: configured.some(({ integers }) => integers.length > 0),
    hasImages: places.some(({ images }) => images.length > 0),
    hasNamespaces: places.some(({ namespaces }) => namespaces.length > 0),
  };
}

/** Paths in the fields of a CR. */
interface Places {
  readonly images: readonly (readonly string[])[];
  readonly namespaces: readonly (readonly string[])[];
}

/** Where the fields name images, and where they hold the own namespace; `[]` is every item of a list. */
export function placesIn(fields: JsonObject, ownNamespace: string | undefined): Places {
  const leaves = leavesIn(fields);
  const isOwn = ({ path, leaf }: Leaf) => leaf === ownNamespace && holdsNamespace(path);
  return {
    images: eachOnce(leaves.filter(isImage).map(pathOf)),
    namespaces: eachOnce(leaves.filter(isOwn).map(pathOf)),
  };
}

/** In a list, whose other items may be anything, the field says so too. */
function isImage({ path, leaf }: Leaf): boolean {
  return looksLikeImage(leaf) && (!path.includes(anyItem) || holdsImages(path));
}

/** Whether a field holds an image, or is a list of them: `containers[].image`, `helperImages[]`. */
function holdsImages(path: readonly string[]): boolean {
  const key = path.findLast((step) => step !== anyItem) ?? "";
  return path.at(-1) === anyItem ? /images$/i.test(key) : /image$/i.test(key);
}

/** Whether a field holds a namespace, or is a list of them; matchNames is what Prometheus calls such a list. */
function holdsNamespace(path: readonly string[]): boolean {
  const key = path.findLast((step) => step !== anyItem) ?? "";
  return path.at(-1) === anyItem ? /namespaces?$|^matchNames$/i.test(key) : /namespace$/i.test(key);
}

/** A string in the fields. */
interface Leaf {
  readonly path: readonly string[];
  readonly leaf: string;
}

function leavesIn(value: Json, path: readonly string[] = []): readonly Leaf[] {
  if (typeof value === "string") return [{ path, leaf: value }];
  if (Array.isArray(value)) return value.flatMap((item) => leavesIn(item, [...path, anyItem]));
  return isObject(value)
    ? Object.entries(value).flatMap(([key, child]) => leavesIn(child, [...path, key]))
    : [];
}

function pathOf({ path }: Leaf): readonly string[] {
  return path;
}
