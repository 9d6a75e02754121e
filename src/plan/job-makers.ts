// Which Job makes a Secret or ConfigMap that Pods of the chart wait for, and whether it can run before them.
import type { Operator, Workload } from "../classify/operator.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { listField, objectField, stringField } from "../kubernetes/object.ts";
import { type PodReference, payloadReferences, podReferences } from "../kubernetes/pod-references.ts";
import type { Manifest } from "../parse/manifest.ts";
import { type AccountRights, accountManifests, accountRights, allows, grants } from "./account-rights.ts";
import type { MadeObject } from "./chart-plan.ts";
import { saysItself } from "./source-hooks.ts";

/** `makers` maps each Job that must run first to the objects of the sources that it needs for that. */
export interface Makers {
  readonly makers: ReadonlyMap<Workload, readonly Manifest[]>;
  readonly made: readonly MadeObject[];
}

/** An object that Pods wait for, and whose Pods these are. */
interface Need extends PodReference {
  readonly workload: Workload;
}

/** Finds a maker among `jobs` for everything that other `workloads` wait for and that the sources do not hold. */
export function findMakers(
  operator: Operator,
  workloads: readonly Workload[],
  jobs: readonly Workload[],
  diagnostics: Diagnostic[],
): Makers {
  const makers = new Map<Workload, readonly Manifest[]>();
  const made: MadeObject[] = [];
  const rightsOf = new Map(jobs.map((job) => [job, accountRights(operator, job)]));
  for (const need of needsOf(operator, workloads)) {
    const candidates = candidatesFor(operator, need, jobs, rightsOf);
    const [job] = candidates;
    const rights = job && rightsOf.get(job);
    if (!job || !rights) continue;
    made.push({ kind: need.kind, name: need.name, job });
    if (saysItself(job)) continue;
    const obstacle =
      candidates.length > 1 && !candidates.every((candidate) => mentions(candidate, need.name))
        ? `${candidates.map(({ name }) => `"${name}"`).join(", ")} may all make it, and none names it`
        : obstacleFor(operator, job, rights, { jobs, isOnly: candidates.length === 1 });
    if (obstacle !== undefined) diagnostics.push(undecided(need, job, obstacle));
    else makers.set(job, [...accountManifests(operator, job), ...rights.roles, ...rights.bindings]);
  }
  return { makers, made };
}

/** What Pods that are to keep running need, each once, and nothing in the sources makes. */
function needsOf(operator: Operator, workloads: readonly Workload[]): readonly Need[] {
  const own = operator.sourceNamespace;
  const known = new Set([
    ...operator.manifests.map(({ object, reference }) =>
      [object.kind, reference.namespace ?? own, reference.name].join("/"),
    ),
    ...operator.certificates.map(({ object, reference }) =>
      ["Secret", reference.namespace ?? own, stringField(object["spec"], "secretName")].join("/"),
    ),
  ]);
  const needs = new Map<string, Need>();
  for (const workload of workloads) {
    if (["Job", "CronJob", "Pod"].includes(workload.kind)) continue;
    const namespace = workload.manifest.reference.namespace ?? own;
    for (const reference of payloadReferences(podSpecOf(workload))) {
      const key = [reference.kind, namespace, reference.name].join("/");
      const isEverywhere = reference.name === "kube-root-ca.crt";
      if (!known.has(key) && !needs.has(key) && !isEverywhere) needs.set(key, { ...reference, workload });
    }
  }
  return [...needs.values()];
}

/**
 * The Jobs that can make what is needed, in the order of the sources. Those that name it come before all others: the
 * first makes it, the others use it. A Job that does not name it counts only where a role says of it that it makes
 * objects of this kind, since a right to everything tells nothing.
 */
function candidatesFor(
  operator: Operator,
  { kind, name, workload }: Need,
  jobs: readonly Workload[],
  rightsOf: ReadonlyMap<Workload, AccountRights>,
): readonly Workload[] {
  const namespaceOf = ({ manifest }: Workload) => manifest.reference.namespace ?? operator.sourceNamespace;
  const resource = kind === "Secret" ? "secrets" : "configmaps";
  const may = (job: Workload, explicit: boolean) =>
    allows(rightsOf.get(job)?.rules ?? [], ["create"], { group: "", resource, explicit });
  const near = jobs.filter((job) => namespaceOf(job) === namespaceOf(workload));
  const naming = near.filter((job) => mentions(job, name));
  const known = naming.filter((job) => (rightsOf.get(job)?.bindings.length ?? 0) > 0);
  // Of an account that nothing in the sources binds the rights are not known.
  const able = naming.filter((job) => !known.includes(job) || may(job, false));
  return naming.length > 0 ? able : near.filter((job) => may(job, true));
}

/** Whether `name` stands as a word of its own in a command, an argument or a variable of the Job. */
function mentions(job: Workload, name: string): boolean {
  return job.containers.some(({ path }) => {
    const container = objectField(job.manifest.object, ...path);
    const texts = [
      ...["command", "args"].flatMap((key) => listField(container, key)),
      ...listField(container, "env").map((variable) => stringField(variable, "value") ?? ""),
    ];
    return texts.some((text) => typeof text === "string" && text.split(/[^A-Za-z0-9.-]+|^-+/).includes(name));
  });
}

/** What speaks against running `job` before everything else; undefined when nothing does. */
function obstacleFor(
  operator: Operator,
  job: Workload,
  { bindings, roles, rules }: AccountRights,
  { jobs, isOnly }: { jobs: readonly Workload[]; isOnly: boolean },
): string | undefined {
  const sharing = operator.workloads.find(
    (other) => other.serviceAccountName === job.serviceAccountName && !jobs.includes(other),
  );
  const hasAccount = accountManifests(operator, job).length > 0;
  if (sharing && hasAccount) return `${sharing.kind} "${sharing.name}" runs as the same service account`;
  const shared = bindings.find(({ object }) => listField(object, "subjects").length > 1);
  if (shared) return `${shared.object.kind} "${shared.reference.name}" binds other subjects too`;
  const reused = roles.find((role) =>
    operator.rbac.some((binding) => grants(operator, binding, role) && !bindings.includes(binding)),
  );
  if (reused) return `${reused.object.kind} "${reused.reference.name}" is bound to others too`;
  const needed = podReferences(podSpecOf(job)).find(
    ({ kind, name }) =>
      kind !== "ServiceAccount" &&
      operator.manifests.some(({ object, reference }) => object.kind === kind && reference.name === name),
  );
  if (needed) return `it needs ${needed.kind} "${needed.name}" of the same chart`;
  const group = "admissionregistration.k8s.io";
  const patched = operator.webhooks.find(({ type }) =>
    allows(rules, ["patch", "update"], { group, resource: `${type.toLowerCase()}webhookconfigurations` }),
  );
  return isOnly && patched
    ? `it may also change ${patched.manifest.object.kind} "${patched.manifest.reference.name}", which is not there before`
    : undefined;
}

function undecided({ kind, name, workload }: Need, job: Workload, obstacle: string): Diagnostic {
  return {
    severity: "warning",
    code: "plan/job-before-workload",
    message: `${workload.kind} "${workload.name}" waits for ${kind} "${name}", which ${job.kind} "${job.name}" makes only after it.`,
    position: job.manifest.position,
    notes: [{ message: `${workload.kind} "${workload.name}" is here`, position: workload.manifest.position }],
    found: obstacle,
    expected: "a Job that can run before all other objects of the chart",
    hint: `Create the ${kind} before the install, or install without --wait; or annotate the Job and what it needs in the source with "helm.sh/hook: pre-install,pre-upgrade".`,
  };
}

function podSpecOf({ manifest, podSpecPath }: Workload): unknown {
  return objectField(manifest.object, ...podSpecPath);
}
