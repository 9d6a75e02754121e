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
  "VolumeAttributesClass",
  "IngressClass",
  "IPAddress",
  "ServiceCIDR",
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

/** Groups whose kinds are all known: what is not in the list above is namespaced. Other `….k8s.io` are CRDs. */
const knownGroups = new Set([
  "",
  "apps",
  "autoscaling",
  "batch",
  "extensions",
  "policy",
  "admissionregistration.k8s.io",
  "apiextensions.k8s.io",
  "apiregistration.k8s.io",
  "authentication.k8s.io",
  "authorization.k8s.io",
  "certificates.k8s.io",
  "coordination.k8s.io",
  "discovery.k8s.io",
  "events.k8s.io",
  "flowcontrol.apiserver.k8s.io",
  "networking.k8s.io",
  "node.k8s.io",
  "rbac.authorization.k8s.io",
  "resource.k8s.io",
  "scheduling.k8s.io",
  "storage.k8s.io",
  "cert-manager.io",
  "monitoring.coreos.com",
  "security.openshift.io",
]);

/** The scope of a built-in kind, or undefined for a kind that Kubernetes does not bring. */
export function scopeOfKind(group: string, kind: string): Scope | undefined {
  if (!knownGroups.has(group)) return undefined;
  return clusterScoped.has(kind) ? "Cluster" : "Namespaced";
}
