// Objects that leave their name to the API server (`generateName`): Helm follows objects by name, so each gets one.

import { compareNames } from "../kubernetes/names.ts";
import { objectKey, stringField } from "../kubernetes/object.ts";
import type { Manifest } from "./manifest.ts";

/**
 * The manifests, those with a `generateName` alone called after it: `build-` gives `build`, and where that is taken
 * `build-2`. Each is an object of its own, equal ones too, and their order decides nothing.
 */
export function withGeneratedNames(manifests: readonly Manifest[]): readonly Manifest[] {
  const isGenerated = ({ reference }: Manifest) => reference.name === "";
  const unnamed = manifests.filter(isGenerated);
  if (unnamed.length === 0) return manifests;
  const taken = new Set(manifests.filter((manifest) => !isGenerated(manifest)).map(keyOf));
  const named = new Map<Manifest, Manifest>();
  const contents = new Map(unnamed.map((manifest) => [manifest, JSON.stringify(manifest.object)]));
  const contentOf = (manifest: Manifest) => contents.get(manifest) ?? "";
  for (const manifest of unnamed.toSorted((a, b) => compareNames(contentOf(a), contentOf(b)))) {
    const base = (stringField(manifest.object, "metadata", "generateName") ?? "").replace(/-+$/, "");
    let found = withName(manifest, base);
    for (let count = 2; taken.has(keyOf(found)); count += 1) found = withName(manifest, `${base}-${count}`);
    taken.add(keyOf(found));
    named.set(manifest, found);
  }
  return manifests.map((manifest) => named.get(manifest) ?? manifest);
}

function withName(manifest: Manifest, name: string): Manifest {
  return { ...manifest, reference: { ...manifest.reference, name } };
}

/** Without the namespace, which is not known yet where the object does not say it. */
function keyOf({ reference }: Manifest): string {
  return objectKey({ ...reference, namespace: "" });
}
