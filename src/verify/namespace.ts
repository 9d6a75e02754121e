// A release in another namespace: every place of the own namespace moves with it, and nothing else does.
// Parity has shown that the first rendering is the source, so two renderings are enough to compare.
import { field, formatReference, isObject, type Json, type KubernetesObject } from "../kubernetes/object.ts";
import type { PathStep } from "../yaml/tree.ts";
import { Comparison } from "./comparison.ts";
import { ObjectNames } from "./object-names.ts";
import { finding, type Subject } from "./object-parity.ts";
import type { Rendering } from "./rendered.ts";
import type { Finding } from "./report.ts";
import { describePlace, formatPath } from "./wording.ts";

/** The namespace of the second rendering; no source holds this word. */
export const elsewhere = "chartwright-elsewhere";

/** The namespace that an object's sources call their own, and where it is in the second rendering. */
export interface NamespaceMove {
  readonly from: string | undefined;
  readonly to: string;
}

/**
 * Compares a rendering in the source's namespace with one in `elsewhere`, both by one Helm with equal values. `moveOf`
 * says of each object how it moves.
 */
export function checkNamespace(
  subjects: readonly Subject[],
  home: Rendering,
  away: Rendering,
  moveOf: (subject: Subject) => NamespaceMove,
): readonly Finding[] {
  const before = new Comparison(home, []);
  const after = new Comparison(away, []);
  const names = new ObjectNames(subjects);
  return subjects.flatMap((subject): readonly Finding[] => {
    const chart = subject.checked.chart.plan.name;
    if (!before.hasChart(chart) || !after.hasChart(chart)) return [];
    // Of a CRD in crds/, which Helm does not render, the hook's copy counts: it comes last.
    const first = before.find(subject.reference).at(-1);
    if (!first) return [];
    const { namespace } = subject.reference;
    const move = moveOf(subject);
    const isOwn = namespace !== undefined && namespace === move.from && !isTiedToItsNamespace(first.object);
    const second = after
      .find(isOwn ? { ...subject.reference, namespace: move.to } : subject.reference)
      .at(-1);
    if (second) {
      const digests = subject.object.differences.filter(({ isDigest }) => isDigest);
      return new Walk(move, names, first.object, second.object)
        .changes()
        .filter(({ path }) => !digests.some((digest) => formatPath(digest.path) === formatPath(path)))
        .map((change) => namespaceFinding(subject, change));
    }
    const stays = isOwn && after.find(subject.reference).length > 0;
    const message = stays
      ? `stays in the namespace "${namespace}" when the release is in another one`
      : "is not rendered under its name when the release is in another namespace";
    return [namespaceFinding(subject, { path: stays ? ["metadata", "namespace"] : [], message })];
  });
}

/** How many objects cannot be compared, since the first rendering lacks them. */
export function countUncompared(subjects: readonly Subject[], home: Rendering): number {
  const before = new Comparison(home, []);
  return subjects.filter(
    ({ checked, reference }) =>
      before.hasChart(checked.chart.plan.name) && before.find(reference).length === 0,
  ).length;
}

/** A RoleBinding to the one Role that every API server has, and has in kube-system only. */
function isTiedToItsNamespace(object: KubernetesObject): boolean {
  return (
    object.kind === "RoleBinding" &&
    field(object, "metadata", "namespace") === "kube-system" &&
    field(object, "roleRef", "name") === "extension-apiserver-authentication-reader"
  );
}

interface NamespaceChange {
  readonly path: readonly PathStep[];
  readonly message: string;
}

function namespaceFinding(subject: Subject, { path, message }: NamespaceChange): Finding {
  return { ...finding(subject, { message, path }), check: "namespace" };
}

/** Two renderings of one object, walked together. */
class Walk {
  readonly #namespace: string | undefined;
  readonly #target: string;
  readonly #names: ObjectNames;
  readonly #before: KubernetesObject;
  readonly #after: KubernetesObject;
  readonly #found: NamespaceChange[] = [];

  constructor(
    { from, to }: NamespaceMove,
    names: ObjectNames,
    before: KubernetesObject,
    after: KubernetesObject,
  ) {
    this.#namespace = from;
    this.#target = to;
    this.#names = names;
    this.#before = before;
    this.#after = after;
  }

  changes(): readonly NamespaceChange[] {
    this.#compare(this.#before, this.#after, []);
    return this.#found;
  }

  #compare(before: Json, after: Json, path: readonly PathStep[]): void {
    if (typeof before === "string" && typeof after === "string") {
      this.#compareText(before, after, path);
    } else if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
      for (const [index, item] of before.entries())
        this.#compare(item, after[index] ?? null, [...path, index]);
    } else if (isObject(before) && isObject(after) && sameKeys(before, after)) {
      for (const [key, item] of Object.entries(before))
        this.#compare(item, after[key] ?? null, [...path, key]);
    } else if (!Object.is(before, after)) {
      this.#add(path, "has other content when the release is in another namespace");
    }
  }

  #compareText(before: string, after: string, path: readonly PathStep[]): void {
    const namespace = this.#namespace;
    // By its own namespace the object was found.
    if (formatPath(path) === "metadata.namespace") return;
    if (before === after) {
      if (namespace !== undefined && before.includes(namespace) && mustFollow(before, path, namespace)) {
        this.#add(path, `keeps the namespace "${namespace}" when the release is in another one`);
      }
      return;
    }
    const named = this.#names.namedAt(this.#before, path);
    if (named) {
      this.#add(path, `changes with the namespace, and ${formatReference(named)}, which it names, does not`);
      return;
    }
    const pieces = after.split(this.#target);
    if (namespace === undefined || pieces.join(namespace) !== before) {
      this.#add(path, "changes with the namespace, and not by it alone");
      return;
    }
    let at = 0;
    for (const piece of pieces.slice(0, -1)) {
      at += piece.length;
      if (!mayFollow(before, at, namespace, path)) {
        this.#add(path, `changes with the namespace, and "${namespace}" is no namespace there`);
        return;
      }
      at += namespace.length;
    }
    if (mustFollow(after, path, namespace)) {
      this.#add(path, `keeps the namespace "${namespace}" in a part of its text`);
    }
  }

  #add(path: readonly PathStep[], message: string): void {
    this.#found.push({ path, message: `${describePlace(path, this.#before)} ${message}` });
  }
}

function sameKeys(a: object, b: object): boolean {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key));
}

/** Whether `text` at `path` surely names the own namespace. What could be another word is left alone. */
function mustFollow(text: string, path: readonly PathStep[], namespace: string): boolean {
  const last = path.at(-1);
  if (text === namespace && isNamespaceField(path)) return true;
  // Descriptions are prose: they may speak of the namespace that the operator has by default.
  if (last === "description") return false;
  const name = escapePattern(namespace);
  const isPart = new RegExp(`\\.${name}\\.svc\\b|\\bsystem:serviceaccounts?:${name}(?![a-z0-9-])`);
  const isSetting = new RegExp(`namespace["']?\\s*[:=]\\s*["']?${name}(?![a-z0-9./-])`, "i");
  if (isPart.test(text) || isSetting.test(text)) return true;
  return path.at(-2) === "annotations" && /^cert-manager\.io\/inject-ca-from/.test(String(last))
    ? text.startsWith(`${namespace}/`)
    : false;
}

/** `namespace:`, `namespaces: []`, `matchNames: []`, and the label that every Namespace has. */
function isNamespaceField(path: readonly PathStep[]): boolean {
  const last = path.at(-1);
  if (last === "namespace" || last === "kubernetes.io/metadata.name") return true;
  return typeof last === "number" && (path.at(-2) === "namespaces" || path.at(-2) === "matchNames");
}

/** Whether the `namespace` at `at` of `text` can be one, and is no part of a name, a path or an API group. */
function mayFollow(text: string, at: number, namespace: string, path: readonly PathStep[]): boolean {
  const before = text.slice(0, at);
  const after = text.slice(at + namespace.length);
  if (/[A-Za-z0-9_-]$/.test(before) || /^[A-Za-z0-9_-]/.test(after)) return false;
  if (/\/$/.test(before) && !/\bnamespaces\/$/.test(before)) return false;
  if (/^\.(?!(?:svc|pod)\b)/.test(after)) return false;
  return !isLabel(path);
}

/** Labels and selectors hold the operator's own words, also where one of them is spelt like the namespace. */
function isLabel(path: readonly PathStep[]): boolean {
  if (path.at(-1) === "kubernetes.io/metadata.name") return false;
  return ["labels", "matchLabels", "selector"].includes(String(path.at(-2)));
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
