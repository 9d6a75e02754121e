// One object of a chart against the live one: what people wrote and wants keeping, and what the adoption would change.
import {
  type Json,
  type KubernetesObject,
  listField,
  type ObjectReference,
  splitApiVersion,
  stringField,
} from "../kubernetes/object.ts";
import type { FieldReport, ObjectAdoption } from "./adoption-plan.ts";
import { compareLive, type FieldAddition, type FieldChange, type LiveComparison } from "./compare-live.ts";
import { ownersOf, tellsOwners } from "./field-owners.ts";
import { type Refusal, refusalsOf, wayPastRefusal } from "./immutable-fields.ts";
import type { WantedField } from "./kept-values.ts";
import { formatLivePath, isBuiltIn, type LivePath } from "./live-path.ts";
import type { Probe } from "./live-source.ts";
import { claimsOf, type ReleaseName } from "./ownership.ts";
import { type Writer, Writers } from "./writers.ts";

/** An object of a chart that is in the cluster. */
export interface LivePair {
  readonly chart: KubernetesObject;
  readonly live: KubernetesObject;
}

/**
 * The fields that shall stay as they are: what people wrote, and what they did not write and the chart would change. What
 * a program wrote, the chart shall leave to it. Nothing of an object that only lacks what the chart brings, unless it is
 * a custom resource: there people decide what is not set.
 */
export function wantedFields({ chart, live }: LivePair): readonly WantedField[] {
  const { changes, additions } = compareLive(chart, live);
  const writers = new Writers(live);
  const isCustom = !isBuiltInKind(live);
  const wanted: WantedField[] = [];
  for (const { path, live: value } of changes) {
    if (value === undefined && !isCustom) continue;
    const isPrograms = value !== undefined && writers.writerOf(path).kind === "program";
    wanted.push({ path, wish: isPrograms ? "leave" : "keep" });
  }
  for (const addition of additions) {
    if (isPersons(addition, writers)) wanted.push({ path: addition.path, wish: "keep" });
  }
  return wanted;
}

/** Whether a person asks for something with it: an empty list or null asks for nothing. */
function isPersons({ path, live }: FieldAddition, writers: Writers): boolean {
  const isNothing = live === null || (Array.isArray(live) && live.length === 0);
  return !isNothing && writers.writerOf(path).kind === "person";
}

/** What was found before the values were there, and with them. */
export interface ObjectEvidence extends LivePair {
  /** As the chart renders it without them. */
  readonly first: KubernetesObject;
  /** What the API server says; absent where none was asked. */
  readonly probe: Probe | undefined;
}

/** The report on an object; `own` is the release that it goes to. */
export function describeObject(
  reference: ObjectReference,
  { chart, live, first, probe }: ObjectEvidence,
  own: ReleaseName,
): ObjectAdoption {
  const writers = new Writers(live);
  const before = compareLive(first, live);
  const planned = compareLive(chart, live);
  const changes = probe?.result ? compareLive(probe.result, live).changes : planned.changes;
  const report = (fields: readonly (FieldChange | FieldAddition)[]) =>
    fields.map((field) => reportOf(live.kind, field, writers));
  return {
    object: reference,
    status: changes.length === 0 ? "equal" : "differs",
    changes: report(changes),
    kept: report([
      ...without(before.changes, planned.changes),
      ...without(before.additions, planned.additions),
    ]),
    stays: report(planned.additions.filter((addition) => isPersons(addition, writers))),
    conflicts: conflictsOf(planned, live, probe),
    refusals: [
      ...leaving(live),
      ...(probe ? serverRefusal(live.kind, probe) : refusalsOf(live.kind, changes)),
    ],
    claims: claimsOf(live, own),
  };
}

/** The fields of `before` that are in `after` neither themselves nor in part. */
function without<Field extends { readonly path: LivePath }>(
  before: readonly Field[],
  after: readonly Field[],
): readonly Field[] {
  const left = after.map(({ path }) => formatLivePath(path));
  return before.filter(({ path }) => {
    const text = formatLivePath(path);
    return !left.some((other) => other === text || other.startsWith(`${text}.`));
  });
}

/** A release would take over what then vanishes. */
function leaving(live: KubernetesObject): readonly Refusal[] {
  if (stringField(live, "metadata", "deletionTimestamp") === undefined) return [];
  const finalizers = listField(live, "metadata", "finalizers").join(", ");
  const way =
    finalizers === "" ? "wait until it is gone" : `see what its finalizers wait for (${finalizers})`;
  return [{ reason: "it is being deleted", way }];
}

function serverRefusal(kind: string, { refusal }: Probe): readonly Refusal[] {
  return refusal === undefined ? [] : [{ reason: refusal, way: wayPastRefusal(kind) }];
}

/** An object that the cluster lacks. */
export function missingObject(reference: ObjectReference): ObjectAdoption {
  const nothing = { changes: [], kept: [], stays: [], conflicts: [], refusals: [], claims: [] };
  return { object: reference, status: "missing", ...nothing };
}

/**
 * The fields for which Helm 4 needs `--force-conflicts`: the chart sets them in other words than are there, and somebody
 * else than Helm wrote them. https://kubernetes.io/docs/reference/using-api/server-side-apply/#conflicts
 */
function conflictsOf(
  { changes, restated }: LiveComparison,
  live: KubernetesObject,
  probe: Probe | undefined,
): readonly string[] {
  if (probe) return probe.conflict === undefined ? [] : [probe.conflict];
  const paths: readonly LivePath[] = [...changes.map(({ path }) => path), ...restated];
  const isTold = tellsOwners(live);
  return paths.flatMap((path) => {
    if (!isTold) return [`${formatLivePath(path)}: the dump does not say who wrote it`];
    const others = ownersOf(live, path).filter(
      ({ manager, operation }) => manager !== "helm" || operation !== "Apply",
    );
    const names = [...new Set(others.map(({ manager }) => `"${manager}"`))];
    return names.length === 0 ? [] : [`${formatLivePath(path)} is written by ${names.join(" and ")}`];
  });
}

function reportOf(kind: string, found: FieldChange | FieldAddition, writers: Writers): FieldReport {
  const { names }: Writer = writers.writerOf(found.path);
  // A report is read by more people than a Secret is.
  const hide = (value: Json): Json => (kind === "Secret" && found.path[0] === "data" ? "(hidden)" : value);
  return {
    path: formatLivePath(found.path),
    ...(found.live === undefined ? {} : { live: hide(found.live) }),
    ...("chart" in found ? { chart: hide(found.chart) } : {}),
    writers: names,
  };
}

/** Whether Kubernetes brings the kind of the object. */
export function isBuiltInKind({ apiVersion, kind }: KubernetesObject): boolean {
  return isBuiltIn(splitApiVersion(apiVersion).group, kind);
}
