// What charts of CRDs, of their custom resources and of one release do, and what is read of a stream, on the inputs of the
// shared folder: one suite for a folder of cases/, whose EXPECT.md says it in words.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { compile } from "../../src/compile.ts";
import { renderDiagnostic } from "../../src/diagnostics/render.ts";
import { field, listField, objectField } from "../../src/kubernetes/object.ts";
import { layoutNames } from "../../src/project/project.ts";
import { verify } from "../../src/verify/verify.ts";
import { describeWithCorpus } from "../support/corpus.ts";
import { writeTree } from "../support/golden.ts";
import { describeWithEachHelm } from "../support/helm.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { describeCase, namesOf, withoutChartLabels } from "./case-chart.ts";
import { type Objects, objectsOf, renderChart, withChanges } from "./rendered-charts.ts";

const podSpec = ["spec", "template", "spec"];

function ofKind(objects: Objects, kind: string): readonly string[] {
  return namesOf(objects).filter((name) => name.startsWith(`${kind} `));
}

describeWithCorpus("charts of small operators", (corpus) => {
  describeCase(corpus, "values-schema", ({ charts, render, defaults }, helm) => {
    const kiln = "Kiln bay/kiln";

    test.each([
      { flags: ["--set", "kiln.fuel=coal"], says: /kiln[./]fuel/ },
      { flags: ["--set", "kiln.heat=2000"], says: /kiln[./]heat/ },
      { flags: ["--set-string", "kiln.heat=900"], says: /kiln[./]heat/ },
      { flags: ["--set", "kiln.feul=gas"], says: /feul/ },
    ])("$flags is refused, by its path", async ({ flags, says }) => {
      await expect(render({ flags })).rejects.toThrow(says);
    });

    test.each([
      { values: { door: 3 }, path: ["door"], value: 3 },
      { values: { door: "50%" }, path: ["door"], value: "50%" },
      { values: { glaze: { any: "x" } }, path: ["glaze", "any"], value: "x" },
      { values: { extra: { any: [1, { b: true }] } }, path: ["extra"], value: { any: [1, { b: true }] } },
      { values: { heat: null }, path: ["heat"], value: undefined },
      { values: { door: null }, path: ["door"], value: undefined },
      { values: { glaze: null }, path: ["glaze"], value: undefined },
      { values: { note: null }, path: ["note"], value: undefined },
    ])("$values is accepted", async ({ values, path, value }) => {
      const objects = await render({ values: { kiln: values } });
      expect(field(objects[kiln], "spec", ...path)).toEqual(value);
      expect(objects).toEqual(
        value === undefined && field(defaults()[kiln], "spec", ...path) === undefined
          ? defaults()
          : withChanges(defaults(), [[kiln, ["spec", ...path], value]]),
      );
    });

    test("what the CRD requires may be left out where the CRD has a default for it", async () => {
      expect(await render({ values: { kiln: { fuel: null } } })).toEqual(
        withChanges(defaults(), [[kiln, ["spec", "fuel"], undefined]]),
      );
      const objects = await render({ values: { kiln: null, customResource: { create: false } } });
      expect(namesOf(objects)).not.toContain(kiln);
    });

    test("it holds in a chart of charts with global values", async () => {
      const folder = temporaryFolder();
      const chart = charts().chartSet.charts.find(({ plan }) => plan.name === "quay");
      const parent = new Map([
        [
          "Chart.yaml",
          'apiVersion: v2\nname: parent\nversion: 1.0.0\ndependencies: [{name: quay, alias: clay, version: "*", condition: clay.enabled}]\n',
        ],
        ["values.yaml", "global: {any: {thing: 1}}\nclay: {enabled: true}\n"],
        ...Array.from(chart?.files ?? [], ([path, text]) => [`charts/quay/${path}`, text] as const),
      ]);
      writeTree(folder, parent);
      const result = await helm.template(["probe", folder, "--namespace", "bay"]);
      expect(result.stderr).toBe("");
      const named = namesOf(defaults()).map((name) => name.replace("probe-quay", "probe-clay"));
      expect(namesOf(objectsOf(result.stdout))).toEqual(named);
      const off = await helm.template(["probe", folder, "--set", "clay.enabled=false"]);
      expect(off.stdout.trim()).toBe("");
    });
  });

  describeCase(corpus, "namespace-text", ({ source, render, defaults }) => {
    const move = (text: string) => text.replaceAll(/(?<!\/etc\/)tidewater-system(?!s)/g, "bay");

    test("every place of the namespace follows, and no other word", async () => {
      expect(withoutChartLabels(defaults())).toEqual(
        withoutChartLabels(JSON.parse(move(JSON.stringify(source())))),
      );
      expect(JSON.stringify(defaults())).toContain("/etc/tidewater-system/config.yaml");
      const home = await render({ namespace: "tidewater-system" });
      expect(withoutChartLabels(home)).toEqual(withoutChartLabels(source()));
    });

    test("each text that changes is told", () => {
      const text = readFileSync(corpus.path("cases/namespace-text/input.yaml"), "utf8");
      const said = compile([{ name: "input.yaml", text }], { name: "quay" }).diagnostics.filter(
        ({ code }) => code === "transform/namespace-in-text",
      );
      const lines = new Set(said.map(({ position }) => position?.text.trim()));
      expect([...lines].toSorted()).toEqual(
        [
          '- {kind: User, apiGroup: rbac.authorization.k8s.io, name: "system:serviceaccount:tidewater-system:tidewater"}',
          '- {name: AUDIENCE, value: "system:serviceaccount:tidewater-system:tidewater"}',
          '- {name: NO_PROXY, value: "10.0.0.0/8,.tidewater-system.svc,.svc"}',
          "- --leader-election-namespace=tidewater-system",
          "- --metrics-url=https://tidewater-metrics.tidewater-system.svc.cluster.local:8443/metrics",
          "- --watch=tidewater-system,harbour",
          "resourceNamespace: tidewater-system",
          "tidewater.example.org/home: tidewater-system/tidewater-manager",
          "webhook: https://tidewater-webhook.tidewater-system.svc:443",
        ].toSorted(),
      );
    });
  });

  describeCase(corpus, "conversion-webhook", ({ render, defaults }) => {
    const crd = "CustomResourceDefinition lanterns.light.example.org";

    test("all that belongs together is in the release's namespace", () => {
      expect(field(defaults()[crd], "spec", "conversion", "webhook", "clientConfig", "service")).toEqual({
        name: "lantern-webhook-service",
        namespace: "bay",
        path: "/convert",
      });
      expect(field(defaults()[crd], "metadata", "annotations", "cert-manager.io/inject-ca-from")).toBe(
        "bay/lantern-serving-cert",
      );
      expect(field(defaults()["Certificate bay/lantern-serving-cert"], "spec", "dnsNames")).toEqual([
        "lantern-webhook-service.bay.svc",
        "lantern-webhook-service.bay.svc.cluster.local",
      ]);
      expect(namesOf(defaults())).toEqual(
        expect.arrayContaining(["Issuer bay/lantern-selfsigned", "Service bay/lantern-webhook-service"]),
      );
    });

    test("without cert-manager nothing of it is there", async () => {
      const manual = await render({ flags: ["--set", "certificates.mode=manual"] });
      expect(JSON.stringify(manual)).not.toContain("cert-manager");
      expect(ofKind(manual, "Certificate")).toEqual([]);
    });
  });

  describeCase(
    corpus,
    "conversion-webhook",
    ({ charts, defaults }, helm) => {
      test("in charts of their own the CRDs name the operator's service, or the one of a value", async () => {
        const crd = "CustomResourceDefinition lanterns.light.example.org";
        const serviceOf = (objects: Objects) =>
          field(objects[crd], "spec", "conversion", "webhook", "clientConfig", "service");
        const chart = "quay-crd";
        const service = { name: "lantern-webhook-service", namespace: "bay", path: "/convert" };
        expect(serviceOf(await renderChart(helm, charts(), { chart }))).toEqual(service);
        expect(namesOf(defaults())).toContain("Service bay/lantern-webhook-service");
        const flags = ["--set", "crds.conversion.service=other,namespaceOverride=roads"];
        expect(serviceOf(await renderChart(helm, charts(), { chart, flags }))).toEqual({
          ...service,
          name: "other",
          namespace: "roads",
        });
      });
    },
    { layout: "crds-and-main" },
  );

  describeCase(corpus, "cr-with-crd", ({ source, render, defaults }) => {
    test("the custom resource waits for its webhook, and then is the source's, of values", async () => {
      expect(namesOf(defaults())).not.toContain("Orchard default");
      const objects = await render({ flags: ["--set", "customResource.create=true,orchard.trees=41"] });
      expect(field(objects["Orchard default"], "spec")).toEqual({
        ...objectField(source()["Orchard default"], "spec"),
        trees: 41,
      });
    });
  });

  describeCase(
    corpus,
    "crd-lifecycle",
    ({ charts, source, defaults }, helm) => {
      const crd = "CustomResourceDefinition anvils.forge.example.org";

      test("the CRD is a template that is kept, with what Helm needs to own it", async () => {
        const chart = "quay-crd";
        const objects = await renderChart(helm, charts(), { chart });
        expect(field(objects[crd], "spec")).toEqual(field(source()[crd], "spec"));
        expect(field(objects[crd], "metadata", "annotations")).toEqual({ "helm.sh/resource-policy": "keep" });
        expect(field(objects[crd], "metadata", "labels", "app.kubernetes.io/managed-by")).toBe("Helm");
        const none = await renderChart(helm, charts(), { chart, flags: ["--set", "crds.enabled=false"] });
        expect(none).toEqual({});
        expect(ofKind(defaults(), "CustomResourceDefinition")).toEqual([]);
        const readme = charts().chartSet.charts.at(-1)?.files.get("README.md") ?? "";
        expect(readme.indexOf("helm install quay-crd ")).toBeLessThan(readme.indexOf("helm install quay "));
        expect(readme).toContain("--take-ownership");
      });
    },
    { layout: "crds-and-main" },
  );

  describeCase(corpus, "uninstall-order", ({ charts, render }) => {
    test("hooks may touch reefs alone, can be tried again, and are what values say", async () => {
      const objects = await render({
        flags: [
          "--set=uninstall.image.registry=mirror.local,uninstall.timeout=9m,global.imagePullSecrets[0].name=pull",
          "--set=uninstall.tolerations[0].operator=Exists",
        ],
      });
      const hooks = Object.values(objects).filter((object) =>
        String(field(object, "metadata", "annotations", "helm.sh/hook") ?? "").includes("pre-delete"),
      );
      expect(hooks.map(({ kind }) => kind)).toEqual(
        expect.arrayContaining(["Job", "ServiceAccount", "Role"]),
      );
      for (const hook of hooks)
        expect(field(hook, "metadata", "annotations", "helm.sh/hook-delete-policy")).toContain(
          "before-hook-creation",
        );
      const resources = hooks.flatMap((hook) =>
        listField(hook, "rules").flatMap((rule) =>
          listField(rule, "verbs").includes("delete") ? listField(rule, "resources") : [],
        ),
      );
      expect(new Set(resources)).toEqual(new Set(["reefs"]));
      const job = hooks.find(({ kind }) => kind === "Job");
      expect(JSON.stringify(job)).toContain('"image":"mirror.local/');
      expect(field(job, ...podSpec, "imagePullSecrets")).toEqual([{ name: "pull" }]);
      expect(field(job, ...podSpec, "tolerations")).toEqual([{ operator: "Exists" }]);
    });

    test("they are switched off, and the README says what to delete by hand", async () => {
      const none = await render({ flags: ["--set", "uninstall.strategy=none"] });
      expect(ofKind(none, "Job")).toEqual([]);
      const objects = await render({ flags: ["--set", "gitops=true"] });
      const events = Object.values(objects).map((object) =>
        field(object, "metadata", "annotations", "helm.sh/hook"),
      );
      expect(events.filter((event) => event !== undefined)).toEqual([]);
      expect(charts().chartSet.charts.at(-1)?.files.get("README.md")).toContain(
        "kubectl delete reefs.sea.example.org",
      );
    });
  });

  describe("template-text", () => {
    test.each(layoutNames)("as %s the CRD keeps its braces", async (layout) => {
      const text = readFileSync(corpus.path("cases/template-text/input.yaml"), "utf8");
      const { chartSet, diagnostics } = compile([{ name: "input.yaml", text }], { name: "quay", layout });
      if (!chartSet) {
        // A layout that needs what this input lacks says so.
        expect(diagnostics.map(renderDiagnostic).join("\n")).toMatch(/error: /);
        return;
      }
      const crd = "CustomResourceDefinition postcards.mail.orchid.example.org";
      for (const { files } of chartSet.charts)
        for (const [path, content] of files)
          if (/^(?:charts\/crds\/)?crds\//.test(path))
            expect(field(objectsOf(content)[crd], "spec")).toEqual(field(objectsOf(text)[crd], "spec"));
    });
  });

  describeCase(corpus, "template-text", ({ charts, source, defaults }, helm) => {
    test("the rendered CRD is the source's, and lint finds nothing", async () => {
      const crd = "CustomResourceDefinition postcards.mail.orchid.example.org";
      expect(field(defaults()[crd], "spec")).toEqual(field(source()[crd], "spec"));
      const lint = await helm.lint([join(charts().folder, "quay"), "--strict"]);
      expect(lint.status, lint.stdout).toBe(0);
    });
  });

  describe("input-stream", () => {
    const text = () => readFileSync(corpus.path("cases/input-stream/input.yaml"), "utf8");

    test("five objects are found, whole", () => {
      const { chartSet } = compile([{ name: "input.yaml", text: text() }], { name: "quay" });
      const objects = chartSet?.plan.operator.manifests ?? [];
      expect(objects.map(({ object, reference }) => `${object.kind} ${reference.name}`)).toEqual([
        "ServiceAccount dunlin",
        "ConfigMap dunlin-a",
        "ConfigMap dunlin-b",
        "Service dunlin",
        "Unheard dunlin-extra",
      ]);
      expect(objects[1]?.object["data"]).toEqual({ color: "grey", notes: "---\nnot a new document\n" });
      expect(objects[2]?.object["data"]).toEqual(objects[1]?.object["data"]);
      expect(objects[4]?.object["anything"]).toEqual([1, { two: 3 }]);
    });

    test("of a copy that is cut off anywhere, all documents but the last are whole", () => {
      const objectsIn = (stream: string) =>
        compile([{ name: "input.yaml", text: stream }], { name: "quay" }).chartSet?.plan.operator.manifests ??
        [];
      const known = objectsIn(text()).map(({ object }) => object);
      const lengths = Array.from({ length: Math.floor(text().length / 7) }, (_, index) => 7 * index + 1);
      for (const length of lengths) {
        const whole = objectsIn(text().slice(0, length)).slice(0, -1);
        expect(known, String(length)).toEqual(expect.arrayContaining(whole.map(({ object }) => object)));
      }
    });
  });

  describeWithEachHelm("every case", (helm) => {
    const folders = corpus.list("cases").filter((name) => !name.endsWith(".md"));
    test.each(folders.length > 0 ? folders : ["none"])("%s is proven", async (name) => {
      const text = readFileSync(corpus.path(`cases/${name}/input.yaml`), "utf8");
      const { chartSet, diagnostics } = compile([{ name: "input.yaml", text }], { name });
      if (!chartSet) throw new Error(diagnostics.map(renderDiagnostic).join("\n"));
      const { summary, checks, objects } = await verify(chartSet, { helms: [helm.path] });
      expect([...checks, ...objects].flatMap(({ findings }) => findings)).toEqual([]);
      expect(summary.passed).toBe(true);
    });
  });
});
