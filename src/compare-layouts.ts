// The layouts side by side for one operator: what each would give, what cannot work and why, and which to take.
import type { Operator } from "./classify/operator.ts";
import { type CompileOptions, compileOperator } from "./compile.ts";
import { type Diagnostic, hasErrors } from "./diagnostics/diagnostic.ts";
import type { Chart, ChartSet } from "./emit/chart.ts";
import { chartFacts, hasCrdSubchart, holdsCrds, valueAt } from "./emit/chart-facts.ts";
import { createCommand, installCommand, plainTarget } from "./emit/commands.ts";
import { plainText } from "./emit/words.ts";
import type { ChartPlan, ChartSetPlan } from "./plan/chart-plan.ts";
import { layoutLimits } from "./plan/plan.ts";
import { type LayoutName, layoutNames } from "./project/project.ts";
import { estimateReleaseSize, formatShare } from "./verify/release-size.ts";

/** One layout of one operator. */
export interface LayoutComparison {
  readonly layout: LayoutName;
  /** The charts in install order; none where the layout does not work. */
  readonly charts: readonly string[];
  /** The commands of a first install, the CR included. */
  readonly install: readonly string[];
  readonly crdUpgrade: string;
  /** What `helm uninstall` of every chart leaves in the cluster. */
  readonly uninstallLeaves: string;
  /** What keeps the operator until its CRs are gone, by default. */
  readonly uninstall: string;
  /** Hooks of the charts, as `Kind name`, and the images that only they need. */
  readonly hooks: readonly string[];
  readonly images: readonly string[];
  /** By chart, about how much of the Secret of its release it fills. */
  readonly releaseSize: readonly string[];
  /** What cannot work in this layout, and why. */
  readonly limits: readonly string[];
  /** Why the layout does not work for this operator at all. */
  readonly problem?: string;
  /** Why it is the one to take. */
  readonly recommended?: string;
}

/** Compares all layouts for `operator`. */
export function compareLayouts(
  operator: Operator,
  options: Omit<CompileOptions, "layout">,
): readonly LayoutComparison[] {
  const recommended = recommend(operator);
  return layoutNames.map((layout) => {
    const { chartSet, diagnostics } = compileOperator(operator, { ...options, layout });
    const reason = recommended.layout === layout ? { recommended: recommended.reason } : {};
    if (chartSet && !hasErrors(diagnostics)) {
      return { ...describe(layout, chartSet), limits: limitsOf(layout, operator, diagnostics), ...reason };
    }
    const error = diagnostics.find(({ severity }) => severity === "error");
    return {
      layout,
      charts: [],
      install: [],
      crdUpgrade: "-",
      uninstallLeaves: "-",
      uninstall: "-",
      hooks: [],
      images: [],
      releaseSize: [],
      limits: [],
      problem: [error?.message, error?.found].filter((words) => words !== undefined).join(" "),
      ...reason,
    };
  });
}

/** Those of every operator, where it has custom resources to speak of, and those of this one. */
function limitsOf(
  layout: LayoutName,
  { customResources }: Operator,
  diagnostics: readonly Diagnostic[],
): readonly string[] {
  const guarded = diagnostics
    .filter(({ code }) => code === "plan/webhook-guards-custom-resource")
    .map(({ message }) => `the first install cannot create a custom resource: ${message}`);
  return customResources.length === 0 ? [] : [...layoutLimits(layout), ...guarded];
}

/** The same choice that compiling makes when nobody makes one. */
function recommend({ customResources, crds, webhooks }: Operator): {
  readonly layout: LayoutName;
  readonly reason: string;
} {
  if (customResources.length === 0) {
    return { layout: "one-chart", reason: "the sources hold no custom resource: one chart has it all" };
  }
  const guarded = webhooks.some(
    ({ failurePolicy, guardsCreateOf }) => failurePolicy === "Fail" && guardsCreateOf.length > 0,
  );
  return {
    layout: "crds-and-main",
    reason: guarded
      ? "CRDs are upgraded with Helm; a webhook guards the custom resource, so it comes in a second step in any layout that does not keep it apart"
      : `${crds.length === 1 ? "the CRD is" : "the CRDs are"} upgraded with Helm, and one install brings operator and custom resource`,
  };
}

function describe(layout: LayoutName, { plan, charts }: ChartSet): Omit<LayoutComparison, "limits"> {
  const plans = charts.map((chart) => chart.plan);
  const crdHome = plans.find((chart) => holdsCrds(chart, plan.operator));
  const isSubchart = crdHome !== undefined && hasCrdSubchart(crdHome);
  const left = isSubchart ? "crds.remove.enabled=true" : "crds.keep=false";
  return {
    layout,
    charts: plans.map(({ name }) => name),
    install: plans.flatMap((chart) => installCommands(plan, chart)),
    crdUpgrade: crdHome
      ? `helm upgrade ${crdHome.name}${isSubchart ? ", by a Job in front of it" : ""}`
      : "no CRDs",
    uninstallLeaves: crdHome ? `CRDs, unless ${left}` : "nothing",
    uninstall: plans.map(uninstallOf).find((words) => words !== undefined) ?? "-",
    hooks: charts.flatMap(hooksOf),
    images: [...new Set(charts.flatMap(hookImages))],
    releaseSize: charts.map((chart) => `${chart.plan.name} ${formatShare(estimateReleaseSize(chart))}`),
  };
}

function installCommands(set: ChartSetPlan, chart: ChartPlan): readonly string[] {
  const target = plainTarget(chartFacts(set, chart, []), chart);
  const later = chart.customResources.filter(({ createByDefault }) => !createByDefault);
  const steps = [
    installCommand(chart, target),
    ...(later.length > 0 ? [createCommand(chart, later, target)] : []),
  ];
  return steps.map(plainText);
}

/** Jobs of the source, which run as hooks, and those that the chart adds and runs by default. */
function hooksOf({ plan, added }: Chart): readonly string[] {
  const own = plan.blocks.flatMap(({ workload }) => (workload.kind === "Job" ? [workload.name] : []));
  const more = added.flatMap(({ reference }) => (reference.kind === "Job" ? [reference.name] : []));
  return [...own, ...more].map((name) => `Job ${name}`);
}

/** The images of the Jobs that the chart adds. */
function hookImages({ added, values }: Chart): readonly string[] {
  if (!added.some(({ reference }) => reference.kind === "Job")) return [];
  return ["uninstall", "apply", "crds"].flatMap((block) => {
    const part = (key: string) => String(valueAt(values, [block, "image", key])?.default ?? "");
    const repository = part("repository");
    return repository === "" ? [] : [`${part("registry")}/${repository}:${part("tag")}`];
  });
}

function uninstallOf({ uninstall }: ChartPlan): string | undefined {
  if (!uninstall) return undefined;
  const others = uninstall.strategies.filter((strategy) => strategy !== uninstall.strategy);
  return `${uninstall.strategy} (or ${others.join(", ")})`;
}
