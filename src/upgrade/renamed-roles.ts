// Roles and bindings as objects: those that have another name and the same content, and those whose content is not theirs.
import { isObject, type Json, jsonEqual, stringField } from "../kubernetes/object.ts";
import { finding, type ReleasedObject, type UpgradeFinding } from "./finding.ts";

const kinds = ["ClusterRole", "Role", "ClusterRoleBinding", "RoleBinding"];

/** The roles and bindings of the older release whose content the newer has under another name. */
export function compareRoleNames(
  older: readonly ReleasedObject[],
  newer: readonly ReleasedObject[],
): readonly UpgradeFinding[] {
  return kinds.flatMap((kind) => {
    const [gone, come] = [only(kind, older, newer), only(kind, newer, older)];
    const used = new Set<ReleasedObject>();
    return gone.flatMap((then) => {
      const now = come.find((candidate) => !used.has(candidate) && isSameContent(then, candidate));
      if (!now) return [];
      used.add(now);
      return [renamed(then, now)];
    });
  });
}

function only(
  kind: string,
  objects: readonly ReleasedObject[],
  others: readonly ReleasedObject[],
): readonly ReleasedObject[] {
  const isSame = (a: ReleasedObject, b: ReleasedObject) =>
    a.object.kind === b.object.kind && nameOf(a) === nameOf(b);
  return objects.filter((one) => one.object.kind === kind && !others.some((other) => isSame(one, other)));
}

function nameOf({ object, namespace }: ReleasedObject): string {
  const name = stringField(object, "metadata", "name") ?? "";
  return namespace === undefined ? name : `${namespace}/${name}`;
}

/** A binding's role may have another name, too: whose rights change is told of the subjects. */
function isSameContent(a: ReleasedObject, b: ReleasedObject): boolean {
  const contentOf = ({ object }: ReleasedObject): readonly (Json | undefined)[] => [
    object["rules"],
    object["aggregationRule"],
    object["subjects"],
  ];
  return jsonEqual(contentOf(a), contentOf(b));
}

function renamed(then: ReleasedObject, now: ReleasedObject): UpgradeFinding {
  const [older, newer] = [then, now].map((one) => one.placeOf(["metadata", "name"]));
  return finding("rbac/role-renamed", {
    subject: `${now.object.kind} ${nameOf(now)}`,
    message: `It was called "${nameOf(then)}".`,
    before: nameOf(then),
    after: nameOf(now),
    ...(older ? { older } : {}),
    ...(newer ? { newer } : {}),
  });
}

/** ClusterRoles that collect their rules by labels and did not before. */
export function compareCollecting(
  older: readonly ReleasedObject[],
  newer: readonly ReleasedObject[],
): readonly UpgradeFinding[] {
  const collecting = (objects: readonly ReleasedObject[]) =>
    objects.filter(({ object }) => object.kind === "ClusterRole" && isObject(object["aggregationRule"]));
  const known = new Set(collecting(older).map(nameOf));
  return collecting(newer)
    .filter((role) => !known.has(nameOf(role)))
    .map((role) => {
      const place = role.placeOf(["aggregationRule"]);
      return finding("rbac/rules-collected", {
        subject: `ClusterRole ${nameOf(role)}`,
        message:
          "It has the rules of all ClusterRoles of the cluster with its labels; those of the release are told here.",
        ...(place ? { newer: place } : {}),
      });
    });
}
