// Declarations in the syntax tree → data, at the level of a package and inside functions alike.
import type { Expression } from "./expression.ts";
import {
  type ConstantDeclaration,
  type Declaration,
  declare,
  type FunctionDeclaration,
  type Scope,
} from "./go-file.ts";
import { readExpression, readExpressions, resultTypes } from "./read-expression.ts";
import { childrenOf, field, type SyntaxNode } from "./syntax.ts";

/**
 * What a `const`, `var` or `type` declaration declares, in order; other nodes declare nothing. A local one sees the
 * names in `scope` and those before it in its own parentheses.
 */
export function readDeclaration(
  node: SyntaxNode,
  scope?: Scope,
  isLocal: boolean = false,
): readonly Declaration[] {
  switch (node.type) {
    case "const_declaration":
      return readConstants(node, scope, isLocal);
    case "var_declaration":
      return specsOf(node).flatMap((spec) =>
        variables(namesOf(spec), {
          type: field(spec, "type"),
          values: readExpressions(field(spec, "value")),
          scope,
        }),
      );
    case "type_declaration":
      return specsOf(node).flatMap((spec) => readType(spec, scope));
    default:
      return [];
  }
}

/** What names on the left of `=`, `:=` or in a list of parameters are. */
export function variables(
  names: readonly SyntaxNode[],
  given: {
    readonly type?: SyntaxNode | undefined;
    readonly values?: readonly Expression[];
    readonly scope?: Scope | undefined;
  },
): readonly Declaration[] {
  const { type, values = [], scope } = given;
  return names.map((name, index) => {
    const hasOwn = values.length === names.length;
    const value = hasOwn ? values[index] : values[0];
    return {
      kind: "variable",
      name: name.text,
      start: name.startIndex,
      result: hasOwn ? 0 : index,
      ...(type ? { type: readExpression(type) } : {}),
      ...(value ? { value } : {}),
      ...(scope ? { scope } : {}),
    };
  });
}

/** A function or method, by its name and results. */
export function readFunction(node: SyntaxNode): FunctionDeclaration {
  const name = field(node, "name");
  return {
    kind: "function",
    name: name?.text ?? "",
    start: name?.startIndex ?? node.startIndex,
    results: resultTypes(field(node, "result")),
  };
}

/**
 * The constants of a declaration. A specification without values repeats type and values of the one before it with
 * the next iota (https://go.dev/ref/spec#Constant_declarations).
 */
function readConstants(node: SyntaxNode, outer: Scope | undefined, isLocal: boolean): readonly Declaration[] {
  let type: Expression | undefined;
  let values: readonly Expression[] = [];
  let scope = outer;
  return specsOf(node).flatMap((spec, iota) => {
    const own = readExpressions(field(spec, "value"));
    if (own.length > 0) {
      const ownType = field(spec, "type");
      type = ownType && readExpression(ownType);
      values = own;
    }
    const constants = namesOf(spec).map((name, index): ConstantDeclaration => {
      const value = values[index];
      return {
        kind: "constant",
        name: name.text,
        start: name.startIndex,
        iota,
        ...(type ? { type } : {}),
        ...(value ? { value } : {}),
        ...(scope ? { scope } : {}),
      };
    });
    if (isLocal) scope = declare(constants, scope);
    return constants;
  });
}

function readType(spec: SyntaxNode, scope: Scope | undefined): readonly Declaration[] {
  const name = field(spec, "name");
  const type = field(spec, "type");
  if (!name || !type) return [];
  return [
    {
      kind: "type",
      name: name.text,
      start: name.startIndex,
      type: readExpression(type),
      isAlias: spec.type === "type_alias",
      ...(scope ? { scope } : {}),
    },
  ];
}

/** The names that a specification or a parameter declares; the grammar counts the commas among them. */
export function namesOf(node: SyntaxNode): readonly SyntaxNode[] {
  return node.childrenForFieldName("name").filter(({ isNamed }) => isNamed);
}

/** The specifications of a declaration, with or without parentheses. */
function specsOf(node: SyntaxNode): readonly SyntaxNode[] {
  return childrenOf(node).flatMap((child) => (child.type.endsWith("_list") ? childrenOf(child) : [child]));
}
