// Where an image goes in another registry: as `global.imageRegistry` of compiled charts finds it there.
import { formatImageReference, type ImageReference } from "../kubernetes/image-reference.ts";

/** One image and its copy. */
export interface MirroredImage {
  readonly source: string;
  /** With the tag, where there is one; else with the digest. */
  readonly target: string;
}

/** The copy of `image` below `registry`, which may have a path. */
export function mirrored(image: ImageReference, registry: string): MirroredImage {
  const { tag, digest } = image;
  const host = image.registry === "" ? "docker.io" : image.registry;
  const isOfficial = image.registry === "" && !image.repository.includes("/");
  const repository = isOfficial ? `library/${image.repository}` : image.repository;
  // What has neither is the tag latest; a source with both is named by its digest, which no client takes beside a tag.
  const version = { tag: tag === "" && digest === "" ? "latest" : tag, digest };
  const source = { registry: host, repository, ...version, ...(digest === "" ? {} : { tag: "" }) };
  const target = { registry: "", repository, ...version, ...(version.tag === "" ? {} : { digest: "" }) };
  return {
    source: formatImageReference(source),
    target: `${registry.replace(/\/+$/, "")}/${formatImageReference(target)}`,
  };
}

/** A line of a mapping file for `oc image mirror -f`; a copy without a tag has its digest by itself. */
export function ocLine({ source, target }: MirroredImage): string {
  return `${source}=${target.replace(/@.*$/, "")}`;
}

/** The arguments of `skopeo copy`. */
export function skopeoLine({ source, target }: MirroredImage): string {
  return `docker://${source} docker://${target}`;
}
