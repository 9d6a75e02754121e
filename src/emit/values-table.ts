// The README's tables of values: one a section, and of a CR's tree as many levels as a reader can take in.
import type { Json } from "../kubernetes/object.ts";
import type { Value } from "../transform/value.ts";
import type { ChartFacts } from "./chart-facts.ts";
import { code, firstSentence, markdownText, table } from "./markdown.ts";
import { type SchemaField, schemaFields } from "./schema-tree.ts";

/** Levels of a CR's tree in the README; docs/values.md has all. */
const treeLevels = 2;
/** A section with fewer rows stands in the general table. */
const fewestRows = 3;
const longestDefault = 48;
const longestDescription = 200;
const longestFieldDescription = 90;

interface Group {
  readonly title: string;
  readonly description: string;
  readonly rows: readonly Row[];
}

type Row = readonly string[];

/** The tables, with a heading each. */
export function valuesTables(facts: ChartFacts): string {
  return groupValues(facts)
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
function groupValues(facts: ChartFacts): readonly Group[] {
  const { values } = facts;
  const repeated = repeatedKeys(facts);
  const general: Row[] = [];
  const groups: Group[] = [];
  for (const key of new Set(values.map(({ path }) => path[0] ?? ""))) {
    const all = values.filter(({ path, role }) => (path[0] ?? "") === key && role !== "section");
    const members = all.filter((value) => !repeated.has(value));
    const description =
      values.find(({ path, role }) => role !== undefined && path.length === 1 && path[0] === key)
        ?.description ?? "";
    const rows = members.flatMap(rowsOf);
    if (rows.length >= fewestRows) {
      groups.push({
        title: code(key),
        description: description + noteOn(all.length - members.length, facts),
        rows,
      });
    } else {
      const [only] = members;
      const alone = only && members.length === 1 && only.role === undefined && only.path.length > 1;
      general.push(
        ...(alone
          ? [row(only, `${firstSentence(description, longestDescription)} ${only.description}`)]
          : rows),
      );
    }
  }
  const first = general.length === 0 ? [] : [{ title: "General", description: "", rows: general }];
  return [...first, ...groups];
}

/**
 * The empty settings of all containers but the first workload's main one: they have the same keys there, and a
 * README with several workloads would be mostly repetition.
 */
function repeatedKeys({ chart, values }: ChartFacts): ReadonlySet<Value> {
  const [first] = chart.blocks;
  const repeated = new Set<Value>();
  if (!first) return repeated;
  const places = chart.blocks
    .flatMap(({ path, containers }) => [path, ...containers.map((container) => container.path)])
    .filter((path) => path.join(".") !== first.path.join("."))
    .toSorted((a, b) => b.length - a.length);
  const known = new Set(values.map(({ path }) => path.join(".")));
  for (const value of values) {
    const place = places.find((path) => path.every((key, index) => value.path[index] === key));
    if (!place || value.role !== undefined || !isEmpty(value.default)) continue;
    if (known.has([...first.path, ...value.path.slice(place.length)].join("."))) repeated.add(value);
  }
  return repeated;
}

function noteOn(hidden: number, { chart }: ChartFacts): string {
  const first = chart.blocks[0]?.path.join(".") ?? "";
  return hidden === 0 ? "" : ` Further keys are those of \`${first}\`; they are empty here.`;
}

function isEmpty(value: Json | undefined): boolean {
  return value === undefined || value === "" || ["{}", "[]", "null"].includes(JSON.stringify(value));
}

function rowsOf(value: Value): readonly Row[] {
  if (value.role === "tree") return schemaFields(value, treeLevels).map(fieldRow);
  return [row(value, value.description)];
}

function row({ path, default: preset }: Value, description: string): Row {
  return [
    code(path.join(".")),
    markdownText(
      description.length > longestDescription ? firstSentence(description, longestDescription) : description,
    ),
    defaultCell(preset),
  ];
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
