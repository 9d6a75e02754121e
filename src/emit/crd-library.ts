// CRDs that would fill the release are named templates of a bundled library chart, which the chart's own templates
// include: Helm stores each template beside what it renders, and nothing of a subchart's files. What is rendered, and the
// values, are the same.
import { once } from "../classify/once.ts";
import type { Operator } from "../classify/operator.ts";
import type { Manifest } from "../parse/manifest.ts";
import type { ChartPlan, ChartSetPlan } from "../plan/chart-plan.ts";
import { itemOf } from "../plan/lookup.ts";
import { crdSubchart } from "../plan/single.ts";
import type { Template } from "../template/edit.ts";
import { printDefinition, printInclusion } from "../template/library.ts";
import { crdTemplatePrefix } from "../transform/crd-file.ts";
import type { Value } from "../transform/value.ts";
import { printYaml } from "../yaml/print.ts";

/**
 * The most characters of CRDs that are templates themselves. 2.8 million fill a release; this leaves room for CRDs that
 * compress badly, and for all else.
 */
const mostCharacters = 1_500_000;

const manifestsInLibrary = once((chart: ChartPlan) =>
  once(({ crds }: Operator): ReadonlySet<Manifest> => {
    const own = chart.templates.filter(
      ({ manifest, form }) => form === undefined && itemOf(crds, manifest) !== undefined,
    );
    const characters = own.reduce((sum, { manifest }) => sum + manifest.document.text.length, 0);
    return new Set(characters > mostCharacters ? own.map(({ manifest }) => manifest) : []);
  }),
);

/** Whether the chart has CRDs in a library chart. */
export function hasCrdLibrary(chart: ChartPlan, operator: Operator): boolean {
  return manifestsInLibrary(chart)(operator).size > 0;
}

/** The file in the library for the template at `path`; undefined where that has its text itself. */
export function libraryPath(
  chart: ChartPlan,
  operator: Operator,
  { manifest, path }: { readonly manifest: Manifest; readonly path: string },
): string | undefined {
  if (!manifestsInLibrary(chart)(operator).has(manifest)) return undefined;
  return `charts/${crdSubchart}/templates/_${baseName(path)}.tpl`;
}

/** The template of a CRD in the library, at the line that each of its lines comes from. */
export function libraryTemplate(chart: ChartPlan, path: string, template: Template): Template {
  return printDefinition(templateName(chart, path), template);
}

/** The chart's own file for it. */
export function includingTemplate(chart: ChartPlan, path: string, textPath: string): string {
  return printInclusion(templateName(chart, path), textPath);
}

/** Chart.yaml of the library. */
export function crdLibraryFiles(
  { operator, metadata }: ChartSetPlan,
  chart: ChartPlan,
): readonly (readonly [string, string])[] {
  if (!hasCrdLibrary(chart, operator)) return [];
  const text = `apiVersion: v2
name: ${crdSubchart}
description: ${printYaml(`Texts of the custom resource definitions that templates of ${chart.name} include`)}
type: library
version: ${JSON.stringify(metadata.version)}
`;
  return [[`charts/${crdSubchart}/Chart.yaml`, text]];
}

/** The values, open to what Helm hands down to every subchart under its name. */
export function openToLibrary(
  values: readonly Value[],
  chart: ChartPlan,
  operator: Operator,
): readonly Value[] {
  if (!hasCrdLibrary(chart, operator)) return values;
  const global = { properties: { global: { type: "object" } } };
  return values.map((value) =>
    value.role === "section" && value.path.join(".") === crdSubchart ? { ...value, schema: global } : value,
  );
}

function templateName({ name }: ChartPlan, path: string): string {
  return `${crdTemplatePrefix(name)}.${baseName(path)}`;
}

function baseName(path: string): string {
  return path.replace(/^.*\/|\.yaml$/g, "");
}
