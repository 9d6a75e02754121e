// The objects that the Pods of a workload wait for and that nobody makes.
import { type JsonObject, stringField } from "../kubernetes/object.ts";
import { allReferences } from "../kubernetes/pod-references.ts";
import { podSpecOf } from "./container-pairs.ts";
import type { ReleasedObject, UpgradeFinding } from "./finding.ts";
import { objectFinding } from "./object-pairs.ts";

/** Whether the newer release, or every cluster, has an object that a Pod of the namespace names. */
export type IsThere = (kind: string, namespace: string | undefined, name: string) => boolean;

/** What the Pods need that they did not, and that is not there. */
export function neededObjects(
  pair: { readonly older?: ReleasedObject; readonly newer: ReleasedObject },
  isThere: IsThere,
): readonly UpgradeFinding[] {
  const now = podSpecOf(pair.newer);
  if (!now) return [];
  const then = pair.older && podSpecOf(pair.older);
  const needed = (spec: JsonObject | undefined) => allReferences(spec).filter(({ optional }) => !optional);
  const before = new Set(needed(then?.spec).map(({ kind, name }) => `${kind}/${name}`));
  const account = stringField(then?.spec, "serviceAccount");
  if (account !== undefined) before.add(`ServiceAccount/${account}`);
  const fresh = new Map(
    needed(now.spec)
      .filter(
        ({ kind, name }) => !before.has(`${kind}/${name}`) && !isThere(kind, pair.newer.namespace, name),
      )
      .map((reference) => [`${reference.kind}/${reference.name}`, reference]),
  );
  return [...fresh.values()].map(({ kind, name, path }) =>
    objectFinding("workloads/needs-object", pair, {
      newerPath: [...now.path, ...path],
      message: `The Pods need the ${kind} "${name}", which no chart of the set makes.`,
      action: `Make sure that something makes it, or create it before the upgrade.`,
    }),
  );
}

/** What every cluster has: https://kubernetes.io/docs/concepts/scheduling-eviction/pod-priority-preemption/ */
const ofEveryCluster = new Set([
  "PriorityClass/system-cluster-critical",
  "PriorityClass/system-node-critical",
  "ServiceAccount/default",
  "ConfigMap/kube-root-ca.crt",
]);

const ofNoNamespace = new Set(["PriorityClass", "RuntimeClass"]);

/** What of the objects of a release, hooks among them, a Pod finds. */
export function thereIn(objects: readonly ReleasedObject[]): IsThere {
  const present = new Set(
    objects.map(
      ({ object, namespace }) =>
        `${object.kind}/${namespace ?? ""}/${stringField(object, "metadata", "name")}`,
    ),
  );
  return (kind, namespace, name) =>
    ofEveryCluster.has(`${kind}/${name}`) ||
    present.has(`${kind}/${ofNoNamespace.has(kind) ? "" : (namespace ?? "")}/${name}`);
}
