// What a build did, for a person who sees chartwright for the first time.
import { join } from "node:path";
import { counted } from "../diagnostics/counted.ts";
import type { ChartSet } from "../emit/chart.ts";
import { isInitialNamespace } from "../kubernetes/names.ts";
import { formatReference } from "../kubernetes/object.ts";
import { listedDifferences } from "../transform/chart-template.ts";
import type { Comparison } from "../write/compare-tree.ts";
import type { WriteResult } from "../write/write.ts";
import { textTable } from "./text-table.ts";
import { valueChangeLines, valueChanges } from "./value-changes.ts";

const mostNames = 3;

/**
 * Which charts there are, what they hold, what is different from the source, and what was written. `proofFollows`: the
 * report tells the differences.
 */
export function summarise(
  chartSet: ChartSet,
  comparison: Comparison,
  written: WriteResult,
  proofFollows = false,
): string {
  const { plan, charts } = chartSet;
  const objects = charts.reduce((sum, chart) => sum + chart.objects.length, 0);
  const rows = charts.map((chart) => [
    join(comparison.folder, chart.plan.name),
    plan.metadata.version,
    String(chart.objects.length),
    String(chart.files.size),
  ]);
  const sections = [
    `${plan.name}: ${counted(objects, "object")} in ${counted(charts.length, "chart")}, layout ${plan.layout}`,
    textTable([["CHART", "VERSION", "OBJECTS", "FILES"], ...rows], 2),
    ...(proofFollows
      ? []
      : [
          ...titled("Left out, on purpose:", leftOut(chartSet)),
          ...titled("Rendered otherwise than the source has it, on purpose:", differences(chartSet)),
        ]),
    ...titled(
      "Values that are not as they were:",
      valueChanges(chartSet, comparison).flatMap(valueChangeLines),
    ),
    ...titled("Edited by hand, and kept:", keptEdits(comparison)),
    `${fileCounts(written)} in ${shownFolder(comparison)}.`,
  ];
  return `${sections.join("\n\n")}\n`;
}

/** An output folder within a sentence, which a folder of dots would confuse. */
function shownFolder({ folder }: Comparison): string {
  return /^[./\\]*$/.test(folder) ? `the folder "${folder}"` : folder;
}

/** What `build --check` found, in one line. */
export function checked(
  chartSet: ChartSet,
  comparison: Comparison,
  project: string,
  isRelease: boolean = false,
): string {
  const { name } = chartSet.plan;
  const { changes } = comparison;
  const folder = shownFolder(comparison);
  if (changes.length === 0) return `${name}: ${folder} is up to date.\n`;
  return `${name}: ${counted(changes.length, "file")} in ${folder} not up to date; run \`chartwright build ${isRelease ? "--release " : ""}${project}\`.\n`;
}

/** What `verify` works on, where that is not what `build` would write, or not written yet; else nothing. */
export function fromMemory(chartSet: ChartSet, comparison: Comparison, project: string): string {
  const { changes } = comparison;
  const folder = shownFolder(comparison);
  if (changes.length === 0) return "";
  if (!changes.every(({ kind }) => kind === "create")) return checked(chartSet, comparison, project);
  return `${chartSet.plan.name}: ${folder} holds no charts yet; verifying what \`chartwright build ${project}\` would write.\n`;
}

/** How to go on after `convert`. */
export function nextSteps(chartSet: ChartSet, comparison: Comparison): string {
  const { operator, name } = chartSet.plan;
  const namespace = operator.sourceNamespace ?? name;
  const installs = chartSet.charts.map(({ plan }, index) => {
    const create = index === 0 && !isInitialNamespace(namespace) ? " --create-namespace" : "";
    return `  helm install ${plan.name} ${join(comparison.folder, plan.name)} --namespace ${namespace}${create}`;
  });
  const readme = join(comparison.folder, chartSet.charts.at(-1)?.plan.name ?? "", "README.md");
  return `
Next: the same command with --verify proves with Helm that the charts equal the manifests. To install them:
${installs.join("\n")}
More is in ${readme}.
`;
}

function leftOut({ plan }: ChartSet): readonly string[] {
  return plan.leftOut.map(({ manifest, reason }) => `${formatReference(manifest.reference)}: ${reason}`);
}

/** The files in which edits live on. */
function keptEdits({ folder, handEdits }: Comparison): readonly string[] {
  const news = { kept: "", merged: ", with what is new", conflict: ", with conflicts" } as const;
  return handEdits.flatMap(({ path, renamedFrom, outcome }) =>
    outcome === "kept" || outcome === "merged" || outcome === "conflict"
      ? [`${join(folder, path)}${renamedFrom ? `, as ${join(folder, renamedFrom)}` : ""}${news[outcome]}`]
      : [],
  );
}

/** One line for each reason, with the objects that it touches. */
function differences(chartSet: ChartSet): readonly string[] {
  const all = chartSet.charts.reduce((sum, { objects }) => sum + objects.length, 0);
  const byReason = new Map<string, Set<string>>();
  for (const { objects } of chartSet.charts) {
    for (const object of objects) {
      for (const { reason } of listedDifferences(object)) {
        const names = byReason.get(reason) ?? new Set();
        byReason.set(reason, names.add(formatReference(object.manifest.reference)));
      }
    }
  }
  return Array.from(byReason, ([reason, names]) => {
    const subject = names.size === all && all > 1 ? `all ${all} objects` : listed([...names]);
    return `${subject}: ${reason}`;
  });
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, mostNames).join(", ");
  return names.length > mostNames ? `${shown} and ${names.length - mostNames} more` : shown;
}

function titled(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`${title}\n${lines.map((line) => `  ${line}`).join("\n")}`];
}

function fileCounts({ created, replaced, removed, unchanged }: WriteResult): string {
  const parts = [
    [created, "created"],
    [replaced, "replaced"],
    [removed, "removed"],
    [unchanged, "unchanged"],
  ] as const;
  const said = parts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  return said.length === 0 ? "Nothing to write" : `Files: ${said.join(", ")}`;
}
