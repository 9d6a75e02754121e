// What one Helm makes of the charts of a set as such: it lints them, and judges values against their schemas.
import { labelOf, type PreparedChart, type Questions } from "./ask-helm.ts";
import type { Helm, Workbench } from "./helm.ts";
import { readLint } from "./lint.ts";
import type { Finding } from "./report.ts";
import { checkSchema, type SchemaResult } from "./schema.ts";

/** What one Helm says of the charts, whatever their values. */
export interface Judgement {
  readonly label: string;
  readonly lintFindings: readonly Finding[];
  readonly schemas: readonly SchemaResult[];
}

/** Asks `helm` what it makes of the charts as such. */
export async function judgeCharts(
  workbench: Workbench,
  helm: Helm,
  { charts, home: { namespace } }: Pick<Questions, "charts" | "home">,
): Promise<Judgement> {
  const lints = await Promise.all(charts.map((prepared) => lintChart(workbench, helm, prepared, namespace)));
  const schemas = await Promise.all(charts.map((prepared) => probeSchema(workbench, helm, prepared)));
  return { label: labelOf(helm), lintFindings: lints.flat(), schemas };
}

async function lintChart(
  workbench: Workbench,
  helm: Helm,
  { checked, folder }: PreparedChart,
  namespace: string,
): Promise<readonly Finding[]> {
  const { passed, stdout, stderr } = await workbench.lint(helm, folder, namespace);
  return readLint(checked, { passed, text: passed ? stdout : stdout + stderr });
}

async function probeSchema(
  workbench: Workbench,
  helm: Helm,
  { checked, schemaFolder }: PreparedChart,
): Promise<SchemaResult> {
  let count = 0;
  return checkSchema(checked, async (values) => {
    count += 1;
    const file = `${count}.json`;
    const folder = await workbench.write(
      `probes/${helm.version}/${checked.chart.plan.name}`,
      new Map([[file, JSON.stringify(values)]]),
    );
    const { passed, stderr } = await workbench.template(helm, schemaFolder, {
      release: "release",
      namespace: "default",
      valuesFiles: [`${folder}/${file}`],
    });
    return { accepted: passed, message: stderr };
  });
}
