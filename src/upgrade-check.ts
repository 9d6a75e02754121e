// Two releases from anywhere → what the upgrade from one to the other means. Writes nothing but on the workbench.
import { resolve } from "node:path";
import { readText } from "./adopt/programs.ts";
import type { FoundChart } from "./archive/found-chart.ts";
import { type Diagnostic, hasErrors } from "./diagnostics/diagnostic.ts";
import type { ChartSet } from "./emit/chart.ts";
import type { SourceOptions } from "./load/pinned-sources.ts";
import type { RegistryAccess } from "./publish/registry-client.ts";
import { readCharts } from "./read-charts.ts";
import type { ChartRelease } from "./upgrade/chart-release.ts";
import { compareReleases } from "./upgrade/compare-releases.ts";
import type { Override } from "./upgrade/judge-override.ts";
import { type RenderedChart, releasedCharts } from "./upgrade/released-chart.ts";
import { type UpgradeReport, upgradeReport } from "./upgrade/upgrade-report.ts";
import { type Helm, Workbench } from "./verify/helm.ts";
import { installRank, partHooks, renderChart } from "./verify/render-chart.ts";
import { RenderedReader } from "./verify/rendered.ts";

/** A values file for one chart; for the only one where none is named. */
export interface GivenValues {
  readonly chart?: string;
  readonly file: string;
}

/** What is compared, and how. */
export interface UpgradeCheckOptions {
  /** References of the charts of each side: projects, charts' folders and folders of these, archives, `oci://…`. */
  readonly older: readonly string[];
  readonly newer: readonly string[];
  /** Where relative paths start. */
  readonly workingFolder: string;
  /** How registries are reached. */
  readonly access: RegistryAccess;
  /** How pinned sources of projects are come by. */
  readonly sources?: SourceOptions;
  /** The Helm that renders; by default the one on the PATH. */
  readonly helm?: string;
  /** The releases' namespace; by default that of the newer project's sources, else "default". */
  readonly namespace?: string;
  /** What the administrator has set. */
  readonly values?: readonly GivenValues[];
}

/** The report; with an error among the diagnostics there is none. */
export interface UpgradeCheckResult {
  readonly report?: UpgradeReport;
  /** What was compared. */
  readonly releases?: { readonly older: ChartRelease; readonly newer: ChartRelease };
  /** What the newer charts were compiled as, where they are those of one project. */
  readonly compiled?: ChartSet;
  readonly diagnostics: readonly Diagnostic[];
}

/** Compares two releases. Throws HelmError where there is no Helm, or a values file cannot be read. */
export function upgradeCheck(options: UpgradeCheckOptions): Promise<UpgradeCheckResult> {
  return Workbench.with((workbench) => new Check(workbench, options).run());
}

class Check {
  readonly #workbench: Workbench;
  readonly #options: UpgradeCheckOptions;
  readonly #reader = new RenderedReader();
  readonly #diagnostics: Diagnostic[] = [];

  constructor(workbench: Workbench, options: UpgradeCheckOptions) {
    this.#workbench = workbench;
    this.#options = options;
  }

  async run(): Promise<UpgradeCheckResult> {
    const { helm: path } = this.#options;
    const [helm] = await this.#workbench.findHelms(path === undefined ? [] : [path]);
    const [before, after] = [await this.#read(this.#options.older), await this.#read(this.#options.newer)];
    const given = this.#assigned(before, after);
    if (!helm || hasErrors(this.#diagnostics)) return { diagnostics: this.#diagnostics };
    const namespace =
      this.#options.namespace ?? sourceNamespace(after) ?? sourceNamespace(before) ?? "default";
    const overrides = await this.#overrides(helm, namespace, after, given);
    // What is rendered is what the administrator has, as long as both charts take it.
    const taken = new Map(
      [...given].filter(([chart]) => overrides.get(chart)?.every(({ refusal }) => refusal === undefined)),
    );
    const older = await this.#release(helm, namespace, before, taken);
    const newer = await this.#release(helm, namespace, after, taken);
    if (!older || !newer) return { diagnostics: this.#diagnostics };
    const findings = compareReleases(older, newer, { overrides });
    return {
      report: upgradeReport(older, newer, findings, { helm, namespace }),
      releases: { older, newer },
      ...compiledOf(after),
      diagnostics: this.#diagnostics,
    };
  }

  async #read(references: readonly string[]): Promise<readonly FoundChart[]> {
    const { workingFolder, access, sources } = this.#options;
    const found = await readCharts(references, workingFolder, {
      workbench: this.#workbench,
      access,
      ...(sources ? { sources } : {}),
    });
    this.#diagnostics.push(...found.diagnostics.filter(({ severity }) => severity === "error"));
    for (const [index, chart] of found.charts.entries()) {
      const first = found.charts.findIndex(({ name }) => name === chart.name);
      const earlier = found.charts[first];
      if (earlier && first < index) this.#diagnostics.push(repeated(earlier, chart));
    }
    return found.charts;
  }

  /** The values files by the names of the newer charts. */
  #assigned(
    before: readonly FoundChart[],
    after: readonly FoundChart[],
  ): ReadonlyMap<string, readonly string[]> {
    const files = new Map<string, readonly string[]>();
    const names = after.map(({ name }) => name);
    for (const { chart, file } of this.#options.values ?? []) {
      const only = names.length === 1 ? names[0] : undefined;
      const isKnown =
        chart === undefined ||
        names.includes(chart) ||
        (only !== undefined && before.some(({ name }) => name === chart));
      const name = chart !== undefined && names.includes(chart) ? chart : only;
      if (name !== undefined && isKnown) files.set(name, [...(files.get(name) ?? []), file]);
      else if (names.length > 0) this.#diagnostics.push(nobodys(chart, file, names));
    }
    return files;
  }

  /** Each values file, with what Helm says of the newer chart when all files of the chart are given. */
  async #overrides(
    helm: Helm,
    namespace: string,
    charts: readonly FoundChart[],
    given: ReadonlyMap<string, readonly string[]>,
  ): Promise<ReadonlyMap<string, readonly Override[]>> {
    const overrides = new Map<string, readonly Override[]>();
    for (const chart of charts) {
      const judged: Override[] = [];
      for (const file of given.get(chart.name) ?? []) {
        const text = await readText(resolve(this.#options.workingFolder, file), "charts/values");
        const rendering = await this.#render(helm, namespace, chart, [file]);
        judged.push({ file, text, refusal: rendering.ok ? undefined : rendering.words });
      }
      if (judged.length > 0) overrides.set(chart.name, judged);
    }
    return overrides;
  }

  async #release(
    helm: Helm,
    namespace: string,
    charts: readonly FoundChart[],
    values: ReadonlyMap<string, readonly string[]>,
  ): Promise<ChartRelease | undefined> {
    const rendered: RenderedChart[] = [];
    const only = charts.length === 1 ? [...values.values()][0] : undefined;
    for (const chart of charts) {
      const files = values.get(chart.name) ?? only ?? [];
      let rendering = await this.#render(helm, namespace, chart, files);
      if (!rendering.ok && files.length > 0) rendering = await this.#render(helm, namespace, chart, []);
      if (rendering.ok) rendered.push({ chart, documents: rendering.documents });
      else this.#diagnostics.push(notRendered(chart, rendering.words, helm));
    }
    if (hasErrors(this.#diagnostics)) return undefined;
    const rank = ({ documents }: RenderedChart) => installRank(partHooks(documents).objects);
    return {
      charts: releasedCharts(
        rendered.toSorted((a, b) => rank(a) - rank(b)),
        namespace,
      ),
    };
  }

  #render(helm: Helm, namespace: string, chart: FoundChart, valuesFiles: readonly string[]) {
    const { workingFolder } = this.#options;
    const options = {
      release: chart.name.slice(0, 53).replace(/-+$/, ""),
      namespace,
      valuesFiles: valuesFiles.map((file) => resolve(workingFolder, file)),
      isUpgrade: true,
    };
    return renderChart(this.#workbench, helm, chart.location, options, this.#reader);
  }
}

/** The one set of charts that all of `charts` come from. */
function compiledOf(charts: readonly FoundChart[]): { readonly compiled?: ChartSet } {
  const sets = new Set(charts.map(({ compiled }) => compiled?.set));
  const [set] = sets;
  return set && sets.size === 1 ? { compiled: set } : {};
}

function sourceNamespace(charts: readonly FoundChart[]): string | undefined {
  return charts.find(({ compiled }) => compiled)?.compiled?.set.plan.operator.sourceNamespace;
}

function nobodys(chart: string | undefined, file: string, names: readonly string[]): Diagnostic {
  const given = chart === undefined ? file : `${chart}=${file}`;
  return {
    severity: "error",
    code: "charts/values",
    message: `"${given}" is for no chart.`,
    found: chart === undefined ? `${names.length} charts` : `no chart called "${chart}"`,
    expected: `CHART=${file}, where CHART is ${names.join(" or ")}`,
  };
}

/** A set has each chart once: two releases of one chart are two sides. */
function repeated(first: FoundChart, second: FoundChart): Diagnostic {
  return {
    severity: "error",
    code: "charts/repeated",
    message: `The chart "${second.name}" is twice on one side.`,
    found: `${first.name} ${first.version} in ${first.path}, ${second.version} in ${second.path}`,
    expected: "each chart of a set once",
    hint: "Name the charts of the one release with --old, and those of the other with --new.",
  };
}

function notRendered({ path }: FoundChart, words: string, helm: Helm): Diagnostic {
  return {
    severity: "error",
    code: "charts/not-rendered",
    message: `Helm ${helm.version} does not render "${path}".`,
    found: words,
    expected: "a chart that renders with its own values",
  };
}
