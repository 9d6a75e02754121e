// The README's tables of values: one a section, and of a CR's tree as many levels as a reader can take in. What
// would only repeat itself is told once, since Helm stores the README in every release.
import { groupBy } from "../classify/group-by.ts";
import { formatImageReference } from "../kubernetes/image-reference.ts";
import type { Json } from "../kubernetes/object.ts";
import type { Value } from "../transform/value.ts";
import { type ChartFacts, sectionDescription, valueAt } from "./chart-facts.ts";
import { code, firstSentence, markdownText, table } from "./markdown.ts";
import { leadOf } from "./prose.ts";
import { repeatedKeys, repeatedTrees } from "./repeated-values.ts";
import { type SchemaField, schemaFields } from "./schema-tree.ts";

/** Levels of a CR's tree in the README; docs/values.md has all. One where two would be more than `mostFields`. */
const treeLevels = 2;
const mostFields = 150;
/** A section with fewer rows stands in the general table. */
const fewestRows = 3;
/** A family with more members than this is told once for all of them. */
const mostMembers = 3;
/** Keys of the root whose members are named after objects and all have the same keys. */
const families = new Set([
  "webhooks",
  "serviceAccounts",
  "configMaps",
  "secrets",
  "priorityClasses",
  "namespaces",
  "customResources",
]);
const imageParts = ["registry", "repository", "tag", "digest"] as const;
const longestDefault = 48;
const longestDescription = 200;
const longestFieldDescription = 90;

interface Group {
  readonly title: string;
  readonly description: string;
  readonly rows: readonly Row[];
}

type Row = readonly [key: string, description: string, preset: string];

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
  const general: (readonly Row[])[] = [];
  const groups: Group[] = [];
  for (const [key, ofKey] of groupBy(values, ({ path }) => path[0] ?? "")) {
    const all = ofKey.filter(({ role }) => role !== "section");
    const members = all.filter((value) => !repeated.has(value));
    const family = familyOf(key, members);
    const rows = family?.rows ?? members.flatMap((value) => rowsOf(value, facts));
    const description = [
      sectionDescription(values, [key]),
      ...(family ? [`Names: ${family.names.join(", ")}.`] : []),
      ...noteOn(key, all.length - members.length, facts),
    ].join(" ");
    const [only] = members;
    if (rows.length >= fewestRows) groups.push({ title: code(key), description: description.trim(), rows });
    else if (only?.role === undefined && only?.path.length === 2 && rows.length === 1) {
      general.push([row(only, `${firstSentence(description, longestDescription)} ${only.description}`)]);
    } else if (families.has(key)) general.push(memberRows(members, values));
    else general.push(rows);
  }
  const rows = general.flat();
  const first = rows.length === 0 ? [] : [{ title: "General", description: "", rows }];
  return [...first, ...groups];
}

/** The settings of objects away from the others of their kind: the first of each names its object. */
function memberRows(members: readonly Value[], values: readonly Value[]): readonly Row[] {
  const named = new Set<string>();
  return members.map((member) => {
    const section = sectionDescription(values, member.path.slice(0, -1));
    if (named.has(section)) return row(member, member.description);
    named.add(section);
    return row(member, `${section} ${member.description}`.trim());
  });
}

/** One row for each key that all members of a large family share. */
function familyOf(
  key: string,
  members: readonly Value[],
): { readonly rows: readonly Row[]; readonly names: readonly string[] } | undefined {
  if (!families.has(key)) return undefined;
  const names = new Set(members.map(({ path }) => path.slice(1, -1).join(".")));
  if (names.size <= mostMembers || names.has("")) return undefined;
  const rows = [...new Set(members.map(({ path }) => path.at(-1) ?? ""))].map((last): Row => {
    const sharing = members.filter(({ path }) => path.at(-1) === last);
    const presets = new Set(sharing.map(({ default: preset }) => defaultCell(preset)));
    const [preset = ""] = presets;
    return [
      code(`${key}.<name>.${last}`),
      descriptionCell(sharing[0]?.description ?? ""),
      presets.size === 1 ? preset : "see `values.yaml`",
    ];
  });
  return { rows, names: [...names] };
}

function noteOn(key: string, hidden: number, { chart }: ChartFacts): readonly string[] {
  const first = chart.blocks[0]?.path.join(".") ?? "";
  if (hidden === 0) return [];
  return key === first
    ? [`Further containers have the keys of \`${first}\` itself, empty where they are not listed.`]
    : [`Further keys are those of \`${first}\`; they are empty here.`];
}

function rowsOf(value: Value, facts: ChartFacts): readonly Row[] {
  if (value.role === "tree") return treeRows(value, facts);
  const image = imageRow(value, facts.values);
  if (image) return image;
  return [row(value, value.description)];
}

function treeRows(value: Value, facts: ChartFacts): readonly Row[] {
  const { sameAs, first } = repeatedTrees(facts, value);
  if (sameAs) {
    return [
      [
        code(value.path.join(".")),
        `object: fields as in ${code(sameAs.join("."))}`,
        defaultCell(value.default),
      ],
    ];
  }
  const count = first.reduce((sum, tree) => sum + schemaFields(tree, treeLevels).length, 0);
  // docs/values.md has what is deprecated too.
  return schemaFields(value, count > mostFields ? 1 : treeLevels)
    .filter(({ description, set }) => set !== undefined || !/^deprecated\b/i.test(description))
    .map(fieldRow);
}

/** The parts of an image in one row, which stands at the first of them. */
function imageRow({ path }: Value, values: readonly Value[]): readonly Row[] | undefined {
  const parent = path.slice(0, -1);
  const last = path.at(-1) ?? "";
  if (!imageParts.some((part) => part === last)) return undefined;
  const parts = imageParts.map((part) => valueAt(values, [...parent, part])?.default);
  if (!parts.every((part) => typeof part === "string")) return undefined;
  if (last !== imageParts[0]) return [];
  const [registry = "", repository = "", tag = "", digest = ""] = parts;
  return [
    [
      code(`${parent.join(".")}.{${imageParts.join(",")}}`),
      `The image in its parts; global.imageRegistry takes the place of registry. ${digest === "" ? "A digest decides what runs, whatever the tag says." : 'The digest decides what runs: with `digest: ""` the tag does.'}`,
      code(formatImageReference({ registry, repository, tag, digest })),
    ],
  ];
}

function row({ path, default: preset }: Value, description: string): Row {
  return [code(path.join(".")), descriptionCell(description), defaultCell(preset)];
}

function descriptionCell(description: string): string {
  const long = description.length > longestDescription;
  return markdownText(long ? firstSentence(description, longestDescription) : description);
}

function fieldRow({ path, description, type, assumed, set }: SchemaField): Row {
  const sentence = markdownText(firstSentence(leadOf(description), longestFieldDescription));
  const assumption =
    set === undefined && assumed !== undefined ? `the operator assumes ${defaultCell(assumed)}` : "";
  return [
    code(path.join(".")),
    [`${type}${sentence === "" ? "" : `: ${sentence}`}`, assumption].filter((part) => part !== "").join("; "),
    defaultCell(set),
  ];
}

/** A default as code; what is long is to be read in values.yaml. */
function defaultCell(value: Json | undefined): string {
  if (value === undefined) return "";
  const text = JSON.stringify(value);
  return text.length > longestDefault ? "see `values.yaml`" : code(text);
}
