// Objects that were hooks, and objects that are hooks now.
import { hookEventsOf } from "../kubernetes/helm-hooks.ts";
import { stringField } from "../kubernetes/object.ts";
import type { ChartRelease } from "./chart-release.ts";
import type { ReleasedObject, UpgradeFinding } from "./finding.ts";
import { annotationsOf, identityOf, objectFinding } from "./object-pairs.ts";

/** Hooks leave objects that no release has; objects that become hooks are deleted with the release's older state. */
export function compareHookRoles(
  older: ChartRelease,
  newer: ChartRelease,
  added: readonly ReleasedObject[],
  removed: readonly ReleasedObject[],
): { readonly findings: readonly UpgradeFinding[]; readonly told: ReadonlySet<ReleasedObject> } {
  const [formerHooks, hooks] = [older, newer].map(
    ({ charts }) => new Map(charts.flatMap((chart) => chart.hooks.map((hook) => [identityOf(hook), hook]))),
  );
  const formerlyApplied = new Map(
    older.charts.flatMap(({ applied }) => applied.map((one) => [identityOf(one), one])),
  );
  const told = new Set<ReleasedObject>();
  const findings: UpgradeFinding[] = [];
  for (const object of added) {
    const former = formerHooks?.get(identityOf(object));
    const applied = formerlyApplied.get(identityOf(object));
    const hook = former && isLeft(former) ? former : applied;
    if (!hook) continue;
    told.add(object);
    findings.push(
      objectFinding(
        "objects/hook-became-object",
        { older: hook, newer: object },
        {
          message: `It was ${hook === applied ? "applied by a hook" : "a hook, which Helm made"} without a release, and is an object of the release.`,
          action:
            hook === applied
              ? "Upgrade with --take-ownership."
              : "Before the upgrade delete what the hook has left, or upgrade with --take-ownership.",
        },
      ),
    );
  }
  for (const object of removed) {
    const hook = hooks?.get(identityOf(object));
    if (!hook) continue;
    told.add(object);
    findings.push(
      objectFinding(
        "objects/object-became-hook",
        { older: object, newer: hook },
        {
          olderPath: [],
          newerPath: ["metadata", "annotations", "helm.sh/hook"],
          message: "It was an object of the release and is a hook: Helm takes it out of the release.",
          action: "Look after the upgrade whether it is there.",
        },
      ),
    );
  }
  return { findings, told };
}

/** Whether an install ran a hook whose object is there afterwards. */
function isLeft(hook: ReleasedObject): boolean {
  const ran = hookEventsOf(hook.object).some((event) => event.endsWith("-install"));
  const policy = stringField(annotationsOf(hook), "helm.sh/hook-delete-policy") ?? "";
  return ran && !policy.includes("hook-succeeded");
}
