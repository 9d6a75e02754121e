// What the values of a plain object are called: by its name, so that the key does not move with the next release.
import { compareNames, lowerCamelCase, withoutContentHash } from "../kubernetes/names.ts";
import { FreeNames } from "./free-names.ts";

/** What has a name and maybe a namespace. */
export interface NamedObject {
  readonly name: string;
  readonly namespace?: string | undefined;
}

/**
 * A key for each object, in lower camel case, without a hash of its content; of two objects of one name the later ones have
 * the namespace in it, too.
 */
export function objectKeys<Named extends NamedObject>(objects: readonly Named[]): ReadonlyMap<Named, string> {
  const free = new FreeNames();
  const placeOf = ({ name, namespace = "" }: NamedObject) => `${name}/${namespace}`;
  const inOrder = objects.toSorted((a, b) => compareNames(placeOf(a), placeOf(b)));
  return new Map(
    inOrder.map((object) => {
      const { name, namespace = "" } = object;
      return [
        object,
        free.take([withoutContentHash(name), name, `${name}-${namespace}`].map(lowerCamelCase)),
      ];
    }),
  );
}
