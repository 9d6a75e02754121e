// How a project file names objects of the sources and their fields.
import { itemIdentities } from "../kubernetes/merge-keys.ts";
import { field } from "../kubernetes/object.ts";
import type { Manifest } from "../parse/manifest.ts";
import type { PathStep } from "../yaml/tree.ts";

/** `Kind/name`, and `Kind/namespace/name` where the manifest names its namespace. */
export function objectAddresses({ reference: { kind, namespace, name } }: Manifest): readonly string[] {
  return [`${kind}/${name}`, ...(namespace === undefined ? [] : [`${kind}/${namespace}/${name}`])];
}

/** Whether `address` is that of the manifest. */
export function isObjectAt(manifest: Manifest, address: string): boolean {
  return objectAddresses(manifest).includes(address);
}

/**
 * The path of a field that is written with dots and brackets: `spec.containers[manager].image`. An item is chosen by what
 * Kubernetes tells the items of its list apart by, or by its number; one that is not there has a number that no item has.
 */
export function fieldPath(manifest: Manifest, written: string): readonly PathStep[] {
  const path: PathStep[] = [];
  for (const { key, isItem } of steps(written)) {
    if (!isItem) path.push(key);
    else {
      const list = field(manifest.object, ...path);
      const name = path.findLast((step) => typeof step === "string") ?? "";
      const identities = Array.isArray(list) ? itemIdentities(String(name), list) : [];
      const named = identities.findIndex((identity) => identity.slice(identity.indexOf("=") + 1) === key);
      path.push(named === -1 && /^[0-9]+$/.test(key) ? Number(key) : named);
    }
  }
  return path;
}

interface Step {
  readonly key: string;
  readonly isItem: boolean;
}

/** A backslash takes the meaning of the character behind it. */
function steps(written: string): readonly Step[] {
  const plain = (key: string) => key.replaceAll(/\\(.)/g, "$1");
  return [...written.matchAll(/\[((?:[^\]\\]|\\.)*)\]|((?:[^.[\\]|\\.)+)/g)].map(([, item, key]) =>
    item === undefined ? { key: plain(key ?? ""), isItem: false } : { key: plain(item), isItem: true },
  );
}
