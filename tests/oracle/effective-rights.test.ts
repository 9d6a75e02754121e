// The rights of subjects as src/upgrade/effective-rights.ts reads them, held against Kubernetes' own RBAC authoriser: of random
// roles and bindings, and of the corpus' operators.
import { expect, test } from "vitest";
import type { JsonObject, KubernetesObject } from "../../src/kubernetes/object.ts";
import { allows, effectiveRights, type RbacSubject } from "../../src/upgrade/effective-rights.ts";
import type { ReleasedObject } from "../../src/upgrade/finding.ts";
import type { Action } from "../../src/upgrade/rights.ts";
import { describeWithCorpus } from "../support/corpus.ts";
import { type AccessRequest, describeWithObjectRules } from "../support/object-rules.ts";
import { seedOfRun } from "../support/seed.ts";
import { Dice } from "../upgrade/random-schemas.ts";
import { released, releasedFrom } from "../upgrade/released.ts";

const runs = Number(process.env["CHARTWRIGHT_RUNS"] || 1);
describeWithObjectRules("effective rights", (rules) => {
  test("of random roles and bindings are those of the authoriser", { timeout: 60_000 * runs }, async () => {
    const dice = new Dice(seedOfRun());
    const tally = { allowed: 0, refused: 0 };
    for (let run = 0; run < 150 * runs; run += 1) {
      const objects = randomRbac(dice).map(released);
      const asked = Array.from({ length: 60 }, () => ({
        subject: randomSubject(dice),
        action: randomAction(dice),
      }));
      await compare(objects, asked, tally);
    }
    expect(tally.allowed).toBeGreaterThan(300);
    expect(tally.refused).toBeGreaterThan(300);
  });

  describeWithCorpus("rights of operators", ({ path, list }) => {
    const operators = list("corpus/operators").filter((name) => !name.includes("."));
    const folders = [
      "corpus/kubevirt/v1.9.0",
      "corpus/cdi/v1.66.0",
      ...operators.flatMap((name) => {
        const [newest] = list(`corpus/operators/${name}`).slice(-1);
        return newest === undefined ? [] : [`corpus/operators/${name}/${newest}`];
      }),
    ];

    test("are those of the authoriser", { timeout: 240_000 }, async () => {
      const tally = { allowed: 0, refused: 0 };
      const dice = new Dice(seedOfRun());
      for (const folder of folders) {
        const objects = (await releasedFrom(path(folder))).filter(({ object }) =>
          /Role(?:Binding)?$/.test(object.kind),
        );
        const subjects = [...effectiveRights(objects).values()].map(({ subject }) => subject);
        const asked = subjects
          .filter(({ kind }) => kind !== "ClusterRole")
          .flatMap((subject) => actionsNear(objects, dice).map((action) => ({ subject, action })));
        if (asked.length > 0) await compare(objects, asked, tally);
      }
      expect(tally.allowed).toBeGreaterThan(500);
      expect(tally.refused).toBeGreaterThan(500);
    });
  });

  interface Question {
    readonly subject: RbacSubject;
    readonly action: Action;
  }

  async function compare(
    objects: readonly ReleasedObject[],
    asked: readonly Question[],
    tally: { allowed: number; refused: number },
  ): Promise<void> {
    const rights = effectiveRights(objects);
    const stored = objects.map(({ object, namespace }) => ({
      ...object,
      metadata: { ...object.metadata, ...(namespace === undefined ? {} : { namespace }) },
    }));
    const answers = await rules().authorise([...stored, clusterAdmin], asked.map(toRequest));
    for (const [index, { subject, action }] of asked.entries()) {
      const expected = answers[index];
      tally[expected === true ? "allowed" : "refused"] += 1;
      const found = allows(rights, subject, action);
      const bindings = stored.filter(({ kind }) => kind.endsWith("Binding"));
      expect(found === expected || { subject, action, found, expected, bindings, stored }).toBe(true);
    }
  }
});

const clusterAdmin: JsonObject = {
  apiVersion: "rbac.authorization.k8s.io/v1",
  kind: "ClusterRole",
  metadata: { name: "cluster-admin" },
  rules: [
    { apiGroups: ["*"], resources: ["*"], verbs: ["*"] },
    { nonResourceURLs: ["*"], verbs: ["*"] },
  ],
};

/** A request as the authoriser sees it, with the groups that authentication gives. */
function toRequest({
  subject,
  action,
}: {
  readonly subject: RbacSubject;
  readonly action: Action;
}): AccessRequest {
  const { kind, namespace = "", name } = subject;
  const who =
    kind === "ServiceAccount"
      ? {
          user: `system:serviceaccount:${namespace}:${name}`,
          groups: ["system:serviceaccounts", `system:serviceaccounts:${namespace}`, "system:authenticated"],
        }
      : kind === "Group"
        ? { user: "somebody", groups: [name] }
        : { user: name, groups: ["system:authenticated"] };
  const { target, verb } = action;
  if (target.kind === "url") return { ...who, verb, path: target.url };
  const [resource = "", subresource] = target.resource.split("/", 2);
  return {
    ...who,
    verb,
    group: target.group,
    resource,
    ...(target.namespace === undefined ? {} : { namespace: target.namespace }),
    ...(subresource === undefined ? {} : { subresource }),
    ...(target.name === undefined ? {} : { name: target.name }),
  };
}

const verbs = ["get", "list", "create", "patch", "bind"];
const groups = ["", "apps", "example.com"];
const resources = ["pods", "pods/exec", "secrets", "deployments/scale", "tides"];
const namespaces = ["a", "b", "tide-system"];
const urls = ["/metrics", "/healthz/ready", "/apis"];
const accounts = ["one", "two"];

function randomSubject(dice: Dice): RbacSubject {
  const kind = dice.pick(["ServiceAccount", "ServiceAccount", "User", "Group"] as const);
  if (kind === "ServiceAccount") return { kind, namespace: dice.pick(namespaces), name: dice.pick(accounts) };
  return {
    kind,
    name: kind === "Group" ? dice.pick(["system:authenticated", "staff"]) : dice.pick(["ann", "bob"]),
  };
}

function randomAction(dice: Dice): Action {
  const verb = dice.pick(verbs);
  if (dice.chance(0.15)) return { target: { kind: "url", url: dice.pick(urls) }, verb };
  const target = {
    kind: "resource" as const,
    group: dice.pick(groups),
    resource: dice.pick(resources),
    ...(dice.chance(0.8) ? { namespace: dice.pick(namespaces) } : {}),
    ...(dice.chance(0.5) ? { name: dice.pick(["x", "y"]) } : {}),
  };
  return { target, verb };
}

function randomRule(dice: Dice, isCluster: boolean): JsonObject {
  const some = (items: readonly string[]) => [dice.pick(items), ...dice.some(items, 0.2)];
  if (isCluster && dice.chance(0.2))
    return { nonResourceURLs: some([...urls, "*", "/healthz/*"]), verbs: some([...verbs, "*"]) };
  return {
    apiGroups: some([...groups, "*"]),
    resources: some([...resources, "*", "*/exec", "*/scale"]),
    verbs: some([...verbs, "*"]),
    ...(dice.chance(0.2) ? { resourceNames: some(["x", "y"]) } : {}),
  };
}

const apiVersion = "rbac.authorization.k8s.io/v1";

function randomRbac(dice: Dice): readonly KubernetesObject[] {
  const rulesOf = (isCluster: boolean) =>
    Array.from({ length: dice.between(0, 2) }, () => randomRule(dice, isCluster));
  const clusterRoles = ["p", "q", "r"].map((name) => ({
    apiVersion,
    kind: "ClusterRole",
    metadata: { name, labels: { part: dice.pick(["tide", "ebb"]) } },
    rules: rulesOf(true),
  }));
  const collecting = {
    apiVersion,
    kind: "ClusterRole",
    metadata: { name: "all", labels: { part: "tide" } },
    aggregationRule: {
      clusterRoleSelectors: [
        dice.chance(0.5)
          ? { matchLabels: { part: "tide" } }
          : {
              matchExpressions: [
                { key: "part", operator: dice.pick(["In", "NotIn"]), values: ["ebb"] },
                { key: "part", operator: "Exists" },
              ],
            },
      ],
    },
    rules: rulesOf(true),
  };
  const roles = namespaces.map((namespace) => ({
    apiVersion,
    kind: "Role",
    metadata: { name: "p", namespace },
    rules: rulesOf(false),
  }));
  const bindings = Array.from({ length: 4 }, (_, index) => randomBinding(dice, index));
  return [...clusterRoles, collecting, ...roles, ...bindings];
}

function randomBinding(dice: Dice, index: number): KubernetesObject {
  const kind = dice.pick(["ClusterRoleBinding", "RoleBinding"]);
  const role =
    kind === "RoleBinding" && dice.chance(0.4)
      ? { kind: "Role", name: "p" }
      : {
          kind: "ClusterRole",
          name: dice.pick(["p", "q", "r", "all", "gone", ...(dice.chance(0.1) ? ["cluster-admin"] : [])]),
        };
  const subjects = Array.from({ length: dice.between(1, 2) }, (): JsonObject => {
    const subject = randomSubject(dice);
    if (subject.kind !== "ServiceAccount") return { ...subject, apiGroup: "rbac.authorization.k8s.io" };
    if (dice.chance(0.2))
      return {
        kind: "User",
        name: `system:serviceaccount:${subject.namespace}:${subject.name}`,
        apiGroup: "rbac.authorization.k8s.io",
      };
    const isOfBinding = kind === "RoleBinding" && dice.chance(0.3);
    return {
      kind: "ServiceAccount",
      name: subject.name,
      ...(isOfBinding ? {} : { namespace: subject.namespace ?? "" }),
    };
  });
  const metadata = {
    name: `binding-${index}`,
    ...(kind === "RoleBinding" ? { namespace: dice.pick(namespaces) } : {}),
  };
  return {
    apiVersion,
    kind,
    metadata,
    roleRef: { apiGroup: "rbac.authorization.k8s.io", ...role },
    subjects,
  };
}

/** Actions that the rules of a release speak of, and some beside them. */
function actionsNear(objects: readonly ReleasedObject[], dice: Dice): readonly Action[] {
  const rules = objects.flatMap(({ object }) =>
    Array.isArray(object["rules"]) ? object["rules"] : [],
  ) as JsonObject[];
  if (rules.length === 0) return [];
  const namesOf = (rule: JsonObject, key: string) =>
    Array.isArray(rule[key]) ? (rule[key] as string[]) : [];
  const places = [undefined, "default", ...new Set(objects.flatMap(({ namespace }) => namespace ?? []))];
  return Array.from({ length: 40 }, (): Action => {
    const rule = dice.pick(rules);
    const verb = dice.pick([...namesOf(rule, "verbs"), "get", "delete"]).replace("*", "patch");
    const [url] = namesOf(rule, "nonResourceURLs");
    if (url !== undefined) return { target: { kind: "url", url: url.replace("*", "x") }, verb };
    const names = [...namesOf(rule, "resourceNames"), "other", undefined];
    const [name, namespace] = [
      names[dice.between(0, names.length - 1)],
      places[dice.between(0, places.length - 1)],
    ];
    const target = {
      kind: "resource" as const,
      group: dice.pick([...namesOf(rule, "apiGroups"), ""]).replace("*", "apps"),
      resource: dice.pick([...namesOf(rule, "resources"), "pods"]).replace("*", "secrets"),
      ...(namespace === undefined ? {} : { namespace }),
      ...(name === undefined ? {} : { name }),
    };
    return { target, verb };
  });
}
