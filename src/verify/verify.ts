// Chart → Report: renders the charts with each Helm, and puts what comes out to the checks.
import type { Chart, ChartSet } from "../emit/chart.ts";
import { stringField } from "../kubernetes/object.ts";
import { parseDocument } from "../yaml/document.ts";
import { checkDeterminism } from "./determinism.ts";
import { type Helm, type HelmOutcome, readChartFolder, Workbench } from "./helm.ts";
import { readLint } from "./lint.ts";
import { checkNamespace, elsewhere } from "./namespace.ts";
import { type AddedObject, checkParity, subjectsOf } from "./parity.ts";
import { type CheckedChart, filePath } from "./place.ts";
import { checkReleaseSize, formatShare, releaseSize } from "./release-size.ts";
import { type RenderedDocument, RenderedReader, type Rendering } from "./rendered.ts";
import {
  assembleReport,
  type ChartReport,
  type CheckName,
  type CheckResult,
  checkNames,
  type Finding,
  mergeFindings,
  type Report,
} from "./report.ts";
import { checkSchema, schemaChart } from "./schema.ts";
import { checkValueUse, countValues } from "./value-use.ts";

/** How to verify. */
export interface VerifyOptions {
  /** Paths of Helms; none: the one on the PATH. */
  readonly helms?: readonly string[];
  /** Chart name → folder: the chart is checked as it stands there. Others are checked from memory. */
  readonly folders?: ReadonlyMap<string, string>;
  /** What the charts render although the source lacks it, each with its reason. */
  readonly added?: readonly AddedObject[];
  /** Builds the same chart set again; without it the check of determinism is skipped. */
  readonly rebuild?: () => ChartSet | Promise<ChartSet>;
  /** The version of Kubernetes that Helm assumes; none: its own default. */
  readonly kubeVersion?: string;
}

/**
 * Checks a chart set with real Helm. Whatever is wrong with the charts is in the report; HelmError is thrown when
 * nothing could be checked (no Helm, no chart in a given folder).
 */
export function verify(chartSet: ChartSet, options: VerifyOptions = {}): Promise<Report> {
  return Workbench.with(async (workbench) => {
    const helms = await workbench.findHelms(options.helms ?? []);
    const charts = await Promise.all(
      chartSet.charts.map((chart) => prepareChart(workbench, chart, options.folders?.get(chart.plan.name))),
    );
    const run = new Run(workbench, chartSet, charts, options);
    for (const helm of helms) await run.withHelm(helm);
    return run.report(helms);
  });
}

/** A chart and the folder that Helm reads it from. */
interface PreparedChart {
  readonly checked: CheckedChart;
  readonly folder: string;
  readonly schemaFolder: string;
}

async function prepareChart(
  workbench: Workbench,
  chart: Chart,
  folder: string | undefined,
): Promise<PreparedChart> {
  const { name } = chart.plan;
  const files = folder === undefined ? chart.files : await readChartFolder(folder);
  const checked: CheckedChart = { chart, files, folder };
  return {
    checked,
    folder: folder ?? (await workbench.write(`charts/${name}`, files)),
    schemaFolder: await workbench.write(`schemas/${name}`, schemaChart(checked)),
  };
}

/** One of the ways in which the whole chart set is rendered. */
interface Variant {
  readonly label: string;
  readonly namespace: string;
  readonly values: ReadonlyMap<string, readonly string[]>;
}

class Run {
  readonly #workbench: Workbench;
  readonly #chartSet: ChartSet;
  readonly #charts: readonly PreparedChart[];
  readonly #options: VerifyOptions;
  readonly #home: string;
  readonly #reader = new RenderedReader();
  readonly #renderings: Rendering[] = [];
  readonly #sizes = new Map<string, number>();
  readonly #findings: Record<"render" | "namespace" | "lint" | "schema", [string, readonly Finding[]][]> = {
    render: [],
    namespace: [],
    lint: [],
    schema: [],
  };
  #probes = { wrongTypes: 0, unknownKeys: 0 };

  constructor(
    workbench: Workbench,
    chartSet: ChartSet,
    charts: readonly PreparedChart[],
    options: VerifyOptions,
  ) {
    this.#workbench = workbench;
    this.#chartSet = chartSet;
    this.#charts = charts;
    this.#options = options;
    this.#home = chartSet.plan.operator.sourceNamespace ?? "default";
  }

  /** Everything that takes a Helm. */
  async withHelm(helm: Helm): Promise<void> {
    const label = `Helm ${helm.version}`;
    const steps = this.#steps();
    const inTurn: Rendering[] = [];
    for (const step of steps) {
      const variant = { ...step, label: `${label}${step.label}`, namespace: this.#home };
      inTurn.push(await this.#render(helm, variant));
    }
    this.#renderings.push(...inTurn);
    const last = steps.at(-1);
    const home = inTurn.at(-1);
    if (last && home) {
      const variant = { ...last, label: `${label} in another namespace`, namespace: elsewhere };
      const away = await this.#render(helm, variant);
      const { sourceNamespace } = this.#chartSet.plan.operator;
      const subjects = subjectsOf(this.#charts.map(({ checked }) => checked));
      this.#findings.namespace.push([label, checkNamespace(subjects, home, away, sourceNamespace)]);
    }
    await Promise.all(this.#charts.map((prepared) => this.#lint(helm, label, prepared)));
    await Promise.all(this.#charts.map((prepared) => this.#schema(helm, label, prepared)));
    const [first] = inTurn;
    for (const { checked } of this.#charts) this.#measure(checked, first);
  }

  /** With the defaults, then with what switches on the objects of the second step. */
  #steps(): readonly Omit<Variant, "namespace">[] {
    const values = new Map(
      this.#charts.map(({ checked }) => {
        const added = (this.#options.added ?? []).filter(({ chart }) => chart === checked.chart.plan.name);
        const objects = [...checked.chart.objects, ...added];
        return [checked.chart.plan.name, [...new Set(objects.flatMap((object) => object.setToRender ?? []))]];
      }),
    );
    const all = [...new Set([...values.values()].flat())];
    const first = { label: "", values: new Map<string, readonly string[]>() };
    if (all.length === 0) return [first];
    return [first, { label: ` with ${all.join(" and ")}`, values }];
  }

  async #render(helm: Helm, variant: Variant): Promise<Rendering> {
    const charts = new Map<string, readonly RenderedDocument[]>();
    const findings: Finding[] = [];
    await Promise.all(
      this.#charts.map(async ({ checked, folder }) => {
        const { name } = checked.chart.plan;
        const outcome = await this.#workbench.template(helm, folder, {
          release: releaseName(name),
          namespace: variant.namespace,
          set: variant.values.get(name) ?? [],
          kubeVersion: this.#options.kubeVersion,
        });
        findings.push(...readRenderOutcome(checked, outcome));
        if (outcome.passed) charts.set(name, this.#reader.read(outcome.stdout));
      }),
    );
    // Charts end in any order; the report must not.
    const ordered = this.#charts.flatMap(({ checked }) => {
      const documents = charts.get(checked.chart.plan.name);
      return documents ? [[checked.chart.plan.name, documents] as const] : [];
    });
    this.#findings.render.push([variant.label, findings]);
    return { ...variant, charts: new Map(ordered) };
  }

  async #lint(helm: Helm, label: string, { checked, folder }: PreparedChart): Promise<void> {
    const outcome = await this.#workbench.lint(helm, folder, this.#home);
    const text = outcome.stdout + (outcome.passed ? "" : outcome.stderr);
    this.#findings.lint.push([label, readLint(checked, { passed: outcome.passed, text })]);
  }

  async #schema(helm: Helm, label: string, { checked, schemaFolder }: PreparedChart): Promise<void> {
    const { name } = checked.chart.plan;
    let count = 0;
    const result = await checkSchema(checked, async (values) => {
      count += 1;
      const file = `probe-${count}.json`;
      const folder = await this.#workbench.write(
        `probes/${helm.version}/${name}`,
        new Map([[file, JSON.stringify(values)]]),
      );
      const outcome = await this.#workbench.template(helm, schemaFolder, {
        release: "release",
        namespace: this.#home,
        valuesFile: `${folder}/${file}`,
      });
      return { accepted: outcome.passed, message: outcome.stderr };
    });
    this.#findings.schema.push([label, result.findings]);
    this.#probes.wrongTypes += result.wrongTypes;
    this.#probes.unknownKeys += result.unknownKeys;
  }

  #measure(checked: CheckedChart, rendering: Rendering | undefined): void {
    const { name } = checked.chart.plan;
    const documents = rendering?.charts.get(name);
    if (!documents) return;
    this.#sizes.set(name, Math.max(this.#sizes.get(name) ?? 0, releaseSize(checked, documents)));
  }

  async report(helms: readonly Helm[]): Promise<Report> {
    const charts = this.#charts.map(({ checked }) => checked);
    const parity = checkParity({
      plan: this.#chartSet.plan,
      charts,
      added: this.#options.added ?? [],
      renderings: this.#renderings,
    });
    const results = new Map<CheckName, Omit<CheckResult, "check">>([
      ["render", { findings: merge(this.#findings.render), detail: this.#renderDetail(helms) }],
      [
        "parity",
        {
          findings: parity.findings,
          detail: `${this.#chartSet.plan.operator.manifests.length} objects of the source`,
        },
      ],
      [
        "namespace",
        {
          findings: merge(this.#findings.namespace),
          detail: `a release in another namespace than "${this.#home}"`,
        },
      ],
      ["lint", { findings: merge(this.#findings.lint), detail: "helm lint --strict" }],
      ["schema", { findings: merge(this.#findings.schema), detail: this.#schemaDetail(helms.length) }],
      [
        "value-use",
        { findings: charts.flatMap(checkValueUse), detail: `${sum(charts.map(countValues))} values` },
      ],
      ["release-size", this.#releaseSizes()],
      ["determinism", await this.#determinism()],
    ]);
    const ordered = checkNames.flatMap((check) => {
      const result = results.get(check);
      return result ? [{ check, ...result }] : [];
    });
    return assembleReport(
      charts.map((checked) => this.#chartReport(checked)),
      helms,
      parity.objects,
      ordered,
    );
  }

  #renderDetail(helms: readonly Helm[]): string {
    const steps = this.#steps().length > 1 ? ", in two steps" : "";
    return `with ${helms.map(({ version }) => `Helm ${version}`).join(" and ")}${steps}`;
  }

  #schemaDetail(helms: number): string {
    const { wrongTypes, unknownKeys } = this.#probes;
    return `${wrongTypes / helms} wrong types and ${unknownKeys / helms} unknown keys tried`;
  }

  #releaseSizes(): Omit<CheckResult, "check"> {
    const sizes = [...this.#sizes];
    if (sizes.length === 0) return { findings: [], detail: "no chart could be rendered", skipped: true };
    const detail = `${sizes.map(([name, bytes]) => `${name} ${formatShare(bytes)}`).join(", ")} of 1 MiB`;
    return { findings: sizes.flatMap(([name, bytes]) => checkReleaseSize(name, bytes)), detail };
  }

  async #determinism(): Promise<Omit<CheckResult, "check">> {
    const { rebuild } = this.#options;
    if (!rebuild) return { findings: [], detail: "no second build was made", skipped: true };
    return {
      findings: checkDeterminism(this.#chartSet, await rebuild()),
      detail: "two builds, byte by byte",
    };
  }

  #chartReport({ chart, files, folder }: CheckedChart): ChartReport {
    const bytes = this.#sizes.get(chart.plan.name);
    const chartFile = parseDocument(files.get("Chart.yaml") ?? "");
    return {
      name: chart.plan.name,
      version: (chartFile.ok && stringField(chartFile.document.data, "version")) || "",
      ...(folder === undefined ? {} : { folder }),
      ...(bytes === undefined ? {} : { releaseBytes: bytes }),
    };
  }
}

/** Helm takes release names up to 53 characters; the charts are rendered as if installed under their own. */
function releaseName(chart: string): string {
  return chart.slice(0, 53).replace(/-+$/, "");
}

/** A refusal is an error; what Helm says beside a rendering is a warning. Both in Helm's words. */
function readRenderOutcome(checked: CheckedChart, { passed, stderr }: HelmOutcome): readonly Finding[] {
  const text = stderr.trim();
  if (passed && text === "") return [];
  return [
    {
      check: "render",
      severity: passed ? "warning" : "error",
      message: text === "" ? "Helm does not render the chart" : text,
      chart: checked.chart.plan.name,
      template: { file: filePath(checked, "Chart.yaml"), line: 1, column: 1 },
    },
  ];
}

/** One list of findings for each label, however many charts handed theirs in. */
function merge(parts: readonly (readonly [string, readonly Finding[]])[]): readonly Finding[] {
  const byLabel = new Map<string, Finding[]>();
  for (const [label, findings] of parts) byLabel.set(label, [...(byLabel.get(label) ?? []), ...findings]);
  return mergeFindings([...byLabel]);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
