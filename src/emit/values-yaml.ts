// values.yaml from the registry of values, for a person who writes an override file: what the chart sets with a
// comment above or, where both are short, on one line, and of a CR also what else its spec can hold.
import { isObject, type Json, objectField, stringField } from "../kubernetes/object.ts";
import type { JsonSchema, Value } from "../transform/value.ts";
import type { SourceComment } from "../yaml/comments.ts";
import { indent, printYaml } from "../yaml/print.ts";
import { commentLines, printable } from "./comment.ts";
import { firstSentence } from "./markdown.ts";
import { leadOf } from "./prose.ts";
import { typesOf } from "./schema-tree.ts";
import { withComments } from "./source-comments.ts";
import { rootTree, ValueSection, valueTree } from "./value-tree.ts";

/** A setting and its remark share a line when neither is longer than this. */
const longestCode = 44;
const longestRemark = 64;
/** Of a CR's own words for one of its fields. */
const longestComment = 300;

/** An entry of a map in the file. */
interface Entry {
  /** `line`: code with a remark behind it. `block`: comment lines above lines of code. */
  readonly kind: "line" | "block";
  readonly words: readonly string[];
  readonly code: readonly string[];
  /** False for what is commented out. */
  readonly isSet: boolean;
}

/**
 * The text of values.yaml: one document whose data are the registry's defaults, with `header` as its first words.
 * Nothing is null: a map in which nothing is set is written `{}`, with what it can hold commented out below.
 */
export function valuesYaml(values: readonly Value[], header: string): string {
  const tree = rootTree(values);
  const told = new Set<string>();
  const entries = [...(tree ? treeEntries(tree, 0) : []), ...sectionEntries(valueTree(values), 0, told)];
  const first = commentLines(header, 0);
  const body = layOut(entries, true);
  const gap = first.length > 0 && body.length > 0 ? [""] : [];
  return `${[...first, ...gap, ...body].join("\n")}\n`;
}

/** `told` holds what was said of settings further up: a key that means the same everywhere is explained once. */
function sectionEntries(section: ValueSection, column: number, told: Set<string>): readonly Entry[] {
  return [...section.entries].map(([key, entry]) => {
    if (entry instanceof ValueSection) {
      return mapEntry(key, entry.description, sectionEntries(entry, column + 2, told), column);
    }
    if (entry.role === "tree")
      return mapEntry(key, entry.description, treeEntries(entry, column + 2), column);
    const words = `${key}: ${entry.description}`;
    const isTold = told.has(words);
    told.add(words);
    return settingEntry(key, isTold ? { ...entry, description: "" } : entry, column);
  });
}

/** A map with its entries. */
function mapEntry(key: string, description: string, entries: readonly Entry[], column: number): Entry {
  const isEmptyMap = !entries.some((entry) => entry.isSet);
  return {
    kind: "block",
    words: commentLines(description, column),
    code: [
      `${printKey(key)}${isEmptyMap ? " {}" : ""}`,
      ...layOut(entries, false).map((line) => indent(line, 2)),
    ],
    isSet: true,
  };
}

/** A setting: set, or commented out with its example. */
function settingEntry(key: string, value: Value, column: number): Entry {
  const isSet = value.default !== undefined;
  const comments = value.comments ?? [];
  const own = comments.flatMap(({ path, lines }) => (path.length === 0 ? lines : []));
  const shown = isSet ? value.default : (value.example ?? placeholder(value.schema));
  const code = printEntry(key, shown, isSet, comments);
  const remark = firstSentence(printable(value.description), Number.POSITIVE_INFINITY);
  const [first = ""] = code;
  const isShort =
    code.length === 1 && (remark === "" || (first.length <= longestCode && remark.length <= longestRemark));
  // An empty map or list (tolerations: []) explains itself well enough to lose its further sentences.
  const losesNothing = isEmptyCollection(shown) || remark === value.description.trim();
  if (isShort && losesNothing && own.length === 0) {
    return { kind: "line", words: remark === "" ? [] : [remark], code, isSet };
  }
  const words = [...commentLines(value.description, column), ...own.map(printable)];
  return { kind: "block", words, code, isSet };
}

/** What the CR's spec sets, then one level of what else it can hold. */
function treeEntries(tree: Value, column: number): readonly Entry[] {
  const fields = objectField(tree.schema, "properties");
  const content = isObject(tree.default) ? tree.default : {};
  const set = Object.entries(content).map(([key, field]): Entry => {
    const words = wordsOf(descriptionOf(fields[key]));
    const comments = (tree.comments ?? [])
      .filter(({ path }) => path[0] === key)
      .map(({ path, lines }) => ({ path: path.slice(1), lines }));
    const own = comments.flatMap(({ path, lines }) => (path.length === 0 ? lines : []));
    return {
      kind: "block",
      words: [...commentLines(words, column), ...own.map(printable)],
      code: printEntry(key, field, true, comments),
      isSet: true,
    };
  });
  const unset = Object.entries(fields)
    .filter(([key]) => !Object.hasOwn(content, key))
    .map(([key, schema]): Entry => {
      const remark = firstSentence(leadOf(descriptionOf(schema)), longestRemark);
      const code = printEntry(key, placeholder(isObject(schema) ? schema : {}), false);
      return { kind: "line", words: remark === "" ? [] : [remark], code, isSet: false };
    });
  if (unset.length === 0) return set;
  const heading = commentLines("What else can be set:", column);
  return [...set, { kind: "block", words: heading, code: [], isSet: false }, ...unset];
}

/** The first sentence of a field's description; where that leads to a list, the list as well. */
function wordsOf(description: string): string {
  const lead = leadOf(description);
  return lead.endsWith("…") && description.length <= longestComment
    ? description
    : firstSentence(lead, longestComment);
}

/** The entries as lines: runs of one-liners stay together, a blank line stands around all that is tall. */
function layOut(entries: readonly Entry[], isRoot: boolean): readonly string[] {
  let remarkColumn = 0;
  return entries.flatMap((entry, index) => {
    const previous = entries[index - 1];
    const gap = previous && needsBlankLine(previous, entry, isRoot) ? [""] : [];
    if (entry.kind === "block") return [...gap, ...entry.words, ...entry.code];
    if (previous?.kind !== "line") remarkColumn = remarkColumnOf(entries, index);
    const [code = ""] = entry.code;
    const [remark] = entry.words;
    return [...gap, remark === undefined ? code : `${code.padEnd(remarkColumn)}  # ${remark}`];
  });
}

function needsBlankLine(previous: Entry, entry: Entry, isRoot: boolean): boolean {
  if (previous.code.length === 0) return false;
  if (previous.kind === "line" && entry.kind === "line") return false;
  const startsComment = previous.kind === "line" && entry.kind === "block";
  return isRoot || startsComment || isTall(previous) || isTall(entry);
}

function isTall(entry: Entry): boolean {
  return entry.kind === "block" && entry.words.length + entry.code.length > 2;
}

/** Where the remarks of the run of one-liners that begins at `start` stand. */
function remarkColumnOf(entries: readonly Entry[], start: number): number {
  let column = 0;
  for (const entry of entries.slice(start)) {
    if (entry.kind !== "line") break;
    const length = entry.code[0]?.length ?? 0;
    if (length <= longestCode) column = Math.max(column, length);
  }
  return column;
}

function printKey(key: string): string {
  // No word with a meaning in YAML is longer than `false` or changes case inside: most keys need no look.
  const isPlain = /^(?:[a-z]{6,}|[a-z]+[A-Z][A-Za-z]*)$/.test(key);
  return isPlain ? `${key}:` : printYaml({ [key]: 0 }).replace(/ 0$/, "");
}

function printEntry(
  key: string,
  content: Json | undefined,
  isSet: boolean,
  comments: readonly SourceComment[] = [],
): readonly string[] {
  const inner = comments
    .filter(({ path }) => path.length > 0)
    .map(({ path, lines }) => ({ path: [key, ...path], lines }));
  const lines = withComments(textOf(key, content, isSet).split("\n"), inner);
  return isSet ? lines : lines.map((line) => `# ${line}`.trimEnd());
}

/** A list that is only an example stands on one line. */
function textOf(key: string, content: Json | undefined, isSet: boolean): string {
  const isExample = Array.isArray(content) && !isSet;
  if (isEmptyCollection(content) || typeof content === "boolean" || isExample)
    return `${printKey(key)} ${JSON.stringify(content)}`;
  return printYaml({ [key]: content });
}

/** What a commented-out field shows: the operator's own default, the first choice, or an empty value of its type. */
function placeholder(schema: JsonSchema): Json {
  const { default: assumed, enum: choices } = schema;
  if (["string", "number", "boolean"].includes(typeof assumed) || Array.isArray(assumed))
    return assumed as Json;
  const [choice] = Array.isArray(choices) ? choices.filter((candidate) => candidate !== null) : [];
  if (choice !== undefined) return choice as Json;
  const types = typesOf(schema);
  if (types.includes("object")) return {};
  if (types.includes("array")) return [];
  if (types.includes("boolean")) return false;
  return types.length > 0 && !types.includes("string") ? 0 : "";
}

/** The CRD's words for a field. */
function descriptionOf(schema: Json | undefined): string {
  return printable(stringField(schema, "description") ?? "").trim();
}

function isEmptyCollection(content: Json | undefined): boolean {
  return typeof content === "object" && content !== null && Object.keys(content).length === 0;
}
