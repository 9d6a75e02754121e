// The charts of a set as they would be installed, and where: before anything live is looked at.
import { type KubernetesObject, referenceOf, stringField } from "../kubernetes/object.ts";
import { isWorkloadKind } from "../kubernetes/pod-spec.ts";
import type { Helm, Workbench } from "../verify/helm.ts";
import { installRank } from "../verify/render-chart.ts";
import { HelmError } from "../verify/run-helm.ts";
import { ChartAtHand, type ChartInput } from "./chart-at-hand.ts";
import { type OpenChart, rendered } from "./keep-live.ts";
import type { LiveSource } from "./live-source.ts";
import { findOptionalObjects } from "./trace-values.ts";

/**
 * Opens the charts for a namespace: the one given, else the one that the operator's workload is in. In the order of their
 * install: CRDs alone, then what has workloads, then custom resources alone. Throws HelmError for what cannot be opened.
 */
export async function openCharts(
  workbench: Workbench,
  helm: Helm,
  inputs: readonly ChartInput[],
  source: LiveSource,
  given: string | undefined,
): Promise<{ readonly namespace: string; readonly charts: readonly OpenChart[] }> {
  const kubeVersion = await source.version();
  const place = { namespace: given ?? "default", kubeVersion };
  const charts = await Promise.all(inputs.map((input) => ChartAtHand.open(workbench, helm, input, place)));
  refuseRepeats(charts);
  const first = await Promise.all(
    charts.map(async (chart) => ({ chart, base: rendered(chart, await chart.render()) })),
  );
  const namespace =
    given ??
    (await findNamespace(
      first.flatMap(({ base }) => base.objects),
      source,
    ));
  const placed =
    namespace === place.namespace
      ? first
      : await Promise.all(
          charts.map(async (chart) => {
            const moved = chart.in(namespace);
            return { chart: moved, base: rendered(moved, await moved.render()) };
          }),
        );
  const opened = await Promise.all(
    placed.map(async ({ chart, base }) => ({
      chart,
      base,
      optional: await findOptionalObjects(chart, base.objects),
    })),
  );
  return {
    namespace,
    charts: opened.toSorted((a, b) => installRank(a.base.objects) - installRank(b.base.objects)),
  };
}

function refuseRepeats(charts: readonly ChartAtHand[]): void {
  const releases = charts.map(({ release }) => release);
  const twice = releases.find((release, index) => releases.indexOf(release) !== index);
  if (twice === undefined) return;
  throw new HelmError({
    code: "adopt/release",
    message: `two of the charts would be the release "${twice}"`,
    expected: "a release for each chart",
    hint: "Give one of them another name with --release CHART=NAME.",
  });
}

/** Where a workload of the charts is. */
async function findNamespace(objects: readonly KubernetesObject[], source: LiveSource): Promise<string> {
  const workloads = objects.filter(({ kind }) => isWorkloadKind(kind));
  const found = new Set<string>();
  for (const workload of workloads) {
    for (const namespace of await source.namespacesOf(referenceOf(workload))) found.add(namespace);
    if (found.size > 0) break;
  }
  const [namespace, ...others] = found;
  if (namespace !== undefined && others.length === 0) return namespace;
  const names = workloads.map((workload) => `${workload.kind} ${stringField(workload, "metadata", "name")}`);
  throw new HelmError({
    code: "adopt/namespace",
    message:
      namespace === undefined
        ? "nothing of the charts runs in the cluster, so the namespace of the releases is unknown"
        : "what the charts run is in several namespaces",
    found:
      namespace === undefined
        ? `no ${names.join(", no ") || "workload in the charts"}`
        : [...found].join(", "),
    hint: "Give it with --namespace.",
  });
}
