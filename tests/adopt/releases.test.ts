// Which releases stand in the way, what is left of them, and the commands.

import { describe, expect, test } from "vitest";
import type { ChartAdoption } from "../../src/adopt/adoption-plan.ts";
import { adoptionCommands, type CommandInput } from "../../src/adopt/commands.ts";
import { findLeftBehind, operatorLabels } from "../../src/adopt/left-behind.ts";
import { LiveIndex } from "../../src/adopt/live-index.ts";
import { claimsOf } from "../../src/adopt/ownership.ts";
import { judgeReleases } from "../../src/adopt/releases.ts";
import {
  type JsonObject,
  type KubernetesObject,
  objectKey,
  referenceOf,
} from "../../src/kubernetes/object.ts";

function object(kind: string, name: string, metadata: JsonObject = {}): KubernetesObject {
  const apiVersion = kind === "Deployment" ? "apps/v1" : kind === "Gate" ? "gates.example.org/v1" : "v1";
  return { apiVersion, kind, metadata: { name, namespace: "gates", ...metadata } };
}

function of(release: string): JsonObject {
  return {
    annotations: { "meta.helm.sh/release-name": release, "meta.helm.sh/release-namespace": "gates" },
  };
}

const namespace = "gates";
const deployment = object("Deployment", "operator");
const gate = object("Gate", "up");
const config = object("ConfigMap", "guard");

describe("judgeReleases", () => {
  test.each<{
    name: string;
    live: readonly KubernetesObject[];
    known: readonly { name: string; objects: readonly KubernetesObject[] }[];
    planned: readonly { name: string; objects: readonly KubernetesObject[] }[];
    adopted?: readonly string[];
    forget?: readonly string[];
    orphaned?: readonly string[];
  }>([
    {
      name: "objects of nobody stand in no release's way",
      live: [deployment, gate],
      known: [],
      planned: [{ name: "gate", objects: [deployment, gate] }],
    },
    {
      name: "a release that has its objects is adopted, although its chart brings more",
      live: [object("Deployment", "operator", of("gate"))],
      known: [{ name: "gate", objects: [deployment] }],
      planned: [{ name: "gate", objects: [deployment, config] }],
      adopted: ["gate"],
    },
    {
      name: "another name: the old release is forgotten, and what no chart has is left",
      live: [
        object("Deployment", "operator", of("old")),
        object("Gate", "up", of("old")),
        object("ConfigMap", "guard", of("old")),
      ],
      known: [{ name: "old", objects: [deployment, gate, config] }],
      planned: [{ name: "gate", objects: [deployment, gate] }],
      forget: ["old: 2"],
      orphaned: ["guard"],
    },
    {
      name: "one release becomes two under the old name: it is forgotten too, or its upgrade would delete",
      live: [object("Deployment", "operator", of("gate")), object("Gate", "up", of("gate"))],
      known: [{ name: "gate", objects: [deployment, gate] }],
      planned: [
        { name: "gate", objects: [deployment] },
        { name: "gate-cr", objects: [gate] },
      ],
      forget: ["gate: 2"],
    },
    {
      name: "two releases become one under the name of the first",
      live: [object("Deployment", "operator", of("gate")), object("Gate", "up", of("gate-cr"))],
      known: [
        { name: "gate", objects: [deployment] },
        { name: "gate-cr", objects: [gate] },
      ],
      planned: [{ name: "gate", objects: [deployment, gate] }],
      forget: ["gate: 1", "gate-cr: 1"],
    },
  ])("$name", ({ live, known, planned, adopted = [], forget = [], orphaned = [] }) => {
    const judged = judgeReleases(
      planned.map((release) => ({ ...release, namespace })),
      known.map(({ name, objects }) => ({ name, namespace, objects: objects.map(referenceOf) })),
      new LiveIndex(live, namespace),
    );
    expect({
      adopted: judged.adopted.map(({ name }) => name),
      forget: judged.forget.map(({ name, objects }) => `${name}: ${objects}`),
      orphaned: judged.orphaned.map(({ object: { name } }) => name),
    }).toEqual({ adopted, forget, orphaned });
  });
});

test.each<{ name: string; metadata: JsonObject; expected: readonly string[] }>([
  { name: "nobody", metadata: {}, expected: [] },
  { name: "its own release", metadata: of("gate"), expected: [] },
  { name: "another release", metadata: of("old"), expected: ["release old"] },
  {
    name: "Argo CD",
    metadata: { annotations: { "argocd.argoproj.io/tracking-id": "gates:apps/Deployment:gates/operator" } },
    expected: ["argo-cd gates"],
  },
  {
    name: "Flux",
    metadata: { labels: { "kustomize.toolkit.fluxcd.io/name": "gates" } },
    expected: ["flux Kustomization gates"],
  },
  {
    name: "the Operator Lifecycle Manager",
    metadata: { labels: { "olm.owner": "gates.v1" } },
    expected: ["olm gates.v1"],
  },
  {
    name: "the Operator Lifecycle Manager, which is told once",
    metadata: {
      labels: { "olm.owner": "gates.v1" },
      ownerReferences: [{ kind: "ClusterServiceVersion", name: "gates.v1" }],
    },
    expected: ["olm gates.v1"],
  },
  {
    name: "an owner in the cluster",
    metadata: { ownerReferences: [{ kind: "Gate", name: "up" }] },
    expected: ["owner Gate up"],
  },
])("an object is claimed by $name", ({ metadata, expected }) => {
  const claims = claimsOf(object("Deployment", "operator", metadata), { name: "gate", namespace });
  expect(
    claims.map((claim) => `${claim.kind} ${claim.kind === "release" ? claim.release.name : claim.by}`),
  ).toEqual(expected);
});

test("what people made with the operator's labels and is in no chart is left behind", () => {
  const labels = {
    "app.kubernetes.io/name": "gates",
    "app.kubernetes.io/managed-by": "Helm",
    "pod-security.kubernetes.io/enforce": "baseline",
  };
  const annotations = { "kubectl.kubernetes.io/last-applied-configuration": "{}" };
  const candidates = [
    object("ConfigMap", "in-a-chart", { labels, annotations }),
    object("ConfigMap", "forgotten", { labels, annotations }),
    object("ConfigMap", "of-the-operator", { labels, managedFields: [{ manager: "gate-operator" }] }),
    object("ConfigMap", "owned", { labels, annotations, ownerReferences: [{ kind: "Gate" }] }),
    object("ConfigMap", "of-somebody-else", { labels: { "app.kubernetes.io/name": "other" }, annotations }),
    object("Gate", "with-data", { labels, annotations }),
  ];
  const selectors = operatorLabels([object("Deployment", "operator", { labels })]);
  expect(selectors).toEqual(["app.kubernetes.io/name=gates"]);
  const [first] = candidates;
  const inCharts = new Set(first ? [objectKey(referenceOf(first))] : []);
  const found = findLeftBehind(candidates, selectors, inCharts);
  expect(found.map(({ object: { name }, command }) => [name, command])).toEqual([
    ["forgotten", "kubectl delete ConfigMap forgotten --namespace gates"],
    ["with-data", undefined],
  ]);
});

describe("adoptionCommands", () => {
  const chart: ChartAdoption = {
    chart: "gate",
    version: "1.0.0",
    path: "charts/gate",
    release: "gate",
    state: "install",
    objects: [],
    values: {},
    forceConflicts: true,
  };
  const input: CommandInput = {
    namespace,
    charts: [chart],
    forget: [],
    leftBehind: [],
    valuesFiles: new Map(),
  };
  const commandsOf = (more: Partial<CommandInput>, helm: "helm3" | "helm4" = "helm3") =>
    adoptionCommands({ ...input, ...more }, helm).map(({ command }) => command);

  test("an install takes the objects over; only Helm 4 has to be told that conflicts are meant", () => {
    const install = "helm install gate charts/gate --namespace gates --take-ownership";
    expect(commandsOf({})).toEqual([install]);
    expect(commandsOf({}, "helm4")).toEqual([`${install} --force-conflicts`]);
  });

  test("for Helm 3 custom resources are marked first, each by its own kind", () => {
    const live = {
      status: "equal",
      changes: [],
      kept: [],
      stays: [],
      conflicts: [],
      refusals: [],
      claims: [],
    } as const;
    const objects = [deployment, gate].map((found) => ({ ...live, object: referenceOf(found) }));
    expect(commandsOf({ charts: [{ ...chart, objects }] })[0]).toBe(
      "kubectl label Gate.v1.gates.example.org up --namespace gates --overwrite app.kubernetes.io/managed-by=Helm && \\\n" +
        "kubectl annotate Gate.v1.gates.example.org up --namespace gates --overwrite meta.helm.sh/release-name=gate meta.helm.sh/release-namespace=gates",
    );
    expect(commandsOf({ charts: [{ ...chart, objects }] }, "helm4")).toHaveLength(1);
  });

  test("values that keep what is live come behind the user's own", () => {
    const charts = [{ ...chart, values: { gate: { limit: 1 } } }];
    const valuesFiles = new Map([["gate", ["mine.yaml"]]]);
    expect(commandsOf({ charts, valuesFiles })).toEqual([
      "cat > gate-adopted.yaml <<'VALUES'\ngate:\n  limit: 1\nVALUES",
      "helm install gate charts/gate --namespace gates --take-ownership --values mine.yaml --values gate-adopted.yaml",
    ]);
  });

  test("a release is forgotten before its objects are taken, and what it leaves goes last", () => {
    const left = {
      object: referenceOf(config),
      reason: "nothing manages it",
      command: "kubectl delete ConfigMap guard --namespace gates",
    };
    const forget = [{ name: "old", namespace, objects: 2 }];
    expect(commandsOf({ forget, leftBehind: [left], kubeconfig: "my config", context: "prod" })).toEqual([
      "kubectl get secrets --namespace gates --selector owner=helm,name=old --output=yaml --kubeconfig 'my config' --context prod > old-records.yaml",
      "kubectl delete secrets --namespace gates --selector owner=helm,name=old --kubeconfig 'my config' --context prod",
      "helm install gate charts/gate --namespace gates --take-ownership --kubeconfig 'my config' --kube-context prod",
      "kubectl delete ConfigMap guard --namespace gates --kubeconfig 'my config' --context prod",
    ]);
  });

  test("a release that is there already is upgraded as ever", () => {
    expect(commandsOf({ charts: [{ ...chart, path: "gate", state: "adopted" }] })).toEqual([
      "helm upgrade gate ./gate --namespace gates --reset-then-reuse-values",
    ]);
  });
});
