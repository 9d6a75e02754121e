// Values that a user gives to a whole chart set: a chart whose schema refuses a key is not given it, where another one takes
// it. So one file serves the chart of the operator and that of its CRDs.
import { field, isObject, type JsonObject } from "../kubernetes/object.ts";
import type { ChartFiles } from "./archive.ts";

/** Whether the schema of a chart lets a key stand at the root of its values. */
function takesKey(files: ChartFiles, key: string): boolean {
  const schema = schemaOf(files);
  if (field(schema, "additionalProperties") !== false) return true;
  if (isObject(field(schema, "properties")) && Object.hasOwn(Object(field(schema, "properties")), key))
    return true;
  const patterns = field(schema, "patternProperties");
  return isObject(patterns) && Object.keys(patterns).some((pattern) => matches(pattern, key));
}

/** The values of `given` that `chart` is to have. */
export function valuesFor(chart: ChartFiles, all: readonly ChartFiles[], given: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(given).filter(([key]) => isFor(chart, all, key)));
}

/** The arguments of `--set` among `given` that `chart` is to have: `a.b=1`, `c[0]=2`, `d\\.e=3`. */
export function settingsFor(
  chart: ChartFiles,
  all: readonly ChartFiles[],
  given: readonly string[],
): readonly string[] {
  return given.filter((setting) => {
    const key = /^(?:\\.|[^.=[\\])*/.exec(setting)?.[0] ?? "";
    return isFor(chart, all, key.replace(/\\(.)/g, "$1"));
  });
}

/** What no chart takes goes to all, so that Helm can say what is wrong. */
function isFor(chart: ChartFiles, all: readonly ChartFiles[], key: string): boolean {
  return takesKey(chart, key) || !all.some((other) => takesKey(other, key));
}

function schemaOf(files: ChartFiles): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(files.get("values.schema.json")));
  } catch {
    // None, or one that Helm refuses.
    return {};
  }
}

function matches(pattern: string, key: string): boolean {
  try {
    return new RegExp(pattern, "u").test(key);
  } catch {
    return true;
  }
}
