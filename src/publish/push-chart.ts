// A packaged chart → a registry, as Helm lays it out (https://helm.sh/docs/topics/registries/#oci-artifact-layout): the
// metadata as config, the archive as a layer, the provenance file as another one.
import { type ChartArchive, digestOf, type Outcome } from "../archive/archive.ts";
import { listField, objectField, stringField } from "../kubernetes/object.ts";
import { manifestTypes, mediaTypes } from "./media-types.ts";
import { type RegistryClient, RegistryError } from "./registry-client.ts";
import { expectStatus } from "./registry-faults.ts";

/** What is pushed, and where to. */
export interface Pushed {
  readonly archive: ChartArchive;
  readonly provenance?: Uint8Array;
  readonly repository: string;
  readonly tag: string;
  /** Whether a tag that is there may be given to other content. */
  readonly overwrite?: boolean;
}

/** What is in the registry now. */
export interface PushResult {
  /** `sha256:…` of the manifest, by which the chart can be named for ever. */
  readonly digest: string;
  /** Whether the registry had it already, with the same bytes. */
  readonly wasThere: boolean;
}

interface Blob {
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/** Pushes what the registry does not have: layers first, the tag last. Throws RegistryError where it says no. */
export async function pushChart(client: RegistryClient, pushed: Pushed): Promise<Outcome<PushResult>> {
  const { archive, provenance, repository, tag } = pushed;
  const config = { mediaType: mediaTypes.config, bytes: encode(JSON.stringify(archive.metadata)) };
  const layers: Blob[] = [
    { mediaType: mediaTypes.chart, bytes: archive.bytes },
    ...(provenance ? [{ mediaType: mediaTypes.provenance, bytes: provenance }] : []),
  ];
  const manifest = encode(
    JSON.stringify({
      schemaVersion: 2,
      mediaType: mediaTypes.manifest,
      config: descriptorOf(config),
      layers: layers.map(descriptorOf),
      annotations: annotationsOf(archive),
    }),
  );
  const digest = `sha256:${digestOf(manifest)}`;
  const path = `/v2/${repository}`;
  const present = await digestOfTag(client, `${path}/manifests/${tag}`);
  if (present === digest) return { ok: true, digest, wasThere: true };
  if (present !== undefined && !pushed.overwrite) {
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

function descriptorOf({ mediaType, bytes }: Blob): object {
  return { mediaType, digest: `sha256:${digestOf(bytes)}`, size: bytes.length };
}

/**
 * The annotations that Helm gives a chart's manifest (pkg/registry/chart.go), but for the time, so that the same chart
 * has the same digest: the chart's own, and those of its Chart.yaml.
 */
function annotationsOf({ metadata, name, version }: ChartArchive): Readonly<Record<string, string>> {
  const key = (word: string) => `org.opencontainers.image.${word}`;
  const authors = listField(metadata, "maintainers").flatMap((maintainer) => {
    const [person, email] = [stringField(maintainer, "name"), stringField(maintainer, "email")];
    if (person === undefined) return [];
    return email ? `${person} (${email})` : person;
  });
  const said = {
    description: stringField(metadata, "description"),
    url: stringField(metadata, "home"),
    source: listField(metadata, "sources").find((source) => typeof source === "string"),
    authors: authors.length > 0 ? authors.join(", ") : undefined,
  };
  const own = Object.entries(objectField(metadata, "annotations")).filter(
    ([, value]) => typeof value === "string",
  );
  return Object.fromEntries([
    ...Object.entries(said).flatMap(([word, value]) => (value ? [[key(word), value] as const] : [])),
    ...(own as [string, string][]),
    [key("title"), name],
    [key("version"), version],
  ]);
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
