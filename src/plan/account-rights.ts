// What a workload may do in the cluster, as far as the roles and bindings of the sources say.
import { groupBy } from "../classify/group-by.ts";
import { once } from "../classify/once.ts";
import type { Operator, Workload } from "../classify/operator.ts";
import { type Json, type JsonObject, listField, objectField, stringField } from "../kubernetes/object.ts";
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
  const binding = bindingsByAccount(operator).get(workload.serviceAccountName) ?? [];
  const bindings = binding.filter(
    ({ object, reference }) =>
      (object.kind === "ClusterRoleBinding" || namespaceOf(reference.namespace) === namespace) &&
      accountsOf(object).some(
        (subject) =>
          stringField(subject, "name") === workload.serviceAccountName &&
          namespaceOf(stringField(subject, "namespace")) === namespace,
      ),
  );
  const bound = new Set(bindings.flatMap((one) => rolesOf(operator, one)));
  const roles = bound.size < 2 ? [...bound] : operator.rbac.filter((role) => bound.has(role));
  return { bindings, roles, rules: roles.flatMap(({ object }) => listField(object, "rules")) };
}

function accountsOf(binding: JsonObject): readonly Json[] {
  return listField(binding, "subjects").filter(
    (subject) => stringField(subject, "kind") === "ServiceAccount",
  );
}

/** The bindings by the names of the accounts that they name, each once. */
const bindingsByAccount = once(({ rbac }: Operator): ReadonlyMap<string, readonly Manifest[]> => {
  const bindings = rbac.filter(({ object }) => object.kind.endsWith("Binding"));
  const named = bindings.flatMap((manifest) => {
    const names = new Set(accountsOf(manifest.object).map((subject) => stringField(subject, "name") ?? ""));
    return [...names].map((name) => ({ name, manifest }));
  });
  const byName = groupBy(named, ({ name }) => name);
  return new Map([...byName].map(([name, found]) => [name, found.map(({ manifest }) => manifest)]));
});

const rolesByName = once(({ rbac }: Operator) =>
  groupBy(rbac, ({ object, reference }) => `${object.kind}/${reference.name}`),
);

/** The roles of the sources that `binding` grants. */
function rolesOf(operator: Operator, binding: Manifest): readonly Manifest[] {
  const { kind, name } = objectField(binding.object, "roleRef");
  const named = rolesByName(operator).get(`${kind}/${name}`) ?? [];
  return named.filter((role) => grants(operator, binding, role));
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

/** The service account that `workload` runs as, where the sources hold it. */
export function accountManifests(
  { serviceAccounts, sourceNamespace }: Operator,
  workload: Workload,
): readonly Manifest[] {
  const namespace = workload.manifest.reference.namespace ?? sourceNamespace;
  return serviceAccounts.flatMap((account) =>
    account.manifest && account.name === workload.serviceAccountName && account.namespace === namespace
      ? account.manifest
      : [],
  );
}
