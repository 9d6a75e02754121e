// What the changes of a chart's values mean for those who set them.
import { counted } from "../diagnostics/counted.ts";
import { aliasedPath } from "../emit/value-aliases.ts";
import { isObject, type Json, jsonEqual, stringField } from "../kubernetes/object.ts";
import { joinValuePath } from "../project/values.ts";
import { compareValues as compareJson } from "../verify/compare.ts";
import { formatPath, formatValue } from "../verify/wording.ts";
import type { ChartPair } from "./chart-release.ts";
import { compareValues, type ValueChange } from "./compare-values.ts";
import { type FindingDetails, finding, type UpgradeFinding } from "./finding.ts";
import type { FindingCode } from "./finding-codes.ts";
import { findMoves, type ValueMove } from "./moved-values.ts";
import { relationOf } from "./schema-relation.ts";
import { ValuesTexts } from "./values-texts.ts";

const longestValue = 60;

/** The changes of one chart's values as findings. */
export function compareChartValues({ older, newer }: ChartPair): readonly UpgradeFinding[] {
  const texts = { older: new ValuesTexts(older), newer: new ValuesTexts(newer) };
  const changes = compareValues(older, newer);
  const moves = findMoves(changes, texts);
  return changes.flatMap((change) => valueFinding(change, moves, texts) ?? []);
}

interface Texts {
  readonly older: ValuesTexts;
  readonly newer: ValuesTexts;
}

function valueFinding(
  change: ValueChange,
  moves: readonly ValueMove[],
  texts: Texts,
): UpgradeFinding | undefined {
  const { kind, path, before, after, count } = change;
  const move = moves.find((one) => jsonEqual(one.from, path));
  if (move) return movedFinding(move, texts);
  if (moves.some((one) => jsonEqual(one.to, path))) return undefined;
  const alias = aliasedPath(stringField(texts.newer.schemaAt(path), "description") ?? "");
  if (alias) return kind === "added" ? undefined : aliasFinding(path, alias, texts);
  const block = count === undefined ? "" : `, with ${counted(count, "setting")}`;
  const of = (code: FindingCode, message: string, action?: string) =>
    tell(code, path, texts, {
      ...(before === undefined ? {} : { before }),
      ...(after === undefined ? {} : { after }),
      message,
      ...(action === undefined ? {} : { action }),
    });
  switch (kind) {
    case "added":
      return of("values/added", `The value is new${block}.`);
    case "removed":
      return of("values/removed", `The value is gone${block}.`, "Take it out of values files and --set.");
    case "type":
      return typeFinding(of, before, after);
    case "default":
      return of("values/default-changed", defaultWords(before, after));
  }
}

type Tell = (code: FindingCode, message: string, action?: string) => UpgradeFinding;

/** The schemas of a value, before and after. */
function typeFinding(of: Tell, before: Json | undefined, after: Json | undefined): UpgradeFinding {
  const check = "Look whether what you set is still taken: --values FILE tells.";
  switch (relationOf(before, after)) {
    case "wider":
      return of("values/widened", `The value takes more than before: ${differences(before, after)}.`);
    case "narrower":
      return of("values/narrowed", `The value takes less than before: ${differences(before, after)}.`, check);
    case "other":
      return of(
        "values/type-changed",
        `The value takes something else than before: ${differences(before, after)}.`,
        check,
      );
  }
}

function movedFinding({ from, to }: ValueMove, texts: Texts): UpgradeFinding {
  const name = joinValuePath(to);
  return tell("values/moved", from, texts, {
    after: name,
    message: `The value is now "${name}".`,
    action: `Set "${name}" in its place.`,
    newer: texts.newer.placeOf(to),
  });
}

function aliasFinding(from: readonly string[], to: readonly string[], texts: Texts): UpgradeFinding {
  const name = joinValuePath(to);
  return tell("values/aliased", from, texts, {
    after: name,
    message: `The value is now "${name}"; under its older name it still works.`,
    action: `Set "${name}" in its place.`,
    newer: texts.newer.placeOf(to),
  });
}

function tell(
  code: FindingCode,
  path: readonly string[],
  texts: Texts,
  details: Omit<FindingDetails, "subject">,
): UpgradeFinding {
  const isNew = code === "values/added";
  const isGone = code === "values/removed";
  return finding(code, {
    subject: `Value ${joinValuePath(path)}`,
    ...(isNew ? {} : { older: texts.older.placeOf(path) }),
    ...(isGone ? {} : { newer: texts.newer.placeOf(path) }),
    ...details,
  });
}

/** A default as a whole, or of maps what is other inside. */
function defaultWords(before: Json | undefined, after: Json | undefined): string {
  if (isObject(before) && isObject(after))
    return `The default is another one: ${differences(before, after)}.`;
  return `The default is ${shown(after)} instead of ${shown(before)}.`;
}

const mostDifferences = 4;

/** Where two values differ, with both sides, as far as that is short. */
function differences(before: Json | undefined, after: Json | undefined): string {
  const changes = compareJson(before ?? null, after ?? null);
  const words = changes.slice(0, mostDifferences).map(({ path, kind, expected, found }) => {
    const name = formatPath(path) || "it";
    if (kind === "lost") return `${name} is gone`;
    if (kind === "added") return `${name} is ${shown(found)}`;
    return kind === "reordered"
      ? `${name} is in another order`
      : `${name} is ${shown(found)} and was ${shown(expected)}`;
  });
  const more = changes.length - words.length;
  return `${words.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

function shown(value: Json | undefined): string {
  return value === undefined ? "none" : formatValue(value, longestValue);
}
