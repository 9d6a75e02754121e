// A kustomization over the files of a set: https://kubectl.docs.kubernetes.io/references/kustomize/kustomization/
import { containerImages } from "../kubernetes/container-images.ts";
import { formatImageReference, parseImageReference } from "../kubernetes/image-reference.ts";
import type { Json } from "../kubernetes/object.ts";
import { printYaml } from "../yaml/print.ts";
import type { ManifestPart, ReleaseManifest } from "./manifests.ts";

/** A file of the set. */
export interface PartFile {
  readonly name: string;
  readonly part: ManifestPart;
  readonly own: readonly ReleaseManifest[];
}

/**
 * The kustomization: the files, the namespace and the images, so that either can be changed in one place. Custom
 * resources are not among its resources: they cannot be applied together with their CRDs.
 */
export function printKustomization(
  { namespace }: { readonly namespace: string },
  files: readonly PartFile[],
): string {
  const applied = files.filter(({ part }) => part !== "custom-resources");
  const later = files.filter(({ part }) => part === "custom-resources");
  const manifests = applied.flatMap(({ own }) => own);
  const images = imagesOf(manifests);
  const document = {
    apiVersion: "kustomize.config.k8s.io/v1beta1",
    kind: "Kustomization",
    ...(isAllIn(namespace, manifests) ? { namespace } : {}),
    resources: applied.map(({ name }) => name),
    ...(images.length > 0 ? { images } : {}),
  };
  const comments = later.map(({ name }) => `# Once the operator runs: kubectl apply -f ${name}\n`);
  return `${comments.join("")}${printYaml(document)}\n`;
}

/** Kustomize moves every object into its namespace, also one that must stay elsewhere. */
function isAllIn(namespace: string, manifests: readonly ReleaseManifest[]): boolean {
  return manifests.every(({ reference }) => (reference.namespace ?? namespace) === namespace);
}

/** By name; an image of which there are two versions is left out, since kustomize knows one for each name. */
function imagesOf(manifests: readonly ReleaseManifest[]): readonly Json[] {
  const versions = new Map<string, Set<string>>();
  for (const { image } of manifests.flatMap(({ object }) => containerImages(object))) {
    const parsed = parseImageReference(image);
    if (!parsed) continue;
    const name = formatImageReference({ ...parsed, tag: "", digest: "" });
    versions.set(name, (versions.get(name) ?? new Set()).add(image));
  }
  return [...versions]
    .filter(([, images]) => images.size === 1)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, [image = ""]]) => {
      const { tag = "", digest = "" } = parseImageReference(image) ?? {};
      const version = { ...(tag === "" ? {} : { newTag: tag }), ...(digest === "" ? {} : { digest }) };
      return Object.keys(version).length === 0 ? [] : [{ name, ...version }];
    });
}
