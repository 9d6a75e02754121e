// The actions of a Go template as a tree: pipelines, and the blocks that they open.
import { readActions, TemplateSyntaxError, type Token } from "./template-tokens.ts";

export type TemplateNode =
  | { readonly kind: "output"; readonly pipeline: Pipeline }
  | {
      readonly kind: "if" | "with" | "range";
      readonly pipeline: Pipeline;
      readonly body: readonly TemplateNode[];
      readonly otherwise: readonly TemplateNode[];
    }
  /** `block` also renders its body, with `context`. */
  | {
      readonly kind: "define" | "block";
      readonly name: string;
      readonly context: Pipeline | undefined;
      readonly body: readonly TemplateNode[];
    }
  | { readonly kind: "template"; readonly name: string; readonly context: Pipeline | undefined };

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

/** Reads a template file. Throws TemplateSyntaxError on what text/template refuses. */
export function parseTemplate(text: string): readonly TemplateNode[] {
  return new TreeParser(text).parse();
}

/** One action that opens or continues a block, or stands alone. */
interface Statement {
  readonly keyword: string | undefined;
  readonly tokens: readonly Token[];
  readonly start: number;
}

const keywords = new Set([
  "if",
  "with",
  "range",
  "else",
  "end",
  "define",
  "block",
  "template",
  "break",
  "continue",
]);

class TreeParser {
  readonly #statements: readonly Statement[];
  #index = 0;

  constructor(text: string) {
    this.#statements = readActions(text).map(({ start, tokens }): Statement => {
      const [first] = tokens;
      const isKeyword = first?.kind === "word" && keywords.has(first.text);
      return isKeyword
        ? { keyword: first.text, tokens: tokens.slice(1), start }
        : { keyword: undefined, tokens, start };
    });
  }

  parse(): readonly TemplateNode[] {
    const nodes = this.#nodes();
    const rest = this.#statements[this.#index];
    if (rest) throw new TemplateSyntaxError(`"${rest.keyword}" closes nothing`, rest.start);
    return nodes;
  }

  /** Nodes up to an `else` or `end`, which stays unread. */
  #nodes(): readonly TemplateNode[] {
    const nodes: TemplateNode[] = [];
    for (;;) {
      const statement = this.#statements[this.#index];
      if (!statement || statement.keyword === "else" || statement.keyword === "end") return nodes;
      this.#index += 1;
      const node = this.#node(statement);
      if (node) nodes.push(node);
    }
  }

  #node(statement: Statement): TemplateNode | undefined {
    const { keyword, tokens, start } = statement;
    switch (keyword) {
      case undefined:
        return { kind: "output", pipeline: new PipelineParser(tokens, start).parse() };
      case "if":
      case "with":
      case "range":
        return this.#branch(keyword, tokens, start);
      case "define":
      case "block": {
        const body = this.#nodes();
        this.#end(start);
        return { kind: keyword, ...this.#named(tokens, start), body };
      }
      case "template":
        return { kind: "template", ...this.#named(tokens, start) };
      default:
        return undefined;
    }
  }

  #branch(kind: "if" | "with" | "range", tokens: readonly Token[], start: number): TemplateNode {
    const pipeline = new PipelineParser(tokens, start).parse();
    const body = this.#nodes();
    const next = this.#statements[this.#index];
    if (next?.keyword !== "else") {
      this.#end(start);
      return { kind, pipeline, body, otherwise: [] };
    }
    this.#index += 1;
    const [first] = next.tokens;
    // `else if` and `else with` have no `end` of their own.
    if (first?.kind === "word" && (first.text === "if" || first.text === "with")) {
      return {
        kind,
        pipeline,
        body,
        otherwise: [this.#branch(first.text, next.tokens.slice(1), next.start)],
      };
    }
    const otherwise = this.#nodes();
    this.#end(start);
    return { kind, pipeline, body, otherwise };
  }

  #named(
    tokens: readonly Token[],
    start: number,
  ): { readonly name: string; readonly context: Pipeline | undefined } {
    const [name, ...context] = tokens;
    if (name?.kind !== "string") throw new TemplateSyntaxError("a template has no name", start);
    return {
      name: name.text,
      context: context.length > 0 ? new PipelineParser(context, start).parse() : undefined,
    };
  }

  #end(start: number): void {
    if (this.#statements[this.#index]?.keyword !== "end") {
      throw new TemplateSyntaxError("a block is not closed by an end", start);
    }
    this.#index += 1;
  }
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
