// artifacthub-repo.yml → a registry, where Artifact Hub looks for it
// (https://artifacthub.io/docs/topics/repositories/helm-charts/#oci-support): beside the versions of each chart.
import { mediaTypes } from "./media-types.ts";
import { pushManifest } from "./push-manifest.ts";
import { type RegistryAccess, RegistryClient } from "./registry-client.ts";
import { trust } from "./registry-faults.ts";
import { parseRegistryFolder, repositoryOf } from "./registry-reference.ts";

export const repositoryMetadataFile = "artifacthub-repo.yml";

/** Pushes it for `chart` below `remote`, in place of the one that is there. Throws RegistryError where the registry says no. */
export async function pushRepositoryMetadata(
  metadata: Uint8Array,
  chart: string,
  remote: string,
  access: RegistryAccess,
): Promise<void> {
  const { folder } = trust(parseRegistryFolder(remote));
  const { repository } = trust(repositoryOf(folder, chart));
  const client = new RegistryClient(folder.host, repository, "pull,push", access);
  const pushed = pushManifest(client, {
    repository,
    tag: "artifacthub.io",
    // It is no version: who owns the repository says it anew.
    overwrite: true,
    config: { mediaType: mediaTypes.repositoryConfig, bytes: new TextEncoder().encode("{}") },
    layers: [
      {
        mediaType: mediaTypes.repositoryMetadata,
        bytes: metadata,
        annotations: { "org.opencontainers.image.title": repositoryMetadataFile },
      },
    ],
    annotations: {},
  });
  trust(await pushed.finally(() => client.close()));
}
