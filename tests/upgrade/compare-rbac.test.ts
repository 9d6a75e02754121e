// What is told of rights: by subject, whatever the roles are called. That the rights are those of Kubernetes is for
// tests/oracle/effective-rights.test.ts.
import { describe, expect, test } from "vitest";
import type { JsonObject, KubernetesObject } from "../../src/kubernetes/object.ts";
import { compareRbac } from "../../src/upgrade/compare-rbac.ts";
import type { UpgradeFinding } from "../../src/upgrade/finding.ts";
import { released } from "./released.ts";

const apiVersion = "rbac.authorization.k8s.io/v1";
const account: JsonObject = { kind: "ServiceAccount", name: "operator", namespace: "tide-system" };

function role(
  kind: "Role" | "ClusterRole",
  name: string,
  rules: readonly string[],
  labels: JsonObject = {},
): KubernetesObject {
  return { apiVersion, kind, metadata: { name, labels }, rules: rules.map(rule) };
}

/** `get,list apps/deployments/scale`, `get /secrets:name`, `get url:/metrics`. */
function rule(text: string): JsonObject {
  const [verbs = "", what = ""] = text.split(" ");
  if (what.startsWith("url:")) return { nonResourceURLs: [what.slice(4)], verbs: verbs.split(",") };
  const [path = "", name] = what.split(":");
  const slash = path.indexOf("/");
  return {
    apiGroups: [path.slice(0, slash)],
    resources: [path.slice(slash + 1)],
    verbs: verbs.split(","),
    ...(name === undefined ? {} : { resourceNames: [name] }),
  };
}

function bind(
  kind: "RoleBinding" | "ClusterRoleBinding",
  roleName: string,
  { subject = account, roleKind = "ClusterRole" }: { subject?: JsonObject; roleKind?: string } = {},
): KubernetesObject {
  return {
    apiVersion,
    kind,
    metadata: { name: roleName },
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: roleKind, name: roleName },
    subjects: [subject],
  };
}

function compare(
  older: readonly KubernetesObject[],
  newer: readonly KubernetesObject[],
): readonly UpgradeFinding[] {
  return compareRbac(older.map(released), newer.map(released));
}

/** The findings for an account with these rules in the whole cluster. */
function compareRules(older: readonly string[], newer: readonly string[]): readonly string[] {
  const of = (rules: readonly string[]) => [role("ClusterRole", "r", rules), bind("ClusterRoleBinding", "r")];
  return compare(of(older), of(newer)).map(({ code, message }) => `${code}: ${message}`);
}

test("what a right of the whole cluster gives anyway is not told beside it, nor when both are gone", () => {
  const wide = [role("ClusterRole", "r", ["get,list /secrets"]), bind("ClusterRoleBinding", "r")];
  const narrow = [role("Role", "n", ["get,update /secrets"]), bind("RoleBinding", "n", { roleKind: "Role" })];
  const told = (found: readonly UpgradeFinding[]) => found.map(({ message }) => message);
  expect(told(compare([], [...wide, ...narrow]))).toEqual([
    "It is new and may get, list secrets in the whole cluster.",
    "It is new and may update secrets in the namespace tide-system.",
  ]);
  expect(told(compare([...wide, ...narrow], []))).toEqual([
    "It may no longer get, list secrets in the whole cluster; update secrets in the namespace tide-system.",
  ]);
});

describe("new rights", () => {
  test.each<{ name: string; older?: readonly string[]; newer: readonly string[]; found: readonly string[] }>([
    {
      name: "of no danger",
      newer: ["get,list /configmaps", "get,list apps/deployments"],
      found: ["rbac/rights-granted: It may now get, list configmaps, deployments.apps in the whole cluster."],
    },
    {
      name: "to read Secrets",
      newer: ["watch,list,create /secrets"],
      found: [
        "rbac/secrets-granted: It may now list, watch secrets in the whole cluster.",
        "rbac/rights-granted: It may now create secrets in the whole cluster.",
      ],
    },
    {
      name: "to one Secret",
      newer: ["get /secrets:key"],
      found: ['rbac/secrets-granted: It may now get secrets "key" in the whole cluster.'],
    },
    {
      name: "to escalate, bind and impersonate",
      newer: [
        "escalate rbac.authorization.k8s.io/roles",
        "bind rbac.authorization.k8s.io/clusterroles",
        "impersonate /users",
      ],
      found: [
        "rbac/escalation-granted: It may now escalate roles.rbac.authorization.k8s.io in the whole cluster.",
        "rbac/escalation-granted: It may now bind clusterroles.rbac.authorization.k8s.io in the whole cluster.",
        "rbac/escalation-granted: It may now impersonate users in the whole cluster.",
      ],
    },
    {
      name: "to all there is",
      newer: ["* */*"],
      found: ["rbac/everything-granted: It may now do anything with every resource in the whole cluster."],
    },
    {
      name: "to everything of a group of its own",
      newer: ["* example.com/*"],
      found: [
        "rbac/rights-granted: It may now do anything with every resource of example.com in the whole cluster.",
      ],
    },
    {
      name: "to exec, by a star before a slash",
      newer: ["create /*/exec"],
      found: ["rbac/danger-granted: It may now create */exec in the whole cluster."],
    },
    {
      name: "that a wildcard gave already",
      older: ["* /*"],
      newer: ["* /*", "get /secrets", "get /pods/log"],
      found: [],
    },
    { name: "cut otherwise", older: ["get,list /pods"], newer: ["get /pods", "list /pods"], found: [] },
    {
      name: "to a URL",
      older: ["get url:/metrics"],
      newer: ["get url:/metrics", "get url:/healthz/*"],
      found: ["rbac/rights-granted: It may now get the URL /healthz/*."],
    },
    {
      name: "to all objects instead of one",
      older: ["update /configmaps:a"],
      newer: ["update /configmaps"],
      found: ["rbac/rights-granted: It may now update configmaps in the whole cluster."],
    },
  ])("$name", ({ older = [], newer, found }) => {
    expect(compareRules(older, newer)).toEqual(found);
  });

  test("in the whole cluster instead of a namespace", () => {
    const rules = role("ClusterRole", "r", ["list /pods", "get /secrets"]);
    const found = compare([rules, bind("RoleBinding", "r")], [rules, bind("ClusterRoleBinding", "r")]);
    expect(found).toMatchObject([
      {
        code: "rbac/widened-to-cluster",
        subject: "ServiceAccount tide-system/operator",
        message: "It may now list pods in the whole cluster, and could in part in tide-system alone.",
      },
      {
        code: "rbac/secrets-granted",
        message: "It may now get secrets in the whole cluster, and could in part in tide-system alone.",
        newer: { file: "rules.1" },
      },
    ]);
  });

  test("of a ClusterRole that collects rules, with the word that others may add to it", () => {
    const collecting: KubernetesObject = {
      apiVersion,
      kind: "ClusterRole",
      metadata: { name: "r" },
      aggregationRule: { clusterRoleSelectors: [{ matchLabels: { tide: "yes" } }] },
      rules: [],
    };
    const part = role("ClusterRole", "part", ["list /pods"], { tide: "yes" });
    const found = compare([], [collecting, part, bind("ClusterRoleBinding", "r")]);
    expect(found).toMatchObject([
      { code: "rbac/rights-granted", message: "It is new and may list pods in the whole cluster." },
      { code: "rbac/rules-collected", subject: "ClusterRole r" },
    ]);
  });

  test("of those who have a role of every cluster", () => {
    const labels = { "rbac.authorization.k8s.io/aggregate-to-view": "true" };
    const found = compare([], [role("ClusterRole", "tide-view", ["get example.com/tides"], labels)]);
    expect(found).toMatchObject([
      { subject: "ClusterRole view", message: "It is new and may get tides.example.com where it is bound." },
    ]);
  });

  test("of a role that nobody has yet are no danger", () => {
    expect(compare([], [role("ClusterRole", "tide-admin", ["get /secrets"])])).toMatchObject([
      { code: "rbac/rights-granted", subject: "ClusterRole tide-admin" },
    ]);
  });

  test("by a role that the release does not bring", () => {
    const found = compare(
      [],
      [bind("RoleBinding", "extension-apiserver-authentication-reader", { roleKind: "Role" })],
    );
    expect(found).toMatchObject([{ code: "rbac/outside-role-bound", severity: "warning" }]);
  });

  test("by cluster-admin, which every cluster has", () => {
    expect(compare([], [bind("ClusterRoleBinding", "cluster-admin")])).toMatchObject([
      { code: "rbac/everything-granted" },
    ]);
  });
});

describe("rights that are gone", () => {
  test("are for information where they were the operator's, and a warning where they were somebody's", () => {
    const rules = role("ClusterRole", "r", ["get /pods"]);
    const empty = role("ClusterRole", "r", []);
    const user = { subject: { kind: "User", name: "ann" } };
    expect(
      compare([rules, bind("ClusterRoleBinding", "r")], [empty, bind("ClusterRoleBinding", "r")]),
    ).toMatchObject([
      {
        code: "rbac/rights-removed",
        severity: "info",
        message: "It may no longer get pods in the whole cluster.",
      },
    ]);
    expect(compare([rules, bind("ClusterRoleBinding", "r", user)], [])).toMatchObject([
      { code: "rbac/access-removed", severity: "warning", subject: "User ann" },
    ]);
    expect(compare([rules], [])).toMatchObject([{ code: "rbac/access-removed", subject: "ClusterRole r" }]);
  });
});

describe("other names", () => {
  test("of roles are for information", () => {
    const of = (name: string) => [role("ClusterRole", name, ["get /pods"]), bind("ClusterRoleBinding", name)];
    expect(compare(of("a"), of("b")).map(({ code, subject }) => `${code} ${subject}`)).toEqual([
      "rbac/role-renamed ClusterRole b",
      "rbac/role-renamed ClusterRoleBinding b",
    ]);
  });

  test("of an account are for information", () => {
    const of = (name: string) => [
      role("ClusterRole", "r", ["get /secrets"]),
      bind("ClusterRoleBinding", "r", { subject: { ...account, name } }),
    ];
    expect(compare(of("a"), of("b"))).toMatchObject([
      { code: "rbac/subject-renamed", severity: "info", subject: "ServiceAccount tide-system/b" },
    ]);
  });
});
