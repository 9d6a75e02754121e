// A chart in a registry → its archive, as `helm pull` finds it; what is downloaded has to be what the digests say.
import { maxSatisfying } from "semver";
import { type ChartArchive, type ChartFiles, digestOf, openArchive } from "../archive/archive.ts";
import { counted } from "../diagnostics/counted.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { listField, stringField } from "../kubernetes/object.ts";
import { listTags, parseJson } from "./list-tags.ts";
import { manifestTypes, mediaTypes } from "./media-types.ts";
import { type RegistryAccess, RegistryClient, RegistryError } from "./registry-client.ts";
import { expectStatus, registryDiagnostic, trust } from "./registry-faults.ts";
import { parseChartReference, type RegistryChart, tagOf, versionOf } from "./registry-reference.ts";

/** A chart that was pulled. */
export interface PulledChart {
  readonly archive: ChartArchive;
  readonly files: ChartFiles;
  /** `sha256:…` of the manifest, by which the chart can be named for ever. */
  readonly digest: string;
  /** `oci://host/path/name:tag`, or with the digest where that was given. */
  readonly reference: string;
}

/** A layer's type of before Helm 3.7, which Helm still reads (pkg/registry/constants.go). */
const legacyChartType = "application/tar+gzip";

/** Pulls the chart that `reference` (`oci://…`) names; what goes wrong is a diagnostic. */
export async function pullChart(
  reference: string,
  access: RegistryAccess,
): Promise<{ readonly pulled?: PulledChart; readonly diagnostics: readonly Diagnostic[] }> {
  try {
    const { chart } = trust(parseChartReference(reference));
    const client = new RegistryClient(chart.host, chart.repository, "pull", access);
    const pulled = await pull(client, chart).finally(() => client.close());
    return { pulled, diagnostics: [] };
  } catch (error) {
    return { diagnostics: [registryDiagnostic(error)] };
  }
}

async function pull(client: RegistryClient, chart: RegistryChart): Promise<PulledChart> {
  const path = `/v2/${chart.repository}`;
  const tag = chart.digest ?? trust(tagOf(chart.version ?? (await newestVersion(client, chart)))).tag;
  const place = `${chart.host}/${chart.repository}${chart.digest === undefined ? ":" : "@"}${tag}`;
  const answer = await client.ask({
    method: "GET",
    address: `${path}/manifests/${tag}`,
    headers: { accept: manifestTypes },
  });
  if (answer.status === 404) throw noChart(place);
  expectStatus(answer, [200], `give ${place}`, "pull");
  const digest = `sha256:${digestOf(answer.body)}`;
  const said = chart.digest ?? answer.headers["docker-content-digest"];
  if (said?.startsWith("sha256:") && said !== digest)
    throw otherBytes(`the manifest of ${place}`, digest, said);
  const layer = chartLayer(answer.body, place);
  const blob = await client.ask({ method: "GET", address: `${path}/blobs/${layer}` });
  expectStatus(blob, [200], `give the archive of ${place}`, "pull");
  const received = `sha256:${digestOf(blob.body)}`;
  if (received !== layer) throw otherBytes(`the archive of ${place}`, received, layer);
  const { archive, files } = trust(await openArchive(blob.body));
  return { archive, files, digest, reference: `oci://${place}` };
}

/** The digest of the layer that is the archive. */
function chartLayer(manifest: Uint8Array, place: string): string {
  const data = parseJson(manifest);
  const layers = listField(data, "layers").filter((layer) =>
    [mediaTypes.chart, legacyChartType].includes(stringField(layer, "mediaType") ?? ""),
  );
  const digest = stringField(layers[0], "digest");
  if (layers.length === 1 && digest !== undefined && /^sha256:[0-9a-f]{64}$/.test(digest)) return digest;
  const config = stringField(data, "config", "mediaType") ?? stringField(data, "mediaType");
  throw new RegistryError({
    message: `${place} is no Helm chart.`,
    found: config === undefined ? "another manifest" : `${config} with ${counted(layers.length, "chart")}`,
    expected: `one layer of the type ${mediaTypes.chart}`,
  });
}

/** As Helm chooses where no version is given: the highest that is no pre-release. */
async function newestVersion(client: RegistryClient, { host, repository }: RegistryChart): Promise<string> {
  const place = `${host}/${repository}`;
  const tags = await listTags(client, repository);
  if (tags === undefined) throw noChart(place);
  const newest = maxSatisfying(tags.map(versionOf), "*", { loose: true });
  if (newest !== null) return newest;
  throw new RegistryError({
    message: `${place} has no version that is released.`,
    found: tags.length === 0 ? "no tags" : `the tags ${tags.join(", ")}`,
    expected: "a tag such as 1.0.0",
    hint: `Name one: oci://${place}:VERSION`,
  });
}

function noChart(place: string): RegistryError {
  return new RegistryError({
    message: `${place} is not there.`,
    expected: "a chart that was pushed",
    hint: "Look at the path and the version.",
  });
}

function otherBytes(what: string, found: string, expected: string): RegistryError {
  return new RegistryError({
    message: `The registry gives other bytes for ${what} than it says.`,
    found,
    expected,
  });
}
