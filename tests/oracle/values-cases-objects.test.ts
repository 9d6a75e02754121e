// What a user of a generated chart must be able to do with all but workloads, on the inputs of the shared folder: one
// suite for a folder of cases/, whose EXPECT.md says it in words.
import { join } from "node:path";
import { expect, test } from "vitest";
import { field, listField, objectField } from "../../src/kubernetes/object.ts";
import { describeWithCorpus } from "../support/corpus.ts";
import { writeTree } from "../support/golden.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { describeCase, namesOf, withoutChartLabels } from "./case-chart.ts";
import { type Objects, withChanges } from "./rendered-charts.ts";

const podSpec = ["spec", "template", "spec"];

describeWithCorpus("objects of small operators", (corpus) => {
  describeCase(corpus, "config-payload", ({ charts, source, render, defaults }) => {
    const files = "ConfigMap bay/heron-files";
    const data = () => objectField(source()["ConfigMap heron/heron-files"], "data");

    test("nothing set: every text is the source's, byte for byte", () => {
      expect(field(defaults()[files], "data")).toEqual(data());
    });

    test("in values they are texts with line breaks, and no line is folded", () => {
      const values = charts().chartSet.charts[0]?.files.get("values.yaml") ?? "";
      expect(values).toContain('        name = "héron ☂"\n');
      expect(values).toContain("        set -eu\n");
      for (const line of String(data()["report.json"]).trimEnd().split("\n"))
        expect(values).toContain(`        ${line}\n`);
      expect(values).toContain(`long-line: ${data()["long-line"]}\n`);
    });

    test("one file is replaced by another, byte for byte", async () => {
      const text = 'a = "{{ b }}"   \n\n\tc: \\ "d" \'e\' é\n\n';
      const folder = temporaryFolder();
      writeTree(folder, new Map([["given.toml", text]]));
      const key = "configMaps.heronFiles.data.app\\.toml";
      const objects = await render({ flags: ["--set-file", `${key}=${join(folder, "given.toml")}`] });
      expect(objects).toEqual(withChanges(defaults(), [[files, ["data", "app.toml"], text]]));
    });
  });

  describeCase(corpus, "secrets", ({ charts, source, render, defaults }) => {
    const finch = "Deployment bay/finch";
    const spec = (objects: Objects) => objectField(objects[finch], ...podSpec);

    test("nothing set: type and bytes are the source's", async () => {
      const rendered = await render({ namespace: "finch" });
      expect(withoutChartLabels(rendered)).toEqual(withoutChartLabels(source()));
      expect(field(spec(defaults()), "volumes", 0, "secret", "defaultMode")).toBe(256);
    });

    test("what they hold is not in values", () => {
      expect(charts().chartSet.charts[0]?.files.get("values.yaml")).not.toMatch(/p@ss|LS0tLS1C|eyJhdXRo/);
    });

    test.each([
      { key: "finchRegistry", secret: "finch-registry", path: ["imagePullSecrets", 0, "name"] },
      {
        key: "finchCredentials",
        secret: "finch-credentials",
        path: ["containers", 0, "envFrom", 0, "secretRef", "name"],
      },
      { key: "finchTls", secret: "finch-tls", path: ["volumes", 0, "secret", "secretName"] },
    ])("$secret can be one that exists already", async ({ key, secret, path }) => {
      const flags = ["--set", `secrets.${key}.create=false,secrets.${key}.name=existing`];
      expect(await render({ flags })).toEqual(
        withChanges(defaults(), [
          [`Secret bay/${secret}`, [], undefined],
          [finch, [...podSpec, ...path], "existing"],
        ]),
      );
      await expect(render({ flags: ["--set", `secrets.${key}.create=false`] })).rejects.toThrow(
        /must name an existing Secret/i,
      );
    });

    test("a plain text is encoded once", async () => {
      const objects = await render({
        values: { secrets: { finchTls: { stringData: { "tls.key": "plain" } } } },
      });
      const secret = objects["Secret bay/finch-tls"];
      const encoded = field(secret, "data", "tls.key");
      expect(field(secret, "stringData", "tls.key") ?? atob(String(encoded))).toBe("plain");
    });
  });

  describeCase(corpus, "value-keys", ({ charts, source, render, defaults }) => {
    test("nothing set: the source's entries, each with its own value", async () => {
      const rendered = await render({ namespace: "plover" });
      expect(withoutChartLabels(rendered)).toEqual(withoutChartLabels(source()));
    });

    test.each([
      "feature-gate",
      "feature_gate",
      "featureGate",
      "feature.gate",
      "FEATURE_GATE",
      ".hidden",
      "2nd",
    ])("%s is changed, and nothing else", async (key) => {
      const objects = await render({ values: { configMaps: { ploverFlags: { data: { [key]: "new" } } } } });
      expect(objects).toEqual(
        withChanges(defaults(), [["ConfigMap bay/plover-flags", ["data", key], "new"]]),
      );
    });

    test("so is each image, and each object has a file of its own", async () => {
      const images = async (flag: string) =>
        listField(
          (await render({ flags: ["--set", flag] }))["DaemonSet bay/plover-flags"],
          ...podSpec,
          "containers",
        ).map((container) => field(container, "image"));
      const [agent, other] = ["registry.example.org/plover/agent", "registry.example.org/plover/other"];
      expect(await images("ploverFlags.image.tag=v2")).toEqual([`${agent}:v2`, `${other}:v1`]);
      expect(await images("ploverFlags.containers.nodeagent2.image.tag=v2")).toEqual([
        `${agent}:v1`,
        `${other}:v2`,
      ]);
      const paths = charts().chartSet.charts[0]?.objects.map(({ templatePath }) => templatePath) ?? [];
      expect(new Set(paths).size).toBe(3);
    });
  });

  describeCase(corpus, "monitoring", ({ charts, render, defaults }) => {
    const monitor = "ServiceMonitor bay/egret";

    test("nothing set: both objects, with the namespace of the release", () => {
      expect(field(defaults()[monitor], "spec", "namespaceSelector", "matchNames")).toEqual(["bay"]);
      expect(field(defaults()[monitor], "spec", "endpoints", 0, "tlsConfig", "serverName")).toBe(
        "egret-metrics.bay.svc",
      );
      const rule = field(defaults()["PrometheusRule bay/egret"], "spec", "groups", 0, "rules", 0);
      expect(field(rule, "expr")).toBe('up{namespace="bay",service="egret-metrics"} == 0');
      expect(field(rule, "annotations", "summary")).toBe(
        "{{ $labels.instance }} of {{ $labels.namespace }} is down",
      );
    });

    test("they are left out, labelled, moved, asked more seldom", async () => {
      const none = await render({ flags: ["--set", "monitoring.enabled=false"] });
      expect(namesOf(none)).toEqual(["Deployment bay/egret", "Service bay/egret-metrics"]);
      const objects = await render({
        flags: [
          "--set",
          "monitoring.labels.release=prometheus,monitoring.interval=2m,monitoring.namespace=watch",
        ],
      });
      const moved = objects["ServiceMonitor watch/egret"];
      expect(field(moved, "metadata", "labels", "release")).toBe("prometheus");
      expect(field(moved, "spec", "endpoints", 0, "interval")).toBe("2m");
      expect(field(moved, "spec", "namespaceSelector", "matchNames")).toEqual(["bay"]);
      expect(namesOf(objects)).toContain("PrometheusRule watch/egret");
    });

    test("on a cluster without their kinds the chart says so before anything is created", () => {
      expect(charts().chartSet.charts[0]?.files.get("templates/preflight.yaml")).toContain(
        "monitoring.coreos.com/v1/ServiceMonitor",
      );
    });
  });

  describeCase(corpus, "references", ({ charts, source, render, defaults }) => {
    test("nothing set: every reference is the source's", async () => {
      expect(withoutChartLabels(await render({ namespace: "wren" }))).toEqual(withoutChartLabels(source()));
    });

    test("the objects from outside are told, and two of them can have another name", async () => {
      const readme = charts().chartSet.charts[0]?.files.get("README.md") ?? "";
      for (const name of ["wren-license", "wren-sandbox", "fast-ssd"])
        expect(readme).toContain(`\`${name}\``);
      const objects = await render({
        flags: ["--set", "secrets.wrenLicense.name=other,storageClasses.fastSsd.name=slow"],
      });
      const at = (...path: readonly (string | number)[]) => [...podSpec, ...path];
      const wren = "Deployment bay/wren";
      expect(objects).toEqual(
        withChanges(defaults(), [
          [wren, at("containers", 0, "envFrom", 2, "secretRef", "name"), "other"],
          [wren, at("volumes", 1, "secret", "secretName"), "other"],
          [wren, at("volumes", 2, "projected", "sources", 1, "secret", "name"), "other"],
          [wren, at("volumes", 4, "csi", "nodePublishSecretRef", "name"), "other"],
          ["PersistentVolumeClaim bay/wren-cache", ["spec", "storageClassName"], "slow"],
        ]),
      );
    });
  });

  describeCase(corpus, "cluster-scope-names", ({ charts, source, render, defaults }) => {
    test("nothing set: the source's names, and the notes say that there can be one release", async () => {
      expect(withoutChartLabels(await render({ namespace: "kelp-system" }))).toEqual(
        withoutChartLabels(source()),
      );
      expect(charts().chartSet.charts[0]?.files.get("templates/NOTES.txt")).toContain(
        "a cluster holds one such release",
      );
    });

    test("RBAC and the priority class are left out, or another one is named", async () => {
      const none = await render({ flags: ["--set", "rbac.create=false"] });
      expect(namesOf(none)).toEqual(namesOf(defaults()).filter((name) => !name.startsWith("ClusterRole")));
      const flags = "priorityClasses.kelpCritical.create=false,kelp.priorityClassName=system-node-critical";
      expect(await render({ flags: ["--set", flags] })).toEqual(
        withChanges(defaults(), [
          ["PriorityClass kelp-critical", [], undefined],
          ["Deployment bay/kelp", [...podSpec, "priorityClassName"], "system-node-critical"],
        ]),
      );
    });
  });
});
