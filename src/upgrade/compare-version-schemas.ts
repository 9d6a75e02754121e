// The schemas of all versions that somebody uses, each against the one that takes its place: a version against itself, and
// what is stored against what it is read as, where no webhook converts.

import { converts } from "./compare-conversion.ts";
import { compareSchemas } from "./compare-schema.ts";
import { type CrdPair, crdFinding } from "./crd-finding.ts";
import type { UpgradeFinding } from "./finding.ts";
import { findingCodes } from "./finding-codes.ts";
import { type ReleasedVersion, storageOf, versionOf } from "./read-crd.ts";
import { fieldPathOf, type SchemaChange } from "./schema-change.ts";
import { preservingAll } from "./schema-children.ts";
import { wordsOf } from "./schema-words.ts";

interface VersionPair {
  readonly then: ReleasedVersion;
  readonly now: ReleasedVersion;
}

/** Each difference once, with all versions that have it. */
export function compareVersionSchemas(pair: CrdPair): readonly UpgradeFinding[] {
  const found = new Map<string, { readonly change: SchemaChange; readonly versions: VersionPair[] }>();
  for (const versions of versionPairs(pair)) {
    for (const change of changesOf(pair, versions)) {
      const key = JSON.stringify(change);
      const known = found.get(key);
      if (known) known.versions.push(versions);
      else found.set(key, { change, versions: [versions] });
    }
  }
  return [...found.values()].map(({ change, versions }) => toFinding(pair, change, versions));
}

function* versionPairs(pair: CrdPair): Iterable<VersionPair> {
  const { older, newer } = pair;
  for (const now of newer.versions) {
    const then = versionOf(older, now.name);
    const isUsed = then !== undefined && ((then.served && now.served) || then.storage);
    if (isUsed) yield { then, now };
  }
  const then = storageOf(older);
  if (!then || converts(newer)) return;
  for (const now of newer.versions) {
    if (now.name === then.name) continue;
    // What is stored in the older version is read as another one for the first time.
    if (now.storage || (converts(older) && now.served)) yield { then, now };
  }
}

function changesOf({ older, newer }: CrdPair, { then, now }: VersionPair): readonly SchemaChange[] {
  // That a CRD begins to drop fields, or ceases to, is told once and not of every object in it.
  const isOpen = !older.prunes && !newer.prunes;
  const [before, after] = [then.schema, now.schema].map((schema) =>
    isOpen ? preservingAll(schema) : schema,
  );
  const changes = compareSchemas(before ?? {}, after ?? {});
  if (then.name === now.name) return changes;
  // Between two versions only what is lost or refused is news.
  return changes.filter(({ code }) => findingCodes[code].severity !== "info");
}

function toFinding(pair: CrdPair, change: SchemaChange, versions: readonly VersionPair[]): UpgradeFinding {
  const labels = versions.map(({ then, now }) =>
    then.name === now.name ? now.name : `${then.name} → ${now.name}`,
  );
  const field = fieldPathOf(change.steps);
  const { steps, keyword, code: _, ...values } = change;
  const [first] = versions;
  const code = isOfStatus(change, versions) ? "crds/status-changed" : change.code;
  const place = keyword === undefined ? steps : [...steps, keyword];
  return crdFinding(code, pair, {
    path: `spec.versions[${labels.join(", ")}].schema${field === "" ? "" : `…${field}`}`,
    ...wordsOf(change, pair.newer.name),
    ...values,
    ...(first
      ? { olderSteps: [...first.then.schemaPath, ...place], newerSteps: [...first.now.schemaPath, ...place] }
      : {}),
  });
}

/** Whether only the operator's own status is concerned, which it writes anew; what a change allows is told as ever. */
function isOfStatus({ code, steps }: SchemaChange, versions: readonly VersionPair[]): boolean {
  return (
    steps[1] === "status" &&
    findingCodes[code].severity !== "info" &&
    versions.every(({ now }) => now.subresources["status"] !== undefined)
  );
}
