import { expect, test } from "vitest";
import { compile } from "../../src/compile.ts";
import { subjectRows } from "../../src/page/rights-rows.ts";
import { operator } from "../cli/small-operator.ts";

const rbac = `---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: tide
rules:
  - {apiGroups: [""], resources: [pods, services], verbs: [list, get]}
  - {apiGroups: [""], resources: [secrets], resourceNames: [b, a], verbs: [get]}
  - {nonResourceURLs: [/metrics], verbs: [get]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata:
  name: tide
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: tide}
subjects:
  - {kind: ServiceAccount, name: tide-operator, namespace: tide-system}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata:
  name: reader
  namespace: tide-system
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: view}
subjects:
  - {kind: Group, name: harbour}
`;

test("rights that are alike but for the resource are one row, and so are the objects that one is limited to", () => {
  const { chartSet } = compile([{ name: "operator.yaml", text: operator + rbac }], { name: "tide" });
  if (!chartSet) throw new Error("no charts");
  const [account, group, ...others] = subjectRows(chartSet);
  expect(others).toEqual([]);
  expect(account).toEqual({
    subject: { kind: "ServiceAccount", namespace: "tide-system", name: "tide-operator" },
    usedBy: ["tide-operator"],
    outside: [],
    rows: [
      {
        namespace: undefined,
        group: "",
        resources: ["pods", "services"],
        names: [],
        verbs: ["get", "list"],
        dangers: [],
      },
      {
        ...{ namespace: undefined, group: "", resources: ["secrets"], names: ["a", "b"], verbs: ["get"] },
        dangers: [expect.stringMatching(/^Who has it reads passwords/)],
      },
      {
        namespace: undefined,
        group: undefined,
        resources: ["/metrics"],
        names: [],
        verbs: ["get"],
        dangers: [],
      },
    ],
  });
  // What a role of the cluster grants is not the charts' to say.
  expect(group).toMatchObject({
    subject: { kind: "Group", name: "harbour" },
    rows: [],
    outside: [{ kind: "ClusterRole", name: "view", namespace: "tide-system" }],
  });
});
