// The values that a project adds: each sets fields that have no value otherwise, and is at first what the sources have
// there.
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { field, jsonEqual } from "../kubernetes/object.ts";
import { type Manifest, positionOf } from "../parse/manifest.ts";
import type { ValuesPlan } from "../plan/value-names.ts";
import { type AddedType, joinValuePath, type ProjectAddedValue, splitValuePath } from "../project/values.ts";
import type { Edit } from "../template/edit.ts";
import {
  call,
  type Fragment,
  literal,
  output,
  outputBlock,
  pipe,
  quoted,
  text,
  value,
} from "../template/expression.ts";
import { entryOf, nodeAt } from "../yaml/tree.ts";
import { appendEntries, columnOf, isFilledMapping, newLine, replaceEntry } from "./block-edits.ts";
import { type FieldObstacle, noMap, obstacleAt, otherType, typeOf } from "./field-obstacles.ts";
import { commentsOf, type FieldPlace } from "./fields.ts";
import { fieldPath, isObjectAt } from "./project-fields.ts";
import { combine, type Transform, type Transformed } from "./transform-context.ts";
import type { JsonSchema, Value } from "./value.ts";

/** Exposes the fields that the project names. Comes last, since a field that has a value already gets no other. */
export const addedValues: Transform = (manifest, { set }, earlier) => {
  const { values: plan } = set;
  const added = Object.entries(plan?.project.add ?? {});
  if (!plan || added.length === 0) return {};
  const edits = [...earlier];
  return combine(
    added.flatMap(([key, value_]) =>
      value_.fields.flatMap(({ object, field: written }, index): readonly Transformed[] => {
        if (!isObjectAt(manifest, object)) return [];
        const result = addField(plan, { manifest, key, added: value_, written, index }, edits);
        edits.push(...(result.edits ?? []));
        return [result];
      }),
    ),
  );
};

/** One field of the object that is at hand. */
interface AddedField {
  readonly manifest: Manifest;
  readonly key: string;
  readonly added: ProjectAddedValue;
  readonly written: string;
  readonly index: number;
}

function addField(plan: ValuesPlan, one: AddedField, earlier: readonly Edit[]): Transformed {
  const { manifest, key: name, added, written } = one;
  const steps = fieldPath(manifest, written);
  const path = steps.slice(0, -1);
  const key = steps.at(-1);
  const parent = nodeAt(manifest.document.root, path);
  if (typeof key !== "string" || !isFilledMapping(parent)) return fault(plan, one, noMap(written, parent));
  const place: FieldPlace = { manifest, parent, path, earlier };
  const found = field(manifest.object, ...steps);
  const obstacle = obstacleAt(place, key, name, plan) ?? otherType(found, added.type);
  if (obstacle) return fault(plan, one, obstacle);
  return expose(place, key, splitValuePath(name), added.type ?? typeOf(found) ?? "string", added);
}

function fault(
  plan: ValuesPlan,
  { manifest, key, written, index }: AddedField,
  obstacle: FieldObstacle,
): Transformed {
  const diagnostic: Diagnostic = {
    severity: "error",
    code: "values/field",
    message: `The value "${key}" cannot set "${written}".`,
    position: plan.positionOf(["add", key, "fields", index, "field"]),
    notes: [{ message: "the object is here", position: manifest.position }],
    ...obstacle,
  };
  return { diagnostics: [diagnostic] };
}

const schemas: Readonly<Record<AddedType, JsonSchema>> = {
  string: { type: ["string", "null"] },
  integer: { type: ["integer", "null"] },
  boolean: { type: ["boolean", "null"] },
  map: { type: ["object", "null"] },
  list: { type: ["array", "null"] },
};

/** The field renders what the value is, and goes with null. */
function expose(
  place: FieldPlace,
  key: string,
  path: readonly string[],
  type: AddedType,
  { description, choices }: ProjectAddedValue,
): Transformed {
  const { manifest, parent } = place;
  const { text: source } = manifest.document;
  const column = columnOf(source, parent.start);
  const entry = entryOf(parent, key);
  const found = field(manifest.object, ...place.path, key);
  const lines: readonly Fragment[] = [
    { kind: "if", expression: call("not", call("kindIs", literal("invalid"), value(...path))) },
    newLine(column),
    ...printed(key, path, type, column),
    newLine(column),
    { kind: "end" },
  ];
  const at = [...place.path, key];
  const added: Value = {
    path,
    ...(found === undefined || found === null ? {} : { default: found }),
    description,
    schema: { ...schemas[type], ...(choices ? { enum: [...choices, null] } : {}) },
    position: positionOf(manifest, at),
    ...commentsOf(source, entry),
    addedBy: "add",
  };
  return {
    edits: entry
      ? replaceEntry(source, entry, lines, "added value")
      : [appendEntries(source, parent, [newLine(column), ...lines], "added value")],
    values: [added],
    differences: found === null ? [{ path: at, source: null, reason: "an empty field sets nothing" }] : [],
  };
}

function printed(key: string, path: readonly string[], type: AddedType, column: number): readonly Fragment[] {
  const own = value(...path);
  if (type === "string") return [text(`${key}: `), output(quoted(own))];
  if (type === "integer") return [text(`${key}: `), output(pipe(own, call("int64")))];
  if (type === "boolean") return [text(`${key}: `), output(own)];
  return [text(`${key}:`), newLine(column + 2), outputBlock(pipe(own, call("toYaml")), column + 2)];
}

/** Values whose fields have different contents in the sources: none of them could be the default of all. */
export function contradictions(values: readonly Value[], plan: ValuesPlan): readonly Diagnostic[] {
  const first = new Map<string, Value>();
  return values.flatMap((entry): readonly Diagnostic[] => {
    if (!entry.addedBy) return [];
    const key = joinValuePath(entry.path);
    const other = first.get(key) ?? entry;
    first.set(key, other);
    if (jsonEqual(other.default ?? null, entry.default ?? null)) return [];
    return [
      {
        severity: "error",
        code: "values/field",
        message: `The fields of the value "${key}" are not the same in the sources.`,
        position: plan.positionOf(["add", key, "fields"]),
        ...(entry.position ? { notes: [{ message: "another one is here", position: entry.position }] } : {}),
        found: [other, entry].map((one) => JSON.stringify(one.default) ?? "nothing").join(" and "),
        expected: "fields that have one content",
        hint: "Give each of them a value of its own.",
      },
    ];
  });
}
