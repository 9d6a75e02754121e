// What Helm rendered of a chart → the objects of a release manifest. Hooks are left out, but in a chart that was compiled
// only what the compiler added is: there a hook may be an object of the sources.
import { allNodes, type ChartNode, nodeOfTemplate } from "../archive/chart-tree.ts";
import type { RenderedChart } from "../archive/found-chart.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { carrierTemplates, readChartMarks, releaseTemplates } from "../emit/chart-marks.ts";
import { hookEventsOf } from "../kubernetes/helm-hooks.ts";
import { type KubernetesObject, type ObjectReference, objectField, objectKey } from "../kubernetes/object.ts";
import type { Manifest } from "../parse/manifest.ts";
import { parse } from "../parse/parse.ts";
import { crdSubchart } from "../plan/single.ts";
import { chartLabels } from "../transform/metadata.ts";
import { withoutSourceComment } from "../verify/rendered.ts";

/** An object, and whose it is. */
export interface ReleaseObject {
  readonly chart: string;
  /** The path inside `chart`, as Helm names it. */
  readonly template: string;
  readonly manifest: Manifest;
  /** The labels that a compiled chart itself puts on it; undefined for an object of any other chart. */
  readonly addedLabels: readonly string[] | undefined;
}

/** An object of the rendering that is not in the manifests. */
export interface LeftOutObject {
  readonly chart: string;
  readonly template: string;
  readonly reference: ObjectReference;
  readonly reason: string;
}

export interface ReleaseObjects {
  readonly objects: readonly ReleaseObject[];
  readonly leftOut: readonly LeftOutObject[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Why an object of a chart that somebody made is left out. */
export const hookReason = "is a hook";
const machinery = "serves the release, which there is none of";

/** Parts what Helm rendered of a chart; `tree` is the chart with those inside it. */
export function releaseObjects({ chart, documents }: RenderedChart, tree: ChartNode): ReleaseObjects {
  const objects: ReleaseObject[] = [];
  const carried: ReleaseObject[] = [];
  const leftOut: LeftOutObject[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const { templatePath: template, text } of documents) {
    const origin = originOf(tree, template);
    const read = (source: string): readonly ReleaseObject[] => {
      const { manifests, diagnostics: found } = parse([{ name: `${chart.name}/${template}`, text: source }]);
      diagnostics.push(...found.filter(({ severity }) => severity !== "info"));
      const { addedLabels } = origin;
      return manifests.map((manifest) => ({ chart: chart.name, template, manifest, addedLabels }));
    };
    for (const object of read(withoutSourceComment(text))) {
      const { reference, object: data } = object.manifest;
      const reason = reasonToLeave(origin, data);
      if (reason === undefined) objects.push(object);
      else leftOut.push({ chart: chart.name, template, reference, reason });
      if (!origin.isCarrier || reference.kind !== "ConfigMap") continue;
      const texts = Object.values(objectField(data, "data"));
      carried.push(...texts.flatMap((source) => read(String(source))));
    }
  }
  return { objects: withCarried(objects, carried), leftOut, diagnostics };
}

/** What the template of an object says of it. */
interface Origin {
  readonly addedLabels: readonly string[] | undefined;
  /** Whether it holds objects of the sources as text. */
  readonly isCarrier: boolean;
  /** Whether a compiler has added it, for the sake of the release: all of it, or what is a hook. */
  readonly serves: "all" | "hooks" | "none";
}

function originOf(tree: ChartNode, template: string): Origin {
  const { node, path } = nodeOfTemplate(tree, template);
  const isCompiled = readChartMarks(node.metadata) !== undefined;
  const isCarrier = isCarrierOf(tree, template);
  const serves = isCarrier || (isCompiled && releaseTemplates.has(path)) ? "all" : "none";
  // Its files are the sources' own, with the labels that the templates of other layouts do without.
  if (isCrdSubchart(tree, node))
    return { addedLabels: chartLabels, isCarrier, serves: serves === "all" ? serves : "hooks" };
  return { addedLabels: isCompiled && path !== extraObjects ? labelsOf(node) : undefined, isCarrier, serves };
}

function reasonToLeave({ addedLabels, serves }: Origin, object: KubernetesObject): string | undefined {
  if (serves === "all") return machinery;
  if (hookEventsOf(object).length === 0) return undefined;
  if (serves === "hooks") return machinery;
  // In a compiled chart what is left is of the sources, hook or not.
  return addedLabels === undefined ? hookReason : undefined;
}

/** The template for what users add; it has the labels that they give. */
const extraObjects = "templates/extra-objects.yaml";

/** What a ConfigMap carries counts: it follows the values, which a file in `crds/` cannot. */
function withCarried(
  objects: readonly ReleaseObject[],
  carried: readonly ReleaseObject[],
): readonly ReleaseObject[] {
  const keyOf = ({ manifest }: ReleaseObject) => objectKey(manifest.reference);
  const byKey = new Map(carried.map((object) => [keyOf(object), object]));
  const known = new Set(objects.map(keyOf));
  return [
    ...objects.map((object) => byKey.get(keyOf(object)) ?? object),
    ...carried.filter((object) => !known.has(keyOf(object))),
  ];
}

/** Whether a template of a compiled chart, or of the subchart with its CRDs, holds objects as text. */
function isCarrierOf(tree: ChartNode, template: string): boolean {
  return allNodes(tree).some((node) => {
    const prefix = node.path.map((key) => `charts/${key}/`).join("");
    const own = template.startsWith(prefix) ? template.slice(prefix.length) : undefined;
    return own !== undefined && carrierTemplates.includes(own) && readChartMarks(node.metadata) !== undefined;
  });
}

/** Whether a chart is the one that a compiled chart has its CRDs in. */
function isCrdSubchart(tree: ChartNode, node: ChartNode): boolean {
  const outer = allNodes(tree).find(({ children }) => children.includes(node));
  return node.name === crdSubchart && outer !== undefined && readChartMarks(outer.metadata) !== undefined;
}

/** The keys of the labels that the named template for labels of a compiled chart writes. */
function labelsOf({ name, files }: ChartNode): readonly string[] {
  const helpers = new TextDecoder().decode(files.get("templates/_helpers.tpl"));
  const begin = helpers.indexOf(`define "${name}.labels"`);
  const body = helpers.slice(begin, helpers.indexOf("- with ", begin));
  return begin === -1 ? [] : Array.from(body.matchAll(/^([\w./-]+): /gm), ([, key]) => key ?? "");
}
