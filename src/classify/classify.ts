// Manifest[] → Operator: each manifest is put into the one list that says what it is.
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { groupKind } from "../kubernetes/object.ts";
import type { Manifest } from "../parse/manifest.ts";
import { withoutRepeats } from "../parse/repeats.ts";
import type { FieldValidation } from "../project/project.ts";
import { readCrd, readCustomResource } from "./crds.ts";
import { validateFields } from "./field-validation.ts";
import type { Operator } from "./operator.ts";
import { checkRemovedApis } from "./removed-apis.ts";
import { readServiceAccounts } from "./service-accounts.ts";
import { findSourceNamespace } from "./source-namespace.ts";
import { hasWebhooks, readWebhooks } from "./webhooks.ts";
import { readWorkload } from "./workloads.ts";

export interface ClassifyOptions {
  /** The operator's own namespace, where the sources do not make it clear. */
  readonly sourceNamespace?: string;
  /** Names of the sources whose objects must be custom resources of the operator. */
  readonly customResources?: readonly string[];
  /** What fields that a CRD does not have are; default: strict. */
  readonly fieldValidation?: FieldValidation;
  /** Whether there may be no objects at all. */
  readonly mayBeEmpty?: boolean;
}

export interface ClassifyResult {
  readonly operator: Operator;
  readonly diagnostics: readonly Diagnostic[];
}

type PlainList =
  | "rbac"
  | "services"
  | "apiServices"
  | "certificates"
  | "configMaps"
  | "secrets"
  | "priorityClasses"
  | "monitors"
  | "networkPolicies"
  | "policies"
  | "others";

/** Kinds by `group/Kind`; the core group is empty. */
const lists: Readonly<Record<string, PlainList>> = {
  "rbac.authorization.k8s.io/ClusterRole": "rbac",
  "rbac.authorization.k8s.io/ClusterRoleBinding": "rbac",
  "rbac.authorization.k8s.io/Role": "rbac",
  "rbac.authorization.k8s.io/RoleBinding": "rbac",
  "/Service": "services",
  "apiregistration.k8s.io/APIService": "apiServices",
  "cert-manager.io/Certificate": "certificates",
  "cert-manager.io/ClusterIssuer": "certificates",
  "cert-manager.io/Issuer": "certificates",
  "/ConfigMap": "configMaps",
  "/Secret": "secrets",
  "scheduling.k8s.io/PriorityClass": "priorityClasses",
  "monitoring.coreos.com/PodMonitor": "monitors",
  "monitoring.coreos.com/Probe": "monitors",
  "monitoring.coreos.com/PrometheusRule": "monitors",
  "monitoring.coreos.com/ServiceMonitor": "monitors",
  "networking.k8s.io/NetworkPolicy": "networkPolicies",
  "policy/PodDisruptionBudget": "policies",
  "policy/PodSecurityPolicy": "policies",
  "/LimitRange": "policies",
  "/ResourceQuota": "policies",
  "admissionregistration.k8s.io/MutatingAdmissionPolicy": "policies",
  "admissionregistration.k8s.io/MutatingAdmissionPolicyBinding": "policies",
  "admissionregistration.k8s.io/ValidatingAdmissionPolicy": "policies",
  "admissionregistration.k8s.io/ValidatingAdmissionPolicyBinding": "policies",
};

/** Classifies the parsed manifests. With an error among the diagnostics the operator is not to be used. */
export function classify(parsed: readonly Manifest[], options: ClassifyOptions = {}): ClassifyResult {
  const diagnostics: Diagnostic[] = [];
  const kindOf = ({ reference }: Manifest) => groupKind(reference);
  const sourceNamespace =
    options.sourceNamespace ||
    findSourceNamespace(
      parsed,
      parsed.flatMap((manifest) => readWorkload(manifest) ?? []),
      diagnostics,
    );
  // Only now it is known that an object without a namespace and one in the own namespace are the same.
  const manifests = withoutRepeats(parsed, sourceNamespace, diagnostics);
  const crds = manifests
    .filter((manifest) => kindOf(manifest) === "apiextensions.k8s.io/CustomResourceDefinition")
    .flatMap((manifest) => readCrd(manifest, diagnostics) ?? []);
  const workloads = manifests.flatMap((manifest) => readWorkload(manifest) ?? []);
  const sorted: Record<PlainList, Manifest[]> = {
    rbac: [],
    services: [],
    apiServices: [],
    certificates: [],
    configMaps: [],
    secrets: [],
    priorityClasses: [],
    monitors: [],
    networkPolicies: [],
    policies: [],
    others: [],
  };
  const customResources: Operator["customResources"][number][] = [];
  const running = new Set(workloads.map(({ manifest }) => manifest));
  const withListOfTheirOwn = new Set([
    "apiextensions.k8s.io/CustomResourceDefinition",
    "/ServiceAccount",
    "/Namespace",
  ]);
  for (const manifest of manifests) {
    const kind = kindOf(manifest);
    if (running.has(manifest) || withListOfTheirOwn.has(kind) || hasWebhooks(manifest)) continue;
    const list = lists[kind];
    const customResource = list ? undefined : readCustomResource(manifest, crds, diagnostics);
    if (customResource)
      customResources.push(validateFields(customResource, options.fieldValidation ?? "strict", diagnostics));
    else sorted[list ?? "others"].push(manifest);
  }
  checkSources(manifests, customResources, options, diagnostics);
  diagnostics.push(...checkRemovedApis(manifests));
  const operator: Operator = {
    sourceNamespace,
    manifests,
    crds,
    customResources,
    workloads,
    serviceAccounts: readServiceAccounts(manifests, workloads, sourceNamespace),
    webhooks: readWebhooks(manifests, customResources),
    namespaces: manifests
      .filter((manifest) => kindOf(manifest) === "/Namespace")
      .map((manifest) => {
        const { name } = manifest.reference;
        return { manifest, name, own: name === sourceNamespace };
      }),
    ...sorted,
  };
  return { operator, diagnostics };
}

/** Sources must hold something, and those given as custom resources nothing else. */
function checkSources(
  manifests: readonly Manifest[],
  customResources: Operator["customResources"],
  { customResources: customResourceSources = [], mayBeEmpty = false }: ClassifyOptions,
  diagnostics: Diagnostic[],
): void {
  if (manifests.length === 0 && !mayBeEmpty) {
    diagnostics.push({
      severity: "error",
      code: "load/no-manifests",
      message: "The sources hold no objects.",
      expected: "at least one Kubernetes object",
      hint: "Give the manifests that the operator's project publishes.",
    });
  }
  const known = new Set(customResources.map(({ manifest }) => manifest));
  for (const manifest of manifests) {
    if (known.has(manifest) || !customResourceSources.includes(manifest.source)) continue;
    diagnostics.push({
      severity: "error",
      code: "classify/no-crd",
      message: `${manifest.object.kind} "${manifest.reference.name}" is given as a custom resource, and no CRD of the sources defines its kind.`,
      position: manifest.position,
      found: `${manifest.object.apiVersion} ${manifest.object.kind}`,
      expected: "an object whose CRD is among the manifests",
      hint: "Give the file with the CRD too, or give this file as a manifest.",
    });
  }
}
