// The values with which a chart renders what is in the cluster, as far as values reach.
import { parseImageReference } from "../kubernetes/image-reference.ts";
import { isObject, type Json, type JsonObject, jsonEqual } from "../kubernetes/object.ts";
import { type LivePath, liveField } from "./live-path.ts";
import type { Binding, ImagePart, ValuePath } from "./value-marks.ts";

/** A field that shall stay as it is in the cluster. */
export interface WantedField {
  readonly path: LivePath;
  /** `keep`: the live value. `leave`: the chart shall not set it, so that nobody contends for it. */
  readonly wish: "keep" | "leave";
}

/** One value of the chart, and what to set it to. */
export interface ValueSetting {
  readonly path: ValuePath;
  readonly value: Json;
}

/**
 * The settings with which the chart renders the field as `wanted`; undefined where no value reaches it. `live` and `chart`
 * are the whole objects.
 */
export function settingsFor(
  wanted: WantedField,
  bindings: readonly Binding[],
  live: JsonObject,
  chart: JsonObject | undefined,
): readonly ValueSetting[] | undefined {
  const nearest = bindings
    .filter(({ path }) => isPrefix(path, wanted.path))
    .toSorted((a, b) => b.path.length - a.path.length);
  for (const binding of nearest) {
    const settings = settingsThrough(binding, wanted, live, chart);
    if (settings) return settings;
  }
  return undefined;
}

/** What a binding reaches: the wanted field in it, and the whole that it feeds, live and as the chart has it. */
interface Reach {
  readonly rest: LivePath;
  readonly wish: WantedField["wish"];
  readonly live: Json | undefined;
  readonly chart: Json | undefined;
}

function settingsThrough(
  binding: Binding,
  { path, wish }: WantedField,
  live: JsonObject,
  chart: JsonObject | undefined,
): readonly ValueSetting[] | undefined {
  const reach: Reach = {
    rest: path.slice(binding.path.length),
    wish,
    live: liveField(live, binding.path),
    chart: liveField(chart, binding.path),
  };
  switch (binding.kind) {
    case "field":
      return wholeField(binding.value, reach);
    case "map":
      return keyOfMap(binding.value, reach);
    case "items":
      return namedItem(binding.value, reach);
    case "tail":
      return tailOfList(binding.value, binding.own, reach);
    case "image":
      return imageSettings(binding.parts, reach);
  }
}

/** A list is replaced as a whole, whatever in it differs. */
function wholeField(value: ValuePath, { rest, wish, live }: Reach): readonly ValueSetting[] | undefined {
  if (rest.length > 0 && !Array.isArray(live)) return undefined;
  return [{ path: value, value: wish === "leave" ? null : (live ?? null) }];
}

/** The field below the map, or the whole list on the way to it. */
function keyOfMap(value: ValuePath, { rest, wish, live }: Reach): readonly ValueSetting[] | undefined {
  const list = rest.findIndex((step) => typeof step !== "string");
  const keys = (list === -1 ? rest : rest.slice(0, list)).map(String);
  if (keys.length === 0) return undefined;
  return [{ path: [...value, ...keys], value: wish === "leave" ? null : (liveField(live, keys) ?? null) }];
}

function tailOfList(
  value: ValuePath,
  own: number,
  { rest, wish, live, chart }: Reach,
): readonly ValueSetting[] | undefined {
  if (!Array.isArray(live) || !Array.isArray(chart) || rest.length > 0 || wish === "leave") return undefined;
  if (live.length < own || !jsonEqual(chart.slice(0, own), live.slice(0, own))) return undefined;
  return [{ path: value, value: live.slice(own) }];
}

/** An item that a map gives: `name: value` where the item has no more than these, else the item without its name. */
function namedItem(value: ValuePath, { rest, wish, live }: Reach): readonly ValueSetting[] | undefined {
  const [step] = rest;
  if (typeof step !== "object" || step.key !== "name" || wish === "leave") return undefined;
  const item = liveField(live, [step]);
  if (!isObject(item)) return undefined;
  const { name: _name, ...content } = item;
  const keys = Object.keys(content);
  const plain = keys.length === 0 ? "" : keys.length === 1 ? content["value"] : undefined;
  return [{ path: [...value, String(step.value)], value: plain ?? content }];
}

/** The parts of an image that are values; none where it also differs in what is none. */
function imageSettings(
  parts: Readonly<Partial<Record<ImagePart, ValuePath>>>,
  { rest, wish, live, chart }: Reach,
): readonly ValueSetting[] | undefined {
  if (typeof live !== "string" || rest.length > 0 || wish === "leave") return undefined;
  const wanted = partsOf(live, parts);
  const own = typeof chart === "string" ? partsOf(chart, parts) : undefined;
  if (!wanted) return undefined;
  const settings: ValueSetting[] = [];
  for (const part of ["registry", "repository", "tag", "digest"] as const) {
    const path = parts[part];
    if (path) settings.push({ path, value: wanted[part] });
    else if (wanted[part] !== (own?.[part] ?? "")) return undefined;
  }
  return settings;
}

/** A registry that is no value of its own belongs to the repository, where that is one. */
function partsOf(
  image: string,
  parts: Readonly<Partial<Record<ImagePart, ValuePath>>>,
): Readonly<Record<ImagePart, string>> | undefined {
  const reference = parseImageReference(image);
  if (!reference || parts.registry || !parts.repository || reference.registry === "") return reference;
  return { ...reference, registry: "", repository: `${reference.registry}/${reference.repository}` };
}

/** `values` with `settings` in it. */
export function withSettings(values: JsonObject, settings: readonly ValueSetting[]): JsonObject {
  return settings.reduce((tree, { path, value }) => setAt(tree, path, value), values);
}

function setAt(tree: JsonObject, [key, ...rest]: ValuePath, value: Json): JsonObject {
  if (key === undefined) return tree;
  const below = tree[key];
  return {
    ...tree,
    [key]: rest.length === 0 ? value : setAt(isObject(below) ? below : {}, rest, value),
  };
}

/** The settings that say something else than `values`, each path once. */
export function newSettings(settings: readonly ValueSetting[], values: JsonObject): readonly ValueSetting[] {
  const byPath = new Map(settings.map((setting) => [JSON.stringify(setting.path), setting]));
  return [...byPath.values()].filter(
    ({ path, value }) => !jsonEqual(value, liveField(values, path)) || liveField(values, path) === undefined,
  );
}

function isPrefix(start: LivePath, path: LivePath): boolean {
  return (
    start.length <= path.length &&
    start.every((step, index) => JSON.stringify(step) === JSON.stringify(path[index]))
  );
}
