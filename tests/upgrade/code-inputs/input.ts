// An upgrade that one code is there for, in as few words as it takes.
import type { ChartRelease } from "../../../src/upgrade/chart-release.ts";
import type { FindingCode } from "../../../src/upgrade/finding-codes.ts";
import type { Override } from "../../../src/upgrade/judge-override.ts";
import { type ChartTexts, releaseOf } from "../releases.ts";

/** One side of an upgrade: what a chart renders, and its files beside templates. */
export interface Side {
  readonly objects?: readonly object[];
  readonly files?: ChartTexts;
  /** Charts of a set, by their names, in install order; without them there is one chart. */
  readonly charts?: Readonly<Record<string, readonly object[]>>;
}

/** Two releases, and what an administrator has set. */
export interface CodeInput {
  readonly older: Side;
  readonly newer: Side;
  readonly override?: Override;
}

/** Codes with an input for each. */
export type CodeInputs = Partial<Readonly<Record<FindingCode, CodeInput>>>;

/** The release of a side. */
export function releaseOfSide({ objects = [], files = {}, charts }: Side, version: string): ChartRelease {
  const textsOf = (all: readonly object[]) => ({
    "templates/all.yaml": all.map((one) => `---\n${JSON.stringify(one)}\n`).join(""),
  });
  const texts = charts
    ? Object.entries(charts).map(([name, all]): [string, ChartTexts] => [name, textsOf(all)])
    : [["tide", { ...textsOf(objects), ...files }] as const];
  return releaseOf(Object.fromEntries(texts), version);
}

/** An upgrade from some objects to others. */
export function between(older: readonly object[], newer: readonly object[]): CodeInput {
  return { older: { objects: older }, newer: { objects: newer } };
}

/** An object called "tide". */
export function object(
  apiVersion: string,
  kind: string,
  content: object = {},
  metadata: object = {},
): object {
  return { apiVersion, kind, metadata: { name: "tide", ...metadata }, ...content };
}
