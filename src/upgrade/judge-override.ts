// A values file of a user against the newer chart: key by key what is refused, passed over, or better said otherwise.
import { positionAt } from "../diagnostics/position.ts";
import { nearest } from "../diagnostics/suggestion.ts";
import { aliasedPath, failingPath } from "../emit/alias-descriptions.ts";
import { field, isObject, type Json, jsonEqual, listField, stringField } from "../kubernetes/object.ts";
import { joinValuePath } from "../project/values.ts";
import { formatValue } from "../verify/wording.ts";
import { parseDocument } from "../yaml/document.ts";
import { entryOf, type Node, nodeAt } from "../yaml/tree.ts";
import type { ChartPair } from "./chart-release.ts";
import { compareValues } from "./compare-values.ts";
import { finding, type Place, type UpgradeFinding } from "./finding.ts";
import type { FindingCode } from "./finding-codes.ts";
import { findMoves, type ValueMove } from "./moved-values.ts";
import { readRefusals, reasonOf } from "./schema-refusals.ts";
import { ValuesTexts } from "./values-texts.ts";

/** A values file as a user has it. */
export interface Override {
  /** As it was given. */
  readonly file: string;
  readonly text: string;
  /** What Helm says when it renders the newer chart with it; undefined where it renders. */
  readonly refusal?: string | undefined;
}

type Path = readonly string[];

const longestValue = 60;

/** What of `override` does not fit the newer chart, or not as it did the older. */
export function judgeOverride(override: Override, pair: ChartPair): readonly UpgradeFinding[] {
  const { file, text, refusal } = override;
  const parsed = parseDocument(text);
  const tree = parsed.ok ? parsed.document.root : undefined;
  const data = parsed.ok && isObject(parsed.document.data) ? parsed.document.data : {};
  const texts = { older: new ValuesTexts(pair.older), newer: new ValuesTexts(pair.newer) };
  const moves = findMoves(compareValues(pair.older, pair.newer), texts);
  const tell = (code: FindingCode, path: Path, message: string, action?: string): UpgradeFinding =>
    finding(code, {
      subject: `Value ${path.length === 0 ? file : joinValuePath(path)}`,
      path: file,
      message,
      ...(path.length === 0
        ? {}
        : {
            before: field(data, ...path) ?? null,
            older: placeIn(pair.older.name, override, tree, path),
            newer: texts.newer.placeOf(path),
          }),
      ...(action === undefined ? {} : { action }),
    });
  const refusals = refusal === undefined ? [] : readRefusals(refusal, data);
  if (refusal !== undefined && refusals.length === 0) {
    return [
      tell(
        "values/override-refused",
        [],
        `Helm does not render the newer chart with it: ${reasonOf(refusal)}`,
        "Look at what the chart asks for.",
      ),
    ];
  }
  const refused = refusals.map(({ path, isUnknown, words }) => {
    const target =
      newNameOf(path, texts.newer, failingPath) ?? movedTo(path, moves) ?? newNameOf(path, texts.newer);
    const message = isUnknown
      ? "The newer chart does not know the value."
      : `The newer chart refuses it: ${words}.`;
    return tell("values/override-refused", path, message, wayOut(path, target, isUnknown, texts));
  });
  const isRefused = (path: Path) =>
    refusals.some(
      (one) =>
        one.path.every((key, index) => path[index] === key) ||
        path.every((key, index) => one.path[index] === key),
    );
  const others = leavesOf(data).flatMap(({ path, value }): readonly UpgradeFinding[] => {
    if (isRefused(path)) return [];
    const failing = newNameOf(path, texts.newer, failingPath);
    if (failing) {
      const name = joinValuePath(failing);
      const message = `The value is now "${name}", and its older name fails.`;
      return [tell("values/override-refused", path, message, `Set "${name}" in its place.`)];
    }
    const alias = newNameOf(path, texts.newer);
    if (alias) {
      const name = joinValuePath(alias);
      return [
        tell("values/override-moved", path, `The value is now "${name}".`, `Set "${name}" in its place.`),
      ];
    }
    if (isUnread(path, pair, texts)) {
      const target = movedTo(path, moves);
      return [
        tell(
          "values/override-unknown",
          path,
          "The newer chart does not know the value, and Helm passes it over.",
          wayOut(path, target, true, texts),
        ),
      ];
    }
    const [was, is] = [texts.older.default(path), texts.newer.default(path)];
    if (is === undefined || jsonEqual(was, is) || !jsonEqual(was, value)) return [];
    return [
      tell(
        "values/override-pins",
        path,
        `It sets ${formatValue(value, longestValue)}, the default before; the default is ${formatValue(is, longestValue)} now.`,
        "Take it out of the file, unless it is meant to stay.",
      ),
    ];
  });
  return [...refused, ...others];
}

function wayOut(
  path: Path,
  target: Path | undefined,
  isUnknown: boolean,
  { newer }: { readonly newer: ValuesTexts },
): string {
  if (target) return `Set "${joinValuePath(target)}" in its place.`;
  if (!isUnknown) return "Set it to what the chart takes.";
  const around = path.slice(0, -1);
  const siblings = [
    ...Object.keys(
      isObject(newer.schemaAt(around)?.["properties"])
        ? (newer.schemaAt(around)?.["properties"] as object)
        : {},
    ),
    ...Object.keys(isObject(newer.default(around)) ? (newer.default(around) as object) : {}),
  ];
  const similar = nearest(path.at(-1) ?? "", siblings);
  return similar === undefined
    ? "Take it out of the file."
    : `Take it out of the file, or set "${joinValuePath([...around, similar])}" if that is meant.`;
}

/** The path that a value, or the block that it is in, has moved to. */
function movedTo(path: Path, moves: readonly ValueMove[]): Path | undefined {
  const move = moves.find(({ from }) => from.every((key, index) => path[index] === key));
  return move && [...move.to, ...path.slice(move.from.length)];
}

/** What a value, or the block that it is in, is another name of, by what `named` reads in descriptions. */
function newNameOf(path: Path, newer: ValuesTexts, named = aliasedPath): Path | undefined {
  for (let length = path.length; length > 0; length -= 1) {
    const alias = named(stringField(newer.schemaAt(path.slice(0, length)), "description") ?? "");
    if (alias) return [...alias, ...path.slice(length)];
  }
  return undefined;
}

/** Whether the older chart knew a value that the newer one neither names nor refuses. */
function isUnread(
  path: Path,
  { newer }: ChartPair,
  texts: { readonly older: ValuesTexts; readonly newer: ValuesTexts },
): boolean {
  const [first = ""] = path;
  const dependencies = listField(newer.metadata, "dependencies").flatMap((one) => [
    stringField(one, "alias") ?? stringField(one, "name") ?? "",
  ]);
  if (first === "global" || dependencies.includes(first)) return false;
  const isKnown = (side: ValuesTexts) =>
    side.default(path) !== undefined || side.schemaAt(path) !== undefined;
  return isKnown(texts.older) && !isKnown(texts.newer) && !isOpen(path, texts.newer);
}

/** Whether a value stands in a map or list whose keys are the user's. */
function isOpen(path: Path, newer: ValuesTexts): boolean {
  for (let length = path.length - 1; length > 0; length -= 1) {
    const around = newer.default(path.slice(0, length));
    if (isObject(around)) return Object.keys(around).length === 0;
    if (around !== undefined) return true;
  }
  return false;
}

function leavesOf(value: Json, path: Path = []): readonly { readonly path: Path; readonly value: Json }[] {
  if (isObject(value) && Object.keys(value).length > 0) {
    return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, [...path, key]));
  }
  return path.length === 0 ? [] : [{ path, value }];
}

function placeIn(chart: string, { file, text }: Override, tree: Node | undefined, path: Path): Place {
  for (let length = path.length; length > 0; length -= 1) {
    const entry = entryOf(nodeAt(tree, path.slice(0, length - 1)), path[length - 1] ?? "");
    if (entry) return { chart, file, line: positionAt(file, text, entry.start).line };
  }
  return { chart, file, line: 1 };
}
