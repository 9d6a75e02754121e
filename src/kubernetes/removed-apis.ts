// APIs that Kubernetes has removed: https://kubernetes.io/docs/reference/using-api/deprecation-guide/

/** What became of an API. */
export interface RemovedApi {
  /** The first release of Kubernetes without it: `1.25`. */
  readonly since: string;
  /** The apiVersion that took its place; undefined where nothing did. */
  readonly successor?: string;
}

/** By apiVersion: the kinds that were in it, when it went, and what took its place. */
const removed: readonly (readonly [string, readonly string[], string, string | undefined])[] = [
  ["extensions/v1beta1", ["DaemonSet", "Deployment", "ReplicaSet"], "1.16", "apps/v1"],
  ["extensions/v1beta1", ["NetworkPolicy"], "1.16", "networking.k8s.io/v1"],
  ["extensions/v1beta1", ["PodSecurityPolicy"], "1.16", undefined],
  ["extensions/v1beta1", ["Ingress"], "1.22", "networking.k8s.io/v1"],
  ["apps/v1beta1", ["Deployment", "StatefulSet"], "1.16", "apps/v1"],
  ["apps/v1beta2", ["DaemonSet", "Deployment", "ReplicaSet", "StatefulSet"], "1.16", "apps/v1"],
  [
    "admissionregistration.k8s.io/v1beta1",
    ["MutatingWebhookConfiguration", "ValidatingWebhookConfiguration"],
    "1.22",
    "admissionregistration.k8s.io/v1",
  ],
  ["apiextensions.k8s.io/v1beta1", ["CustomResourceDefinition"], "1.22", "apiextensions.k8s.io/v1"],
  ["apiregistration.k8s.io/v1beta1", ["APIService"], "1.22", "apiregistration.k8s.io/v1"],
  ["certificates.k8s.io/v1beta1", ["CertificateSigningRequest"], "1.22", "certificates.k8s.io/v1"],
  ["coordination.k8s.io/v1beta1", ["Lease"], "1.22", "coordination.k8s.io/v1"],
  ["networking.k8s.io/v1beta1", ["Ingress", "IngressClass"], "1.22", "networking.k8s.io/v1"],
  ...["v1alpha1", "v1beta1"].map(
    (version) =>
      [
        `rbac.authorization.k8s.io/${version}`,
        ["ClusterRole", "ClusterRoleBinding", "Role", "RoleBinding"],
        "1.22",
        "rbac.authorization.k8s.io/v1",
      ] as const,
  ),
  ["scheduling.k8s.io/v1beta1", ["PriorityClass"], "1.22", "scheduling.k8s.io/v1"],
  [
    "storage.k8s.io/v1beta1",
    ["CSIDriver", "CSINode", "StorageClass", "VolumeAttachment"],
    "1.22",
    "storage.k8s.io/v1",
  ],
  ["batch/v1beta1", ["CronJob"], "1.25", "batch/v1"],
  ["discovery.k8s.io/v1beta1", ["EndpointSlice"], "1.25", "discovery.k8s.io/v1"],
  ["events.k8s.io/v1beta1", ["Event"], "1.25", "events.k8s.io/v1"],
  ["autoscaling/v2beta1", ["HorizontalPodAutoscaler"], "1.25", "autoscaling/v2"],
  ["policy/v1beta1", ["PodDisruptionBudget"], "1.25", "policy/v1"],
  ["policy/v1beta1", ["PodSecurityPolicy"], "1.25", undefined],
  ["node.k8s.io/v1beta1", ["RuntimeClass"], "1.25", "node.k8s.io/v1"],
  ["autoscaling/v2beta2", ["HorizontalPodAutoscaler"], "1.26", "autoscaling/v2"],
  [
    "flowcontrol.apiserver.k8s.io/v1beta1",
    ["FlowSchema", "PriorityLevelConfiguration"],
    "1.26",
    "flowcontrol.apiserver.k8s.io/v1",
  ],
  ["storage.k8s.io/v1beta1", ["CSIStorageCapacity"], "1.27", "storage.k8s.io/v1"],
  [
    "flowcontrol.apiserver.k8s.io/v1beta2",
    ["FlowSchema", "PriorityLevelConfiguration"],
    "1.29",
    "flowcontrol.apiserver.k8s.io/v1",
  ],
  [
    "flowcontrol.apiserver.k8s.io/v1beta3",
    ["FlowSchema", "PriorityLevelConfiguration"],
    "1.32",
    "flowcontrol.apiserver.k8s.io/v1",
  ],
];

const byKind: ReadonlyMap<string, RemovedApi> = new Map(
  removed.flatMap(([apiVersion, kinds, since, successor]) =>
    kinds.map((kind) => [`${apiVersion}/${kind}`, { since, ...(successor ? { successor } : {}) }] as const),
  ),
);

/** When an API went, and what took its place; undefined for one that is there, or that was never Kubernetes' own. */
export function removedApi({
  apiVersion,
  kind,
}: {
  readonly apiVersion: string;
  readonly kind: string;
}): RemovedApi | undefined {
  return byKind.get(`${apiVersion}/${kind}`);
}
