import { expect, test } from "vitest";
import { classified, deployment, document } from "./classified.ts";

const rbac = "rbac.authorization.k8s.io/v1";

test("an account knows the roles that are bound to it and the workloads that run as it", () => {
  const { serviceAccounts } = classified(
    document("v1", "ServiceAccount", "quay/manager") +
      document("v1", "ServiceAccount", "idle") +
      deployment("quay/a", "manager") +
      deployment("b", "manager") +
      deployment("quay/c", "missing") +
      deployment("quay/d") +
      deployment("pier/e", "manager") +
      document(
        rbac,
        "ClusterRoleBinding",
        "cluster",
        "roleRef: {kind: ClusterRole, name: view}\nsubjects: [{kind: ServiceAccount, name: manager, namespace: quay}, {kind: User, name: manager}]\n",
      ) +
      document(
        rbac,
        "RoleBinding",
        "quay/own",
        "roleRef: {kind: Role, name: leader}\nsubjects: [{kind: ServiceAccount, name: manager}, {kind: ServiceAccount, name: far, namespace: pier}]\n",
      ),
  ).operator;
  const facts = serviceAccounts.map(({ manifest, name, namespace, boundTo, usedBy }) => ({
    account: `${namespace}/${name}`,
    inSources: manifest !== undefined,
    roles: boundTo.map(
      ({ binding, role, namespace: place }) => `${binding} → ${role}${place ? ` in ${place}` : ""}`,
    ),
    usedBy,
  }));
  expect(facts).toEqual([
    {
      account: "quay/manager",
      inSources: true,
      roles: ["ClusterRoleBinding/cluster → ClusterRole/view", "RoleBinding/own → Role/leader in quay"],
      usedBy: ["a", "b"],
    },
    { account: "quay/idle", inSources: true, roles: [], usedBy: [] },
    { account: "pier/far", inSources: false, roles: ["RoleBinding/own → Role/leader in quay"], usedBy: [] },
    { account: "quay/missing", inSources: false, roles: [], usedBy: ["c"] },
    { account: "quay/default", inSources: false, roles: [], usedBy: ["d"] },
    { account: "pier/manager", inSources: false, roles: [], usedBy: ["e"] },
  ]);
});
