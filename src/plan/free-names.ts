// Names that are given once each.

export class FreeNames {
  readonly #taken: Set<string>;
  readonly #identityOf: (name: string) => string;
  /** The number that a name was last given with, so that many of one name need no walk from the start. */
  readonly #counts = new Map<string, number>();

  /** Names of one identity are the same: `identityOf` may pass over what does not tell them apart. */
  constructor(taken: Iterable<string> = [], identityOf: (name: string) => string = (name) => name) {
    this.#taken = new Set(taken);
    this.#identityOf = identityOf;
  }

  /** The first candidate not given so far, or `base` with a number; `base` is the last candidate, unless it is said. */
  take(candidates: readonly string[], base: string = candidates.at(-1) ?? ""): string {
    const free = candidates.find((candidate) => this.#isFree(candidate)) ?? this.#numbered(base);
    this.#taken.add(this.#identityOf(free));
    return free;
  }

  #isFree(name: string): boolean {
    return !this.#taken.has(this.#identityOf(name));
  }

  #numbered(base: string): string {
    const identity = this.#identityOf(base);
    let count = this.#counts.get(identity) ?? 2;
    while (!this.#isFree(`${base}${count}`)) count += 1;
    this.#counts.set(identity, count);
    return `${base}${count}`;
  }
}
