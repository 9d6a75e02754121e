import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { crd, document } from "../classify/classified.ts";
import { blockNames, planned } from "./planned.ts";

interface WorkloadFacts {
  readonly kind: string;
  readonly name: string;
  readonly account?: string;
  readonly containers: readonly string[];
  readonly init?: readonly string[];
  readonly annotation?: string;
}

function workload({ kind, name, account, containers, init = [], annotation }: WorkloadFacts): string {
  const list = (names: readonly string[]) =>
    `[${names.map((one) => `{name: ${one}, image: "${one}:1"}`).join(", ")}]`;
  const accountLine = account === undefined ? "" : `serviceAccountName: ${account}, `;
  const annotations = annotation
    ? `metadata: {annotations: {kubectl.kubernetes.io/default-container: ${annotation}}}, `
    : "";
  const template = `{${annotations}spec: {${accountLine}initContainers: ${list(init)}, containers: ${list(containers)}}}`;
  return document("apps/v1", kind, name, `spec: {template: ${template}}\n`);
}

const one = (name: string, ...containers: readonly string[]) =>
  workload({ kind: "Deployment", name, containers: containers.length > 0 ? containers : ["main"] });

describe("a workload's block is named", () => {
  test.each([
    {
      name: "by the workload",
      text: one("quay/tide-operator"),
      names: { "Deployment quay/tide-operator": "tideOperator" },
    },
    {
      name: "without the project's name, where the namespace is the project's",
      text: one("tide-system/tide-controller-manager"),
      names: { "Deployment tide-system/tide-controller-manager": "controllerManager" },
    },
    {
      name: "with its kind, where a Deployment has the name",
      text: workload({ kind: "DaemonSet", name: "quay/a", containers: ["m"] }) + one("quay/a"),
      names: { "Deployment quay/a": "a", "DaemonSet quay/a": "aDaemonset" },
    },
    {
      name: "with its kind, where a chart needs the key for itself",
      text: one("quay/global") + one("quay/webhooks"),
      names: {
        "Deployment quay/global": "globalDeployment",
        "Deployment quay/webhooks": "webhooksDeployment",
      },
    },
    {
      name: "with its kind, where the CR has the key",
      text: crd("Gate") + document("example.org/v1", "Gate", "quay/g") + one("quay/gate"),
      names: { "Deployment quay/gate": "gateDeployment" },
    },
    {
      name: "with its namespace, where another of its kind has the name",
      text: one("quay/a") + one("quay/b") + one("pier/a"),
      names: { "Deployment pier/a": "a", "Deployment quay/a": "aDeployment" },
    },
  ])("$name", ({ text, names }) => {
    expect(blockNames(planned(text))).toMatchObject(names);
  });
});

describe("a container's block is the workload's own for", () => {
  test.each([
    { name: "the only container", containers: ["any"], main: "any" },
    {
      name: "the one that kubectl takes by default",
      containers: ["a", "manager", "b"],
      annotation: "b",
      main: "b",
    },
    { name: "the one called like the workload", containers: ["manager", "tide"], main: "tide" },
    { name: "the one called manager", containers: ["proxy", "manager"], main: "manager" },
    { name: "the first that is no proxy", containers: ["kube-rbac-proxy", "b", "c"], main: "b" },
    {
      name: "the first that is no sidecar of CSI drivers",
      containers: ["csi-provisioner", "livenessprobe", "berth"],
      main: "berth",
    },
    {
      name: "the first where all are proxies",
      containers: ["kube-rbac-proxy", "istio-proxy"],
      main: "kube-rbac-proxy",
    },
  ])("$name", ({ containers, annotation, main }) => {
    const text = workload({
      kind: "Deployment",
      name: "quay/tide",
      containers,
      init: ["setup"],
      ...(annotation ? { annotation } : {}),
    });
    const names = blockNames(planned(text));
    expect(names[`Deployment quay/tide ${main}`]).toBe("tide");
    const others = ["setup", ...containers].filter((name) => name !== main);
    for (const name of others) {
      expect(names[`Deployment quay/tide ${name}`]).toMatch(/^tide\.containers\.[a-zA-Z]+$/);
    }
    expect(new Set(Object.values(names)).size).toBe(Object.keys(names).length - 1);
  });
});

const names = fc.constantFrom("operator", "controller", "agent", "api-server", "webhook", "exporter", "ui");
const containerNames = fc.uniqueArray(fc.constantFrom("proxy", "sidecar", "logs", "setup"), { maxLength: 3 });

/** A workload whose main container says that it is. */
const anyWorkload: fc.Arbitrary<WorkloadFacts> = fc
  .tuple(
    fc.constantFrom("Deployment", "DaemonSet", "StatefulSet"),
    names,
    containerNames,
    fc.boolean(),
    fc.nat(3),
  )
  .map(([kind, name, others, isManager, at]) => {
    const main = isManager ? "manager" : name;
    return { kind, name: `quay/${name}`, containers: [...others.slice(0, at), main, ...others.slice(at)] };
  });
const anyOperator = fc.uniqueArray(anyWorkload, { minLength: 1, maxLength: 4, selector: ({ name }) => name });

function namesOf(workloads: readonly WorkloadFacts[]): Readonly<Record<string, string>> {
  return blockNames(planned(workloads.map(workload).join("")));
}

describe("no block moves", () => {
  test("when the sources are in another order", () => {
    fc.assert(
      fc.property(fc.array(anyWorkload, { minLength: 1, maxLength: 5 }), fc.nat(), (drawn, turn) => {
        // Also workloads of one name, as long as they are not of one kind.
        const workloads = [...new Map(drawn.map((facts) => [`${facts.kind} ${facts.name}`, facts])).values()];
        const half = turn % workloads.length;
        const turned = [...workloads.slice(half), ...workloads.slice(0, half)];
        expect(namesOf(turned)).toEqual(namesOf(workloads));
        expect(namesOf(turned.toReversed())).toEqual(namesOf(workloads));
      }),
      { numRuns: 100 },
    );
  });

  test("when the next release has a workload more, in front, behind or between", () => {
    fc.assert(
      fc.property(anyOperator, fc.nat(), (workloads, at) => {
        const place = at % (workloads.length + 1);
        const grown = [
          ...workloads.slice(0, place),
          { kind: "Deployment", name: "quay/new-one", containers: ["new"] },
          ...workloads.slice(place),
        ];
        expect(namesOf(grown)).toMatchObject(namesOf(workloads));
      }),
      { numRuns: 100 },
    );
  });

  test("when a workload has a container more, in front, behind or between", () => {
    fc.assert(
      fc.property(anyOperator, fc.nat(), fc.nat(), (workloads, which, at) => {
        const grown = workloads.map((facts, index) => {
          if (index !== which % workloads.length) return facts;
          const place = at % (facts.containers.length + 1);
          return {
            ...facts,
            containers: [...facts.containers.slice(0, place), "new", ...facts.containers.slice(place)],
          };
        });
        expect(namesOf(grown)).toMatchObject(namesOf(workloads));
      }),
      { numRuns: 100 },
    );
  });

  test("when an unnamed main container is followed by another", () => {
    expect(blockNames(planned(one("quay/tide", "server", "new")))).toMatchObject(
      blockNames(planned(one("quay/tide", "server"))),
    );
  });
});

describe("a custom resource's values", () => {
  const gate = crd("Gate") + document("example.org/v1", "Gate", "quay/g");
  const pathsOf = (text: string) =>
    planned(text, { layout: "crds-and-main" }).charts.flatMap(({ customResources }) =>
      customResources.map(({ specPath, metaPath }) => [specPath.join("."), metaPath.join(".")]),
    );
  test.each([
    { name: "stand under its kind", text: gate, paths: [["gate", "customResource"]] },
    {
      name: "stand under kind and name, where there are two of the kind",
      text: gate + document("example.org/v1", "Gate", "quay/south-gate"),
      paths: [
        ["gate.g", "customResources.gate.g"],
        ["gate.southGate", "customResources.gate.southGate"],
      ],
    },
    {
      name: "stand apart, where there are two kinds",
      text: gate + crd("CDI") + document("example.org/v1", "CDI", "quay/c"),
      paths: [
        ["gate", "customResources.gate"],
        ["cdi", "customResources.cdi"],
      ],
    },
    {
      name: "stand under kind and group, where a chart needs the key for itself",
      text: crd("Global") + document("example.org/v1", "Global", "quay/g"),
      paths: [["globalExample", "customResource"]],
    },
  ])("$name", ({ text, paths }) => {
    expect(pathsOf(one("quay/a") + text)).toEqual(paths);
  });
});

describe("a service account's values", () => {
  const account = (name: string) => document("v1", "ServiceAccount", `quay/${name}`);
  const run = (name: string, as: string) =>
    workload({ kind: "Deployment", name: `quay/${name}`, account: as, containers: ["m"] });
  const pathsOf = (text: string) =>
    Object.fromEntries(
      planned(text).charts.flatMap(({ serviceAccounts }) =>
        serviceAccounts.map(({ manifest, path }) => [manifest.reference.name, path.join(".")]),
      ),
    );
  test.each([
    {
      name: "stand in the block of the workload that runs as it",
      text: account("a") + run("w", "a"),
      paths: { a: "w.serviceAccount" },
    },
    {
      name: "stand in the block of the workload that has its name, where several run as it",
      text: account("w") + run("v", "w") + run("w", "w"),
      paths: { w: "w.serviceAccount" },
    },
    {
      name: "stand apart where no workload runs as it",
      text: account("lone-one") + run("w", "b"),
      paths: { "lone-one": "serviceAccounts.loneOne" },
    },
  ])("$name", ({ text, paths }) => {
    expect(pathsOf(text)).toEqual(paths);
  });

  test("are not the chart's where the account is in another namespace, or not in the sources", () => {
    expect(
      pathsOf(run("w", "missing") + run("v", "missing") + document("v1", "ServiceAccount", "pier/a")),
    ).toEqual({});
  });
});

describe("a webhook's values", () => {
  const hooks = (name: string, ...webhooks: readonly string[]) =>
    document(
      "admissionregistration.k8s.io/v1",
      "ValidatingWebhookConfiguration",
      name,
      `webhooks: [${webhooks.map((webhook) => `{name: ${webhook}}`).join(", ")}]\n`,
    );
  const pathsOf = (text: string) =>
    planned(text).charts.flatMap(({ webhooks }) => webhooks.map(({ path }) => path.join(".")));
  test.each([
    {
      name: "are named by its first label",
      text: hooks("a", "gates.example.org"),
      paths: ["webhooks.gates"],
    },
    {
      name: "are named by what it does as well, where another has the label",
      text: hooks("b", "gates.example.org") + hooks("a", "gates.example.com"),
      paths: ["webhooks.validatingGates", "webhooks.gates"],
    },
    {
      name: "are named by its whole name, where two others share that",
      text: hooks("a", "gates.example.org", "gates.example.com", "gates.example.net"),
      paths: ["webhooks.gatesExampleOrg", "webhooks.gates", "webhooks.validatingGates"],
    },
    {
      name: "are named by its configuration too, where three share the name",
      text: ["a", "b", "c", "d"].map((name) => hooks(name, "gates.example.org")).join(""),
      paths: [
        "webhooks.gates",
        "webhooks.validatingGates",
        "webhooks.gatesExampleOrg",
        "webhooks.dGatesExampleOrg",
      ],
    },
  ])("$name", ({ text, paths }) => {
    expect(pathsOf(one("quay/a") + text)).toEqual(paths);
  });
});
