// `adopt` on dumps of live objects, with each real Helm; on a cluster it is held by tests/e2e/adopt.e2e.ts.
import { expect, test } from "vitest";
import type { AdoptionPlan } from "../../src/adopt/adoption-plan.ts";
import { writeFiles } from "../support/folder-content.ts";
import { describeWithEachHelm, type Helm, helms } from "../support/helm.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { call } from "./called.ts";
import { crd, customResource, deployment, operator, serviceAccount } from "./small-operator.ts";

/** A folder with the operator's charts in `charts/` and a dump in `live.yaml`. */
async function folderWith(live: string, layout = "crds-and-main"): Promise<string> {
  const folder = temporaryFolder();
  writeFiles(folder, { "operator.yaml": operator, "cr.yaml": customResource, "live.yaml": live });
  const argv = ["convert", "operator.yaml", "cr.yaml", "-o", "charts", "--layout", layout];
  expect(await call(argv, { folder })).toMatchObject({ code: 0 });
  return folder;
}

const both = ["charts/tide", "charts/tide-crd"];

function asList(...documents: readonly string[]): string {
  const items = documents.flatMap((text) => text.split("---\n"));
  return `apiVersion: v1\nkind: List\nitems:\n${items.map(asItem).join("")}`;
}

function asItem(text: string): string {
  return `  - ${text.trimEnd().replaceAll("\n", "\n    ")}\n`;
}

function inRelease(text: string, name: string): string {
  const annotations = `  annotations: {meta.helm.sh/release-name: ${name}, meta.helm.sh/release-namespace: tide-system}\n`;
  return text.replace(/^metadata:\n/m, (line) => line + annotations);
}

async function planOf(folder: string, charts: readonly string[], helm: Helm): Promise<AdoptionPlan> {
  const argv = ["adopt", ...charts, "--live", "live.yaml", "--helm", helm.path, "--json"];
  const { stdout, stderr } = await call(argv, { folder });
  expect(stderr).toBe("");
  return JSON.parse(stdout) as AdoptionPlan;
}

describeWithEachHelm("adopt, on a dump,", (helm) => {
  test("finds nothing in the way of what the charts were made from, and prints the commands", async () => {
    const folder = await folderWith(asList(operator, customResource));
    const argv = ["adopt", ...both, "--live", "live.yaml", "--helm", helm.path];
    const { code, stdout, stderr } = await call(argv, { folder });
    expect(stderr).toBe("");
    expect(stdout).toContain("Namespace  tide-system\n");
    expect(stdout).toContain("\nNothing is in the way.\n");
    const installs = stdout
      .match(/^helm install .*$/gm)
      ?.map((line) => line.replace(/ \S*charts\//, " charts/"));
    const commands = [
      "helm install tide-crd charts/tide-crd --namespace tide-system --take-ownership",
      "helm install tide charts/tide --namespace tide-system --take-ownership",
    ];
    expect(installs).toEqual([...commands, ...commands]);
    expect(code).toBe(0);
  });

  test("keeps by values what is live, in a custom resource and in a workload", async () => {
    const edited = deployment
      .replace("spec:\n  selector", "spec:\n  replicas: 3\n  selector")
      .replace("registry.example.org/tide:v1.2.3", "mirror.example.org/a/tide:v1.2.3");
    const live = asList(crd, serviceAccount, edited, customResource.replace("level: 3", "level: 7"));
    const plan = await planOf(await folderWith(live), both, helm);
    expect(plan.findings).toEqual([]);
    expect(plan.charts.map(({ values }) => values)).toEqual([
      {},
      {
        tide: { level: 7 },
        operator: { image: { registry: "mirror.example.org", repository: "a/tide" } },
      },
    ]);
    const kept = plan.charts.flatMap(({ objects }) => objects.flatMap((object) => object.kept));
    expect(kept.map(({ path }) => path)).toEqual([
      "spec.template.spec.containers[name=manager].image",
      "spec.level",
    ]);
  });

  test("a live tag that is not the chart's is kept, and for a person to decide", async () => {
    const live = asList(crd, serviceAccount, deployment.replace("v1.2.3", "v1.2.0"), customResource);
    const plan = await planOf(await folderWith(live), both, helm);
    expect(plan.charts[1]?.values).toEqual({ operator: { image: { tag: "v1.2.0" } } });
    expect(plan.findings).toMatchObject([
      { severity: "decide", message: expect.stringContaining('"v1.2.0" and the chart is made for "v1.2.3"') },
    ]);
  });

  test("switches on what is live and off in the chart", async () => {
    const folder = await folderWith(asList(operator, customResource), "one-chart");
    const plan = await planOf(folder, ["charts/tide"], helm);
    expect(plan.findings).toEqual([]);
    expect(plan.charts[0]?.values).toEqual({ customResource: { create: true } });
  });

  test("says what will be refused, and the way out", async () => {
    const live = asList(crd, serviceAccount, deployment.replaceAll("app: tide", "app: old"), customResource);
    const folder = await folderWith(live);
    const argv = ["adopt", ...both, "--live", "live.yaml", "--helm", helm.path];
    const { code, stdout } = await call(argv, { folder });
    expect(code).toBe(1);
    expect(stdout).toContain(
      'in the way: Deployment tide-system/tide-operator: refused: "spec.selector.matchLabels.app" cannot be changed\n' +
        "  hint: The way out: delete it with --cascade=orphan, so that its Pods run on, and let the release make it anew.\n",
    );
  });

  test("refuses to make a second operator in another namespace", async () => {
    const folder = await folderWith(asList(operator, customResource));
    const argv = ["adopt", ...both, "--live", "live.yaml", "--helm", helm.path, "--namespace", "elsewhere"];
    const { code, stdout } = await call(argv, { folder });
    expect(code).toBe(1);
    expect(stdout).toContain(
      'in the way: Deployment elsewhere/tide-operator: it runs in the namespace "tide-system"; a second one would be made\n',
    );
  });

  test("forgets the release of another layout, and names what no chart holds", async () => {
    const leftover =
      "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: tide-leftover\n  namespace: tide-system\n";
    const all = [crd, serviceAccount, deployment, customResource, leftover];
    const plan = await planOf(
      await folderWith(asList(...all.map((text) => inRelease(text, "tide")))),
      both,
      helm,
    );
    expect(plan.forget).toEqual([{ name: "tide", namespace: "tide-system", objects: 4 }]);
    expect(plan.findings.map(({ severity }) => severity)).toEqual(["decide", "decide"]);
    const commands = plan.commands.helm3.map(({ command }) => command);
    expect(commands[1]).toBe(
      "kubectl delete secrets --namespace tide-system --selector owner=helm,name=tide",
    );
    expect(commands.at(-1)).toBe("kubectl delete ConfigMap tide-leftover --namespace tide-system");
  });

  test("finds a release that holds its objects already", async () => {
    const live = asList(
      inRelease(crd, "tide-crd"),
      ...[serviceAccount, deployment, customResource].map((text) => inRelease(text, "tide")),
    );
    const plan = await planOf(await folderWith(live), both, helm);
    expect(plan.charts.map(({ state }) => state)).toEqual(["adopted", "adopted"]);
    expect(plan.forget).toEqual([]);
  });
});

const [someHelm] = helms();

test.skipIf(someHelm === undefined).each([
  {
    name: "no chart",
    argv: ["no-such-chart", "--live", "live.yaml"],
    live: asList(operator),
    stderr: /^error: ".*no-such-chart" is no chart that Helm can read \[adopt\/chart\]\n/,
  },
  {
    name: "a dump without objects",
    argv: ["charts/tide", "--live", "live.yaml"],
    live: "level: 3\n",
    stderr: /^error: "live\.yaml" holds no object of a cluster \[adopt\/dump\]\n/,
  },
  {
    name: "a dump that is no YAML",
    argv: ["charts/tide", "--live", "live.yaml"],
    live: "kind: List\nitems: [\n",
    stderr: /^live\.yaml:2:8: error: the dump cannot be read: .* \[adopt\/dump\]\n/,
  },
  {
    name: "nothing that tells the namespace",
    argv: ["charts/tide", "--live", "live.yaml"],
    live: asList(crd),
    stderr:
      /^error: nothing of the charts runs in the cluster.*\[adopt\/namespace\]\n(?:.*\n)* {2}hint: {5}Give it with --namespace\.\n/,
  },
  {
    name: "one release for two charts",
    argv: [...both, "--release", "tide-crd=tide", "--live", "live.yaml"],
    live: asList(operator),
    stderr: /^error: two of the charts would be the release "tide" \[adopt\/release\]\n/,
  },
  {
    name: "values for no chart",
    argv: [...both, "--values", "mine.yaml", "--live", "live.yaml"],
    live: asList(operator),
    stderr:
      /^error: "mine\.yaml" is for no chart\n {2}expected: CHART=mine\.yaml, where CHART is tide or tide-crd\n/,
  },
  {
    name: "no kubectl",
    argv: [...both, "--kubectl", "no-such-kubectl"],
    live: asList(operator),
    stderr: /^error: there is no "no-such-kubectl" \[adopt\/no-kubectl\]\n/,
  },
])("bad input: $name", async ({ argv, live, stderr }) => {
  const folder = await folderWith(live);
  const called = await call(["adopt", ...argv, "--helm", someHelm?.path ?? ""], { folder });
  expect(called.stderr).toMatch(stderr);
  expect(called).toMatchObject({ code: 2, stdout: "" });
});
