// Whether a CEL rule holds of every object that is without some fields. Only `has(self.name)`, "not", "and" and "or" are read;
// whatever else stands in a rule may be true, false or an error.

/** True, false, or what nobody can tell. */
type Truth = boolean | undefined;

/** Whether the rule made of these words is true wherever the fields that `isAbsent` names are not set. */
export function holdsWithout(tokens: readonly string[], isAbsent: (name: string) => boolean): boolean {
  // A choice binds looser than all else.
  if (tokens.includes("?")) return false;
  const reader = new Reader(tokens, isAbsent);
  return reader.readOr() === true && reader.isAtEnd();
}

class Reader {
  readonly #tokens: readonly string[];
  readonly #isAbsent: (name: string) => boolean;
  #at = 0;

  constructor(tokens: readonly string[], isAbsent: (name: string) => boolean) {
    this.#tokens = tokens;
    this.#isAbsent = isAbsent;
  }

  isAtEnd(): boolean {
    return this.#at === this.#tokens.length;
  }

  /** CEL passes over an error of one side where the other decides: `true || error` is true. */
  readOr(): Truth {
    let truth = this.#readAnd();
    while (this.#take("||")) {
      const other = this.#readAnd();
      truth = truth === true || other === true ? true : truth === false ? other : undefined;
    }
    return truth;
  }

  #readAnd(): Truth {
    let truth = this.#readOperand();
    while (this.#take("&&")) {
      const other = this.#readOperand();
      truth = truth === false || other === false ? false : truth === true ? other : undefined;
    }
    return truth;
  }

  /** What is compared or called says nothing. */
  #readOperand(): Truth {
    const truth = this.#readNot();
    if (this.#isAtBorder()) return truth;
    this.#skip();
    return undefined;
  }

  #readNot(): Truth {
    if (!this.#take("!")) return this.#readPrimary();
    const truth = this.#readNot();
    return truth === undefined ? undefined : !truth;
  }

  #readPrimary(): Truth {
    const [word, open, self, dot, name, close] = this.#tokens.slice(this.#at, this.#at + 6);
    if (word === "has" && open === "(" && self === "self" && dot === "." && close === ")") {
      this.#at += 6;
      return this.#isAbsent(name ?? "") ? false : undefined;
    }
    if (!this.#take("(")) return undefined;
    const truth = this.readOr();
    return this.#take(")") ? truth : undefined;
  }

  #take(token: string): boolean {
    if (this.#tokens[this.#at] !== token) return false;
    this.#at += 1;
    return true;
  }

  #isAtBorder(): boolean {
    return this.isAtEnd() || ["&&", "||", ")"].includes(this.#tokens[this.#at] ?? "");
  }

  /** To the end of the operand, past all that is in brackets. */
  #skip(): void {
    let depth = 0;
    while (!this.isAtEnd() && (depth > 0 || !this.#isAtBorder())) {
      const token = this.#tokens[this.#at] ?? "";
      if (["(", "[", "{"].includes(token)) depth += 1;
      if ([")", "]", "}"].includes(token)) depth -= 1;
      this.#at += 1;
    }
  }
}
