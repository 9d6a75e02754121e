// CRDs that would fill the release are in a bundled library chart: the chart renders the same and has the same values.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { ChartSet } from "../../src/emit/chart.ts";
import { verify } from "../../src/verify/verify.ts";
import { describeWithEachHelm } from "../support/helm.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { allFindings, editCharts, lineOf, sentence } from "../verify/edited-chart.ts";
import { compileText, fileOf } from "./compiled-charts.ts";

/** Words in no order, which compress about as well as the descriptions of real CRDs. */
function prose(characters: number): string {
  let text = "";
  for (let index = 1; text.length < characters; index += 1) {
    text += `word${((index * 2_654_435_761) % 4_294_967_296) % 97} `;
  }
  return text.trimEnd();
}

function crd(kind: string, plural: string, characters: number): string {
  const fields = Array.from(
    { length: 40 },
    (_, index) =>
      `                field${index}: { type: string, description: "${prose(characters / 40)} {{ x }}" }`,
  );
  return `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: ${plural}.example.org
spec:
  group: example.org
  scope: Namespaced
  names: { kind: ${kind}, plural: ${plural}, singular: ${kind.toLowerCase()}, listKind: ${kind}List }
  conversion:
    strategy: Webhook
    webhook:
      conversionReviewVersions: [v1]
      clientConfig:
        service: { name: crane, namespace: crane-system, path: /convert }
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              properties:
${fields.join("\n")}
`;
}

const operator = `apiVersion: v1
kind: Namespace
metadata:
  name: crane-system
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: crane
  namespace: crane-system
spec:
  selector: { matchLabels: { app: crane } }
  template:
    metadata: { labels: { app: crane } }
    spec:
      containers:
        - name: crane
          image: quay.io/cranes/crane:v1
---
apiVersion: v1
kind: Service
metadata:
  name: crane
  namespace: crane-system
spec:
  selector: { app: crane }
  ports: [{ port: 443 }]
`;

function sourceOf(characters: number): string {
  return [operator, crd("Crane", "cranes", characters), crd("Hook", "hooks", 2000)].join("---\n");
}

const large = sourceOf(1_600_000);

function filesBelow({ charts }: ChartSet, folder: string): readonly string[] {
  return charts.flatMap(({ files }) => [...files.keys()].filter((path) => path.startsWith(folder)));
}

test("CRDs of usual size are templates", () => {
  expect(filesBelow(compileText(sourceOf(400_000), { name: "crane" }), "charts/")).toEqual([]);
});

test.each(["one-chart", "crds-and-main"])("%s: the templates of large ones include them", (layout) => {
  const set = compileText(large, { name: "crane", layout });
  expect(filesBelow(set, "charts/")).toEqual([
    "charts/crds/templates/_cranes.example.org.tpl",
    "charts/crds/templates/_hooks.example.org.tpl",
    "charts/crds/Chart.yaml",
  ]);
  const chart = layout === "one-chart" ? "crane" : "crane-crd";
  expect(
    fileOf(set, chart, "templates/cranes.example.org.yaml"),
  ).toBe(`{{- /* The text is in charts/crds/templates/_cranes.example.org.tpl: Helm keeps every template in the release, but no file of a subchart. */}}
{{- include "${chart}.crds.cranes.example.org" . }}
`);
  expect(fileOf(set, chart, "charts/crds/templates/_hooks.example.org.tpl")).toMatch(
    new RegExp(`^\\{\\{- define "${chart}.crds.hooks.example.org" \\}\\}\n[^]*\n\\{\\{- end \\}\\}\n$`),
  );
  expect(fileOf(set, chart, "Chart.yaml")).toContain('dependencies:\n  - name: crds\n    version: "0.1.0"\n');
});

test("the values are those of a chart without a library", () => {
  const [withLibrary, without] = [large, sourceOf(400_000)].map((text) =>
    fileOf(compileText(text, { name: "crane" }), "crane", "values.yaml"),
  );
  expect(withLibrary).toBe(without);
});

describeWithEachHelm("a chart with a library of CRDs", (helm) => {
  for (const layout of ["one-chart", "crds-and-main", "single"]) {
    test(`as ${layout} passes every check`, { timeout: 120_000 }, async () => {
      const options = { name: "crane", layout };
      const source = layout === "single" ? sourceOf(800_000) : large;
      const report = await verify(compileText(source, options), {
        helms: [helm.path],
        rebuild: () => compileText(source, options),
      });
      expect(allFindings(report)).toEqual([]);
      expect(report.summary.passed).toBe(true);
    });
  }

  test("has values that no template reads found, and hand edits at their places", {
    timeout: 120_000,
  }, async () => {
    const set = compileText(large, { name: "crane", layout: "crds-and-main" });
    const file = "charts/crds/templates/_hooks.example.org.tpl";
    const folders = editCharts(temporaryFolder(), set, [
      { file, text: "scope: Namespaced", other: "scope: Cluster" },
      ...["_hooks", "_cranes"].map((name) => ({
        file: `charts/crds/templates/${name}.example.org.tpl`,
        text: ".Values.crds.conversion.service",
        other: '"crane"',
      })),
    ]);
    const report = await verify(set, { helms: [helm.path], folders });
    const found = allFindings(report);
    expect(found.map(sentence)).toContain('no template reads the value "crds.conversion.service"');
    const scope = found.find(({ path }) => path === "spec.scope");
    expect(scope?.source?.line).toBe(lineOf(large, "scope: Namespaced", "hooks.example.org"));
    const folder = folders.get("crane-crd") ?? "";
    expect(scope?.template).toMatchObject({
      file: join(folder, file),
      line: lineOf(readFileSync(join(folder, file), "utf8"), "scope: Cluster"),
    });
  });
});
