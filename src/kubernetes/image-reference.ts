// Image references: their parts, and how to find them in text that is not an image field.
// Grammar: https://pkg.go.dev/github.com/distribution/reference

/** The parts of an image reference; together they are the reference, byte for byte. */
export interface ImageReference {
  /** Host with port, as written; "" when the reference names none and docker.io is implied. */
  readonly registry: string;
  readonly repository: string;
  /** "" when there is none. */
  readonly tag: string;
  /** `sha256:…`, or "" when there is none. */
  readonly digest: string;
}

const pattern =
  /^(?:(?<registry>[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?(?::[0-9]+)?)\/)?(?<repository>[a-z0-9]+(?:(?:[._]|__|-+|\/)[a-z0-9]+)*)(?::(?<tag>[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}))?(?:@(?<digest>[A-Za-z][A-Za-z0-9]*:[0-9a-fA-F]{32,}))?$/;

/** Reads `image`, or undefined when it is no image reference (a `${VARIABLE}`, `ko://…`). */
export function parseImageReference(image: string): ImageReference | undefined {
  const groups = pattern.exec(image)?.groups;
  if (!groups) return undefined;
  const first = groups["registry"];
  const rest = groups["repository"] ?? "";
  // The first component is a registry only when it cannot be part of a path: docker's own rule.
  const isRegistry = first !== undefined && (/[.:]/.test(first) || first === "localhost");
  return {
    registry: isRegistry ? first : "",
    repository: first === undefined || isRegistry ? rest : `${first}/${rest}`,
    tag: groups["tag"] ?? "",
    digest: groups["digest"] ?? "",
  };
}

/** Whether the first folder of a repository looks like a host, as a reference begins that names its registry. */
export function beginsWithHost(repository: string): boolean {
  return /^(?:localhost|[^/]*[.:][^/]*)\//.test(repository);
}

/** The reference as text. */
export function formatImageReference(image: ImageReference): string {
  const registry = image.registry === "" ? "" : `${image.registry}/`;
  const tag = image.tag === "" ? "" : `:${image.tag}`;
  const digest = image.digest === "" ? "" : `@${image.digest}`;
  return `${registry}${image.repository}${tag}${digest}`;
}

/**
 * Whether text outside an image field is surely an image: it names a registry, a path, and a tag or digest.
 * Less than that (`host/path`, `name:1`) could be anything.
 */
export function looksLikeImage(text: string): boolean {
  const image = parseImageReference(text);
  if (!image?.registry) return false;
  return image.tag !== "" || image.digest !== "";
}
