// What a project file says of values, and that no chart has.
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { nearest } from "../diagnostics/suggestion.ts";
import { isObject, type Json, objectField } from "../kubernetes/object.ts";
import type { Manifest } from "../parse/manifest.ts";
import { pathBefore, startsWith, type ValuesPlan } from "../plan/value-names.ts";
import { joinValuePath, splitValuePath } from "../project/values.ts";
import { objectAddresses } from "../transform/project-fields.ts";
import type { JsonSchema, Value } from "../transform/value.ts";

type Path = readonly string[];

/** The diagnostic for the path `written`, which leads to none of `known`; `place` is where it stands below `values`. */
export function unknownValue(
  { positionOf }: ValuesPlan,
  place: readonly (string | number)[],
  written: string,
  known: readonly Path[],
  { hint, part = "value" }: { readonly hint?: string | undefined; readonly part?: "key" | "value" } = {},
): Diagnostic {
  const paths = known.flatMap((path) => path.map((_, index) => joinValuePath(path.slice(0, index + 1))));
  const meant = nearest(written, new Set(paths));
  return {
    severity: "error",
    code: "values/unknown",
    message: `There is no value "${written}".`,
    position: positionOf(place, part),
    found: written,
    expected: "the path of a value, or of a map of values",
    hint:
      hint ??
      (meant === undefined
        ? "values.yaml and docs/values.md of the chart have all paths."
        : `Did you mean "${meant}"?`),
  };
}

/** Renamings of what chartwright gives no value. */
export function unknownRenamings(plan: ValuesPlan, values: readonly Value[]): readonly Diagnostic[] {
  const known = values.map(({ path, renamedFrom }) => pathBefore(renamedFrom ?? path, plan));
  return [...plan.blocks, ...plan.paths].flatMap(({ key }): readonly Diagnostic[] => {
    const path = splitValuePath(key);
    if (known.some((one) => startsWith(one, path))) return [];
    // People see the finished chart, where an earlier renaming has its effect already.
    const now = values.find((value) => startsWith(value.renamedFrom ?? value.path, path));
    const before = now && pathBefore(now.renamedFrom ?? now.path, plan).slice(0, path.length);
    return [
      unknownValue(plan, ["rename", key], key, known, {
        part: "key",
        hint: before && `Write "${joinValuePath(before)}", as it is called without this file.`,
      }),
    ];
  });
}

/** Objects that added values name and no source holds. */
export function unknownObjects(plan: ValuesPlan, manifests: readonly Manifest[]): readonly Diagnostic[] {
  const known = new Set(manifests.flatMap(objectAddresses));
  return Object.entries(plan.project.add ?? {}).flatMap(([key, { fields }]) =>
    fields.flatMap(({ object }, index): readonly Diagnostic[] => {
      if (known.has(object)) return [];
      const meant = nearest(object, known);
      return [
        {
          severity: "error",
          code: "values/field",
          message: `The value "${key}" sets a field of an object that the sources do not hold.`,
          position: plan.positionOf(["add", key, "fields", index, "object"]),
          found: object,
          expected: "an object of the sources, as Kind/name",
          hint:
            meant === undefined ? "`chartwright inspect` shows what they hold." : `Did you mean "${meant}"?`,
        },
      ];
    }),
  );
}

/** Paths that lead to no value and into none. */
export function unknownPaths(
  plan: ValuesPlan,
  section: "hide" | "describe",
  paths: readonly string[],
  values: readonly Value[],
): readonly Diagnostic[] {
  return paths.flatMap((written, index): readonly Diagnostic[] => {
    const path = splitValuePath(written);
    const isKnown = values.some(
      (value) =>
        startsWith(value.path, path) ||
        (section === "describe" &&
          startsWith(path, value.path) &&
          hasField(value.schema, path.slice(value.path.length))),
    );
    if (isKnown) return [];
    const place = section === "hide" ? index : written;
    return [
      unknownValue(
        plan,
        [section, place],
        written,
        section === "hide" ? values.map((value) => value.path) : values.flatMap(fieldPaths),
        { part: section === "hide" ? "value" : "key" },
      ),
    ];
  });
}

/** Whether a schema names a field at `path`. */
function hasField(schema: JsonSchema, [key, ...rest]: Path): boolean {
  if (key === undefined) return true;
  const inner = objectField(schema as Json, "properties")[key];
  return isObject(inner) && hasField(inner as JsonSchema, rest);
}

/** The paths that a value can be looked for at: its own, and those of its fields. */
export function fieldPaths({ path, schema }: Value): readonly Path[] {
  const fields = Object.keys(objectField(schema as Json, "properties"));
  return [path, ...fields.map((key) => [...path, key])];
}
