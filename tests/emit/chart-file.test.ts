// Chart.yaml and .helmignore: what Helm and other YAML readers make of them.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { withPrereleases } from "../../src/emit/chart-file.ts";
import { helmignore } from "../../src/emit/helmignore.ts";
import type { ChartMetadata } from "../../src/plan/chart-plan.ts";
import { parseDocument } from "../../src/yaml/document.ts";
import { describeWithEachHelm } from "../support/helm.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { anvilOperator } from "./anvil-operator.ts";
import { compileText, fileOf, writeCharts } from "./compiled-charts.ts";

const hostile: Partial<ChartMetadata> = {
  version: "1.10.0",
  appVersion: "1.10",
  kubeVersion: ">=1.30",
  description: 'On: "yes"\n  # not a comment, {{ .Values.x }} \u0007\u2028end',
  home: "https://example.org/#anchor",
  icon: "https://example.org/icon.svg",
  sources: ["https://example.org/a: b"],
  keywords: ["on", "1e3"],
  maintainers: [
    { name: "null", email: "null@example.org", url: "https://example.org/~null" },
    { name: "O'Hara: x" },
  ],
};

function parseOf(text: string): unknown {
  const result = parseDocument(text);
  return result.ok ? result.document.data : result.fault.message;
}

describe("Chart.yaml", () => {
  test("of a main chart says what the project says, and names the operator's images", () => {
    const set = compileText(anvilOperator(), {
      name: "anvil",
      chart: { version: "1.2.3", description: "Anvils." },
    });
    expect(fileOf(set, "anvil", "Chart.yaml")).toBe(`apiVersion: v2
name: anvil
description: Anvils.
type: application
version: "1.2.3"
appVersion: "v1.0.0"
kubeVersion: ">=1.25.0-0"
annotations:
  artifacthub.io/operator: "true"
  artifacthub.io/images: |
    - name: operator
      image: registry.example.org/anvil/operator:v1.0.0
  chartwright/layout: "crds-and-main"
  chartwright/namespace: "anvil"
`);
  });

  test("of a chart of CRDs lists them, and depends on no other chart", () => {
    const set = compileText(anvilOperator(), {
      name: "anvil",
      chart: { version: "1.2.3", description: "Anvils." },
    });
    expect(fileOf(set, "anvil-crd", "Chart.yaml")).toBe(`apiVersion: v2
name: anvil-crd
description: "Custom resource definitions for anvil: Anvils."
type: application
version: "1.2.3"
appVersion: "v1.0.0"
kubeVersion: ">=1.25.0-0"
annotations:
  artifacthub.io/operator: "true"
  artifacthub.io/crds: |
    - kind: Anvil
      version: v1
      name: anvils.anvil.example.org
      displayName: Anvil
      description: Anvil of anvil
    - kind: Forge
      version: v1
      name: forges.anvil.example.org
      displayName: Forge
      description: Forge of anvil
  artifacthub.io/crdsExamples: |
    - apiVersion: anvil.example.org/v1
      kind: Anvil
      metadata:
        name: main
        namespace: anvil
      spec:
        weight: 1
  chartwright/layout: "crds-and-main"
  chartwright/namespace: "anvil"
`);
  });

  test("keeps every word as it is, whatever YAML makes of such words", () => {
    const set = compileText(anvilOperator(), { name: "anvil", chart: hostile });
    expect(parseOf(fileOf(set, "anvil", "Chart.yaml"))).toMatchObject({
      version: "1.10.0",
      appVersion: "1.10",
      kubeVersion: ">=1.30.0-0",
      description: 'On: "yes" # not a comment, {{ .Values.x }} \u0007 end',
      home: hostile.home,
      icon: hostile.icon,
      sources: hostile.sources,
      keywords: hostile.keywords,
      maintainers: hostile.maintainers,
    });
  });

  test("names images of environment variables and arguments too, each once", () => {
    const deployment = anvilOperator()
      .split("---\n")
      .find((document) => document.includes("kind: Deployment"))
      ?.concat(
        "        args: [--agent=registry.example.org/anvil/agent:v1, plain, --retries=3]\n",
        "        env:\n        - {name: A, value: 'registry.example.org/anvil/operator:v1.0.0'}\n",
        "        - {name: B, valueFrom: {fieldRef: {fieldPath: metadata.name}}}\n",
        "        - {name: C, value: 'registry.example.org/anvil/helper@sha256:0123456789012345678901234567890123456789012345678901234567890123'}\n",
      );
    const set = compileText(anvilOperator({ deployment: deployment ?? "" }), { name: "anvil" });
    const chart = parseOf(fileOf(set, "anvil", "Chart.yaml")) as { annotations: Record<string, string> };
    expect(parseOf(chart.annotations["artifacthub.io/images"] ?? "")).toMatchObject([
      { name: "operator" },
      { name: "helper" },
      { name: "agent", image: "registry.example.org/anvil/agent:v1" },
    ]);
  });
});

describe("kubeVersion", () => {
  test.each([
    { given: ">=1.30.0", expected: ">=1.30.0-0" },
    { given: ">=1.30", expected: ">=1.30.0-0" },
    { given: ">= v1.30", expected: ">= v1.30.0-0" },
    { given: ">=1.30.0-0", expected: ">=1.30.0-0" },
    { given: ">=1.28 <1.40", expected: ">=1.28.0-0 <1.40" },
    { given: "^1.28.1 || ~1.20", expected: "^1.28.1-0 || ~1.20.0-0" },
    { given: ">=1.28.0-alpha.1", expected: ">=1.28.0-alpha.1" },
    { given: "1.30.x", expected: "1.30.x" },
    { given: ">=1.30.x", expected: ">=1.30.x" },
  ])("$given becomes $expected, so that vendors' versions pass", ({ given, expected }) => {
    expect(withPrereleases(given)).toBe(expected);
  });
});

describe(".helmignore", () => {
  test("has none of the patterns that Helm does not know or that hide the chart itself", () => {
    const patterns = helmignore()
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#"));
    expect(patterns.filter((pattern) => pattern.includes("**") || pattern.startsWith("!"))).toEqual([]);
    expect(patterns).toContain("docs/");
  });
});

describeWithEachHelm("Helm takes the chart", (helm) => {
  test("with hostile metadata, and leaves docs/ out of the package", async () => {
    const folder = temporaryFolder();
    writeCharts(compileText(anvilOperator(), { name: "anvil", chart: hostile }), folder);
    const shown = await helm.run(["show", "chart", "anvil"], { cwd: folder });
    expect(shown).toMatchObject({ status: 0, stderr: "" });
    expect(parseOf(shown.stdout)).toMatchObject({
      appVersion: "1.10",
      kubeVersion: ">=1.30.0-0",
      keywords: ["on", "1e3"],
    });
    const vendor = ["--kube-version", "v1.34.4-gke.1"];
    expect((await helm.template(["anvil", "anvil", ...vendor], { cwd: folder })).status).toBe(0);
    expect(
      (await helm.template(["anvil", "anvil", "--kube-version", "v1.29.9"], { cwd: folder })).status,
    ).toBe(1);
    expect((await helm.run(["package", "anvil"], { cwd: folder })).status).toBe(0);
    const archive = readdirSync(folder).find((name) => name.endsWith(".tgz")) ?? "";
    const names = gunzipSync(readFileSync(join(folder, archive))).toString("latin1");
    expect(names).toContain("anvil/README.md");
    expect(names).not.toContain("anvil/docs/");
  });
});
