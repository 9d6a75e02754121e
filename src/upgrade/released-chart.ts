// A chart that was found somewhere, with what Helm rendered of it, as a part of a release.
import { chartText, type FoundChart } from "../archive/found-chart.ts";
import { hookEventsOf } from "../kubernetes/helm-hooks.ts";
import { type KubernetesObject, referenceOf, stringField } from "../kubernetes/object.ts";
import { scopeOfKind } from "../kubernetes/scope.ts";
import { type CheckedChart, placesOf } from "../verify/place.ts";
import { releaseSize } from "../verify/release-size.ts";
import type { RenderedDocument } from "../verify/rendered.ts";
import { templateLines } from "../verify/rendered-place.ts";
import type { PathStep } from "../yaml/tree.ts";
import { appliedObjects, type NamespaceOf } from "./applied-objects.ts";
import type { ReleasedChart } from "./chart-release.ts";
import type { Place, ReleasedObject } from "./finding.ts";

/** A chart and its rendering. */
export interface RenderedChart {
  readonly chart: FoundChart;
  readonly documents: readonly RenderedDocument[];
}

/** The charts of a set as a release in `namespace`. Kinds that a CRD of the set brings have its scope. */
export function releasedCharts(
  charts: readonly RenderedChart[],
  namespace: string,
): readonly ReleasedChart[] {
  const scopes = new Map(
    charts.flatMap(({ documents }) =>
      documents.flatMap(({ object }) =>
        object?.kind === "CustomResourceDefinition" ? [scopeOfCrd(object)] : [],
      ),
    ),
  );
  return charts.map((chart) => releasedChart(chart, namespace, scopes));
}

function scopeOfCrd(crd: KubernetesObject): readonly [string, string] {
  const kind = `${stringField(crd, "spec", "group")}/${stringField(crd, "spec", "names", "kind")}`;
  return [kind, stringField(crd, "spec", "scope") ?? ""];
}

function releasedChart(
  { chart, documents }: RenderedChart,
  namespace: string,
  scopes: ReadonlyMap<string, string>,
): ReleasedChart {
  const decoder = new TextDecoder();
  const files = new Map([...chart.files].map(([path, bytes]) => [path, decoder.decode(bytes)]));
  const namespaceOf: NamespaceOf = (object, current = namespace) => {
    const reference = referenceOf(object);
    const scope =
      scopes.get(`${reference.group}/${reference.kind}`) ?? scopeOfKind(reference.group, reference.kind);
    const isOfCluster = scope === "Cluster" || (scope === undefined && reference.namespace === undefined);
    return isOfCluster ? undefined : (reference.namespace ?? current);
  };
  const released = (document: RenderedDocument): readonly ReleasedObject[] => {
    const { object } = document;
    if (!object) return [];
    const placeOf = placesIn(chart, files, document);
    return [{ chart: chart.name, object, namespace: namespaceOf(object), placeOf }];
  };
  const isCrdFile = ({ templatePath }: RenderedDocument) => /^(?:charts\/[^/]+\/)*crds\//.test(templatePath);
  const isHook = ({ object }: RenderedDocument) => object !== undefined && hookEventsOf(object).length > 0;
  const { name, version, appVersion, metadata, path, chartFile } = chart;
  const objects = documents.filter((one) => !isCrdFile(one) && !isHook(one)).flatMap(released);
  const hooks = documents.filter((one) => !isCrdFile(one) && isHook(one)).flatMap(released);
  return {
    name,
    version,
    appVersion,
    metadata,
    path,
    chartFile,
    values: chartText(chart, "values.yaml") ?? "",
    schema: chartText(chart, "values.schema.json") ?? "",
    files,
    objects,
    hooks,
    crds: documents.filter(isCrdFile).flatMap(released),
    applied: appliedObjects(objects, hooks, namespaceOf),
    releaseBytes: releaseSize({ name, files }, documents),
  };
}

/** Where the fields of a document stand: in the source of a project's chart, else in the template. */
function placesIn(
  chart: FoundChart,
  files: ReadonlyMap<string, string>,
  document: RenderedDocument,
): (path: readonly PathStep[]) => Place | undefined {
  const { templatePath } = document;
  const text = files.get(templatePath);
  const checked: CheckedChart | undefined = chart.compiled && {
    chart: chart.compiled.chart,
    files,
    folder: undefined,
  };
  let linesOf: ReturnType<typeof templateLines> | undefined;
  return (path) => {
    if (text === undefined) return { chart: chart.name, file: templatePath, line: 1 };
    linesOf ??= templateLines(text, document);
    const { line, column } = linesOf(path);
    const source = checked && placesOf(checked, templatePath, line, column).source;
    return source
      ? { chart: chart.name, file: source.file, line: source.line }
      : { chart: chart.name, file: templatePath, line };
  };
}
