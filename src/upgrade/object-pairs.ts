// The objects of two releases side by side, and findings about them.
import {
  field,
  formatReference,
  isObject,
  type Json,
  type JsonObject,
  jsonEqual,
  type KubernetesObject,
  objectField,
  objectKey,
  referenceOf,
  splitApiVersion,
} from "../kubernetes/object.ts";
import { removedApi } from "../kubernetes/removed-apis.ts";
import { type Change, compareValues } from "../verify/compare.ts";
import type { PathStep } from "../yaml/tree.ts";
import { type FindingDetails, finding, type ReleasedObject, type UpgradeFinding } from "./finding.ts";
import type { FindingCode } from "./finding-codes.ts";

/** An object that both releases have. */
export interface ObjectPair {
  readonly older: ReleasedObject;
  readonly newer: ReleasedObject;
}

/** What two releases have of objects. */
export interface PairedObjects {
  readonly pairs: readonly ObjectPair[];
  readonly removed: readonly ReleasedObject[];
  readonly added: readonly ReleasedObject[];
}

/** Pairs objects of one group, kind, namespace and name, in the order of the newer release, whatever their versions. */
export function pairObjects(
  older: readonly ReleasedObject[],
  newer: readonly ReleasedObject[],
): PairedObjects {
  const [before, after] = [byIdentity(older), byIdentity(newer)];
  const pairs: ObjectPair[] = [];
  const added: ReleasedObject[] = [];
  for (const [identity, object] of after) {
    const then = before.get(identity);
    if (then) pairs.push({ older: then, newer: object });
    else added.push(object);
  }
  const removed = [...before].flatMap(([identity, object]) => (after.has(identity) ? [] : [object]));
  return { pairs, removed, added };
}

function byIdentity(objects: readonly ReleasedObject[]): ReadonlyMap<string, ReleasedObject> {
  return new Map(objects.map((object) => [identityOf(object), object]));
}

/** What tells an object from all others; an API that took another one's place has the same objects. */
export function identityOf({ object, namespace }: ReleasedObject): string {
  const { name, kind, group } = referenceOf(object);
  const successor = removedApi(object)?.successor;
  return objectKey({
    group: successor === undefined ? group : splitApiVersion(successor).group,
    version: "",
    kind,
    name,
    ...(namespace === undefined ? {} : { namespace }),
  });
}

/** How an object is called in a report. */
export function subjectOf({ object, namespace }: ReleasedObject): string {
  const { namespace: _, ...reference } = referenceOf(object);
  return formatReference({ ...reference, ...(namespace === undefined ? {} : { namespace }) });
}

/** A finding about one object, with its places on both sides. */
export interface PairDetails extends Omit<FindingDetails, "subject" | "path" | "older" | "newer"> {
  /** Where it is in the older object; not given where it is nothing of that. */
  readonly olderPath?: readonly PathStep[];
  readonly newerPath?: readonly PathStep[];
}

/** The finding of a code about a pair, or about an object that only one side has. */
export function objectFinding(
  code: FindingCode,
  { older, newer }: Partial<ObjectPair>,
  { olderPath, newerPath, ...details }: PairDetails,
): UpgradeFinding {
  const object = newer ?? older;
  const path = newerPath ?? olderPath;
  const root = newerPath === undefined ? (older ?? object) : object;
  const [before, after] = [older?.placeOf(olderPath ?? newerPath ?? []), newer?.placeOf(path ?? [])];
  return finding(code, {
    subject: object ? subjectOf(object) : "",
    ...(path === undefined || path.length === 0 ? {} : { path: namedPath(path, root?.object) }),
    ...details,
    ...(before ? { older: before } : {}),
    ...(after ? { newer: after } : {}),
  });
}

/** `spec.template.spec.containers[manager].image`: items of lists by their names, where they have one. */
export function namedPath(
  path: readonly PathStep[],
  root: KubernetesObject | JsonObject | undefined,
): string {
  let text = "";
  for (const [index, step] of path.entries()) {
    if (typeof step === "number") {
      const name = field(root, ...path.slice(0, index + 1), "name");
      text += `[${typeof name === "string" ? name : step}]`;
    } else if (/^[A-Za-z0-9_$-]+$/.test(step)) text += text === "" ? step : `.${step}`;
    else text += `[${JSON.stringify(step)}]`;
  }
  return text;
}

/** Labels and annotations that charts write about themselves: another version of the chart has others. */
const chartOwn = new Set([
  "app.kubernetes.io/instance",
  "app.kubernetes.io/managed-by",
  "app.kubernetes.io/version",
  "helm.sh/chart",
]);

/** An object without what a chart writes about itself, without status, with its labels and annotations. */
export function ownContent({ object }: ReleasedObject): JsonObject {
  const { apiVersion: _apiVersion, kind: _kind, status: _status, metadata, ...content } = object;
  return withoutChartOwn({ metadata: metadataOf(metadata), ...content });
}

function metadataOf(metadata: JsonObject): JsonObject {
  const { labels = {}, annotations = {} } = metadata;
  return { labels, annotations };
}

/** `value` without the chart's own labels, wherever they stand below a `labels`, and without checksums. */
function withoutChartOwn<Value extends Json>(value: Value): Value {
  const strip = (inner: Json, key: string): Json => {
    if (Array.isArray(inner)) return inner.map((item) => strip(item, ""));
    if (!isObject(inner)) return inner;
    const isMarks = key === "labels" || key === "annotations";
    return Object.fromEntries(
      Object.entries(inner)
        .filter(([name]) => !isMarks || !(chartOwn.has(name) || /^(?:checksum\/|helm\.sh\/)/.test(name)))
        .map(([name, item]) => [name, strip(item, name)]),
    );
  };
  return strip(value, "") as Value;
}

/** The annotations of an object. */
export function annotationsOf({ object }: ReleasedObject): JsonObject {
  return objectField(object, "metadata", "annotations");
}

/** What is other in `after`, without labels and annotations that only name another version. */
export function contentChanges(before: Json, after: Json): readonly Change[] {
  return compareValues(before, after).filter(
    ({ path, expected, found }) =>
      !(
        path.some((step) => step === "labels" || step === "annotations") &&
        isVersion(expected) &&
        isVersion(found)
      ),
  );
}

function isVersion(value: Json | undefined): boolean {
  return typeof value === "string" && /^v?[0-9]+\.[0-9]+/.test(value);
}

/** Whether nothing is other but what a chart writes about itself. */
export function jsonEqualContent({ older, newer }: ObjectPair): boolean {
  return (
    older.object.apiVersion === newer.object.apiVersion && jsonEqual(ownContent(older), ownContent(newer))
  );
}
