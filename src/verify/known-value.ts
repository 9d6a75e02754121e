// What can be known of a value before a template runs: where in `.Values` it stands, or what it is made of.

/** What is known of a value while a template runs. */
export type Known =
  /** The context of the chart, or what stands at a path below it that is not `.Values`. */
  | { readonly kind: "root" }
  | { readonly kind: "values"; readonly path: readonly string[] }
  /** A string or a number that the template writes out. */
  | { readonly kind: "literal"; readonly value: string | number }
  /** A string of which only the beginning is known. */
  | { readonly kind: "beginning"; readonly text: string }
  | { readonly kind: "list"; readonly items: readonly Known[] }
  | { readonly kind: "map"; readonly entries: ReadonlyMap<string, Known> }
  | { readonly kind: "any"; readonly options: readonly Known[] }
  | { readonly kind: "unknown" };

export const unknown: Known = { kind: "unknown" };

/** The variables in sight: those of a block in front of those around it. */
export class Variables {
  readonly #outer: Variables | undefined;
  readonly #own = new Map<string, Known>();

  constructor(outer?: Variables) {
    this.#outer = outer;
  }

  get(name: string): Known {
    return this.#own.get(name) ?? this.#outer?.get(name) ?? unknown;
  }

  declare(name: string, value: Known): this {
    this.#own.set(name, value);
    return this;
  }

  /** Where the variable was declared it may from now on be `value`, or still what it was. */
  assign(name: string, value: Known): void {
    if (this.#own.has(name) || !this.#outer) {
      this.#own.set(name, anyOf([this.get(name), value]));
    } else this.#outer.assign(name, value);
  }
}

/** The field `name` of a value. */
export function fieldOf(value: Known, name: string): Known {
  switch (value.kind) {
    case "root":
      return name === "Values" ? { kind: "values", path: [] } : unknown;
    case "values":
      return { kind: "values", path: [...value.path, name] };
    case "map":
      return value.entries.get(name) ?? unknown;
    case "any":
      return anyOf(value.options.map((option) => fieldOf(option, name)));
    default:
      return unknown;
  }
}

/** One of `options`; nested choices become one, and what is not known of one of them adds nothing. */
export function anyOf(options: readonly Known[]): Known {
  const flat = options.flatMap((option) => (option.kind === "any" ? option.options : [option]));
  const distinct = new Map(
    flat.filter(({ kind }) => kind !== "unknown").map((option) => [keyOf(option), option]),
  );
  const [first, ...others] = distinct.values();
  if (!first) return unknown;
  return others.length === 0 ? first : { kind: "any", options: [first, ...others] };
}

/** Equal for values of which the same is known. */
export function keyOf(known: Known): string {
  return JSON.stringify(known, (_, value) => (value instanceof Map ? [...value] : value));
}

/** `index value key`; undefined where the key does not tell. */
export function stepInto(value: Known, key: string | number): Known | undefined {
  if (typeof key === "string") return fieldOf(value, key);
  return value.kind === "list" ? (value.items[key] ?? unknown) : undefined;
}

/** `dict "key" value …`; the entries whose keys are known. */
export function mapOf(values: readonly Known[]): Known {
  const entries = new Map<string, Known>();
  for (let index = 0; index + 1 < values.length; index += 2) {
    const key = values[index];
    entries.set(key?.kind === "literal" ? String(key.value) : `#${index}`, values[index + 1] ?? unknown);
  }
  return { kind: "map", entries };
}
