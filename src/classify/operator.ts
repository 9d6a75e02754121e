// The operator as understood: every manifest of the sources in exactly one list.
import type { JsonObject } from "../kubernetes/object.ts";
import type { WorkloadKind } from "../kubernetes/pod-spec.ts";
import type { Manifest } from "../parse/manifest.ts";
import type { PathStep } from "../yaml/tree.ts";

/** The classified sources. */
export interface Operator {
  /** The namespace that the sources call their own; undefined when they name none. */
  readonly sourceNamespace: string | undefined;
  /** All manifests in source order; the lists below share them. */
  readonly manifests: readonly Manifest[];
  readonly crds: readonly CustomResourceDefinition[];
  readonly customResources: readonly CustomResource[];
  readonly workloads: readonly Workload[];
  readonly serviceAccounts: readonly ServiceAccount[];
  readonly rbac: readonly Manifest[];
  readonly services: readonly Manifest[];
  readonly webhooks: readonly Webhook[];
  readonly apiServices: readonly Manifest[];
  /** cert-manager Certificates, Issuers and ClusterIssuers. */
  readonly certificates: readonly Manifest[];
  readonly configMaps: readonly Manifest[];
  readonly secrets: readonly Manifest[];
  readonly priorityClasses: readonly Manifest[];
  /** ServiceMonitors, PodMonitors, Probes and PrometheusRules. */
  readonly monitors: readonly Manifest[];
  readonly networkPolicies: readonly Manifest[];
  /** Disruption budgets, quotas, admission policies and the like. */
  readonly policies: readonly Manifest[];
  readonly namespaces: readonly NamespaceManifest[];
  /** Kinds without a rule of their own; they pass through. */
  readonly others: readonly Manifest[];
  /** What a patch of the project deletes: in none of the lists. */
  readonly deleted?: readonly { readonly manifest: Manifest; readonly reason: string }[];
}

/** A CRD. */
export interface CustomResourceDefinition {
  readonly manifest: Manifest;
  readonly group: string;
  readonly kind: string;
  readonly plural: string;
  readonly scope: "Namespaced" | "Cluster";
  readonly versions: readonly CrdVersion[];
  readonly storageVersion: string;
  /** The Service that converts between versions, if one does. */
  readonly conversionService: ServiceTarget | undefined;
}

export interface CrdVersion {
  readonly name: string;
  readonly served: boolean;
  readonly storage: boolean;
  readonly deprecated: boolean;
  /** The version's OpenAPI v3 schema; absent only in the removed v1beta1 API. */
  readonly schema: JsonObject | undefined;
}

/** A Service as webhooks name it. */
export interface ServiceTarget {
  readonly namespace: string | undefined;
  readonly name: string;
}

/** An instance of a CRD of the sources: what configures the operator. */
export interface CustomResource {
  readonly manifest: Manifest;
  readonly crd: CustomResourceDefinition;
  /** The CRD's version that the CR is written in. */
  readonly version: CrdVersion;
  /** Fields that the schema does not have: the API server drops them, and the chart leaves them out. */
  readonly unknownFields: readonly (readonly PathStep[])[];
}

/** A workload; `podSpecPath` leads to its pod spec. */
export interface Workload {
  readonly manifest: Manifest;
  readonly kind: WorkloadKind;
  readonly name: string;
  readonly podSpecPath: readonly PathStep[];
  readonly serviceAccountName: string;
  readonly containers: readonly Container[];
}

export interface Container {
  readonly name: string;
  readonly init: boolean;
  readonly path: readonly PathStep[];
  readonly image: string | undefined;
}

/** A service account with all that is bound to it and runs as it. */
export interface ServiceAccount {
  /** Undefined for an account that workloads or bindings name and the sources do not hold. */
  readonly manifest: Manifest | undefined;
  readonly name: string;
  readonly namespace: string | undefined;
  readonly boundTo: readonly RoleGrant[];
  readonly usedBy: readonly string[];
}

/** A binding and the role that it grants. */
export interface RoleGrant {
  readonly binding: string;
  readonly role: string;
  /** Undefined for a grant in the whole cluster. */
  readonly namespace: string | undefined;
}

/** One entry of a webhook configuration. */
export interface Webhook {
  readonly manifest: Manifest;
  readonly type: "Mutating" | "Validating";
  readonly name: string;
  readonly path: readonly PathStep[];
  readonly failurePolicy: string;
  readonly service: ServiceTarget | undefined;
  /** The CRs of the sources whose creation it guards. */
  readonly guardsCreateOf: readonly CustomResource[];
}

export interface NamespaceManifest {
  readonly manifest: Manifest;
  readonly name: string;
  /** Whether it is the operator's own namespace: then the release's takes its place. */
  readonly own: boolean;
}
