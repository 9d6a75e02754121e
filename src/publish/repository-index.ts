// index.yaml of a chart repository: what `helm repo add` reads (https://helm.sh/docs/topics/chart_repository/).
import { compare as compareVersions, valid as validVersion } from "semver";
import { archiveName, type ChartArchive, type Outcome } from "../archive/archive.ts";
import {
  field,
  isObject,
  type Json,
  type JsonObject,
  objectField,
  stringField,
} from "../kubernetes/object.ts";
import { parseDocument } from "../yaml/document.ts";
import { printYaml } from "../yaml/print.ts";

/** An index that was brought up to date. */
export interface IndexUpdate {
  readonly text: string;
  /** The names of the archives that it did not know. */
  readonly added: readonly string[];
}

/** What to write into an index. */
export interface IndexOptions {
  /** The index that is there, as text; none for a new one. */
  readonly existing?: string;
  /** Where the archives are published, in front of their names; without it they stand beside the index. */
  readonly url?: string;
  /** When they were published. */
  readonly created: Date;
}

/**
 * Adds `archives` to an index. What it has stays as it is; a version that it has with other bytes is refused, since
 * somebody may have installed it. An index that has them all is returned as it was.
 */
export function updateIndex(
  archives: readonly ChartArchive[],
  { existing, url, created }: IndexOptions,
): Outcome<IndexUpdate> {
  const read = readIndex(existing);
  if (!read.ok) return read;
  const entries = new Map(Object.entries(read.entries));
  const added: string[] = [];
  for (const archive of archives) {
    const versions = entries.get(archive.name) ?? [];
    const published = versions.find((entry) => stringField(entry, "version") === archive.version);
    if (published === undefined) {
      entries.set(archive.name, [...versions, newEntry(archive, url, created)]);
      added.push(archiveName(archive));
      continue;
    }
    const digest = (stringField(published, "digest") ?? "").replace(/^sha256:/, "");
    if (digest !== archive.digest) {
      return {
        ok: false,
        fault: {
          message: `${archive.name} ${archive.version} is published already, with other bytes.`,
          found: `sha256:${archive.digest}, where the index has ${digest === "" ? "no digest" : `sha256:${digest}`}`,
          expected: "a version that is not published yet",
          hint: "Give the chart a new version; a published one never changes.",
        },
      };
    }
  }
  if (added.length === 0 && existing !== undefined) return { ok: true, text: existing, added };
  const sorted = [...entries]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, versions]) => [name, versions.toSorted(newestFirst)] as const);
  const index = {
    ...read.index,
    apiVersion: "v1",
    entries: Object.fromEntries(sorted),
    generated: timeText(created),
  };
  return { ok: true, text: `${printYaml(index)}\n`, added };
}

/** An index as data, and the versions of each chart in it. */
export function readIndex(
  existing: string | undefined,
): Outcome<{ index: JsonObject; entries: Readonly<Record<string, readonly Json[]>> }> {
  if (existing === undefined) return { ok: true, index: {}, entries: {} };
  const parsed = parseDocument(existing);
  const data = parsed.ok ? parsed.document.data : undefined;
  const entries = objectField(data, "entries");
  const isIndex = isObject(data) && (field(data, "entries") == null || isObject(field(data, "entries")));
  if (!isIndex || !Object.values(entries).every((versions) => Array.isArray(versions))) {
    return {
      ok: false,
      fault: {
        message: "The index that is there is none of a chart repository.",
        found: parsed.ok ? "YAML without `entries`, a list of versions for each chart" : parsed.fault.message,
        expected: "an index.yaml as `helm repo index` writes it",
      },
    };
  }
  return { ok: true, index: data, entries: entries as Readonly<Record<string, readonly Json[]>> };
}

function newEntry(archive: ChartArchive, url: string | undefined, created: Date): JsonObject {
  const prefix = url === undefined ? "" : `${url.replace(/\/+$/, "")}/`;
  return {
    ...archive.metadata,
    created: timeText(created),
    digest: archive.digest,
    urls: [`${prefix}${archiveName(archive)}`],
  };
}

/** Helm takes the first version that fits a range for the newest one. What is no version comes last. */
function newestFirst(a: Json, b: Json): number {
  const [one, other] = [a, b].map((entry) =>
    validVersion(stringField(entry, "version") ?? "", { loose: true }),
  );
  if (one == null || other == null) return (one == null ? 1 : 0) - (other == null ? 1 : 0);
  return compareVersions(other, one);
}

/** RFC 3339 without fractions. */
function timeText(date: Date): string {
  return date.toISOString().replace(/\.\d+Z$/, "Z");
}
