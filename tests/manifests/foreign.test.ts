// Charts that nobody here made: hooks, `crds/`, subcharts under aliases, notes, tests, lookups, Lists, JSON.
import { execFileSync } from "node:child_process";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseAll } from "../../src/yaml/document.ts";
import { splitStream } from "../../src/yaml/stream.ts";
import { call } from "../cli/called.ts";
import { readFiles, writeFiles } from "../support/folder-content.ts";
import { describeWithEachHelm, kubectl } from "../support/helm.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const labels = `labels:
    helm.sh/chart: harbour-1.2.3
    app.kubernetes.io/managed-by: {{ .Release.Service }}
    app.kubernetes.io/instance: {{ .Release.Name }}
    app.kubernetes.io/name: harbour`;

/** As a careful author would write it. */
const files: Readonly<Record<string, string>> = {
  "harbour/Chart.yaml": `apiVersion: v2
name: harbour
version: 1.2.3
appVersion: v7
dependencies:
  - { name: buoy, version: 0.1.0, alias: light }
`,
  "harbour/values.yaml": "image: { repository: registry.example.com/harbour, tag: v7 }\ngreeting: ahoy\n",
  "harbour/crds/tides.yaml": `# The tides.
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: tides.example.com
spec:
  group: example.com
  names: { kind: Tide, plural: tides }
  scope: Namespaced
  versions: []
`,
  "harbour/charts/buoy/Chart.yaml": "apiVersion: v2\nname: buoy\nversion: 0.1.0\n",
  "harbour/charts/buoy/templates/map.yaml": `apiVersion: v1
kind: ConfigMap
metadata: { name: {{ .Release.Name }}-light, labels: { helm.sh/chart: buoy, lit: "yes" } }
`,
  "harbour/templates/NOTES.txt": "Ahoy!\n",
  "harbour/templates/_helpers.tpl": `{{- define "harbour.password" -}}{{ randAlphaNum 8 | b64enc }}{{- end -}}`,
  "harbour/templates/deployment.yaml": `# The operator itself.
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ .Release.Name }}
  ${labels}
  annotations:
    meta.helm.sh/release-name: {{ .Release.Name }}
    helm.sh/resource-policy: keep
spec:
  selector:
    matchLabels:
      app.kubernetes.io/managed-by: Helm
      app.kubernetes.io/name: harbour
  template:
    metadata:
      ${labels.replaceAll("\n", "\n    ")}
    spec:
      containers:
        - name: harbour # a comment
          image: "{{ .Values.image.repository }}:{{ .Values.image.tag }}"
`,
  "harbour/templates/service.yaml": `apiVersion: v1
kind: Service
metadata:
  name: harbour
  labels:
    helm.sh/chart: harbour
spec:
  ports: [{ port: 80 }]
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: elsewhere
  namespace: kube-system
data:
  keep: |
    a text
`,
  "harbour/templates/list.yaml": `apiVersion: v1
kind: List
items:
  - apiVersion: v1
    kind: ServiceAccount
    metadata:
      name: harbour
  - {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "greeting"}, "data": {"text": {{ .Values.greeting | quote }}}}
`,
  "harbour/templates/tide.yaml":
    "apiVersion: example.com/v1\nkind: Tide\nmetadata:\n  name: spring\nspec: {}\n",
  "harbour/templates/crane.yaml": "apiVersion: crane.example.com/v1\nkind: Crane\nmetadata:\n  name: big\n",
  "harbour/templates/secret.yaml": `{{- $old := lookup "v1" "Secret" .Release.Namespace "harbour" }}
apiVersion: v1
kind: Secret
metadata:
  name: harbour
data:
  fixed: YQ==
  {{- if $old }}
  password: {{ include "harbour.password" . }}
  {{- end }}
`,
  "harbour/templates/hook.yaml":
    "apiVersion: batch/v1\nkind: Job\nmetadata:\n  name: before\n  annotations: { helm.sh/hook: pre-install }\n",
  "harbour/templates/tests/test.yaml":
    "apiVersion: v1\nkind: Pod\nmetadata:\n  name: try\n  annotations: { helm.sh/hook: test }\n",
};

function harbour(): string {
  const folder = temporaryFolder();
  writeFiles(folder, files);
  return folder;
}

describeWithEachHelm("a chart whose objects are called as its release", (helm) => {
  const run = (folder: string, ...argv: readonly string[]) =>
    call(["manifests", ...argv, "--helm", helm.path], { folder });
  const named = {
    "foo/Chart.yaml": "apiVersion: v2\nname: foo\nversion: 1.0.0\n",
    "foo/templates/map.yaml":
      "apiVersion: v1\nkind: ConfigMap\nmetadata: { name: {{ .Release.Name }}-map }\n",
  };
  const umbrella = {
    ...named,
    "all/Chart.yaml":
      "apiVersion: v2\nname: all\nversion: 2.0.0\ndependencies: [{ name: foo, version: 1.0.0, alias: own }]\n",
    "all/charts/foo/Chart.yaml": named["foo/Chart.yaml"],
    "all/charts/foo/templates/map.yaml": named["foo/templates/map.yaml"],
  };

  test("has the release that --release names; without it, that of the chart", async () => {
    const folder = temporaryFolder();
    writeFiles(folder, umbrella);
    expect((await run(folder, "foo")).stdout).toContain("name: foo-map");
    expect((await run(folder, "foo", "--release", "bar")).stdout).toContain("name: bar-map");
    // The charts inside have the release of the outer one.
    expect((await run(folder, "all", "--release", "bar")).stdout).toContain("name: bar-map");
    const both = await run(folder, "foo", "all", "--release", "foo=one", "--release", "all=two");
    expect(both).toMatchObject({ code: 0, stderr: "" });
    expect(both.stdout).toMatch(/name: one-map[\s\S]*name: two-map/);
  });

  test.each([
    { release: "bar", found: "--release bar" },
    { release: "fo=bar", found: "--release fo=bar" },
  ])("is told where $release is for no chart", async ({ release, found }) => {
    const folder = temporaryFolder();
    writeFiles(folder, umbrella);
    const { code, stderr } = await run(folder, "foo", "all", "--release", release);
    expect(code).toBe(2);
    expect(stderr).toContain(`found:    ${found}\n`);
    expect(stderr).toContain("CHART=NAME, where CHART is foo or all");
  });

  test("counts once, however often it is named", async () => {
    const folder = temporaryFolder();
    writeFiles(folder, named);
    const { code, stdout, stderr } = await run(folder, "foo", "foo", "./foo/");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toBe((await run(folder, "foo")).stdout);
  });
});

/** One chart twice under aliases, a chart of its own in it, and one that a condition keeps out. */
const port: Readonly<Record<string, string>> = {
  "port/Chart.yaml": `apiVersion: v2
name: port
version: 2.0.0
dependencies:
  - { name: dock, version: 1.0.0, alias: north, condition: north.enabled }
  - { name: dock, version: 1.0.0, alias: south, condition: south.enabled }
  - { name: ferry, version: ">=0.1.0", condition: ferry.enabled, import-values: [timetable] }
`,
  "port/values.yaml": "south: { berths: 3 }\nferry: { enabled: false }\n",
  "port/templates/map.yaml": `apiVersion: v1
kind: ConfigMap
metadata: { name: port }
data: { departs: {{ .Values.departs | default "never" }} }
`,
  "port/charts/dock/Chart.yaml":
    "apiVersion: v2\nname: dock\nversion: 1.0.0\ndependencies: [{ name: crane, version: 0.1.0, condition: crane.enabled }]\n",
  "port/charts/dock/values.yaml": "berths: 1\ncrane: { reach: 1 }\n",
  "port/charts/dock/crds/berths.yaml":
    "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: { name: berths.example.com }\n",
  "port/charts/dock/templates/map.yaml":
    'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: {{ .Chart.Name }} }\ndata: { berths: "{{ .Values.berths }}" }\n',
  "port/charts/dock/templates/hook.yaml":
    "apiVersion: batch/v1\nkind: Job\nmetadata: { name: {{ .Chart.Name }}, annotations: { helm.sh/hook: post-install } }\n",
  "port/charts/dock/charts/crane/Chart.yaml": "apiVersion: v2\nname: crane\nversion: 0.1.0\n",
  "port/charts/dock/charts/crane/templates/map.yaml":
    'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: crane }\ndata: { reach: "{{ .Values.reach }}" }\n',
  "port/charts/ferry/Chart.yaml": "apiVersion: v2\nname: ferry\nversion: 0.2.0\n",
  "port/charts/ferry/values.yaml": "exports: { timetable: { departs: noon } }\n",
  "port/charts/ferry/templates/map.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: { name: ferry }\n",
  "quiet.yaml": "south: { enabled: false }\nnorth: { berths: 5, crane: { enabled: false } }\n",
  "ferry.yaml": "ferry: { enabled: true }\nnorth: { berths: 6 }\n",
};

describeWithEachHelm("an umbrella", (helm) => {
  const manifests = (folder: string, ...args: readonly string[]) =>
    call(["manifests", "port", "--namespace", "quay", "--helm", helm.path, ...args], { folder });
  const names = (stream: string) => [...objectsOf(stream).keys()];

  test("gives the objects of its charts as conditions and aliases have them, and says which are twins", async () => {
    const folder = temporaryFolder();
    writeFiles(folder, port);
    const { code, stdout, stderr } = await manifests(folder);
    expect(code).toBe(0);
    expect(names(stdout)).toEqual([
      "ConfigMap/quay/crane",
      "ConfigMap/quay/north",
      "ConfigMap/quay/port",
      "ConfigMap/quay/south",
      "CustomResourceDefinition/undefined/berths.example.com",
      "Namespace/undefined/quay",
    ]);
    expect(
      stderr,
    ).toContain(`info: ConfigMap "crane" is rendered twice, the same; it is written once. [manifests/repeated]
  found:    port/charts/north/charts/crane/templates/map.yaml and port/charts/south/charts/crane/templates/map.yaml
`);
    expect(stderr).toContain(
      'info: CustomResourceDefinition "berths.example.com" is rendered twice, the same;',
    );
    for (const alias of ["north", "south"]) expect(stderr).toContain(`Job "${alias}" is a hook of Helm`);
    const other = await manifests(folder, "--set", "south.crane.reach=9");
    expect(other.code).toBe(0);
    expect(other.stdout).toContain('reach: "1"');
    expect(other.stderr).toContain(
      'warning: ConfigMap "crane" is rendered twice, differently; only the first one is written.',
    );
  });

  test("takes several values files and settings, the last of each counts", async () => {
    const folder = temporaryFolder();
    writeFiles(folder, port);
    const given = ["-f", "quiet.yaml", "-f", "ferry.yaml", "--set", "north.berths=7"];
    const { code, stdout } = await manifests(folder, ...given);
    expect(code).toBe(0);
    expect(names(stdout)).toEqual([
      "ConfigMap/quay/ferry",
      "ConfigMap/quay/north",
      "ConfigMap/quay/port",
      "CustomResourceDefinition/undefined/berths.example.com",
      "Namespace/undefined/quay",
    ]);
    const objects = objectsOf(stdout);
    expect(objects.get("ConfigMap/quay/north")).toMatchObject({ data: { berths: "7" } });
    // What a chart exports is there with the chart, and only then.
    expect(objects.get("ConfigMap/quay/port")).toMatchObject({ data: { departs: "noon" } });
    expect((await manifests(folder, ...given)).stdout).toBe(stdout);
  });
});

describeWithEachHelm("a chart that nobody here made", (helm) => {
  const manifests = (folder: string, ...args: readonly string[]) =>
    call(["manifests", "harbour", "--namespace", "north", "--helm", helm.path, ...args], { folder });

  test("gives manifests without what is Helm's, in the order of an install", async () => {
    const { code, stdout, stderr } = await manifests(harbour());
    expect(code).toBe(0);
    expect(stdout).toBe(`# harbour v7 in the namespace north.
# Made by \`chartwright manifests\` from the chart harbour 1.2.3: change those, not this file.
# Values: the charts' own
---
apiVersion: v1
kind: Namespace
metadata:
  name: north
---
# The tides.
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: tides.example.com
spec:
  group: example.com
  names: { kind: Tide, plural: tides }
  scope: Namespaced
  versions: []
---
apiVersion: v1
kind: ServiceAccount
metadata:
  name: harbour
  namespace: north
---
apiVersion: v1
kind: Secret
metadata:
  name: harbour
  namespace: north
data:
  fixed: YQ==
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: harbour-light
  namespace: north
  labels:
    lit: "yes"
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: elsewhere
  namespace: kube-system
data:
  keep: |
    a text
---
apiVersion: "v1"
kind: "ConfigMap"
metadata:
  name: "greeting"
  namespace: north
data:
  text: "ahoy"
---
apiVersion: v1
kind: Service
metadata:
  name: harbour
  namespace: north
spec:
  ports: [{ port: 80 }]
---
# The operator itself.
apiVersion: apps/v1
kind: Deployment
metadata:
  name: harbour
  namespace: north
  labels:
    app.kubernetes.io/managed-by: Helm
    app.kubernetes.io/instance: harbour
    app.kubernetes.io/name: harbour
spec:
  selector:
    matchLabels:
      app.kubernetes.io/managed-by: Helm
      app.kubernetes.io/name: harbour
  template:
    metadata:
      labels:
        app.kubernetes.io/managed-by: Helm
        app.kubernetes.io/instance: harbour
        app.kubernetes.io/name: harbour
    spec:
      containers:
        - name: harbour # a comment
          image: "registry.example.com/harbour:v7"
---
apiVersion: crane.example.com/v1
kind: Crane
metadata:
  name: big
---
apiVersion: example.com/v1
kind: Tide
metadata:
  name: spring
  namespace: north
spec: {}
`);
    expect(stderr).toContain('Job "before" is a hook of Helm, and left out.');
    expect(stderr).toContain('Crane "big" says no namespace');
    expect(stderr).toMatch(/harbour\/templates\/secret\.yaml:1:13: warning: "lookup" gives another result/);
    expect(stderr).toMatch(/harbour\/templates\/_helpers\.tpl:1:\d+: warning: "randAlphaNum" gives another/);
  });

  test("gives files as operators publish them, and a kustomization that kubectl builds", async () => {
    const folder = harbour();
    const given = ["-o", "out/", "--kustomize", "--set", "image.tag=v8"];
    const written = await manifests(folder, ...given);
    expect(written).toMatchObject({
      code: 0,
      stdout: [
        "Wrote: out/harbour-crds.yaml",
        "Wrote: out/harbour-operator.yaml",
        "Wrote: out/harbour-cr.yaml",
        "Wrote: out/kustomization.yaml\n",
      ].join("\n"),
    });
    const text = (name: string) => readFileSync(join(folder, "out", name), "utf8");
    expect(text("kustomization.yaml")).toBe(`# harbour v7 in the namespace north.
# Made by \`chartwright manifests\` from the chart harbour 1.2.3: change those, not this file.
# Values: --set image.tag=v8
# Once the operator runs: kubectl apply -f harbour-cr.yaml
apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
resources:
  - harbour-crds.yaml
  - harbour-operator.yaml
images:
  - name: registry.example.com/harbour
    newTag: v8
`);
    const program = kubectl();
    if (program) {
      const built = execFileSync(program.path, ["kustomize", join(folder, "out")], { encoding: "utf8" });
      const own = `${text("harbour-crds.yaml")}---\n${text("harbour-operator.yaml")}`;
      expect(objectsOf(built)).toEqual(objectsOf(own));
    }
    // The same again is the same; what somebody else wrote is not written over.
    const before = readFiles(join(folder, "out"));
    expect(await manifests(folder, ...given)).toMatchObject({ code: 0 });
    expect(readFiles(join(folder, "out"))).toEqual(before);
    writeFileSync(join(folder, "out/harbour-cr.yaml"), "mine: true\n");
    const refused = await manifests(folder, ...given);
    expect(refused).toMatchObject({ code: 2, stdout: "" });
    expect(refused.stderr).toContain('"out/harbour-cr.yaml" is there already, and not from this command.');
    expect(text("harbour-cr.yaml")).toBe("mine: true\n");
    expect(await manifests(folder, ...given, "--force")).toMatchObject({ code: 0 });
    expect(readFiles(join(folder, "out"))).toEqual(before);
    // A file of an earlier run would be applied with the folder.
    renameSync(join(folder, "out/harbour-cr.yaml"), join(folder, "out/quay-cr.yaml"));
    writeFileSync(join(folder, "out/mine.yaml"), "mine: true\n");
    const { stderr } = await manifests(folder, ...given);
    expect(stderr.match(/^Not of this run: .*$/gm)).toEqual(["Not of this run: out/quay-cr.yaml"]);
  });

  test("takes values, describes itself, and tells what Helm refuses", async () => {
    const folder = harbour();
    writeFiles(folder, {
      "north.yaml": "greeting: hello\n",
      "list.yaml": "- greeting\n",
      "harbour/templates/fail.yaml": '{{ if eq .Values.greeting "no" }}{{ fail "no greeting" }}{{ end }}',
    });
    const described = await manifests(folder, "-f", "north.yaml", "-o", "all.yaml", "--json");
    const text = readFileSync(join(folder, "all.yaml"), "utf8");
    expect(text).toContain("# Values: north.yaml\n");
    expect(text).toContain('text: "hello"\n');
    const document = JSON.parse(described.stdout);
    expect(document.files).toEqual(["all.yaml"]);
    expect(document.sets).toMatchObject([
      {
        name: "harbour",
        namespace: "north",
        charts: [{ name: "harbour", version: "1.2.3", appVersion: "v7" }],
      },
    ]);
    expect(document.sets[0].objects.slice(0, 2)).toEqual([
      { object: "Namespace north", part: "operator" },
      {
        object: "CustomResourceDefinition tides.example.com",
        part: "crds",
        chart: "harbour",
        template: "crds/tides.yaml",
      },
    ]);
    expect(document.sets[0].leftOut).toEqual([
      { object: "Pod try", chart: "harbour", template: "templates/tests/test.yaml", reason: "is a hook" },
      { object: "Job before", chart: "harbour", template: "templates/hook.yaml", reason: "is a hook" },
    ]);
    const refused = await manifests(folder, "--set", "greeting=no");
    expect(refused).toMatchObject({ code: 2, stdout: "" });
    expect(refused.stderr).toContain("no greeting");
    for (const file of ["list.yaml", "none.yaml"]) {
      const unread = await manifests(folder, "-f", file);
      expect(unread).toMatchObject({ code: 2, stdout: "" });
      expect(unread.stderr).toContain(`"${file}" cannot be read as values.`);
    }
  });
});

function objectsOf(stream: string): ReadonlyMap<string, unknown> {
  const read = parseAll(splitStream(stream).map(({ text }) => text));
  const objects = read.map((result) =>
    result.ok ? (result.document.data as Keyed) : { kind: "", metadata: {} },
  );
  return new Map(
    objects
      .map(
        (object) => [`${object.kind}/${object.metadata.namespace}/${object.metadata.name}`, object] as const,
      )
      .toSorted(),
  );
}

interface Keyed {
  readonly kind: string;
  readonly metadata: { readonly name?: string; readonly namespace?: string };
}
