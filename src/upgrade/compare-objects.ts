// The objects of two releases as a whole: which are new, gone, renamed, moved to another chart or made hooks, which are of
// APIs that Kubernetes has no longer. What an object holds is compared in the files of its kind.
import { hookEventsOf } from "../kubernetes/helm-hooks.ts";
import { stringField } from "../kubernetes/object.ts";
import { removedApi } from "../kubernetes/removed-apis.ts";
import { type ChartRelease, pairCharts } from "./chart-release.ts";
import { compareContent } from "./compare-content.ts";
import { compareImmutable } from "./compare-immutable.ts";
import { compareServices } from "./compare-services.ts";
import { compareWorkload, type IsThere, judgeNewWorkload, listed } from "./compare-workload.ts";
import { customKinds, newKinds, unservedVersions } from "./custom-kinds.ts";
import type { ReleasedObject, UpgradeFinding } from "./finding.ts";
import { compareMoves, holdsData, isKept } from "./moved-objects.ts";
import { annotationsOf, identityOf, type ObjectPair, objectFinding, pairObjects } from "./object-pairs.ts";
import { referrersOf } from "./referrers.ts";
import { findRenamed, isHashChange } from "./renamed-objects.ts";

/** Kinds whose coming and going is told in an area of its own. */
const toldElsewhere = new Set([
  "CustomResourceDefinition",
  "ClusterRole",
  "ClusterRoleBinding",
  "Role",
  "RoleBinding",
  "MutatingWebhookConfiguration",
  "ValidatingWebhookConfiguration",
]);

/** What became of the objects of a release. */
export function compareObjects(older: ChartRelease, newer: ChartRelease): readonly UpgradeFinding[] {
  const [before, after] = [objectsOf(older), objectsOf(newer)];
  const paired = pairObjects(before, after);
  const hooks = compareHookRoles(older, newer, paired.added, paired.removed);
  // A chart that is in the set no longer keeps what it has until somebody uninstalls it.
  const left = new Set(pairCharts(older, newer).removed.map(({ name }) => name));
  const removed = paired.removed.filter((one) => !hooks.told.has(one) && !left.has(one.chart));
  const added = paired.added.filter((one) => !hooks.told.has(one));
  const isOfArea = ({ object }: ReleasedObject) => !toldElsewhere.has(object.kind);
  const renamed = findRenamed(removed.filter(isOfArea), added.filter(isOfArea));
  const isRenamed = (one: ReleasedObject) => renamed.some((pair) => pair.older === one || pair.newer === one);
  const isThere = thereIn([...after, ...newer.charts.flatMap((chart) => chart.hooks)]);
  const customs = customKinds([older, newer]);
  const isData = (one: ReleasedObject) => holdsData(one) || customs.has(kindOf(one));
  return [
    ...paired.pairs.flatMap((pair) => [
      ...compareImmutable(pair),
      ...compareWorkload(pair, isThere),
      ...compareContent(pair),
    ]),
    ...compareMoves(older, newer, paired.pairs),
    ...hooks.findings,
    ...renamed.map((pair) => renamedFinding(pair, isData(pair.older), before)),
    ...removed
      .filter((one) => isOfArea(one) && !isRenamed(one))
      .map((one) => removedFinding(one, isData(one), before, after)),
    ...added
      .filter((one) => isOfArea(one) && !isRenamed(one))
      .map((one) => objectFinding("objects/added", { newer: one }, { message: "The object is new." })),
    ...added.filter((one) => !isRenamed(one)).flatMap((one) => judgeNewWorkload(one, isThere)),
    ...compareApis(paired.pairs, added),
    ...newKinds(older, newer),
    ...unservedVersions(older, newer),
    ...compareServices(paired.pairs, before, after),
  ];
}

function objectsOf({ charts }: ChartRelease): readonly ReleasedObject[] {
  return charts.flatMap(({ objects }) => objects);
}

function kindOf({ object }: ReleasedObject): string {
  return `${object.apiVersion.replace(/\/.*/, "")}/${object.kind}`;
}

/** What every cluster has: https://kubernetes.io/docs/concepts/scheduling-eviction/pod-priority-preemption/ */
const ofEveryCluster = new Set([
  "PriorityClass/system-cluster-critical",
  "PriorityClass/system-node-critical",
  "ServiceAccount/default",
  "ConfigMap/kube-root-ca.crt",
]);

const ofNoNamespace = new Set(["PriorityClass", "RuntimeClass"]);

function thereIn(objects: readonly ReleasedObject[]): IsThere {
  const present = new Set(
    objects.map(
      ({ object, namespace }) =>
        `${object.kind}/${namespace ?? ""}/${stringField(object, "metadata", "name")}`,
    ),
  );
  return (kind, namespace, name) =>
    ofEveryCluster.has(`${kind}/${name}`) ||
    present.has(`${kind}/${ofNoNamespace.has(kind) ? "" : (namespace ?? "")}/${name}`);
}

function renamedFinding(
  pair: ObjectPair,
  isData: boolean,
  before: readonly ReleasedObject[],
): UpgradeFinding {
  const [was, is] = [pair.older, pair.newer].map(({ object, namespace }) => {
    const name = stringField(object, "metadata", "name") ?? "";
    return pair.older.namespace === pair.newer.namespace ? name : `${namespace ?? ""}/${name}`;
  });
  const path = { olderPath: ["metadata", "name"], newerPath: ["metadata", "name"] };
  const names = { before: was ?? "", after: is ?? "" };
  if (isHashChange(pair)) {
    return objectFinding("objects/content-renamed", pair, {
      ...path,
      ...names,
      message: `The content of "${was}" is another one, and with it the hash in the name: "${is}".`,
    });
  }
  const users = referrersOf(pair.older, before);
  const used = users.length === 0 ? "" : ` ${listed(users)} referred to it.`;
  return objectFinding(isData ? "objects/data-renamed" : "objects/renamed", pair, {
    ...path,
    ...names,
    message: `"${was}" is now called "${is}": Helm makes the one and deletes the other.${used}`,
    action: isData
      ? "Bring what is in it over before the upgrade, or annotate it with helm.sh/resource-policy=keep."
      : "Look for what of your own names the older one.",
  });
}

function removedFinding(
  older: ReleasedObject,
  isData: boolean,
  before: readonly ReleasedObject[],
  after: readonly ReleasedObject[],
): UpgradeFinding {
  const users = referrersOf(older, after);
  const formerUsers = referrersOf(older, before).filter((name) => !users.includes(name));
  const former = formerUsers.length === 0 ? "" : ` ${listed(formerUsers)} referred to it.`;
  if (isKept(older)) {
    return objectFinding(
      "objects/left-behind",
      { older },
      {
        olderPath: ["metadata", "annotations", "helm.sh/resource-policy"],
        message: `The release has it no longer, and its policy is to stay in the cluster.${former}`,
        action: "Delete it by hand once nothing needs it.",
      },
    );
  }
  if (users.length > 0) {
    return objectFinding(
      "objects/removed-in-use",
      { older },
      {
        message: `The release has it no longer, and ${listed(users)} still refer${users.length === 1 ? "s" : ""} to it.`,
        action:
          "Make sure that something else makes it, or annotate it with helm.sh/resource-policy=keep before the upgrade.",
      },
    );
  }
  if (isData) {
    return objectFinding(
      "objects/data-removed",
      { older },
      {
        message: `The release has it no longer: Helm deletes it, and all that it stands for.${former}`,
        action: "Annotate it with helm.sh/resource-policy=keep before the upgrade where it is to stay.",
      },
    );
  }
  return objectFinding(
    "objects/removed",
    { older },
    {
      message: `The release has it no longer: Helm deletes it.${former}`,
      action: "Look for what of your own needs it.",
    },
  );
}

/** Hooks leave objects that no release has; objects that become hooks are deleted with the release's older state. */
function compareHookRoles(
  older: ChartRelease,
  newer: ChartRelease,
  added: readonly ReleasedObject[],
  removed: readonly ReleasedObject[],
): { readonly findings: readonly UpgradeFinding[]; readonly told: ReadonlySet<ReleasedObject> } {
  const [formerHooks, hooks] = [older, newer].map(
    ({ charts }) => new Map(charts.flatMap((chart) => chart.hooks.map((hook) => [identityOf(hook), hook]))),
  );
  const told = new Set<ReleasedObject>();
  const findings: UpgradeFinding[] = [];
  for (const object of added) {
    const hook = formerHooks?.get(identityOf(object));
    if (!hook || !isLeft(hook)) continue;
    told.add(object);
    findings.push(
      objectFinding(
        "objects/hook-became-object",
        { older: hook, newer: object },
        {
          message: "It was a hook, which Helm made without a release, and is an object of the release.",
          action: "Before the upgrade delete what the hook has left, or upgrade with --take-ownership.",
        },
      ),
    );
  }
  for (const object of removed) {
    const hook = hooks?.get(identityOf(object));
    if (!hook) continue;
    told.add(object);
    findings.push(
      objectFinding(
        "objects/object-became-hook",
        { older: object, newer: hook },
        {
          olderPath: [],
          newerPath: ["metadata", "annotations", "helm.sh/hook"],
          message: "It was an object of the release and is a hook: Helm takes it out of the release.",
          action: "Look after the upgrade whether it is there.",
        },
      ),
    );
  }
  return { findings, told };
}

/** Whether an install ran a hook whose object is there afterwards. */
function isLeft(hook: ReleasedObject): boolean {
  const ran = hookEventsOf(hook.object).some((event) => event.endsWith("-install"));
  const policy = stringField(annotationsOf(hook), "helm.sh/hook-delete-policy") ?? "";
  return ran && !policy.includes("hook-succeeded");
}

function compareApis(
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
