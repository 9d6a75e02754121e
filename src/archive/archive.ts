// A chart as one file, `<name>-<version>.tgz`, as `helm package` would make it, but with the same bytes on every machine:
// entries in one order with one owner and one time, compressed by a library that does not depend on the machine's own zlib.
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { gunzipSync, gzipSync } from "fflate";
import { packTar, unpackTar } from "modern-tar";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { type JsonObject, stringField } from "../kubernetes/object.ts";
import { isIgnored } from "../verify/helm-ignore.ts";
import { parseDocument } from "../yaml/document.ts";

/** The files of a chart byte for byte, by their paths in it. */
export type ChartFiles = ReadonlyMap<string, Uint8Array>;

/** What Chart.yaml says. */
export interface ChartIdentity {
  readonly name: string;
  readonly version: string;
  /** All of Chart.yaml, as data and as text. */
  readonly metadata: JsonObject;
  readonly chartFile: string;
}

/** A packaged chart. */
export interface ChartArchive extends ChartIdentity {
  readonly bytes: Uint8Array;
  /** The SHA-256 of `bytes`, in hexadecimal digits. */
  readonly digest: string;
}

/** Why something is no chart that can be packaged; `undefined` stands for nothing to say. */
export interface ArchiveFault {
  readonly message: string;
  readonly found?: string;
  readonly expected?: string;
  readonly hint?: string;
}

/** A result, or what stands in its way. */
export type Outcome<Result> =
  | ({ readonly ok: true } & Result)
  | { readonly ok: false; readonly fault: ArchiveFault };

/** Helm refuses archives and files in them beyond these (pkg/chart/loader/archive: MaxDecompressedChartSize, …FileSize). */
const archiveLimit = 100 * 1024 * 1024;
const fileLimit = 5 * 1024 * 1024;

/** What is wrong with the chart that was found at `path`, as a diagnostic. */
export function chartDiagnostic(path: string, { message, ...rest }: ArchiveFault): Diagnostic {
  return { severity: "error", code: "archive/chart", message: `"${path}": ${message}`, ...rest };
}

/** The name of an archive's file. */
export function archiveName({ name, version }: Pick<ChartIdentity, "name" | "version">): string {
  return `${name}-${version}.tgz`;
}

/** The chart that the files of a folder are, without those that its .helmignore keeps out. */
export function openFiles(files: ChartFiles): Outcome<{ identity: ChartIdentity; files: ChartFiles }> {
  const identified = identify(files);
  if (!identified.ok) return identified;
  const helmIgnore = decode(files.get(".helmignore"));
  const kept = [...files].filter(([path]) => !isIgnored(path, helmIgnore));
  return { ok: true, identity: identified.identity, files: new Map(kept) };
}

/** Packs the files of a chart but for those that its .helmignore keeps out. `date` is the time of every entry. */
export async function packChart(files: ChartFiles, date: Date): Promise<Outcome<{ archive: ChartArchive }>> {
  const opened = openFiles(files);
  if (!opened.ok) return opened;
  const { identity } = opened;
  const kept = [...opened.files];
  const tooLarge = kept.find(([, body]) => body.length > fileLimit);
  if (tooLarge) return tooLargeFile(tooLarge[0], tooLarge[1].length);
  // Chart.yaml comes first, as in Helm's own archives: who reads a stream knows at once what it is.
  const ordered = kept.sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1));
  const tar = await packTar(
    ordered.map(([path, body]) => ({
      header: {
        name: `${identity.name}/${path}`,
        size: body.length,
        mode: 0o644,
        mtime: date,
        uid: 0,
        gid: 0,
      },
      body,
    })),
  );
  const bytes = gzipSync(tar, { mtime: date, level: 9 });
  return { ok: true, archive: { ...identity, bytes, digest: digestOf(bytes) } };
}

/** Reads an archive that anybody made. */
export async function openArchive(
  bytes: Uint8Array,
): Promise<Outcome<{ archive: ChartArchive; files: ChartFiles }>> {
  const noArchive = (found: string) =>
    ({
      ok: false,
      fault: { message: "It is no packaged chart.", found, expected: "a chart in a .tgz" },
    }) as const;
  const files = new Map<string, Uint8Array>();
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return noArchive("a file that gzip has not made");
  try {
    const size = unpackedSize(bytes);
    if (size > archiveLimit)
      return noArchive(`${size} bytes when unpacked, more than Helm reads (${archiveLimit})`);
    for (const { header, data } of await unpackTar(gunzipSync(bytes), { strict: true })) {
      const path = header.name.slice(header.name.indexOf("/") + 1);
      // As Helm does: who unpacks the chart may write nothing beside it.
      if (path.startsWith("/") || path.includes("\\") || path.split("/").includes(".."))
        return noArchive(`"${header.name}", which leads out of the chart`);
      if (data && header.type === "file") files.set(path, data);
    }
  } catch (error) {
    return noArchive(error instanceof Error ? error.message : String(error));
  }
  const identified = identify(files);
  if (!identified.ok) return identified;
  return { ok: true, archive: { ...identified.identity, bytes, digest: digestOf(bytes) }, files };
}

/** What the last word of a gzip file says (RFC 1952, ISIZE), before anything is unpacked. */
function unpackedSize(bytes: Uint8Array): number {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getUint32(bytes.length - 4, true);
}

/** What Chart.yaml says the chart is. */
function identify(files: ChartFiles): Outcome<{ identity: ChartIdentity }> {
  const refuse = (message: string, expected: string) =>
    ({ ok: false, fault: { message, expected } }) as const;
  const chartFile = decode(files.get("Chart.yaml"));
  const parsed = parseDocument(chartFile);
  if (!parsed.ok) return refuse(`Chart.yaml is no YAML: ${parsed.fault.message}.`, "a chart's description");
  const { data } = parsed.document;
  const name = stringField(data, "name");
  const version = stringField(data, "version");
  if (!name || name.includes("/")) return refuse("Chart.yaml has no name of a chart.", "`name: a-chart`");
  if (!version) return refuse("Chart.yaml has no version.", "`version: 1.0.0`, a text");
  return { ok: true, identity: { name, version, metadata: data as JsonObject, chartFile } };
}

function tooLargeFile(path: string, size: number): Outcome<never> {
  return {
    ok: false,
    fault: {
      message: `"${path}" is too large for a chart.`,
      found: `${size} bytes`,
      expected: `at most ${fileLimit}, which is what Helm reads`,
      hint: "Name it in .helmignore, or take it out of the chart.",
    },
  };
}

/** The SHA-256 of `bytes`, in hexadecimal digits. */
export function digestOf(bytes: Uint8Array): string {
  return bytesToHex(sha256(bytes));
}

function rank(path: string): number {
  return path === "Chart.yaml" ? 0 : 1;
}

function decode(bytes: Uint8Array | undefined): string {
  return bytes === undefined ? "" : new TextDecoder().decode(bytes);
}
