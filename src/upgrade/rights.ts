// One right as the RBAC authoriser reads it from a rule, and which rights cover which.
// https://kubernetes.io/docs/reference/access-authn-authz/rbac/#referring-to-resources
import { type JsonObject, listField } from "../kubernetes/object.ts";
import type { PathStep } from "../yaml/tree.ts";
import type { ReleasedObject } from "./finding.ts";

/** What a right is about. In each part `*` is all there is. */
export type Target =
  | {
      readonly kind: "resource";
      /** Undefined: in every namespace, and objects of the cluster. */
      readonly namespace?: string;
      readonly group: string;
      /** With its subresource: `pods/exec`. */
      readonly resource: string;
      /** The one object that it is limited to. */
      readonly name?: string;
    }
  | { readonly kind: "url"; readonly url: string };

export interface Right {
  readonly target: Target;
  readonly verbs: readonly string[];
  /** The rules that give it. */
  readonly sources: readonly RuleSource[];
}

/** Where a rule is written. */
export interface RuleSource {
  readonly role: ReleasedObject;
  readonly path: readonly PathStep[];
}

/** One thing that somebody does. */
export interface Action {
  readonly target: Target;
  readonly verb: string;
}

/** The rights that a rule gives in a namespace, or everywhere. */
export function rightsOfRule(
  rule: JsonObject,
  namespace: string | undefined,
  source: RuleSource,
): readonly Right[] {
  const verbs = texts(rule, "verbs");
  const right = (target: Target): Right => ({ target, verbs, sources: [source] });
  const resources = texts(rule, "apiGroups").flatMap((group) =>
    texts(rule, "resources").flatMap((resource) => {
      const names = texts(rule, "resourceNames");
      const place = namespace === undefined ? {} : { namespace };
      const all: Target = { kind: "resource", ...place, group, resource };
      return names.length === 0 ? [right(all)] : names.map((name) => right({ ...all, name }));
    }),
  );
  // URLs are of the cluster: a RoleBinding gives none.
  const urls =
    namespace === undefined ? texts(rule, "nonResourceURLs").map((url) => right({ kind: "url", url })) : [];
  return [...resources, ...urls];
}

function texts(rule: JsonObject, key: string): readonly string[] {
  return listField(rule, key).map(String);
}

/** Whether a right to `wide` is one to `narrow`, too. */
export function covers(wide: Target, narrow: Target): boolean {
  if (wide.kind === "url" || narrow.kind === "url")
    return wide.kind === "url" && narrow.kind === "url" && coversUrl(wide.url, narrow.url);
  return (
    (wide.namespace === undefined || wide.namespace === narrow.namespace) &&
    (wide.group === "*" || wide.group === narrow.group) &&
    coversResource(wide.resource, narrow.resource) &&
    (wide.name === undefined || wide.name === narrow.name)
  );
}

/** `*` is every resource with every subresource; a star before a slash is that subresource of every resource. */
export function coversResource(wide: string, narrow: string): boolean {
  if (wide === "*" || wide === narrow) return true;
  const subresource = narrow.slice(narrow.indexOf("/"));
  return wide.startsWith("*/") && narrow.includes("/") && wide === `*${subresource}`;
}

function coversUrl(wide: string, narrow: string): boolean {
  return wide === narrow || (wide.endsWith("*") && narrow.startsWith(wide.slice(0, -1)));
}
