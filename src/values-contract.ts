// Values are a contract: a path that a new build would take away keeps working for one minor version where what it set is
// still there under another path, and then fails with that.
import { resolve } from "node:path";
import type { BuildResult } from "./convert.ts";
import { type Diagnostic, hasErrors } from "./diagnostics/diagnostic.ts";
import type { ChartSet } from "./emit/chart.ts";
import { failsFrom, type MovedValue } from "./plan/moved-values.ts";
import { joinValuePath } from "./project/values.ts";
import { movedBlocks, withoutPaths } from "./upgrade/moved-blocks.ts";
import type { ValueMove } from "./upgrade/moved-values.ts";
import { movedPath, printMoved } from "./write/moved-file.ts";
import { type RememberedValues, rememberedValues } from "./write/remembered.ts";

/** The charts with the old paths of values that moved, and what is to be remembered of these. */
export interface KeptContract {
  readonly result: BuildResult;
  /** Files for the output folder, beside the charts. */
  readonly files: ReadonlyMap<string, string>;
  /** What is to be said of values that moved. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Compiles with the values that moved before, and again where values moved since the charts in `output` were written.
 * `name` is that of the chart set.
 */
export async function keepContract(
  compile: (moved: readonly MovedValue[]) => Promise<BuildResult>,
  place: { readonly output: string; readonly workingFolder: string; readonly name: string },
): Promise<KeptContract> {
  const folder = resolve(place.workingFolder, place.output);
  const remembered = rememberedValues(folder, place.name, place.output);
  if (hasErrors(remembered.diagnostics)) {
    return { result: { diagnostics: [] }, files: new Map(), diagnostics: remembered.diagnostics };
  }
  const first = await compile(remembered.moved);
  if (!first.chartSet) return { result: first, files: new Map(), diagnostics: [] };
  const moves = newMoves(first.chartSet, remembered);
  const moved = followed(remembered.moved, moves);
  const result = moves.length > 0 ? await compile(moved) : first;
  return {
    result,
    files: moved.length === 0 ? new Map() : new Map([[movedPath(place.name), printMoved(moved)]]),
    diagnostics: [...moves.map(toldMove), ...leadNowhere(moved, result, remembered)],
  };
}

/** Moves of the file to a value that no chart has: nobody finds out by the old path where it is. */
function leadNowhere(
  moved: readonly MovedValue[],
  { chartSet }: BuildResult,
  { places }: RememberedValues,
): readonly Diagnostic[] {
  if (!chartSet) return [];
  const values = chartSet.charts.flatMap((chart) => chart.values.filter(({ aliasOf }) => !aliasOf));
  return moved.flatMap(({ from, to }): readonly Diagnostic[] => {
    const position = places.get(joinValuePath(from));
    if (!position || values.some(({ path }) => isUnder(path, to))) return [];
    return [
      {
        severity: "warning",
        code: "values/moved-nowhere",
        message: `The value "${joinValuePath(from)}" is said to be "${joinValuePath(to)}" now, and no chart has that.`,
        position,
        hint: "Write the path that it has, or remove the line.",
      },
    ];
  });
}

function toldMove(moved: MovedValue): Diagnostic {
  const [from, to] = [moved.from, moved.to].map(joinValuePath);
  return {
    severity: "info",
    code: "values/moved",
    message: `The value "${from}" is called "${to}" now: the old path works until version ${failsFrom(moved)} of the charts.`,
  };
}

function newMoves(
  { charts, plan }: ChartSet,
  { charts: older, moved }: RememberedValues,
): readonly MovedValue[] {
  const known = new Set(moved.map(({ from }) => joinValuePath(from)));
  const since = plan.metadata.version;
  return charts
    .flatMap(({ plan: { name }, files, values }) => {
      const before = older.get(name);
      const isOld = (from: readonly string[]) =>
        !values.some(({ path, role, aliasOf }) => role !== "section" && !aliasOf && isUnder(path, from));
      const old = moved.map(({ from }) => from);
      const now = { values: files.get("values.yaml") ?? "", schema: files.get("values.schema.json") ?? "" };
      const renamed = values.flatMap(({ path, renamedFrom }): readonly ValueMove[] =>
        renamedFrom ? [{ from: renamedFrom, to: path }] : [],
      );
      return before
        ? movedBlocks(withoutPaths(before, old), withoutPaths(now, old.filter(isOld)), [
            ...(plan.values?.blocks ?? []),
            ...renamed,
          ])
        : [];
    })
    .filter(({ from }) => !known.has(joinValuePath(from)))
    .map(({ from, to }) => ({ from, to, since }));
}

function isUnder(path: readonly string[], prefix: readonly string[]): boolean {
  return prefix.every((key, index) => path[index] === key);
}

/** What moved before leads to where it is now. */
function followed(before: readonly MovedValue[], moves: readonly MovedValue[]): readonly MovedValue[] {
  const all = [
    ...before.map((moved) => {
      const next = moves.find(({ from }) => isUnder(moved.to, from));
      return next ? { ...moved, to: [...next.to, ...moved.to.slice(next.from.length)] } : moved;
    }),
    ...moves,
  ];
  // What moved there and back is where it was.
  return all.filter(({ from, to }) => joinValuePath(from) !== joinValuePath(to));
}
