// A release of an operator as its charts have it: what Helm renders of each, and what each says of itself.
import { type JsonObject, jsonEqual } from "../kubernetes/object.ts";
import type { AppliedObject } from "./applied-objects.ts";
import type { ReleasedObject } from "./finding.ts";
import { identityOf } from "./object-pairs.ts";

/** One chart of a release. */
export interface ReleasedChart {
  readonly name: string;
  readonly version: string;
  /** "" where it has none. */
  readonly appVersion: string;
  /** What Chart.yaml says. */
  readonly metadata: JsonObject;
  /** Where it was found, in words for people. */
  readonly path: string;
  /** The texts of Chart.yaml, values.yaml and values.schema.json; "" for one that is not there. */
  readonly chartFile: string;
  readonly values: string;
  readonly schema: string;
  /** The texts of all files that Helm reads, by their paths in the chart. */
  readonly files: ReadonlyMap<string, string>;
  /** What an upgrade applies. */
  readonly objects: readonly ReleasedObject[];
  /** What Helm runs beside that. */
  readonly hooks: readonly ReleasedObject[];
  /** The CRDs in folders `crds/`, which only an install applies. */
  readonly crds: readonly ReleasedObject[];
  /** What hooks apply in an upgrade, from ConfigMaps of the chart. */
  readonly applied: readonly AppliedObject[];
  /** What the release's Secret holds, in bytes. */
  readonly releaseBytes: number;
}

/** The charts of a release, in the order in which they are installed. */
export interface ChartRelease {
  readonly charts: readonly ReleasedChart[];
}

/** A chart of both releases. */
export interface ChartPair {
  readonly older: ReleasedChart;
  readonly newer: ReleasedChart;
}

/** The charts side by side. A set of one chart stays that, whatever it is called: its release is upgraded with it. */
export function pairCharts(
  older: ChartRelease,
  newer: ChartRelease,
): {
  readonly pairs: readonly ChartPair[];
  readonly added: readonly ReleasedChart[];
  readonly removed: readonly ReleasedChart[];
} {
  const [before, after] = [older.charts, newer.charts];
  const isAlone = before.length === 1 && after.length === 1;
  const pairs = after.flatMap((chart): readonly ChartPair[] => {
    const then = before.find(({ name }) => isAlone || name === chart.name);
    return then ? [{ older: then, newer: chart }] : [];
  });
  return {
    pairs,
    added: after.filter((chart) => !pairs.some((pair) => pair.newer === chart)),
    removed: before.filter((chart) => !pairs.some((pair) => pair.older === chart)),
  };
}

/** The CRDs of a chart wherever it has them, each once; a hook's is what an upgrade brings. */
export function crdsOf({ objects, crds, applied }: ReleasedChart): readonly ReleasedObject[] {
  const all = [...objects, ...applied, ...crds].filter(
    ({ object }) => object.kind === "CustomResourceDefinition",
  );
  const byIdentity = new Map<string, ReleasedObject>();
  for (const crd of all) {
    const known = byIdentity.get(identityOf(crd));
    // A file of its own says more about its place than the text of a ConfigMap.
    if (!known || jsonEqual(known.object, crd.object)) byIdentity.set(identityOf(crd), crd);
  }
  return [...byIdentity.values()];
}

/** Whether a hook brings a CRD of a folder `crds/` up to date in an upgrade. */
export function isApplied(crd: ReleasedObject, { applied }: ReleasedChart): boolean {
  return applied.some((one) => identityOf(one) === identityOf(crd));
}
