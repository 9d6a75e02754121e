// Paths that a project chose and that another value has, or stands inside or around.
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { type Json, objectField } from "../kubernetes/object.ts";
import { pathBefore, type Renaming, startsWith, type ValuesPlan } from "../plan/value-names.ts";
import { joinValuePath, splitValuePath } from "../project/values.ts";
import type { Value } from "./value.ts";

/** What is wrong with the paths of `values` that the project chose. Several manifests may register one value. */
export function takenPaths(values: readonly Value[], plan: ValuesPlan): readonly Diagnostic[] {
  const settings = new Map<string, Value>();
  for (const value of values) {
    if (value.role !== "section") settings.set(JSON.stringify([identityOf(value, plan), value.path]), value);
  }
  const found = new Map<string, Diagnostic>();
  const all = [...settings.values()];
  for (const value of all) {
    const key = chosenAt(value, plan);
    if (key === undefined) continue;
    const other = all.find((candidate) => candidate !== value && overlap(candidate, value.path));
    const place = JSON.stringify(key);
    if (other && !found.has(place)) found.set(place, taken(value, other, key, plan));
  }
  return [...found.values()];
}

/** What makes a value this one, whatever it is called. */
function identityOf({ path, renamedFrom, aliasOf, addedBy }: Value, plan: ValuesPlan): string {
  if (aliasOf || addedBy) return `${joinValuePath(path)} ${addedBy ?? "alias"}`;
  return joinValuePath(pathBefore(renamedFrom ?? path, plan));
}

/** Where the project file chooses the path of `value`; undefined where it does not. */
function chosenAt(value: Value, plan: ValuesPlan): readonly (string | number)[] | undefined {
  const path = joinValuePath(value.path);
  if (value.aliasOf) {
    const { alias = {} } = plan.project;
    const key = Object.keys(alias).find((one) => startsWith(value.path, splitValuePath(one)));
    return ["alias", key ?? path];
  }
  if (value.addedBy) {
    const key = Object.keys(plan.project[value.addedBy] ?? {}).find(
      (one) => joinValuePath(splitValuePath(one)) === path,
    );
    return [value.addedBy, key ?? path];
  }
  const renaming = value.renamedFrom
    ? longest(plan.paths.filter(({ from }) => startsWith(value.renamedFrom ?? [], from)))
    : longest(plan.blocks.filter(({ to }) => startsWith(value.path, to)));
  return renaming && ["rename", renaming.key];
}

function longest(renamings: readonly Renaming[]): Renaming | undefined {
  return renamings.toSorted((a, b) => b.to.length - a.to.length)[0];
}

/** Whether `path` leads to a setting, into it or around it. A custom resource at the root has only its fields. */
function overlap({ path: own, schema }: Value, path: readonly string[]): boolean {
  if (own.length === 0) return Object.hasOwn(objectField(schema as Json, "properties"), path[0] ?? "");
  return startsWith(own, path) || startsWith(path, own);
}

function taken(value: Value, other: Value, key: readonly (string | number)[], plan: ValuesPlan): Diagnostic {
  const words = {
    alias: `"${joinValuePath(value.path)}" cannot be another name of "${joinValuePath(value.aliasOf ?? [])}".`,
    add: `"${joinValuePath(value.path)}" cannot be a value of the project's own.`,
    accept: `"${joinValuePath(value.path)}" cannot be accepted as it is.`,
    rename: `The value "${identityOf(value, plan)}" cannot be called "${joinValuePath(value.path)}".`,
  };
  return {
    severity: "error",
    code: "values/taken",
    message: words[key[0] as keyof typeof words],
    position: plan.positionOf(key, key[0] === "rename" ? "value" : "key"),
    ...(other.position
      ? { notes: [{ message: `"${nameOf(other, plan)}" comes from here`, position: other.position }] }
      : {}),
    found: `the value "${nameOf(other, plan)}"${calledOtherwise(other, plan)}`,
    expected: "a path with no other value at it, inside it or around it",
    hint: "Choose another path, or rename the other value as well.",
  };
}

function nameOf(value: Value, plan: ValuesPlan): string {
  return value.aliasOf || value.addedBy ? joinValuePath(value.path) : identityOf(value, plan);
}

function calledOtherwise(value: Value, plan: ValuesPlan): string {
  const path = joinValuePath(value.path);
  return path === nameOf(value, plan) ? "" : `, called "${path}"`;
}
