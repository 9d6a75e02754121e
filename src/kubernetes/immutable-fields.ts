// Fields that the API server lets nobody change: an object that differs there has to be made anew, which is for a person
// to decide. The rules are those of pkg/apis/*/validation in Kubernetes; the tests on a cluster hold them against it.
import type { Json } from "./object.ts";

/** A field that keeps what it was made with. */
export interface ImmutableField {
  /** Keys with dots between them; a number is the index of an item. */
  readonly path: string;
  /** What the API server puts there where an object does not say. */
  readonly default?: Json;
  /** Whether what is there stays where the object no longer says it. Elsewhere that is refused as well. */
  readonly isKept?: boolean;
  /** Whether the cluster chooses something where an object does not say. */
  readonly isChosen?: boolean;
}

/** What cannot be changed of one kind, and what leads past the refusal. */
export interface ImmutableFields {
  readonly fields: readonly ImmutableField[];
  readonly way: string;
}

const orphan = "delete it with --cascade=orphan, so that its Pods run on, and let the release make it anew";
const remake = "delete it, and let the release make it anew";
const rebind = `${remake}; until then its subjects have no rights`;

function paths(...names: readonly string[]): readonly ImmutableField[] {
  return names.map((path) => ({ path }));
}

const byKind: Readonly<Record<string, ImmutableFields>> = {
  Deployment: { fields: paths("spec.selector"), way: orphan },
  DaemonSet: { fields: paths("spec.selector"), way: orphan },
  ReplicaSet: { fields: paths("spec.selector"), way: orphan },
  StatefulSet: {
    fields: [
      ...paths("spec.selector"),
      { path: "spec.serviceName", default: "" },
      { path: "spec.volumeClaimTemplates", default: [] },
      { path: "spec.podManagementPolicy", default: "OrderedReady" },
    ],
    way: orphan,
  },
  Job: {
    fields: [
      ...paths("spec.selector", "spec.template"),
      { path: "spec.completionMode", default: "NonIndexed" },
      ...paths("spec.completions", "spec.podFailurePolicy", "spec.backoffLimitPerIndex"),
    ],
    way: remake,
  },
  Service: {
    fields: [
      { path: "spec.clusterIP", isKept: true },
      { path: "spec.clusterIPs", isKept: true },
      { path: "spec.ipFamilies.0", isKept: true, isChosen: true },
    ],
    way: remake,
  },
  RoleBinding: { fields: paths("roleRef"), way: rebind },
  ClusterRoleBinding: { fields: paths("roleRef"), way: rebind },
  PriorityClass: {
    fields: [
      { path: "value", default: 0 },
      { path: "preemptionPolicy", default: "PreemptLowerPriority" },
    ],
    way: `${remake}; running Pods keep their priority`,
  },
  StorageClass: {
    fields: [
      ...paths("provisioner", "parameters"),
      { path: "reclaimPolicy", default: "Delete" },
      { path: "volumeBindingMode", default: "Immediate" },
    ],
    way: remake,
  },
  PersistentVolumeClaim: {
    fields: [
      { path: "spec.storageClassName", isChosen: true },
      { path: "spec.volumeName", isChosen: true },
      { path: "spec.volumeMode", default: "Filesystem" },
      ...paths("spec.accessModes", "spec.selector", "spec.dataSource", "spec.dataSourceRef"),
    ],
    way: "keep it as it is: set the chart's values to what the cluster has",
  },
  CustomResourceDefinition: {
    fields: paths("spec.group", "spec.scope", "spec.names.plural"),
    way: "keep it: deleting it deletes every object of its kind. The chart is for another CRD of this name",
  },
  Secret: { fields: [{ path: "type", default: "Opaque" }], way: remake },
  CSIDriver: {
    fields: [
      { path: "spec.attachRequired", default: true },
      { path: "spec.volumeLifecycleModes", default: ["Persistent"] },
    ],
    way: remake,
  },
  IngressClass: { fields: paths("spec.controller"), way: remake },
  RuntimeClass: { fields: paths("handler"), way: remake },
};

/** What cannot be changed of objects of `kind`; undefined where everything can. */
export function immutableFieldsOf(kind: string): ImmutableFields | undefined {
  return Object.hasOwn(byKind, kind) ? byKind[kind] : undefined;
}
