// TransformedChart[] → ChartSet: every file of every chart, in memory.
import type { Operator } from "../classify/operator.ts";
import { hasErrors } from "../diagnostics/diagnostic.ts";
import type { CompiledOverlay } from "../overlays/merge-charts.ts";
import type { ChartPlan, ChartSetPlan } from "../plan/chart-plan.ts";
import { customResourceBlockOf } from "../plan/lookup.ts";
import { applyEdits, applyTextEdits, type Template } from "../template/edit.ts";
import type { EditedTemplate, TransformedChart } from "../transform/chart-template.ts";
import type { Value } from "../transform/value.ts";
import { templateWithAliases, withAliases } from "./aliases-file.ts";
import { applyFiles, applyObjects, applyValues, customResourceMapPath } from "./applied-custom-resources.ts";
import type { Chart, ChartObject, ChartSet, ProviderView } from "./chart.ts";
import { appliesCustomResources, hasCrdSubchart } from "./chart-facts.ts";
import { chartFile } from "./chart-file.ts";
import {
  crdLibraryFiles,
  includingTemplate,
  libraryPath,
  libraryTemplate,
  openToLibrary,
} from "./crd-library.ts";
import { crdSubchartFiles, crdSubchartObjects, crdSubchartValues, crdUpgradePath } from "./crd-subchart.ts";
import { gitopsExamples, gitopsFile } from "./gitops-examples.ts";
import { helmignore } from "./helmignore.ts";
import { helpersFile } from "./helpers-file.ts";
import { namespaceFiles } from "./namespace-file.ts";
import { notes } from "./notes.ts";
import { preflightFiles } from "./preflight.ts";
import { preflightValues } from "./preflight-values.ts";
import { applyProjectValues, type ProjectValuesOfChart } from "./project-values.ts";
import { fileWithProviderValues, providerPartials, withProviderValues } from "./provider-files.ts";
import { providerFiles } from "./provider-settings.ts";
import { readme } from "./readme.ts";
import { reference } from "./reference.ts";
import { releaseTestFiles, releaseTestValues } from "./release-test.ts";
import { troubleshootingFiles } from "./troubleshooting.ts";
import { uninstallFiles, uninstallValues } from "./uninstall.ts";
import { uninstallObjects } from "./uninstall-objects.ts";
import { valuesSchema } from "./values-schema.ts";
import { valuesYaml } from "./values-yaml.ts";

/** Writes the charts out as files in memory; `views` are those of providers, of charts that were merged from overlays. */
export function emit(
  set: ChartSetPlan,
  transformed: readonly TransformedChart[],
  views: readonly CompiledOverlay[] = [],
): ChartSet {
  const registries = transformed.map((chart) => registryOf(set, chart));
  const named = applyProjectValues(set, registries);
  const diagnostics = [...transformed.flatMap((chart) => chart.diagnostics), ...named.diagnostics];
  if (hasErrors(named.diagnostics)) return { plan: set, charts: [], diagnostics };
  const charts = transformed.map((chart, index) =>
    emitChart(set, chart, registries[index] ?? [], named.charts[index]),
  );
  const [first, ...others] = views.map((view) => emitView(view, transformed, charts));
  if (!first) return { plan: set, charts, diagnostics };
  return { plan: set, charts: first.charts, diagnostics, views: [first, ...others] };
}

/** The same charts with the objects of one provider, where they stand in templates that it may share. */
function emitView(
  { provider, plan, charts: seen }: CompiledOverlay,
  transformed: readonly TransformedChart[],
  charts: readonly Chart[],
): ProviderView {
  const viewOf = (chart: Chart, merged: TransformedChart): Chart => {
    const { operator } = plan;
    const own = seen.find((candidate) => candidate.plan.name === chart.plan.name);
    const objects = (own?.templates ?? []).map(
      (template) => emitObject(merged, template, own?.plan ?? merged.plan, operator, chart.values).object,
    );
    const { customResources = [] } = own?.plan ?? {};
    return { ...chart, objects, added: addedObjects(plan, { ...chart.plan, customResources }) };
  };
  return {
    provider,
    plan,
    diagnostics: [],
    charts: transformed.flatMap((merged, index) => {
      const chart = charts[index];
      return chart ? [viewOf(chart, merged)] : [];
    }),
  };
}

/** Everything that a template of the chart reads. */
function registryOf(set: ChartSetPlan, transformed: TransformedChart): readonly Value[] {
  const { plan } = transformed;
  return registry([
    ...openToLibrary(transformed.values, plan, set.operator),
    ...crdSubchartValues(transformed),
    ...applyValues(plan),
    ...uninstallValues(plan),
    ...releaseTestValues(set, plan),
    ...preflightValues(set, plan, transformed.values),
  ]);
}

function emitChart(
  set: ChartSetPlan,
  transformed: TransformedChart,
  registered: readonly Value[],
  { values, aliases }: ProjectValuesOfChart = { values: registered, aliases: [] },
): Chart {
  const { plan } = transformed;
  const emitted = transformed.templates.map((template) =>
    emitObject(transformed, template, plan, set.operator, values),
  );
  const ofObjects = new Set(emitted.flatMap(({ files: own }) => own.map(([path]) => path)));
  const check = preflightFiles(set, plan, values);
  const files: readonly (readonly [string, string])[] = [
    [".helmignore", helmignore()],
    ["Chart.yaml", chartFile(set, plan)],
    ["README.md", readme(set, plan, values, transformed.templates)],
    [gitopsFile, gitopsExamples(set, plan, values)],
    ...troubleshootingFiles(set, plan, values),
    ["docs/values.md", reference(set, plan, values)],
    ["templates/NOTES.txt", notes(set, plan, values)],
    ["templates/_helpers.tpl", helpersFile(set, transformed, registered)],
    ...providerPartials(set, transformed),
    ["templates/extra-objects.yaml", extraObjects],
    ...namespaceFiles(set, plan, values),
    ...check,
    ...emitted.flatMap(({ files: own }) => own),
    ...crdLibraryFiles(set, plan),
    ...providerFiles(set, plan, values),
    ...applyFiles(set, plan),
    ...crdSubchartFiles(set, transformed, values),
    ...uninstallFiles(plan),
    ...releaseTestFiles(set, plan),
    ["values.schema.json", valuesSchema(values)],
    ["values.yaml", valuesYaml(values, header(set, transformed))],
  ];
  return {
    plan,
    files: new Map(
      withAliases(
        plan,
        aliases,
        files.map((file) => (ofObjects.has(file[0]) ? file : fileWithProviderValues(transformed, file))),
        ofObjects,
      ),
    ),
    objects: emitted.map(({ object }) => object),
    carriers: [
      ...(hasCrdSubchart(plan) ? [crdUpgradePath] : []),
      ...(appliesCustomResources(plan) ? [customResourceMapPath] : []),
    ],
    added: addedObjects(set, plan),
    values,
  };
}

function addedObjects(set: ChartSetPlan, plan: ChartPlan): Chart["added"] {
  return [...crdSubchartObjects(set, plan), ...applyObjects(set, plan), ...uninstallObjects(set, plan)];
}

/** The object with its template, or with the one that includes its text, and that text; `plan` is that of its sources. */
function emitObject(
  chart: TransformedChart,
  template: EditedTemplate,
  plan: ChartPlan,
  operator: Operator,
  values: readonly Value[],
): { readonly object: ChartObject; readonly files: readonly (readonly [string, string])[] } {
  const { path } = template;
  const printed = printObject(chart, template, values);
  const textPath = libraryPath(plan, operator, template);
  if (textPath === undefined) {
    return { object: chartObject(template, printed, plan), files: [[path, printed.text]] };
  }
  const text = libraryTemplate(plan, path, printed);
  return {
    object: { ...chartObject(template, text, plan), textPath },
    files: [
      [path, includingTemplate(plan, path, textPath)],
      [textPath, text.text],
    ],
  };
}

function printObject(
  chart: TransformedChart,
  { manifest, form, edits, merged }: EditedTemplate,
  values: readonly Value[],
): Template {
  if (form === "crd-file") return withoutOuterBlanks(applyTextEdits(manifest.document.text, edits));
  const template = withoutOuterBlanks(merged ?? applyEdits(manifest.document.text, edits));
  const whole = withProviderValues(chart, template);
  return form === undefined ? templateWithAliases(chart.plan, values, whole) : whole;
}

/** A setting that two parts ask for stands where the first asked. */
function registry(values: readonly Value[]): readonly Value[] {
  const byPath = new Map<string, Value>();
  for (const entry of values) {
    const key = entry.path.join("\0");
    if (!byPath.has(key)) byPath.set(key, entry);
  }
  return [...byPath.values()];
}

function header({ name, metadata }: ChartSetPlan, { plan }: TransformedChart): string {
  return `Values of the chart ${plan.name}, for ${name} ${metadata.appVersion}. The README explains them; an override file needs only what it changes. Maps are merged, so that {} changes nothing: null takes a key away (--set a.b=null). A list is replaced whole. What a key means is told where it stands first.`;
}

function chartObject(
  { manifest, path, form, edits, merged, differences }: EditedTemplate,
  { origins }: Template,
  plan: ChartPlan,
): ChartObject {
  const block = customResourceBlockOf(plan, manifest);
  return {
    manifest,
    templatePath: path,
    origins,
    edits: merged ? [] : edits,
    differences,
    ...(form === "crd-file" ? { isCopied: true } : {}),
    ...(block && !block.createByDefault ? { setToRender: [`${block.metaPath.join(".")}.create=true`] } : {}),
  };
}

/** Blank lines around a document belong to the stream it was in; a file begins and ends with its text. */
function withoutOuterBlanks({ text, origins }: Template): Template {
  const lines = text.split("\n");
  const first = Math.max(
    0,
    lines.findIndex((line) => line.trim() !== ""),
  );
  const last = lines.findLastIndex((line) => line.trim() !== "");
  return { text: `${lines.slice(first, last + 1).join("\n")}\n`, origins: origins.slice(first, last + 1) };
}

/**
 * https://helm.sh/docs/howto/charts_tips_and_tricks/#using-the-tpl-function; the comment keeps blank lines that belong
 * to a text at the end of an object.
 */
const extraObjects = `{{- range .Values.extraObjects }}
---
{{ tpl (toYaml .) $ }}
# One of extraObjects.
{{- end }}
`;
