// The order in which Helm creates objects, whatever its version.

/**
 * Kinds from first to last (Helm 4, pkg/release/v1/util/kind_sorter.go: InstallOrder). Helm 3 knows the last two not and
 * sorts them among the unknown kinds, which come behind all of these by their names.
 */
const kinds = [
  ...["PriorityClass", "Namespace", "NetworkPolicy", "ResourceQuota", "LimitRange", "PodSecurityPolicy"],
  ...["PodDisruptionBudget", "ServiceAccount", "Secret", "SecretList", "ConfigMap", "StorageClass"],
  ...["PersistentVolume", "PersistentVolumeClaim", "CustomResourceDefinition", "ClusterRole"],
  ...["ClusterRoleList", "ClusterRoleBinding", "ClusterRoleBindingList", "Role", "RoleList", "RoleBinding"],
  ...["RoleBindingList", "Service", "DaemonSet", "Pod", "ReplicationController", "ReplicaSet", "Deployment"],
  ...["HorizontalPodAutoscaler", "StatefulSet", "Job", "CronJob", "IngressClass", "Ingress", "APIService"],
  ...["MutatingWebhookConfiguration", "ValidatingWebhookConfiguration"],
];
const ranks = new Map(kinds.map((kind, index) => [kind, index]));

/** Compares two kinds by the order of their install. */
export function compareKinds(a: string, b: string): number {
  const [one, other] = [a, b].map((kind) => ranks.get(kind) ?? kinds.length) as [number, number];
  if (one !== other || one < kinds.length) return one - other;
  return a < b ? -1 : a === b ? 0 : 1;
}
