// The opt-in test of a release: its template and its settings.
import { compareNames } from "../kubernetes/names.ts";
import type { ChartPlan, ChartSetPlan } from "../plan/chart-plan.ts";
import { printReleaseTest, type TestedResource, type TestedWorkload } from "../template/release-test.ts";
import { globalValues } from "../transform/chart-values.ts";
import type { Value } from "../transform/value.ts";
import { isInOwnNamespace } from "./chart-facts.ts";
import { kubectlValues, timeoutValue } from "./kubectl-values.ts";
import { readinessOf } from "./readiness.ts";

export const releaseTestPath = "templates/tests/ready.yaml";

/** The template, by path; none for a chart without a workload that rolls out. */
export function releaseTestFiles(
  set: ChartSetPlan,
  chart: ChartPlan,
): readonly (readonly [string, string])[] {
  const workloads = testedWorkloads(set, chart);
  if (workloads.length === 0) return [];
  const text = printReleaseTest(chart.name, podSettings(chart), workloads, testedResources(chart));
  return [[releaseTestPath, text]];
}

/** Whether the chart has the test. */
export function hasReleaseTest(set: ChartSetPlan, chart: ChartPlan): boolean {
  return testedWorkloads(set, chart).length > 0;
}

/** The Pod is like that of the uninstall Job, where the chart has one. */
function podSettings({ uninstall }: ChartPlan): readonly string[] {
  return uninstall?.strategies.includes("job") ? ["uninstall"] : ["tests"];
}

export function releaseTestValues(set: ChartSetPlan, chart: ChartPlan): readonly Value[] {
  if (!hasReleaseTest(set, chart)) return [];
  const [settings] = podSettings(chart);
  const shared = settings === "tests" ? "" : " Its Pod is set under `uninstall`.";
  return [
    {
      path: ["tests"],
      role: "section",
      description: `For \`helm test\`: a Job waits until all is ready.${shared}`,
      schema: {},
      isOptional: true,
    },
    {
      path: ["tests", "enabled"],
      default: false,
      description: "Whether the release can be tested.",
      schema: { type: "boolean" },
    },
    timeoutValue(["tests", "timeout"], "2m", "How long it waits."),
    ...(settings === "tests" ? [...globalValues, ...kubectlValues(["tests"])] : []),
  ];
}

/** In an order of their own: that of the sources must change no template. */
function testedWorkloads({ operator }: ChartSetPlan, { blocks }: ChartPlan): readonly TestedWorkload[] {
  const workloads = blocks.flatMap(({ workload: { kind, name, manifest } }) =>
    (kind === "Deployment" || kind === "DaemonSet" || kind === "StatefulSet") &&
    isInOwnNamespace(operator, manifest)
      ? [{ kind, name } as const]
      : [],
  );
  return workloads.toSorted(
    (one, other) => compareNames(one.kind, other.kind) || compareNames(one.name, other.name),
  );
}

/** Of a kind whose CRD does not name its condition nobody knows what to wait for. */
function testedResources({ customResources }: ChartPlan): readonly TestedResource[] {
  const resources = customResources.flatMap(({ customResource, metaPath }) => {
    const readiness = readinessOf(customResource);
    if (readiness.kind !== "condition") return [];
    const { group, plural, scope } = customResource.crd;
    return [
      { group, plural, isNamespaced: scope === "Namespaced", condition: readiness.condition, metaPath },
    ];
  });
  return resources.toSorted((one, other) => compareNames(one.metaPath.join("."), other.metaPath.join(".")));
}
