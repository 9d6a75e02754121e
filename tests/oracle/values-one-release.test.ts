// The values of the layouts that put everything into one release, with real Helm: what each changes of what the subchart of
// the CRDs and the hooks render.
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { field } from "../../src/kubernetes/object.ts";
import { anvilOperator } from "../emit/anvil-operator.ts";
import { writeTree } from "../support/golden.ts";
import { describeWithEachHelm } from "../support/helm.ts";
import {
  type CompiledCharts,
  compileCharts,
  type Objects,
  objectsOf,
  renderChart,
} from "./rendered-charts.ts";

const conversion = `  conversion:
    strategy: Webhook
    webhook:
      conversionReviewVersions: [v1]
      clientConfig: {service: {name: anvil, namespace: anvil}}
`;
const source = anvilOperator().replace("  scope: Namespaced\n", `  scope: Namespaced\n${conversion}`);

const namesOf = (objects: Objects) => Object.keys(objects).sort();
const hooks = (objects: Objects) =>
  namesOf(objects).filter((name) => field(objects[name], "metadata", "annotations", "helm.sh/hook"));
const eventsOf = (objects: Objects, name: string) =>
  field(objects[name], "metadata", "annotations", "helm.sh/hook");
const podOf = (objects: Objects, job: string) => field(objects[job], "spec", "template", "spec");

describeWithEachHelm("one release", (helm) => {
  describe("single", () => {
    let charts: CompiledCharts;
    const render = (namespace = "anvil", ...flags: readonly string[]) =>
      renderChart(helm, charts, { chart: "anvil", namespace, flags: ["--include-crds", ...flags] });
    const job = "Job anvil/probe-anvil-crds-upgrade";
    const copy = "ConfigMap anvil/probe-anvil-crds-upgrade-anvils.anvil.example.org";

    beforeAll(() => {
      charts = compileCharts(source, { name: "anvil", layout: "single" });
    });
    afterAll(() => charts.remove());

    test("in its own namespace the hook runs before upgrades alone, with the CRD as it is", async () => {
      const objects = await render();
      expect(eventsOf(objects, job)).toBe("pre-upgrade");
      const [text = ""] = Object.values(field(objects[copy], "data") ?? {});
      expect(objectsOf(String(text))).toEqual({
        "CustomResourceDefinition anvils.anvil.example.org":
          objects["CustomResourceDefinition anvils.anvil.example.org"],
      });
    });

    test.each([
      { name: "of the release", namespace: "smithy", flags: [] },
      { name: "of a value", namespace: "anvil", flags: ["--set=crds.namespaceOverride=smithy"] },
    ])("in another namespace, $name, it runs before the install too, and its copy follows", async (given) => {
      const objects = await render(given.namespace, ...given.flags);
      const other = (name: string) => name.replace(" anvil/", " smithy/");
      expect(eventsOf(objects, other(job))).toBe("pre-upgrade,pre-install");
      const [text = ""] = Object.values(field(objects[other(copy)], "data") ?? {});
      const applied = objectsOf(String(text))["CustomResourceDefinition anvils.anvil.example.org"];
      const path = ["spec", "conversion", "webhook", "clientConfig", "service", "namespace"] as const;
      expect(field(applied, ...path)).toBe("smithy");
      // Helm does not render the file.
      expect(field(objects["CustomResourceDefinition anvils.anvil.example.org"], ...path)).toBe("anvil");
    });

    test("crds.enabled=false leaves out the CRDs and their hooks, and nothing else", async () => {
      const all = await render();
      const without = await render("anvil", "--set=crds.enabled=false");
      const gone = namesOf(all).filter((name) => !(name in without));
      expect(gone).toEqual(
        namesOf(all).filter((name) => /CustomResourceDefinition|-crds-upgrade/.test(name)),
      );
      for (const name of namesOf(without)) expect(without[name]).toEqual(all[name]);
    });

    test("crds.upgrade.enabled=false leaves out the hooks alone", async () => {
      const objects = await render("anvil", "--set=crds.upgrade.enabled=false");
      expect(namesOf(objects).filter((name) => name.includes("-crds-"))).toEqual([]);
      expect(namesOf(objects).filter((name) => name.startsWith("CustomResource"))).toHaveLength(2);
    });

    test("crds.remove.enabled=true adds the Jobs that look and remove, force the removal alone", async () => {
      const jobs = async (...flags: readonly string[]) =>
        hooks(await render("anvil", ...flags)).filter((name) => /^Job .*-crds-(check|remove)$/.test(name));
      expect(await jobs()).toEqual([]);
      const check = "Job anvil/probe-anvil-crds-check";
      const remove = "Job anvil/probe-anvil-crds-remove";
      expect(await jobs("--set=crds.remove.enabled=true")).toEqual([check, remove]);
      const forced = ["--set=crds.remove.enabled=true", "--set=crds.remove.force=true"];
      expect(await jobs(...forced)).toEqual([remove]);
    });

    test("registry, pull secrets, tolerations and labels reach the subchart", async () => {
      const objects = await render(
        "anvil",
        "--set=global.imageRegistry=registry.local:5000/mirror",
        "--set=global.imagePullSecrets[0].name=pull",
        "--set=crds.tolerations[0].operator=Exists",
        "--set=crds.commonLabels.team=smiths",
        "--set=crds.image.tag=v1.35.0",
      );
      expect(podOf(objects, job)).toMatchObject({
        containers: [{ image: "registry.local:5000/mirror/kubectl:v1.35.0" }],
        imagePullSecrets: [{ name: "pull" }],
        tolerations: [{ operator: "Exists" }],
      });
      expect(field(objects[job], "metadata", "labels", "team")).toBe("smiths");
    });

    test("a wrong type and an unknown key below crds are refused with their path", async () => {
      await expect(render("anvil", "--set=crds.upgrade.enabled=maybe")).rejects.toThrow(
        /crds.upgrade.enabled/,
      );
      await expect(render("anvil", "--set=crds.upgraed.enabled=true")).rejects.toThrow(/upgraed/);
    });

    test("in an umbrella, under another name, it has its CRDs and hooks as well", async () => {
      const umbrella = {
        "Chart.yaml": `apiVersion: v2
name: forge
version: 0.0.1
dependencies:
  - {name: anvil, version: ">=0-0", alias: hammer, condition: hammer.enabled}
`,
        "values.yaml": "global: {imageRegistry: registry.local}\nhammer: {enabled: true}\n",
      };
      const [chart] = charts.chartSet.charts;
      const files = new Map([
        ...Object.entries(umbrella),
        ...[...(chart?.files ?? [])].map(([path, text]): [string, string] => [`charts/anvil/${path}`, text]),
      ]);
      writeTree(join(charts.folder, "forge"), files);
      const objects = await renderChart(helm, charts, {
        chart: "forge",
        namespace: "anvil",
        flags: ["--include-crds"],
      });
      expect(namesOf(objects)).toContain("CustomResourceDefinition anvils.anvil.example.org");
      expect(podOf(objects, job)).toMatchObject({
        containers: [{ image: "registry.local/kubectl:v1.34.4" }],
      });
      const off = await renderChart(helm, charts, {
        chart: "forge",
        namespace: "anvil",
        flags: ["--include-crds", "--set=hammer.crds.enabled=false"],
      });
      expect(namesOf(off).filter((name) => name.startsWith("CustomResource"))).toEqual([]);
    });

    test("braces of a CRD are what they are, in its file and in its copy", async () => {
      const braces = source.replace("in kilos", "in {{ .Values.kilos }} or { {{ braces");
      expect(braces).not.toBe(source);
      const own = compileCharts(braces, { name: "anvil", layout: "single" });
      try {
        const objects = await renderChart(helm, own, {
          chart: "anvil",
          namespace: "smithy",
          flags: ["--include-crds"],
        });
        const file = JSON.stringify(objects["CustomResourceDefinition anvils.anvil.example.org"]);
        const [text = ""] = Object.values(field(objects[copy.replace(" anvil/", " smithy/")], "data") ?? {});
        expect(file).toContain("in {{ .Values.kilos }} or { {{ braces");
        expect(text).toContain("in {{ .Values.kilos }} or { {{ braces");
      } finally {
        own.remove();
      }
    });
  });

  describe("post-install-cr", () => {
    let charts: CompiledCharts;
    const render = (...flags: readonly string[]) =>
      renderChart(helm, charts, { chart: "anvil", namespace: "anvil", flags });
    const configMap = "ConfigMap anvil/probe-anvil-apply";
    const applied = (objects: Objects) => {
      const [text = ""] = Object.values(field(objects[configMap], "data") ?? {});
      return objectsOf(String(text))["Anvil anvil/main"];
    };

    beforeAll(() => {
      charts = compileCharts(source, { name: "anvil", layout: "post-install-cr" });
    });
    afterAll(() => charts.remove());

    test("values change the custom resource in its ConfigMap, and no value changes its kind", async () => {
      expect(field(applied(await render()), "spec")).toEqual({ weight: 1 });
      const values = ["--set=anvil.weight=7", "--set=customResource.labels.team=smiths"];
      const changed = applied(await render(...values));
      expect(field(changed, "spec")).toEqual({ weight: 7 });
      expect(field(changed, "metadata", "labels", "team")).toBe("smiths");
      const quoted = `--set-string=anvil.notes[0].text=a: "b"\\, |\n  {{ c }}`;
      expect(field(applied(await render(quoted)), "spec", "notes")).toEqual([
        { text: 'a: "b", |\n  {{ c }}' },
      ]);
      await expect(render("--set=anvil.weight=much")).rejects.toThrow(/anvil.weight/);
    });

    test("customResource.create=false leaves out the Job that applies; the guard stays for what others make", async () => {
      const objects = await render("--set=customResource.create=false");
      expect(namesOf(objects).filter((name) => /-apply$|-uninstall$/.test(name))).toEqual([
        "ConfigMap anvil/probe-anvil-uninstall",
        "ValidatingAdmissionPolicy anvil-probe-anvil-uninstall",
        "ValidatingAdmissionPolicyBinding anvil-probe-anvil-uninstall",
      ]);
    });

    test("conflicts are the chart's to win only when a value says so", async () => {
      const args = async (...flags: readonly string[]) =>
        field(podOf(await render(...flags), "Job anvil/probe-anvil-apply"), "containers", 0, "args");
      expect(await args()).toContain("--force-conflicts=false");
      expect(await args("--set=apply.forceConflicts=true")).toContain("--force-conflicts=true");
    });
  });
});
