// The schemas of all versions that somebody uses, each against the one that takes its place: a version against itself, and
// what is stored against what it is read as, where no webhook converts.
import { invariant } from "../diagnostics/internal-error.ts";
import { converts } from "./compare-conversion.ts";
import { compareSchemas } from "./compare-schema.ts";
import { type CrdPair, crdFinding } from "./crd-finding.ts";
import type { UpgradeFinding } from "./finding.ts";
import { findingCodes } from "./finding-codes.ts";
import { listed } from "./listed.ts";
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
  const found = new Map<string, FoundChange>();
  for (const versions of versionPairs(pair)) {
    for (const change of changesOf(pair, versions)) {
      const key = JSON.stringify(change);
      const known = found.get(key);
      if (known) known.versions.push(versions);
      else found.set(key, { change, versions: [versions] });
    }
  }
  const [added, others] = [true, false].map((isAdded) =>
    [...found.values()].filter(({ change }) => (change.code === "crds/field-added") === isAdded),
  );
  const groups = new Map<string, FoundChange[]>();
  for (const one of added ?? []) {
    const key = labelsOf(one.versions);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [
    ...(others ?? []).map(({ change, versions }) => toFinding(pair, change, versions)),
    ...[...groups.values()].map((group) => addedFinding(pair, group)),
  ];
}

/** A difference, and the versions that have it. */
interface FoundChange {
  readonly change: SchemaChange;
  readonly versions: VersionPair[];
}

/** New fields break nobody: those of the same versions are one finding, with the place of the first. */
function addedFinding(pair: CrdPair, group: readonly FoundChange[]): UpgradeFinding {
  const [first] = group;
  invariant(first !== undefined, "a group of changes has one");
  const finding = toFinding(pair, first.change, first.versions);
  if (group.length === 1) return finding;
  const fields = group.map(({ change }) => `${fieldPathOf(change.steps)} (${String(change.after)})`);
  return {
    ...finding,
    path: `spec.versions[${labelsOf(first.versions)}].schema`,
    after: fields,
    message: `${group.length} fields are new: ${listed(fields)}.`,
  };
}

function labelsOf(versions: readonly VersionPair[]): string {
  const labels = versions.map(({ then, now }) =>
    then.name === now.name ? now.name : `${then.name} → ${now.name}`,
  );
  return labels.join(", ");
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
  const field = fieldPathOf(change.steps);
  const { steps, keyword, code: _, ...values } = change;
  const [first] = versions;
  const code = isOfStatus(change, versions) ? "crds/status-changed" : change.code;
  const place = keyword === undefined ? steps : [...steps, keyword];
  return crdFinding(code, pair, {
    path: `spec.versions[${labelsOf(versions)}].schema${field === "" ? "" : `…${field}`}`,
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
