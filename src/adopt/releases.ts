// Which releases stand in the way: those that hold objects of the charts, and those whose name the charts need.
import { type KubernetesObject, type ObjectReference, objectKey } from "../kubernetes/object.ts";
import type { ForgottenRelease } from "./adoption-plan.ts";
import type { LiveIndex } from "./live-index.ts";
import { isSameRelease, type ReleaseName, releaseOf } from "./ownership.ts";

/** A release that Helm keeps records of, and what it installed. */
export interface KnownRelease extends ReleaseName {
  readonly objects: readonly ObjectReference[];
}

/** A chart of the set with the objects of its release to be. */
export interface PlannedRelease extends ReleaseName {
  readonly objects: readonly KubernetesObject[];
}

export interface ReleaseJudgement {
  /** Releases of the set that hold exactly what their chart holds. */
  readonly adopted: readonly PlannedRelease[];
  readonly forget: readonly ForgottenRelease[];
  /** Live objects of forgotten releases that no chart of the set holds. */
  readonly orphaned: readonly { readonly object: ObjectReference; readonly release: ReleaseName }[];
}

/** The releases that live objects of the charts say they belong to. */
export function claimedReleases(planned: readonly PlannedRelease[], live: LiveIndex): readonly ReleaseName[] {
  const claimed = planned.flatMap(({ objects }) =>
    objects.flatMap((object) => {
      const found = live.find(object);
      return (found && releaseOf(found)) ?? [];
    }),
  );
  const distinct = new Map(
    [...claimed, ...planned].map(({ name, namespace }) => [`${namespace}/${name}`, { name, namespace }]),
  );
  return [...distinct.values()];
}

/** Decides what becomes of the releases that are there. */
export function judgeReleases(
  planned: readonly PlannedRelease[],
  known: readonly KnownRelease[],
  live: LiveIndex,
): ReleaseJudgement {
  const adopted = planned.filter((release) => isAdopted(release, planned, known, live));
  const inSet = keysOf(planned, live);
  const old = known.filter((release) => !adopted.some((other) => isSameRelease(other, release)));
  return {
    adopted,
    forget: old.map(({ name, namespace, objects }) => ({
      name,
      namespace,
      objects: objects.filter((object) => inSet.has(liveKey(object, live))).length,
    })),
    orphaned: old.flatMap((release) =>
      release.objects.flatMap((object) => {
        const found = live.findReference(object);
        const isOrphan = found !== undefined && !inSet.has(liveKey(object, live));
        return isOrphan ? [{ object: live.referenceOf(found), release }] : [];
      }),
    ),
  };
}

/**
 * Whether the release is there and no object changes hands: then an ordinary upgrade does. What it has and no chart of the
 * set has goes with that upgrade, as always.
 */
function isAdopted(
  release: PlannedRelease,
  planned: readonly PlannedRelease[],
  known: readonly KnownRelease[],
  live: LiveIndex,
): boolean {
  const record = known.find((other) => isSameRelease(other, release));
  if (!record) return false;
  const elsewhere = keysOf(
    planned.filter((other) => other !== release),
    live,
  );
  return (
    !record.objects.some((object) => elsewhere.has(liveKey(object, live))) &&
    release.objects.every((object) => {
      const found = live.find(object);
      const owner = found && releaseOf(found);
      return found === undefined || (owner !== undefined && isSameRelease(owner, release));
    })
  );
}

function keysOf(planned: readonly PlannedRelease[], live: LiveIndex): ReadonlySet<string> {
  return new Set(
    planned.flatMap(({ objects }) => objects.map((object) => objectKey(live.referenceOf(object)))),
  );
}

function liveKey(reference: ObjectReference, live: LiveIndex): string {
  const found = live.findReference(reference);
  return objectKey(found ? live.referenceOf(found) : reference);
}
