// The commands that README.md and NOTES.txt show, as lines of words. Charts are named by their folders, as they
// lie beside each other after a build; who installs from a registry puts its address there.
import type { CustomResourceDefinition, Operator } from "../classify/operator.ts";
import { scopeOfKind } from "../kubernetes/scope.ts";
import type { Manifest } from "../parse/manifest.ts";
import type { ChartPlan, CustomResourceBlock } from "../plan/chart-plan.ts";
import { type Expression, value } from "../template/expression.ts";
import {
  type ChartFacts,
  hasGitops,
  isInOwnNamespace,
  isNamespaced,
  ownNamespaceMetadata,
  resourceName,
  valueAt,
} from "./chart-facts.ts";
import { readinessOf } from "./readiness.ts";
import { printed, type Words, words } from "./words.ts";

/** What the commands name: text in README.md, expressions in NOTES.txt. */
export interface Target {
  readonly release: Words;
  /** Where Helm keeps the release. */
  readonly releaseNamespace: Words;
  /** Where the operator runs: another namespace only in an umbrella chart. */
  readonly namespace: Words;
  /** Values as they are in the release; undefined where nothing is rendered. */
  readonly value?: (...path: readonly string[]) => Words;
}

/** The names that README.md uses: a release is called as its chart. */
export function plainTarget({ namespace }: ChartFacts, chart: ChartPlan): Target {
  return {
    release: words`${chart.name}`,
    releaseNamespace: words`${namespace}`,
    namespace: words`${namespace}`,
  };
}

/** The names of the release at hand. `namespace` gives the operator's. */
export function renderedTarget(namespace: Expression): Target {
  return {
    release: printed({ kind: "object", name: ".Release.Name" }),
    releaseNamespace: printed({ kind: "object", name: ".Release.Namespace" }),
    namespace: printed(namespace),
    value: (...path) => printed(value(...path)),
  };
}

/** `text` as one word of a shell. */
export function shellWord(text: string): string {
  if (/^[A-Za-z0-9_@%+=:,./-]+$/.test(text)) return text;
  return `'${text.replace(/[\r\n]+/g, " ").replaceAll("'", "'\\''")}'`;
}

/** A folder of this chart set. */
function folder(chart: ChartPlan): string {
  return `./${chart.name}`;
}

/** First install; `flags` such as `--create-namespace` come last. */
export function installCommand(chart: ChartPlan, target: Target, flags: readonly string[] = []): Words {
  const rest = flags.map((flag) => ` ${flag}`).join("");
  return words`helm install ${target.release} ${folder(chart)} --namespace ${target.releaseNamespace}${rest}`;
}

/** Upgrade with the new chart's defaults and the user's own values. */
export function upgradeCommand(chart: ChartPlan, target: Target, flags: readonly string[] = []): Words {
  return words`helm upgrade ${upgradeArguments(chart, target, flags)}`;
}

/** The same where there may be no release yet. */
export function upgradeOrInstallCommand(chart: ChartPlan, target: Target): Words {
  return words`helm upgrade --install ${upgradeArguments(chart, target, [])}`;
}

function upgradeArguments(chart: ChartPlan, target: Target, flags: readonly string[]): Words {
  const rest = ["--reset-then-reuse-values", ...flags].join(" ");
  return words`${target.release} ${folder(chart)} --namespace ${target.releaseNamespace} ${rest}`;
}

/**
 * The chart as a stream of objects for kubectl, without hooks, or `files` of it with theirs. Objects that name no namespace get the release's by
 * namespaceOverride: `kubectl --namespace` would refuse those that name another.
 */
export function templateCommand(
  { operator, namespace }: ChartFacts,
  chart: ChartPlan,
  target: Target,
  settings: readonly string[],
  files: readonly string[] = [],
): Words {
  const isUnplaced = chart.templates.some(({ manifest }) => isWithoutNamespace(operator, manifest));
  const hasOverride = operator.sourceNamespace !== undefined;
  const flags = [
    ...(hasGitops(chart, operator) ? ["gitops=true"] : []),
    ...(isUnplaced && hasOverride ? [`namespaceOverride=${namespace}`] : []),
    ...settings,
  ].map((setting) => ` --set ${setting}`);
  const place = isUnplaced && !hasOverride ? ` --namespace ${namespace}` : "";
  const part = files.length === 0 ? "--no-hooks" : files.map((file) => `--show-only ${file}`).join(" ");
  return words`helm template ${target.release} ${folder(chart)} --namespace ${target.releaseNamespace} ${part}${flags.join("")} | kubectl apply --server-side${place} -f -`;
}

/** Whether an object of a namespaced kind does not say where it goes. */
function isWithoutNamespace({ crds }: Operator, { reference }: Manifest): boolean {
  const { group, kind, namespace } = reference;
  const crd = crds.find((candidate) => candidate.group === group && candidate.kind === kind);
  return namespace === undefined && (crd?.scope ?? scopeOfKind(group, kind)) === "Namespaced";
}

/** The second step of CRs that the first install leaves out. */
export function createCommand(
  chart: ChartPlan,
  blocks: readonly CustomResourceBlock[],
  target: Target,
): Words {
  const flags = blocks.map(({ metaPath }) => `--set ${[...metaPath, "create"].join(".")}=true`);
  return upgradeCommand(chart, target, flags);
}

/** Back to a revision; without one to the revision before the last. */
export function rollbackCommand(target: Target, revision?: string): Words {
  return words`helm rollback ${target.release}${revision === undefined ? "" : ` ${revision}`} --namespace ${target.releaseNamespace}`;
}

export function uninstallCommand(target: Target): Words {
  return words`helm uninstall ${target.release} --namespace ${target.releaseNamespace}`;
}

/** The commands that give the release's namespace what the source's Namespace object carries. */
export function labelNamespaceCommands({ operator }: ChartFacts, target: Target): readonly Words[] {
  const { labels, annotations } = ownNamespaceMetadata(operator);
  const command = (verb: string, entries: readonly (readonly [string, string])[]) => {
    const pairs = entries.map(([key, text]) => shellWord(`${key}=${text}`)).join(" ");
    return entries.length === 0
      ? []
      : [words`kubectl ${verb} namespace ${target.namespace} --overwrite ${pairs}`];
  };
  return [...command("label", labels), ...command("annotate", annotations)];
}

/** The commands that wait until the workloads run. */
export function rolloutCommands(facts: ChartFacts, target: Target): readonly Words[] {
  return facts.workloads.flatMap(({ kind, name, manifest }) => {
    if (kind !== "Deployment" && kind !== "DaemonSet" && kind !== "StatefulSet") return [];
    const workload = shellWord(`${kind.toLowerCase()}/${name}`);
    return [
      words`kubectl rollout status ${workload} --namespace ${namespaceOf(facts, manifest, target)} --timeout=5m`,
    ];
  });
}

/** More CRs than this are told together. */
export const mostCustomResources = 3;

/** `kubectl wait` where the CRD has conditions, else `kubectl get`; many CRs are shown all at once. */
export function readyCommands(
  facts: ChartFacts,
  blocks: readonly CustomResourceBlock[],
  target: Target,
): readonly Words[] {
  if (blocks.length > mostCustomResources) {
    return [listCommand([...new Set(blocks.map(({ customResource }) => customResource.crd))])];
  }
  return blocks.map((block) => {
    const readiness = readinessOf(block.customResource);
    const subject = subjectWords(facts, block, target);
    if (readiness.kind === "none") return words`kubectl get ${subject}`;
    return words`kubectl wait --for=condition=${readiness.condition} ${subject} --timeout=15m`;
  });
}

export function deleteCommands(
  facts: ChartFacts,
  blocks: readonly CustomResourceBlock[],
  target: Target,
): readonly Words[] {
  return blocks.map(
    (block) => words`kubectl delete ${subjectWords(facts, block, target)} --ignore-not-found --wait`,
  );
}

/** Shows all objects of the kinds, wherever they are. */
export function listCommand(crds: readonly CustomResourceDefinition[]): Words {
  return words`kubectl get ${crds.map(resourceName).join(",")} --all-namespaces`;
}

/** `kubevirts.kubevirt.io/kubevirt --namespace kubevirt`: a CR as kubectl takes it without a doubt. */
export function subjectWords(facts: ChartFacts, block: CustomResourceBlock, target: Target): Words {
  const { crd, manifest } = block.customResource;
  const namePath = [...block.metaPath, "name"];
  const isValue = target.value !== undefined && valueAt(facts.values, namePath) !== undefined;
  const name = isValue ? target.value(...namePath) : words`${shellWord(manifest.reference.name)}`;
  const subject = words`${resourceName(crd)}/${name}`;
  if (!isNamespaced(block)) return subject;
  return words`${subject} --namespace ${namespaceOf(facts, manifest, target)}`;
}

function namespaceOf({ operator }: ChartFacts, manifest: Manifest, target: Target): Words {
  if (isInOwnNamespace(operator, manifest)) return target.namespace;
  return words`${shellWord(manifest.reference.namespace ?? "")}`;
}
