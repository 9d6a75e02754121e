// A chart that another one depends on: what Chart.yaml, the values and the README of that one say of it.
import type { Position } from "../diagnostics/position.ts";
import { isObject, type Json, type JsonObject } from "../kubernetes/object.ts";

/** A dependency as Helm knows it, and what its values are here. */
export interface Component {
  /** The chart's own name and version. */
  readonly name: string;
  readonly version: string;
  readonly alias?: string;
  /** Where Helm looks for the chart: `file://…` while developing, a published address for a release. */
  readonly repository: string;
  /** The path of the value that switches it on. */
  readonly condition: readonly string[];
  readonly isEnabled: boolean;
  /** Values that the parent presets. */
  readonly values: JsonObject;
  /** Whether Chart.yaml names it: Helm stops where a chart is missing that it names, even one that is switched off. */
  readonly isDeclared: boolean;
  /** One line on what it is; nothing is known of a foreign chart. */
  readonly description?: string;
  /** What it is given where Argo CD, or Flux, does Helm's work; nothing is known of a foreign chart. */
  readonly gitops?: GitopsValues;
  /** The names of the global values that it reads; of a foreign chart nothing is known, which may read all. */
  readonly globals?: readonly string[];
  /** Where the project file speaks of it. */
  readonly position?: Position;
  /** Where the project file says what switches it on; the component's own place where it does not. */
  readonly switchPosition?: Position;
}

/** Values for Argo CD and for Flux, as a chart's docs/gitops.md shows them. */
export interface GitopsValues {
  readonly argo: JsonObject;
  readonly flux: JsonObject;
}

/** The key of a component's values. */
export function componentKey({ alias, name }: Component): string {
  return alias ?? name;
}

/** What the parent sets below the component's key: its presets, and the switch where that stands there. */
export function presetValues(component: Component): JsonObject {
  const [first, ...rest] = component.condition;
  if (first !== componentKey(component)) return component.values;
  return withValue(component.values, rest, component.isEnabled);
}

/** `object` with `value` at `path`, in front where the key is new. */
export function withValue(object: JsonObject, path: readonly string[], value: Json): JsonObject {
  const [key = "", ...rest] = path;
  const inner = object[key];
  const others = Object.entries(object).filter(([name]) => name !== key);
  const changed = rest.length === 0 ? value : withValue(isObject(inner) ? inner : {}, rest, value);
  return { [key]: changed, ...Object.fromEntries(others) };
}
