// Fields that the API server does not let anybody change: an object that differs there has to be made anew, which is for
// a person to decide. https://kubernetes.io/docs/concepts/workloads/ and the pages of each kind.
import type { FieldChange } from "./compare-live.ts";
import { formatLivePath } from "./live-path.ts";

/** A refusal to come, and what leads past it. */
export interface Refusal {
  /** The field, or the API server's own words. */
  readonly reason: string;
  readonly way: string;
}

interface ImmutableFields {
  /** Beginnings of paths. */
  readonly paths: readonly string[];
  readonly way: string;
}

const orphan = "delete it with --cascade=orphan, so that its Pods run on, and let the release make it anew";
const remake = "delete it, and let the release make it anew";

const byKind: Readonly<Record<string, ImmutableFields>> = {
  Deployment: { paths: ["spec.selector"], way: orphan },
  DaemonSet: { paths: ["spec.selector"], way: orphan },
  StatefulSet: {
    paths: ["spec.selector", "spec.serviceName", "spec.volumeClaimTemplates", "spec.podManagementPolicy"],
    way: orphan,
  },
  Job: { paths: ["spec.selector", "spec.template", "spec.completions", "spec.completionMode"], way: remake },
  Service: { paths: ["spec.clusterIP", "spec.clusterIPs"], way: remake },
  RoleBinding: { paths: ["roleRef"], way: `${remake}; until then its subjects have no rights` },
  ClusterRoleBinding: { paths: ["roleRef"], way: `${remake}; until then its subjects have no rights` },
  PriorityClass: { paths: ["value", "preemptionPolicy"], way: `${remake}; running Pods keep their priority` },
  StorageClass: { paths: ["provisioner", "parameters", "reclaimPolicy", "volumeBindingMode"], way: remake },
  PersistentVolumeClaim: {
    paths: ["spec.storageClassName", "spec.accessModes", "spec.selector", "spec.volumeName"],
    way: "keep it as it is: set the chart's values to what the cluster has",
  },
  CustomResourceDefinition: {
    paths: ["spec.group", "spec.scope", "spec.names.plural"],
    way: "keep it: deleting it deletes every object of its kind. The chart is for another CRD of this name",
  },
  Secret: { paths: ["type"], way: remake },
};

/** What the API server will refuse of `changes` to an object of `kind`. */
export function refusalsOf(kind: string, changes: readonly FieldChange[]): readonly Refusal[] {
  const known = byKind[kind];
  if (!known) return [];
  return changes.flatMap(({ path }) => {
    const text = formatLivePath(path);
    const isImmutable = known.paths.some(
      (start) => text === start || text.startsWith(`${start}.`) || text.startsWith(`${start}[`),
    );
    return isImmutable ? [{ reason: `"${text}" cannot be changed`, way: known.way }] : [];
  });
}

/** What leads past a refusal of the API server itself. */
export function wayPastRefusal(kind: string): string {
  return (
    byKind[kind]?.way ?? "see what the API server says, and set the chart's values to what the cluster has"
  );
}
