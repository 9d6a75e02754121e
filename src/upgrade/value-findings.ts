// What the changes of a chart's values mean for those who set them.
import { counted } from "../diagnostics/counted.ts";
import { aliasedPath, failingPath } from "../emit/alias-descriptions.ts";
import { isObject, type Json, jsonEqual, stringField } from "../kubernetes/object.ts";
import { joinValuePath } from "../project/values.ts";
import type { ChartPair } from "./chart-release.ts";
import { compareValues, type ValueChange } from "./compare-values.ts";
import { differenceWords, shownSides } from "./difference-words.ts";
import { type FindingDetails, finding, type UpgradeFinding } from "./finding.ts";
import type { FindingCode } from "./finding-codes.ts";
import { findMoves, type ValueMove } from "./moved-values.ts";
import { relationOf } from "./schema-relation.ts";
import { schemaDifferenceWords } from "./value-schema-words.ts";
import { ValuesTexts } from "./values-texts.ts";

/** The changes of one chart's values as findings. */
export function compareChartValues({ older, newer }: ChartPair): readonly UpgradeFinding[] {
  const texts = { older: new ValuesTexts(older), newer: new ValuesTexts(newer) };
  const changes = compareValues(older, newer);
  const moves = findMoves(changes, texts);
  const alike = alikeDefaults(changes);
  const findings = changes.flatMap((change) => {
    const group = alike.get(change);
    if (group === undefined) return valueFinding(change, moves, texts) ?? [];
    return group[0] === change ? [alikeFinding(group, texts)] : [];
  });
  const isRepeated = ({ code, subject }: UpgradeFinding, index: number) =>
    (code === "values/aliased" || code === "values/moved") &&
    findings.findIndex((one) => one.code === code && one.subject === subject) < index;
  return findings.filter((one, index) => !isRepeated(one, index));
}

/** As many defaults as this that change alike are told as one: tags of the images of one release. */
const fewAlike = 3;

/** The defaults that go from one text to another together with others, each with all of its group. */
function alikeDefaults(changes: readonly ValueChange[]): ReadonlyMap<ValueChange, readonly ValueChange[]> {
  const texts = changes.filter(
    ({ kind, before, after }) =>
      kind === "default" && typeof before === "string" && typeof after === "string",
  );
  const groups = new Map<string, ValueChange[]>();
  for (const change of texts) {
    const key = JSON.stringify([change.before, change.after]);
    groups.set(key, [...(groups.get(key) ?? []), change]);
  }
  const large = [...groups.values()].filter((group) => group.length >= fewAlike);
  return new Map(large.flatMap((group) => group.map((change) => [change, group] as const)));
}

function alikeFinding(group: readonly ValueChange[], texts: Texts): UpgradeFinding {
  const [{ path = [], before = null, after = null } = {}] = group;
  const names = group.map((change) => joinValuePath(change.path));
  const [then, now] = shownSides(before, after);
  return tell("values/default-changed", path, texts, {
    before,
    after,
    message: `The default of ${counted(group.length, "value")} is ${now} instead of ${then}: ${names.join(", ")}.`,
  });
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
  const description = stringField(texts.newer.schemaAt(path), "description") ?? "";
  const alias = aliasedPath(description);
  const isFailing = failingPath(description) !== undefined;
  if (isFailing && kind === "added") return undefined;
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
      return of(
        "values/widened",
        `The value takes more than before: ${schemaDifferenceWords(before, after)}.`,
      );
    case "narrower":
      return of(
        "values/narrowed",
        `The value takes less than before: ${schemaDifferenceWords(before, after)}.`,
        check,
      );
    case "other":
      return of(
        "values/type-changed",
        `The value takes something else than before: ${schemaDifferenceWords(before, after)}.`,
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
    return `The default is another one: ${differenceWords(before, after)}.`;
  const [then, now] = shownSides(before, after);
  return `The default is ${now} instead of ${then}.`;
}
