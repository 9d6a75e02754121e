// Rights in words: "get, list secrets and configmaps in all namespaces".
import type { RbacSubject } from "./effective-rights.ts";
import type { Action, Target } from "./rights.ts";

/** How a subject is called in a report. */
export function subjectName({ kind, namespace, name }: RbacSubject): string {
  return `${kind} ${namespace === undefined ? "" : `${namespace}/`}${name}`;
}

/** Actions in a few words, those alike together: each with its verbs, resources and place. */
export function phrasesOf(actions: readonly Action[], subject: RbacSubject): readonly string[] {
  const byTarget = new Map<string, { target: Target; verbs: string[] }>();
  for (const { target, verb } of actions) {
    const key = JSON.stringify(target);
    const entry = byTarget.get(key) ?? { target, verbs: [] };
    byTarget.set(key, entry);
    entry.verbs.push(verb);
  }
  const alike = new Map<string, { verbs: string; place: string; what: string[] }>();
  for (const { target, verbs } of byTarget.values()) {
    const group = { verbs: verbsOf(verbs), place: placeOf(target, subject), what: [] };
    const key = JSON.stringify(group);
    const entry = alike.get(key) ?? group;
    alike.set(key, entry);
    (entry.what as string[]).push(nameOf(target));
  }
  return [...alike.values()].map(({ verbs, what, place }) => `${verbs} ${what.join(", ")}${place}`);
}

/** More than these are not all told. */
const mostPhrases = 6;

/** Phrases as a part of a sentence. */
export function listedPhrases(phrases: readonly string[]): string {
  const rest = phrases.length - mostPhrases;
  const shown = phrases.slice(0, mostPhrases).join("; ");
  return rest > 0 ? `${shown}; and ${rest} more` : shown;
}

/** The verbs of the API, in the order in which people name them. */
const verbOrder = ["get", "list", "watch", "create", "update", "patch", "delete", "deletecollection"];

function verbsOf(verbs: readonly string[]): string {
  if (verbs.includes("*")) return "do anything with";
  const rank = (verb: string) => (verbOrder.includes(verb) ? verbOrder.indexOf(verb) : verbOrder.length);
  return verbs.toSorted((a, b) => rank(a) - rank(b)).join(", ");
}

function nameOf(target: Target): string {
  if (target.kind === "url") return target.url === "*" ? "every URL" : `the URL ${target.url}`;
  const { group, resource, name } = target;
  if (resource === "*" && group === "*") return "every resource";
  if (resource === "*")
    return group === "" ? "every resource of the core group" : `every resource of ${group}`;
  const [base, subresource] = resource.split("/", 2);
  const qualified = group === "" ? base : `${base}.${group}`;
  const path = subresource === undefined ? qualified : `${qualified}/${subresource}`;
  return name === undefined ? `${path}` : `${path} "${name}"`;
}

function placeOf(target: Target, { kind }: RbacSubject): string {
  if (target.kind === "url") return "";
  if (target.namespace !== undefined) return ` in the namespace ${target.namespace}`;
  return kind === "ClusterRole" ? " where it is bound" : " in the whole cluster";
}
