// Whether Go's regexp package compiles a pattern. Helm refuses a whole chart for one pattern that it does not
// (`(?!x)` is one), and no JavaScript engine can tell: each accepts what the other refuses.
// Grammar: https://pkg.go.dev/regexp/syntax, checked against real Helm by tests/transform/open-api-schema.test.ts.

/** Go's limit on a counted repetition, and on the product of nested ones. */
const mostRepetitions = 1000;
const categories = /^(?:Any|C[cfos]?|L[lmotu]?|M[cen]?|N[dlo]?|P[cdefios]?|S[ckmo]?|Z[lps]?)$/;
const classNames =
  /^\[:\^?(?:alnum|alpha|ascii|blank|cntrl|digit|graph|lower|print|punct|space|upper|word|xdigit):\]/;

/** What Go says against `pattern`, or undefined when it compiles. */
export function goPatternFault(pattern: string): string | undefined {
  try {
    new Scanner(pattern).alternatives(0);
    return undefined;
  } catch (error) {
    if (error instanceof PatternFault) return error.message;
    throw error;
  }
}

class PatternFault extends Error {}

/** Reads a pattern from left to right; `rest` is what is still to be read. */
class Scanner {
  rest: string;

  constructor(pattern: string) {
    this.rest = pattern;
  }

  /** Reads up to the group's end; gives the largest product of nested repetitions inside. */
  alternatives(depth: number): number {
    let largest = 1;
    let last: "nothing" | "item" | "repetition" = "nothing";
    let size = 1;
    while (this.rest !== "" && !this.rest.startsWith(")")) {
      const count = this.#repetition();
      if (count !== undefined) {
        size = repeated(size, count, last);
        last = "repetition";
      } else if (this.#take(/^\|/)) {
        last = "nothing";
      } else if (this.#take(/^\(\?[imsU]*(?:-[imsU]+)?\)/)) {
        // Flags in between let Go forget that a repetition came before.
        if (last === "repetition") last = "item";
      } else if (!this.#take(/^\\Q(?:\\E|$)/)) {
        size = this.#item(depth);
        last = "item";
      }
      largest = Math.max(largest, size);
    }
    if (depth > 0 !== this.rest.startsWith(")")) throw new PatternFault("missing or unexpected )");
    return largest;
  }

  #take(expression: RegExp): string | undefined {
    const match = expression.exec(this.rest)?.[0];
    if (match) this.rest = this.rest.slice(match.length);
    return match || undefined;
  }

  /** A repetition operator's count, 1 for `*`, `+` and `?`; undefined when something else stands here. */
  #repetition(): number | undefined {
    const operator = this.#take(/^(?:[*+?]|\{[0-9]+(?:,[0-9]*)?\})\??/);
    if (operator === undefined) return undefined;
    const [least, most] = (/[0-9,]+/.exec(operator)?.[0] ?? "1").split(",").map(Number);
    const count = Math.max(least ?? 0, most ?? 0);
    if (count > mostRepetitions || (most && most < (least ?? 0))) {
      throw new PatternFault("invalid repeat count");
    }
    return count;
  }

  /** One group, class, escape or character; gives the product of repetitions inside a group. */
  #item(depth: number): number {
    if (this.rest.startsWith("(")) return this.#group(depth);
    if (this.rest.startsWith("[")) this.#characterClass();
    else if (this.rest.startsWith("\\")) this.#escape();
    else this.#take(/^[\s\S]/u);
    return 1;
  }

  #group(depth: number): number {
    if (this.#take(/^\((?!\?)|^\(\?(?:P?<[0-9A-Za-z_]+>|[imsU]*(?:-[imsU]+)?:)/) === undefined) {
      throw new PatternFault("invalid or unsupported Perl syntax");
    }
    const size = this.alternatives(depth + 1);
    this.rest = this.rest.slice(1);
    return size;
  }

  #characterClass(): void {
    this.#take(/^\[\^?/);
    for (let first = true; first || !this.rest.startsWith("]"); first = false) {
      if (this.rest === "") throw new PatternFault("missing closing ]");
      if (this.rest.startsWith("[:") && this.rest.includes(":]")) {
        if (this.#take(classNames) === undefined) throw new PatternFault("invalid character class range");
        continue;
      }
      if (this.#take(/^\\[dDsSwW]/) || this.#property()) continue;
      const from = this.#classCharacter();
      if (!/^-[^\]]/.test(this.rest)) continue;
      this.rest = this.rest.slice(1);
      if (this.#classCharacter() < from) throw new PatternFault("invalid character class range");
    }
    this.rest = this.rest.slice(1);
  }

  #classCharacter(): number {
    if (this.rest.startsWith("\\")) return this.#escapedCharacter();
    return this.#take(/^[\s\S]/u)?.codePointAt(0) ?? 0;
  }

  #escape(): void {
    if (this.#take(/^\\Q[\s\S]*?(?:\\E|$)/) || this.#take(/^\\[AbBzdDsSwW]/) || this.#property()) return;
    this.#escapedCharacter();
  }

  /** `\pL`, `\P{Greek}`; a name that Go has no table for is a fault. */
  #property(): boolean {
    const property = this.#take(/^\\[pP](?:\{[^}]*\}|[^{])/);
    if (property === undefined) return false;
    const name = property.slice(2).replace(/[{}]/g, "").replace(/^\^/, "");
    if (!categories.test(name) && !isScript(name)) throw new PatternFault("invalid character class range");
    return true;
  }

  /** An escape that stands for one character; gives its code point. */
  #escapedCharacter(): number {
    const octal = this.#take(/^\\(?:0[0-7]{0,2}|[1-7][0-7]{1,2})/);
    if (octal !== undefined) return Number.parseInt(octal.slice(1), 8);
    const hexadecimal = this.#take(/^\\x(?:[0-9A-Fa-f]{2}|\{[0-9A-Fa-f]+\})/);
    if (hexadecimal !== undefined) {
      const code = Number.parseInt(hexadecimal.replace(/[^0-9A-Fa-f]/g, ""), 16);
      if (code <= 0x10ffff) return code;
      throw new PatternFault("invalid escape sequence");
    }
    const control = this.#take(/^\\[aftnrv]/);
    if (control !== undefined) return [7, 12, 9, 10, 13, 11]["aftnrv".indexOf(control.slice(1))] ?? 0;
    const literal = this.#take(/^\\[\x00-\x7f]/);
    if (literal === undefined || /[0-9A-Za-z]/.test(literal))
      throw new PatternFault("invalid escape sequence");
    return literal.charCodeAt(1);
  }
}

/** The product of repetitions after another one of `count`, which follows `last`. */
function repeated(size: number, count: number, last: "nothing" | "item" | "repetition"): number {
  if (last === "nothing") throw new PatternFault("missing argument to repetition operator");
  if (last === "repetition") throw new PatternFault("invalid nested repetition operator");
  const product = size * Math.max(count, 1);
  if (count > 1 && product > mostRepetitions) throw new PatternFault("invalid repeat count");
  return product;
}

function isScript(name: string): boolean {
  try {
    return new RegExp(`^\\p{Script=${name}}`, "u") instanceof RegExp && /^[A-Z][a-z]{3,}/.test(name);
  } catch {
    return false;
  }
}
