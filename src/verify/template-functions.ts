// What the functions of templates do with values: https://pkg.go.dev/text/template#hdr-Functions, Sprig, and Helm's own.
import { anyOf, type Known, mapOf, stepInto, unknown } from "./known-value.ts";

/** `whole`: with everything below. `test`: only whether it is set. `named`: it is named and handed on. */
export type ReadKind = "whole" | "test" | "named";

/** What a function may cause besides its result. */
export interface Effects {
  read(value: Known, how: ReadKind): void;
  include(name: string, context: Known): Known;
  /** Includes one of the named templates whose names begin so. */
  includeLike(beginning: string, context: Known): Known;
}

/** Functions that only look whether a value is there, or of what kind. */
const tests = new Set(["not", "empty", "kindIs", "kindOf", "typeIs", "typeOf", "typeIsLike", "fail"]);
/** Functions whose result is one of their arguments. */
const choices = new Set([
  "default",
  "coalesce",
  "and",
  "or",
  "merge",
  "mergeOverwrite",
  "mustMerge",
  "mustMergeOverwrite",
]);
/** Functions whose result is their last argument. */
const passers = new Set(["required", "deepCopy", "mustDeepCopy"]);

/** The result of a function, as far as it can be known; what it reads goes to `effects`. */
export function callFunction(name: string, values: readonly Known[], effects: Effects): Known {
  const [first = unknown, ...rest] = values;
  const last = values.at(-1) ?? unknown;
  const read = (how: ReadKind, ...items: readonly Known[]) => {
    for (const item of items) effects.read(item, how);
  };
  if (choices.has(name)) {
    read("test", ...values);
    return anyOf(values);
  }
  if (passers.has(name)) return last;
  if (tests.has(name)) {
    read("test", ...values);
    return unknown;
  }
  switch (name) {
    case "list":
    case "tuple":
      return { kind: "list", items: values };
    case "dict":
      return mapOf(values);
    case "ternary":
      read("test", last);
      return anyOf(values.slice(0, 2));
    case "set":
      // Where the map is read later is not followed, so what goes in counts as read.
      read("whole", ...rest.slice(1));
      return first;
    case "unset":
    case "omit":
    case "pick":
      return first;
    case "first":
      return first.kind === "list" ? (first.items[0] ?? unknown) : consume(values, effects);
    case "index":
    case "get":
      return indexInto(first, rest, effects);
    case "hasKey":
      read("test", indexInto(first, rest, effects));
      return unknown;
    case "dig": {
      const found = indexInto(last, values.slice(0, -2), effects);
      return anyOf([found, values.at(-2) ?? unknown]);
    }
    case "printf":
      read("whole", ...rest);
      return first.kind === "literal"
        ? { kind: "beginning", text: String(first.value).split("%", 1)[0] ?? "" }
        : unknown;
    case "include":
      if (first.kind === "literal") return effects.include(String(first.value), rest[0] ?? unknown);
      return first.kind === "beginning"
        ? effects.includeLike(first.text, rest[0] ?? unknown)
        : consume(values, effects);
    case "tpl":
      read("whole", first);
      return unknown;
    default:
      return consume(values, effects);
  }
}

/** A function of which nothing is known reads all that it is given. */
export function consume(values: readonly Known[], effects: Effects): Known {
  for (const value of values) effects.read(value, "whole");
  return unknown;
}

/** `index value key key`: as far as the keys are known. */
function indexInto(value: Known, keys: readonly Known[], effects: Effects): Known {
  let current = value;
  for (const key of keys) {
    const known = key.kind === "literal" ? stepInto(current, key.value) : undefined;
    if (known) current = known;
    else {
      effects.read(key, "whole");
      if (current.kind === "list") current = anyOf(current.items);
      else {
        effects.read(current, "whole");
        return unknown;
      }
    }
  }
  effects.read(current, "named");
  return current;
}
