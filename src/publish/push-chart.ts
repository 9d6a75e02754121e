// A packaged chart → a registry, as Helm lays it out (https://helm.sh/docs/topics/registries/#oci-artifact-layout): the
// metadata as config, the archive as a layer, the provenance file as another one.
import type { ChartArchive, Outcome } from "../archive/archive.ts";
import { listField, objectField, stringField } from "../kubernetes/object.ts";
import { mediaTypes } from "./media-types.ts";
import { type PushResult, pushManifest } from "./push-manifest.ts";
import type { RegistryClient } from "./registry-client.ts";

/** What is pushed, and where to. */
export interface Pushed {
  readonly archive: ChartArchive;
  readonly provenance?: Uint8Array;
  readonly repository: string;
  readonly tag: string;
  /** Whether a tag that is there may be given to other content. */
  readonly overwrite?: boolean;
}

/** Pushes what the registry does not have. Throws RegistryError where it says no. */
export function pushChart(client: RegistryClient, pushed: Pushed): Promise<Outcome<PushResult>> {
  const { archive, provenance, ...place } = pushed;
  return pushManifest(client, {
    ...place,
    config: { mediaType: mediaTypes.config, bytes: encode(JSON.stringify(archive.metadata)) },
    layers: [
      { mediaType: mediaTypes.chart, bytes: archive.bytes },
      ...(provenance ? [{ mediaType: mediaTypes.provenance, bytes: provenance }] : []),
    ],
    annotations: annotationsOf(archive),
  });
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
