// Where `release` publishes: a registry, the folder of a chart repository, or both; and what is published there already.
import { existsSync, readFileSync, statSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { archiveName, type ChartArchive, digestOf } from "./archive/archive.ts";
import type { Diagnostic } from "./diagnostics/diagnostic.ts";
import { download } from "./load/download.ts";
import type { PackagedChart } from "./package.ts";
import {
  lastBefore,
  type PublishedVersion,
  versionsInIndex,
  versionsInRegistry,
} from "./publish/published-charts.ts";
import { pullChart } from "./publish/pull-chart.ts";
import { type PushedChart, pushCharts } from "./publish/push-charts.ts";
import { pushRepositoryMetadata, repositoryMetadataFile } from "./publish/push-repository-metadata.ts";
import type { RegistryAccess } from "./publish/registry-client.ts";
import { registryDiagnostic } from "./publish/registry-faults.ts";
import { type IndexUpdate, updateIndex } from "./publish/repository-index.ts";
import { writeFiles } from "./write/write-files.ts";

/** Where to. With a registry, `access` says how it is reached; its proxies are used for the repository, too. */
export interface PublishTarget {
  /** `oci://host/path`. */
  readonly registry?: string;
  readonly repository?: {
    /** The folder with index.yaml and the archives, such as a checkout of the branch of GitHub Pages. */
    readonly folder: string;
    /** Where the archives of the folder are published. */
    readonly url?: string;
  };
  readonly access: RegistryAccess;
  readonly workingFolder: string;
  /** artifacthub-repo.yml, which says who owns the repository. */
  readonly metadata?: Uint8Array;
}

/** An earlier version of a chart: a reference that can be read. */
export type Earlier =
  | { readonly ok: true; readonly reference?: string }
  | { readonly ok: false; readonly diagnostic: Diagnostic };

/**
 * The version of a chart that was published before `version`, fetched into `folder` where it has to be; no reference where
 * nothing was. A registry is asked first.
 */
export async function earlierVersion(
  chart: { readonly name: string; readonly version: string },
  target: PublishTarget,
  folder: string,
): Promise<Earlier> {
  try {
    if (target.registry !== undefined) {
      const published = await versionsInRegistry(chart.name, target.registry, target.access);
      const last = lastBefore(chart.version, published);
      if (last !== undefined || target.repository === undefined) return found(last?.address);
    }
  } catch (error) {
    return { ok: false, diagnostic: registryDiagnostic(error) };
  }
  const index = indexOf(target);
  if (index === undefined) return found(undefined);
  const read = versionsInIndex(chart.name, index);
  if (!read.ok) return { ok: false, diagnostic: { severity: "error", code: "publish/index", ...read.fault } };
  const last = lastBefore(chart.version, read.versions);
  return last === undefined ? found(undefined) : fetchArchive(last, target, folder);
}

function found(reference: string | undefined): Earlier {
  return { ok: true, ...(reference === undefined ? {} : { reference }) };
}

/** An archive of the index: beside it, else from where the index says that it is. */
async function fetchArchive(
  published: PublishedVersion,
  target: PublishTarget,
  folder: string,
): Promise<Earlier> {
  const { repository, access, workingFolder } = target;
  const { address } = published;
  const beside = resolve(workingFolder, repository?.folder ?? ".", basename(address));
  if (existsSync(beside)) return asIndexed(published, readFileSync(beside), beside);
  const url =
    /^https?:/.test(address) || repository?.url === undefined ? address : `${repository.url}/${address}`;
  const downloaded = /^https?:/.test(url)
    ? await download(url, { environment: access.connection.environment })
    : ({
        ok: false,
        found: `no file "${basename(address)}" beside the index`,
        hint: "Say with --url where the archives are.",
      } as const);
  if (!downloaded.ok) {
    const { found: what, hint } = downloaded;
    const message = `The archive that was published before, ${url}, cannot be read.`;
    return {
      ok: false,
      diagnostic: { severity: "error", code: "publish/archive", message, found: what, hint },
    };
  }
  const file = join(folder, basename(address));
  await writeFile(file, downloaded.bytes);
  return asIndexed(published, downloaded.bytes, file);
}

/** The archive in `file`, if it is the one that the index means. */
function asIndexed({ address, digest }: PublishedVersion, bytes: Uint8Array, file: string): Earlier {
  const read = digestOf(bytes);
  if (digest === undefined || digest === read) return found(file);
  return {
    ok: false,
    diagnostic: {
      severity: "error",
      code: "publish/archive",
      message: `The archive that was published before, ${address}, is not the one in the index.`,
      found: `sha256:${read}`,
      expected: `sha256:${digest}`,
      hint: "Bring the archive back that was published: somebody may have installed it.",
    },
  };
}

/** What stands in the way of publishing `archives`: a version that is there with other bytes. Asks before anything is written. */
export async function publishedOtherwise(
  archives: readonly ChartArchive[],
  { registry, access }: PublishTarget,
): Promise<readonly Diagnostic[]> {
  if (registry === undefined) return [];
  const diagnostics: Diagnostic[] = [];
  try {
    for (const { name, version, digest } of archives) {
      const published = await versionsInRegistry(name, registry, access);
      const same = published.find((one) => one.version === version);
      if (same === undefined) continue;
      const { pulled, diagnostics: problems } = await pullChart(same.address, access);
      diagnostics.push(...problems);
      if (pulled && pulled.archive.digest !== digest)
        diagnostics.push(otherBytes(same, digest, pulled.archive));
    }
  } catch (error) {
    diagnostics.push(registryDiagnostic(error));
  }
  return diagnostics;
}

function otherBytes(
  { address }: PublishedVersion,
  digest: string,
  { digest: published }: ChartArchive,
): Diagnostic {
  return {
    severity: "error",
    code: "publish/registry",
    message: `${address} is published already, with other content.`,
    found: `an archive of sha256:${published}, where this one is sha256:${digest}`,
    expected: "a version that is not published yet",
    hint: "Give the charts a new version; a published one never changes.",
  };
}

/** Pushes to the registry of the target: the charts, then the metadata of the repository for each. */
export async function pushToRegistry(
  charts: readonly PackagedChart[],
  registry: string,
  { access, metadata }: PublishTarget,
): Promise<{ readonly pushed: readonly PushedChart[]; readonly diagnostics: readonly Diagnostic[] }> {
  const encoder = new TextEncoder();
  const toPush = charts.map(({ archive, provenance }) => ({
    archive,
    ...(provenance === undefined ? {} : { provenance: encoder.encode(provenance) }),
  }));
  const result = await pushCharts(toPush, registry, access);
  if (result.diagnostics.length > 0 || metadata === undefined) return result;
  try {
    for (const { archive } of charts) await pushRepositoryMetadata(metadata, archive.name, registry, access);
    return result;
  } catch (error) {
    return { ...result, diagnostics: [registryDiagnostic(error)] };
  }
}

/** What the index of the target becomes with `archives`. */
export function indexWith(
  archives: readonly ChartArchive[],
  target: PublishTarget,
  created: Date,
): { readonly update?: IndexUpdate; readonly diagnostics: readonly Diagnostic[] } {
  const existing = indexOf(target);
  const url = target.repository?.url;
  const updated = updateIndex(archives, {
    created,
    ...(existing === undefined ? {} : { existing }),
    ...(url === undefined ? {} : { url }),
  });
  if (updated.ok) return { update: updated, diagnostics: [] };
  return { diagnostics: [{ severity: "error", code: "publish/index", ...updated.fault }] };
}

/** Writes archives, provenance files, the index and the metadata of the repository into its folder: all, or none. */
export function writeRepository(
  charts: readonly PackagedChart[],
  { text, added }: IndexUpdate,
  { repository, workingFolder, metadata }: PublishTarget,
): Diagnostic | undefined {
  const { folder = "." } = repository ?? {};
  const files = new Map<string, Uint8Array | string>();
  for (const { archive, provenance } of charts) {
    const name = archiveName(archive);
    const isThere = (file: string) => existsSync(resolve(workingFolder, folder, file));
    // The index has these bytes: an archive that is gone or broken, as an interrupted run may leave it, is written again.
    const isNew = added.includes(name);
    const isWhole =
      isThere(name) && digestOf(readFileSync(resolve(workingFolder, folder, name))) === archive.digest;
    if (isNew || !isWhole) files.set(name, archive.bytes);
    // A signature that is published stays, though one of another time would do as well.
    if (provenance !== undefined && (isNew || !isThere(`${name}.prov`)))
      files.set(`${name}.prov`, provenance);
  }
  if (metadata) files.set(repositoryMetadataFile, metadata);
  files.set("index.yaml", text);
  return writeFiles(resolve(workingFolder, folder), files, folder);
}

function indexOf({ repository, workingFolder }: PublishTarget): string | undefined {
  if (repository === undefined) return undefined;
  const file = resolve(workingFolder, repository.folder, "index.yaml");
  // What else stands there is told when the index is written.
  return existsSync(file) && statSync(file).isFile() ? readFileSync(file, "utf8") : undefined;
}
