// What an action of a Go template computes: commands piped into each other, made of operands.
import { TemplateSyntaxError, type Token } from "./template-tokens.ts";

/** `$a, $b := command | command`. */
export interface Pipeline {
  readonly variables: readonly string[];
  readonly declares: boolean;
  readonly commands: readonly Command[];
}

/** Operands side by side: a function and its arguments, or one value. */
export type Command = readonly Operand[];

/** A value, with the fields that are read from it: `(index .Values "x").y` is a group with the field `y`. */
export interface Operand {
  readonly base:
    | { readonly kind: "dot" }
    | { readonly kind: "variable" | "function" | "string" | "constant"; readonly text: string }
    | { readonly kind: "group"; readonly pipeline: Pipeline };
  readonly fields: readonly string[];
  readonly offset: number;
}

/** Reads the tokens of one pipeline. Throws TemplateSyntaxError, at `start` where no token is to blame. */
export function parsePipeline(tokens: readonly Token[], start: number): Pipeline {
  return new PipelineParser(tokens, start).parse();
}

/** Where the first operand stands. */
export function offsetOf(pipeline: Pipeline): number {
  return pipeline.commands[0]?.[0]?.offset ?? 0;
}

class PipelineParser {
  readonly #tokens: readonly Token[];
  readonly #start: number;
  #index = 0;

  constructor(tokens: readonly Token[], start: number) {
    this.#tokens = tokens;
    this.#start = start;
  }

  parse(): Pipeline {
    const pipeline = this.#pipeline();
    const rest = this.#tokens[this.#index];
    if (rest) throw new TemplateSyntaxError(`unexpected "${rest.text}"`, rest.start);
    return pipeline;
  }

  #pipeline(): Pipeline {
    const { variables, declares } = this.#variables();
    const commands: Command[] = [];
    do {
      const operands: Operand[] = [];
      for (let operand = this.#operand(); operand; operand = this.#operand()) operands.push(operand);
      if (operands.length === 0) throw new TemplateSyntaxError("an empty command", this.#start);
      commands.push(operands);
    } while (this.#skip("|"));
    return { variables, declares, commands };
  }

  /** `$x :=`, `$x =` or `$key, $value :=` at the start of a pipeline. */
  #variables(): { readonly variables: readonly string[]; readonly declares: boolean } {
    const start = this.#index;
    const variables: string[] = [];
    do {
      const token = this.#tokens[this.#index];
      if (token?.kind !== "variable") break;
      variables.push(token.text);
      this.#index += 1;
    } while (this.#skip(","));
    if (variables.length > 0) {
      if (this.#skip(":=")) return { variables, declares: true };
      if (this.#skip("=")) return { variables, declares: false };
    }
    this.#index = start;
    return { variables: [], declares: false };
  }

  #operand(): Operand | undefined {
    const token = this.#tokens[this.#index];
    if (!token || token.text === "|" || token.text === ")" || token.text === ",") {
      if (token?.kind !== "string") return undefined;
    }
    this.#index += 1;
    const offset = token.start;
    if (token.kind === "field") {
      const fields = [token.text.slice(1), ...this.#fields(token.end)];
      return { base: { kind: "dot" }, fields, offset };
    }
    const base = this.#base(token);
    return { base, fields: this.#fields(this.#tokens[this.#index - 1]?.end ?? offset), offset };
  }

  #base(token: Token): Operand["base"] {
    switch (token.kind) {
      case "dot":
        return { kind: "dot" };
      case "variable":
      case "string":
      case "constant":
        return { kind: token.kind, text: token.text };
      case "word":
        return { kind: "function", text: token.text };
      default: {
        if (token.text !== "(") throw new TemplateSyntaxError(`unexpected "${token.text}"`, token.start);
        const pipeline = this.#pipeline();
        if (!this.#skip(")")) throw new TemplateSyntaxError("a parenthesis is not closed", token.start);
        return { kind: "group", pipeline };
      }
    }
  }

  /** Fields that follow without a blank. */
  #fields(end: number): readonly string[] {
    const fields: string[] = [];
    let at = end;
    for (;;) {
      const token = this.#tokens[this.#index];
      if (token?.kind !== "field" || token.start !== at) return fields;
      fields.push(token.text.slice(1));
      at = token.end;
      this.#index += 1;
    }
  }

  #skip(text: string): boolean {
    const token = this.#tokens[this.#index];
    if (token?.kind !== "punctuation" || token.text !== text) return false;
    this.#index += 1;
    return true;
  }
}
