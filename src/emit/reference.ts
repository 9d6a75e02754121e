// docs/values.md: every value of the chart with the whole tree of its CRs. It stays in the repository, see
// helmignore.ts.
import { groupBy } from "../classify/group-by.ts";
import { isObject, type Json } from "../kubernetes/object.ts";
import type { ChartPlan, ChartSetPlan } from "../plan/chart-plan.ts";
import type { JsonSchema, Value } from "../transform/value.ts";
import { code, markdownText } from "./markdown.ts";
import { markdownBlocks } from "./prose.ts";
import { type SchemaField, schemaFields, typeName } from "./schema-tree.ts";

/** The text of docs/values.md. */
export function reference(set: ChartSetPlan, chart: ChartPlan, values: readonly Value[]): string {
  const settings = values.filter(({ role }) => role === undefined);
  const trees = values.filter(({ role }) => role === "tree");
  const parts = [
    `# Values of the chart ${chart.name}`,
    `Version ${markdownText(set.metadata.version)}. What values.yaml does not set has no default here; a default of the operator's own is told as such.`,
    ...sections(values, settings),
    ...trees.map((tree) => treePart(tree)),
  ];
  return `${parts.join("\n\n")}\n`;
}

function sections(values: readonly Value[], settings: readonly Value[]): readonly string[] {
  const sectionsByKey = new Map(
    values.flatMap((value) =>
      value.role === "section" && value.path.length === 1 ? [[value.path[0], value]] : [],
    ),
  );
  return [...groupBy(settings, ({ path }) => path[0] ?? "")].map(([key, members]) => {
    const section = sectionsByKey.get(key);
    const heading = [`## ${code(key)}`, ...(section ? [markdownText(section.description)] : [])].join("\n\n");
    return `${heading}\n\n${members.map(settingItem).join("\n")}`;
  });
}

function treePart(tree: Value): string {
  const title = tree.path.length === 0 ? "The custom resource" : code(tree.path.join("."));
  const fields = schemaFields(tree).map(fieldItem);
  return [`## ${title}`, markdownText(tree.description), fields.join("\n")].join("\n\n");
}

function settingItem({ path, schema, description, default: preset }: Value): string {
  return item(path, [typeName(schema), ...limits(schema), ...told("default", preset)], description);
}

function fieldItem({ path, type, schema, description, assumed, set, choices }: SchemaField): string {
  const facts = [
    type,
    ...(choices.length > 0
      ? [`one of ${choices.map((choice) => code(JSON.stringify(choice))).join(", ")}`]
      : []),
    ...limits(schema),
    ...told("default", set),
    ...told("the operator assumes", assumed),
  ];
  return item(path, facts, description);
}

function item(path: readonly string[], facts: readonly string[], description: string): string {
  const [first, ...others] = markdownBlocks(description);
  const head = `- ${code(path.join("."))} (${facts.join("; ")})`;
  if (!first) return head;
  const isParagraph = first.length === 1 && !first[0]?.startsWith("- ");
  const below = (isParagraph ? others : [first, ...others]).map((block) =>
    ["", ...block.map((line) => (line === "" ? "" : `  ${line}`))].join("\n"),
  );
  return [`${head}${isParagraph ? `: ${first[0]}` : ""}`, ...below].join("\n");
}

function told(what: string, value: Json | undefined): readonly string[] {
  return value === undefined ? [] : [`${what} ${code(JSON.stringify(value))}`];
}

/** Bounds and patterns, in words. */
function limits(schema: JsonSchema): readonly string[] {
  const words: readonly (readonly [string, string])[] = [
    ["minimum", "at least"],
    ["exclusiveMinimum", "more than"],
    ["maximum", "at most"],
    ["exclusiveMaximum", "less than"],
    ["minLength", "length at least"],
    ["maxLength", "length at most"],
    ["pattern", "matches"],
  ];
  const bounds = words.flatMap(([keyword, word]) => {
    const limit = schema[keyword];
    return typeof limit === "number" || typeof limit === "string" ? [`${word} ${code(String(limit))}`] : [];
  });
  const required = schema["required"];
  const needs =
    Array.isArray(required) && isObject(schema["properties"])
      ? [`needs ${required.map((name) => code(String(name))).join(", ")}`]
      : [];
  return [...bounds, ...needs];
}
