// `chartwright adopt`: charts and what is live → what to do, and in which order. Helm and the cluster are asked through the
// files beside it; nothing in a cluster is changed.
import { type KubernetesObject, type ObjectReference, objectKey, referenceOf } from "../kubernetes/object.ts";
import { type Helm, Workbench } from "../verify/helm.ts";
import type { AdoptionPlan, ChartAdoption, DryRun, LeftBehind } from "./adoption-plan.ts";
import type { ChartInput } from "./chart-at-hand.ts";
import { Cluster } from "./cluster.ts";
import { adoptionCommands } from "./commands.ts";
import { Dump } from "./dump.ts";
import { tellsOwners } from "./field-owners.ts";
import { adoptionFindings } from "./findings.ts";
import { type KeptChart, keepLive, type OpenChart } from "./keep-live.ts";
import { withSettings } from "./kept-values.ts";
import { findLeftBehind, namespaceLeft, operatorLabels, orphanedObject } from "./left-behind.ts";
import { LiveIndex, placedReference } from "./live-index.ts";
import type { LiveSource } from "./live-source.ts";
import { describeObject, missingObject } from "./object-adoption.ts";
import { findObstacles } from "./obstacles.ts";
import { openCharts } from "./open-charts.ts";
import { isSameRelease } from "./ownership.ts";
import { Programs } from "./programs.ts";
import { claimedReleases, judgeReleases, type PlannedRelease, type ReleaseJudgement } from "./releases.ts";
import { renderedKey } from "./trace-values.ts";

/** Where what is live is found, and what reads it. */
export interface AdoptOptions {
  /** The releases' namespace; where the operator's workload is, when not given. */
  readonly namespace?: string;
  /** Paths of Helms; none: the one on the PATH. The first renders, all of them try. */
  readonly helms?: readonly string[];
  /** Live objects from a dump; without them the cluster is asked. */
  readonly live?: readonly KubernetesObject[];
  /** A path; `kubectl` on the PATH when not given. */
  readonly kubectl?: string;
  readonly kubeconfig?: string;
  readonly context?: string;
}

/** What is used throughout one run. */
interface Session {
  readonly workbench: Workbench;
  readonly helms: readonly Helm[];
  readonly programs: Programs;
  readonly source: LiveSource;
  readonly namespace: string;
}

/**
 * Plans the adoption of what is live by releases of `charts`. Throws HelmError when a chart, Helm or the cluster cannot be
 * used; whatever is wrong with the objects is in the plan.
 */
export function adopt(charts: readonly ChartInput[], options: AdoptOptions = {}): Promise<AdoptionPlan> {
  return Workbench.with(async (workbench) => {
    const helms = await workbench.findHelms(options.helms ?? []);
    const [helm = { path: "helm", version: "" }] = helms;
    const { kubectl = "kubectl", kubeconfig, context } = options;
    const access = {
      ...(kubeconfig === undefined ? {} : { kubeconfig }),
      ...(context === undefined ? {} : { context }),
    };
    const programs = new Programs({ kubectl, ...access });
    const source = options.live ? new Dump(options.live) : new Cluster(programs, helm.path);
    const opened = await openCharts(workbench, helm, charts, source, options.namespace);
    const { namespace } = opened;
    const live = await readLive(source, namespace, opened.charts.flatMap(everyObject));
    const kept: KeptChart[] = [];
    for (const chart of opened.charts) kept.push(await keepLive(chart, live));
    return assemble({ workbench, helms, programs, source, namespace }, kept, live, access);
  });
}

function everyObject({ base, optional }: OpenChart): readonly KubernetesObject[] {
  return [...base.objects, ...base.installHooks, ...optional.flatMap(({ objects }) => objects)];
}

async function readLive(
  source: LiveSource,
  namespace: string,
  objects: readonly KubernetesObject[],
): Promise<LiveIndex> {
  const own = { group: "", version: "v1", kind: "Namespace", name: namespace };
  const references = objects.map((object) => placedReference(object, namespace));
  return new LiveIndex(await source.read([own, ...references]), namespace);
}

async function assemble(
  session: Session,
  kept: readonly KeptChart[],
  known: LiveIndex,
  access: { readonly kubeconfig?: string; readonly context?: string },
): Promise<AdoptionPlan> {
  const { source, namespace } = session;
  const planned = kept.map(({ chart, objects }) => ({ name: chart.release, namespace, objects }));
  const { judgement, live } = await judge(session, planned, known);
  const charts = await Promise.all(kept.map((chart) => describeChart(session, chart, live, judgement)));
  const hooks = kept.flatMap(({ installHooks }) => installHooks);
  const leftBehind = await findLeft(session, planned, hooks, judgement, live);
  const dryRuns = source.kind === "dump" ? [] : await tryAll(session, kept);
  const { forget } = judgement;
  const valuesFiles = new Map(kept.map(({ chart }) => [chart.name, chart.input.valuesFiles ?? []]));
  const input = { namespace, charts, forget, leftBehind, valuesFiles, ...access };
  return {
    namespace,
    live: source.kind,
    tellsWriters: live.all().every(tellsOwners),
    charts,
    forget,
    leftBehind,
    findings: adoptionFindings({
      charts,
      forget,
      leftBehind,
      dryRuns,
      ...(await findObstacles(source, kept, live)),
    }),
    commands: { helm3: adoptionCommands(input, "helm3"), helm4: adoptionCommands(input, "helm4") },
    dryRuns,
  };
}

/** Decides on the releases, and reads what of theirs is in no chart. */
async function judge(
  { source, namespace }: Session,
  planned: readonly PlannedRelease[],
  live: LiveIndex,
): Promise<{ readonly judgement: ReleaseJudgement; readonly live: LiveIndex }> {
  const releases = await source.releases(claimedReleases(planned, live));
  const more = await source.read(releases.flatMap(({ objects }) => objects));
  const all = new LiveIndex([...live.all(), ...more], namespace);
  return { judgement: judgeReleases(planned, releases, all), live: all };
}

async function describeChart(
  { source, namespace }: Session,
  { chart, first, objects, settings }: KeptChart,
  live: LiveIndex,
  judgement: ReleaseJudgement,
): Promise<ChartAdoption> {
  const own = { name: chart.release, namespace };
  const described = await Promise.all(
    objects.map(async (object) => {
      const found = live.find(object);
      const reference = live.referenceOf(object);
      if (!found) return missingObject(reference);
      const probe = await source.probe(placed(object, referenceOf(found)));
      const evidence = { chart: object, live: found, first: first.get(renderedKey(object)) ?? object, probe };
      return describeObject(reference, evidence, own);
    }),
  );
  return {
    chart: chart.name,
    version: chart.version,
    path: chart.input.path,
    release: chart.release,
    state: judgement.adopted.some((release) => isSameRelease(release, own)) ? "adopted" : "install",
    objects: described,
    values: withSettings({}, settings),
    forceConflicts: described.some(({ conflicts }) => conflicts.length > 0),
  };
}

/** The object in the namespace of the live one. */
function placed(object: KubernetesObject, { namespace }: ObjectReference): KubernetesObject {
  if (namespace === undefined) return object;
  return { ...object, metadata: { ...object.metadata, namespace } };
}

async function findLeft(
  { source, namespace }: Session,
  planned: readonly PlannedRelease[],
  hooks: readonly KubernetesObject[],
  { orphaned }: ReleaseJudgement,
  live: LiveIndex,
): Promise<readonly LeftBehind[]> {
  const objects = planned.flatMap((release) => release.objects);
  const labels = operatorLabels(objects);
  const candidates = await source.relatives(objects.map(referenceOf), namespace, labels);
  const own = namespaceLeft(namespace, live);
  const known = [
    ...[...objects, ...hooks].map((object) => live.referenceOf(object)),
    ...[...own, ...orphaned].map(({ object }) => object),
  ];
  return [
    ...own,
    ...orphaned.map(({ object, release }) => orphanedObject(object, release)),
    ...findLeftBehind(candidates, labels, new Set(known.map(objectKey))),
  ];
}

/** `helm upgrade --install --dry-run=server` with each Helm: renders with a look at the cluster, and stores nothing. */
async function tryAll(
  { workbench, helms, programs, namespace }: Session,
  kept: readonly KeptChart[],
): Promise<readonly DryRun[]> {
  const runs = helms.flatMap((helm) =>
    kept.map(async ({ chart, settings }): Promise<DryRun> => {
      const values = new Map([["values.json", JSON.stringify(withSettings({}, settings))]]);
      const folder = await workbench.write(`tries/${helm.version}/${chart.release}`, values);
      const files = [...(chart.input.valuesFiles ?? []), `${folder}/values.json`];
      const outcome = await programs.helm(helm.path, [
        ...["upgrade", "--install", chart.release, chart.input.path, "--namespace", namespace],
        ...["--take-ownership", "--dry-run=server", ...files.flatMap((file) => ["--values", file])],
      ]);
      const said = { helm: helm.version, chart: chart.name, passed: outcome.passed };
      return outcome.passed ? said : { ...said, words: outcome.stderr.trim() };
    }),
  );
  return Promise.all(runs);
}
