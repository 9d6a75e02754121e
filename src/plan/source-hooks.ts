// Hooks that the sources have themselves, as a manifest that was rendered from a chart does. kubectl takes no notice of
// their annotations; Helm would make each such object a hook, which is no part of the release: no upgrade changes it and
// no uninstall takes it away. The author's word counts for Jobs, and for what these need while they run.
import type { Operator, Workload } from "../classify/operator.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { hookEvents, hookEventsOf, hookWeightOf } from "../kubernetes/helm-hooks.ts";
import { objectField } from "../kubernetes/object.ts";
import { podReferences } from "../kubernetes/pod-references.ts";
import type { Manifest } from "../parse/manifest.ts";
import { accountManifests, accountRights } from "./account-rights.ts";
import type { Hook } from "./chart-plan.ts";

/** Whether a Job says itself, in words that Helm knows, when it runs. */
export function saysItself({ manifest }: Workload): boolean {
  return hookEventsOf(manifest.object).length > 0;
}

/** The objects that stay hooks as the sources have them: those of `jobs` that say it, and what these need and say it too. */
export function findSourceHooks(
  operator: Operator,
  jobs: readonly Workload[],
  diagnostics: Diagnostic[],
): readonly Hook[] {
  const own = jobs.filter(saysItself);
  for (const { kind, manifest } of own) {
    diagnostics.push({
      severity: "info",
      code: "plan/source-hook",
      message: `A ${kind} is a hook of Helm by its own annotations, and stays one.`,
      position: manifest.position,
    });
  }
  const manifests = new Set(own.flatMap((job) => [...neededBy(operator, job), job.manifest]));
  return [...manifests].flatMap((manifest) => {
    const events = hookEventsOf(manifest.object);
    const ordered = hookEvents.filter((event) => events.includes(event)).join(",");
    return events.length === 0 ? [] : [{ manifest, events: ordered, weight: hookWeightOf(manifest.object) }];
  });
}

/** The account of a Job with its rights, and the other objects that its Pods name. */
function neededBy(operator: Operator, job: Workload): readonly Manifest[] {
  const { bindings, roles } = accountRights(operator, job);
  const named = podReferences(objectField(job.manifest.object, ...job.podSpecPath));
  return [
    ...accountManifests(operator, job),
    ...roles,
    ...bindings,
    ...operator.manifests.filter(({ object, reference }) =>
      named.some(({ kind, name }) => kind === object.kind && name === reference.name),
    ),
  ];
}
