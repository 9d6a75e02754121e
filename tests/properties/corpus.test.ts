// Invariants of compiling real operators: KubeVirt and CDI as they are published, and the latest release of some fifty
// others. Nothing of the corpus is committed, so there are no expected charts here; verify proves parity.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type CompileResult, compile } from "../../src/compile.ts";
import { fileTree } from "../../src/convert.ts";
import { renderDiagnostic } from "../../src/diagnostics/render.ts";
import type { Source } from "../../src/load/source.ts";
import { parse } from "../../src/parse/parse.ts";
import { type Corpus, describeWithCorpus } from "../support/corpus.ts";

const layouts = ["crds-and-main", "one-chart"];

function sourcesIn(corpus: Corpus, folder: string): readonly Source[] {
  return readdirSync(corpus.path(folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.ya?ml$/.test(name))
    .toSorted()
    .map((name) => ({ name, text: readFileSync(join(corpus.path(folder), name), "utf8") }));
}

function compiled(
  sources: readonly Source[],
  layout: string,
): CompileResult & Required<Pick<CompileResult, "chartSet" | "operator">> {
  const { chartSet, operator, diagnostics } = compile(sources, { name: "x", layout });
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  if (!chartSet || !operator) throw new Error(errors.map(renderDiagnostic).join("\n"));
  return { chartSet, operator, diagnostics };
}

describeWithCorpus("charts of published operators", (corpus) => {
  const releases = ["kubevirt", "cdi"].flatMap((operator) =>
    corpus
      .list(`corpus/${operator}`)
      .filter((name) => name.startsWith("v"))
      .map((version) => `${operator}/${version}`),
  );
  const rows = releases.flatMap((release) => layouts.map((layout) => ({ release, layout })));

  describe.each(rows)("$release as $layout", ({ release, layout }) => {
    test("compiles without an error, twice to the same bytes, each object in one place", () => {
      const sources = sourcesIn(corpus, `corpus/${release}`);
      const first = compiled(sources, layout);
      const { charts, plan } = first.chartSet;
      const templates = charts.flatMap(({ plan: chart }) => chart.templates.map(({ manifest }) => manifest));
      const placed = [...templates, ...plan.leftOut.map(({ manifest }) => manifest)];
      expect(new Set(placed)).toEqual(new Set(first.operator.manifests));
      expect(placed).toHaveLength(first.operator.manifests.length);
      expect([...fileTree(compiled(sources, layout).chartSet)]).toEqual([...fileTree(first.chartSet)]);
    });

    test("lines of CRDs that no value touches are the source's own, with their line numbers", () => {
      const sources = sourcesIn(corpus, `corpus/${release}`);
      for (const { objects, files } of compiled(sources, layout).chartSet.charts) {
        for (const { manifest, templatePath, origins } of objects) {
          if (manifest.object.kind !== "CustomResourceDefinition") continue;
          const source = manifest.document.text.split("\n");
          const template = (files.get(templatePath) ?? "").split("\n").slice(0, -1);
          expect(origins).toHaveLength(template.length);
          const changed = template.filter((line, index) => line !== source[origins[index] ?? -1]);
          for (const line of changed)
            expect(line).toMatch(/\{\{|^\s+(?:labels|annotations|helm\.sh\/resource-policy):/);
        }
      }
    });
  });

  const operators = corpus.list("corpus/operators").filter((name) => !name.includes("."));
  describe.each(operators.length > 0 ? operators : ["none"])("%s", (operator) => {
    for (const layout of layouts) {
      test(`compiles as ${layout}, file by file`, () => {
        const latest = corpus.list(`corpus/operators/${operator}`).at(-1);
        for (const source of sourcesIn(corpus, `corpus/operators/${operator}/${latest}`))
          compiled([source], layout);
      });
    }
  });

  const cases = corpus.list("cases").filter((name) => !name.endsWith(".md"));
  test.each(cases.length > 0 ? cases : ["none"])(
    "the case %s, cut off anywhere, is read or refused",
    (name) => {
      const text = readFileSync(corpus.path(`cases/${name}/input.yaml`), "utf8");
      for (let end = 1; end < text.length; end += 7) {
        const { manifests, diagnostics } = parse([{ name: "input.yaml", text: text.slice(0, end) }]);
        for (const { position } of diagnostics) expect(position?.line).toBeGreaterThan(0);
        for (const { document, object } of manifests) expect(document.data).toEqual(object);
      }
    },
  );
});
