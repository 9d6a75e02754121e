// What is other between the schemas of a value, in words that say of which field it is.
import { field, type Json, jsonEqual } from "../kubernetes/object.ts";
import { type Change, compareValues } from "../verify/compare.ts";
import { formatPath, formatValue } from "../verify/wording.ts";
import type { PathStep } from "../yaml/tree.ts";
import { changeWords } from "./difference-words.ts";

/** How two schemas differ: `maximum is 8 and was 9`, `[].name can be "data" no longer`. */
export function schemaDifferenceWords(before: Json | undefined, after: Json | undefined): string {
  const changes = compareValues(before ?? null, after ?? null);
  const enumOf = ({ path }: Change) =>
    path
      .map((_, index) => path.slice(0, index + 1))
      .find((part) => part.at(-1) === "enum" && [before, after].some((schema) => valueAt(schema, part)));
  const enums = new Map(
    changes.flatMap((change) => {
      const path = enumOf(change);
      return path ? [[formatPath(path), path] as const] : [];
    }),
  );
  const words = [...enums.values()].flatMap((path) => enumWords(path, before, after));
  const others = changes.filter((change) => !enumOf(change));
  if (others.length > 0) words.push(changeWords(others, nameOf));
  return words.join(", ");
}

/** The values that a field can have no longer, and those that it can have now. */
function enumWords(
  path: readonly PathStep[],
  before: Json | undefined,
  after: Json | undefined,
): readonly string[] {
  const [then, now] = [before, after].map((schema) => valueAt(schema, path));
  const isForbidden = path.at(-2) === "not";
  const [were, are] = isForbidden ? [now, then] : [then, now];
  const name = nameOf(path.slice(0, isForbidden ? -2 : -1)) || "it";
  if (!isForbidden && then === undefined) return [`${name} has to be one of ${listOf(now)}`];
  if (!isForbidden && now === undefined) return [`${name} can be anything, not only ${listOf(then)}`];
  const [lost, gained] = [without(were, are), without(are, were)];
  return [
    ...(lost.length > 0 ? [`${name} can be ${listOf(lost)} no longer`] : []),
    ...(gained.length > 0 ? [`${name} can be ${listOf(gained)}, too`] : []),
  ];
}

function valueAt(schema: Json | undefined, path: readonly PathStep[]): readonly Json[] | undefined {
  const found = schema === undefined ? undefined : field(schema, ...path);
  return Array.isArray(found) ? found : undefined;
}

function without(values: readonly Json[] = [], others: readonly Json[] = []): readonly Json[] {
  return values.filter((value) => !others.some((other) => jsonEqual(other, value)));
}

function listOf(values: readonly Json[] = []): string {
  return values.map((value) => formatValue(value)).join(", ");
}

/** The field that a schema is of, `[]` for the items of a list and `*` for any key, and the keyword behind it. */
function nameOf(path: readonly PathStep[]): string {
  const steps: string[] = [];
  let at = 0;
  for (; at < path.length; at += 1) {
    const step = path[at];
    if (step === "properties" && path[at + 1] !== undefined) {
      at += 1;
      steps.push(String(path[at]));
    } else if (step === "items") steps.push("[]");
    else if (step === "additionalProperties" && at + 1 < path.length) steps.push("*");
    else break;
  }
  const rest = formatPath(path.slice(at));
  const named = steps.join(".");
  return [named, rest].filter((part) => part !== "").join(" ");
}
