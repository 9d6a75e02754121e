// Upgrades of rights.
import { between, type CodeInput, type CodeInputs, object } from "./input.ts";

const api = "rbac.authorization.k8s.io/v1";
const account = { kind: "ServiceAccount", name: "tide", namespace: "tides" };

interface Rule {
  readonly group?: string;
  readonly resource: string;
  readonly verb?: string;
}

const role = (rules: readonly Rule[], name = "tide", more: object = {}) =>
  object(
    api,
    "ClusterRole",
    {
      rules: rules.map(({ group = "", resource, verb = "get" }) => ({
        apiGroups: [group],
        resources: [resource],
        verbs: [verb],
      })),
      ...more,
    },
    { name },
  );

const bind = (kind: string, name = "tide", subject: object = account) =>
  object(
    api,
    kind,
    { roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name }, subjects: [subject] },
    { name },
  );

/** An account whose role has a rule more. */
function granted(rule: Rule): CodeInput {
  const binding = bind("ClusterRoleBinding");
  return between([role([]), binding], [role([rule]), binding]);
}

const pods = { resource: "pods" };
const user = { kind: "User", name: "ann" };

export const rbacInputs: CodeInputs = {
  "rbac/everything-granted": granted({ group: "*", resource: "*", verb: "*" }),
  "rbac/escalation-granted": granted({ resource: "users", verb: "impersonate" }),
  "rbac/secrets-granted": granted({ resource: "secrets" }),
  "rbac/danger-granted": granted({ resource: "pods/exec", verb: "create" }),
  "rbac/widened-to-cluster": between(
    [role([pods]), bind("RoleBinding")],
    [role([pods]), bind("ClusterRoleBinding")],
  ),
  "rbac/outside-role-bound": between([], [bind("RoleBinding", "system:auth-delegator")]),
  "rbac/access-removed": between([role([pods]), bind("ClusterRoleBinding", "tide", user)], []),
  "rbac/rights-granted": granted(pods),
  "rbac/rights-removed": between(
    [role([pods]), bind("ClusterRoleBinding")],
    [role([]), bind("ClusterRoleBinding")],
  ),
  "rbac/outside-role-unbound": between([bind("RoleBinding", "system:auth-delegator")], []),
  "rbac/subject-renamed": between(
    [role([pods]), bind("ClusterRoleBinding")],
    [role([pods]), bind("ClusterRoleBinding", "tide", { ...account, name: "ebb" })],
  ),
  "rbac/role-renamed": between(
    [role([pods]), bind("ClusterRoleBinding")],
    [role([pods], "ebb"), bind("ClusterRoleBinding", "ebb")],
  ),
  "rbac/rules-collected": between(
    [],
    [role([], "tide", { aggregationRule: { clusterRoleSelectors: [{ matchLabels: { a: "b" } }] } })],
  ),
};
