// What a new release asks of the charts' version, and what their changelog says of it.
import { counted } from "../diagnostics/counted.ts";
import type { ChangeKind } from "../project/changelog.ts";
import type { ValueChange } from "./compare-values.ts";
import { type Bump, largestBump, type UpgradeFinding } from "./finding.ts";

/** One change for the changelog. */
export interface ReleaseItem {
  readonly kind: ChangeKind;
  /** Markdown, one sentence or two. */
  readonly text: string;
}

/** What a release changes, judged. */
export interface ReleaseChange {
  readonly bump: Bump;
  /** Why: one sentence. */
  readonly reason: string;
  readonly items: readonly ReleaseItem[];
}

/** The changes of one chart's values. */
export interface ChartValueChanges {
  readonly chart: string;
  readonly changes: readonly ValueChange[];
}

/** A changelog is for people: past this many of a kind they are counted. */
const mostItems = 20;
const longestReason = 120;

/** The change by the findings of an upgrade report; the values are told as what became of each. */
export function changeOfFindings(
  findings: readonly UpgradeFinding[],
  values: readonly ChartValueChanges[],
): ReleaseChange {
  const bump = largestBump(findings);
  const [first, ...others] = findings.filter((finding) => finding.bump === bump);
  const more = others.length === 0 ? "" : ` (and ${counted(others.length, "more such finding")})`;
  const told = findings.filter(({ severity, area }) => severity !== "info" && area !== "values");
  const texts = told
    .slice(0, mostItems)
    .map(({ subject, message, action }) => [`${subject}: ${message}`, action ?? ""].join(" ").trim());
  const rest = told.length - texts.length;
  const items = [...texts, ...(rest > 0 ? [`${rest} more findings of the upgrade report.`] : [])];
  return {
    bump,
    reason:
      first && bump !== "patch"
        ? `${first.subject}: ${inShort(first.message)}${more}`
        : "nothing that others rely on changed",
    items: [...items.map((text): ReleaseItem => ({ kind: "changed", text })), ...valueItems(values)],
  };
}

/** A message as a part of a sentence. */
function inShort(message: string): string {
  const text = message.replace(/\.$/, "");
  return text.length > longestReason ? `${text.slice(0, longestReason)}…` : text;
}

const bumps = { removed: "major", type: "major", added: "minor", default: "patch" } as const;
const reasons = {
  removed: "is gone",
  type: "takes other values than before",
  added: "is new",
  default: "has another default",
} as const;

/** The change by the values alone, for who has no Helm that renders the charts; those in `told` are told one by one. */
export function changeOfValues(
  charts: readonly ChartValueChanges[],
  told: readonly ChartValueChanges[],
): ReleaseChange {
  const all = charts.flatMap(({ changes }) => changes);
  const order = ["major", "minor", "patch"] as const;
  const bump = order.find((candidate) => all.some(({ kind }) => bumps[kind] === candidate)) ?? "patch";
  const [first, ...others] = all.filter(({ kind }) => bumps[kind] === bump);
  const more = others.length === 0 ? "" : ` (and ${counted(others.length, "more such change")})`;
  return {
    bump,
    reason: first ? `the value ${first.path.join(".")} ${reasons[first.kind]}${more}` : "no value changed",
    items: valueItems(told),
  };
}

/** What became of the values, in the words of a changelog; defaults that the version itself brings are not told. */
function valueItems(charts: readonly ChartValueChanges[]): readonly ReleaseItem[] {
  const itemsOf = (kind: ValueChange["kind"], to: ChangeKind, words: (change: ValueChange) => string) => {
    const all = charts.flatMap(({ changes }) => changes.filter((change) => change.kind === kind));
    // Charts of one set share some values.
    const every = [...new Set(all.map(words))];
    const texts = every.slice(0, mostItems);
    const more = every.length - texts.length;
    return [...texts, ...(more > 0 ? [`${more} more values.`] : [])].map((text) => ({ kind: to, text }));
  };
  return [
    ...itemsOf("added", "added", ({ path, count }) => `Value \`${path.join(".")}\`${settings(count)}.`),
    ...itemsOf(
      "type",
      "changed",
      ({ path }) => `Value \`${path.join(".")}\` takes other values than before.`,
    ),
    ...itemsOf(
      "default",
      "changed",
      ({ path, before, after }) => `Value \`${path.join(".")}\`: default ${shown(before)} → ${shown(after)}.`,
    ),
    ...itemsOf("removed", "removed", ({ path, count }) => `Value \`${path.join(".")}\`${settings(count)}.`),
  ];
}

function settings(count: number | undefined): string {
  return count === undefined ? "" : ` (${counted(count, "setting")})`;
}

function shown(value: unknown): string {
  if (value === undefined) return "none";
  const text = JSON.stringify(value);
  return text.length > 60 ? `\`${text.slice(0, 60)}…\`` : `\`${text}\``;
}
