// What chartwright's templates rely on, asked of real Helms. Each row is one fact; where the generations differ, the row
// says both. A new Helm that breaks a row breaks charts.

import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hookEvents, isHookEvent, readHookEvents } from "../../src/kubernetes/helm-hooks.ts";
import { type ControlPlane, describeWithControlPlane, startControlPlane } from "../support/control-plane.ts";
import { writeTree } from "../support/golden.ts";
import { describeWithEachHelm, type Helm, type HelmOptions } from "../support/helm.ts";
import type { ProcessResult } from "../support/process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

interface Fact {
  readonly name: string;
  /** The chart's values.yaml. */
  readonly defaults?: string;
  /** The file that the user gives with --values. */
  readonly values?: string;
  readonly template: string;
  /** What the template renders to, or one text for each range of versions: the longest prefix that fits counts. */
  readonly expected: string | Readonly<Record<string, string>>;
}

const facts: readonly Fact[] = [
  {
    name: "a user's null for a key that values.yaml lacks stays as a key without value",
    defaults: "tree: {a: 1}",
    values: "tree: {b: null}",
    template: '{{ hasKey .Values.tree "b" }} {{ kindOf .Values.tree.b }}',
    expected: "true invalid",
  },
  {
    name: "a user's null for a key that values.yaml has removes the key",
    defaults: "tree: {a: 1, b: 2}",
    values: "tree: {b: null}",
    template: '{{ hasKey .Values.tree "b" }}',
    expected: "false",
  },
  {
    name: "a user's null for a map that values.yaml has removes the map",
    defaults: "tree: {a: 1, b: {c: 2}}",
    values: "tree: {b: null}",
    template: '{{ hasKey .Values.tree "b" }}',
    expected: "false",
  },
  {
    name: "a null in values.yaml stays as a key up to Helm 4.1, and is dropped by Helm 4.3",
    defaults: "tree: {a: 1, b: null}",
    template: '{{ hasKey .Values.tree "b" }}',
    expected: { "3": "true", "4.1": "true", "4": "false" },
  },
  {
    name: "a null inside a list stays",
    values: "list: [1, null, {a: null}]",
    template: "{{ toJson .Values.list }}",
    expected: '[1,null,{"a":null}]',
  },
  {
    name: "toYaml prints a large number of a values file in digits, where printing it directly does not",
    values: "number: 1000000",
    template:
      "{{ toYaml .Values.number }} {{ toJson .Values.number }} {{ .Values.number }} {{ quote .Values.number }}",
    expected: '1000000 1000000 1e+06 "1e+06"',
  },
  {
    name: "toYaml keeps the digits of a fraction and of the largest safe integer",
    values: "fraction: 0.1\ninteger: 9007199254740991",
    template: "{{ toYaml .Values.fraction }} {{ toYaml .Values.integer }}",
    expected: "0.1 9007199254740991",
  },
  {
    name: 'the text "<no value>" vanishes from what a template renders, also where it is meant',
    template: "'a<no value>b {{ \"<no value>\" }}'",
    expected: "'ab '",
  },
  {
    name: "a printed pair of braces stays a pair of braces, and closing braces need no care",
    template: '\'{{ "{{" }} .Values.x }} {{ "{" }}{{ "x" }}}\'',
    expected: "'{{ .Values.x }} {x}'",
  },
  {
    name: "deepCopy of a map keeps a nil inside, and a change of the copy leaves the values alone",
    defaults: "tree: {}",
    values: "tree: {a: null, b: {c: 1}}",
    template:
      '{{ $copy := deepCopy .Values.tree }}{{ $_ := set $copy.b "c" 2 }}{{ toJson $copy }} {{ toJson .Values.tree }}',
    expected: '{"a":null,"b":{"c":2}} {"a":null,"b":{"c":1}}',
  },
  {
    name: "omit and pick keep nils, and unset works on the values themselves",
    defaults: "tree: {}",
    values: "tree: {a: null, b: 1}",
    template: '{{ omit .Values.tree "b" | toJson }} {{ pick .Values.tree "a" | toJson }}',
    expected: '{"a":null} {"a":null}',
  },
  {
    name: "a missing parent is survived in brackets, and a nil is no map to range over",
    template:
      '{{ ((.Values.a).b).c | default "none" }}{{ range $key, $value := .Values.a }}{{ $key }}{{ end }}',
    expected: "none",
  },
  {
    name: "toYaml of nil is null, and quote of nil is nothing",
    template: "[{{ toYaml .Values.a }}] [{{ quote .Values.a }}]",
    expected: "[null] []",
  },
  {
    name: "the user's list replaces the default one, and maps are merged",
    defaults: "list: [1, 2]\ntree: {a: 1}",
    values: "list: []\ntree: {b: 2}",
    template: "{{ toJson .Values.list }} {{ toJson .Values.tree }}",
    expected: '[] {"a":1,"b":2}',
  },
  {
    name: "values are read as Kubernetes reads YAML: neither 1.1 nor 1.2",
    values: "list: [yes, on, n, 0775, 0o17, 1_000, 12:30:45, 2001-01-01, ~, =]",
    template: "{{ toJson .Values.list }}",
    expected: '[true,true,false,509,15,1000,"12:30:45","2001-01-01",null,"="]',
  },
  {
    name: "offline, no API version of a cluster's own is known with its kind",
    template: '{{ .Capabilities.APIVersions.Has "v1/Namespace" }} {{ .Capabilities.APIVersions.Has "v1" }}',
    expected: "false true",
  },
  {
    name: "offline, lookup finds an empty map",
    template: '{{ lookup "v1" "Namespace" "" "default" | toJson }}',
    expected: "{}",
  },
];

interface Refusal {
  readonly name: string;
  readonly defaults: string;
  readonly values: string;
  /** The schema of the value "tree". */
  readonly tree: object;
  /** What the message says of the place; Helm 3.17 writes "tree.b", the later ones "/tree/b". */
  readonly message: RegExp;
}

const refusals: readonly Refusal[] = [
  {
    name: "a user's null for a key that values.yaml lacks, where the type does not allow null",
    defaults: "tree: {a: 1}",
    values: "tree: {b: null}",
    tree: { properties: { b: { type: "integer" } } },
    message: /tree[./]b.* null/,
  },
  {
    name: "a wrong type, with the path of the value",
    defaults: "tree: {a: 1}",
    values: "tree: {a: five}",
    tree: { properties: { a: { type: "integer" } } },
    message: /tree[./]a.* string/,
  },
  {
    name: "an unknown key, with its name",
    defaults: "tree: {a: 1}",
    values: "tree: {aa: 1}",
    tree: { properties: { a: {} }, additionalProperties: false },
    message: /tree.*[Aa]dditional propert.*aa/,
  },
];

describeWithEachHelm("the schema refuses", (helm) => {
  for (const refusal of refusals) {
    test(refusal.name, async () => {
      const schema = { type: "object", properties: { tree: refusal.tree } };
      const result = await runOnChart(helm, ["template"], { ...refusal, template: "none", schema });
      expect(result.status).toBe(1);
      expect(result.stderr).toMatch(refusal.message);
    });
  }
});

describeWithEachHelm("a template", (helm) => {
  for (const fact of facts) {
    test(fact.name, async () => {
      const rendered = await render(helm, fact);
      expect(rendered).toBe(expectedOf(fact, helm));
    });
  }
});

describeWithEachHelm("a bundled subchart", (helm) => {
  const crd = "kind: CustomResourceDefinition # {{ raw }}\n";
  const files = (schema: object): ReadonlyMap<string, string> =>
    new Map(
      Object.entries({
        "Chart.yaml":
          "apiVersion: v2\nname: probe\nversion: 0.1.0\ndependencies:\n  - {name: crds, version: 0.1.0, condition: crds.enabled}\n",
        "values.yaml": "global: {}\ncrds: {enabled: true}\n",
        "values.schema.json": JSON.stringify(schema),
        "charts/crds/Chart.yaml": "apiVersion: v2\nname: crds\nversion: 0.1.0\n",
        "charts/crds/crds/a.yaml": crd,
        "charts/crds/templates/files.yaml": '{{ (.Files.Glob "crds/a.yaml").AsConfig }}\n',
      }),
    );
  const template = (schema: object, ...flags: readonly string[]) => {
    const folder = temporaryFolder();
    writeTree(folder, files(schema));
    return helm.template(["probe", folder, "--include-crds", ...flags]);
  };

  test("has its crds/ among its files, which come first and are not rendered", async () => {
    const { stdout } = await template({});
    expect(stdout).toContain(`---\n# Source: probe/charts/crds/crds/a.yaml\n${crd}`);
    expect(stdout).toContain(
      "# Source: probe/charts/crds/templates/files.yaml\na.yaml: |\n  kind: CustomRes",
    );
    expect(stdout).toContain(`  ${crd}`);
  });

  test("is left out by its condition, with its crds/", async () => {
    expect((await template({}, "--set=crds.enabled=false")).stdout.trim()).toBe("");
  });

  test("gets global into its values before the schema of its parent sees them", async () => {
    const closed = { properties: { crds: { properties: { enabled: {} }, additionalProperties: false } } };
    const refused = await template(closed);
    expect(refused.status).toBe(1);
    expect(refused.stderr).toMatch(/global/);
  });
});

describeWithEachHelm("an object with a hook annotation", (helm) => {
  const rendered = async (events: string) => {
    const folder = temporaryFolder();
    writeTree(
      folder,
      new Map(
        Object.entries({
          "Chart.yaml": "apiVersion: v2\nname: probe\nversion: 1.0.0\n",
          "templates/a.yaml": `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, annotations: {helm.sh/hook: "${events}"}}\n`,
        }),
      ),
    );
    return (await helm.template(["probe", folder])).stdout.includes("kind: ConfigMap");
  };

  test.each([...hookEvents, " Post-Install , pre-upgrade "])(
    "is rendered at the event %s",
    async (events) => {
      expect(await rendered(events)).toBe(true);
    },
  );

  test.each(["crd-install", "", "pre-install,before-install", "pre-install,"])(
    "is dropped for the event %j",
    async (events) => {
      expect(await rendered(events)).toBe(false);
      expect(readHookEvents(events).every(isHookEvent)).toBe(false);
    },
  );
});

describeWithControlPlane("on a live control plane", () => {
  let controlPlane: ControlPlane;
  beforeAll(async () => {
    controlPlane = await startControlPlane();
  });
  afterAll(() => controlPlane.stop());

  const install = ["install", "--dry-run=server"];
  const liveFacts: readonly (Fact & { readonly command: readonly string[] })[] = [
    {
      name: "an install knows the API versions of the cluster with their kinds",
      command: install,
      template:
        '{{ .Capabilities.APIVersions.Has "v1/Namespace" }} {{ .Capabilities.APIVersions.Has "v1/None" }}',
      expected: "true false",
    },
    {
      name: "an install looks up objects, and finds an empty map for one that is missing",
      command: install,
      template:
        '{{ (lookup "v1" "Namespace" "" "default").metadata.name }} {{ lookup "v1" "Namespace" "" "none" | toJson }}',
      expected: "default {}",
    },
    {
      name: "helm template with a cluster's answers looks up objects, yet knows the API versions only in Helm 4",
      command: ["template", "--dry-run=server"],
      template:
        '{{ (lookup "v1" "Namespace" "" "default").metadata.name }} {{ .Capabilities.APIVersions.Has "v1/Namespace" }}',
      expected: { "3": "default false", "4": "default true" },
    },
  ];

  describeWithEachHelm("a template", (helm) => {
    for (const fact of liveFacts) {
      test(fact.name, async () => {
        const rendered = await render(helm, fact, fact.command, { kubeconfig: controlPlane.kubeconfig });
        expect(rendered).toBe(expectedOf(fact, helm));
      });
    }
  });
});

function expectedOf({ expected }: Fact, { version }: Helm): string | undefined {
  if (typeof expected === "string") return expected;
  const prefixes = Object.keys(expected).filter((prefix) => version.startsWith(prefix));
  return expected[prefixes.sort((left, right) => right.length - left.length)[0] ?? ""];
}

/** Renders the template of a fact alone in a chart and returns what became of it. */
async function render(
  helm: Helm,
  fact: Fact,
  command: readonly string[] = ["template"],
  options: HelmOptions = {},
): Promise<string> {
  const result = await runOnChart(helm, command, fact, options);
  if (result.status !== 0) throw new Error(result.stderr);
  return result.stdout.replace(/^.*\n {2}result: \|-\n {4}/s, "").trimEnd();
}

function runOnChart(
  helm: Helm,
  command: readonly string[],
  chart: Omit<Fact, "name" | "expected"> & { readonly schema?: object },
  options: HelmOptions = {},
): Promise<ProcessResult> {
  const folder = temporaryFolder();
  const template = [
    "apiVersion: v1",
    "kind: ConfigMap",
    "metadata:",
    "  name: probe",
    "data:",
    "  result: |-",
  ];
  const files = {
    "chart/Chart.yaml": "apiVersion: v2\nname: probe\nversion: 0.1.0\n",
    "chart/values.yaml": `${chart.defaults ?? "{}"}\n`,
    "chart/values.schema.json": JSON.stringify(chart.schema ?? {}),
    "chart/templates/probe.yaml": [...template, `    ${chart.template}`, ""].join("\n"),
    "values.yaml": `${chart.values ?? "{}"}\n`,
  };
  writeTree(folder, new Map(Object.entries(files)));
  const [verb = "", ...flags] = command;
  const args = [verb, "probe", join(folder, "chart"), "--values", join(folder, "values.yaml"), ...flags];
  return helm.run(args, options);
}
