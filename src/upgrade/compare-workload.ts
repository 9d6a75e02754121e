// A workload in two releases: what runs, as whom, where, with what, and what it needs to start.

import { parseImageReference } from "../kubernetes/image-reference.ts";
import {
  field,
  isObject,
  type Json,
  type JsonObject,
  jsonEqual,
  listField,
  objectField,
  stringField,
} from "../kubernetes/object.ts";
import { allReferences } from "../kubernetes/pod-references.ts";
import type { PathStep } from "../yaml/tree.ts";
import { compareConfinement } from "./compare-confinement.ts";
import { compareContainer, toldContainerKeys } from "./compare-container.ts";
import { compareImages, isFloating } from "./compare-images.ts";
import { pairContainers, podSpecOf } from "./container-pairs.ts";
import type { ReleasedObject, UpgradeFinding } from "./finding.ts";
import { contentChanges, namedPath, type ObjectPair, objectFinding, ownContent } from "./object-pairs.ts";

/** Whether the newer release, or every cluster, has an object that a Pod of the namespace names. */
export type IsThere = (kind: string, namespace: string | undefined, name: string) => boolean;

/** What became of a workload that both releases have; what the API server refuses is told elsewhere. */
export function compareWorkload(pair: ObjectPair, isThere: IsThere): readonly UpgradeFinding[] {
  const [then, now] = [podSpecOf(pair.older), podSpecOf(pair.newer)];
  if (!then || !now) return [];
  const containers = pairContainers(pair);
  return [
    ...compareImages(pair, containers),
    ...compareConfinement(pair, containers),
    ...containers.flatMap((container) => compareContainer(pair, container)),
    ...compareReplicas(pair),
    ...compareAccount(pair, then.spec, now),
    ...compareScheduling(pair, then.spec, now),
    ...compareVolumes(pair, then.spec, now),
    ...neededObjects(pair, isThere),
    ...compareRest(pair),
  ];
}

/** What a person should know of a workload that is new. */
export function judgeNewWorkload(newer: ReleasedObject, isThere: IsThere): readonly UpgradeFinding[] {
  const containers = pairContainers({ newer });
  const floating = containers.flatMap(({ newer: now, newerPath }) => {
    const image = parseImageReference(stringField(now?.container, "image") ?? "");
    if (!image || !isFloating(image)) return [];
    return [
      objectFinding(
        "workloads/image-floating",
        { newer },
        {
          newerPath: [...newerPath, "image"],
          message: "The image of a new workload is not of one version.",
          action: "Set its tag or digest among the chart's values.",
        },
      ),
    ];
  });
  return [...compareConfinement({ newer }, containers), ...floating, ...neededObjects({ newer }, isThere)];
}

type Pod = NonNullable<ReturnType<typeof podSpecOf>>;

function compareReplicas(pair: ObjectPair): readonly UpgradeFinding[] {
  const path = ["spec", "replicas"];
  const [before, after] = [pair.older, pair.newer].map(({ object }) => field(object, ...path));
  if (jsonEqual(before, after)) return [];
  const shown = (value: Json | undefined) => (value === undefined ? "unset" : String(value));
  return [
    objectFinding("workloads/replicas-changed", pair, {
      olderPath: path,
      newerPath: path,
      ...(before === undefined ? {} : { before }),
      ...(after === undefined ? {} : { after }),
      message: `The number of Pods goes from ${shown(before)} to ${shown(after)}.`,
    }),
  ];
}

function compareAccount(pair: ObjectPair, then: JsonObject, { spec, path }: Pod): readonly UpgradeFinding[] {
  const key = "serviceAccountName";
  // The older name of the field still counts.
  const [before, after] = [then, spec].map(
    (one) => stringField(one, key) ?? stringField(one, "serviceAccount") ?? "default",
  );
  if (before === after) return [];
  return [
    objectFinding("workloads/account-changed", pair, {
      olderPath: [...path, key],
      newerPath: [...path, key],
      before: before ?? null,
      after: after ?? null,
      message: `The Pods run as service account "${after}" instead of "${before}".`,
      action:
        "Give the new account what the older one got outside of the chart: rights, pull secrets, cloud identities.",
    }),
  ];
}

const schedulingKeys = [
  "affinity",
  "tolerations",
  "topologySpreadConstraints",
  "priorityClassName",
  "runtimeClassName",
];

function compareScheduling(
  pair: ObjectPair,
  then: JsonObject,
  { spec, path }: Pod,
): readonly UpgradeFinding[] {
  const labels = objectField(then, "nodeSelector");
  const wanted = Object.entries(objectField(spec, "nodeSelector"))
    .filter(([label, value]) => labels[label] !== value)
    .map(([label, value]) => `${label}=${String(value)}`);
  const required = (one: JsonObject) =>
    field(one, "affinity", "nodeAffinity", "requiredDuringSchedulingIgnoredDuringExecution");
  const isRequired = required(spec) !== undefined && !jsonEqual(required(then), required(spec));
  const tolerated = listField(spec, "tolerations");
  const lost = listField(then, "tolerations").filter(
    (one) => !tolerated.some((other) => jsonEqual(one, other)),
  );
  const narrower = [
    ...wanted.map((label): [string, string] => ["nodeSelector", `nodes have to have the label ${label}`]),
    ...(isRequired ? [["affinity", "the required node affinity is another one"] as const] : []),
    ...(lost.length > 0
      ? [
          [
            "tolerations",
            `a toleration of ${lost.map((one) => stringField(one, "key") ?? "everything").join(", ")} is gone`,
          ] as const,
        ]
      : []),
  ];
  const told = new Set(narrower.map(([key]) => key));
  const others = [...schedulingKeys, "nodeSelector"].filter(
    (key) => !told.has(key) && !jsonEqual(field(then, key), field(spec, key)),
  );
  return [
    ...narrower.map(([key, what]) =>
      objectFinding("workloads/scheduling-narrowed", pair, {
        olderPath: [...path, key],
        newerPath: [...path, key],
        message: `Fewer nodes will do: ${what}.`,
        action: "Make sure that nodes fit, or set the chart's values for it.",
      }),
    ),
    ...others.map((key) =>
      objectFinding("workloads/scheduling-changed", pair, {
        olderPath: [...path, key],
        newerPath: [...path, key],
        message: `"${key}" of the Pods is another one.`,
      }),
    ),
  ];
}

function compareVolumes(pair: ObjectPair, then: JsonObject, { spec, path }: Pod): readonly UpgradeFinding[] {
  const named = (one: JsonObject) =>
    new Map(listField(one, "volumes").map((volume) => [stringField(volume, "name") ?? "", volume]));
  const [before, after] = [named(then), named(spec)];
  const changed = [...new Set([...after.keys(), ...before.keys()])].flatMap((name) => {
    const [older, newer] = [before.get(name), after.get(name)];
    if (jsonEqual(older, newer)) return [];
    return [`${older === undefined ? "+" : newer === undefined ? "-" : ""}${name}`];
  });
  const mounts = pairContainers(pair).flatMap(({ name, older, newer }) =>
    older &&
    newer &&
    !jsonEqual(field(older.container, "volumeMounts"), field(newer.container, "volumeMounts"))
      ? [`mounts of container "${name}"`]
      : [],
  );
  if (changed.length + mounts.length === 0) return [];
  return [
    objectFinding("workloads/volumes-changed", pair, {
      olderPath: [...path, "volumes"],
      newerPath: [...path, "volumes"],
      message: `Volumes are other ones: ${[...changed, ...mounts].join(", ")}.`,
    }),
  ];
}

function neededObjects(
  pair: { readonly older?: ReleasedObject; readonly newer: ReleasedObject },
  isThere: IsThere,
): readonly UpgradeFinding[] {
  const now = podSpecOf(pair.newer);
  if (!now) return [];
  const then = pair.older && podSpecOf(pair.older);
  const needed = (spec: JsonObject | undefined) => allReferences(spec).filter(({ optional }) => !optional);
  const before = new Set(needed(then?.spec).map(({ kind, name }) => `${kind}/${name}`));
  const account = stringField(then?.spec, "serviceAccount");
  if (account !== undefined) before.add(`ServiceAccount/${account}`);
  const fresh = new Map(
    needed(now.spec)
      .filter(
        ({ kind, name }) => !before.has(`${kind}/${name}`) && !isThere(kind, pair.newer.namespace, name),
      )
      .map((reference) => [`${reference.kind}/${reference.name}`, reference]),
  );
  return [...fresh.values()].map(({ kind, name, path }) =>
    objectFinding("workloads/needs-object", pair, {
      newerPath: [...now.path, ...path],
      message: `The Pods need the ${kind} "${name}", which no chart of the set makes.`,
      action: `Make sure that something makes it, or create it before the upgrade.`,
    }),
  );
}

/** Keys of a pod spec that findings of their own tell of. */
const toldPodKeys: ReadonlySet<string> = new Set([
  ...schedulingKeys,
  "nodeSelector",
  "serviceAccountName",
  "serviceAccount",
  "volumes",
  "hostNetwork",
  "hostPID",
  "hostIPC",
]);

/** What no other finding names, as the paths of what is other. */
function compareRest(pair: ObjectPair): readonly UpgradeFinding[] {
  const [before, after] = [pair.older, pair.newer].map((object) => remainder(object));
  // A container that is new or gone is told already.
  const changes = contentChanges(before ?? null, after ?? null).filter(
    ({ path }) => !/^(?:initC|c)ontainers$/.test(String(path.at(-2))),
  );
  const paths = changes.map(({ path }) => namedPath(path, after as JsonObject));
  const distinct = [...new Set(paths)];
  if (distinct.length === 0) return [];
  return [
    objectFinding("workloads/changed", pair, { message: `Also other than before: ${listed(distinct)}.` }),
  ];
}

const mostListed = 12;

/** A list that stays readable. */
export function listed(items: readonly string[]): string {
  const more = items.length - mostListed;
  return `${items.slice(0, mostListed).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/** An object without what other findings tell of; containers by their names. */
function remainder(released: ReleasedObject): Json {
  const pod = podSpecOf(released);
  const content = ownContent(released);
  if (!pod) return content;
  const spec: Record<string, Json> = { containers: {}, initContainers: {} };
  for (const [key, value] of Object.entries(objectField(content, ...pod.path))) {
    if (toldPodKeys.has(key)) continue;
    spec[key] = key === "containers" || key === "initContainers" ? byName(value) : value;
  }
  return without(replaced(content, pod.path, spec), released.object.kind);
}

function byName(containers: Json): Json {
  if (!Array.isArray(containers)) return containers;
  return Object.fromEntries(
    containers
      .filter(isObject)
      .map((container: JsonObject) => [
        stringField(container, "name") ?? "",
        Object.fromEntries(Object.entries(container).filter(([key]) => !toldContainerKeys.has(key))),
      ]),
  );
}

function replaced(value: Json, [step, ...rest]: readonly PathStep[], inner: Json): Json {
  if (step === undefined) return inner;
  return isObject(value) && typeof step === "string"
    ? { ...value, [step]: replaced(value[step] ?? null, rest, inner) }
    : value;
}

/** Without the replicas and, of kinds that cannot change them, the selector and claims: they are told. */
function without(value: Json, kind: string): Json {
  if (!isObject(value) || !isObject(value["spec"])) return value;
  const told = new Set([
    "replicas",
    "selector",
    "volumeClaimTemplates",
    "serviceName",
    "podManagementPolicy",
  ]);
  if (kind === "Job") told.add("template");
  return {
    ...value,
    spec: Object.fromEntries(Object.entries(value["spec"]).filter(([key]) => !told.has(key))),
  };
}
