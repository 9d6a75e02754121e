// The layouts side by side for one operator: what each would give, what cannot work and why, and which to take.
import type { Operator } from "./classify/operator.ts";
import { type CompileOptions, compileOperator } from "./compile.ts";
import { hasErrors } from "./diagnostics/diagnostic.ts";
import type { ChartSet } from "./emit/chart.ts";
import type { ChartPlan, LayoutName } from "./plan/chart-plan.ts";
import { layoutNames } from "./project/project.ts";

/** One layout of one operator. */
export interface LayoutComparison {
  readonly layout: LayoutName;
  /** The charts in install order; none where the layout does not work. */
  readonly charts: readonly string[];
  /** How many commands a first install takes, the CR included. */
  readonly installSteps: number;
  readonly crdUpgrade: string;
  /** What `helm uninstall` of every chart leaves in the cluster. */
  readonly uninstallLeaves: string;
  /** What keeps the operator until its CRs are gone, by default. */
  readonly uninstall: string;
  /** Hooks of the charts, as `Kind name`, and the images that only they need. */
  readonly hooks: readonly string[];
  readonly images: readonly string[];
  /** Why the layout does not work for this operator. */
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
    if (chartSet && !hasErrors(diagnostics)) return { ...describe(layout, chartSet), ...reason };
    const error = diagnostics.find(({ severity }) => severity === "error");
    return {
      layout,
      charts: [],
      installSteps: 0,
      crdUpgrade: "-",
      uninstallLeaves: "-",
      uninstall: "-",
      hooks: [],
      images: [],
      problem: [error?.message, error?.found].filter((words) => words !== undefined).join(" "),
      ...reason,
    };
  });
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
      ? "CRDs are upgraded with Helm; a webhook guards the custom resource, so it comes in a second step in any layout but those with a chart of its own"
      : `${crds.length === 1 ? "the CRD is" : "the CRDs are"} upgraded with Helm, and one install brings operator and custom resource`,
  };
}

function describe(layout: LayoutName, { charts }: ChartSet): Omit<LayoutComparison, "recommended"> {
  const plans = charts.map(({ plan }) => plan);
  const crdHome = plans.find(({ templates }) =>
    templates.some(({ manifest }) => manifest.object.kind === "CustomResourceDefinition"),
  );
  const second = plans.some(({ customResources }) =>
    customResources.some(({ createByDefault }) => !createByDefault),
  );
  const job = plans.find(({ uninstall }) => uninstall?.strategy === "job");
  const image = charts
    .flatMap(({ values }) => values)
    .filter(({ path }) => path[0] === "uninstall" && path[1] === "image" && path.length === 3);
  const part = (key: string) => String(image.find(({ path }) => path[2] === key)?.default ?? "");
  return {
    layout,
    charts: plans.map(({ name }) => name),
    installSteps: plans.length + (second ? 1 : 0),
    crdUpgrade: crdHome ? `helm upgrade ${crdHome.name}` : "no CRDs",
    uninstallLeaves: crdHome ? "CRDs, unless crds.keep=false" : "nothing",
    uninstall: plans.map(uninstallOf).find((words) => words !== undefined) ?? "-",
    hooks: plans
      .flatMap(({ blocks }) =>
        blocks.flatMap(({ workload }) => (workload.kind === "Job" ? [`Job ${workload.name}`] : [])),
      )
      .concat(job ? [`Job ${job.name}-uninstall`] : []),
    images: job ? [`${part("registry")}/${part("repository")}:${part("tag")}`] : [],
  };
}

function uninstallOf({ uninstall }: ChartPlan): string | undefined {
  if (!uninstall) return undefined;
  const others = uninstall.strategies.filter((strategy) => strategy !== uninstall.strategy);
  return `${uninstall.strategy} (or ${others.join(", ")})`;
}
