// The images that a chart set needs: of containers, of what their environment and arguments name, of fields of custom
// resources, of texts, and those that only an annotation of Chart.yaml tells of.
import { allNodes, type ChartNode } from "../archive/chart-tree.ts";
import type { RenderedChart } from "../archive/found-chart.ts";
import { readChartMarks } from "../emit/chart-marks.ts";
import { containerImages } from "../kubernetes/container-images.ts";
import { hookEventsOf } from "../kubernetes/helm-hooks.ts";
import { looksLikeImage, parseImageReference } from "../kubernetes/image-reference.ts";
import {
  formatReference,
  isObject,
  type Json,
  type JsonObject,
  type KubernetesObject,
  listField,
  referenceOf,
  stringField,
} from "../kubernetes/object.ts";
import type { RenderedDocument } from "../verify/rendered.ts";
import { formatPath } from "../verify/wording.ts";
import { parseDocument } from "../yaml/document.ts";

/** Where an image stands. */
export interface ImageUse {
  readonly chart: string;
  /** `container`: an image field of a Pod; `text`: anything else that reads as an image; `declared`: Chart.yaml says so. */
  readonly kind: "container" | "text" | "declared";
  /** As kubectl names it; absent for what Chart.yaml says. */
  readonly object?: string;
  readonly template?: string;
  readonly path?: string;
  readonly container?: string;
  /** The events of Helm at which the object runs; absent for an object of the release. */
  readonly hook?: readonly string[];
}

/** One image of a chart set. */
export interface UsedImage {
  readonly image: string;
  /** "" where docker.io is implied. */
  readonly registry: string;
  readonly repository: string;
  /** "" where there is none. */
  readonly tag: string;
  /** `sha256:…`; "" where nobody says it. */
  readonly digest: string;
  readonly uses: readonly ImageUse[];
}

/** The images, sorted, each with all its uses. */
export function findImages(
  charts: readonly { readonly rendered: RenderedChart; readonly tree: ChartNode }[],
): readonly UsedImage[] {
  const uses = new Map<string, ImageUse[]>();
  const add = (image: string, use: ImageUse) => uses.set(image, [...(uses.get(image) ?? []), use]);
  for (const { rendered } of charts) {
    const chart = rendered.chart.name;
    const objects = rendered.documents.flatMap((document) =>
      objectsOf(document).map((object) => ({ object, template: document.templatePath })),
    );
    for (const { object, template } of objects) {
      const events = hookEventsOf(object);
      const place = {
        chart,
        object: formatReference(referenceOf(object)),
        template,
        ...(events.length > 0 ? { hook: events } : {}),
      };
      for (const { image, ...use } of imagesIn(object)) add(image, { ...place, ...use });
    }
  }
  for (const { rendered, tree } of charts) {
    const chart = rendered.chart.name;
    for (const node of allNodes(tree))
      for (const image of declaredIn(node, uses)) add(image, { chart, kind: "declared" });
  }
  return [...uses]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([image, found]) => {
      const parts = parseImageReference(image) ?? { registry: "", repository: image, tag: "", digest: "" };
      return { image, ...parts, uses: found };
    });
}

/** The object, or those of a List, which itself has no metadata. */
function objectsOf({ object, document }: RenderedDocument): readonly KubernetesObject[] {
  if (object) return [object];
  return listField(document?.data, "items").filter(
    (item): item is KubernetesObject => isObject(item) && isObject(item["metadata"]),
  );
}

type FoundImage = Pick<ImageUse, "kind" | "path" | "container"> & { readonly image: string };

function imagesIn(object: KubernetesObject): readonly FoundImage[] {
  const own = containerImages(object).map(
    ({ image, container, path }): FoundImage => ({
      image,
      kind: "container",
      container,
      path: formatPath(path),
    }),
  );
  const paths = new Set(own.map(({ path }) => path));
  const texts = textsOf(object)
    .map(({ text, path }) => ({ images: imagesInText(text), path: formatPath(path) }))
    .filter(({ path }) => !paths.has(path))
    .flatMap(({ images, path }) => images.map((image): FoundImage => ({ image, kind: "text", path })));
  return [...own, ...texts];
}

type Path = readonly (string | number)[];

/** All texts of an object; of a CRD only the defaults, which the API server writes into objects. */
function textsOf(object: KubernetesObject): readonly { readonly text: string; readonly path: Path }[] {
  const isCrd = object.kind === "CustomResourceDefinition";
  const found: { readonly text: string; readonly path: Path }[] = [];
  const visit = (value: Json | undefined, path: Path): void => {
    if (typeof value === "string") {
      if (!isCrd || path.includes("default")) found.push({ text: value, path });
    } else if (Array.isArray(value))
      for (const [index, item] of value.entries()) visit(item, [...path, index]);
    else if (isObject(value)) for (const [key, inner] of Object.entries(value)) visit(inner, [...path, key]);
  };
  // What a tool noted down of an object says nothing new.
  const { metadata: _, ...rest } = object;
  visit(rest, []);
  return found;
}

/** A word of a text that reads as an image: with a host, and a tag or digest. What follows `//` is an address. */
function imagesInText(text: string): readonly string[] {
  const word = /(?<![\w./:@-])[A-Za-z0-9][\w.-]*(?::\d+)?\/[\w./-]+(?::[\w.-]+)?(?:@sha256:[0-9a-f]{64})?/g;
  const words = Array.from(text.matchAll(word), ([found]) => found.replace(/[.:]+$/, ""));
  return [...new Set(words.filter((found) => looksLikeImage(found) && /^[^/]*[.:]/.test(found)))];
}

/** What Chart.yaml says. One that was not compiled lists all its images there: those that were found are no news. */
function declaredIn({ metadata }: ChartNode, found: ReadonlyMap<string, unknown>): readonly string[] {
  const marks = readChartMarks(metadata);
  if (marks) return marks.images;
  return annotatedImages(metadata).filter((image) => !found.has(image));
}

/** https://artifacthub.io/docs/topics/annotations/helm/#supported-annotations */
function annotatedImages(metadata: JsonObject): readonly string[] {
  const parsed = parseDocument(stringField(metadata, "annotations", "artifacthub.io/images") ?? "");
  if (!parsed.ok) return [];
  return listField({ images: parsed.document.data }, "images").flatMap(
    (entry) => stringField(entry, "image") ?? [],
  );
}
