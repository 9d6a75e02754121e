// The CRDs of two releases: what becomes of the objects that are stored, and of those who read and write them.
// https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/
import { type Json, jsonEqual } from "../kubernetes/object.ts";
import { compareConversion } from "./compare-conversion.ts";
import { compareVersion } from "./compare-crd-version.ts";
import { compareVersionSchemas } from "./compare-version-schemas.ts";
import { type CrdPair, crdFinding } from "./crd-finding.ts";
import type { ReleasedObject, UpgradeFinding } from "./finding.ts";
import { listed } from "./listed.ts";
import { type ReleasedCrd, type ReleasedVersion, readCrd, storageOf, versionOf } from "./read-crd.ts";
import { sides } from "./schema-change.ts";

/**
 * What an upgrade means for the CRDs, in the order of the newer release, what is gone behind it. `stays`: whether Helm lets
 * a CRD be that the newer release has not, as it does with those of a folder `crds/` and those annotated to be kept.
 */
export function compareCrds(
  older: readonly ReleasedObject[],
  newer: readonly ReleasedObject[],
  stays: (crd: ReleasedObject) => boolean,
): readonly UpgradeFinding[] {
  const [before, after] = [readAll(older), readAll(newer)];
  const findings: UpgradeFinding[] = [];
  for (const [name, now] of after) {
    const then = before.get(name);
    findings.push(...(then ? comparePair({ older: then, newer: now }) : [added(now)]));
  }
  for (const [name, then] of before) {
    if (!after.has(name)) findings.push(stays(then.released) ? leftBehind(then) : removed(then));
  }
  return findings;
}

function readAll(objects: readonly ReleasedObject[]): ReadonlyMap<string, ReleasedCrd> {
  const crds = objects.filter(({ object }) => object.kind === "CustomResourceDefinition").map(readCrd);
  return new Map(crds.map((crd) => [crd.name, crd]));
}

function added(newer: ReleasedCrd): UpgradeFinding {
  const served = newer.versions.filter((version) => version.served).map(({ name }) => name);
  return crdFinding("crds/added", { newer }, { message: `${newer.kind} is new, in ${listed(served)}.` });
}

function removed(older: ReleasedCrd): UpgradeFinding {
  return crdFinding(
    "crds/removed",
    { older },
    {
      message: `The CRD of ${older.kind} is gone; Helm deletes it, and the API server deletes every ${older.kind} with it.`,
      action: `Keep a copy of the objects (kubectl get ${older.name} -A -o yaml), or annotate the CRD with helm.sh/resource-policy=keep before the upgrade.`,
    },
  );
}

function leftBehind(older: ReleasedCrd): UpgradeFinding {
  return crdFinding(
    "crds/left-behind",
    { older },
    {
      message: `The CRD of ${older.kind} is gone from the release; Helm lets it and its objects be.`,
      action: `Nothing looks after them any more. Delete the CRD when nobody needs its objects (kubectl delete crd ${older.name} deletes them all).`,
    },
  );
}

function comparePair(pair: CrdPair): readonly UpgradeFinding[] {
  return [
    ...compareIdentity(pair),
    ...compareVersions(pair),
    ...compareConversion(pair),
    ...compareVersionSchemas(pair),
  ];
}

function* compareIdentity(pair: CrdPair): Iterable<UpgradeFinding> {
  const { older, newer } = pair;
  const refused =
    "The API server refuses the CRD. Without the older one, and so without its objects, it would take it";
  if (older.kind !== newer.kind) {
    yield crdFinding("crds/renamed", pair, {
      path: "spec.names.kind",
      message: `The kind is ${newer.kind} and was ${older.kind}.`,
      before: older.kind,
      after: newer.kind,
      newerSteps: ["spec", "names", "kind"],
      action: `${refused}: keep a copy of the objects, delete the CRD, and make them anew of the newer kind.`,
    });
  }
  if (older.scope !== newer.scope) {
    yield crdFinding("crds/scope-changed", pair, {
      path: "spec.scope",
      message: `The scope is ${newer.scope} and was ${older.scope}.`,
      before: older.scope,
      after: newer.scope,
      newerSteps: ["spec", "scope"],
      action: `${refused}: keep a copy of the objects, delete the CRD, and make them anew.`,
    });
  }
  for (const key of ["singular", "listKind", "shortNames", "categories"]) {
    const [before, after] = [older.names[key], newer.names[key]];
    if (jsonEqual(before ?? [], after ?? []) || isImplied(key, newer, before, after)) continue;
    yield crdFinding("crds/names-changed", pair, {
      path: `spec.names.${key}`,
      message: `${key}: ${shownNames(after)}, and before ${shownNames(before)}.`,
      ...sides(before, after),
      newerSteps: ["spec", "names", key],
    });
  }
  if (!older.prunes && newer.prunes) {
    yield crdFinding("crds/pruning-begins", pair, {
      path: "spec.preserveUnknownFields",
      message: "Fields that the schema does not have are dropped from now on.",
      before: true,
      after: false,
      newerSteps: ["spec", "preserveUnknownFields"],
      action: `Look for fields that the schema does not have before the upgrade (kubectl get ${older.name} -A -o yaml).`,
    });
  }
}

/** The API server fills in the names that a CRD leaves out. */
function isImplied(key: string, { kind }: ReleasedCrd, before?: Json, after?: Json): boolean {
  const implied = key === "singular" ? kind.toLowerCase() : key === "listKind" ? `${kind}List` : [];
  return jsonEqual(before ?? implied, after ?? implied);
}

function shownNames(value: Json | undefined): string {
  if (!Array.isArray(value)) return String(value ?? "none");
  return value.length === 0 ? "none" : value.join(", ");
}

function* compareVersions(pair: CrdPair): Iterable<UpgradeFinding> {
  const { older, newer } = pair;
  for (const now of newer.versions) {
    const then = versionOf(older, now.name);
    if (now.served && !then?.served) {
      yield crdFinding("crds/version-added", pair, {
        path: `spec.versions[${now.name}]`,
        message: `${now.name} is served.`,
        newerSteps: now.path,
      });
    }
    if (then) yield* compareVersion(pair, then, now);
  }
  for (const then of older.versions) yield* compareServed(pair, then, versionOf(newer, then.name));
  yield* compareStorage(pair);
}

function* compareServed(
  pair: CrdPair,
  then: ReleasedVersion,
  now: ReleasedVersion | undefined,
): Iterable<UpgradeFinding> {
  const { older, newer } = pair;
  const path = `spec.versions[${then.name}]`;
  const steps = { olderSteps: then.path, newerSteps: now?.path ?? ["spec", "versions"] };
  if (then.served && !now?.served) {
    const others = newer.versions.filter(({ served }) => served).map(({ name }) => name);
    yield crdFinding("crds/version-removed", pair, {
      path,
      message: `${then.name} is served no longer; ${listed(others)} ${others.length === 1 ? "is" : "are"}.`,
      action: `Bring manifests and clients that name ${groupOf(older)}/${then.name} to another version before the upgrade, the stored manifests of Helm releases, too.`,
      ...steps,
    });
  }
  if (now) return;
  const stored = then.storage;
  yield crdFinding(stored ? "crds/stored-version-dropped" : "crds/unstored-version-dropped", pair, {
    path,
    message: stored
      ? `${then.name}, in which the older release stores objects, is gone from the CRD.`
      : `${then.name} is gone from the CRD.`,
    action: stored
      ? `The API server refuses the CRD. Upgrade to a release first that has ${then.name} and stores another version, write every object once, and take ${then.name} out of status.storedVersions.`
      : `Where status.storedVersions of the CRD has ${then.name} (kubectl get crd ${older.name} -o jsonpath='{.status.storedVersions}'), the API server refuses the newer one: write every object once, then take it out there.`,
    ...steps,
  });
}

function* compareStorage(pair: CrdPair): Iterable<UpgradeFinding> {
  const { older, newer } = pair;
  const [then, now] = [storageOf(older), storageOf(newer)];
  if (!then || !now || then.name === now.name) return;
  yield crdFinding("crds/storage-version-changed", pair, {
    path: `spec.versions[${now.name}].storage`,
    message: `Objects are stored as ${now.name} and were as ${then.name}.`,
    before: then.name,
    after: now.name,
    olderSteps: [...then.path, "storage"],
    newerSteps: [...now.path, "storage"],
    action: `After the upgrade write every object once (kubectl get ${newer.name} -A -o yaml | kubectl replace -f -, or a StorageVersionMigration), then take ${then.name} out of status.storedVersions of the CRD: a release without ${then.name} is refused before that.`,
  });
}

function groupOf({ name }: ReleasedCrd): string {
  return name.slice(name.indexOf(".") + 1);
}
