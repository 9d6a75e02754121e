// Rendered charts → the manifests of a release, as an operator publishes them: each object once, in the order of an
// install, as a text of its own.
import type { ChartNode } from "../archive/chart-tree.ts";
import type { RenderedChart } from "../archive/found-chart.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import {
  jsonEqual,
  type KubernetesObject,
  type ObjectReference,
  objectKey,
  referenceOf,
  stringField,
} from "../kubernetes/object.ts";
import { type Scope, scopeOfKind } from "../kubernetes/scope.ts";
import type { Manifest } from "../parse/manifest.ts";
import { printYaml } from "../yaml/print.ts";
import { compareKinds } from "./install-order.ts";
import { plainObject } from "./plain-object.ts";
import { type LeftOutObject, type ReleaseObject, releaseObjects } from "./release-objects.ts";
import { selectedLabels } from "./selected-labels.ts";

/** CRDs come first, the operator with its Namespace next, and its custom resources once it runs. */
export type ManifestPart = "crds" | "operator" | "custom-resources";

/** One object of a release. */
export interface ReleaseManifest {
  readonly reference: ObjectReference;
  readonly object: KubernetesObject;
  /** Its YAML, with a line break at the end and no separator. */
  readonly text: string;
  readonly part: ManifestPart;
  /** Where Helm rendered it; undefined for a Namespace that no chart has. */
  readonly chart?: string;
  readonly template?: string;
}

/** All of a chart set. */
export interface ReleaseManifests {
  readonly manifests: readonly ReleaseManifest[];
  readonly leftOut: readonly LeftOutObject[];
  readonly diagnostics: readonly Diagnostic[];
}

/** What manifests are made of. */
export interface ManifestsInput {
  /** In the order of their install, each with the charts inside it. */
  readonly charts: readonly { readonly rendered: RenderedChart; readonly tree: ChartNode }[];
  /** The namespace that they were rendered for. */
  readonly namespace: string;
  /** The Namespace as charts render it elsewhere; without it a plain one is written. */
  readonly namespaceObjects?: readonly ReleaseObject[];
}

/** Namespaces that every cluster has: https://kubernetes.io/docs/concepts/overview/working-with-objects/namespaces/ */
const initialNamespaces = new Set(["default", "kube-system", "kube-public", "kube-node-lease"]);

/** The manifests, in the order in which they are to be applied. */
export function manifests({ charts, namespace, namespaceObjects = [] }: ManifestsInput): ReleaseManifests {
  const all = charts.map(({ rendered, tree }) => releaseObjects(rendered, tree));
  const objects = all.flatMap((part) => part.objects);
  const { kept, diagnostics } = withoutTwins(objects);
  const selected = selectedLabels(kept.map(({ manifest }) => manifest.object));
  const scopes = crdScopes(kept);
  const unknown = new Map<string, Manifest>();
  const plain = kept.map((one): ReleaseManifest => {
    const { manifest, chart, template, addedLabels } = one;
    const scope = scopeOf(manifest.reference, scopes);
    const isPlaced = manifest.reference.namespace !== undefined;
    if (!isPlaced && scope === undefined) unknown.set(kindOf(manifest.reference), manifest);
    const { object, text } = plainObject(manifest, {
      addedLabels,
      selected,
      namespace: !isPlaced && scope === "Namespaced" ? namespace : undefined,
    });
    const part = partOf(manifest.reference, scopes);
    return { reference: referenceOf(object), object, text, part, chart, template };
  });
  const own = ownNamespace(plain, namespace, namespaceObjects);
  return {
    manifests: inOrder([...own, ...plain]),
    leftOut: all.flatMap((part) => part.leftOut),
    diagnostics: [
      ...all.flatMap((part) => part.diagnostics),
      ...diagnostics,
      ...unplaced(unknown, namespace),
    ],
  };
}

/** CRDs, then the rest by kinds, custom resources last; Namespaces in front of all. */
function inOrder(all: readonly ReleaseManifest[]): readonly ReleaseManifest[] {
  const rankOf = ({ part, reference }: ReleaseManifest) => {
    if (isNamespace(reference)) return 0;
    return 1 + (["crds", "operator", "custom-resources"] as const).indexOf(part);
  };
  return all.toSorted((a, b) => rankOf(a) - rankOf(b) || compareKinds(a.reference.kind, b.reference.kind));
}

/** The namespace of the set, where something lies in it and nothing else makes it. */
function ownNamespace(
  plain: readonly ReleaseManifest[],
  namespace: string,
  rendered: readonly ReleaseObject[],
): readonly ReleaseManifest[] {
  const isThere = plain.some(({ reference }) => isNamespace(reference) && reference.name === namespace);
  const isUsed = plain.some(({ reference }) => reference.namespace === namespace);
  if (isThere || !isUsed || initialNamespaces.has(namespace)) return [];
  const [first] = rendered;
  if (first) {
    const { manifest, chart, template, addedLabels } = first;
    const options = { addedLabels, selected: new Set<string>(), namespace: undefined };
    const { object, text } = plainObject(manifest, options);
    return [{ reference: referenceOf(object), object, text, part: "operator", chart, template }];
  }
  const object: KubernetesObject = { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } };
  return [{ reference: referenceOf(object), object, text: `${printYaml(object)}\n`, part: "operator" }];
}

function isNamespace({ group, kind }: ObjectReference): boolean {
  return group === "" && kind === "Namespace";
}

/** An object that is rendered several times counts once, where it is first. */
function withoutTwins(objects: readonly ReleaseObject[]): {
  readonly kept: readonly ReleaseObject[];
  readonly diagnostics: readonly Diagnostic[];
} {
  const byKey = new Map<string, ReleaseObject>();
  const diagnostics: Diagnostic[] = [];
  for (const object of objects) {
    const key = objectKey(object.manifest.reference);
    const first = byKey.get(key);
    if (!first) byKey.set(key, object);
    else diagnostics.push(repeated(first, object));
  }
  return { kept: [...byKey.values()], diagnostics };
}

/** Of two that are the same nothing is lost: charts bring the CRD that they share, and two aliases that of their chart. */
function repeated({ manifest: first }: ReleaseObject, { manifest: other }: ReleaseObject): Diagnostic {
  const { kind, name } = first.reference;
  const places =
    first.source === other.source ? `twice in ${first.source}` : `${first.source} and ${other.source}`;
  const twin = { code: "manifests/repeated", found: places } as const;
  if (jsonEqual(first.object, other.object))
    return {
      ...twin,
      severity: "info",
      message: `${kind} "${name}" is rendered twice, the same; it is written once.`,
    };
  return {
    ...twin,
    severity: "warning",
    message: `${kind} "${name}" is rendered twice, differently; only the first one is written.`,
    expected: "each object once",
    hint: "Switch one of the two off with --set or --values, or give it another name.",
  };
}

/** The scopes of the kinds that the set defines itself. */
function crdScopes(objects: readonly ReleaseObject[]): ReadonlyMap<string, Scope> {
  return new Map(
    objects
      .map(({ manifest }) => manifest.object)
      .filter(({ kind }) => kind === "CustomResourceDefinition")
      .map((crd) => {
        const kind = stringField(crd, "spec", "names", "kind") ?? "";
        const isCluster = stringField(crd, "spec", "scope") === "Cluster";
        return [`${stringField(crd, "spec", "group")}/${kind}`, isCluster ? "Cluster" : "Namespaced"];
      }),
  );
}

function kindOf({ group, kind }: ObjectReference): string {
  return `${group}/${kind}`;
}

function scopeOf(reference: ObjectReference, scopes: ReadonlyMap<string, Scope>): Scope | undefined {
  return scopes.get(kindOf(reference)) ?? scopeOfKind(reference.group, reference.kind);
}

function partOf(reference: ObjectReference, scopes: ReadonlyMap<string, Scope>): ManifestPart {
  if (reference.kind === "CustomResourceDefinition") return "crds";
  return scopes.has(kindOf(reference)) ? "custom-resources" : "operator";
}

function unplaced(kinds: ReadonlyMap<string, Manifest>, namespace: string): readonly Diagnostic[] {
  return Array.from(kinds.values(), ({ reference, source }) => ({
    severity: "info",
    code: "manifests/unknown-scope",
    message: `${reference.kind} "${reference.name}" says no namespace, and nothing says whether it needs one.`,
    found: source,
    expected: "a kind of Kubernetes, or one whose CRD is among the charts",
    hint: `Apply the manifests with \`kubectl apply --namespace ${namespace}\`.`,
  }));
}
