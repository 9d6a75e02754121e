// Declarations in the syntax tree → data, at the level of a package and inside functions alike.
import type { Expression } from "./expression.ts";
import {
  type ConstantDeclaration,
  type Declaration,
  declare,
  type FunctionDeclaration,
  type Scope,
  type TypeParameterDeclaration,
} from "./go-file.ts";
import { readExpression, readExpressions, readFunctionType } from "./read-expression.ts";
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
      return specsOf(node).flatMap((spec) => readVariables(spec, scope));
    case "type_declaration":
      return specsOf(node).flatMap((spec) => readType(spec, scope));
    default:
      return [];
  }
}

/** The variables of one line of a `var` declaration. */
export function readVariables(spec: SyntaxNode, scope: Scope | undefined): readonly Declaration[] {
  return variables(namesOf(spec), {
    type: typeIn(spec),
    values: readExpressions(field(spec, "value")),
    scope,
  });
}

/** What names on the left of `=`, `:=` or in a list of parameters are. */
export function variables(
  names: readonly SyntaxNode[],
  given: {
    readonly type?: Expression | undefined;
    readonly values?: readonly Expression[];
    readonly isRanged?: boolean;
    readonly scope?: Scope | undefined;
  },
): readonly Declaration[] {
  const { type, values = [], isRanged = false, scope } = given;
  return names.map((name, index) => {
    const hasOwn = values.length === names.length && !isRanged;
    const value = hasOwn ? values[index] : values[0];
    return {
      kind: "variable",
      name: name.text,
      start: name.startIndex,
      result: hasOwn ? 0 : index,
      ...(type ? { type } : {}),
      ...(value ? { value } : {}),
      ...(isRanged ? { isRanged } : {}),
      ...(scope ? { scope } : {}),
    };
  });
}

/** A function or method, by its name and type. */
export function readFunction(node: SyntaxNode): FunctionDeclaration {
  const name = field(node, "name");
  return {
    kind: "function",
    name: name?.text ?? "",
    start: name?.startIndex ?? node.startIndex,
    type: readFunctionType(node),
    typeParameters: typeParametersOf(node),
  };
}

/** The type parameters of a function, a type or the type of a method's receiver. */
export function typeParametersOf(node: SyntaxNode): readonly TypeParameterDeclaration[] {
  const receiver = field(node, "receiver");
  if (receiver) {
    const [list] = receiver.descendantsOfType("type_arguments");
    return (list ? childrenOf(list) : []).map((name) => typeParameter(name));
  }
  const list = field(node, "type_parameters");
  return (list ? childrenOf(list) : []).flatMap((declaration) => {
    const constraint = field(declaration, "type");
    return namesOf(declaration).map((name) => typeParameter(name, constraint && readExpression(constraint)));
  });
}

function typeParameter(name: SyntaxNode, constraint?: Expression): TypeParameterDeclaration {
  return {
    kind: "type-parameter",
    name: name.text,
    start: name.startIndex,
    ...(constraint ? { constraint } : {}),
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
      type = typeIn(spec);
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
      typeParameters: typeParametersOf(spec),
      ...(scope ? { scope } : {}),
    },
  ];
}

function typeIn(spec: SyntaxNode): Expression | undefined {
  const type = field(spec, "type");
  return type && readExpression(type);
}

/** The names that a specification or a parameter declares; the grammar counts the commas among them. */
export function namesOf(node: SyntaxNode): readonly SyntaxNode[] {
  return node.childrenForFieldName("name").filter(({ isNamed }) => isNamed);
}

/** The specifications of a declaration, with or without parentheses. */
function specsOf(node: SyntaxNode): readonly SyntaxNode[] {
  return childrenOf(node).flatMap((child) => (child.type.endsWith("_list") ? childrenOf(child) : [child]));
}
