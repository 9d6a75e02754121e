// Packaged charts → a folder of an OCI registry, one after the other; what goes wrong is a diagnostic.
import type { ArchiveFault, ChartArchive } from "../archive/archive.ts";
import type { DiagnosticCode } from "../diagnostics/codes.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { type Credentials, CredentialsError } from "./credentials.ts";
import { pushChart } from "./push-chart.ts";
import { type Connection, RegistryClient, RegistryError } from "./registry-client.ts";
import { parseRegistryFolder, repositoryOf, tagOf } from "./registry-reference.ts";

/** A chart to push, with its provenance file. */
export interface ChartToPush {
  readonly archive: ChartArchive;
  readonly provenance?: Uint8Array;
}

export interface PushOptions {
  /** Who we are to a host; asked when the registry wants to know. Throws CredentialsError. */
  readonly credentials: (host: string) => Promise<Credentials | undefined>;
  readonly connection: Connection;
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
    if (error instanceof RegistryError)
      return { pushed, diagnostics: [toDiagnostic(error.fault, "publish/registry")] };
    if (!(error instanceof CredentialsError)) throw error;
    return { pushed, diagnostics: [toDiagnostic({ message: error.message }, "publish/credentials")] };
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
  const client = new RegistryClient(host, repository, () => credentials(host), connection);
  const what = { archive, repository, tag, overwrite, ...(provenance === undefined ? {} : { provenance }) };
  const { digest, wasThere } = trust(await pushChart(client, what).finally(() => client.close()));
  const { name, version } = archive;
  return { name, version, reference: `${host}/${repository}:${tag}`, digest, wasThere };
}

/** The result, or a RegistryError with the fault. */
function trust<Result>(
  outcome: ({ readonly ok: true } & Result) | { readonly ok: false; readonly fault: ArchiveFault },
): Result {
  if (!outcome.ok) throw new RegistryError(outcome.fault);
  return outcome;
}

function toDiagnostic(fault: ArchiveFault, code: DiagnosticCode): Diagnostic {
  return { severity: "error", code, ...fault };
}
