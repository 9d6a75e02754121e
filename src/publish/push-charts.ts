// Packaged charts → a folder of an OCI registry, one after the other; what goes wrong is a diagnostic.
import type { ChartArchive } from "../archive/archive.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { pushChart } from "./push-chart.ts";
import { type RegistryAccess, RegistryClient } from "./registry-client.ts";
import { registryDiagnostic, trust } from "./registry-faults.ts";
import { parseRegistryFolder, repositoryOf, tagOf } from "./registry-reference.ts";

/** A chart to push, with its provenance file. */
export interface ChartToPush {
  readonly archive: ChartArchive;
  readonly provenance?: Uint8Array;
}

export interface PushOptions extends RegistryAccess {
  /** Whether a tag that is there may be moved. */
  readonly overwrite?: boolean;
}

/** A chart that is in the registry now. */
export interface PushedChart {
  readonly name: string;
  readonly version: string;
  /** `host/path/name:tag`. */
  readonly reference: string;
  /** `sha256:…` of the manifest. */
  readonly digest: string;
  /** Whether the registry had it already, with the same bytes. */
  readonly wasThere: boolean;
}

/** Pushes `charts` to `remote` (`oci://host/path`). Stops at the first that the registry does not take. */
export async function pushCharts(
  charts: readonly ChartToPush[],
  remote: string,
  options: PushOptions,
): Promise<{ readonly pushed: readonly PushedChart[]; readonly diagnostics: readonly Diagnostic[] }> {
  const pushed: PushedChart[] = [];
  try {
    for (const chart of charts) pushed.push(await pushOne(chart, remote, options));
    return { pushed, diagnostics: [] };
  } catch (error) {
    return { pushed, diagnostics: [registryDiagnostic(error)] };
  }
}

async function pushOne(
  { archive, provenance }: ChartToPush,
  remote: string,
  { credentials, connection, overwrite = false }: PushOptions,
): Promise<PushedChart> {
  const { folder } = trust(parseRegistryFolder(remote));
  const { host } = folder;
  const { repository } = trust(repositoryOf(folder, archive.name));
  const { tag } = trust(tagOf(archive.version));
  const client = new RegistryClient(host, repository, "pull,push", { credentials, connection });
  const what = { archive, repository, tag, overwrite, ...(provenance === undefined ? {} : { provenance }) };
  const { digest, wasThere } = trust(await pushChart(client, what).finally(() => client.close()));
  const { name, version } = archive;
  return { name, version, reference: `${host}/${repository}:${tag}`, digest, wasThere };
}
