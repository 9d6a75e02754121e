// The page of charts that nobody here made, as real Helm renders them.
import { join } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { call } from "../cli/called.ts";
import { customResource, operator, project } from "../cli/small-operator.ts";
import { describeWithChromium } from "../support/chromium.ts";
import { readFiles, writeFiles } from "../support/folder-content.ts";
import { describeWithEachHelm, helms } from "../support/helm.ts";
import { describeWithRegistry, startRegistry } from "../support/registry.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { holdsForEveryPage, Report, twoLooks } from "./report-page.ts";

const metadata = (name: string, annotations: string) =>
  `metadata:\n  name: ${name}\n${annotations && `  annotations:\n    ${annotations}\n`}`;

/** A chart as people write them: with comments in place of a schema, hooks, a CRD, rights, and a chart inside. */
const harbour: Readonly<Record<string, string>> = {
  "harbour/Chart.yaml":
    'apiVersion: v2\nname: harbour\nversion: 0.3.0\nappVersion: "7"\ndescription: Watches a harbour.\nkubeVersion: ">=1.30.0-0"\nmaintainers: [{name: Ada}]\ndependencies: [{name: buoy, version: 1.0.0, condition: buoy.enabled}]\n',
  "harbour/values.yaml": `# How many watch.
watchers: 2
image:
  # -- (string) Where the image comes from
  # @default -- ours
  repository: registry.example.org/harbour
  tag: "7" # the release
## @param lights.colour [string] What passing ships see
lights:
  colour: red
  shown: [1, 2]
buoy:
  enabled: true
`,
  "harbour/charts/buoy/Chart.yaml": "apiVersion: v2\nname: buoy\nversion: 1.0.0\n",
  "harbour/charts/buoy/templates/cm.yaml": `apiVersion: v1\nkind: ConfigMap\n${metadata("buoy", "helm.sh/resource-policy: keep")}`,
  "harbour/crds/ship.yaml":
    "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: ships.example.org}\nspec: {group: example.org, scope: Namespaced, names: {kind: Ship, plural: ships, singular: ship, listKind: ShipList}, versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}]}\n",
  "harbour/templates/deployment.yaml": `apiVersion: apps/v1\nkind: Deployment\n${metadata("harbour", "")}spec:\n  replicas: {{ .Values.watchers }}\n  selector: {matchLabels: {a: b}}\n  template:\n    metadata: {labels: {a: b}}\n    spec:\n      serviceAccountName: harbour\n      containers:\n        - name: watch\n          image: {{ .Values.image.repository }}:{{ .Values.image.tag }}\n          env: [{name: LIGHTS, value: {{ .Values.lights.colour }}}]\n`,
  "harbour/templates/rights.yaml": `apiVersion: v1\nkind: ServiceAccount\n${metadata("harbour", "")}---\napiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\n${metadata("harbour", "")}rules: [{apiGroups: [""], resources: [secrets], verbs: [get]}]\n---\napiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRoleBinding\n${metadata("harbour", "")}roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: harbour}\nsubjects: [{kind: ServiceAccount, name: harbour, namespace: {{ .Release.Namespace }}}]\n`,
  "harbour/templates/hooks.yaml": `apiVersion: v1\nkind: ConfigMap\n${metadata("second", 'helm.sh/hook: pre-install\n    helm.sh/hook-weight: "5"')}---\napiVersion: v1\nkind: ConfigMap\n${metadata("first", "helm.sh/hook: pre-install,pre-delete\n    helm.sh/hook-delete-policy: hook-succeeded")}`,
};

/** The text of the page without its tags, each piece on a line. */
function textOf(page: string): string {
  return page
    .replace(/^[\s\S]*<main/, "<main")
    .replace(/<\/main>[\s\S]*$/, "")
    .replace(/<[^>]*>/g, "\n")
    .replace(/\n+/g, "\n");
}

describeWithEachHelm("the page of a chart that somebody made", (helm) => {
  const page = async (...argv: readonly string[]) => {
    const folder = temporaryFolder();
    writeFiles(folder, { ...harbour, "mine.yaml": "watchers: 3\nimage: {tag: other}\n" });
    const { code, stdout, stderr } = await call(["report", ...argv, "-o", "-", "--helm", helm.path], {
      folder,
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    return stdout;
  };

  test("tells what it is, what runs, which kinds it brings and what is inside", async () => {
    const made = await page("harbour");
    expect(made).toContain("<h1>harbour 0.3.0</h1>");
    const text = textOf(made);
    expect(text).toContain("Watches a harbour.");
    for (const words of [
      "\n&gt;=1.30.0-0\n",
      "\nAda\n",
      "\nDeployment default/harbour\nharbour\nwatch\n",
      "\nregistry.example.org/harbour:7\nharbour\n",
      "\nShip\nexample.org\nnamespace\nv1 (stored)\nnone\n",
      "\nbuoy\n1.0.0\nharbour\n",
    ])
      expect(text).toContain(words);
  });

  test("has each value with its type, its default, its place and what the comments say of it", async () => {
    const made = await page("harbour");
    const rows = [...made.matchAll(/id="values-1-\d+-rows">(.*)<\/script>/g)].flatMap(
      ([, data = ""]) => JSON.parse(data).rows,
    );
    expect(rows).toEqual([
      {
        path: "watchers",
        type: "integer",
        description: "How many watch.",
        default: "2",
        source: "values.yaml:2",
        readers: ["templates/deployment.yaml:6"],
      },
      {
        path: "image.repository",
        type: "string",
        description: "Where the image comes from",
        default: '"registry.example.org/harbour"',
        source: "values.yaml:6",
        readers: ["templates/deployment.yaml:14"],
      },
      {
        path: "image.tag",
        type: "string",
        description: "the release",
        default: '"7"',
        source: "values.yaml:7",
        readers: ["templates/deployment.yaml:14"],
      },
      {
        path: "lights.colour",
        type: "string",
        description: "What passing ships see",
        default: '"red"',
        source: "values.yaml:10",
        readers: ["templates/deployment.yaml:15"],
      },
      { path: "lights.shown", type: "list", description: "", default: "[1,2]", source: "values.yaml:11" },
      { path: "buoy.enabled", type: "boolean", description: "", default: "true", source: "values.yaml:13" },
    ]);
  });

  test("tells what an account may do", async () => {
    const text = textOf(await page("harbour", "--namespace", "port"));
    expect(text).toMatch(/ServiceAccount port\/harbour\n \n1 row, used by harbour, 1 with !\n/);
  });

  test("draws what Helm does, with hooks in their order, and what stays", async () => {
    const [install, upgrade, uninstall] = [
      ...(await page("harbour")).matchAll(/<desc[^>]*>(.*?)<\/desc>/g),
    ].map(([, words = ""]) => words.split(" Then: "));
    expect(install).toEqual([
      "helm install harbour ./harbour --namespace default.",
      "1 CRD of crds/ created. Helm leaves alone those that are there.",
      "ConfigMap first, ConfigMap second. pre-install hooks, before all other objects.",
      "5 objects created. 1\u00a0ServiceAccount, 1\u00a0ConfigMap, 1\u00a0ClusterRole, 1\u00a0ClusterRoleBinding, 1\u00a0Deployment.",
      "Pods start. harbour.",
    ]);
    expect(upgrade?.[1]).toBe(
      "1 CRD of crds/ as it is. Helm changes nothing of crds/: apply what is new by hand.",
    );
    expect(uninstall).toEqual([
      "helm uninstall harbour --namespace default.",
      "ConfigMap first. pre-delete hook, before all other objects.",
      "4 objects deleted. 1\u00a0ServiceAccount, 1\u00a0ClusterRole, 1\u00a0ClusterRoleBinding, 1\u00a0Deployment.",
      "Stays: 1 CRD of crds/, and every object of their kinds.",
      "Stays: 1\u00a0ConfigMap (helm.sh/resource-policy: keep).",
      "Stays: 1\u00a0ConfigMap of hooks, which are no part of the release.",
      "Stays: the namespace default.",
    ]);
  });

  test("is of what Helm renders with the values that are given", async () => {
    const made = await page("harbour", "--values", "mine.yaml");
    expect(made).toContain("<code>registry.example.org/harbour:other</code>");
    expect(made).toContain("helm install harbour ./harbour --namespace default -f mine.yaml");
  });

  test("is of a set of charts, each with its values", async () => {
    const folder = temporaryFolder();
    writeFiles(folder, {
      ...harbour,
      "chartwright.yaml": project,
      "operator.yaml": operator,
      "cr.yaml": customResource,
    });
    await call(["build"], { folder });
    const argv = [
      "report",
      "--new",
      "charts/tide-crd",
      "--new",
      "charts/tide",
      "-o",
      "-",
      "--helm",
      helm.path,
    ];
    const { code, stdout } = await call(argv, { folder });
    expect(code).toBe(0);
    expect(stdout).toContain("<h1>tide 1.2.3</h1>");
    const text = textOf(stdout);
    expect(text).toMatch(/\ntide-crd\n1\.2\.3\n[\s\S]*\ntide\n1\.2\.3\n/);
    expect(text).toContain("\nTide tide-system/tide\n");
  });

  test("of an upgrade between charts ends with the newer one, rendered with what somebody set", async () => {
    const folder = temporaryFolder();
    const newer = Object.fromEntries(
      Object.entries(harbour).map(([path, text]) => [
        path.replace("harbour/", "next/"),
        text.replace("version: 0.3.0", "version: 0.4.0").replace("watchers: 2", "watchers: 5"),
      ]),
    );
    writeFiles(folder, { ...harbour, ...newer, "mine.yaml": "image: {tag: other}\nwatcher: 1\n" });
    const argv = [
      "report",
      "--old",
      "harbour",
      "--new",
      "next",
      "--values",
      "mine.yaml",
      "-o",
      "-",
      "--helm",
      helm.path,
    ];
    const { code, stdout, stderr } = await call(argv, { folder });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain("<h1>harbour 0.3.0 → 0.4.0</h1>");
    const titles = [...stdout.matchAll(/<h2[^>]*>([^<]*)/g)].map(([, title]) => title);
    expect(titles).toEqual([
      "The upgrade at a glance",
      "What the upgrade means",
      "Values that changed",
      "Schemas of the CRDs",
      "The newer release at a glance",
      "Values",
      "Rights of each account",
      "The life of the charts",
    ]);
    expect(stdout).toContain("<code>registry.example.org/harbour:other</code>");
    // The file is held against both charts.
    expect(stdout).toContain("mine.yaml");
  });
});

describeWithRegistry("the page of charts wherever they are", () => {
  describeWithEachHelm("with", (helm) => {
    test("is the same of a folder, an archive and a registry but for the place", async () => {
      const registry = await startRegistry();
      onTestFinished(() => registry.stop());
      const folder = temporaryFolder();
      writeFiles(folder, harbour);
      const run = async (...argv: readonly string[]) => {
        const environment = { HELM_REGISTRY_CONFIG: registry.credentialsFile };
        const { code, stdout, stderr } = await call(argv, { folder, environment });
        expect({ argv, code, stderr: code === 0 ? "" : stderr }).toEqual({ argv, code: 0, stderr: "" });
        return stdout;
      };
      await run("package", "harbour", "-d", "archives");
      await run("push", "harbour", `oci://${registry.host}/charts`, ...registry.helmConnection);
      const oci = `oci://${registry.host}/charts/harbour`;
      const page = (reference: string) =>
        run("report", reference, "-o", "-", "--helm", helm.path, ...registry.helmConnection);
      const [ofFolder, ofArchive, ofRegistry] = [
        await page("harbour"),
        await page("archives/harbour-0.3.0.tgz"),
        await page(`${oci}:0.3.0`),
      ].map((made) => textOf(made.replace(/<text[\s\S]*?<\/text>/g, "")));
      expect(ofArchive).toBe(
        ofFolder
          ?.replaceAll("./harbour ", "./archives/harbour-0.3.0.tgz ")
          .replaceAll("\n0.3.0\nharbour\n", "\n0.3.0\narchives/harbour-0.3.0.tgz\n"),
      );
      expect(ofRegistry).toContain(`helm install harbour ${oci} --version 0.3.0 --namespace default`);
    });

    test("is of each chart of a folder that holds some", async () => {
      const folder = temporaryFolder();
      const other = "apiVersion: v2\nname: quay\nversion: 0.1.0\n";
      writeFiles(folder, harbour);
      writeFiles(folder, {
        "quay/Chart.yaml": other,
        "quay/templates/a.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n",
      });
      const argv = ["report", "-o", "-", "--helm", helm.path];
      const { code, stdout } = await call(argv, { folder });
      expect(code).toBe(0);
      expect(textOf(stdout)).toMatch(/\nharbour\n0\.3\.0\n[\s\S]*\nquay\n0\.1\.0\n/);
    });
  });
});

/** What is refused, and that nothing is written then. */
async function expectRefusal(argv: readonly string[], words: string): Promise<void> {
  const folder = temporaryFolder();
  const files = { "chartwright.yaml": project, "operator.yaml": operator, "cr.yaml": customResource };
  writeFiles(folder, { ...harbour, ...files, "none.tgz": "none", "nothing/here.txt": "" });
  const before = readFiles(folder);
  const { code, stdout, stderr } = await call(["report", ...argv], { folder });
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(words);
  expect(readFiles(folder)).toEqual(before);
}

describe("what the command line of report takes", () => {
  test.each([
    { argv: ["--values", "a.yaml"], words: "--values is for charts that Helm renders" },
    { argv: ["--namespace", "a"], words: "--namespace is for charts that Helm renders" },
    { argv: ["nowhere"], words: 'There is nothing at "nowhere"' },
    { argv: ["nothing"], words: '"nothing" holds no project file' },
    { argv: ["harbour", "mine.tgz"], words: 'There is nothing at "mine.tgz"' },
    { argv: ["-o", "harbour"], words: '"harbour" is in the way' },
    { argv: ["-o", "harbour", "--force"], words: '"harbour" is in the way' },
    { argv: ["-o", "none.tgz"], words: '"none.tgz" is there already' },
    { argv: ["-o", "none.tgz/page.html"], words: 'The output folder "none.tgz" cannot be written' },
    { argv: ["harbour", "--verify"], words: "--verify is for a project" },
    { argv: ["--old", "harbour"], words: "what is to be compared is not clear" },
    { argv: ["harbour", "--new", "harbour"], words: "what is to be compared is not clear" },
    { argv: ["harbour", "--values", "harbour=a.yaml"], words: "one set of charts has its values together" },
  ])("is refused otherwise: $argv", ({ argv, words }) => expectRefusal(argv, words));
});

describeWithEachHelm("what report takes for charts", (helm) => {
  test.each([
    { argv: ["none.tgz"], words: "a file that gzip has not made" },
    { argv: ["harbour", "--values", "none.yaml"], words: '"none.yaml" cannot be read as values' },
    { argv: ["oci://host"], words: '"oci://host" is no chart in a registry' },
  ])("is refused otherwise: $argv", ({ argv, words }) =>
    expectRefusal([...argv, "--helm", helm.path], words),
  );
});

describeWithChromium("the page of a chart in Chromium", (browser) => {
  const report = new Report();
  const [helm] = helms();

  beforeAll(async () => {
    const folder = report.folder();
    writeFiles(folder, harbour);
    await report.write(join(folder, "harbour"), "--helm", helm?.path ?? "helm");
  });

  holdsForEveryPage(browser, report, twoLooks);
});
