// An operator as sections of aligned columns, as `kubectl get` shows things.

import { counted } from "../diagnostics/counted.ts";
import type { ObjectDescription, OperatorDescription } from "./operator-description.ts";
import { textTable } from "./text-table.ts";

const nothing = "-";

/** The text that `chartwright inspect` prints. */
export function operatorTable(operator: OperatorDescription): string {
  const sections = [
    `${counted(operator.objects, "object")}; own namespace: ${operator.sourceNamespace ?? "none"}`,
    ...section(
      "CUSTOM RESOURCE DEFINITIONS",
      ["KIND", "GROUP", "SCOPE", "VERSIONS", "CONVERTED BY"],
      crds(operator),
    ),
    ...section(
      "CUSTOM RESOURCES",
      ["KIND", "NAME", "NAMESPACE", "PLACE"],
      operator.customResources.map(placed),
    ),
    ...section("WORKLOADS", ["WORKLOAD", "SERVICE ACCOUNT", "CONTAINER", "IMAGE"], workloads(operator)),
    ...section("SERVICE ACCOUNTS", ["NAME", "GRANTED", "USED BY"], serviceAccounts(operator)),
    ...section("WEBHOOKS", ["WEBHOOK", "TYPE", "ON FAILURE", "SERVICE", "GUARDS"], webhooks(operator)),
    ...section("OTHER OBJECTS", ["LIST", "KIND", "NAME", "NAMESPACE", "PLACE"], others(operator)),
  ];
  return `${sections.join("\n\n")}\n`;
}

function section(
  title: string,
  header: readonly string[],
  rows: readonly (readonly string[])[],
): readonly string[] {
  return rows.length === 0 ? [] : [`${title}\n${textTable([header, ...rows], 2)}`];
}

function crds({ crds }: OperatorDescription): readonly (readonly string[])[] {
  return crds.map((crd) => [
    crd.customResourceKind,
    crd.group,
    crd.scope,
    crd.versions.map(versionWord).join(", "),
    crd.conversionService ?? nothing,
  ]);
}

function versionWord(version: {
  readonly name: string;
  readonly served: boolean;
  readonly storage: boolean;
}): string {
  if (version.storage) return `${version.name} (storage)`;
  return version.served ? version.name : `${version.name} (not served)`;
}

function workloads({ workloads }: OperatorDescription): readonly (readonly string[])[] {
  return workloads.flatMap(({ kind, name: workload, serviceAccount, containers }) => {
    const cells = containers.map(({ name, init, image }) => [
      init ? `${name} (init)` : name,
      image ?? nothing,
    ]);
    const rows = cells.length === 0 ? [[nothing, nothing]] : cells;
    return rows.map((row, index) =>
      index === 0 ? [`${kind} ${workload}`, serviceAccount, ...row] : ["", "", ...row],
    );
  });
}

function serviceAccounts({ serviceAccounts }: OperatorDescription): readonly (readonly string[])[] {
  return serviceAccounts.flatMap(({ name, place, grants, usedBy }) => {
    const granted = grants.map(({ role, namespace }) =>
      namespace === undefined ? role : `${role} in ${namespace}`,
    );
    const lines = granted.length === 0 ? [nothing] : granted;
    const shownName = place === undefined ? `${name} (not in the sources)` : name;
    return lines.map((grant, index) =>
      index === 0 ? [shownName, grant, usedBy.join(", ") || nothing] : ["", grant, ""],
    );
  });
}

function webhooks({ webhooks }: OperatorDescription): readonly (readonly string[])[] {
  return webhooks.flatMap(({ type, webhooks: entries }) =>
    entries.map(({ name, failurePolicy, service, guards }) => [
      name,
      type,
      failurePolicy,
      service ?? nothing,
      guards.join(", ") || nothing,
    ]),
  );
}

function others(operator: OperatorDescription): readonly (readonly string[])[] {
  const groups: readonly (readonly [string, readonly ObjectDescription[]])[] = [
    ["namespaces", operator.namespaces],
    ["RBAC", operator.rbac],
    ["services", operator.services],
    ["API services", operator.apiServices],
    ["certificates", operator.certificates],
    ["config maps", operator.configMaps],
    ["secrets", operator.secrets],
    ["priority classes", operator.priorityClasses],
    ["monitors", operator.monitors],
    ["network policies", operator.networkPolicies],
    ["policies", operator.policies],
    ["others", operator.others],
  ];
  return groups.flatMap(([group, objects]) =>
    objects.map((object, index) => [index === 0 ? group : "", ...placed(object)]),
  );
}

function placed({ kind, name, namespace, place }: ObjectDescription): readonly string[] {
  return [kind, name, namespace ?? nothing, place];
}
