// The rights of two releases, subject by subject: what each may do that it could not, what that gives, and what it may do no
// longer. How roles are cut and called does not matter.
import {
  effectiveRights,
  type OutsideRole,
  type RbacSubject,
  rightsWithGroups,
  type SubjectRights,
  subjectKey,
  userFacing,
} from "./effective-rights.ts";
import { finding, type ReleasedObject, type UpgradeFinding } from "./finding.ts";
import type { FindingCode } from "./finding-codes.ts";
import { type Danger, dangerOf } from "./rbac-dangers.ts";
import { compareCollecting, compareRoleNames } from "./renamed-roles.ts";
import { type Action, covers, type Right } from "./rights.ts";
import { listedPhrases, phrasesOf, subjectName } from "./rights-words.ts";

/** What an upgrade changes in the rights of every subject. */
export function compareRbac(
  older: readonly ReleasedObject[],
  newer: readonly ReleasedObject[],
): readonly UpgradeFinding[] {
  const [before, after] = [effectiveRights(older), effectiveRights(newer)];
  const renamed = renamedSubjects(before, after);
  const findings: UpgradeFinding[] = [];
  for (const [key, now] of after) {
    const former = renamed.get(key);
    if (former) findings.push(renamedFinding(former, now));
    else findings.push(...compareGranted(now, before), ...compareOutside(before.get(key), now));
  }
  const formers = new Set(renamed.values());
  for (const then of before.values()) {
    if (!formers.has(then)) findings.push(...compareRemoved(then, after));
  }
  return [...findings, ...compareRoleNames(older, newer), ...compareCollecting(older, newer)];
}

type AllRights = ReadonlyMap<string, SubjectRights>;

/** New subjects with the rights of one that has none any more, by their keys. */
function renamedSubjects(before: AllRights, after: AllRights): ReadonlyMap<string, SubjectRights> {
  const gone = [...before].filter(([key]) => !after.has(key)).map(([, rights]) => rights);
  const renamed = new Map<string, SubjectRights>();
  for (const [key, now] of after) {
    if (before.has(key) || now.rights.length === 0) continue;
    const former = gone.find(
      (then) =>
        then.subject.kind === now.subject.kind &&
        ![...renamed.values()].includes(then) &&
        missing(now.rights, then.rights).length === 0 &&
        missing(then.rights, now.rights).length === 0,
    );
    if (former) renamed.set(key, former);
  }
  return renamed;
}

function renamedFinding(then: SubjectRights, now: SubjectRights): UpgradeFinding {
  return finding("rbac/subject-renamed", {
    subject: subjectName(now.subject),
    message: `It has the rights that ${subjectName(then.subject)} had.`,
    before: subjectName(then.subject),
    after: subjectName(now.subject),
    ...placesOf(then.rights, now.rights),
  });
}

/** What of `rights` none of `others` covers, verb by verb; what a wider one of these gives anyway is not told beside it. */
function missing(
  rights: readonly Right[],
  others: readonly Right[],
): readonly (Action & { readonly right: Right })[] {
  return rights.flatMap((right) => {
    const wide = others.filter((other) => covers(other.target, right.target));
    const wider = rights.filter(
      (other) => covers(other.target, right.target) && !covers(right.target, other.target),
    );
    return right.verbs
      .filter((verb) => ![...wide, ...wider].some(({ verbs }) => verbs.includes(verb) || verbs.includes("*")))
      .map((verb) => ({ target: right.target, verb, right }));
  });
}

interface GrantKind {
  readonly code: FindingCode;
  readonly grants?: string;
}

function* compareGranted(now: SubjectRights, before: AllRights): Iterable<UpgradeFinding> {
  const { subject } = now;
  const had = rightsWithGroups(before, subject);
  const isNew = !before.has(subjectKey(subject));
  // Nobody has the rights of a role that nobody could be bound to yet.
  const isUnbound = isNew && subject.kind === "ClusterRole" && !userFacing.includes(subject.name);
  const byKind = new Map<string, { kind: GrantKind; actions: (Action & { readonly right: Right })[] }>();
  for (const action of missing(now.rights, had)) {
    const kind: GrantKind = isUnbound ? { code: "rbac/rights-granted" } : kindOf(action, had);
    const key = JSON.stringify(kind);
    const entry = byKind.get(key) ?? { kind, actions: [] };
    byKind.set(key, entry);
    entry.actions.push(action);
  }
  const opening = isUnbound
    ? "It is new, is bound to nobody, and gives"
    : isNew
      ? "It is new and may"
      : "It may now";
  for (const { kind, actions } of byKind.values()) {
    const phrases = phrasesOf(actions, subject);
    yield finding(kind.code, {
      subject: subjectName(subject),
      message: `${opening} ${listedPhrases(phrases)}${formerPlaces(actions, had)}.`,
      after: phrases,
      ...placesOf(
        [],
        actions.map(({ right }) => right),
      ),
      ...(kind.grants === undefined ? {} : { action: actionOf(kind.grants) }),
    });
  }
}

function actionOf(grants: string): string {
  return `${grants} See that the operator needs it before the upgrade.`;
}

function kindOf(action: Action, had: readonly Right[]): GrantKind {
  if (isEverything(action)) {
    return {
      code: "rbac/everything-granted",
      grants: "Who has it may do so with Secrets, roles and resources that nobody thinks of yet, too.",
    };
  }
  const danger: Danger | undefined = dangerOf(action);
  if (danger) return { code: danger.code, grants: danger.grants };
  if (formerNamespaces(action, had).length > 0) {
    return {
      code: "rbac/widened-to-cluster",
      grants: "Who has it may do in every namespace what it could do in its own.",
    };
  }
  return { code: "rbac/rights-granted" };
}

/** All resources of all groups or of the core group, which has Secrets; of an operator's own group it is its own. */
function isEverything({ target, verb }: Action): boolean {
  if (target.kind === "url") return target.url === "*" && verb === "*";
  return (
    target.resource === "*" && target.name === undefined && (target.group === "*" || target.group === "")
  );
}

/** The namespaces in which an action of the whole cluster was allowed before. */
function formerNamespaces({ target, verb }: Action, had: readonly Right[]): readonly string[] {
  if (target.kind === "url" || target.namespace !== undefined) return [];
  return had.flatMap((right) => {
    const { namespace } = right.target.kind === "resource" ? right.target : { namespace: undefined };
    const isAllowed =
      namespace !== undefined &&
      (right.verbs.includes(verb) || right.verbs.includes("*")) &&
      covers(right.target, { ...target, namespace });
    return isAllowed && namespace !== undefined ? [namespace] : [];
  });
}

function formerPlaces(actions: readonly Action[], had: readonly Right[]): string {
  const namespaces = new Set(actions.flatMap((action) => formerNamespaces(action, had)));
  return namespaces.size === 0 ? "" : `, and could in part in ${[...namespaces].join(", ")} alone`;
}

function* compareRemoved(then: SubjectRights, after: AllRights): Iterable<UpgradeFinding> {
  const { subject } = then;
  const lost = missing(then.rights, rightsWithGroups(after, subject));
  if (lost.length > 0) {
    const phrases = phrasesOf(lost, subject);
    const isOwn = subject.kind === "ServiceAccount";
    yield finding(isOwn ? "rbac/rights-removed" : "rbac/access-removed", {
      subject: subjectName(subject),
      message: `It may no longer ${listedPhrases(phrases)}.`,
      before: phrases,
      ...placesOf(
        lost.map(({ right }) => right),
        [],
      ),
      action: isOwn
        ? "The older operator runs on until its Pods are replaced: what it is refused meanwhile is in its log."
        : "See whether somebody needs that; give the right by a role of your own then.",
    });
  }
  const now = after.get(subjectKey(subject));
  const unbound = then.outside.filter((role) => !now?.outside.some((other) => isSameRole(role, other)));
  for (const role of unbound) yield outsideFinding("rbac/outside-role-unbound", subject, role);
}

function* compareOutside(then: SubjectRights | undefined, now: SubjectRights): Iterable<UpgradeFinding> {
  for (const role of now.outside) {
    if (!then?.outside.some((other) => isSameRole(role, other)))
      yield outsideFinding("rbac/outside-role-bound", now.subject, role);
  }
}

function isSameRole(a: OutsideRole, b: OutsideRole): boolean {
  return a.kind === b.kind && a.name === b.name && a.namespace === b.namespace;
}

function outsideFinding(code: FindingCode, subject: RbacSubject, role: OutsideRole): UpgradeFinding {
  const isBound = code === "rbac/outside-role-bound";
  const place = role.namespace === undefined ? "the whole cluster" : `the namespace ${role.namespace}`;
  const at = role.binding.placeOf(["roleRef"]);
  return finding(code, {
    subject: subjectName(subject),
    message: `It is bound ${isBound ? "" : "no longer "}to the ${role.kind} ${role.name} in ${place}.`,
    ...(at ? { [isBound ? "newer" : "older"]: at } : {}),
    ...(isBound
      ? {
          action: `See what it allows: kubectl describe ${role.kind.toLowerCase()} ${role.name}${role.kind === "Role" ? ` -n ${role.namespace}` : ""}.`,
        }
      : {}),
  });
}

function placesOf(before: readonly Right[], after: readonly Right[]): Partial<UpgradeFinding> {
  const [older, newer] = [before, after].map((rights) => {
    const source = rights[0]?.sources[0];
    return source?.role.placeOf(source.path);
  });
  return { ...(older ? { older } : {}), ...(newer ? { newer } : {}) };
}
