// What a page tells of charts that anybody made: what Helm rendered of them.
import { listField, objectField, referenceOf, stringField } from "../kubernetes/object.ts";
import { isWorkloadKind, podSpecPathOf } from "../kubernetes/pod-spec.ts";
import type { ChartRelease } from "../upgrade/chart-release.ts";
import type { ReleasedObject } from "../upgrade/finding.ts";
import type { Account } from "./rights-rows.ts";

/** Charts, and how they were rendered. */
export interface ReleaseFacts {
  readonly release: ChartRelease;
  readonly namespace: string;
  /** The version of the Helm that rendered. */
  readonly helm: string;
  /** The files of values that were given, as they were named. */
  readonly values: readonly string[];
}

/** All objects: of the releases, hooks, and those of `crds/`. */
export function allObjects({ release }: ReleaseFacts): readonly ReleasedObject[] {
  return release.charts.flatMap(({ crds, objects, hooks }) => [...crds, ...objects, ...hooks]);
}

/** What runs Pods. */
export interface RunningWorkload {
  readonly released: ReleasedObject;
  readonly name: string;
  readonly account: string;
  readonly containers: readonly { readonly name: string; readonly isInit: boolean; readonly image: string }[];
}

/** The workloads among `objects`. */
export function workloadsIn(objects: readonly ReleasedObject[]): readonly RunningWorkload[] {
  return objects
    .filter(({ object }) => isWorkloadKind(object.kind))
    .map((released): RunningWorkload => {
      const { object } = released;
      const pod = objectField(object, ...(podSpecPathOf(object.kind) ?? []));
      const containersOf = (key: string, isInit: boolean) =>
        listField(pod, key).map((container) => ({
          name: stringField(container, "name") ?? "",
          isInit,
          image: stringField(container, "image") ?? "",
        }));
      return {
        released,
        name: referenceOf(object).name,
        account: stringField(pod, "serviceAccountName") || stringField(pod, "serviceAccount") || "default",
        containers: [...containersOf("initContainers", true), ...containersOf("containers", false)],
      };
    });
}

/** The accounts that the charts have or run something as. */
export function accountsIn(objects: readonly ReleasedObject[]): readonly Account[] {
  const accounts = new Map<string, { name: string; namespace: string | undefined; usedBy: string[] }>();
  const of = (name: string, namespace: string | undefined) => {
    const key = `${namespace ?? ""}/${name}`;
    const account = accounts.get(key) ?? { name, namespace, usedBy: [] };
    accounts.set(key, account);
    return account;
  };
  for (const { object, namespace } of objects) {
    if (object.kind === "ServiceAccount") of(referenceOf(object).name, namespace);
  }
  for (const { account, name, released } of workloadsIn(objects))
    of(account, released.namespace).usedBy.push(name);
  return [...accounts.values()];
}
