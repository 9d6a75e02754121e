// Values that a project presets for a component, against the component's own schema: Helm would refuse them with every
// command, so they are told where they stand in the project file.
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Position } from "../diagnostics/position.ts";
import { nearest } from "../diagnostics/suggestion.ts";
import type { Chart } from "../emit/chart.ts";
import { schemaFaults } from "../emit/schema-faults.ts";
import { isObject, type Json, type JsonObject } from "../kubernetes/object.ts";
import { parseDocument } from "../yaml/document.ts";
import type { PathStep } from "../yaml/tree.ts";

/** What the schema of `chart` says against its values with `presets`; `positionOf` leads below the presets. */
export function presetFaults(
  chart: Chart,
  presets: JsonObject,
  positionOf: (path: readonly PathStep[]) => Position,
): readonly Diagnostic[] {
  const schema = parsed(chart.files.get("values.schema.json"));
  const own = parsed(chart.files.get("values.yaml")) ?? {};
  if (!schema || Object.keys(presets).length === 0) return [];
  // What the chart's own values show is no fault of a preset.
  const before = new Set(schemaFaults(own, schema).map((fault) => JSON.stringify(fault)));
  return schemaFaults(merged(own, presets), schema)
    .filter((fault) => isPreset(presets, fault.path) && !before.has(JSON.stringify(fault)))
    .map(({ path, found, expected, known = [] }): Diagnostic => {
      const meant = nearest(String(path.at(-1)), known);
      return {
        severity: "error",
        code: "components/preset",
        message: `The chart "${chart.plan.name}" refuses the value "${path.join(".")}".`,
        position: positionOf(path),
        found,
        expected: known.length === 0 ? expected : `one of ${known.join(", ")}`,
        hint: meant === undefined ? "Its values.yaml and README show what it takes." : `Write "${meant}".`,
      };
    });
}

function parsed(text: string | undefined): JsonObject | undefined {
  const result = parseDocument(text ?? "");
  return result.ok && isObject(result.document.data) ? result.document.data : undefined;
}

/** As Helm merges: map by map, and null takes a key away. */
function merged(own: JsonObject, more: JsonObject): JsonObject {
  const values: Record<string, Json> = { ...own };
  for (const [key, value] of Object.entries(more)) {
    const before = values[key];
    if (value === null) delete values[key];
    else values[key] = isObject(value) && isObject(before) ? merged(before, value) : value;
  }
  return values;
}

/** Whether a preset has something at `path`, or a part of it. */
function isPreset(presets: JsonObject, path: readonly PathStep[]): boolean {
  let current: Json | undefined = presets;
  for (const step of path) {
    if (!isObject(current)) return true;
    if (!Object.hasOwn(current, step)) return false;
    current = current[step];
  }
  return true;
}
