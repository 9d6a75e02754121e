// Values of objects that run nothing: what ConfigMaps and Secrets hold, names of objects from outside, monitors, and the
// switches for what a cluster may have already.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { field, listField } from "../../src/kubernetes/object.ts";
import { writeTree } from "../support/golden.ts";
import { describeWithEachHelm } from "../support/helm.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import {
  type CompiledCharts,
  compileCharts,
  type Given,
  type Objects,
  renderChart,
} from "./rendered-charts.ts";

const long = "x".repeat(3000);
const source = `
apiVersion: v1
kind: ConfigMap
metadata: {name: heron-files, namespace: heron}
data:
  app.toml: |
    [server]
    listen = ":8080"  

    name = "héron ☂ {{ .Name }}"
  .hidden: "two newlines\\n\\n"
  2nd: "1e3"
  place: {at: heron.svc}
  place.txt: webhook.heron.svc
  long: ${long}
---
apiVersion: v1
kind: Secret
metadata: {name: heron-token, namespace: heron}
data: {token: dG9rZW4=, other: b3RoZXI=}
---
apiVersion: v1
kind: Secret
metadata: {name: heron-plain, namespace: heron}
stringData:
  password: 'p@ss"word: {{not a template}} $1 \\n'
  empty: ""
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: heron, namespace: heron}
spec:
  selector: {matchLabels: {app: heron}}
  template:
    metadata: {labels: {app: heron}}
    spec:
      imagePullSecrets: [{name: heron-token}]
      containers:
        - name: heron
          image: example.org/heron:v1
          env: [{name: P, valueFrom: {secretKeyRef: {name: heron-plain, key: password}}}]
          envFrom: [{secretRef: {name: license}}, {configMapRef: {name: site, optional: true}}]
      volumes:
        - {name: a, secret: {secretName: heron-token, defaultMode: 0400}}
        - {name: b, projected: {sources: [{secret: {name: license}}, {configMap: {name: kube-root-ca.crt}}]}}
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: heron, namespace: heron}
spec: {storageClassName: fast, accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
---
apiVersion: monitoring.coreos.com/v1
kind: ServiceMonitor
metadata: {name: heron, namespace: heron, labels: {app: heron}}
spec: {selector: {}, endpoints: [{port: a, interval: 30s}, {port: b}]}
---
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata: {name: heron, namespace: heron}
spec: {groups: []}
---
apiVersion: scheduling.k8s.io/v1
kind: PriorityClass
metadata: {name: heron-high}
value: 1000
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: heron}
rules: []
---
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: heron, namespace: docks}
rules: []
---
apiVersion: v1
kind: ConfigMap
metadata: {name: elsewhere, namespace: docks}
data: {a: b}
`.replace("  place: {at: heron.svc}\n", "");

const files = "ConfigMap bay/heron-files";
const deployment = "Deployment bay/heron";
const pod = ["spec", "template", "spec"];

describeWithEachHelm("objects that run nothing", (helm) => {
  let charts: CompiledCharts;
  const render = async (given: Given = {}) => renderChart(helm, charts, given);
  const set = (...flags: readonly string[]): Given => ({ flags: flags.flatMap((flag) => ["--set", flag]) });
  const heronFiles = (data: object): Given => ({ values: { configMaps: { heronFiles: { data } } } });
  const base64 = (text: string) => Buffer.from(text).toString("base64");
  beforeAll(() => {
    charts = compileCharts(source);
  });
  afterAll(() => charts.remove());

  describe("a ConfigMap", () => {
    const texts = {
      "app.toml": '[server]\nlisten = ":8080"  \n\nname = "héron ☂ {{ .Name }}"\n',
      ".hidden": "two newlines\n\n",
      "2nd": "1e3",
      "place.txt": "webhook.bay.svc",
      long,
    };
    const data = async (given: Given) => field((await render(given))[files], "data");

    test("holds what the source has, byte for byte", async () => {
      expect(await data({})).toEqual(texts);
    });

    test.each(Object.keys(texts))("%s is replaced, and taken away", async (key) => {
      const other = 'other: {{ x }}\r\n\t"\\ \u00a0\u0007☂\n\n';
      expect(await data(heronFiles({ [key]: other }))).toEqual({ ...texts, [key]: other });
      const { [key as keyof typeof texts]: _, ...others } = texts;
      expect(await data(heronFiles({ [key]: null }))).toEqual(others);
    });

    test("takes one more key, numbers and files", async () => {
      expect(await data(heronFiles({ more: 1_000_000, yes: true }))).toEqual({
        ...texts,
        more: "1000000",
        yes: "true",
      });
      const folder = temporaryFolder();
      const content = "a: 1\r\n{{ b }}\n\n";
      writeTree(folder, new Map([["file", content]]));
      const flags = ["--set-file", `configMaps.heronFiles.data.app\\.toml=${folder}/file`];
      expect(await data({ flags })).toEqual({ ...texts, "app.toml": content });
    });
  });

  describe("a Secret", () => {
    test("holds what the source has", async () => {
      const objects = await render();
      expect(field(objects["Secret bay/heron-token"], "data")).toEqual({
        token: "dG9rZW4=",
        other: "b3RoZXI=",
      });
      expect(field(objects["Secret bay/heron-plain"], "stringData")).toEqual({
        password: 'p@ss"word: {{not a template}} $1 \\n',
        empty: "",
      });
    });

    test("takes plain text, encoded once", async () => {
      const objects = await render({
        values: {
          secrets: {
            heronToken: { stringData: { token: "né", other: null } },
            heronPlain: { stringData: { empty: "x" } },
          },
        },
      });
      expect(field(objects["Secret bay/heron-token"], "data")).toEqual({ token: base64("né") });
      expect(field(objects["Secret bay/heron-plain"], "stringData", "empty")).toBe("x");
    });

    test("can be one that exists, wherever it is named", async () => {
      const objects = await render(
        set(
          "secrets.heronToken.create=false,secrets.heronToken.name=mine",
          "secrets.heronPlain.name=renamed",
        ),
      );
      expect(Object.keys(objects).filter((name) => name.startsWith("Secret "))).toEqual([
        "Secret bay/renamed",
      ]);
      const spec = field(objects[deployment], ...pod);
      expect(field(spec, "imagePullSecrets")).toEqual([{ name: "mine" }]);
      expect(field(spec, "volumes", 0, "secret")).toEqual({ secretName: "mine", defaultMode: 256 });
      expect(field(spec, "containers", 0, "env", 0, "valueFrom", "secretKeyRef", "name")).toBe("renamed");
      await expect(render(set("secrets.heronToken.create=false"))).rejects.toThrow(
        /must name an existing Secret/,
      );
    });
  });

  test("names of what must exist are values, those of what may are not", async () => {
    const objects = await render(set("secrets.license.name=mine,storageClasses.fast.name=slow"));
    expect(field(objects[deployment], ...pod, "containers", 0, "envFrom")).toEqual([
      { secretRef: { name: "mine" } },
      { configMapRef: { name: "site", optional: true } },
    ]);
    expect(field(objects[deployment], ...pod, "volumes", 1, "projected", "sources")).toEqual([
      { secret: { name: "mine" } },
      { configMap: { name: "kube-root-ca.crt" } },
    ]);
    expect(field(objects["PersistentVolumeClaim bay/heron"], "spec", "storageClassName")).toBe("slow");
    const paths = charts.chartSet.charts[0]?.values.map(({ path }) => path.join("."));
    expect(paths).not.toContain("configMaps.site.name");
  });

  test("monitors take labels, an interval, another namespace", async () => {
    const objects = await render({
      values: { monitoring: { labels: { release: "p", app: "x" }, interval: "1m", namespace: "watch" } },
    });
    const monitor = objects["ServiceMonitor watch/heron"];
    expect(field(monitor, "metadata", "labels")).toMatchObject({ app: "heron", release: "p" });
    expect(field(monitor, "spec", "namespaceSelector")).toEqual({ matchNames: ["bay"] });
    expect(listField(monitor, "spec", "endpoints").map((one) => field(one, "interval"))).toEqual([
      "1m",
      "1m",
    ]);
    expect(Object.keys(objects)).toContain("PrometheusRule watch/heron");
    const before = (await render())["ServiceMonitor bay/heron"];
    expect(field(before, "spec")).toEqual({
      selector: {},
      endpoints: [{ port: "a", interval: "30s" }, { port: "b" }],
    });
  });

  test.each([
    { flag: "rbac.create", gone: ["ClusterRole heron", "Role docks/heron"] },
    { flag: "priorityClasses.heronHigh.create", gone: ["PriorityClass heron-high"] },
    { flag: "namespaces.docks.enabled", gone: ["Role docks/heron", "ConfigMap docks/elsewhere"] },
  ])("$flag=false leaves its objects out", async ({ flag, gone }) => {
    const before: Objects = await render();
    const after = await render(set(`${flag}=false`));
    expect(
      Object.keys(before)
        .filter((name) => !(name in after))
        .toSorted(),
    ).toEqual(gone.toSorted());
  });
});
