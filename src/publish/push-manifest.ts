// A manifest and its blobs → a repository of a registry, under one tag
// (https://github.com/opencontainers/distribution-spec/blob/main/spec.md#pushing-manifests).
import { digestOf, type Outcome } from "../archive/archive.ts";
import { manifestTypes, mediaTypes } from "./media-types.ts";
import { type RegistryClient, RegistryError } from "./registry-client.ts";
import { expectStatus } from "./registry-faults.ts";

/** A part of what is pushed. */
export interface Blob {
  readonly mediaType: string;
  readonly bytes: Uint8Array;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** What a tag is to stand for, and where. */
export interface PushedManifest {
  readonly config: Blob;
  readonly layers: readonly Blob[];
  readonly annotations: Readonly<Record<string, string>>;
  readonly repository: string;
  readonly tag: string;
  /** Whether a tag that is there may be given to other content. */
  readonly overwrite?: boolean;
}

/** What is in the registry now. */
export interface PushResult {
  /** `sha256:…` of the manifest, by which it can be named for ever. */
  readonly digest: string;
  /** Whether the registry had it already, with the same bytes. */
  readonly wasThere: boolean;
}

/** Pushes what the registry does not have: layers first, the tag last. Throws RegistryError where it says no. */
export async function pushManifest(
  client: RegistryClient,
  { config, layers, annotations, repository, tag, overwrite }: PushedManifest,
): Promise<Outcome<PushResult>> {
  const manifest = new TextEncoder().encode(
    JSON.stringify({
      schemaVersion: 2,
      mediaType: mediaTypes.manifest,
      config: descriptorOf(config),
      layers: layers.map(descriptorOf),
      annotations,
    }),
  );
  const digest = `sha256:${digestOf(manifest)}`;
  const path = `/v2/${repository}`;
  const present = await digestOfTag(client, `${path}/manifests/${tag}`);
  if (present === digest) return { ok: true, digest, wasThere: true };
  if (present !== undefined && !overwrite) {
    return {
      ok: false,
      fault: {
        message: `${repository}:${tag} is published already, with other content.`,
        found: `${present}, where this chart is ${digest}`,
        expected: "a tag that is not there yet",
        hint: "Give the chart a new version; --overwrite moves the tag all the same.",
      },
    };
  }
  for (const blob of [config, ...layers]) await uploadBlob(client, path, blob);
  const answer = await client.ask({
    method: "PUT",
    address: `${path}/manifests/${tag}`,
    headers: { "content-type": mediaTypes.manifest },
    body: manifest,
  });
  expectStatus(answer, [201], `take the manifest of ${repository}:${tag}`);
  return { ok: true, digest, wasThere: false };
}

/** The digest of what the tag stands for now; undefined when there is no such tag. */
async function digestOfTag(client: RegistryClient, address: string): Promise<string | undefined> {
  const answer = await client.ask({ method: "GET", address, headers: { accept: manifestTypes } });
  if (answer.status === 404) return undefined;
  expectStatus(answer, [200], "say what a tag stands for");
  return `sha256:${digestOf(answer.body)}`;
}

/** Uploads a blob in one piece, if it is not there (specification: "Pushing a blob monolithically", POST then PUT). */
async function uploadBlob(client: RegistryClient, path: string, { bytes }: Blob): Promise<void> {
  const digest = `sha256:${digestOf(bytes)}`;
  const known = await client.ask({ method: "HEAD", address: `${path}/blobs/${digest}` });
  if (known.status === 200) return;
  const begun = await client.ask({
    method: "POST",
    address: `${path}/blobs/uploads/`,
    headers: { "content-length": "0" },
  });
  expectStatus(begun, [202], "begin an upload");
  const place = begun.headers["location"];
  if (place === undefined) throw new RegistryError({ message: "The registry says no place for an upload." });
  const address = place + (place.includes("?") ? "&" : "?") + new URLSearchParams({ digest }).toString();
  const done = await client.ask({
    method: "PUT",
    address,
    headers: { "content-type": "application/octet-stream" },
    body: bytes,
  });
  expectStatus(done, [201, 204], "take an upload");
}

function descriptorOf({ mediaType, bytes, annotations }: Blob): object {
  return {
    mediaType,
    digest: `sha256:${digestOf(bytes)}`,
    size: bytes.length,
    ...(annotations ? { annotations } : {}),
  };
}
