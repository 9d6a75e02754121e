// The computed size of a release, against the record that real Helm writes.

import { describe, expect, test } from "vitest";
import { isIgnored } from "../../src/verify/helm-ignore.ts";
import { releaseSize } from "../../src/verify/release-size.ts";
import { RenderedReader } from "../../src/verify/rendered.ts";
import { writeTree } from "../support/golden.ts";
import { describeWithEachHelm } from "../support/helm.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { harbour } from "./harbour.ts";
import { recordRelease } from "./release-recorder.ts";

/** A chart whose objects every API server knows. */
function files(): ReadonlyMap<string, string> {
  const words = Array.from({ length: 20_000 }, (_, index) => `word${(index * 7919) % 10_007}`);
  const config = (name: string, annotations = "{}") =>
    `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n  annotations: ${annotations}\ndata:\n` +
    `  text: ${words.join(" ")} <&> {{ .Values.size }}\n`;
  return new Map([
    [
      "Chart.yaml",
      'apiVersion: v2\nname: harbour\nversion: "1.0.0"\ndescription: Harbours <and> more.\ndependencies: [{name: library, version: "1.0.0"}]\n',
    ],
    ["values.yaml", "size: 5 # metres\nnested: {list: [1, 2, 3], text: a & b}\n"],
    ["values.schema.json", `{"type": "object", "description": "${words.slice(0, 900).join(" ")}"}`],
    ["README.md", words.slice(0, 3_000).join("\n")],
    [".helmignore", "docs/\n*.tmp\n"],
    ["docs/values.md", words.join("\n")],
    ["notes.tmp", words.join("\n")],
    ["templates/_helpers.tpl", '{{- define "x" -}}x{{- end -}}\n'],
    ["templates/NOTES.txt", "Installed.\n"],
    ["charts/library/Chart.yaml", 'apiVersion: v2\nname: library\nversion: "1.0.0"\ntype: library\n'],
    ["charts/library/templates/_c.tpl", `{{- define "c" }}\n${config("c")}{{- end }}\n`],
    ["templates/a.yaml", config("a")],
    ["templates/c.yaml", '{{ include "c" . }}\n'],
    ["templates/hook.yaml", config("b", '{helm.sh/hook: post-install, helm.sh/hook-weight: "3"}')],
  ]);
}

describeWithEachHelm("the computed size", (helm) => {
  test("is that of Helm's own record, and never less", async () => {
    const folder = temporaryFolder();
    writeTree(folder, files());
    const rendered = await helm.template(["harbour", folder, "--include-crds"]);
    const [chart] = harbour().charts;
    if (!chart) throw new Error("no chart");
    const documents = new RenderedReader().read(rendered.stdout);
    const computed = releaseSize({ name: chart.plan.name, files: files() }, documents);
    const record = await recordRelease(async (kubeconfig) => {
      const { stderr } = await helm.run(
        ["install", "harbour", folder, "--no-hooks", "--disable-openapi-validation"],
        {
          kubeconfig,
        },
      );
      expect(stderr).toBe("");
    });
    expect(computed / record.length).toBeGreaterThanOrEqual(1);
    expect(computed / record.length).toBeLessThan(1.03);
  });
});

describe(".helmignore", () => {
  test.each([
    { name: "nothing", rules: "", path: "docs/a.md", ignored: false },
    { name: "comments and blank lines", rules: "# docs\n\n", path: "docs", ignored: false },
    { name: "a folder with all below it", rules: "docs/", path: "docs/deep/a.md", ignored: true },
    { name: "a folder's rule for a file", rules: "docs/", path: "docs", ignored: false },
    { name: "a name in any folder", rules: "*.tmp", path: "a/b.tmp", ignored: true },
    { name: "a path from the root", rules: "/a.md", path: "b/a.md", ignored: false },
    { name: "a path with a slash", rules: "b/*.md", path: "b/a.md", ignored: true },
    { name: "a star stops at a slash", rules: "b/*", path: "c/b/a.md", ignored: false },
    { name: "a class", rules: "[a-c]?.md", path: "b1.md", ignored: true },
    { name: "an escaped star", rules: "\\*.md", path: "a.md", ignored: false },
    { name: "a rule that names what stays", rules: "!a.md", path: "b.md", ignored: true },
    { name: "hidden templates", rules: "", path: "templates/.a.yaml.swp", ignored: true },
  ])("$name", ({ rules, path, ignored }) => {
    expect(isIgnored(path, rules)).toBe(ignored);
  });
});
