// Charts from anywhere → the manifests of their release, rendered with real Helm. Writes nothing but on the workbench.
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { type ChartNode, chartTree } from "./archive/chart-tree.ts";
import type { FoundChart, RenderedChart } from "./archive/found-chart.ts";
import { settingsFor, valuesFor as valuesOfSet } from "./archive/set-values.ts";
import { type Diagnostic, hasErrors } from "./diagnostics/diagnostic.ts";
import { readChartMarks } from "./emit/chart-marks.ts";
import { isObject, type JsonObject } from "./kubernetes/object.ts";
import { isWorkloadKind } from "./kubernetes/pod-spec.ts";
import { changingDiagnostics } from "./manifests/changing.ts";
import { manifests, type ReleaseManifests } from "./manifests/manifests.ts";
import type { ManifestSet } from "./manifests/print-files.ts";
import { hookReason, type ReleaseObject, releaseObjects } from "./manifests/release-objects.ts";
import { namespaceValues, releaseValues } from "./manifests/release-values.ts";
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
  /** Arguments of `--set`. */
  readonly set?: readonly string[];
  readonly kubeVersion?: string;
  readonly apiVersions?: readonly string[];
  readonly access: RegistryAccess;
}

/** The manifests of one chart set. */
export interface RenderedManifestSet extends ManifestSet, Pick<ReleaseManifests, "leftOut"> {}

/** A set for each project, and one for all charts that are given by themselves; none with an error. */
export interface RenderManifestsResult {
  readonly sets: readonly RenderedManifestSet[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Renders the charts that `references` mean (as `readCharts` has them) as release manifests. Throws HelmError without Helm. */
export function renderManifests(
  references: readonly string[],
  workingFolder: string,
  options: ReleaseOptions,
): Promise<RenderManifestsResult> {
  return Workbench.with(async (workbench) => {
    const [helm] = await workbench.findHelms(options.helm === undefined ? [] : [options.helm]);
    if (!helm) return { sets: [], diagnostics: [] };
    const { access } = options;
    const { charts, diagnostics } = await readCharts(references, workingFolder, { workbench, access });
    if (hasErrors(diagnostics)) return { sets: [], diagnostics };
    const values = await readValues(options.valuesFiles ?? [], workingFolder);
    const sets: RenderedManifestSet[] = [];
    const found = [...diagnostics];
    for (const [index, set] of groupSets(charts).entries()) {
      const bench = { workbench, helm, folder: `set-${index + 1}` };
      const result = await renderSet(bench, set, values, options);
      found.push(...result.diagnostics);
      if (result.set) sets.push(result.set);
    }
    return { sets: hasErrors(found) ? [] : sets, diagnostics: found };
  });
}

interface Bench {
  readonly workbench: Workbench;
  readonly helm: Helm;
  /** A name for what this set puts on the workbench. */
  readonly folder: string;
}

async function renderSet(
  bench: Bench,
  charts: readonly FoundChart[],
  given: GivenValues,
  options: ReleaseOptions,
): Promise<{ readonly set?: RenderedManifestSet; readonly diagnostics: readonly Diagnostic[] }> {
  const trees = new Map<FoundChart, ChartNode>();
  for (const chart of charts) trees.set(chart, await chartTree(chart));
  const treeOf = (chart: FoundChart): ChartNode => trees.get(chart) as ChartNode;
  const namespace = options.namespace ?? namespaceOf(charts) ?? "default";
  const render = async (some: readonly FoundChart[], place: string, last: typeof noValues) => {
    const own = new Map<FoundChart, Pick<TemplateOptions, "valuesFiles" | "set">>();
    for (const chart of some) {
      const files = [
        releaseValues(treeOf(chart)),
        ...valuesFor(given, chart, charts),
        last(treeOf(chart)) ?? {},
      ];
      own.set(chart, {
        valuesFiles: await writeValues(bench, `${chart.name}-in-${place}`, files),
        set: settingsFor(
          chart.files,
          charts.map((one) => one.files),
          options.set ?? [],
        ),
      });
    }
    const { kubeVersion, apiVersions = [] } = options;
    const valuesOf = (chart: FoundChart) => own.get(chart) ?? {};
    return renderCharts(bench, some, { namespace: place, kubeVersion, apiVersions, valuesOf });
  };
  const { charts: rendered, diagnostics } = await render(charts, namespace, noValues);
  if (hasErrors(diagnostics)) return { diagnostics };
  const makers = charts.filter((chart) => namespaceValues(treeOf(chart), namespace));
  const elsewhere = await render(makers, `${namespace}-not`, (tree) => namespaceValues(tree, namespace));
  const isOwn = ({ manifest: { reference } }: ReleaseObject) =>
    reference.kind === "Namespace" && reference.name === namespace;
  const pairs = rendered.map((one) => ({ rendered: one, tree: treeOf(one.chart) }));
  const result = manifests({
    charts: pairs,
    namespace,
    namespaceObjects: elsewhere.charts.flatMap((one) =>
      releaseObjects(one, treeOf(one.chart)).objects.filter(isOwn),
    ),
  });
  const set: RenderedManifestSet = {
    name: nameOf(rendered),
    namespace,
    charts: rendered.map(({ chart: { name, version, appVersion } }) => ({ name, version, appVersion })),
    values: [...given.map(({ file }) => file), ...(options.set ?? []).map((setting) => `--set ${setting}`)],
    manifests: result.manifests,
    leftOut: result.leftOut,
  };
  const changing = pairs.flatMap((pair) => changingDiagnostics(pair.rendered, pair.tree));
  return { set, diagnostics: [...diagnostics, ...result.diagnostics, ...changing, ...hooksOf(result)] };
}

const noValues = (_: ChartNode): JsonObject | undefined => undefined;

/** Files of values, as they were named and as data. */
type GivenValues = readonly { readonly file: string; readonly data: JsonObject }[];

function valuesFor(
  given: GivenValues,
  { files }: FoundChart,
  charts: readonly FoundChart[],
): readonly JsonObject[] {
  const all = charts.map((chart) => chart.files);
  return given.map(({ data }) => valuesOfSet(files, all, data));
}

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

/** Of a chart that somebody made: its author meant hooks to run. */
function hooksOf({ leftOut }: ReleaseManifests): readonly Diagnostic[] {
  return leftOut
    .filter(({ reason }) => reason === hookReason)
    .map(({ reference, chart, template }) => ({
      severity: "info",
      code: "manifests/hook",
      message: `${reference.kind} "${reference.name}" is a hook of Helm, and left out.`,
      found: `${chart}/${template}`,
    }));
}
