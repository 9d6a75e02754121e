// Which requests a rule of a webhook or policy matches, and whether one matches all that another does.
// https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#matching-requests-rules
import { type Json, listField, stringField } from "../kubernetes/object.ts";

/** One operation on one resource; `*` is all. */
export interface MatchedRequest {
  readonly operation: string;
  readonly group: string;
  readonly version: string;
  /** `pods`, `pods/status`, or with stars. */
  readonly resource: string;
  readonly scope: string;
  readonly name?: string;
  /** Whether every version of the resource is meant, whatever the one that is named. */
  readonly inEveryVersion: boolean;
}

/** What rules match, one by one; `isEquivalent`: a rule for one version is one for all of them. */
export function requestsOf(rules: readonly Json[], isEquivalent: boolean): readonly MatchedRequest[] {
  return rules.flatMap((rule) => {
    const texts = (key: string) => listField(rule, key).map(String);
    const names = texts("resourceNames");
    return texts("operations").flatMap((operation) =>
      texts("apiGroups").flatMap((group) =>
        texts("apiVersions").flatMap((version) =>
          texts("resources").flatMap((resource) => {
            const scope = stringField(rule, "scope") ?? "*";
            const inEveryVersion = isEquivalent || version === "*";
            const request = { operation, group, version, resource, scope, inEveryVersion };
            return names.length === 0 ? [request] : names.map((name) => ({ ...request, name }));
          }),
        ),
      ),
    );
  });
}

/** What of `requests` none of `others` matches. */
export function unmatched(
  requests: readonly MatchedRequest[],
  others: readonly MatchedRequest[],
): readonly MatchedRequest[] {
  return requests.flatMap((request) =>
    restOf(request, (part) => others.some((other) => matches(other, part))),
  );
}

/** Requests as if every rule were for all versions. */
export function inEveryVersion(requests: readonly MatchedRequest[]): readonly MatchedRequest[] {
  return requests.map((request) => ({ ...request, inEveryVersion: true }));
}

/** What of a request nobody matches; a star that several match together is taken apart. */
function restOf(
  request: MatchedRequest,
  isMatched: (part: MatchedRequest) => boolean,
): readonly MatchedRequest[] {
  if (isMatched(request)) return [];
  const parts = partsOf(request);
  const rest = parts.flatMap((part) => restOf(part, isMatched));
  return rest.length === parts.length && rest.every((part, index) => part === parts[index])
    ? [request]
    : rest;
}

const operations = ["CREATE", "UPDATE", "DELETE", "CONNECT"];
const scopes = ["Namespaced", "Cluster"];

/** Groups, versions and resources have no end; operations and scopes are these. */
function partsOf(request: MatchedRequest): readonly MatchedRequest[] {
  if (request.operation === "*") return operations.map((operation) => ({ ...request, operation }));
  return request.scope === "*" ? scopes.map((scope) => ({ ...request, scope })) : [];
}

function matches(wide: MatchedRequest, narrow: MatchedRequest): boolean {
  const has = (a: string, b: string) => a === "*" || a === b;
  return (
    has(wide.operation, narrow.operation) &&
    has(wide.group, narrow.group) &&
    (wide.inEveryVersion || (!narrow.inEveryVersion && wide.version === narrow.version)) &&
    has(wide.scope, narrow.scope) &&
    (wide.name === undefined || wide.name === narrow.name) &&
    matchesResource(wide.resource, narrow.resource)
  );
}

/** A star behind the slash is every subresource and none; without a slash it is no subresource. */
function matchesResource(wide: string, narrow: string): boolean {
  const [[base, subresource = ""], [wanted, wantedSub = ""]] = [wide.split("/", 2), narrow.split("/", 2)];
  return (base === "*" || base === wanted) && (subresource === "*" || subresource === wantedSub);
}

/** `CREATE, UPDATE pods, tides.example.com v1`. */
export function requestWords(requests: readonly MatchedRequest[]): string {
  const byResource = new Map<string, Set<string>>();
  for (const request of requests) {
    const [what, { operation }] = [resourceWords(request), request];
    const operations = byResource.get(what) ?? new Set();
    byResource.set(what, operations.add(operation === "*" ? "every operation on" : operation));
  }
  const alike = new Map<string, string[]>();
  for (const [what, operations] of byResource) {
    const key = [...operations].join(", ");
    alike.set(key, [...(alike.get(key) ?? []), what]);
  }
  return [...alike].map(([operations, what]) => `${operations} ${what.join(", ")}`).join("; ");
}

function resourceWords({ group, version, resource, scope, name }: MatchedRequest): string {
  const [base = "", subresource] = resource.split("/", 2);
  const qualified = group === "" ? base : group === "*" ? `${base} of every group` : `${base}.${group}`;
  const ofVersion = group === "" || version === "*" ? qualified : `${qualified} ${version}`;
  const path = subresource === undefined ? ofVersion : `${ofVersion}/${subresource}`;
  return `${path}${name === undefined ? "" : ` "${name}"`}${scope === "*" ? "" : ` (${scope.toLowerCase()})`}`;
}
