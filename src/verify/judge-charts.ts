// What one Helm makes of the charts of a set as such: it lints them, and judges values against their schemas.
import { givenValues, labelOf, type PreparedChart, type Questions } from "./ask-helm.ts";
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

/** Asks `helm` what it makes of the charts as such, with the values that are given to them. */
export async function judgeCharts(
  workbench: Workbench,
  helm: Helm,
  questions: Pick<Questions, "charts" | "home" | "provider" | "given">,
): Promise<Judgement> {
  const given = await givenValues(workbench, helm, questions);
  const asked = questions.charts.map(
    (prepared): AskedChart => ({
      ...prepared,
      valuesFiles: given.get(prepared.checked.chart.plan.name) ?? [],
    }),
  );
  const { namespace } = questions.home;
  const lints = await Promise.all(asked.map((chart) => lintChart(workbench, helm, chart, namespace)));
  const schemas = await Promise.all(asked.map((chart) => probeSchema(workbench, helm, chart)));
  return { label: labelOf(helm), lintFindings: lints.flat(), schemas };
}

interface AskedChart extends PreparedChart {
  readonly valuesFiles: readonly string[];
}

async function lintChart(
  workbench: Workbench,
  helm: Helm,
  { checked, folder, valuesFiles }: AskedChart,
  namespace: string,
): Promise<readonly Finding[]> {
  const { passed, stdout, stderr } = await workbench.lint(helm, folder, namespace, valuesFiles);
  return readLint(checked, { passed, text: passed ? stdout : stdout + stderr });
}

async function probeSchema(
  workbench: Workbench,
  helm: Helm,
  { checked, schemaFolder, valuesFiles }: AskedChart,
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
      valuesFiles: [...valuesFiles, `${folder}/${file}`],
    });
    return { accepted: passed, message: stderr };
  });
}
