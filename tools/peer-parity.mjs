// What charts render against what a source has, the same for all tools: every object lost, changed, added to, or equal.
import { compareValues } from "../dist/verify/compare.js";
import { installedKey, RenderedReader } from "../dist/verify/rendered.js";
import { formatPath } from "../dist/verify/wording.js";

/** What Helm's own conventions put on objects, https://helm.sh/docs/chart_best_practices/labels/: no difference for anybody. */
const conventional = new Set([
  "helm.sh/chart",
  "app.kubernetes.io/name",
  "app.kubernetes.io/instance",
  "app.kubernetes.io/version",
  "app.kubernetes.io/managed-by",
  "app.kubernetes.io/part-of",
]);
const keep = "helm.sh/resource-policy";

/** The objects of a stream of YAML, as Helm prints them. */
export function objectsIn(text) {
  return new RenderedReader().read(text).flatMap(({ object }) => (object ? [object] : []));
}

/**
 * Compares `source` with `rendered`, both objects, for a release in `namespace`. `counts` has each object of the source
 * once, and the rendered objects that the source lacks under `extra`; `examples` show what differs.
 */
export function compareObjects(source, rendered, namespace) {
  const found = new Map(rendered.map((object) => [keyOf(object, namespace), object]));
  const counts = { equal: 0, added: 0, changed: 0, lost: 0, extra: 0 };
  const examples = [];
  for (const object of source) {
    const key = keyInRendering(object, found, namespace);
    const other = found.get(key);
    found.delete(key);
    const outcome = other ? compareObject(object, other, namespace) : { kind: "lost" };
    counts[outcome.kind] += 1;
    if (outcome.kind !== "equal") examples.push({ ...outcome, object: nameOf(object) });
  }
  const extra = [...found.values()].filter((object) => !isHelmsOwn(object));
  counts.extra = extra.length;
  for (const object of extra) examples.push({ kind: "extra", object: nameOf(object) });
  return { counts, examples };
}

/** An object that leaves its name to the API server is known by how that begins. */
function keyOf({ metadata, ...object }, namespace) {
  return installedKey({ ...object, metadata: { ...metadata, name: beginningOf(metadata) } }, namespace);
}

function beginningOf({ name, generateName }) {
  return name ?? generateName?.replace(/-+$/, "");
}

/** The key of the object in what was rendered, where one that has no name may have got any that begins like its own. */
function keyInRendering(object, found, namespace) {
  const key = keyOf(object, namespace);
  if (found.has(key) || object.metadata.name !== undefined) return key;
  return [...found.keys()].find((other) => other.startsWith(`${key}-`)) ?? key;
}

function compareObject(source, rendered, namespace) {
  const changes = compareValues(normalised(source), normalised(rendered)).filter(
    (change) => !isOfHelm(change, source, namespace),
  );
  const [first] = changes.filter(({ kind }) => kind !== "added");
  const [addition] = changes;
  if (first) return { kind: "changed", change: `${first.kind} ${formatPath(first.path)}` };
  return addition ? { kind: "added", change: `added ${formatPath(addition.path)}` } : { kind: "equal" };
}

/** Labels and the annotation of Helm's conventions on the object itself, and its own namespace written out. */
function isOfHelm({ kind, path, found, expected }, source, namespace) {
  const [first, second, key] = path;
  if (first !== "metadata") return false;
  if (second === "namespace") return (kind === "added" ? found : kind === "lost" && expected) === namespace;
  if (second === "labels" && path.length === 2)
    return kind === "added" && Object.keys(found).every((label) => conventional.has(label));
  if (second === "annotations" && path.length === 2)
    return kind === "added" && Object.keys(found).every((annotation) => annotation === keep);
  const isKept = second === "annotations" && key === keep;
  const isLabel = second === "labels" && conventional.has(key);
  // A label of the source that Helm's takes the place of is no field of the operator's, either.
  return (
    isKept || (isLabel && (kind === "added" || kind === "changed") && source.metadata.labels !== undefined)
  );
}

/** Without what no API server keeps: nulls, a status, the time of creation, and empty maps of metadata, resources and strategy. */
function normalised(object) {
  const { status: _status, ...rest } = object;
  return prune(rest, "");
}

const emptyIsAbsent = new Set(["annotations", "labels", "resources", "strategy", "updateStrategy"]);

function prune(value) {
  if (Array.isArray(value)) return value.map((item) => prune(item));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, child]) => {
      if (child === null || (key === "creationTimestamp" && !child)) return [];
      const pruned = prune(child);
      const isEmpty = typeof pruned === "object" && Object.keys(pruned).length === 0;
      return isEmpty && emptyIsAbsent.has(key) ? [] : [[key, pruned]];
    }),
  );
}

/** Objects for Helm's own life: hooks are no part of what the release installs. */
function isHelmsOwn({ metadata }) {
  return metadata.annotations?.["helm.sh/hook"] !== undefined;
}

function nameOf({ kind, metadata }) {
  return `${kind} ${beginningOf(metadata)}`;
}
