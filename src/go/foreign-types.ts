// What is known of packages outside the repository: types that can only be named, and what gives them.
import { basic, type GoType, type NamedType } from "./constant.ts";
import { standardTypes } from "./standard-library.ts";

/**
 * Results of functions and methods, and types of variables, in packages outside the repository:
 * `flag.NewFlagSet` → `flag.FlagSet`.
 */
export type KnownTypes = ReadonlyMap<string, string>;

export class ForeignTypes {
  readonly #known: KnownTypes;

  constructor(known: KnownTypes) {
    this.#known = known;
  }

  /** The type `name` of a package. */
  named(path: string, name: string): NamedType {
    const made = standardTypes.get(`${path}.${name}`);
    return { kind: "named", package: path, name, underlying: () => (made ? basic(made) : undefined) };
  }

  /** The type `name` of one of several packages, where what is known tells which has it. */
  typeIn(paths: readonly string[], name: string): GoType | undefined {
    const [path, ...more] = paths.filter(
      (each) => standardTypes.has(`${each}.${name}`) || this.isType(each, name),
    );
    return path !== undefined && more.length === 0 ? this.named(path, name) : undefined;
  }

  /** Whether a name is known to be a type, and not a variable or function. */
  isType(path: string, name: string): boolean {
    return Array.from(this.#known.values()).includes(`${path}.${name}`);
  }

  /** What is known of `name` in one of several packages, or on a type: the type of its value, or of its result. */
  given(owners: readonly string[], name: string): GoType | undefined {
    const type = owners
      .map((owner) => this.#known.get(`${owner}.${name}`))
      .find((each) => each !== undefined);
    if (type === undefined) return undefined;
    const at = type.lastIndexOf(".");
    return { kind: "pointer", element: this.named(type.slice(0, at), type.slice(at + 1)) };
  }

  /** The result of a package's function: a known one, or of `NewX` what its name says. */
  resultOf(path: string, name: string): GoType | undefined {
    const made = /^New(?=[A-Z])/.test(name) ? name.slice(3) : undefined;
    return this.given([path], name) ?? (made === undefined ? undefined : this.named(path, made));
  }
}
