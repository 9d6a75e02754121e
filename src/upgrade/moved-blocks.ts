// Which blocks of values moved between two builds of a chart, for sure: what an override file still calls by an old path.
// What only looks so is for the upgrade report (moved-values.ts).
import { field, isObject, type Json, jsonEqual, stringField } from "../kubernetes/object.ts";
import { parseDocument } from "../yaml/document.ts";
import type { ChartValues } from "./chart-settings.ts";
import { compareValues } from "./compare-values.ts";
import type { ValueMove } from "./moved-values.ts";

type Path = readonly string[];

/**
 * The blocks of `older` that `newer` has under another path: those of a workload by the images of its containers, where
 * none has the same by the names of these (a registry or an organisation is another one); others of one family by all that
 * they hold. `declared` are moves that somebody says, which count where the older chart has the
 * path and the newer one does not. Where two blocks could be meant, none is.
 */
export function movedBlocks(
  older: ChartValues,
  newer: ChartValues,
  declared: readonly ValueMove[] = [],
): readonly ValueMove[] {
  const changes = compareValues(older, newer);
  const removed = changes.filter(({ kind }) => kind === "removed").map(({ path }) => path);
  const added = changes.filter(({ kind }) => kind === "added").map(({ path }) => path);
  const isRemoved = (path: Path) => removed.some((gone) => startsWith(path, gone));
  const said = declared.filter(
    ({ from }) => isRemoved(from) && hasSetting(older, from) && !hasSetting(newer, from),
  );
  const isSaid = (path: Path) =>
    said.some(({ from, to }) => [from, to].some((one) => startsWith(one, path) || startsWith(path, one)));
  const before = removed.filter((path) => !isSaid(path)).map((path) => blockAt(older, path));
  const after = added.filter((path) => !isSaid(path)).map((path) => blockAt(newer, path));
  const blocks = { before: before.filter(isBlock), after: after.filter(isBlock) };
  const same = onlyPairs(blocks, isSameBlock);
  const isOpen = ({ path }: Block) => !same.some(({ from, to }) => path === from || path === to);
  const rest = { before: blocks.before.filter(isOpen), after: blocks.after.filter(isOpen) };
  // One whose image could be meant by another block's is none of a name alone.
  const isUnlike = (block: Block) =>
    ![...rest.before, ...rest.after].some((other) => other !== block && isSameBlock(block, other));
  return [
    ...said,
    ...same,
    ...onlyPairs(rest, (a, b) => isUnlike(a) && isUnlike(b) && hasSameImageNames(a, b)),
  ];
}

/** The blocks before and after of which only one of each is the same. */
function onlyPairs(
  { before, after }: Readonly<Record<"before" | "after", readonly Block[]>>,
  isSame: (a: Block, b: Block) => boolean,
): readonly ValueMove[] {
  return before.flatMap((block): readonly ValueMove[] => {
    const meant = after.filter((other) => isSame(block, other));
    const rivals = before.filter((other) => isSame(block, other));
    const [only] = meant;
    return only && meant.length === 1 && rivals.length === 1 ? [{ from: block.path, to: only.path }] : [];
  });
}

function isBlock(block: Block | undefined): block is Block {
  return block !== undefined;
}

/** A chart's values without those at `paths`: old paths that only lead to others. */
export function withoutPaths(chart: ChartValues, paths: readonly Path[]): ChartValues {
  const parsed = parseDocument(chart.values);
  if (paths.length === 0 || !parsed.ok) return chart;
  const values = paths.reduce<Json>(without, (parsed.document.data ?? {}) as Json);
  const steps = paths.map((path) => path.flatMap((key) => ["properties", key]));
  const schema = chart.schema === "" ? "" : steps.reduce<Json>(without, JSON.parse(chart.schema) as Json);
  return { values: JSON.stringify(values), schema: schema === "" ? "" : JSON.stringify(schema) };
}

function without(value: Json, [key = "", ...rest]: Path): Json {
  if (!isObject(value) || !Object.hasOwn(value, key)) return value;
  const { [key]: inner = null, ...others } = value;
  return rest.length === 0 ? others : { ...value, [key]: without(inner, rest) };
}

/** A chart's values with what moved where it is now, so that only what else changed is other. */
export function withMoves(chart: ChartValues, moves: readonly ValueMove[]): ChartValues {
  const parsed = parseDocument(chart.values);
  if (moves.length === 0 || !parsed.ok) return chart;
  const inSchema = (path: Path) => path.flatMap((key) => ["properties", key]);
  const move = (value: Json, from: Path, to: Path) => {
    const inner = field(value, ...from) as Json | undefined;
    return inner === undefined ? value : withInner(without(value, from), to, inner);
  };
  const values = moves.reduce(
    (all, { from, to }) => move(all, from, to),
    (parsed.document.data ?? {}) as Json,
  );
  if (chart.schema === "") return { values: JSON.stringify(values), schema: "" };
  const schema = moves.reduce(
    (all, { from, to }) => move(all, inSchema(from), inSchema(to)),
    JSON.parse(chart.schema) as Json,
  );
  return { values: JSON.stringify(values), schema: JSON.stringify(schema) };
}

function withInner(value: Json | undefined, [key = "", ...rest]: Path, inner: Json): Json {
  const others = isObject(value) ? value : {};
  return { ...others, [key]: rest.length === 0 ? inner : withInner(others[key], rest, inner) };
}

/** A map of values with its defaults. */
interface Block {
  readonly path: Path;
  readonly defaults: Json;
}

function blockAt({ values }: ChartValues, path: Path): Block | undefined {
  const parsed = parseDocument(values);
  const defaults = parsed.ok ? field(parsed.document.data, ...path) : undefined;
  return isObject(defaults) ? { path, defaults } : undefined;
}

/** Whether a chart sets something at `path`, or lets it be set. */
function hasSetting({ values, schema }: ChartValues, path: Path): boolean {
  const parsed = parseDocument(values);
  if (parsed.ok && field(parsed.document.data, ...path) !== undefined) return true;
  const steps = path.flatMap((key) => ["properties", key]);
  return schema !== "" && field(JSON.parse(schema), ...steps) !== undefined;
}

function isSameBlock(a: Block, b: Block): boolean {
  const [images, others] = [imagesOf(a.defaults), imagesOf(b.defaults)];
  if (images.length > 0 || others.length > 0) return images.length > 0 && jsonEqual(images, others);
  const [family, other] = [a.path.slice(0, -1), b.path.slice(0, -1)];
  return family.length > 0 && jsonEqual(family, other) && jsonEqual(a.defaults, b.defaults);
}

/** Whether the images of the same containers have the same names, wherever they come from. */
function hasSameImageNames(a: Block, b: Block): boolean {
  const [names, others] = [a, b].map(({ defaults }) =>
    imagesOf(defaults).map((image) => [...image.slice(0, -2), image.at(-1)?.split("/").at(-1) ?? ""]),
  );
  return names !== undefined && names.length > 0 && jsonEqual(names, others ?? []);
}

/** The repositories of the images in a block: the place of the container, registry and repository. */
function imagesOf(defaults: Json, path: Path = []): readonly (readonly string[])[] {
  if (!isObject(defaults)) return [];
  return Object.entries(defaults).flatMap(([key, inner]): readonly (readonly string[])[] => {
    const repository = key === "image" ? field(inner, "repository") : undefined;
    return typeof repository === "string" && repository !== ""
      ? [[...path, stringField(inner, "registry") ?? "", repository]]
      : imagesOf(inner, [...path, key]);
  });
}

function startsWith(path: Path, prefix: Path): boolean {
  return prefix.every((key, index) => path[index] === key);
}
