// The manifests of compiled charts against the sources of these: what came in, and nothing else. Parity as `verify` has it,
// but of objects without a release.
import type { ChartObject, ChartSet } from "../emit/chart.ts";
import { hookAnnotation, hookEventsOf } from "../kubernetes/helm-hooks.ts";
import { type JsonObject, objectField, objectKey } from "../kubernetes/object.ts";
import type { Manifest } from "../parse/manifest.ts";
import type { Difference } from "../transform/chart-template.ts";
import { chartLabels } from "../transform/metadata.ts";
import { checkParity } from "../verify/parity.ts";
import type { CheckedChart } from "../verify/place.ts";
import { plansOf } from "../verify/placement.ts";
import { type RenderedDocument, RenderedReader } from "../verify/rendered.ts";
import type { Finding } from "../verify/report.ts";
import type { ReleaseManifest } from "./manifests.ts";

/**
 * What is in `manifests` otherwise than in the sources of `chartSet`, beside what the charts list as differences: only
 * Helm's labels and annotations may be gone, and namespaces be there. Empty where all is equal.
 */
export function compareManifests(
  chartSet: ChartSet,
  { namespace, manifests }: { readonly namespace: string; readonly manifests: readonly ReleaseManifest[] },
): readonly Finding[] {
  const placed = new Map(manifests.map((manifest) => [objectKey(manifest.reference), manifest]));
  const plans = plansOf(chartSet);
  const first = chartSet.charts[0]?.plan.name ?? "";
  const namespaces = plans
    .flatMap((plan) => plan.leftOut)
    .filter(({ manifest }) => placed.has(objectKey(manifest.reference)));
  const ofNamespaces = new Set(namespaces.map(({ manifest }) => manifest));
  const charts = chartSet.charts.map((chart): CheckedChart => {
    const own = namespaces.flatMap(({ manifest }) => {
      const found = placed.get(objectKey(manifest.reference));
      return (found?.chart ?? first) === chart.plan.name ? [namespaceObject(manifest, found)] : [];
    });
    const objects = [...chart.objects.map((object) => asManifest(object, placed, namespace)), ...own];
    return { chart: { ...chart, objects }, files: chart.files, folder: undefined };
  });
  const inSources = new Set(
    plans.flatMap(({ operator }) => operator.manifests.map(({ reference }) => objectKey(reference))),
  );
  // kubectl needs it, whether the sources have it or leave it to others.
  const written = manifests.filter(
    ({ reference }) =>
      reference.kind === "Namespace" && reference.name === namespace && !inSources.has(objectKey(reference)),
  );
  const result = checkParity({
    plans: plans.map(({ operator, leftOut }) => ({
      operator,
      leftOut: leftOut.filter(({ manifest }) => !ofNamespaces.has(manifest)),
    })),
    charts,
    added: written.map(({ reference, chart = first }) => ({
      chart,
      reference,
      reason: "the namespace of the release",
    })),
    renderings: [
      {
        label: "the manifests",
        namespace,
        values: new Map(),
        charts: documentsByChart(chartSet, manifests),
      },
    ],
  });
  return [...result.objects.flatMap(({ findings }) => findings), ...result.findings];
}

/** What a reader of the files finds; what no chart has counts to the first. */
function documentsByChart(
  { charts }: ChartSet,
  manifests: readonly ReleaseManifest[],
): ReadonlyMap<string, readonly RenderedDocument[]> {
  const reader = new RenderedReader();
  const byChart = new Map<string, RenderedDocument[]>(charts.map(({ plan }) => [plan.name, []]));
  for (const { chart = charts[0]?.plan.name ?? "", template = "", text } of manifests) {
    const documents = reader.read(text).map((document) => ({ ...document, templatePath: template }));
    byChart.get(chart)?.push(...documents);
  }
  return byChart;
}

/** The object as it stands in no release. */
function asManifest(
  object: ChartObject,
  placed: ReadonlyMap<string, ReleaseManifest>,
  namespace: string,
): ChartObject {
  const { isCopied: _copied, setToRender: _set, ...rest } = object;
  const source = object.manifest.object;
  const others = object.differences.filter(({ path }) => !isHelms(path));
  const isPlaced = placed.get(objectKey({ ...object.manifest.reference, namespace }))?.reference.namespace;
  const filled: readonly Difference[] =
    object.manifest.reference.namespace === undefined && isPlaced !== undefined
      ? [{ path: ["metadata", "namespace"], rendered: namespace, reason: "the namespace of the release" }]
      : [];
  return { ...rest, differences: [...others, ...withoutHelms(source), ...filled] };
}

/** Whether a listed difference is about what the manifests do without. */
function isHelms([first, second, key]: Difference["path"]): boolean {
  if (first !== "metadata" || typeof key !== "string") return false;
  return (second === "labels" && isChartLabel(key)) || (second === "annotations" && isHelmAnnotation(key));
}

function isChartLabel(key: string): boolean {
  return [...chartLabels, "app.kubernetes.io/instance", "app.kubernetes.io/version"].includes(key);
}

function isHelmAnnotation(key: string): boolean {
  return key.startsWith("helm.sh/") || key.startsWith("meta.helm.sh/");
}

/** The labels and annotations of the source that are gone. */
function withoutHelms(source: Manifest["object"]): readonly Difference[] {
  const isForInstall = hookEventsOf(source).some((event) => /^(?:pre|post)-(?:install|upgrade)$/.test(event));
  const isHook = hookEventsOf(source).length > 0;
  const isGone = (key: string) => {
    const ofHook = key === hookAnnotation || key.startsWith(`${hookAnnotation}-`);
    return isHelmAnnotation(key) && (!ofHook || isForInstall || !isHook);
  };
  return [
    ...gone(source, "labels", (key) => chartLabels.includes(key)),
    ...gone(source, "annotations", isGone),
  ];
}

function gone(
  source: JsonObject,
  map: "labels" | "annotations",
  isGone: (key: string) => boolean,
): readonly Difference[] {
  const reason = "Helm's own";
  const entries = Object.entries(objectField(source, "metadata", map));
  const removed = entries.filter(([key]) => isGone(key));
  if (removed.length > 0 && removed.length === entries.length)
    return [{ path: ["metadata", map], source: Object.fromEntries(entries), reason }];
  return removed.map(([key, value]) => ({ path: ["metadata", map, key], source: value, reason }));
}

/**
 * A Namespace keeps its labels and annotations but for what the API server and other tools write. One that no chart can
 * create, since none has a workload, is a plain one.
 */
function namespaceObject(manifest: Manifest, found: ReleaseManifest | undefined): ChartObject {
  const isPlain = found?.template === undefined;
  const reason = "of the API server or of the tool that made it";
  const others = Object.entries(manifest.object)
    .filter(([key]) => !["apiVersion", "kind", "metadata"].includes(key))
    .map(([key, source]): Difference => ({ path: [key], source, reason }));
  const notKept = new Set(["kubernetes.io/metadata.name", ...chartLabels]);
  return {
    manifest,
    templatePath: found?.template ?? "",
    origins: [],
    edits: [],
    differences: [
      ...others,
      ...gone(manifest.object, "labels", (key) => isPlain || notKept.has(key)),
      ...gone(manifest.object, "annotations", (key) => isPlain || isHelmAnnotation(key)),
    ],
  };
}
