// The actions of a Go template as a tree: pipelines, and the blocks that they open.
import { type Pipeline, parsePipeline } from "./template-pipeline.ts";
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
        return { kind: "output", pipeline: parsePipeline(tokens, start) };
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
    const pipeline = parsePipeline(tokens, start);
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
      context: context.length > 0 ? parsePipeline(context, start) : undefined,
    };
  }

  #end(start: number): void {
    if (this.#statements[this.#index]?.keyword !== "end") {
      throw new TemplateSyntaxError("a block is not closed by an end", start);
    }
    this.#index += 1;
  }
}
