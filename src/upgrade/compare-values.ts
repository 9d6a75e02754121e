// Two releases of a chart by their values: which settings are new, gone, of another type or default. Who has an override
// file for the older one reads here what becomes of it.
import { isObject, type Json } from "../kubernetes/object.ts";
import {
  type ChartValues,
  childrenOf,
  hasChildren,
  type Place,
  readChart,
  resolve,
} from "./chart-settings.ts";

/** One setting that is not as it was; a block that is new or gone as a whole is one. */
export interface ValueChange {
  readonly kind: "added" | "removed" | "type" | "default";
  readonly path: readonly string[];
  /** The default or, of a change of type, what was allowed; absent where there was none. */
  readonly before?: Json;
  readonly after?: Json;
  /** How many settings a block has that is new or gone. */
  readonly count?: number;
}

/** Keywords that say nothing of which values are allowed. */
const silent = new Set(["description", "default", "title", "examples", "$comment", "$schema"]);

/** The changes from `older` to `newer`, by path in the order of the newer schema, what is gone behind. */
export function compareValues(older: ChartValues, newer: ChartValues): readonly ValueChange[] {
  const [before, after] = [readChart(older), readChart(newer)];
  if (!before || !after) return [];
  return [...compareBlocks([], before, after)];
}

function* compareBlocks(path: readonly string[], before: Place, after: Place): Iterable<ValueChange> {
  const [older, newer] = [childrenOf(before), childrenOf(after)];
  for (const [key, now] of newer) {
    const then = older.get(key);
    if (then === undefined) yield { kind: "added", path: [...path, key], ...whole("after", now) };
    else yield* comparePlaces([...path, key], then, now);
  }
  for (const [key, then] of older) {
    if (!newer.has(key)) yield { kind: "removed", path: [...path, key], ...whole("before", then) };
  }
}

function* comparePlaces(path: readonly string[], before: Place, after: Place): Iterable<ValueChange> {
  if (hasChildren(before) && hasChildren(after)) {
    yield* compareBlocks(path, before, after);
    return;
  }
  const [then, now] = [allowed(before), allowed(after)];
  if (JSON.stringify(then) !== JSON.stringify(now)) yield { kind: "type", path, before: then, after: now };
  if (JSON.stringify(before.value) === JSON.stringify(after.value)) return;
  yield { kind: "default", path, ...defaultOf("before", before), ...defaultOf("after", after) };
}

function whole(side: "before" | "after", place: Place): Partial<ValueChange> {
  return hasChildren(place) ? { count: countOf(place) } : defaultOf(side, place);
}

function defaultOf(side: "before" | "after", { value }: Place): Partial<ValueChange> {
  return value === undefined ? {} : { [side]: value };
}

function countOf(place: Place): number {
  if (!hasChildren(place)) return 1;
  return [...childrenOf(place).values()].reduce((sum, child) => sum + countOf(child), 0);
}

/** The schema without what is only told, with its references followed. */
function allowed({ schema, root }: Place): Json {
  const strip = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(strip);
    if (!isObject(value)) return value;
    const resolved = typeof value["$ref"] === "string" ? resolve(value, root) : value;
    const kept = Object.entries(resolved).filter(([key]) => !silent.has(key));
    return Object.fromEntries(
      kept.map(([key, inner]) => [
        key,
        key === "properties" && isObject(inner)
          ? Object.fromEntries(Object.entries(inner).map(([name, property]) => [name, strip(property)]))
          : strip(inner),
      ]),
    );
  };
  return strip(schema);
}
