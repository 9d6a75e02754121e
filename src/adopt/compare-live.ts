// What a chart has against what is in the cluster. Only what the chart sets counts as a difference: defaults, status and
// what others added stay as they are when a release takes the object over. Those additions are found too, because the
// values may have to keep them.
import {
  isObject,
  type Json,
  type JsonObject,
  jsonEqual,
  type KubernetesObject,
  splitApiVersion,
} from "../kubernetes/object.ts";
import { identifiedItems, isBuiltIn, type LivePath } from "./live-path.ts";
import { sameQuantity } from "./quantity.ts";

/** A field that the chart sets to something else; `live` is absent where the cluster has no such field. */
export interface FieldChange {
  readonly path: LivePath;
  readonly live?: Json;
  readonly chart: Json;
}

/** A field that is in the cluster and not in the chart. */
export interface FieldAddition {
  readonly path: LivePath;
  readonly live: Json;
}

export interface LiveComparison {
  readonly changes: readonly FieldChange[];
  readonly additions: readonly FieldAddition[];
  /**
   * Fields that are one value to server-side apply and that the API server has completed: nothing changes, and yet the
   * chart's words are other ones, which Helm 4 takes for a conflict with whoever wrote the field.
   */
  readonly restated: readonly LivePath[];
}

/** Labels and annotations by which Helm and charts know what is theirs: every adoption writes them. */
const ownershipLabels = new Set([
  "app.kubernetes.io/managed-by",
  "app.kubernetes.io/instance",
  "app.kubernetes.io/version",
  "helm.sh/chart",
]);
const ownershipAnnotations = new Set([
  "meta.helm.sh/release-name",
  "meta.helm.sh/release-namespace",
  "helm.sh/resource-policy",
]);

/** Annotations that tools keep their own notes in. */
const toolAnnotations = new Set([
  "kubectl.kubernetes.io/last-applied-configuration",
  "argocd.argoproj.io/tracking-id",
  "deployment.kubernetes.io/revision",
  "deprecated.daemonset.template.generation",
]);

/** Labels by which another tool knows its objects: they are that tool's, and go before the adoption. */
const toolLabels = new Set([
  "argocd.argoproj.io/instance",
  "kustomize.toolkit.fluxcd.io/name",
  "kustomize.toolkit.fluxcd.io/namespace",
  "helm.toolkit.fluxcd.io/name",
  "helm.toolkit.fluxcd.io/namespace",
  "olm.owner",
  "olm.owner.kind",
  "olm.owner.namespace",
  "olm.managed",
]);

/** Compares an object as rendered with the one of its name in the cluster. */
export function compareLive(chart: KubernetesObject, live: KubernetesObject): LiveComparison {
  const { group } = splitApiVersion(live.apiVersion);
  const comparer = new Comparer(isBuiltIn(group, live.kind));
  comparer.compareMaps(comparable(chart), comparable(live), []);
  const { changes, additions, restated } = comparer;
  return { changes, additions, restated };
}

/** The part of an object that somebody decides on: without status, and with labels and annotations of its metadata. */
function comparable(object: KubernetesObject): JsonObject {
  const { apiVersion: _apiVersion, kind, metadata, status: _status, ...rest } = object;
  const labels = without(metadata["labels"], ownershipLabels, toolLabels);
  const annotations = without(metadata["annotations"], ownershipAnnotations, toolAnnotations);
  const { stringData, ...content } = rest;
  const isSecret = kind === "Secret" && isObject(stringData);
  const data = isSecret ? { data: { ...asMap(content["data"]), ...encoded(stringData) } } : {};
  return { metadata: { labels, annotations }, ...content, ...data };
}

function without(value: Json | undefined, ...names: readonly ReadonlySet<string>[]): JsonObject {
  return Object.fromEntries(
    Object.entries(asMap(value)).filter(([key]) => !names.some((set) => set.has(key))),
  );
}

function asMap(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

/** What the API server makes of `stringData`: UTF-8 in base64. */
function encoded(stringData: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(stringData).map(([key, text]) => {
      const bytes = new TextEncoder().encode(String(text));
      return [key, btoa(String.fromCharCode(...bytes))];
    }),
  );
}

/** Maps that are one value (`x-kubernetes-map-type: atomic`) and in which Kubernetes has defaults. */
const atomicMaps = new Set(["fieldRef", "resourceFieldRef", "roleRef"]);

class Comparer {
  readonly changes: FieldChange[] = [];
  readonly additions: FieldAddition[] = [];
  readonly restated: LivePath[] = [];
  readonly #isBuiltIn: boolean;

  constructor(isBuiltInKind: boolean) {
    this.#isBuiltIn = isBuiltInKind;
  }

  compareMaps(chart: JsonObject, live: JsonObject, path: LivePath): void {
    for (const [key, value] of Object.entries(chart)) {
      this.#compare(value, Object.hasOwn(live, key) ? live[key] : undefined, [...path, key]);
    }
    for (const [key, value] of Object.entries(live)) {
      if (!Object.hasOwn(chart, key)) this.additions.push({ path: [...path, key], live: value });
    }
  }

  #compare(chart: Json, live: Json | undefined, path: LivePath): void {
    if (live === undefined || live === null) {
      // The server leaves out what says nothing; a map without a field of its own sets none.
      if (!isEmptyTree(chart) && !(this.#isBuiltIn && isZero(chart))) this.changes.push({ path, chart });
    } else if (isObject(chart) && isObject(live)) {
      const key = path.at(-1);
      if (!this.#isBuiltIn || typeof key !== "string" || !atomicMaps.has(key)) {
        this.compareMaps(chart, live, path);
      } else this.#compareWhole(chart, live, path);
    } else if (Array.isArray(chart) && Array.isArray(live)) {
      this.#compareLists(chart, live, path);
    } else if (chart !== null && !sameScalar(chart, live, path)) {
      this.changes.push({ path, live, chart });
    }
  }

  #compareLists(chart: readonly Json[], live: readonly Json[], path: LivePath): void {
    const wanted = this.#isBuiltIn ? identifiedItems(path.at(-1), chart) : undefined;
    const found = this.#isBuiltIn ? identifiedItems(path.at(-1), live) : undefined;
    if (!wanted || !found) {
      this.#compareWhole(chart, live, path);
      return;
    }
    for (const [name, [key, item]] of wanted) this.#compare(item, found.get(name)?.[1], [...path, key]);
    for (const [name, [key, item]] of found) {
      if (!wanted.has(name)) this.additions.push({ path: [...path, key], live: item });
    }
  }

  /** For what is one value, however much is in it. */
  #compareWhole(chart: Json, live: Json, path: LivePath): void {
    if (!covers(chart, live, path)) this.changes.push({ path, live, chart });
    else if (!jsonEqual(chart, live)) this.restated.push(path);
  }
}

/** Whether all that `chart` sets is so in `live`, which may have more: as defaults add it to the items of a list. */
function covers(chart: Json, live: Json | undefined, path: LivePath): boolean {
  if (live === undefined || live === null) return isEmptyTree(chart) || isZero(chart);
  if (isObject(chart) && isObject(live)) {
    return Object.entries(chart).every(([key, value]) => covers(value, live[key], [...path, key]));
  }
  if (Array.isArray(chart) && Array.isArray(live)) {
    return chart.length === live.length && chart.every((item, index) => covers(item, live[index], path));
  }
  return sameScalar(chart, live, path);
}

function sameScalar(chart: Json, live: Json, path: LivePath): boolean {
  return chart === live || sameQuantity(chart, live, path);
}

/** Null, an empty list, or a map of nothing but these. */
function isEmptyTree(value: Json): boolean {
  if (value === null) return true;
  if (Array.isArray(value)) return value.length === 0;
  return isObject(value) && Object.values(value).every(isEmptyTree);
}

function isZero(value: Json): boolean {
  return value === false || value === 0 || value === "" || isEmptyTree(value);
}
