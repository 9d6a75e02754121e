// The values reference of a chart that anybody made: what its values.yaml, the comments in it and its schema say.
import { groupBy } from "../classify/group-by.ts";
import { typeName, typesOf } from "../emit/schema-tree.ts";
import { isObject, type Json, type JsonObject } from "../kubernetes/object.ts";
import type { ReleasedChart } from "../upgrade/chart-release.ts";
import { childrenOf, type Place, readChart, resolve } from "../upgrade/chart-settings.ts";
import { commentsIn } from "../yaml/comments.ts";
import { parseDocument } from "../yaml/document.ts";
import { entryOf, type Node, nodeAt } from "../yaml/tree.ts";
import type { ValueRow } from "./page-data.ts";
import { type ChartReference, readersIn } from "./values.ts";

/** Deeper than any values file; a schema that refers to itself ends here. */
const deepest = 20;

/** The values of a chart by the keys of the root; none where its files cannot be read. */
export function chartReference({ name, values, schema, files }: ReleasedChart): ChartReference {
  const root = readChart({ values, schema });
  if (!root) return { name, groups: [] };
  const said = saidIn(values);
  const readersOf = readersIn(files);
  const rows = settingsIn([], root, deepest).map(
    ({ path, place, isInside }): [readonly string[], ValueRow] => {
      const line = said.lineOf(path);
      const readers = isInside ? [] : readersOf(path);
      const { description } = place.schema;
      return [
        path,
        {
          path: path.join("."),
          type: typeOf(place),
          description: typeof description === "string" ? description : said.commentOf(path),
          ...(place.value === undefined ? {} : { default: JSON.stringify(place.value) }),
          ...(line === undefined ? {} : { source: `values.yaml:${line}` }),
          ...(readers.length > 0 ? { readers } : {}),
        },
      ];
    },
  );
  const groups = Array.from(
    groupBy(rows, ([path]) => path[0] ?? ""),
    ([key, members]) => ({
      key,
      description: members.length === 1 ? "" : describe(key, root, said),
      rows: members.map(([, row]) => row),
    }),
  );
  return { name, groups };
}

function describe(key: string, root: Place, said: Said): string {
  const description = childrenOf(root).get(key)?.schema["description"];
  return typeof description === "string" ? description : said.commentOf([key]);
}

interface Setting {
  readonly path: readonly string[];
  readonly place: Place;
  /** Whether it is inside a list or a map whose keys are the user's. */
  readonly isInside: boolean;
}

/** The settings below a place: those that hold no others, each before what its items or entries have. */
function settingsIn(
  path: readonly string[],
  place: Place,
  depth: number,
  isInside = false,
): readonly Setting[] {
  if (depth === 0) return [];
  return [...membersOf(place)].flatMap(([key, child]): readonly Setting[] => {
    const own = [...path, key];
    if (membersOf(child).size > 0) return settingsIn(own, child, depth - 1, isInside);
    return [{ path: own, place: child, isInside }, ...insideOf(own, child, depth - 1)];
  });
}

/** What the schema says of the items of a list, as `key[]`, and of the entries of a map, as `*`. */
function insideOf(path: readonly string[], { schema, root }: Place, depth: number): readonly Setting[] {
  const { items, additionalProperties } = schema;
  const below = (at: readonly string[], inner: JsonObject) =>
    settingsIn(at, { schema: resolve(inner, root), root, value: undefined }, depth, true);
  if (isObject(items)) return below([...path.slice(0, -1), `${path.at(-1)}[]`], items);
  return isObject(additionalProperties) ? below([...path, "*"], additionalProperties) : [];
}

/** The members that the schema names and, where it lets others through, those of the defaults. */
function membersOf(place: Place): ReadonlyMap<string, Place> {
  const { schema, root, value } = place;
  const named = childrenOf(place);
  if (!isObject(value) || isObject(schema["additionalProperties"])) return named;
  const others = Object.entries(value).filter(([key]) => !named.has(key));
  return new Map([
    ...named,
    ...others.map(([key, own]): [string, Place] => [key, { schema: {}, root, value: own }]),
  ]);
}

function typeOf({ schema, value }: Place): string {
  if (Array.isArray(schema["enum"])) {
    return schema["enum"].map((choice) => JSON.stringify(choice)).join(" | ");
  }
  if (typesOf(schema).length > 0 || value === undefined || value === null) return typeName(schema);
  return typeName({ type: jsonType(value) });
}

function jsonType(value: Json): string {
  if (Array.isArray(value)) return "array";
  return typeof value === "number" && Number.isInteger(value) ? "integer" : typeof value;
}

/** What values.yaml says beside its values. */
interface Said {
  lineOf(path: readonly string[]): number | undefined;
  commentOf(path: readonly string[]): string;
}

function saidIn(values: string): Said {
  const parsed = parseDocument(values);
  const root = parsed.ok ? parsed.document.root : undefined;
  const text = parsed.ok ? parsed.document.text : "";
  const comments = new Map(
    commentsIn(text, root).map(({ path, lines }) => [JSON.stringify(path), wordsOf(lines)]),
  );
  const parameters = parametersIn(text);
  return {
    lineOf: (path) => lineOf(text, root, path),
    commentOf: (path) => parameters.get(path.join(".")) ?? comments.get(JSON.stringify(path)) ?? "",
  };
}

function lineOf(text: string, root: Node | undefined, path: readonly string[]): number | undefined {
  const entry = entryOf(nodeAt(root, path.slice(0, -1)), path.at(-1) ?? "");
  return entry && text.slice(0, entry.start).split("\n").length;
}

/** A comment without its marks: what stands behind `--`, where helm-docs looks, and no line that is for a tool. */
function wordsOf(lines: readonly string[]): string {
  const words = lines.map((line) => line.replace(/^#+ ?/, ""));
  const begin = words.findLastIndex((line) => line.startsWith("-- "));
  return words
    .slice(Math.max(begin, 0))
    .map((line) => line.replace(/^-- (?:\([^)]*\) )?/, ""))
    .filter((line) => !/^\s*@/.test(line))
    .join("\n")
    .trim();
}

/** `## @param image.tag [string] The tag`: descriptions by paths, as the generator of Bitnami's READMEs reads them. */
function parametersIn(text: string): ReadonlyMap<string, string> {
  const lines = text.matchAll(/^[ \t]*#+[ \t]*@param[ \t]+(\S+)[ \t]+(?:\[[^\]]*\][ \t]*)?(.*)$/gm);
  return new Map(Array.from(lines, ([, path = "", words = ""]) => [path, words]));
}
