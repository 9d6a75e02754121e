// What the pinned sources of a project hold: from the cache, the network or the disk, and always what the lock says.
import { resolve } from "node:path";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Position } from "../diagnostics/position.ts";
import type { Environment } from "../network/dispatcher.ts";
import { type Lock, lockFileName, type Pin } from "../project/lock.ts";
import { type NamedSource, versionPlaceholder } from "../project/versions.ts";
import type { PathStep } from "../yaml/tree.ts";
import type { DownloadLimits, Progress } from "./download.ts";
import { localDigest } from "./local-digest.ts";
import { defaultCacheFolder, SourceCache, sha256Of } from "./source-cache.ts";

/** How sources are come by. */
export interface SourceOptions {
  /** Whether the network is left alone: what the cache does not have is an error. */
  readonly offline?: boolean;
  /** The folder of downloaded sources; default: `chartwright/sources` in the user's cache folder. */
  readonly cache?: string;
  /** Where the cache folder and the proxies are named; default: the environment of the process. */
  readonly environment?: Environment;
  readonly onProgress?: (progress: Progress) => void;
  readonly limits?: Partial<DownloadLimits>;
  readonly pause?: (milliseconds: number) => Promise<unknown>;
}

/** Where a project stands, for paths and for messages. */
export interface PinnedProject {
  /** The absolute folder that paths start at, and the one that messages name. */
  readonly folder: string;
  readonly shown: string;
  readonly positionOf: (path: readonly PathStep[]) => Position;
}

/** The bytes of each URL by its name; with an error among the diagnostics some are missing. */
export interface PinnedSources {
  readonly contents: ReadonlyMap<string, Uint8Array>;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads every pinned source of `sources` and holds it against `lock`. */
export async function readPinned(
  sources: readonly NamedSource[],
  lock: Lock,
  project: PinnedProject,
  options: SourceOptions = {},
): Promise<PinnedSources> {
  const contents = new Map<string, Uint8Array>();
  const diagnostics: Diagnostic[] = [];
  for (const source of eachOnce(sources)) {
    const position = project.positionOf(source.at);
    const pin = lock.get(source.name);
    if (source.name.includes(versionPlaceholder)) diagnostics.push(noVersion(source, position));
    else if (!pin) diagnostics.push(notPinned(source, lock, project, position));
    else if (source.isUrl) {
      const fetched = await fetchSource(source.name, options, pin.sha256);
      if (!fetched.ok) diagnostics.push({ ...fetched.diagnostic, position });
      else if (sha256Of(fetched.bytes) !== pin.sha256) {
        diagnostics.push(changed(pin, sha256Of(fetched.bytes), position));
      } else contents.set(source.name, fetched.bytes);
    } else {
      // Where there is nothing, load says what may be meant.
      const found = localDigest(resolve(project.folder, source.name));
      if (found && found.sha256 !== pin.sha256) diagnostics.push(changed(pin, found.sha256, position));
    }
  }
  return { contents, diagnostics };
}

/** Pins of `sources` as they are now, with the bytes of URLs; what contradicts `lock` is an error. */
export async function pinSources(
  sources: readonly NamedSource[],
  version: string | undefined,
  lock: Lock,
  project: PinnedProject,
  options: SourceOptions = {},
): Promise<{ readonly pins: readonly Pin[]; readonly diagnostics: readonly Diagnostic[] }> {
  const pins: Pin[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const source of eachOnce(sources)) {
    const position = project.positionOf(source.at);
    if (source.name.includes(versionPlaceholder)) {
      diagnostics.push(noVersion(source, position));
      continue;
    }
    const earlier = lock.get(source.name);
    const found = source.isUrl
      ? await digestOfUrl(source.name, options, earlier)
      : (localDigest(resolve(project.folder, source.name)) ?? missing(source));
    if ("severity" in found) diagnostics.push({ ...found, position });
    else if (earlier && earlier.sha256 !== found.sha256)
      diagnostics.push(changed(earlier, found.sha256, position));
    else {
      const { name, isUrl, hasVersion } = source;
      pins.push({ name, isUrl, ...(hasVersion && version !== undefined ? { version } : {}), ...found });
    }
  }
  return { pins, diagnostics };
}

async function digestOfUrl(
  url: string,
  options: SourceOptions,
  earlier: Pin | undefined,
): Promise<Pick<Pin, "sha256" | "size"> | Diagnostic> {
  // With a network the publisher is asked, whatever the cache has: what changed there comes to light here.
  const fetched = await fetchSource(url, options, options.offline ? earlier?.sha256 : undefined);
  if (!fetched.ok) return fetched.diagnostic;
  return { sha256: sha256Of(fetched.bytes), size: fetched.bytes.length };
}

type Fetched =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly diagnostic: Diagnostic };

/** The bytes with `sha256` from the cache; else those that `url` holds, or without a network held the last time. */
async function fetchSource(
  url: string,
  options: SourceOptions,
  sha256: string | undefined,
): Promise<Fetched> {
  const { environment = process.env, offline = false } = options;
  const folder = options.cache ?? defaultCacheFolder(environment);
  const cache = new SourceCache(folder);
  const kept = sha256 === undefined ? (offline ? cache.readLast(url) : undefined) : cache.read(sha256);
  if (kept) return { ok: true, bytes: kept };
  if (offline) return { ok: false, diagnostic: notInCache(url, folder, sha256) };
  const { download } = await import("./download.ts");
  const downloaded = await download(url, { ...options, environment });
  if (!downloaded.ok) return { ok: false, diagnostic: notDownloaded(url, downloaded.found, downloaded.hint) };
  cache.write(url, downloaded.bytes);
  return { ok: true, bytes: downloaded.bytes };
}

/** The pinned ones, each name once: two providers may share one. */
function eachOnce(sources: readonly NamedSource[]): readonly NamedSource[] {
  const pinned = sources.filter(({ isPinned }) => isPinned);
  return [...new Map(pinned.toReversed().map((source) => [source.name, source])).values()].reverse();
}

function noVersion({ pattern }: NamedSource, position: Position): Diagnostic {
  return {
    severity: "error",
    code: "sources/no-version",
    message: `"${pattern}" has a version in it, and the project none.`,
    position,
    found: "no key version",
    expected: "the operator's release",
    hint: "Write one above the sources, such as `version: v1.8.4`.",
  };
}

function notPinned(
  { name, hasVersion }: NamedSource,
  lock: Lock,
  { shown }: PinnedProject,
  position: Position,
): Diagnostic {
  const versions = [...new Set([...lock.values()].flatMap(({ version }) => version ?? []))];
  return {
    severity: "error",
    code: "sources/not-pinned",
    message: `"${name}" is not pinned.`,
    position,
    found:
      lock.size === 0
        ? `no ${lockFileName}`
        : hasVersion && versions.length > 0
          ? `only ${versions.join(", ")} in ${lockFileName}`
          : `no entry in ${lockFileName}`,
    expected: "its sha256 there, so that a build takes what somebody has seen",
    hint: `Run \`chartwright update --pin${shown === "." ? "" : ` ${shown}`}\`, and commit the lock.`,
  };
}

function changed(pin: Pin, sha256: string, position: Position): Diagnostic {
  return {
    severity: "error",
    code: "sources/changed",
    message: `"${pin.name}" is not what it was when it was pinned.`,
    position,
    found: `sha256 ${sha256}`,
    expected: `sha256 ${pin.sha256}${pin.version === undefined ? "" : `, pinned for ${pin.version}`}`,
    hint: `A release that is published does not change: ask who publishes it. Where the new content is right, take its entry out of ${lockFileName} and run \`chartwright update --pin\`.`,
  };
}

function missing({ name }: NamedSource): Diagnostic {
  return {
    severity: "error",
    code: "load/not-found",
    message: `"${name}" does not exist.`,
    found: "no file or folder of that name",
    expected: "the sources of that release",
    hint: "Put them there first (the project file may say how they are made), or name a release that is there.",
  };
}

function notInCache(url: string, folder: string, sha256: string | undefined): Diagnostic {
  return {
    severity: "error",
    code: "sources/offline",
    message: `"${url}" is not in the cache.`,
    found: `nothing ${sha256 === undefined ? "from there" : `with sha256 ${sha256}`} in "${folder}"`,
    expected: "what was downloaded before, since --offline leaves the network alone",
    hint: "Run it once without --offline, or name with --cache the folder that has it.",
  };
}

function notDownloaded(url: string, found: string, hint: string): Diagnostic {
  return {
    severity: "error",
    code: "sources/download",
    message: `"${url}" cannot be downloaded.`,
    found,
    expected: "the file of a release",
    hint,
  };
}
