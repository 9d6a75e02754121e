// A build as plain data: the document of `convert --json` and `build --json`.
import { join } from "node:path";
import { formatPosition } from "../diagnostics/position.ts";
import type { ChartSet } from "../emit/chart.ts";
import { formatReference } from "../kubernetes/object.ts";
import { listedDifferences } from "../transform/chart-template.ts";
import type { ValueChange } from "../upgrade/compare-values.ts";
import type { Report } from "../verify/report.ts";
import { formatPath } from "../verify/wording.ts";
import type { Comparison } from "../write/compare-tree.ts";
import type { Change } from "../write/file-outcome.ts";
import { describeHandEdits, type HandEditDescription } from "./hand-edit-descriptions.ts";
import { type ValueMoved, valueChanges } from "./value-changes.ts";

/** What `chartwright build --json` prints for a project; a list of them for several. */
export interface BuildDescription {
  readonly name: string;
  readonly layout: string;
  readonly sourceNamespace?: string;
  /** In install order. */
  readonly charts: readonly {
    readonly name: string;
    readonly version: string;
    readonly folder: string;
    /** How many objects of the source it holds, and how many files it has. */
    readonly objects: number;
    readonly files: number;
  }[];
  /** Objects of the source that no chart holds. */
  readonly leftOut: readonly { readonly object: string; readonly place: string; readonly reason: string }[];
  /** What the default rendering has otherwise than the source. */
  readonly differences: readonly {
    readonly object: string;
    readonly path: string;
    readonly reason: string;
  }[];
  /** What is other than in the charts that were there. */
  readonly values: readonly ((ValueChange | ValueMoved) & { readonly chart: string })[];
  readonly output: {
    readonly folder: string;
    /** False for `build --check`. */
    readonly written: boolean;
    readonly changes: readonly { readonly path: string; readonly change: Change["kind"] }[];
    readonly unchanged: number;
    /** What became of files that somebody edited or deleted since they were written. */
    readonly handEdits: readonly HandEditDescription[];
  };
  /** The proof, with `--verify`. */
  readonly report?: Report;
}

/** Describes what was compiled and how it differs, or differed, from the output folder. */
export function describeBuild(
  chartSet: ChartSet,
  comparison: Comparison,
  written: boolean,
): BuildDescription {
  const { plan, charts } = chartSet;
  const { folder, changes, unchanged } = comparison;
  const { sourceNamespace } = plan.operator;
  return {
    name: plan.name,
    layout: plan.layout,
    ...(sourceNamespace === undefined ? {} : { sourceNamespace }),
    charts: charts.map((chart) => ({
      name: chart.plan.name,
      version: plan.metadata.version,
      folder: join(folder, chart.plan.name),
      objects: chart.objects.length,
      files: chart.files.size,
    })),
    leftOut: plan.leftOut.map(({ manifest, reason }) => ({
      object: formatReference(manifest.reference),
      place: formatPosition(manifest.position),
      reason,
    })),
    differences: charts.flatMap(({ objects }) =>
      objects.flatMap((object) =>
        listedDifferences(object).map(({ path, reason }) => ({
          object: formatReference(object.manifest.reference),
          path: formatPath(path),
          reason,
        })),
      ),
    ),
    values: valueChanges(chartSet, comparison).flatMap(({ chart, changes: ofChart }) =>
      ofChart.map((change) => ({ chart, ...change })),
    ),
    output: {
      folder,
      written,
      changes: changes.map(({ path, kind }) => ({ path, change: kind })),
      unchanged,
      handEdits: describeHandEdits(comparison),
    },
  };
}
