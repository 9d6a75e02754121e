// What is published of a chart already: its versions in a registry or in the index of a repository.
import { lt, prerelease, rsort, valid } from "semver";
import type { Outcome } from "../archive/archive.ts";
import { stringField } from "../kubernetes/object.ts";
import { listTags } from "./list-tags.ts";
import { type RegistryAccess, RegistryClient } from "./registry-client.ts";
import { trust } from "./registry-faults.ts";
import { parseRegistryFolder, repositoryOf, versionOf } from "./registry-reference.ts";
import { readIndex } from "./repository-index.ts";

/** A published version, and where its archive is: `oci://…`, or as the index says. */
export interface PublishedVersion {
  readonly version: string;
  readonly address: string;
  /** The SHA-256 of the archive, as the index has it. */
  readonly digest?: string;
}

/** The versions of `chart` below `remote` (`oci://host/path`). Throws RegistryError where the registry does not say. */
export async function versionsInRegistry(
  chart: string,
  remote: string,
  access: RegistryAccess,
): Promise<readonly PublishedVersion[]> {
  const { folder } = trust(parseRegistryFolder(remote));
  const { repository } = trust(repositoryOf(folder, chart));
  const client = new RegistryClient(folder.host, repository, "pull", access);
  const tags = await listTags(client, repository).finally(() => client.close());
  return (tags ?? []).map((tag) => ({
    version: versionOf(tag),
    address: `oci://${folder.host}/${repository}:${tag}`,
  }));
}

/** The versions of `chart` in the text of an index.yaml. */
export function versionsInIndex(
  chart: string,
  index: string,
): Outcome<{ versions: readonly PublishedVersion[] }> {
  const read = readIndex(index);
  if (!read.ok) return read;
  const versions = (read.entries[chart] ?? []).flatMap((entry) => {
    const version = stringField(entry, "version");
    const address = stringField(entry, "urls", 0);
    const digest = stringField(entry, "digest")?.replace(/^sha256:/, "");
    if (version === undefined || address === undefined) return [];
    return [{ version, address, ...(digest ? { digest } : {}) }];
  });
  return { ok: true, versions };
}

/**
 * The version that users upgrade from: the highest below `version`, and no pre-release unless nothing else was published
 * or `version` is one itself.
 */
export function lastBefore(
  version: string,
  published: readonly PublishedVersion[],
): PublishedVersion | undefined {
  const earlier = published.filter((one) => valid(one.version) !== null && lt(one.version, version));
  const released = earlier.filter((one) => prerelease(one.version) === null);
  const eligible = prerelease(version) === null && released.length > 0 ? released : earlier;
  const [newest] = rsort(eligible.map((one) => one.version));
  return eligible.find((one) => one.version === newest);
}
