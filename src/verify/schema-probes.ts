// What values.schema.json must refuse: for each typed value one of another type, for each that is bound to a choice, a
// range or a pattern one outside of it, for each closed map an unknown key. Many go into one file of values, as long as none stands above another.
import type { Json } from "../kubernetes/object.ts";
import type { JsonSchema, Value } from "../transform/value.ts";
import type { PathStep } from "../yaml/tree.ts";
import { wrongValues } from "./wrong-values.ts";

/** One thing to be refused. */
export interface Probe {
  readonly kind: "type" | "value" | "unknown-key";
  /** Where `wrong` is put; for an unknown key, the key included. */
  readonly path: readonly PathStep[];
  readonly wrong: Json;
  /** `integer or null`, for messages. */
  readonly expected: string;
  /** Whether null may stand there in the place of a value: nothing around it is required. */
  readonly optional: boolean;
}

const allTypes = ["string", "array", "object", "boolean", "number", "integer", "null"] as const;
type JsonType = (typeof allTypes)[number];

/** A value of each type but `null`, which Helm takes as "leave it out". */
const samples: readonly (readonly [JsonType, Json])[] = [
  ["string", "chartwright"],
  ["array", []],
  ["object", {}],
  ["boolean", true],
  ["number", 1.5],
];

/** The probes of a chart's values. `definitions` is the schema file, in which local `$ref` lead on. */
export function schemaProbes(values: readonly Value[], definitions: unknown): readonly Probe[] {
  const entries = values.filter((value) => value.role !== "section");
  const builder = new ProbeBuilder(definitions);
  for (const path of mapsOf(entries)) builder.addMap(path);
  for (const entry of entries)
    builder.addSchema(entry.schema, { path: entry.path, references: new Set(), optional: true });
  return builder.probes;
}

/** The maps that hold values, the root first; not those that are a value themselves. */
function mapsOf(entries: readonly Value[]): readonly (readonly string[])[] {
  const own = new Set(entries.map((entry) => JSON.stringify(entry.path)));
  const maps = new Map<string, readonly string[]>();
  for (const { path } of entries) {
    for (let length = 0; length < path.length; length += 1) {
      const prefix = path.slice(0, length);
      const key = JSON.stringify(prefix);
      // What stands below a value with a schema of its own is that schema's matter.
      if (own.has(key)) break;
      maps.set(key, prefix);
    }
  }
  return [...maps.values()];
}

/** Where a schema stands. `references`: the `$ref` that led there, so that a schema that holds itself ends. */
interface SchemaPlace {
  readonly path: readonly PathStep[];
  readonly references: ReadonlySet<string>;
  readonly optional: boolean;
}

class ProbeBuilder {
  readonly probes: Probe[] = [];
  readonly #definitions: unknown;

  constructor(definitions: unknown) {
    this.#definitions = definitions;
  }

  /** A map of values: no other type, no unknown key. */
  addMap(path: readonly PathStep[]): void {
    if (path.length > 0) this.#addType(path, ["object"], false);
    // A parent chart puts what it likes under `global`.
    if (path[0] !== "global") this.#addUnknownKey(path);
  }

  addSchema(schema: unknown, place: SchemaPlace): void {
    if (!isSchema(schema)) return;
    const { path, references, optional } = place;
    const reference = schema["$ref"];
    if (typeof reference === "string") {
      if (references.has(reference)) return;
      this.addSchema(this.#resolve(reference), { ...place, references: new Set([...references, reference]) });
      return;
    }
    if (path.length > 0) {
      this.#addType(path, allowedTypes(schema), optional);
      for (const [wrong, expected] of wrongValues(schema)) {
        this.probes.push({ kind: "value", path, wrong, expected, optional: false });
      }
    }
    const { properties, additionalProperties, items, required, patternProperties } = shapeOf(schema);
    const below = { references, optional: optional && required === undefined };
    for (const [key, child] of Object.entries(isSchema(properties) ? properties : {})) {
      this.addSchema(child, { path: [...path, key], ...below });
    }
    this.addSchema(additionalProperties, { path: [...path, "chartwright"], references, optional: false });
    this.addSchema(items, { path: [...path, 0], references, optional: false });
    if (additionalProperties === false && patternProperties === undefined) this.#addUnknownKey(path);
  }

  #addType(path: readonly PathStep[], allowed: readonly JsonType[], optional: boolean): void {
    const sample = samples.find(([type]) => !allowed.includes(type));
    if (!sample) return;
    const names = allowed.filter((type) => type !== "integer" || !allowed.includes("number"));
    this.probes.push({ kind: "type", path, wrong: sample[1], expected: names.join(" or "), optional });
  }

  #addUnknownKey(path: readonly PathStep[]): void {
    // Of one length, so that no key is the beginning of another.
    const key = `chartwrightUnknown${String(this.probes.length).padStart(6, "0")}`;
    this.probes.push({
      kind: "unknown-key",
      path: [...path, key],
      wrong: 1,
      expected: "no such key",
      optional: false,
    });
  }

  #resolve(reference: string): unknown {
    if (!reference.startsWith("#/")) return undefined;
    let current = this.#definitions;
    for (const step of reference.slice(2).split("/")) {
      const key = decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~");
      current = isSchema(current) ? current[key] : undefined;
    }
    return current;
  }
}

function isSchema(schema: unknown): schema is JsonSchema {
  return typeof schema === "object" && schema !== null && !Array.isArray(schema);
}

/** The types that a schema lets through; all, where it does not tell. */
function allowedTypes(schema: JsonSchema): readonly JsonType[] {
  let allowed: readonly JsonType[] = allTypes;
  const restrict = (types: readonly JsonType[]) => {
    allowed = allowed.filter((type) => types.includes(type));
  };
  const { type, allOf } = schema;
  const types = typeof type === "string" ? [type] : Array.isArray(type) ? type : undefined;
  if (types) restrict(allTypes.filter((name) => types.includes(name) || isIntegerOf(name, types)));
  const constants = "const" in schema ? [schema["const"]] : schema["enum"];
  if (Array.isArray(constants)) restrict(constants.flatMap(typesOf));
  for (const key of ["anyOf", "oneOf"]) {
    const branches = schema[key];
    if (Array.isArray(branches)) {
      restrict(branches.flatMap((branch) => (isSchema(branch) ? allowedTypes(branch) : allTypes)));
    }
  }
  for (const branch of Array.isArray(allOf) ? allOf : [])
    if (isSchema(branch)) restrict(allowedTypes(branch));
  return allowed;
}

function isIntegerOf(name: JsonType, types: readonly unknown[]): boolean {
  return name === "integer" && types.includes("number");
}

function typesOf(value: unknown): readonly JsonType[] {
  if (value === null) return ["null"];
  if (Array.isArray(value)) return ["array"];
  switch (typeof value) {
    case "string":
    case "boolean":
    case "object":
      return [typeof value as JsonType];
    default:
      return Number.isInteger(value) ? ["integer", "number"] : ["number"];
  }
}

/** The schema, or the one of its branches that tells what a map or list holds (`anyOf: [{…}, {type: null}]`). */
function shapeOf(schema: JsonSchema): JsonSchema {
  if (schema["properties"] || schema["items"] || schema["additionalProperties"] !== undefined) return schema;
  for (const key of ["anyOf", "oneOf", "allOf"]) {
    const branches = schema[key];
    const shaped = Array.isArray(branches)
      ? branches.filter(isSchema).filter((branch) => branch["properties"] || branch["items"])
      : [];
    if (shaped.length === 1 && shaped[0]) return shaped[0];
  }
  return schema;
}

/** The probes in batches; within one, no path leads through another or is the same. */
export function batchProbes(probes: readonly Probe[]): readonly (readonly Probe[])[] {
  const heights = new Map<string, number>();
  const batches: Probe[][] = [];
  for (const probe of probes.toSorted((a, b) => b.path.length - a.path.length)) {
    const height = heights.get(JSON.stringify(probe.path)) ?? 0;
    // Its own path too: of two probes of one value each needs a file of its own.
    for (let length = 1; length <= probe.path.length; length += 1) {
      const key = JSON.stringify(probe.path.slice(0, length));
      heights.set(key, Math.max(heights.get(key) ?? 0, height + 1));
    }
    batches[height] = [...(batches[height] ?? []), probe];
  }
  return batches;
}

/** A file of values while it is built. */
type Draft = null | boolean | number | string | Draft[] | { [key: string]: Draft };

/** A file of values with something at each of `paths`. */
export function valuesWith(entries: readonly (readonly [path: readonly PathStep[], value: Json])[]): Json {
  let values: Draft = {};
  for (const [path, value] of entries) values = put(values, path, structuredClone(value) as Draft);
  return values;
}

/** Builds in place: copying a map of thousands of keys for each of them would take seconds. */
function put(target: Draft | undefined, path: readonly PathStep[], value: Draft): Draft {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (typeof step === "number") {
    const items: Draft[] = Array.isArray(target) ? target : [];
    items[step] = put(items[step], rest, value);
    return items;
  }
  const map = isMap(target) ? target : {};
  map[step] = put(map[step], rest, value);
  return map;
}

function isMap(value: Draft | undefined): value is { [key: string]: Draft } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
