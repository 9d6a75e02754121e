// The README's tables of values: one a section, and of a CR's tree as many levels as a reader can take in.
import type { Json } from "../kubernetes/object.ts";
import type { Value } from "../transform/value.ts";
import { code, firstSentence, markdownText, table } from "./markdown.ts";
import { type SchemaField, schemaFields } from "./schema-tree.ts";

/** Levels of a CR's tree in the README; docs/values.md has all. */
const treeLevels = 2;
/** A section with fewer rows stands in the general table. */
const fewestRows = 3;
const longestDefault = 48;
const longestDescription = 140;
const longestFieldDescription = 90;

interface Group {
  readonly title: string;
  readonly description: string;
  readonly rows: readonly (readonly string[])[];
}

/** The tables, with a heading each. */
export function valuesTables(values: readonly Value[]): string {
  const groups = groupValues(values);
  return groups
    .map(({ title, description, rows }) =>
      [
        `### ${title}`,
        ...(description === "" ? [] : [markdownText(description)]),
        table(["Key", "Description", "Default"], rows),
      ].join("\n\n"),
    )
    .join("\n\n");
}

/** The values by their first key, in the registry's order. */
function groupValues(values: readonly Value[]): readonly Group[] {
  const general: (readonly string[])[] = [];
  const groups: Group[] = [];
  for (const key of new Set(values.map(({ path }) => path[0] ?? ""))) {
    const members = values.filter(({ path }) => (path[0] ?? "") === key);
    const rows = members.flatMap(rowsOf);
    const section = members.find(({ path, role }) => role !== undefined && path.length === 1);
    const isLarge = rows.length >= fewestRows && section !== undefined;
    if (isLarge) groups.push({ title: code(key), description: section.description, rows });
    else general.push(...rows);
  }
  const first = general.length === 0 ? [] : [{ title: "General", description: "", rows: general }];
  return [...first, ...groups];
}

function rowsOf(value: Value): readonly (readonly string[])[] {
  if (value.role === "section") return [];
  if (value.role === "tree") return schemaFields(value, treeLevels).map(fieldRow);
  const description = markdownText(firstSentence(value.description, longestDescription));
  return [[code(value.path.join(".")), description, defaultCell(value.default)]];
}

function fieldRow({ path, description, type, assumed, set }: SchemaField): readonly string[] {
  const sentence = markdownText(firstSentence(description, longestFieldDescription));
  const assumption =
    set === undefined && assumed !== undefined ? `the operator assumes ${defaultCell(assumed)}` : "";
  return [
    code(path.join(".")),
    [`${type}${sentence === "" ? "" : `: ${sentence}`}`, assumption].filter((part) => part !== "").join("; "),
    defaultCell(set),
  ];
}

/** A default as code; what is long is to be read in values.yaml. */
export function defaultCell(value: Json | undefined): string {
  if (value === undefined) return "";
  const text = JSON.stringify(value);
  return text.length > longestDefault ? "see `values.yaml`" : code(text);
}
