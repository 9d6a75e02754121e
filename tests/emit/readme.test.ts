// README.md and docs/values.md: what they say holds. Their commands are run on a real API server, their examples by
// both Helms; their tables are read back.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { compile } from "../../src/compile.ts";
import type { ChartSet } from "../../src/emit/chart.ts";
import { code, firstSentence, markdownText, table } from "../../src/emit/markdown.ts";
import { type SchemaField, schemaFields } from "../../src/emit/schema-tree.ts";
import type { Value } from "../../src/transform/value.ts";
import { type ControlPlane, describeWithControlPlane, startControlPlane } from "../support/control-plane.ts";
import { type Corpus, describeWithCorpus } from "../support/corpus.ts";
import { describeWithEachHelm, kubectl } from "../support/helm.ts";
import { wakeCrdFinalizer } from "../support/proving-ground/dying-crds.ts";
import { kubernetesApi } from "../support/proving-ground/kubernetes-api.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { type AnvilOptions, anvilOperator } from "./anvil-operator.ts";
import { compileText, fileOf, writeCharts } from "./compiled-charts.ts";

const labels = '  labels:\n    pod-security.kubernetes.io/enforce: privileged\n    anvil: ""\n';

/** The lines of the shell blocks below a heading of the second level. */
function commandsIn(readme: string, heading: string): readonly string[] {
  const section = readme.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? "";
  return [...section.matchAll(/^```sh\n([\s\S]*?)\n```$/gm)].flatMap(([, block]) =>
    (block ?? "").split("\n"),
  );
}

/** The keys in the first column of the tables; `image.{tag,digest}` stands for two. */
function keysIn(readme: string): readonly string[] {
  return [...readme.matchAll(/^\| `([^`]+)` \|/gm)].flatMap(([, key = ""]) => {
    const [, parent, parts] = /^(.*)\.\{(.*)\}$/.exec(key) ?? [];
    return parts === undefined ? [key] : parts.split(",").map((part) => `${parent}.${part}`);
  });
}

function readmeOf(options: AnvilOptions, chart = "anvil", layout = "crds-and-main"): string {
  return fileOf(compileText(anvilOperator(options), { name: "anvil", layout }), chart, "README.md");
}

describe("README.md", () => {
  test("installs both charts in order, after the namespace got its labels, and waits", () => {
    expect(commandsIn(readmeOf({ namespaceLabels: labels }), "Install")).toEqual([
      "kubectl create namespace anvil",
      "kubectl label namespace anvil --overwrite pod-security.kubernetes.io/enforce=privileged anvil=",
      "helm install anvil-crd ./anvil-crd --namespace anvil",
      "helm install anvil ./anvil --namespace anvil",
      "kubectl rollout status deployment/anvil-operator --namespace anvil --timeout=5m",
      "kubectl get anvils.anvil.example.org/main --namespace anvil",
    ]);
  });

  test.each(["kube-system", "default"])("creates no namespace that every cluster has: %s", (namespace) => {
    const text = `${anvilOperator({}).replaceAll(/namespace: anvil$/gm, `namespace: ${namespace}`)}`;
    const set = compileText(text, { name: "anvil", sourceNamespace: namespace });
    const readme = fileOf(set, "anvil", "README.md");
    expect(commandsIn(readme, "Install").slice(0, 2)).toEqual([
      `helm install anvil-crd ./anvil-crd --namespace ${namespace}`,
      `helm install anvil ./anvil --namespace ${namespace}`,
    ]);
    expect(readme).not.toContain("create-namespace");
  });

  test("installs one chart in two steps", () => {
    expect(commandsIn(readmeOf({}, "anvil", "one-chart"), "Install")).toEqual([
      "helm install anvil ./anvil --namespace anvil --create-namespace",
      "kubectl rollout status deployment/anvil-operator --namespace anvil --timeout=5m",
      "helm upgrade anvil ./anvil --namespace anvil --reset-then-reuse-values --set customResource.create=true",
      "kubectl get anvils.anvil.example.org/main --namespace anvil",
    ]);
  });

  test.each([
    {
      name: "by the Job or by hand the CR goes before the operator, the CRDs by hand",
      options: {},
      layout: "crds-and-main",
      expected: [
        "helm uninstall anvil --namespace anvil",
        "kubectl delete anvils.anvil.example.org/main --namespace anvil --ignore-not-found --wait",
        "helm uninstall anvil --namespace anvil",
        "helm uninstall anvil-crd --namespace anvil",
        "kubectl delete crd anvils.anvil.example.org forges.anvil.example.org",
      ],
    },
    {
      name: "without a CR in the sources, all objects of the kinds are shown first",
      options: { customResource: false },
      layout: "one-chart",
      expected: [
        "kubectl get anvils.anvil.example.org,forges.anvil.example.org --all-namespaces",
        "helm uninstall anvil --namespace anvil",
        "kubectl delete crd anvils.anvil.example.org forges.anvil.example.org",
      ],
    },
  ])("uninstalls: $name", ({ options, layout, expected }) => {
    expect(commandsIn(readmeOf(options, "anvil", layout), "Uninstall")).toEqual(expected);
  });

  test.each([
    {
      layout: "single",
      says: [
        "Helm itself never changes the CRDs: a Job (`crds.image`) does",
        "With `crds.remove.enabled=true`, set by an upgrade before the uninstall, a Job removes them last.",
        "It applies the files of `crds/` itself, at every sync, so `crds.upgrade.enabled` is off.",
        "Helm 3 leaves CRDs that are there as they are",
      ],
    },
    {
      layout: "post-install-cr",
      says: [
        "> Experimental. A Job applies the Anvil once the operator runs",
        "Where somebody else changed a field that the chart sets, it fails and names the other writer",
        "it shows, compares and prunes nothing of it",
        "`--set apply.forceConflicts=true` lets the chart's value win.",
      ],
    },
  ])("in the layout $layout one command installs, and it says what the Jobs do", ({ layout, says }) => {
    const readme = readmeOf({}, "anvil", layout);
    expect(commandsIn(readme, "Install").filter((line) => line.startsWith("helm"))).toEqual([
      "helm install anvil ./anvil --namespace anvil --create-namespace",
    ]);
    for (const words of says) expect(readme).toContain(words);
  });

  test("of a chart of the CR alone says which operators it fits", () => {
    expect(readmeOf({}, "anvil-cr", "operator-and-cr")).toContain(
      "An operator of any version whose CRDs serve `anvil.example.org/v1 Anvil` with the fields that you set, older or newer than the `v1.0.0`",
    );
  });

  test("names what must be there first", () => {
    const deployment = anvilOperator()
      .split("---\n")
      .find((document) => document.includes("kind: Deployment"))
      ?.concat(
        "        envFrom:\n        - secretRef: {name: credentials}\n        - configMapRef: {name: maybe, optional: true}\n",
        "      priorityClassName: system-cluster-critical\n      runtimeClassName: sandbox\n",
        "      volumes:\n      - name: tls\n        secret: {secretName: anvil-tls}\n",
      );
    const more = `---
apiVersion: cert-manager.io/v1
kind: Certificate
metadata: {name: anvil, namespace: anvil}
spec: {secretName: anvil-tls}
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: anvil-cache, namespace: anvil}
spec: {storageClassName: fast}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: anvil, namespace: elsewhere}
rules: []
`;
    const readme = readmeOf({ more, deployment: deployment ?? "" });
    const section = readme.split(/^## /m).find((part) => part.startsWith("Requirements")) ?? "";
    expect(section.split("\n").filter((line) => line.startsWith("- "))).toEqual([
      "- Kubernetes `>=1.25.0`",
      "- Helm 3.17 or later, or Helm 4",
      "- The chart `anvil-crd`, installed before this one: it holds `anvils.anvil.example.org`, `forges.anvil.example.org`",
      "- [cert-manager](https://cert-manager.io) (Certificate), or `certificates.mode: manual`",
      "- The namespaces `elsewhere`, which get objects of this chart",
      "- Secret `credentials`, which `anvil-operator` refers to: the manifests do not hold it, so the operator makes it, or you do",
      "- RuntimeClass `sandbox`, which `anvil-operator` refers to: the manifests do not hold it, so the operator makes it, or you do",
      "- StorageClass `fast`, which `anvil-cache` refers to: the manifests do not hold it, so the operator makes it, or you do",
    ]);
  });

  test("lists every value, a CR's tree two levels deep, and nothing that is no value", () => {
    const set = compileText(anvilOperator(), { name: "anvil" });
    const chart = set.charts.find(({ plan }) => plan.name === "anvil");
    const settings =
      chart?.values.filter(({ role }) => role === undefined).map(({ path }) => path.join(".")) ?? [];
    const tree = ["weight", "plating", "plating.metal", "notes"].map((key) => `anvil.${key}`);
    expect(keysIn(fileOf(set, "anvil", "README.md")).toSorted()).toEqual([...settings, ...tree].toSorted());
  });

  test("says what differs from the manifests, grouped by reason", () => {
    const set = compileText(`${anvilOperator({ namespaceLabels: labels })}  plating: null\n  notes: []\n`, {
      name: "anvil",
    });
    const section = fileOf(set, "anvil", "README.md").split(/^## /m).at(-1) ?? "";
    expect(section).toContain("- `Namespace anvil`: ");
    expect(section).toContain("- `spec.plating`, `spec.notes` (2 in `Anvil anvil/main`): ");
    const reasons = section.split("\n").filter((line) => line.startsWith("- "));
    expect(new Set(reasons).size).toBe(reasons.length);
  });
});

describe("docs/values.md", () => {
  test("has every field of the CR with its type, choices and description", () => {
    const set = compileText(anvilOperator(), { name: "anvil" });
    const tree = fileOf(set, "anvil", "docs/values.md").split("## `anvil`\n").at(-1) ?? "";
    expect(tree.split("\n").filter((line) => line.startsWith("- "))).toEqual([
      "- `anvil.weight` (integer; default `1`): The weight, in kilos.",
      "- `anvil.plating` (object)",
      '- `anvil.plating.metal` (string; one of `"tin"`, `"zinc"`)',
      "- `anvil.notes` (list of object)",
      "- `anvil.notes[].text` (string)",
    ]);
  });
});

describe("a schema as a list of fields", () => {
  const tree = (schema: Value["schema"]): Value => ({ path: ["a"], role: "tree", description: "", schema });
  const brief = ({ path, type }: SchemaField) => `${path.join(".")}: ${type}`;

  test.each<{ name: string; schema: Value["schema"]; expected: readonly string[] }>([
    {
      name: "null is left unsaid",
      schema: { properties: { b: { type: ["string", "null"] }, c: { type: ["integer", "string", "null"] } } },
      expected: ["a.b: string", "a.c: integer or string"],
    },
    {
      name: "lists and maps of scalars are one field",
      schema: {
        properties: {
          b: { type: "array", items: { type: "string" } },
          c: { type: "object", additionalProperties: { type: "integer" } },
        },
      },
      expected: ["a.b: list of string", "a.c: map of integer"],
    },
    {
      name: "lists and maps of objects show the fields of their entries",
      schema: {
        properties: {
          b: { type: "array", items: { type: "object", properties: { x: { type: "boolean" } } } },
          c: { type: "object", additionalProperties: { type: "object", properties: { y: {} } } },
        },
      },
      expected: [
        "a.b: list of object",
        "a.b[].x: boolean",
        "a.c: map of object",
        "a.c.*: object",
        "a.c.*.y: any",
      ],
    },
  ])("$name", ({ schema, expected }) => {
    expect(schemaFields(tree(schema)).map(brief)).toEqual(expected);
  });
});

describe("Markdown", () => {
  test.each([
    { given: "plain words", expected: "plain words" },
    { given: "two\n  lines", expected: "two lines" },
    {
      given: "<b> {x} [y](z) *a* snake_case _b_",
      expected: "\\<b\\> \\{x\\} \\[y\\](z) \\*a\\* snake_case \\_b\\_",
    },
    {
      given: "code `{{ a_b }}` stays, a lone ` does not",
      expected: "code `{{ a_b }}` stays, a lone \\` does not",
    },
  ])("text: $given", ({ given, expected }) => {
    expect(markdownText(given)).toBe(expected);
  });

  test.each([
    { given: "a", expected: "`a`" },
    { given: "a`b", expected: "``a`b``" },
    { given: "`a`", expected: "`` `a` ``" },
    { given: "", expected: "` `" },
  ])("code: $given", ({ given, expected }) => {
    expect(code(given)).toBe(expected);
  });

  test("a table's cells end at its own pipes only", () => {
    expect(table(["k"], [["`a|b`"], ["c | d"]])).toBe("| k |\n| --- |\n| `a\\|b` |\n| c \\| d |");
  });

  test.each([
    { given: "One. Two.", limit: 50, expected: "One." },
    { given: "Such as e.g. This one. Two.", limit: 50, expected: "Such as e.g. This one." },
    { given: "v1.2 is no end of a sentence", limit: 50, expected: "v1.2 is no end of a sentence" },
    { given: "One two three four", limit: 12, expected: "One two…" },
    { given: "Incomprehensibilities", limit: 10, expected: "Incompreh…" },
  ])("first sentence: $given", ({ given, limit, expected }) => {
    expect(firstSentence(given, limit)).toBe(expected);
  });
});

describeWithControlPlane("on a live cluster", () => {
  let cluster: ControlPlane;
  let waking: NodeJS.Timeout;
  beforeAll(async () => {
    cluster = await startControlPlane();
    const api = kubernetesApi(cluster.access);
    // `kubectl delete crd` waits; an API server that does not answer is for the commands to tell.
    waking = setInterval(() => wakeCrdFinalizer(api).catch(() => undefined), 5000);
  });
  afterAll(() => {
    clearInterval(waking);
    return cluster.stop();
  });

  describeWithEachHelm("the README's commands", (helm) => {
    /** Runs commands as they stand there, but for those that wait for Pods, which no one starts here. */
    const runAll = async (folder: string, commands: readonly string[], forHelm = "") => {
      for (const command of commands) {
        if (/^kubectl (?:rollout|wait) /.test(command)) continue;
        const [program, ...args] = command.split(" ");
        const options = { cwd: folder, kubeconfig: cluster.kubeconfig };
        const result = await (program === "helm"
          ? helm.run([...args, ...forHelm.split(" ").filter((flag) => flag !== "")], options)
          : kubectl()?.run(args, options));
        expect({ command, ...result }).toMatchObject({ command, status: 0 });
      }
    };
    const prepare = (name: string, layout: string) => {
      const folder = temporaryFolder();
      const options = { suffix: `-${helm.major}-${name}`, namespaceLabels: labels };
      const source = anvilOperator(options);
      const chart = `anvil${options.suffix}`;
      // No node runs the Job of the uninstall here; tests/e2e has one.
      const set = compileText(source, { name: chart, layout, uninstall: { strategy: "none" } });
      writeCharts(set, folder);
      return { folder, source, chart, readme: fileOf(set, chart, "README.md") };
    };

    test.each(["crds-and-main", "one-chart"])(
      "install, upgrade and uninstall with the layout %s",
      async (layout) => {
        const { folder, readme } = prepare(layout === "one-chart" ? "one" : "two", layout);
        for (const heading of ["Install", "Upgrade", "Uninstall"])
          await runAll(folder, commandsIn(readme, heading));
      },
    );

    test.each(["crds-and-main", "one-chart"])(
      "take over what kubectl applied with the layout %s",
      async (layout) => {
        const { folder, source, readme } = prepare(
          layout === "one-chart" ? "taken-one" : "taken-two",
          layout,
        );
        writeFileSync(join(folder, "source.yaml"), source);
        writeFileSync(join(folder, "my-values.yaml"), "anvil: {weight: 2}\n");
        // Once for the CRDs, once for the CR.
        const apply = { cwd: folder, kubeconfig: cluster.kubeconfig };
        for (const _ of [1, 2, 3]) await kubectl()?.run(["apply", "-f", "source.yaml"], apply);
        const forHelm = helm.major === "4" ? "--force-conflicts" : "";
        await runAll(folder, commandsIn(readme, "Take over an install made by kubectl apply"), forHelm);
        await runAll(folder, commandsIn(readme, "Upgrade"));
      },
    );
  });
});

describeWithCorpus("READMEs of real operators", (corpus) => {
  const operators = [
    { name: "kubevirt", folder: "corpus/kubevirt/v1.9.0", field: "cpuAllocationRatio" },
    { name: "cdi", folder: "corpus/cdi/v1.66.0", field: "logVerbosity" },
  ];

  test.each(operators)("$name: small enough for the release, the same every time", ({ name, folder }) => {
    const readme = fileOf(compileFolder(corpus, name, folder), name, "README.md");
    expect(Buffer.byteLength(readme)).toBeLessThan(20 * 1024);
    expect(fileOf(compileFolder(corpus, name, folder), name, "README.md")).toBe(readme);
  });

  describeWithEachHelm("their examples", (helm) => {
    test.each(operators)(
      "$name: all of them together render, the CR's field among them",
      async (operator) => {
        const { name, folder, field } = operator;
        const set = compileFolder(corpus, name, folder);
        const charts = temporaryFolder();
        writeCharts(set, charts);
        const lines = commandsIn(fileOf(set, name, "README.md"), "Configuration");
        const flags = lines
          .filter((line) => line.startsWith("--set"))
          .map((line) => line.replaceAll("'", ""));
        expect(flags.length).toBeGreaterThanOrEqual(3);
        const result = await helm.template([name, name, ...flags.flatMap((flag) => flag.split(" "))], {
          cwd: charts,
        });
        expect(result).toMatchObject({ status: 0, stderr: "" });
        expect(result.stdout).toMatch(new RegExp(`^ +${field}: 5$`, "m"));
      },
    );
  });
});

function compileFolder(corpus: Corpus, name: string, folder: string): ChartSet {
  const sources = corpus
    .list(folder)
    .map((file) => ({ name: file, text: readFileSync(corpus.path(`${folder}/${file}`), "utf8") }));
  const { chartSet, diagnostics } = compile(sources, { name });
  if (!chartSet) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  return chartSet;
}
