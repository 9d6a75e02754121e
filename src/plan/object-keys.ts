// What the values of a plain object are called: by its name, so that the key does not move with the next release.
import { compareNames, lowerCamelCase } from "../kubernetes/names.ts";

/** What has a name and maybe a namespace. */
export interface NamedObject {
  readonly name: string;
  readonly namespace?: string | undefined;
}

/** A key for each object, in lower camel case; of two objects of one name the later ones have the namespace in it, too. */
export function objectKeys<Named extends NamedObject>(objects: readonly Named[]): ReadonlyMap<Named, string> {
  const keys = new Map<Named, string>();
  const used = new Set<string>();
  const placeOf = ({ name, namespace = "" }: NamedObject) => `${name}/${namespace}`;
  for (const object of objects.toSorted((a, b) => compareNames(placeOf(a), placeOf(b)))) {
    const { name, namespace = "" } = object;
    const long = lowerCamelCase(`${name}-${namespace}`);
    let key = lowerCamelCase(name);
    for (let count = 1; used.has(key); count += 1) key = count === 1 ? long : `${long}${count}`;
    used.add(key);
    keys.set(object, key);
  }
  return keys;
}
