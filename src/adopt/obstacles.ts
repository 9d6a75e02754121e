// What stands in the way of an adoption, or comes as a surprise, beside what differs in single objects.
import {
  field,
  groupKind,
  type KubernetesObject,
  type ObjectReference,
  referenceOf,
} from "../kubernetes/object.ts";
import { isWorkloadKind } from "../kubernetes/pod-spec.ts";
import type { KeptChart } from "./keep-live.ts";
import type { LiveIndex } from "./live-index.ts";
import { liveField } from "./live-path.ts";
import type { LiveSource } from "./live-source.ts";

/** An object, and the chart that it is in. */
interface ObjectOfChart {
  readonly chart: string;
  readonly object: ObjectReference;
}

export interface Obstacles {
  /** Kinds of the charts that the cluster does not serve, and no chart brings. */
  readonly unknownKinds: readonly ObjectReference[];
  /** Workloads that the namespace lacks and another one has. */
  readonly elsewhere: readonly { readonly object: ObjectReference; readonly namespaces: readonly string[] }[];
  /** Images whose live tag the values keep although the chart has another one. */
  readonly oldTags: readonly { readonly chart: string; readonly live: string; readonly chartTag: string }[];
  /** CRDs that go with the release, and everything of their kinds with them. */
  readonly unkept: readonly ObjectOfChart[];
  /** Live objects that the install deletes and makes anew, because the chart has them as hooks. */
  readonly remade: readonly ObjectOfChart[];
}

/** Looks for them. */
export async function findObstacles(
  source: LiveSource,
  kept: readonly KeptChart[],
  live: LiveIndex,
): Promise<Obstacles> {
  const objects = kept.flatMap((chart) => chart.objects);
  return {
    unknownKinds: await unknownKinds(source, objects),
    elsewhere: await runsElsewhere(source, objects, live),
    oldTags: kept.flatMap(oldTagsOf),
    unkept: kept.flatMap(unkeptCrds),
    remade: kept.flatMap(({ chart, installHooks }) =>
      installHooks
        .filter((hook) => live.find(hook) !== undefined)
        .map((hook) => ({ chart: chart.name, object: live.referenceOf(hook) })),
    ),
  };
}

async function unknownKinds(
  source: LiveSource,
  objects: readonly KubernetesObject[],
): Promise<readonly ObjectReference[]> {
  const brought = new Set(
    objects
      .filter(isCrd)
      .map((crd) => `${field(crd, "spec", "group")}/${field(crd, "spec", "names", "kind")}`),
  );
  return source.unknownKinds(
    objects.map(referenceOf).filter((reference) => !brought.has(groupKind(reference))),
  );
}

/** A workload of the same name is the same operator where anything else of the charts is live. */
async function runsElsewhere(
  source: LiveSource,
  objects: readonly KubernetesObject[],
  live: LiveIndex,
): Promise<Obstacles["elsewhere"]> {
  if (!objects.some((object) => live.find(object) !== undefined)) return [];
  const missing = objects.filter((object) => isWorkloadKind(object.kind) && live.find(object) === undefined);
  const found = await Promise.all(
    missing.map(async (workload) => ({
      object: live.referenceOf(workload),
      namespaces: await source.namespacesOf(referenceOf(workload)),
    })),
  );
  return found.filter(({ namespaces }) => namespaces.length > 0);
}

function unkeptCrds({ chart, objects }: KeptChart): readonly ObjectOfChart[] {
  return objects
    .filter(isCrd)
    .filter((crd) => field(crd, "metadata", "annotations", "helm.sh/resource-policy") !== "keep")
    .map((crd) => ({ chart: chart.name, object: referenceOf(crd) }));
}

function isCrd({ kind }: KubernetesObject): boolean {
  return kind === "CustomResourceDefinition";
}

function oldTagsOf({ chart, settings }: KeptChart): Obstacles["oldTags"] {
  return settings.flatMap(({ path, value }) => {
    const own = liveField(chart.values, path);
    const isTag = path.at(-1) === "tag" && typeof own === "string" && own !== value;
    return isTag ? [{ chart: chart.name, live: String(value), chartTag: own }] : [];
  });
}
