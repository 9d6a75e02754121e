// Which objects of the sources become hooks of the release, and when they run. A Job's Pod template is immutable:
// as a normal object a Job would stop every upgrade that changes it. Most Jobs run once everything is there. One
// that makes a Secret which the operator's own Pods mount must run before them, or `helm install --wait` would
// wait for ever. https://helm.sh/docs/topics/charts_hooks/
import { groupBy } from "../classify/group-by.ts";
import type { Operator, Workload } from "../classify/operator.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { field } from "../kubernetes/object.ts";
import type { Manifest } from "../parse/manifest.ts";
import type { ChartPlan, JobPlan, PlannedHook } from "./chart-plan.ts";
import { findMakers } from "./job-makers.ts";
import { findSourceHooks, saysItself } from "./source-hooks.ts";

const before = "pre-install,pre-upgrade";
const after = "post-install,post-upgrade";

/** The hooks of `chart`, in the order in which they run within one event; undefined where it has no Jobs. */
export function planJobs(
  operator: Operator,
  chart: ChartPlan,
  diagnostics: Diagnostic[],
): JobPlan | undefined {
  const workloads = chart.blocks.map(({ workload }) => workload);
  const jobs = workloads.filter(runsOnce);
  if (jobs.length === 0) return undefined;
  const { makers, made } = findMakers(operator, workloads, jobs, diagnostics);
  const inChart = new Set(chart.templates.map(({ manifest }) => manifest));
  const planned = new Set(jobs.filter((job) => !saysItself(job)));
  const byAccount = groupBy([...planned], ({ serviceAccountName }) => serviceAccountName);
  const madeBy = groupBy(made, ({ job }) => job);
  // What a Job needs comes before it, in each of the events in which a Job needs it.
  const supports = new Map<Manifest, PlannedHook>();
  for (const [job, needed] of makers) {
    if (!planned.has(job)) continue;
    const users = byAccount.get(job.serviceAccountName) ?? [];
    const events = users.every((user) => makers.has(user)) ? before : `${before},${after}`;
    for (const manifest of needed.filter((candidate) => inChart.has(candidate))) {
      supports.set(manifest, {
        manifest,
        events,
        weight: 0,
        reason: `the Job "${job.name}", which runs before the chart's other objects are there, needs it`,
      });
    }
  }
  const first = [...supports.values()].toSorted((a, b) => rankOf(a) - rankOf(b));
  return {
    made,
    sourceHooks: findSourceHooks(operator, jobs, diagnostics),
    hooks: [
      ...first.map((hook, index) => ({ ...hook, weight: index - first.length })),
      ...[...planned].map((job, index): PlannedHook => {
        const isMaker = makers.has(job);
        const own = (madeBy.get(job) ?? []).map(({ kind, name }) => `${kind} "${name}"`);
        return {
          manifest: job.manifest,
          events: isMaker ? before : after,
          weight: index + 1,
          reason: isMaker
            ? `the ${job.kind} runs as a hook before the chart's other objects, since Pods of the chart wait for the ${own.join(" and the ")} that it makes`
            : `the ${job.kind} runs as a hook, since its template cannot be changed by an upgrade`,
        };
      }),
    ],
  };
}

/** Helm waits until a hook's Pod has succeeded, and one that is always restarted never does. */
function runsOnce({ kind, manifest }: Workload): boolean {
  if (kind === "Job") return true;
  return kind === "Pod" && (field(manifest.object, "spec", "restartPolicy") ?? "Always") !== "Always";
}

/** An account before its roles, roles before what binds them. */
function rankOf({ manifest }: PlannedHook): number {
  const kinds = ["ServiceAccount", "ClusterRole", "ClusterRoleBinding", "Role", "RoleBinding"];
  return kinds.indexOf(manifest.object.kind);
}
