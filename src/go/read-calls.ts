// The calls in the functions of a Go file, each with the names that it sees. Scopes follow
// https://go.dev/ref/spec#Declarations_and_scope: a name is there from its declaration to the end of its block.
import type { Call, Expression } from "./expression.ts";
import { declare, type GoFile, type Scope } from "./go-file.ts";
import { namesOf, readDeclaration, readVariables, typeParametersOf, variables } from "./read-declarations.ts";
import { parameterType, readExpression, readExpressions } from "./read-expression.ts";
import { nameOfMethod } from "./read-file.ts";
import { childrenOf, field, type GoParser, type SyntaxNode } from "./syntax.ts";

interface Site {
  readonly scope?: Scope | undefined;
  /** The function it is in: `Name` or `Type.Name`; of a variable's value at the level of the package, nothing. */
  readonly within?: string;
}

/** A call and where it stands. */
export interface CallSite extends Site {
  readonly kind: "call";
  readonly call: Call;
}

/** `operand.name` that is neither called nor the value of a variable: a method or function may be handed on with it. */
export interface ValueSite extends Site {
  readonly kind: "value";
  readonly value: Expression;
}

/** Every call in `file` and what may hand on one, in the order of their ends: an inner call comes before its outer one. */
export function readCalls(file: GoFile, parser: GoParser): readonly (CallSite | ValueSite)[] {
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
  readonly #sites: (CallSite | ValueSite)[] = [];
  #within: string | undefined;

  /** The calls in a declaration at the level of the package. */
  read(node: SyntaxNode): readonly (CallSite | ValueSite)[] {
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
        this.#call(node, scope);
        return scope;
      case "selector_expression":
        this.#visitAll(node, scope);
        this.#sites.push({ kind: "value", value: readExpression(node), ...this.#siteIn(scope) });
        return scope;
      case "short_var_declaration":
      case "range_clause":
      case "receive_statement":
        return this.#assignment(node, scope);
      case "var_spec":
        this.#values(field(node, "value"), namesOf(node).length, scope);
        return declare(readVariables(node, scope), scope);
      case "const_declaration":
      case "type_declaration":
        this.#visitAll(node, scope);
        return declare(readDeclaration(node, scope, true), scope);
      case "type_switch_statement":
        this.#typeSwitch(node, scope);
        return scope;
      default: {
        const inner = this.#visitAll(node, scope);
        return blocks.has(node.type) ? scope : inner;
      }
    }
  }

  #visitAll(node: SyntaxNode, scope: Scope | undefined): Scope | undefined {
    return childrenOf(node).reduce<Scope | undefined>((seen, child) => this.#visit(child, seen), scope);
  }

  #function(node: SyntaxNode, outer: Scope | undefined): void {
    const types = declare(typeParametersOf(node), outer);
    let scope = types;
    for (const part of ["receiver", "parameters", "result"]) {
      const list = field(node, part);
      if (list?.type !== "parameter_list") continue;
      for (const parameter of childrenOf(list)) {
        const given = { type: parameterType(parameter), scope: types };
        scope = declare(variables(namesOf(parameter), given), scope);
      }
    }
    const body = field(node, "body");
    if (body) this.#visit(body, scope);
  }

  /** `:=`, and the forms of `for` and `select` that declare with it. */
  #assignment(node: SyntaxNode, scope: Scope | undefined): Scope | undefined {
    const right = field(node, "right");
    const left = field(node, "left");
    const declares = node.type === "short_var_declaration" || node.children.some(({ type }) => type === ":=");
    const names = left ? childrenOf(left) : [];
    if (declares && node.type === "short_var_declaration") this.#values(right, names.length, scope);
    else if (right) this.#visit(right, scope);
    if (!declares || !right) return scope;
    const values = node.type === "short_var_declaration" ? readExpressions(right) : [readExpression(right)];
    return declare(variables(names, { values, isRanged: node.type === "range_clause", scope }), scope);
  }

  /** The values of variables: a method among them is known under the variable's name. */
  #values(list: SyntaxNode | undefined, count: number, scope: Scope | undefined): void {
    const values = list ? childrenOf(list) : [];
    for (const value of values) {
      if (value.type === "selector_expression" && values.length === count) this.#visitAll(value, scope);
      else this.#visit(value, scope);
    }
  }

  /** In each case of `switch x := y.(type)` the name is a variable of the case's type, if it has one alone. */
  #typeSwitch(node: SyntaxNode, outer: Scope | undefined): void {
    const alias = field(node, "alias");
    const [name] = alias ? childrenOf(alias) : [];
    const value = field(node, "value");
    const initializer = field(node, "initializer");
    const scope = initializer ? this.#visit(initializer, outer) : outer;
    if (value) this.#visit(value, scope);
    for (const clause of childrenOf(node)) {
      if (clause.type !== "type_case" && clause.type !== "default_case") continue;
      const types = clause.childrenForFieldName("type").filter(({ isNamed }) => isNamed);
      const [type] = types.length === 1 && types[0]?.text !== "nil" ? types.map(readExpression) : [];
      const given = type ? { type, scope } : { values: value ? [readExpression(value)] : [], scope };
      this.#visitAll(clause, name ? declare(variables([name], given), scope) : scope);
    }
  }

  #call(node: SyntaxNode, scope: Scope | undefined): void {
    const callee = field(node, "function");
    for (const child of childrenOf(node)) {
      const isCallee = child.startIndex === callee?.startIndex && child.endIndex === callee.endIndex;
      const target = isCallee ? withoutParentheses(child) : child;
      if (isCallee && target.type === "selector_expression") this.#visitAll(target, scope);
      else this.#visit(child, scope);
    }
    const call = readExpression(node);
    if (call.kind === "call") this.#sites.push({ kind: "call", call, ...this.#siteIn(scope) });
  }

  #siteIn(scope: Scope | undefined): Site {
    return { scope, ...(this.#within === undefined ? {} : { within: this.#within }) };
  }
}

function withoutParentheses(node: SyntaxNode): SyntaxNode {
  const [inner] = node.type === "parenthesized_expression" ? childrenOf(node) : [];
  return inner ? withoutParentheses(inner) : node;
}
