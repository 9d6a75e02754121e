// Objects as they stand in a release, made in a test or read from a release of the corpus.
import type { KubernetesObject } from "../../src/kubernetes/object.ts";
import { splitApiVersion, stringField } from "../../src/kubernetes/object.ts";
import { scopeOfKind } from "../../src/kubernetes/scope.ts";
import { load } from "../../src/load/load.ts";
import { parse } from "../../src/parse/parse.ts";
import type { ReleasedObject } from "../../src/upgrade/finding.ts";

/** The namespace of objects without one. */
const releaseNamespace = "tide-system";

/** An object whose places are called like their paths. */
export function released(object: KubernetesObject): ReleasedObject {
  const { group } = splitApiVersion(object.apiVersion);
  const isOfCluster = scopeOfKind(group, object.kind) === "Cluster";
  return {
    chart: "tide",
    object,
    namespace: isOfCluster ? undefined : (stringField(object, "metadata", "namespace") ?? releaseNamespace),
    placeOf: (path) => ({ chart: "tide", file: path.join("."), line: 1 }),
  };
}

/** The objects of a folder of manifests. */
export async function releasedFrom(folder: string): Promise<readonly ReleasedObject[]> {
  const { sources } = await load([{ path: folder }]);
  return parse(sources).manifests.map(({ object }) => released(object));
}
