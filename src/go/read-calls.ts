// The calls in the functions of a Go file, each with the names that it sees. Scopes follow
// https://go.dev/ref/spec#Declarations_and_scope: a name is there from its declaration to the end of its block.
import type { Call } from "./expression.ts";
import { type Declaration, declare, type GoFile, type Scope } from "./go-file.ts";
import { namesOf, readDeclaration, variables } from "./read-declarations.ts";
import { readExpression, readExpressions } from "./read-expression.ts";
import { nameOfMethod } from "./read-file.ts";
import { childrenOf, field, type GoParser, type SyntaxNode } from "./syntax.ts";

/** A call and where it stands. */
export interface CallSite {
  readonly call: Call;
  readonly scope?: Scope | undefined;
  /** The function it is in: `Name` or `Type.Name`; of a variable's value at the level of the package, nothing. */
  readonly within?: string;
}

/** Every call in `file`, in the order of their ends: an inner call comes before the one that it is part of. */
export function readCalls(file: GoFile, parser: GoParser): readonly CallSite[] {
  return parser.parse(file.text, (root) => childrenOf(root).flatMap((node) => new CallReader().read(node)));
}

/** Nodes whose declarations end with them. */
const blocks = new Set([
  "block",
  "if_statement",
  "for_statement",
  "expression_switch_statement",
  "type_switch_statement",
  "select_statement",
  "expression_case",
  "default_case",
  "type_case",
  "communication_case",
]);

class CallReader {
  readonly #sites: CallSite[] = [];
  #within: string | undefined;

  /** The calls in a declaration at the level of the package. */
  read(node: SyntaxNode): readonly CallSite[] {
    if (node.type === "function_declaration") this.#within = field(node, "name")?.text;
    if (node.type === "method_declaration") this.#within = nameOfMethod(node);
    if (this.#within === undefined) this.#visitAll(node, undefined);
    else this.#function(node, undefined);
    return this.#sites;
  }

  /** Visits `node` and gives the scope behind it. */
  #visit(node: SyntaxNode, scope: Scope | undefined): Scope | undefined {
    switch (node.type) {
      case "func_literal":
        this.#function(node, scope);
        return scope;
      case "call_expression":
        this.#visitAll(node, scope);
        this.#record(node, scope);
        return scope;
      case "short_var_declaration":
      case "range_clause":
      case "receive_statement":
        return this.#assignment(node, scope);
      case "const_declaration":
      case "var_declaration":
      case "type_declaration":
        this.#visitAll(node, scope);
        return declare(readDeclaration(node, scope, true), scope);
      default: {
        const alias = node.type === "type_switch_statement" ? field(node, "alias") : undefined;
        const start = alias ? declare(hidden(childrenOf(alias)), scope) : scope;
        const inner = this.#visitAll(node, start);
        return blocks.has(node.type) ? scope : inner;
      }
    }
  }

  #visitAll(node: SyntaxNode, scope: Scope | undefined): Scope | undefined {
    return childrenOf(node).reduce<Scope | undefined>((seen, child) => this.#visit(child, seen), scope);
  }

  #function(node: SyntaxNode, outer: Scope | undefined): void {
    let scope = outer;
    for (const part of ["receiver", "parameters", "result"]) {
      const list = field(node, part);
      if (list?.type !== "parameter_list") continue;
      for (const parameter of childrenOf(list)) {
        const type = parameter.type === "parameter_declaration" ? field(parameter, "type") : undefined;
        scope = declare(variables(namesOf(parameter), { type, scope: outer }), scope);
      }
    }
    const body = field(node, "body");
    if (body) this.#visit(body, scope);
  }

  /** `:=`, and the forms of `for` and `select` that declare with it. */
  #assignment(node: SyntaxNode, scope: Scope | undefined): Scope | undefined {
    const right = field(node, "right");
    if (right) this.#visit(right, scope);
    const left = field(node, "left");
    const declares = node.type === "short_var_declaration" || node.children.some(({ type }) => type === ":=");
    if (!left || !declares) return scope;
    const names = childrenOf(left);
    if (node.type !== "short_var_declaration") return declare(hidden(names), scope);
    return declare(variables(names, { values: readExpressions(right), scope }), scope);
  }

  #record(node: SyntaxNode, scope: Scope | undefined): void {
    const call = readExpression(node);
    if (call.kind !== "call") return;
    this.#sites.push({ call, scope, ...(this.#within === undefined ? {} : { within: this.#within }) });
  }
}

/** Names of which no more is known than that they hide others. */
function hidden(names: readonly SyntaxNode[]): readonly Declaration[] {
  return names.map((name) => ({ kind: "other", name: name.text, start: name.startIndex }));
}
