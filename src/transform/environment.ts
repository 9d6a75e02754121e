// Environment variables: a map of values by name. A literal is a value; what the source computes (valueFrom,
// an image, the namespace) stays in the template and gives way to a value of the same name.

import { field, isObject, type Json, listField, stringField } from "../kubernetes/object.ts";
import { overriddenVariables } from "../kubernetes/pod-spec.ts";
import { type Manifest, positionOf } from "../parse/manifest.ts";
import type { ContainerBlock } from "../plan/chart-plan.ts";
import { workloadBlockOf } from "../plan/lookup.ts";
import { type Edit, isEdited } from "../template/edit.ts";
import {
  call,
  dot,
  type Expression,
  type Fragment,
  include,
  literal,
  outputBlock,
  pipe,
  text,
  value,
} from "../template/expression.ts";
import { helperName } from "../template/helpers.ts";
import { commentsIn } from "../yaml/comments.ts";
import { entryOf, type Node, nodeAt } from "../yaml/tree.ts";
import {
  appendEntries,
  appendItems,
  columnOf,
  dashBefore,
  depthOf,
  endOfLine,
  isFilledMapping,
  isFilledSequence,
  newLine,
  replaceEntry,
} from "./block-edits.ts";
import { emptyDifference } from "./fields.ts";
import { combine, type Transform, type TransformContext, type Transformed } from "./transform-context.ts";

const reason = "environment";

/** Exposes the environment of every container. */
export const environment: Transform = (manifest, context, earlier) => {
  const block = workloadBlockOf(context.chart, manifest);
  return combine(
    (block?.containers ?? []).map((container) => containerEnvironment(manifest, container, context, earlier)),
  );
};

function containerEnvironment(
  manifest: Manifest,
  { container, path }: ContainerBlock,
  context: TransformContext,
  earlier: readonly Edit[],
): Transformed {
  const { text: source, root } = manifest.document;
  const node = nodeAt(root, container.path);
  if (!isFilledMapping(node)) return {};
  const envPath = [...path, "env"];
  const entries = readEntries(manifest, container.path);
  const list = nodeAt(node, ["env"]);
  const literals = new Map<string, string>();
  const comments = isFilledSequence(list) ? commentsIn(source, list) : [];
  const edits: Edit[] = [];
  const isEmptyList = Array.isArray(field(manifest.object, ...container.path, "env"));
  const column = columnOf(source, node.start);
  if (isFilledSequence(list)) {
    const itemColumn = columnOf(source, list.start);
    list.items.forEach((item, index) => {
      const entry = entries[index];
      if (!entry?.name || entry.isOverridden) return;
      const plain = entry.plain !== undefined && !isEdited(item, earlier);
      if (plain) literals.set(entry.name, entry.plain);
      edits.push(...itemEdits(source, item, itemColumn, plain, entry.name, envPath, context));
    });
    const rest = call(
      "list",
      value(...envPath),
      ...entries.filter(({ isOverridden }) => !isOverridden).map(({ name }) => literal(name)),
    );
    const more = include(helperName(context.chart.name, "extraEnv"), rest);
    const lines: readonly Fragment[] = [
      newLine(itemColumn),
      { kind: "with", expression: more },
      newLine(itemColumn),
      outputBlock(dot, itemColumn),
      newLine(itemColumn),
      { kind: "end" },
    ];
    edits.push(appendItems(source, list, lines, reason));
  } else {
    const empty = entryOf(node, "env");
    const lines = isEmptyList
      ? emptyEnvironment(envPath, column, context)
      : newEnvironment(envPath, column, context);
    if (empty) edits.push(...replaceEntry(source, empty, lines, reason));
    else edits.push(appendEntries(source, node, [newLine(column), ...lines], reason));
  }
  const computed = entries.filter(({ name }) => !literals.has(name)).map(({ name }) => name);
  return {
    edits,
    differences: emptyDifference({ manifest, path: container.path }, "env"),
    values: [
      {
        path: envPath,
        default: Object.fromEntries(literals),
        description: describe(computed),
        schema: {
          type: "object",
          additionalProperties: { type: ["string", "number", "boolean", "object", "null"] },
        },
        position: positionOf(manifest, [...container.path, "env"]),
        comments: comments.flatMap(({ path: [index], lines }) => {
          const name = typeof index === "number" ? (entries[index]?.name ?? "") : "";
          return literals.has(name) ? [{ path: [name], lines }] : [];
        }),
      },
    ],
  };
}

interface EnvironmentEntry {
  readonly name: string;
  /** The literal value; undefined when the variable has valueFrom, or fields that we do not know. */
  readonly plain: string | undefined;
  /** Whether a later entry of the same name counts; such an entry is left out. */
  readonly isOverridden: boolean;
}

function readEntries(
  manifest: Manifest,
  path: ContainerBlock["container"]["path"],
): readonly EnvironmentEntry[] {
  const list = listField(field(manifest.object, ...path), "env");
  const overridden = overriddenVariables(list);
  return list.map((entry, index) => ({
    name: stringField(entry, "name") ?? "",
    plain: plainValue(entry),
    isOverridden: overridden.has(index),
  }));
}

function plainValue(entry: Json): string | undefined {
  if (!isObject(entry) || !Object.keys(entry).every((key) => key === "name" || key === "value"))
    return undefined;
  return stringField(entry, "value");
}

function itemEdits(
  source: string,
  item: Node,
  column: number,
  plain: boolean,
  name: string,
  envPath: readonly string[],
  context: TransformContext,
): readonly Edit[] {
  const dash = dashBefore(source, item.start, column);
  const end = endOfLine(source, item.end);
  const fromValues = include(
    helperName(context.chart.name, "env"),
    call("list", value(...envPath), literal(name)),
  );
  if (plain) {
    // A comment behind the value would be printed behind another one.
    const comment = source.slice(item.end, end).trim();
    const above = comment === "" ? [] : [text(comment), newLine(column)];
    return [{ start: dash, end, replacement: [...above, outputBlock(fromValues, column)], reason }];
  }
  const given: Expression = call("hasKey", call("default", call("dict"), value(...envPath)), literal(name));
  const before: readonly Fragment[] = [
    { kind: "if", expression: given },
    newLine(column),
    outputBlock(fromValues, column),
    newLine(column),
    { kind: "else" },
    newLine(column),
  ];
  return [
    { start: dash, end: dash, replacement: before, reason },
    {
      start: end,
      end,
      replacement: [newLine(column), { kind: "end" }],
      reason,
      depth: depthOf(column, "item"),
    },
  ];
}

function newEnvironment(
  envPath: readonly string[],
  column: number,
  context: TransformContext,
): readonly Fragment[] {
  const all = include(
    helperName(context.chart.name, "extraEnv"),
    call("list", { kind: "object", name: "." }),
  );
  return [
    { kind: "with", expression: value(...envPath) },
    newLine(column),
    text("env:"),
    newLine(column + 2),
    outputBlock(all, column + 2),
    newLine(column),
    { kind: "end" },
  ];
}

/** An empty list of the source stays one while there is nothing to put into it. */
function emptyEnvironment(
  envPath: readonly string[],
  column: number,
  context: TransformContext,
): readonly Fragment[] {
  const all = include(helperName(context.chart.name, "extraEnv"), call("list", value(...envPath)));
  return [
    text("env:"),
    newLine(column + 2),
    outputBlock(pipe(all, call("default", literal("[]"))), column + 2),
  ];
}

function describe(computed: readonly string[]): string {
  const known =
    computed.length === 0
      ? ""
      : ` The operator also sets ${computed.join(", ")}; a value here replaces the whole entry.`;
  return `Environment variables by name: a value, or a map such as valueFrom; null takes one away.${known}`;
}
