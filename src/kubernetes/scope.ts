// Which kinds are cluster-scoped. Kinds of CRDs outside the sources are unknown.

export type Scope = "Namespaced" | "Cluster";

/** Cluster-scoped kinds of Kubernetes itself (`kubectl api-resources --namespaced=false`) and of cert-manager. */
const clusterScoped = new Set([
  "Namespace",
  "Node",
  "PersistentVolume",
  "ComponentStatus",
  "ClusterRole",
  "ClusterRoleBinding",
  "CustomResourceDefinition",
  "APIService",
  "PriorityClass",
  "RuntimeClass",
  "StorageClass",
  "VolumeAttachment",
  "CSIDriver",
  "CSINode",
  "IngressClass",
  "FlowSchema",
  "PriorityLevelConfiguration",
  "CertificateSigningRequest",
  "MutatingWebhookConfiguration",
  "ValidatingWebhookConfiguration",
  "ValidatingAdmissionPolicy",
  "ValidatingAdmissionPolicyBinding",
  "MutatingAdmissionPolicy",
  "MutatingAdmissionPolicyBinding",
  "PodSecurityPolicy",
  "ClusterTrustBundle",
  "DeviceClass",
  "ResourceSlice",
  "ClusterIssuer",
  "SecurityContextConstraints",
]);

/** Groups whose kinds are all known: what is not in the list above is namespaced. */
const knownGroups =
  /^$|^(?:apps|batch|autoscaling|policy|extensions)$|\.k8s\.io$|^(?:cert-manager\.io|monitoring\.coreos\.com|security\.openshift\.io)$/;

/** The scope of a built-in kind, or undefined for a kind that Kubernetes does not bring. */
export function scopeOfKind(group: string, kind: string): Scope | undefined {
  const isKnown = knownGroups.test(group) && !group.endsWith("x-k8s.io") && !extensionGroups.has(group);
  if (!isKnown) return undefined;
  return clusterScoped.has(kind) ? "Cluster" : "Namespaced";
}

/** Groups under k8s.io that are CRDs of other projects. */
const extensionGroups = new Set(["gateway.networking.k8s.io", "snapshot.storage.k8s.io", "metrics.k8s.io"]);
