// Service accounts: what is bound to each, and which workloads run as it.
import { listField, stringField } from "../kubernetes/object.ts";
import type { Manifest } from "../parse/manifest.ts";
import type { RoleGrant, ServiceAccount, Workload } from "./operator.ts";

/**
 * Every account that the sources hold, bind or run as. `own` says whether two namespaces are the same one
 * seen from the operator (an absent namespace is the operator's own).
 */
export function readServiceAccounts(
  manifests: readonly Manifest[],
  workloads: readonly Workload[],
  ownNamespace: string | undefined,
): readonly ServiceAccount[] {
  const accounts = new Map<string, { -readonly [K in keyof ServiceAccount]: ServiceAccount[K] }>();
  const account = (name: string, namespace: string | undefined) => {
    const key = `${namespace ?? ownNamespace ?? ""}/${name}`;
    const known = accounts.get(key) ?? {
      manifest: undefined,
      name,
      namespace: namespace ?? ownNamespace,
      boundTo: [],
      usedBy: [],
    };
    accounts.set(key, known);
    return known;
  };
  for (const manifest of manifests) {
    if (manifest.object.kind !== "ServiceAccount" || manifest.reference.group !== "") continue;
    account(manifest.reference.name, manifest.reference.namespace).manifest = manifest;
  }
  for (const manifest of manifests) {
    const grant = readGrant(manifest);
    if (!grant) continue;
    for (const subject of listField(manifest.object, "subjects")) {
      const name = stringField(subject, "name");
      if (stringField(subject, "kind") !== "ServiceAccount" || !name) continue;
      const bound = account(name, stringField(subject, "namespace"));
      bound.boundTo = [...bound.boundTo, grant];
    }
  }
  for (const workload of workloads) {
    const used = account(workload.serviceAccountName, workload.manifest.reference.namespace);
    used.usedBy = [...used.usedBy, workload.name];
  }
  return [...accounts.values()];
}

function readGrant(manifest: Manifest): RoleGrant | undefined {
  const { kind } = manifest.object;
  if (kind !== "RoleBinding" && kind !== "ClusterRoleBinding") return undefined;
  const roleKind = stringField(manifest.object, "roleRef", "kind") ?? "Role";
  const roleName = stringField(manifest.object, "roleRef", "name") ?? "";
  return {
    binding: `${kind}/${manifest.reference.name}`,
    role: `${roleKind}/${roleName}`,
    namespace: kind === "RoleBinding" ? manifest.reference.namespace : undefined,
  };
}
