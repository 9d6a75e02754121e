// The APIs in which objects are written: those that Kubernetes has no longer, and those that are other ones.
import { removedApi } from "../kubernetes/removed-apis.ts";
import type { ReleasedObject, UpgradeFinding } from "./finding.ts";
import { type ObjectPair, objectFinding } from "./object-pairs.ts";

/** What becomes of the API versions of objects. */
export function compareApiVersions(
  pairs: readonly ObjectPair[],
  added: readonly ReleasedObject[],
): readonly UpgradeFinding[] {
  const path = ["apiVersion"];
  const ofNew = [...pairs.map(({ newer }) => newer), ...added].flatMap((newer) => {
    const gone = removedApi(newer.object);
    if (!gone) return [];
    const older = pairs.find((pair) => pair.newer === newer)?.older;
    return [
      objectFinding(
        "objects/removed-api",
        { ...(older ? { older } : {}), newer },
        {
          newerPath: path,
          after: newer.object.apiVersion,
          message: `Kubernetes ${gone.since} and later have no ${newer.object.kind} of ${newer.object.apiVersion}.`,
          action:
            gone.successor === undefined
              ? "Nothing took its place: leave it out."
              : `Write it as ${gone.successor}.`,
        },
      ),
    ];
  });
  const ofOlder = pairs.flatMap((pair) => {
    const [was, is] = [pair.older.object.apiVersion, pair.newer.object.apiVersion];
    if (was === is || removedApi(pair.newer.object)) return [];
    const gone = removedApi(pair.older.object);
    const details = { olderPath: path, newerPath: path, before: was, after: is };
    if (!gone) {
      return [
        objectFinding("objects/api-version-changed", pair, {
          ...details,
          message: `It is written as ${is} instead of ${was}.`,
        }),
      ];
    }
    return [
      objectFinding("objects/leaves-removed-api", pair, {
        ...details,
        message: `The older release has it as ${was}, which Kubernetes ${gone.since} and later do not have.`,
        action:
          "Upgrade the release before the cluster; where the cluster came first, put the release right with: helm mapkubeapis.",
      }),
    ];
  });
  return [...ofNew, ...ofOlder];
}
