// The files and values that let a release end well; plan/uninstall.ts says which strategies it has.
import type { ChartPlan, CustomResourceBlock, UninstallPlan } from "../plan/chart-plan.ts";
import { printUninstallGuard } from "../template/uninstall-guard.ts";
import { type DeletedResource, printUninstallJob } from "../template/uninstall-job.ts";
import { globalValues } from "../transform/chart-values.ts";
import { gitopsValue } from "../transform/gitops.ts";
import type { Value } from "../transform/value.ts";
import { appliesCustomResources, hasCrdSubchart, resourceName } from "./chart-facts.ts";
import { kubectlValues, timeoutValue } from "./kubectl-values.ts";

/** The templates of what it adds. */
const jobPath = "templates/uninstall-job.yaml";
const guardPath = "templates/uninstall-guard.yaml";
export const uninstallPaths: readonly string[] = [jobPath, guardPath];

/** Helm waits five minutes for a hook unless told otherwise; the Job must have its say before. */
const defaultTimeout = "4m";

/** The templates of the strategies that the chart offers, by path. */
export function uninstallFiles(chart: ChartPlan): readonly (readonly [string, string])[] {
  const { name, customResources, uninstall } = chart;
  if (!uninstall) return [];
  const { strategies, crds } = uninstall;
  const kinds = crds.map((crd) => ({
    apiVersion: `${crd.group}/${crd.storageVersion}`,
    kind: crd.kind,
    resource: resourceName(crd),
    isNamespaced: crd.scope === "Namespaced",
    deletedByJob: customResources
      .filter(({ customResource }) => customResource.crd === crd)
      .map(({ metaPath }) => metaPath),
  }));
  const hasJob = strategies.includes("job");
  const overruled = hasCrdSubchart(chart)
    ? { overruled: "and .Values.crds.remove.enabled .Values.crds.remove.force" }
    : {};
  return [
    ...(hasJob
      ? [[jobPath, printUninstallJob(name, deleted(customResources), appliesCustomResources(chart))] as const]
      : []),
    ...(strategies.includes("guard")
      ? [[guardPath, printUninstallGuard(name, kinds, { hasJob, ...overruled })] as const]
      : []),
  ];
}

/** In the reverse order of the sources: what was created last goes first. */
function deleted(blocks: readonly CustomResourceBlock[]): readonly DeletedResource[] {
  return blocks.toReversed().map(({ customResource: { crd }, metaPath }) => ({
    resource: resourceName(crd),
    group: crd.group,
    plural: crd.plural,
    kind: crd.kind,
    isNamespaced: crd.scope === "Namespaced",
    metaPath,
  }));
}

/** The settings; none where the chart has nothing to wait for. */
export function uninstallValues({ uninstall }: ChartPlan): readonly Value[] {
  if (!uninstall || uninstall.strategies.length === 1) return [];
  const { strategies, strategy } = uninstall;
  return [
    gitopsValue,
    {
      path: ["uninstall"],
      role: "section",
      description: "What keeps the operator running until its custom resources are gone.",
      schema: {},
    },
    {
      path: ["uninstall", "strategy"],
      default: strategy,
      description: strategyWords(uninstall),
      schema: { type: "string", enum: strategies },
    },
    ...(strategies.includes("job")
      ? [
          ...globalValues,
          timeoutValue(
            ["uninstall", "timeout"],
            defaultTimeout,
            "How long the Job waits for the operator to clean up. Helm itself waits five minutes, or as long as its --timeout says.",
          ),
          ...kubectlValues(["uninstall"]),
        ]
      : []),
  ];
}

function strategyWords({ strategies }: UninstallPlan): string {
  const job = strategies.includes("guard")
    ? "job: a Job deletes the custom resource and waits; refused while there is another one."
    : "job: a Job deletes the custom resource and waits.";
  const words = {
    job,
    guard: "guard: the uninstall is refused while a custom resource exists (Kubernetes 1.30 or later).",
    none: "none: nothing; delete the custom resource first.",
  };
  return strategies.map((strategy) => words[strategy]).join(" ");
}
