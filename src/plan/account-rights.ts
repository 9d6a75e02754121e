// What a workload may do in the cluster, as far as the roles and bindings of the sources say.
import type { Operator, Workload } from "../classify/operator.ts";
import { type Json, listField, stringField } from "../kubernetes/object.ts";
import type { Manifest } from "../parse/manifest.ts";

/** The RBAC objects that give a workload's service account its rights. */
export interface AccountRights {
  readonly bindings: readonly Manifest[];
  readonly roles: readonly Manifest[];
  readonly rules: readonly Json[];
}

/** The rights of the account that `workload` runs as, in the workload's own namespace and the whole cluster. */
export function accountRights(operator: Operator, workload: Workload): AccountRights {
  const namespaceOf = (namespace: string | undefined) => namespace ?? operator.sourceNamespace;
  const namespace = namespaceOf(workload.manifest.reference.namespace);
  const bindings = operator.rbac.filter(
    ({ object, reference }) =>
      object.kind.endsWith("Binding") &&
      (object.kind === "ClusterRoleBinding" || namespaceOf(reference.namespace) === namespace) &&
      listField(object, "subjects").some(
        (subject) =>
          stringField(subject, "kind") === "ServiceAccount" &&
          stringField(subject, "name") === workload.serviceAccountName &&
          namespaceOf(stringField(subject, "namespace")) === namespace,
      ),
  );
  const roles = operator.rbac.filter((role) => bindings.some((binding) => grants(operator, binding, role)));
  return { bindings, roles, rules: roles.flatMap(({ object }) => listField(object, "rules")) };
}

/** Whether `binding` grants `role`. */
export function grants({ sourceNamespace }: Operator, binding: Manifest, role: Manifest): boolean {
  if (!binding.object.kind.endsWith("Binding")) return false;
  const sameNamespace =
    role.object.kind === "ClusterRole" ||
    (binding.reference.namespace ?? sourceNamespace) === (role.reference.namespace ?? sourceNamespace);
  return (
    stringField(binding.object, "roleRef", "kind") === role.object.kind &&
    stringField(binding.object, "roleRef", "name") === role.reference.name &&
    sameNamespace
  );
}

/** Whether `rules` allow one of `verbs` on `resource`; `explicit`: by the resource's own name. */
export function allows(
  rules: readonly Json[],
  verbs: readonly string[],
  { group, resource, explicit = false }: { group: string; resource: string; explicit?: boolean },
): boolean {
  const has = (rule: Json, key: string, wanted: readonly string[]) =>
    listField(rule, key).some((item) => typeof item === "string" && wanted.includes(item));
  return rules.some(
    (rule) =>
      has(rule, "apiGroups", [group, "*"]) &&
      has(rule, "resources", explicit ? [resource] : [resource, "*"]) &&
      has(rule, "verbs", [...verbs, "*"]),
  );
}
