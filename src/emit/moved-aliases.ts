// Values that earlier versions of the charts called otherwise, as other names for a while and as failures from then on.
import { calledSince, failsFrom, isGone, type MovedValue } from "../plan/moved-values.ts";
import { startsWith, type ValuesPlan } from "../plan/value-names.ts";
import { joinValuePath } from "../project/values.ts";
import { call } from "../template/expression.ts";
import type { Value } from "../transform/value.ts";
import { failingDescription } from "./alias-descriptions.ts";
import { type FoundAlias, foundAlias, otherNames, targetsAt } from "./value-aliases.ts";

type Path = readonly string[];

/**
 * The values that earlier versions called otherwise, of each chart: another name for those that still work in `version`, a
 * failure for the others. A path that is a value again is none of them.
 */
export function findMoved(
  plan: ValuesPlan,
  registries: readonly (readonly Value[])[],
  apart: readonly Path[],
  version: string,
): readonly (readonly FoundAlias[])[] {
  return registries.map((values) =>
    (plan.moved ?? []).flatMap((moved, _, all): readonly FoundAlias[] => {
      const { from, to } = moved;
      const since = calledSince(moved, all);
      const isTaken = values.some(
        ({ path, role }) => startsWith(path, from) || (role !== "section" && startsWith(from, path)),
      );
      const targets = targetsAt(values, to);
      if (isTaken || targets.length === 0 || apart.some((path) => startsWith(to, path))) return [];
      if (isGone(moved, version)) return [goneValue({ from, to, since }, values)];
      const fate = { since, failsFrom: failsFrom(moved) };
      return targets.map((target) => foundAlias(from, target, values, undefined, fate));
    }),
  );
}

/** A path that fails: anything can be set there, so that it is the template that says the new one. */
function goneValue({ from, to, since }: MovedValue, values: readonly Value[]): FoundAlias {
  const name = joinValuePath(to);
  return {
    alias: { path: from, name, holder: [], key: "", inside: [], defaults: call("dict"), moved: { since } },
    values: [
      ...from.slice(0, -1).flatMap((_, index) => otherNames(from.slice(0, index + 1), values)),
      {
        path: from,
        aliasOf: to,
        description: failingDescription({ to, since }),
        schema: {},
        example: {},
      },
    ],
  };
}
