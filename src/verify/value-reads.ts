// Which values the templates of a chart read: the tree of each template walked with what is known of its dot
// and its variables, into the named templates that it includes.

import { anyOf, fieldOf, type Known, keyOf, unknown, Variables } from "./known-value.ts";
import { callFunction, consume, type Effects, type ReadKind } from "./template-functions.ts";
import { type Command, type Operand, offsetOf, type Pipeline } from "./template-pipeline.ts";
import { TemplateSyntaxError } from "./template-tokens.ts";
import { parseTemplate, type TemplateNode } from "./template-tree.ts";

/** A use of `.Values` at `path`. */
export interface ValueRead {
  readonly path: readonly string[];
  readonly how: ReadKind;
  readonly file: string;
  readonly offset: number;
}

/** A template that cannot be read. */
interface TemplateFault {
  readonly file: string;
  readonly offset: number;
  readonly message: string;
}

export interface ValueReads {
  readonly reads: readonly ValueRead[];
  readonly faults: readonly TemplateFault[];
}

/** Every use of `.Values` in `templates` (path → text). Named templates that nothing includes count as `named`. */
export function readValueUses(templates: ReadonlyMap<string, string>): ValueReads {
  const faults: TemplateFault[] = [];
  const files = new Map<string, readonly TemplateNode[]>();
  for (const [file, text] of templates) {
    try {
      files.set(file, parseTemplate(text));
    } catch (error) {
      if (!(error instanceof TemplateSyntaxError)) throw error;
      faults.push({ file, offset: error.offset, message: error.message });
    }
  }
  return { reads: new Evaluator(files).run(), faults };
}

/** How often a template may stand inside itself before its context counts as read. */
const recursionLimit = 3;

interface Definition {
  readonly file: string;
  readonly body: readonly TemplateNode[];
}

/** Where the walk is: the file, the dot, and the variables in sight. */
interface Scope {
  readonly file: string;
  readonly dot: Known;
  readonly variables: Variables;
}

class Evaluator {
  readonly #files: ReadonlyMap<string, readonly TemplateNode[]>;
  readonly #definitions = new Map<string, Definition>();
  readonly #reads = new Map<string, ValueRead>();
  /** Named templates with the context that they were walked with. */
  readonly #walked = new Set<string>();
  readonly #included = new Set<string>();
  /** How often each named template is being walked right now. */
  readonly #depths = new Map<string, number>();
  /** While set, reads count as `named`: nothing includes this template. */
  #isUnused = false;

  constructor(files: ReadonlyMap<string, readonly TemplateNode[]>) {
    this.#files = files;
    for (const [file, nodes] of files) this.#define(file, nodes);
  }

  #define(file: string, nodes: readonly TemplateNode[]): void {
    for (const node of nodes) {
      if (node.kind === "define" || node.kind === "block") {
        this.#definitions.set(node.name, { file, body: node.body });
      }
      if ("body" in node) this.#define(file, node.body);
      if ("otherwise" in node) this.#define(file, node.otherwise);
    }
  }

  run(): readonly ValueRead[] {
    const root: Known = { kind: "root" };
    for (const [file, nodes] of this.#files) {
      this.#walk(nodes, { file, dot: root, variables: new Variables().declare("$", root) });
    }
    this.#isUnused = true;
    for (const [name, { file, body }] of this.#definitions) {
      if (this.#included.has(name)) continue;
      this.#walk(body, { file, dot: root, variables: new Variables().declare("$", root) });
    }
    return [...this.#reads.values()];
  }

  #walk(nodes: readonly TemplateNode[], scope: Scope): void {
    for (const node of nodes) {
      switch (node.kind) {
        case "output": {
          const value = this.#pipeline(node.pipeline, scope);
          if (node.pipeline.variables.length === 0)
            this.#read(value, "whole", scope, offsetOf(node.pipeline));
          break;
        }
        case "template":
        case "block":
          if (node.context) {
            this.#include(node.name, this.#pipeline(node.context, scope), scope, offsetOf(node.context));
          } else this.#include(node.name, unknown, scope, 0);
          break;
        case "define":
          break;
        default:
          this.#branch(node, scope);
      }
    }
  }

  #branch(node: Extract<TemplateNode, { otherwise: unknown }>, scope: Scope): void {
    const inner: Scope = { ...scope, variables: new Variables(scope.variables) };
    const value = this.#pipeline(node.pipeline, inner);
    const offset = offsetOf(node.pipeline);
    if (node.kind === "range") {
      this.#read(value, value.kind === "list" ? "test" : "whole", scope, offset);
      const item: Known = value.kind === "list" ? anyOf(value.items) : unknown;
      for (const name of node.pipeline.variables) inner.variables.declare(name, item);
      this.#walk(node.body, { ...inner, dot: item });
    } else {
      this.#read(value, "test", scope, offset);
      this.#walk(node.body, node.kind === "with" ? { ...inner, dot: value } : inner);
    }
    this.#walk(node.otherwise, inner);
  }

  /** The value of a pipeline; each command's result is the last argument of the next. */
  #pipeline(pipeline: Pipeline, scope: Scope): Known {
    let value: Known | undefined;
    for (const command of pipeline.commands) value = this.#command(command, value, scope);
    const result = value ?? unknown;
    for (const name of pipeline.variables) {
      if (pipeline.declares) scope.variables.declare(name, result);
      else scope.variables.assign(name, result);
    }
    return result;
  }

  #command(command: Command, piped: Known | undefined, scope: Scope): Known {
    const [first, ...rest] = command;
    if (!first) return unknown;
    if (first.base.kind !== "function") {
      const value = this.#operand(first, scope);
      // Arguments make it a method call, such as `.Files.Get "x"`.
      for (const argument of rest)
        this.#read(this.#operand(argument, scope), "whole", scope, argument.offset);
      return value;
    }
    const values = rest.map((operand) => this.#operand(operand, scope));
    const result = this.#call(first.base.text, piped ? [...values, piped] : values, scope, first.offset);
    return this.#fields(result, first.fields, scope, first.offset);
  }

  #operand({ base, fields, offset }: Operand, scope: Scope): Known {
    switch (base.kind) {
      case "dot":
        return this.#fields(scope.dot, fields, scope, offset);
      case "variable":
        return this.#fields(scope.variables.get(base.text), fields, scope, offset);
      case "string":
        return { kind: "literal", value: base.text };
      case "constant":
        return /^[0-9]+$/.test(base.text) ? { kind: "literal", value: Number(base.text) } : unknown;
      case "group":
        return this.#fields(this.#pipeline(base.pipeline, scope), fields, scope, offset);
      case "function":
        return this.#fields(this.#call(base.text, [], scope, offset), fields, scope, offset);
      default:
        return unknown;
    }
  }

  #fields(value: Known, fields: readonly string[], scope: Scope, offset: number): Known {
    let current = value;
    for (const name of fields) current = fieldOf(current, name);
    // Naming a value is worth a note even when nothing comes of it.
    if (fields.length > 0) this.#read(current, "named", scope, offset);
    return current;
  }

  #call(name: string, values: readonly Known[], scope: Scope, offset: number): Known {
    return callFunction(name, values, this.#effects(scope, offset));
  }

  /** What a function may do at a place. */
  #effects(scope: Scope, offset: number): Effects {
    return {
      read: (value, how) => this.#read(value, how, scope, offset),
      include: (name, context) => this.#include(name, context, scope, offset),
      includeLike: (beginning, context) => this.#includeLike(beginning, context, scope, offset),
    };
  }

  /** Walks all named templates that can be meant. */
  #includeLike(beginning: string, context: Known, scope: Scope, offset: number): Known {
    const names = [...this.#definitions.keys()].filter((name) => name.startsWith(beginning));
    if (names.length === 0) return consume([context], this.#effects(scope, offset));
    for (const name of names) this.#include(name, context, scope, offset);
    return unknown;
  }

  /** Walks a named template with `context` as its dot. One that the chart lacks may read all that it is given. */
  #include(name: string, context: Known, scope: Scope, offset: number): Known {
    const definition = this.#definitions.get(name);
    if (!definition) return consume([context], this.#effects(scope, offset));
    if (!this.#isUnused) this.#included.add(name);
    const key = `${name} ${this.#isUnused} ${keyOf(context)}`;
    if (this.#walked.has(key)) return unknown;
    this.#walked.add(key);
    const depth = this.#depths.get(name) ?? 0;
    // A template that includes itself goes down a tree whose depth is not known.
    if (depth >= recursionLimit) return consume([context], this.#effects(scope, offset));
    this.#depths.set(name, depth + 1);
    const { file, body } = definition;
    this.#walk(body, { file, dot: context, variables: new Variables().declare("$", context) });
    this.#depths.set(name, depth);
    return unknown;
  }

  #read(value: Known, how: ReadKind, scope: Scope, offset: number): void {
    switch (value.kind) {
      case "values": {
        const read: ValueRead = {
          path: value.path,
          how: this.#isUnused ? "named" : how,
          file: scope.file,
          offset,
        };
        this.#reads.set(JSON.stringify(read), read);
        break;
      }
      case "root":
        if (how === "whole") this.#read({ kind: "values", path: [] }, how, scope, offset);
        break;
      case "list":
        for (const item of value.items) this.#read(item, how, scope, offset);
        break;
      case "map":
        for (const item of value.entries.values()) this.#read(item, how, scope, offset);
        break;
      case "any":
        for (const option of value.options) this.#read(option, how, scope, offset);
        break;
      default:
    }
  }
}
