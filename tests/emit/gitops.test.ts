// The value `gitops` and the examples for Argo CD and Flux: nothing of it in a default rendering, and with it what
// Argo CD's documentation asks for.
import { describe, expect, test } from "vitest";
import type { Json } from "../../src/kubernetes/object.ts";
import { listField, objectField, stringField } from "../../src/kubernetes/object.ts";
import { parseDocument } from "../../src/yaml/document.ts";
import { describeWithEachHelm } from "../support/helm.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { type AnvilOptions, anvilOperator } from "./anvil-operator.ts";
import { compileText, fileOf, writeCharts } from "./compiled-charts.ts";

/** The documents of a stream of YAML. */
function documentsIn(stream: string): readonly Json[] {
  return stream
    .split(/^---.*\n/m)
    .filter((text) => text.replace(/^#.*$/gm, "").trim() !== "")
    .map((text) => {
      const parsed = parseDocument(text);
      if (!parsed.ok) throw new Error(text);
      return parsed.document.data as Json;
    });
}

/** The examples of docs/gitops.md, in the order in which they stand there. */
function examplesIn(text: string): readonly Json[] {
  return [...text.matchAll(/^```yaml\n([\s\S]*?)\n```$/gm)].flatMap(([, example = ""]) =>
    documentsIn(example),
  );
}

function named(documents: readonly Json[]): readonly string[] {
  return documents.map(
    (document) => `${stringField(document, "kind")} ${stringField(document, "metadata", "name")}`,
  );
}

describeWithEachHelm("a chart with gitops", (helm) => {
  const render = async (layout: string, chart: string, flags: readonly string[]) => {
    const folder = temporaryFolder();
    writeCharts(compileText(anvilOperator(), { name: "anvil", layout }), folder);
    const { status, stdout, stderr } = await helm.template([chart, chart, ...flags], { cwd: folder });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    return documentsIn(stdout);
  };
  const annotationsOf = (documents: readonly Json[], kind: string) =>
    documents
      .filter((document) => stringField(document, "kind") === kind)
      .map((document) => objectField(document, "metadata", "annotations"));
  const wave = "argocd.argoproj.io/sync-wave";
  const options = "argocd.argoproj.io/sync-options";

  test("says nothing to Argo CD by default", async () => {
    const documents = await render("one-chart", "anvil", ["--set=customResource.create=true"]);
    expect(JSON.stringify(documents)).not.toContain("argocd.argoproj.io");
  });

  test("orders CRDs, operator and CR, and keeps the CRDs as Helm does", async () => {
    const flags = ["--set=customResource.create=true,gitops=true"];
    const documents = await render("one-chart", "anvil", flags);
    const crd = { [wave]: "-1", [options]: "Prune=false,Delete=false,ServerSideApply=true" };
    const kept = { ...crd, "helm.sh/resource-policy": "keep" };
    expect(annotationsOf(documents, "CustomResourceDefinition")).toEqual([kept, kept]);
    expect(annotationsOf(documents, "Anvil")).toEqual([{ [wave]: "1" }]);
    expect(annotationsOf(documents, "Deployment")).toEqual([{}]);
    const loose = await render("one-chart", "anvil", [...flags, "--set=crds.keep=false"]);
    expect(annotationsOf(loose, "CustomResourceDefinition")).toEqual(
      Array(2).fill({ [wave]: "-1", [options]: "ServerSideApply=true" }),
    );
  });

  test.each(["job", "guard"])("leaves out the uninstall by %s, and every object twice", async (strategy) => {
    const flags = ["--set=customResource.create=true", `--set=uninstall.strategy=${strategy}`];
    const without = named(await render("one-chart", "anvil", [...flags, "--set=gitops=true"]));
    const withHooks = named(await render("one-chart", "anvil", flags));
    expect(without.filter((name) => name.includes("uninstall"))).toEqual([]);
    expect(new Set(without).size).toBe(without.length);
    expect(
      withHooks.filter((name) => !without.includes(name)).every((name) => name.includes("uninstall")),
    ).toBe(true);
    expect(withHooks.length).toBeGreaterThan(without.length);
  });

  test("the user's own annotations come before", async () => {
    const documents = await render("crds-and-main", "anvil", [
      "--set=gitops=true",
      `--set-string=customResource.annotations.argocd\\.argoproj\\.io/sync-wave=7`,
    ]);
    expect(annotationsOf(documents, "Anvil")).toEqual([{ [wave]: "7" }]);
  });
});

describe("docs/gitops.md", () => {
  const exampleOf = (layout: string, chart: string, options: AnvilOptions = {}) =>
    examplesIn(
      fileOf(
        compileText(anvilOperator(options), { name: "anvil", layout, chart: { version: "1.2.0+x" } }),
        chart,
        "docs/gitops.md",
      ),
    );

  test("the first chart brings the namespace, the next waits for it", () => {
    const labels = { namespaceLabels: "  labels: {team: smiths}\n" };
    const first = exampleOf("crds-and-main", "anvil-crd", labels);
    expect(named(first)).toEqual([
      "Application anvil-crd",
      "Namespace anvil",
      "OCIRepository anvil-crd",
      "HelmRelease anvil-crd",
    ]);
    expect(objectField(first[0], "spec", "syncPolicy")).toMatchObject({
      managedNamespaceMetadata: { labels: { team: "smiths" } },
      syncOptions: ["CreateNamespace=true"],
    });
    expect(objectField(first[1], "metadata", "labels")).toEqual({ team: "smiths" });
    const second = exampleOf("crds-and-main", "anvil", labels);
    expect(named(second)).toEqual(["Application anvil", "OCIRepository anvil", "HelmRelease anvil"]);
    expect(objectField(second[0], "metadata", "annotations")).toEqual({
      "argocd.argoproj.io/sync-wave": "1",
    });
    expect(objectField(second[0], "spec", "syncPolicy")["syncOptions"]).toBeUndefined();
    expect(listField(second[2], "spec", "dependsOn")).toEqual([{ name: "anvil-crd" }]);
  });

  test("with waves the CR needs no second step; a tag has no plus sign", () => {
    const [application, , repository] = exampleOf("one-chart", "anvil");
    expect(objectField(application, "spec", "source")).toMatchObject({
      targetRevision: "1.2.0+x",
      helm: { releaseName: "anvil", valuesObject: { gitops: true, customResource: { create: true } } },
    });
    expect(stringField(repository, "spec", "ref", "tag")).toBe("1.2.0_x");
  });

  test("a chart without CRDs and CR has no such value", () => {
    const plain = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: quay}\n";
    const set = compileText(plain, { name: "quay" });
    const [application] = examplesIn(fileOf(set, "quay", "docs/gitops.md"));
    expect(objectField(application, "spec", "source", "helm")).toEqual({ releaseName: "quay" });
    expect(fileOf(set, "quay", "values.yaml")).not.toContain("gitops");
  });
});
