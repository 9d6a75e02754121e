// What each subject may do by the roles and bindings of a release, as Kubernetes' RBAC authoriser judges it. Roles of the
// cluster that may join an aggregated ClusterRole are unknown here.
// https://kubernetes.io/docs/reference/access-authn-authz/rbac/
import { type JsonObject, listField, objectField, stringField } from "../kubernetes/object.ts";
import { rulesOf } from "./cluster-role-rules.ts";
import type { ReleasedObject } from "./finding.ts";
import { type Action, covers, type Right, type RuleSource, rightsOfRule, type Target } from "./rights.ts";

/** Who has rights. A ClusterRole stands for those who are bound to it outside of the release. */
export interface RbacSubject {
  readonly kind: "ServiceAccount" | "User" | "Group" | "ClusterRole";
  readonly namespace?: string;
  readonly name: string;
}

/** A role that the release binds but does not bring. */
export interface OutsideRole {
  readonly kind: string;
  readonly name: string;
  /** Where it is bound; undefined for the whole cluster. */
  readonly namespace: string | undefined;
  readonly binding: ReleasedObject;
}

export interface SubjectRights {
  readonly subject: RbacSubject;
  readonly rights: readonly Right[];
  readonly outside: readonly OutsideRole[];
}

/** The rights of every subject of the release, by `subjectKey`, in the order of the bindings. */
export function effectiveRights(objects: readonly ReleasedObject[]): ReadonlyMap<string, SubjectRights> {
  const found = new Map<string, { subject: RbacSubject; rights: Right[]; outside: OutsideRole[] }>();
  const of = (subject: RbacSubject) => {
    const key = subjectKey(subject);
    const entry = found.get(key) ?? { subject, rights: [], outside: [] };
    found.set(key, entry);
    return entry;
  };
  const bound = new Set<ReleasedObject>();
  for (const binding of objects) {
    if (!/^(?:Cluster)?RoleBinding$/.test(binding.object.kind)) continue;
    const { role, rights, outside } = grantOf(binding, objects);
    if (role) bound.add(role);
    for (const subject of subjectsOf(binding)) {
      const entry = of(subject);
      entry.rights.push(...rights);
      entry.outside.push(...outside);
    }
  }
  for (const role of objects) {
    if (role.object.kind !== "ClusterRole") continue;
    for (const name of boundElsewhere(role, objects, bound.has(role))) {
      of({ kind: "ClusterRole", name }).rights.push(...clusterRoleRights(role, objects, undefined));
    }
  }
  return new Map([...found].map(([key, entry]) => [key, { ...entry, rights: merged(entry.rights) }]));
}

/** Tells a subject from all others. */
export function subjectKey({ kind, namespace, name }: RbacSubject): string {
  return [kind, namespace ?? "", name].join("/");
}

/** Whether `subject` may do `action`, by itself or as a member of the groups that everybody of its kind is in. */
export function allows(
  rights: ReadonlyMap<string, SubjectRights>,
  subject: RbacSubject,
  { target, verb }: Action,
): boolean {
  return rightsWithGroups(rights, subject).some(
    (right) => (right.verbs.includes("*") || right.verbs.includes(verb)) && covers(right.target, target),
  );
}

/** A subject's rights and those of its groups. */
export function rightsWithGroups(
  rights: ReadonlyMap<string, SubjectRights>,
  subject: RbacSubject,
): readonly Right[] {
  return [subject, ...groupsOf(subject)].flatMap((one) => rights.get(subjectKey(one))?.rights ?? []);
}

function groupsOf({ kind, namespace, name }: RbacSubject): readonly RbacSubject[] {
  const isKnown = kind === "ServiceAccount" || (kind === "User" && name !== "system:anonymous");
  const names = [
    ...(isKnown ? ["system:authenticated"] : []),
    ...(kind === "ServiceAccount" ? ["system:serviceaccounts", `system:serviceaccounts:${namespace}`] : []),
  ];
  return names.map((group) => ({ kind: "Group", name: group }));
}

function subjectsOf(binding: ReleasedObject): readonly RbacSubject[] {
  return listField(binding.object, "subjects").flatMap((subject): readonly RbacSubject[] => {
    const [kind, name] = [stringField(subject, "kind"), stringField(subject, "name") ?? ""];
    const account = kind === "User" ? /^system:serviceaccount:([^:]+):([^:]+)$/.exec(name) : null;
    if (account) return [{ kind: "ServiceAccount", namespace: account[1] ?? "", name: account[2] ?? "" }];
    if (kind === "User" || kind === "Group") return [{ kind, name }];
    const namespace = stringField(subject, "namespace") || binding.namespace;
    return kind === "ServiceAccount" && namespace ? [{ kind, namespace, name }] : [];
  });
}

interface RoleGrant {
  readonly role?: ReleasedObject;
  readonly rights: readonly Right[];
  readonly outside: readonly OutsideRole[];
}

function grantOf(binding: ReleasedObject, objects: readonly ReleasedObject[]): RoleGrant {
  const reference = objectField(binding.object, "roleRef");
  const [kind, name] = [stringField(reference, "kind") ?? "", stringField(reference, "name") ?? ""];
  const namespace = binding.object.kind === "ClusterRoleBinding" ? undefined : binding.namespace;
  const role = objects.find(
    (candidate) =>
      candidate.object.kind === kind &&
      nameOf(candidate) === name &&
      (kind === "ClusterRole" || candidate.namespace === binding.namespace),
  );
  if (role) {
    const rights =
      kind === "ClusterRole"
        ? clusterRoleRights(role, objects, namespace)
        : rulesRights(listField(role.object, "rules"), namespace, role);
    return { role, rights, outside: [] };
  }
  // Every cluster has it: https://kubernetes.io/docs/reference/access-authn-authz/rbac/#user-facing-roles
  if (kind === "ClusterRole" && name === "cluster-admin")
    return { rights: rulesRights(everything, namespace, binding), outside: [] };
  return { rights: [], outside: [{ kind, name, namespace, binding }] };
}

const everything = [
  { apiGroups: ["*"], resources: ["*"], verbs: ["*"] },
  { nonResourceURLs: ["*"], verbs: ["*"] },
];

function clusterRoleRights(
  role: ReleasedObject,
  objects: readonly ReleasedObject[],
  namespace: string | undefined,
): readonly Right[] {
  return rulesOf(role, objects).flatMap(({ rules, source }) => rulesRights(rules, namespace, source));
}

function rulesRights(
  rules: readonly unknown[],
  namespace: string | undefined,
  source: ReleasedObject,
): readonly Right[] {
  return rules.flatMap((rule, index) => {
    const path = source.object.kind.endsWith("Binding") ? ["roleRef"] : ["rules", index];
    return rightsOfRule(rule as JsonObject, namespace, { role: source, path });
  });
}

/** The roles of every cluster that collect rules. */
export const userFacing: readonly string[] = ["admin", "edit", "view"];

/** The roles whose holders get the rules of a ClusterRole outside of the release: those of every cluster, or itself. */
function boundElsewhere(
  role: ReleasedObject,
  objects: readonly ReleasedObject[],
  isBound: boolean,
): readonly string[] {
  const labels = objectField(role.object, "metadata", "labels");
  const collected = userFacing.filter(
    (name) => labels[`rbac.authorization.k8s.io/aggregate-to-${name}`] === "true",
  );
  if (collected.length > 0 || isBound) return collected;
  const isPart = objects.some(
    (other) => other !== role && rulesOf(other, objects).some(({ source }) => source === role),
  );
  return isPart ? [] : [nameOf(role)];
}

function nameOf({ object }: ReleasedObject): string {
  return stringField(object, "metadata", "name") ?? "";
}

/** One right for each target, with all verbs. */
function merged(rights: readonly Right[]): readonly Right[] {
  const byTarget = new Map<string, { target: Target; verbs: Set<string>; sources: RuleSource[] }>();
  for (const { target, verbs, sources } of rights) {
    const key = JSON.stringify(target);
    const entry = byTarget.get(key) ?? { target, verbs: new Set(), sources: [] };
    byTarget.set(key, entry);
    for (const verb of verbs) entry.verbs.add(verb);
    entry.sources.push(...sources);
  }
  return [...byTarget.values()].map(({ target, verbs, sources }) => ({
    target,
    verbs: [...verbs],
    sources,
  }));
}
