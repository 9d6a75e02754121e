// The values of a chart as texts: where a value stands, and what its schema says.
import { field, isObject, type Json, type JsonObject } from "../kubernetes/object.ts";
import { parseDocument } from "../yaml/document.ts";
import type { Node } from "../yaml/tree.ts";
import type { ReleasedChart } from "./chart-release.ts";
import type { Place } from "./finding.ts";
import { lineOfKey, treeOf } from "./text-place.ts";

/** values.yaml and values.schema.json of a chart, read once. */
export class ValuesTexts {
  readonly #chart: ReleasedChart;
  readonly #root: Node | undefined;
  readonly #schemaRoot: Node | undefined;
  readonly data: JsonObject;
  readonly schema: JsonObject;

  constructor(chart: ReleasedChart) {
    this.#chart = chart;
    const parsed = parseDocument(chart.values);
    this.#root = parsed.ok ? parsed.document.root : undefined;
    const data = parsed.ok ? parsed.document.data : undefined;
    this.data = isObject(data) ? data : {};
    const schema: unknown = chart.schema === "" ? {} : JSON.parse(chart.schema);
    this.schema = isObject(schema) ? schema : {};
    this.#schemaRoot = chart.schema === "" ? undefined : treeOf(chart.schema);
  }

  /** The default at `path`. */
  default(path: readonly string[]): Json | undefined {
    return field(this.data, ...path);
  }

  /** Where the value at `path` stands: in values.yaml, else in the schema, else where it would stand. */
  placeOf(path: readonly string[]): Place {
    const { name: chart, values, schema } = this.#chart;
    if (this.default(path) === undefined) {
      const steps = this.#schemaPath(path);
      if (steps) {
        return { chart, file: "values.schema.json", line: lineOfKey(schema, this.#schemaRoot, steps) };
      }
    }
    return { chart, file: "values.yaml", line: lineOfKey(values, this.#root, path) };
  }

  /** The schema of the value at `path`; undefined where the schema does not name it. */
  schemaAt(path: readonly string[]): JsonObject | undefined {
    const steps = this.#schemaPath(path);
    const found = steps && field(this.schema, ...steps);
    return isObject(found) ? found : undefined;
  }

  #schemaPath(path: readonly string[]): readonly string[] | undefined {
    let steps: readonly string[] = [];
    for (const key of path) {
      steps = [...this.#followed(steps), "properties", key];
      if (field(this.schema, ...steps) === undefined) return undefined;
    }
    return steps;
  }

  /** Where a reference at `steps` leads to, inside the same file. */
  #followed(steps: readonly string[]): readonly string[] {
    const reference = field(this.schema, ...steps, "$ref");
    if (typeof reference !== "string" || !reference.startsWith("#/")) return steps;
    return reference
      .slice(2)
      .split("/")
      .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  }
}
