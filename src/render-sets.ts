// Charts from anywhere, in their sets, as real Helm renders them with the values that a user gives.
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { type ChartNode, chartTree } from "./archive/chart-tree.ts";
import type { FoundChart, RenderedChart } from "./archive/found-chart.ts";
import { settingsFor, valuesFor } from "./archive/set-values.ts";
import { type Diagnostic, hasErrors } from "./diagnostics/diagnostic.ts";
import { nearest } from "./diagnostics/suggestion.ts";
import { readChartMarks } from "./emit/chart-marks.ts";
import { isObject, type JsonObject } from "./kubernetes/object.ts";
import { isWorkloadKind } from "./kubernetes/pod-spec.ts";
import type { SourceOptions } from "./load/pinned-sources.ts";
import { releaseValues } from "./manifests/release-values.ts";
import type { RegistryAccess } from "./publish/registry-client.ts";
import { readCharts, renderCharts } from "./read-charts.ts";
import { type Helm, type TemplateOptions, Workbench } from "./verify/helm.ts";
import { HelmError } from "./verify/run-helm.ts";
import { parseDocument } from "./yaml/document.ts";

/** How charts are rendered for a release. */
export interface ReleaseOptions {
  /** A path; `helm` on the PATH when not given. */
  readonly helm?: string;
  /** The namespace; else the one that compiled charts name, else `default`. */
  readonly namespace?: string;
  /** Files of values for the set. A chart is not given a key that its schema refuses and that of another one takes. */
  readonly valuesFiles?: readonly string[];
  /** What releases are called; without a chart it is for the only one. Others are called as their charts. */
  readonly releases?: readonly { readonly chart?: string; readonly release: string }[];
  /** Arguments of `--set`. */
  readonly set?: readonly string[];
  readonly kubeVersion?: string;
  readonly apiVersions?: readonly string[];
  readonly access: RegistryAccess;
  /** How pinned sources of projects are come by. */
  readonly sources?: SourceOptions;
}

/** One chart set: that of a project, or all charts that are given by themselves. */
export interface RenderedSet {
  /** The project's name; else that of the chart with the operator. */
  readonly name: string;
  readonly namespace: string;
  /** What rendered it. */
  readonly helm: Helm;
  /** In the order of their install. */
  readonly charts: readonly { readonly rendered: RenderedChart; readonly tree: ChartNode }[];
  /** The values that were given, in words: `prod.yaml`, `--set a=b`. */
  readonly values: readonly string[];
  /** Renders again those for which `last` has values over all others, for a release in another namespace. */
  renderElsewhere(
    namespace: string,
    last: (tree: ChartNode) => JsonObject | undefined,
  ): Promise<RenderedSet["charts"]>;
}

/**
 * Renders the charts that `references` mean (as `readCharts` has them), set by set, and calls `use` with all of them; with
 * none where there is an error. Of compiled charts custom resources are there that come in a second step. Throws HelmError
 * without Helm.
 */
export function withRenderedSets<Result>(
  references: readonly string[],
  workingFolder: string,
  options: ReleaseOptions,
  use: (sets: readonly RenderedSet[], diagnostics: readonly Diagnostic[]) => Promise<Result>,
): Promise<Result> {
  return Workbench.with(async (workbench) => {
    const [helm] = await workbench.findHelms(options.helm === undefined ? [] : [options.helm]);
    if (!helm) return use([], []);
    const { access, sources } = options;
    const reading = { workbench, access, ...(sources ? { sources } : {}) };
    const { charts, diagnostics } = await readCharts(references, workingFolder, reading);
    if (hasErrors(diagnostics)) return use([], diagnostics);
    const names = releaseNames(options.releases ?? [], charts);
    if (!names.ok) return use([], [names.diagnostic]);
    const values = await readValues(options.valuesFiles ?? [], workingFolder);
    const results = await renderAll(groupSets(charts), values, options, {
      workbench,
      helm,
      releases: names.releases,
    });
    const found = [...diagnostics, ...results.flatMap((result) => result.diagnostics)];
    return use(hasErrors(found) ? [] : results.flatMap(({ set }) => set ?? []), found);
  });
}

/** One set after the other: each of them keeps the processors busy. */
async function renderAll(
  sets: readonly (readonly FoundChart[])[],
  values: GivenValues,
  options: ReleaseOptions,
  bench: Omit<Bench, "folder">,
): Promise<readonly Awaited<ReturnType<typeof renderSet>>[]> {
  const results: Awaited<ReturnType<typeof renderSet>>[] = [];
  for (const [index, set] of sets.entries())
    results.push(await renderSet({ ...bench, folder: `set-${index + 1}` }, set, values, options));
  return results;
}

interface Bench {
  readonly workbench: Workbench;
  readonly helm: Helm;
  /** A name for what this set puts on the workbench. */
  readonly folder: string;
  /** By chart: what its release is called, if not as the chart. */
  readonly releases: ReadonlyMap<string, string>;
}

type ReleaseNames =
  | { readonly ok: true; readonly releases: ReadonlyMap<string, string> }
  | { readonly ok: false; readonly diagnostic: Diagnostic };

/** The names that were given, by chart; one for no chart is an error. */
function releaseNames(
  given: NonNullable<ReleaseOptions["releases"]>,
  charts: readonly FoundChart[],
): ReleaseNames {
  const names = [...new Set(charts.map(({ name }) => name))];
  const releases = new Map<string, string>();
  for (const { chart = names.length === 1 ? names[0] : undefined, release } of given) {
    if (chart === undefined || !names.includes(chart)) {
      const found = chart === undefined ? release : `${chart}=${release}`;
      return { ok: false, diagnostic: noChart(found, names, chart ?? names[0] ?? "") };
    }
    releases.set(chart, release);
  }
  return { ok: true, releases };
}

function noChart(found: string, names: readonly string[], meant: string): Diagnostic {
  return {
    severity: "error",
    code: "charts/release",
    message: "The name of a release is for none of the charts, or does not say for which.",
    found: `--release ${found}`,
    expected: `CHART=NAME, where CHART is ${names.join(" or ")}`,
    hint: `Write --release ${nearest(meant, names) ?? names[0]}=NAME for each chart whose release is not called as the chart.`,
  };
}

async function renderSet(
  bench: Bench,
  charts: readonly FoundChart[],
  given: GivenValues,
  options: ReleaseOptions,
): Promise<{ readonly set?: RenderedSet; readonly diagnostics: readonly Diagnostic[] }> {
  const trees = new Map<FoundChart, ChartNode>();
  for (const chart of charts) trees.set(chart, await chartTree(chart));
  const treeOf = (chart: FoundChart): ChartNode => trees.get(chart) as ChartNode;
  const namespace = options.namespace ?? namespaceOf(charts) ?? "default";
  const all = charts.map(({ files }) => files);
  const render = async (place: string, last: (tree: ChartNode) => JsonObject | undefined, some = charts) => {
    const own = new Map<FoundChart, Pick<TemplateOptions, "valuesFiles" | "set">>();
    for (const chart of some) {
      const tree = treeOf(chart);
      const layers = [
        releaseValues(tree),
        ...given.map(({ data }) => valuesFor(chart.files, all, data)),
        last(tree) ?? {},
      ];
      own.set(chart, {
        valuesFiles: await writeValues(bench, `${chart.name}-in-${place}`, layers),
        set: settingsFor(chart.files, all, options.set ?? []),
      });
    }
    const { kubeVersion, apiVersions = [] } = options;
    const valuesOf = (chart: FoundChart) => own.get(chart) ?? {};
    const { releases } = bench;
    return renderCharts(bench, some, { namespace: place, kubeVersion, apiVersions, releases, valuesOf });
  };
  const withTrees = (rendered: readonly RenderedChart[]) =>
    rendered.map((one) => ({ rendered: one, tree: treeOf(one.chart) }));
  const { charts: rendered, diagnostics } = await render(namespace, () => undefined);
  if (hasErrors(diagnostics)) return { diagnostics };
  const set: RenderedSet = {
    name: nameOf(rendered),
    namespace,
    helm: bench.helm,
    charts: withTrees(rendered),
    values: [...given.map(({ file }) => file), ...(options.set ?? []).map((setting) => `--set ${setting}`)],
    renderElsewhere: async (place, last) => {
      const some = charts.filter((chart) => last(treeOf(chart)) !== undefined);
      return withTrees((await render(place, last, some)).charts);
    },
  };
  return { set, diagnostics };
}

/** Files of values, as they were named and as data. */
type GivenValues = readonly { readonly file: string; readonly data: JsonObject }[];

async function writeValues(
  { workbench, folder }: Bench,
  name: string,
  values: readonly JsonObject[],
): Promise<readonly string[]> {
  const named = values
    .filter((data) => Object.keys(data).length > 0)
    .map((data, index): [string, string] => [`${name}-${index + 1}.json`, JSON.stringify(data)]);
  const place = await workbench.write(folder, new Map(named));
  return named.map(([file]) => `${place}/${file}`);
}

/** Reads files of values. Throws HelmError for one that cannot be read. */
async function readValues(files: readonly string[], workingFolder: string): Promise<GivenValues> {
  return Promise.all(
    files.map(async (file) => {
      const refuse = (found: string) =>
        new HelmError({
          code: "charts/values",
          message: `"${file}" cannot be read as values.`,
          found,
          expected: "one YAML document that is a map",
        });
      const text = await readFile(resolve(workingFolder, file), "utf8").catch((error: Error) => {
        throw refuse(error.message);
      });
      const parsed = parseDocument(text);
      if (!parsed.ok) throw refuse(parsed.fault.message);
      const data = parsed.document.data ?? {};
      if (!isObject(data)) throw refuse("something else than a map");
      return { file, data };
    }),
  );
}

/** The charts of each project are a set, and those that are given by themselves are one together. */
function groupSets(charts: readonly FoundChart[]): readonly (readonly FoundChart[])[] {
  const groups = new Map<unknown, FoundChart[]>();
  for (const chart of charts) {
    const key = chart.compiled?.set;
    groups.set(key, [...(groups.get(key) ?? []), chart]);
  }
  return [...groups.values()];
}

/** The project's name; else that of the chart with the operator. */
function nameOf(charts: readonly RenderedChart[]): string {
  const project = charts.find(({ chart }) => chart.compiled)?.chart.compiled?.set.plan.name;
  const runs = ({ documents }: RenderedChart) =>
    documents.some(({ object }) => object !== undefined && isWorkloadKind(object.kind));
  const main = charts.find(runs) ?? charts.at(-1);
  return project ?? main?.chart.name.replace(/-operator$/, "") ?? "manifests";
}

/** The namespace of the sources, as compiled charts have it. */
function namespaceOf(charts: readonly FoundChart[]): string | undefined {
  return charts.map(({ metadata }) => readChartMarks(metadata)?.namespace).find(Boolean);
}
