// A role that is spelt like the namespace: what binds it must name it also where the release is in another namespace.
import { expect, test } from "vitest";
import { compile } from "../../src/compile.ts";
import { verify } from "../../src/verify/verify.ts";
import { describeWithEachHelm } from "../support/helm.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { allFindings, editCharts, sentence } from "./edited-chart.ts";

const source = `apiVersion: v1
kind: ServiceAccount
metadata: {name: ebb, namespace: tide-system}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: tide-system, namespace: tide-system}
rules: [{apiGroups: [""], resources: [pods], verbs: [get]}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: ebb, namespace: tide-system}
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: Role
  name: tide-system
subjects: [{kind: ServiceAccount, name: ebb, namespace: tide-system}]
`;

describeWithEachHelm("a binding's role", (helm) => {
  test("keeps its name, and a binding that loses it is found", async () => {
    const { chartSet } = compile([{ name: "tide.yaml", text: source }], { name: "tide" });
    if (!chartSet) throw new Error("no charts");
    const right = await verify(chartSet, { helms: [helm.path] });
    expect(allFindings(right).map(sentence)).toEqual([]);
    const file = "templates/rolebinding-ebb.yaml";
    const edit = {
      file,
      text: "  name: tide-system\nsubjects",
      other: "  name: {{ .Release.Namespace }}\nsubjects",
    };
    const folders = editCharts(temporaryFolder(), chartSet, [edit]);
    const wrong = await verify(chartSet, { helms: [helm.path], folders });
    expect(allFindings(wrong).map(sentence)).toEqual([
      'RoleBinding tide-system/ebb: "roleRef.name" changes with the namespace, and Role tide-system/tide-system, which it names, does not',
    ]);
  });
});
