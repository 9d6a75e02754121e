// Objects that a Job applies from a ConfigMap are compared like all others: the copies of CRDs in `single`, the CRs of
// `post-install-cr`.
import { join } from "node:path";
import { expect, test } from "vitest";
import { convert } from "../../src/convert.ts";
import type { ChartSet } from "../../src/emit/chart.ts";
import { verify } from "../../src/verify/verify.ts";
import { anvilCrd } from "../emit/anvil-operator.ts";
import { compileText } from "../emit/compiled-charts.ts";
import { describeWithEachHelm } from "../support/helm.ts";
import { releaseOf, repositoryFolder } from "../support/repository.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { allFindings, editCharts, type HandEdit, sentence } from "./edited-chart.ts";

async function compiled(layout: string): Promise<ChartSet> {
  const folder = join(repositoryFolder, "examples", "tidegate");
  const { chartSet } = await convert([{ path: releaseOf("tidegate") }], { folder, name: "tidegate", layout });
  if (!chartSet) throw new Error("the example does not compile");
  return chartSet;
}

const crd = "CustomResourceDefinition tidegates.tidegate.example.org";
const otherCrd = "CustomResourceDefinition springtides.tidegate.example.org";

interface Case {
  readonly name: string;
  readonly layout: string;
  readonly edit: HandEdit;
  readonly says: readonly string[];
}

const cases: readonly Case[] = [
  {
    name: "a CRD's copy that follows the namespace is not its file",
    layout: "single",
    edit: {
      file: "charts/crds/templates/_tidegates.tidegate.example.org.tpl",
      text: "shortNames: [tg]",
      other: "shortNames: [gate]",
    },
    says: [`${crd}: "spec.names.shortNames[0]" is "gate" instead of "tg"`],
  },
  {
    name: "a CRD's copy that does not follow the namespace",
    layout: "single",
    edit: {
      file: "charts/crds/templates/_tidegates.tidegate.example.org.tpl",
      text: 'namespace: {{ include "tidegate.crds.namespace" . | quote }}',
      other: "namespace: tidegate-system",
    },
    says: [
      `${crd}: "spec.conversion.webhook.clientConfig.service.namespace" keeps the namespace "tidegate-system" when the release is in another one`,
    ],
  },
  {
    name: "a CRD that the hook forgets",
    layout: "single",
    edit: {
      file: "charts/crds/templates/upgrade-job.yaml",
      text: `{{- (.Files.Glob "crds/springtides.tidegate.example.org.yaml").AsConfig | nindent 2 }}`,
      other: "x: y",
    },
    says: [
      `${otherCrd}: is not in the ConfigMap from which a hook applies it`,
      '"charts/crds/templates/upgrade-job.yaml" renders a document that is no Kubernetes object',
    ],
  },
  {
    name: "a value of the subchart that nothing reads",
    layout: "single",
    edit: { file: "charts/crds/templates/upgrade-job.yaml", text: ".Values.upgrade.enabled", other: "true" },
    says: ['no template reads the value "crds.upgrade.enabled"'],
  },
  {
    name: "a CR that is changed on its way into the ConfigMap",
    layout: "post-install-cr",
    edit: { file: "templates/_tidegate-uplink.tpl", text: "kind: TideGate", other: "kind: TideGates" },
    says: [
      "TideGate uplink: is not rendered",
      "TideGates uplink: is rendered, and the source has no such object",
    ],
  },
];

describeWithEachHelm("verify reads what a Job applies", (helm) => {
  test("of an operator of nothing but CRDs too", async () => {
    const chartSet = compileText(anvilCrd(), { name: "anvil", layout: "single" });
    const report = await verify(chartSet, { helms: [helm.path] });
    expect(allFindings(report)).toEqual([]);
    expect(report.summary.objects).toEqual({ equal: 1, added: 5 });
  });

  test.each(cases)("$name", async ({ layout, edit, says }) => {
    const chartSet = await compiled(layout);
    const folders = editCharts(temporaryFolder(), chartSet, [edit]);
    const report = await verify(chartSet, { helms: [helm.path], folders });
    expect(new Set(allFindings(report).map(sentence))).toEqual(new Set(says));
  });
});
