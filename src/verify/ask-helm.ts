// One Helm renders a chart set in several ways. What the renderings mean is decided by the checks.
import type { Chart } from "../emit/chart.ts";
import type { JsonObject } from "../kubernetes/object.ts";
import { readChartFolder } from "./chart-folder.ts";
import type { Helm, Workbench } from "./helm.ts";
import type { CheckedChart } from "./place.ts";
import type { Placement } from "./placement.ts";
import { isAboutRendering, readRenderOutcome } from "./render.ts";
import type { RenderedDocument, RenderedReader, Rendering } from "./rendered.ts";
import { type Finding, mergeFindings } from "./report.ts";
import type { HelmOutcome } from "./run-helm.ts";
import { schemaChart } from "./schema.ts";

/** A chart and the folders that Helm reads it from. */
export interface PreparedChart {
  readonly checked: CheckedChart;
  readonly folder: string;
  readonly schemaFolder: string;
  /** The chart as it was compiled, where the one in `folder` was edited since. */
  readonly compiledFolder: string | undefined;
}

/** How a chart set is asked about. */
export interface Questions {
  readonly charts: readonly PreparedChart[];
  /** The provider whose objects the charts are to render; undefined for charts without a choice. */
  readonly provider?: string | undefined;
  /** By chart name: values that are given beside the defaults. */
  readonly given?: ReadonlyMap<string, JsonObject>;
  /** With the release, and its components, in the namespaces of the sources. */
  readonly home: Placement;
  /** In others. */
  readonly away: Placement;
  /** The file of a template that Helm names by the aliases of the charts that it is in. */
  fileOfTemplate(chart: string, templatePath: string): string;
  /** By chart name: the arguments of `--set` that switch on what comes in a second step. */
  readonly secondStep: ReadonlyMap<string, readonly string[]>;
  readonly kubeVersion?: string | undefined;
}

/** What one Helm rendered: for a chart set with a choice of providers, for one of them. */
export interface Rendered {
  readonly label: string;
  /** In the source's namespace: with the defaults, and with the second step where there is one. */
  readonly home: readonly Rendering[];
  /** In another namespace, with the values of the last of `home`. */
  readonly away: Rendering;
  /** As the last of `home`, for a release that is there already. */
  readonly upgrade: Rendering;
  /** As the last of `home` and as `upgrade`, of the charts as they were compiled; only those that were edited since. */
  readonly compiled: readonly Rendering[];
  readonly renderFindings: readonly Finding[];
}

/** A chart as it stands in its own folder, or in memory. */
export async function readChart(chart: Chart, folder: string | undefined): Promise<CheckedChart> {
  return { chart, files: folder === undefined ? chart.files : await readChartFolder(folder), folder };
}

/** Puts a chart where Helm can read it: its own folder, if `isWhole`, or one of the workbench. */
export async function prepareChart(
  workbench: Workbench,
  checked: CheckedChart,
  isWhole: boolean,
): Promise<PreparedChart> {
  const { chart, files, folder } = checked;
  const { name } = chart.plan;
  return {
    checked,
    folder: folder !== undefined && isWhole ? folder : await workbench.write(`charts/${name}`, files),
    schemaFolder: await workbench.write(`schemas/${name}`, schemaChart(checked)),
    compiledFolder: isEdited(checked) ? await workbench.write(`compiled/${name}`, chart.files) : undefined,
  };
}

function isEdited({ chart, files }: CheckedChart): boolean {
  return [...chart.files].some(([path, text]) => files.get(path) !== text);
}

/** Lets `helm` render the charts. */
export async function renderCharts(
  workbench: Workbench,
  helm: Helm,
  reader: RenderedReader,
  questions: Questions,
): Promise<Rendered> {
  const { charts, secondStep, provider } = questions;
  const { namespace } = questions.home;
  const label = provider === undefined ? labelOf(helm) : `${labelOf(helm)} for ${provider}`;
  const valuesFiles = await givenValues(workbench, helm, questions);
  const outcomes: (readonly [label: string, findings: readonly Finding[]])[] = [];
  const renderOne = (
    { checked, folder }: Pick<PreparedChart, "checked" | "folder">,
    variant: Omit<Rendering, "charts">,
    debug = false,
  ): Promise<HelmOutcome> => {
    const { name } = checked.chart.plan;
    return workbench.template(helm, folder, {
      // Rendered as if installed under its own name, which Helm takes up to 53 characters of.
      release: name.slice(0, 53).replace(/-+$/, ""),
      namespace: variant.namespace,
      set: variant.values.get(name) ?? [],
      valuesFiles: valuesFiles.get(name) ?? [],
      kubeVersion: questions.kubeVersion,
      isUpgrade: variant.isUpgrade,
      debug,
    });
  };
  const render = async (variant: Omit<Rendering, "charts">): Promise<Rendering> => {
    const runs = await Promise.all(
      charts.map(async (prepared) => {
        const outcome = await renderOne(prepared, variant);
        // Helm prints what is no YAML only when asked to.
        if (!isAboutRendering(outcome)) return { ...prepared, outcome, broken: [] };
        const debug = await renderOne(prepared, variant, true);
        return { ...prepared, outcome, broken: reader.read(debug.stdout) };
      }),
    );
    outcomes.push([
      variant.label,
      runs.flatMap(({ checked, outcome, broken }) => readRenderOutcome(checked, outcome, broken)),
    ]);
    const rendered = runs.flatMap(({ checked, outcome }) =>
      readDocuments(reader, checked, outcome, questions),
    );
    return { ...variant, charts: new Map(rendered) };
  };
  const first = { label, namespace, values: questions.home.settings };
  const switches = [...new Set([...secondStep.values()].flat())];
  const second = {
    label: `${label} with ${switches.join(" and ")}`,
    namespace,
    values: joined(questions.home.settings, secondStep),
  };
  const variants = switches.length === 0 ? [first] : [first, second];
  const home: Rendering[] = [];
  for (const variant of variants) home.push(await render(variant));
  const last = variants.at(-1) ?? first;
  const away = await render({
    label: `${label} in another namespace`,
    namespace: questions.away.namespace,
    values: switches.length === 0 ? questions.away.settings : joined(questions.away.settings, secondStep),
  });
  const upgrade = await render({ ...last, label: `${label} at an upgrade`, isUpgrade: true });
  const edited = charts.flatMap(({ checked, compiledFolder: folder }) =>
    folder === undefined ? [] : [{ checked, folder }],
  );
  const compiled = await Promise.all(
    edited.map(async (original) => {
      const outcome = await renderOne(original, last);
      return readDocuments(reader, original.checked, outcome, questions);
    }),
  );
  return {
    label,
    home,
    away,
    upgrade,
    // What we compile renders the same at an install and at an upgrade.
    compiled: [last, upgrade].map((rendering) => ({ ...rendering, charts: new Map(compiled.flat()) })),
    renderFindings: mergeFindings(outcomes),
  };
}

/** What a Helm is called in findings. */
export function labelOf(helm: Helm): string {
  return `Helm ${helm.version}`;
}

/** By chart name: the file with the values that are given to it. */
export async function givenValues(
  workbench: Workbench,
  helm: Helm,
  { provider = "", given = new Map() }: Pick<Questions, "provider" | "given">,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const files = Array.from(given, async ([name, values]) => {
    const folder = `values/${helm.version}/${provider}`;
    const file = `${name}.json`;
    const written = await workbench.write(folder, new Map([[file, JSON.stringify(values)]]));
    return [name, [`${written}/${file}`]] as const;
  });
  return new Map(await Promise.all(files));
}

/** The arguments of both, for each chart. */
function joined(
  settings: ReadonlyMap<string, readonly string[]>,
  more: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, readonly string[]> {
  const names = new Set([...settings.keys(), ...more.keys()]);
  return new Map(
    [...names].map((name) => [name, [...(settings.get(name) ?? []), ...(more.get(name) ?? [])]]),
  );
}

/** The chart's entry in a rendering; none for a chart that Helm refuses. */
function readDocuments(
  reader: RenderedReader,
  { chart }: CheckedChart,
  { passed, stdout }: HelmOutcome,
  { fileOfTemplate }: Questions,
): readonly (readonly [name: string, documents: readonly RenderedDocument[]])[] {
  if (!passed) return [];
  const { name } = chart.plan;
  const documents = reader.read(stdout).map((document) => ({
    ...document,
    templatePath: fileOfTemplate(name, document.templatePath),
  }));
  return [[name, reader.withCarried(documents, chart.carriers)]];
}
