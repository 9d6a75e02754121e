// Objects that the newer release has no longer, or has under another name.
import { stringField } from "../kubernetes/object.ts";
import type { ReleasedObject, UpgradeFinding } from "./finding.ts";
import { listed } from "./listed.ts";
import { isKept } from "./moved-objects.ts";
import { type ObjectPair, objectFinding } from "./object-pairs.ts";
import { referrersOf } from "./referrers.ts";
import { isHashChange } from "./renamed-objects.ts";

/** An object of another name; `isData`: whether something is in it that making it anew does not bring back. */
export function renamedFinding(
  pair: ObjectPair,
  isData: boolean,
  before: readonly ReleasedObject[],
): UpgradeFinding {
  const [was, is] = [pair.older, pair.newer].map(({ object, namespace }) => {
    const name = stringField(object, "metadata", "name") ?? "";
    return pair.older.namespace === pair.newer.namespace ? name : `${namespace ?? ""}/${name}`;
  });
  const path = { olderPath: ["metadata", "name"], newerPath: ["metadata", "name"] };
  const names = { before: was ?? "", after: is ?? "" };
  if (isHashChange(pair)) {
    return objectFinding("objects/content-renamed", pair, {
      ...path,
      ...names,
      message: `The content of "${was}" is another one, and with it the hash in the name: "${is}".`,
    });
  }
  const users = referrersOf(pair.older, before);
  const used = users.length === 0 ? "" : ` ${listed(users)} referred to it.`;
  return objectFinding(isData ? "objects/data-renamed" : "objects/renamed", pair, {
    ...path,
    ...names,
    message: `"${was}" is now called "${is}": Helm makes the one and deletes the other.${used}`,
    action: isData
      ? "Bring what is in it over before the upgrade, or annotate it with helm.sh/resource-policy=keep."
      : "Look for what of your own names the older one.",
  });
}

/** An object that is gone, and who refers to it or did. */
export function removedFinding(
  older: ReleasedObject,
  isData: boolean,
  before: readonly ReleasedObject[],
  after: readonly ReleasedObject[],
): UpgradeFinding {
  const users = referrersOf(older, after);
  const formerUsers = referrersOf(older, before).filter((name) => !users.includes(name));
  const former = formerUsers.length === 0 ? "" : ` ${listed(formerUsers)} referred to it.`;
  if (isKept(older)) {
    return objectFinding(
      "objects/left-behind",
      { older },
      {
        olderPath: ["metadata", "annotations", "helm.sh/resource-policy"],
        message: `The release has it no longer, and its policy is to stay in the cluster.${former}`,
        action: "Delete it by hand once nothing needs it.",
      },
    );
  }
  if (users.length > 0) {
    return objectFinding(
      "objects/removed-in-use",
      { older },
      {
        message: `The release has it no longer, and ${listed(users)} still refer${users.length === 1 ? "s" : ""} to it.`,
        action:
          "Make sure that something else makes it, or annotate it with helm.sh/resource-policy=keep before the upgrade.",
      },
    );
  }
  if (isData) {
    return objectFinding(
      "objects/data-removed",
      { older },
      {
        message: `The release has it no longer: Helm deletes it, and all that it stands for.${former}`,
        action: "Annotate it with helm.sh/resource-policy=keep before the upgrade where it is to stay.",
      },
    );
  }
  return objectFinding(
    "objects/removed",
    { older },
    {
      message: `The release has it no longer: Helm deletes it.${former}`,
      action: "Look for what of your own needs it.",
    },
  );
}
