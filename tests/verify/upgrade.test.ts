// Charts that render otherwise at an upgrade than at the install: what an upgrade leaves out, it deletes.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { verify } from "../../src/verify/verify.ts";
import { describeWithEachHelm } from "../support/helm.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { allFindings, editCharts, type HandEdit, lineOf, sentence } from "./edited-chart.ts";
import { harbour } from "./harbour.ts";
import { tidegate } from "./mutations.ts";

const settings = "templates/configmap-harbour-settings.yaml";
const deployment = "templates/deployment-harbour-manager.yaml";

function inHarbour(file: string, edit: (text: string) => string): HandEdit {
  const text = harbour().charts[0]?.files.get(file) ?? "";
  return { file, text, other: edit(text) };
}

describeWithEachHelm("at an upgrade", (helm) => {
  const upgrade = [`Helm ${helm.version} at an upgrade`];

  test("the source is held against what is rendered then, too", async () => {
    const folders = editCharts(temporaryFolder(), harbour(), [
      inHarbour(settings, (text) => `{{- if .Release.IsInstall }}\n${text}{{- end }}\n`),
      inHarbour(deployment, (text) =>
        text
          .replace("  replicas:", "  {{- if .Release.IsUpgrade }}\n  paused: true\n  {{- end }}\n  replicas:")
          .replace("app: harbour\nspec:", "app: harbour{{ if .Release.IsUpgrade }}-2{{ end }}\nspec:"),
      ),
      {
        file: "templates/late.yaml",
        text: "",
        other:
          "{{ if .Release.IsUpgrade }}\napiVersion: v1\nkind: Secret\nmetadata: {name: late}\n{{ end }}\n",
      },
    ]);
    const report = await verify(harbour(), { helms: [helm.path], folders });
    expect(allFindings(report).map((finding) => [sentence(finding), finding.only])).toEqual([
      ["ConfigMap harbour-system/harbour-settings: is not rendered", upgrade],
      ['Deployment harbour-system/harbour-manager: label "app" is "harbour-2" instead of "harbour"', upgrade],
      ['Deployment harbour-system/harbour-manager: "spec.paused" (true) is added', upgrade],
      ["Secret late: is rendered, and the source has no such object", upgrade],
    ]);
    expect(report.summary.passed).toBe(false);
    const [missing, , paused] = allFindings(report);
    expect(missing?.hint).toContain(".Release.IsInstall");
    const file = readFileSync(join(folders.get("harbour") ?? "", deployment), "utf8");
    expect(paused?.template?.line).toBe(lineOf(file, "paused: true"));
  });

  test("objects that the chart adds are the compiled ones", async () => {
    const folders = editCharts(temporaryFolder(), tidegate(), [
      {
        file: "templates/uninstall-job.yaml",
        text: 'helm.sh/hook-weight: "-20"',
        other: 'helm.sh/hook-weight: {{ ternary "-20" "20" .Release.IsInstall | quote }}',
      },
    ]);
    const report = await verify(tidegate(), { helms: [helm.path], folders });
    expect(allFindings(report).map((finding) => [sentence(finding), finding.only])).toEqual([
      ['ClusterRole tidegate-uninstall: annotation "helm.sh/hook-weight" is "20" instead of "-20"', upgrade],
    ]);
  });
});
