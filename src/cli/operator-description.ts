// An operator as plain data: the document of `inspect --json`, and what its table shows.
import type { Operator, RoleGrant, ServiceTarget } from "../classify/operator.ts";
import { formatPosition } from "../diagnostics/position.ts";
import type { Manifest } from "../parse/manifest.ts";

/** An object by name, and the place where it stands. */
export interface ObjectDescription {
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
  readonly apiVersion: string;
  /** `file:line:column`. */
  readonly place: string;
}

/** What `chartwright inspect --json` prints. Every object of the sources is in exactly one list. */
export interface OperatorDescription {
  readonly sourceNamespace?: string;
  readonly objects: number;
  readonly crds: readonly CrdDescription[];
  readonly customResources: readonly ObjectDescription[];
  readonly workloads: readonly WorkloadDescription[];
  readonly serviceAccounts: readonly ServiceAccountDescription[];
  readonly rbac: readonly ObjectDescription[];
  readonly services: readonly ObjectDescription[];
  readonly webhooks: readonly WebhookConfigurationDescription[];
  readonly apiServices: readonly ObjectDescription[];
  readonly certificates: readonly ObjectDescription[];
  readonly configMaps: readonly ObjectDescription[];
  readonly secrets: readonly ObjectDescription[];
  readonly priorityClasses: readonly ObjectDescription[];
  readonly monitors: readonly ObjectDescription[];
  readonly networkPolicies: readonly ObjectDescription[];
  readonly policies: readonly ObjectDescription[];
  readonly namespaces: readonly (ObjectDescription & { readonly own: boolean })[];
  readonly others: readonly ObjectDescription[];
}

export interface CrdDescription extends ObjectDescription {
  readonly group: string;
  readonly customResourceKind: string;
  readonly plural: string;
  readonly scope: "Namespaced" | "Cluster";
  readonly versions: readonly {
    readonly name: string;
    readonly served: boolean;
    readonly storage: boolean;
  }[];
  /** `namespace/name` of the Service that converts between versions. */
  readonly conversionService?: string;
}

export interface WorkloadDescription extends ObjectDescription {
  readonly serviceAccount: string;
  readonly containers: readonly { readonly name: string; readonly init: boolean; readonly image?: string }[];
}

export interface ServiceAccountDescription {
  readonly name: string;
  readonly namespace?: string;
  /** Absent for an account that the sources name and do not hold. */
  readonly place?: string;
  readonly grants: readonly RoleGrant[];
  readonly usedBy: readonly string[];
}

export interface WebhookConfigurationDescription extends ObjectDescription {
  readonly type: "Mutating" | "Validating";
  readonly webhooks: readonly {
    readonly name: string;
    readonly failurePolicy: string;
    readonly service?: string;
    /** The CRs of the sources that cannot be created before it answers. */
    readonly guards: readonly string[];
  }[];
}

/** Describes `operator`. */
export function describeOperator(operator: Operator): OperatorDescription {
  const describeAll = (manifests: readonly Manifest[]) => manifests.map(describeObject);
  return {
    ...(operator.sourceNamespace === undefined ? {} : { sourceNamespace: operator.sourceNamespace }),
    objects: operator.manifests.length,
    crds: operator.crds.map((crd) => ({
      ...describeObject(crd.manifest),
      group: crd.group,
      customResourceKind: crd.kind,
      plural: crd.plural,
      scope: crd.scope,
      versions: crd.versions.map(({ name, served, storage }) => ({ name, served, storage })),
      ...(crd.conversionService ? { conversionService: formatService(crd.conversionService) } : {}),
    })),
    customResources: describeAll(operator.customResources.map(({ manifest }) => manifest)),
    workloads: operator.workloads.map((workload) => ({
      ...describeObject(workload.manifest),
      serviceAccount: workload.serviceAccountName,
      containers: workload.containers.map(({ name, init, image }) => ({
        name,
        init,
        ...(image === undefined ? {} : { image }),
      })),
    })),
    serviceAccounts: operator.serviceAccounts.map(({ manifest, name, namespace, boundTo, usedBy }) => ({
      name,
      ...(namespace === undefined ? {} : { namespace }),
      ...(manifest ? { place: formatPosition(manifest.position) } : {}),
      grants: boundTo,
      usedBy,
    })),
    rbac: describeAll(operator.rbac),
    services: describeAll(operator.services),
    webhooks: describeWebhooks(operator),
    apiServices: describeAll(operator.apiServices),
    certificates: describeAll(operator.certificates),
    configMaps: describeAll(operator.configMaps),
    secrets: describeAll(operator.secrets),
    priorityClasses: describeAll(operator.priorityClasses),
    monitors: describeAll(operator.monitors),
    networkPolicies: describeAll(operator.networkPolicies),
    policies: describeAll(operator.policies),
    namespaces: operator.namespaces.map(({ manifest, own }) => ({ ...describeObject(manifest), own })),
    others: describeAll(operator.others),
  };
}

function describeObject({ object, reference, position }: Manifest): ObjectDescription {
  return {
    kind: reference.kind,
    name: reference.name,
    ...(reference.namespace === undefined ? {} : { namespace: reference.namespace }),
    apiVersion: object.apiVersion,
    place: formatPosition(position),
  };
}

/** Webhooks by the configuration that holds them. */
function describeWebhooks(operator: Operator): readonly WebhookConfigurationDescription[] {
  const configurations = new Set(operator.webhooks.map(({ manifest }) => manifest));
  return [...configurations].map((manifest) => {
    const own = operator.webhooks.filter((webhook) => webhook.manifest === manifest);
    return {
      ...describeObject(manifest),
      type: own[0]?.type ?? "Validating",
      webhooks: own.map(({ name, failurePolicy, service, guardsCreateOf }) => ({
        name,
        failurePolicy,
        ...(service ? { service: formatService(service) } : {}),
        guards: guardsCreateOf.map((guarded) => {
          const { kind, name: guardedName } = guarded.manifest.reference;
          return `${kind}/${guardedName}`;
        }),
      })),
    };
  });
}

function formatService({ namespace, name }: ServiceTarget): string {
  return namespace === undefined ? name : `${namespace}/${name}`;
}
