// Nodes of the syntax tree → expressions.
import type { Composite, Expression, FunctionType, Literal } from "./expression.ts";
import { childrenOf, field, type SyntaxNode } from "./syntax.ts";

type Reader = (node: SyntaxNode) => Expression;

/** The expression, or type, that `node` is. */
export function readExpression(node: SyntaxNode): Expression {
  return readers[node.type]?.(node) ?? other(node);
}

/** The expressions of a list, such as both sides of a declaration. */
export function readExpressions(list: SyntaxNode | undefined): readonly Expression[] {
  return list === undefined ? [] : childrenOf(list).map(readExpression);
}

/** A function's type, from what has fields `parameters` and `result`. */
export function readFunctionType(node: SyntaxNode): FunctionType {
  const parameters = field(node, "parameters");
  const last = parameters && childrenOf(parameters).at(-1);
  return {
    kind: "function-type",
    parameters: typesIn(parameters),
    isVariadic: last?.type === "variadic_parameter_declaration",
    results: typesIn(field(node, "result")),
    ...rangeOf(node),
  };
}

/** The types in a list of parameters or results, each as often as it has names. */
function typesIn(list: SyntaxNode | undefined): readonly Expression[] {
  if (list === undefined) return [];
  if (list.type !== "parameter_list") return [readExpression(list)];
  return childrenOf(list).flatMap((parameter) => {
    const type = parameterType(parameter) ?? other(parameter);
    return Array<Expression>(Math.max(1, namesIn(parameter).length)).fill(type);
  });
}

/** The type of what a parameter declares: of `...T` it is a list. */
export function parameterType(parameter: SyntaxNode): Expression | undefined {
  const type = field(parameter, "type");
  if (!type) return undefined;
  const element = readExpression(type);
  return parameter.type === "variadic_parameter_declaration"
    ? { kind: "list-type", element, ...rangeOf(type) }
    : element;
}

const literal =
  (type: Literal["type"]): Reader =>
  (node) => ({ kind: "literal", type, text: node.text, ...rangeOf(node) });

const name: Reader = (node) => ({ kind: "name", name: node.text, ...rangeOf(node) });

const selector =
  (operand: string, member: string): Reader =>
  (node) => ({
    kind: "selector",
    operand: readField(node, operand),
    name: field(node, member)?.text ?? "",
    ...rangeOf(node),
  });

const readers: Readonly<Record<string, Reader>> = {
  int_literal: literal("number"),
  float_literal: literal("number"),
  imaginary_literal: literal("number"),
  rune_literal: literal("rune"),
  interpreted_string_literal: literal("string"),
  raw_string_literal: literal("raw-string"),
  identifier: name,
  type_identifier: name,
  package_identifier: name,
  field_identifier: name,
  true: name,
  false: name,
  nil: name,
  iota: name,
  selector_expression: selector("operand", "field"),
  qualified_type: selector("package", "name"),
  parenthesized_expression: onlyChild,
  parenthesized_type: onlyChild,
  literal_element: onlyChild,
  type_elem: onlyChild,
  type_constraint: onlyChild,
  // A type parameter that may be any type made of T has what T has.
  negated_type: onlyChild,
  generic_type: (node) => index(node, "type", argumentsOf(node)),
  type_instantiation_expression: (node) => index(node, "type", childrenOf(node).slice(1)),
  index_expression: (node) => index(node, "operand", node.childrenForFieldName("index")),
  slice_expression: (node) => ({ kind: "slice", operand: readField(node, "operand"), ...rangeOf(node) }),
  type_assertion_expression: (node) => ({
    kind: "assertion",
    operand: readField(node, "operand"),
    type: readField(node, "type"),
    ...rangeOf(node),
  }),
  func_literal: (node) => ({ kind: "function-literal", type: readFunctionType(node), ...rangeOf(node) }),
  unary_expression: (node) => ({
    kind: "unary",
    operator: field(node, "operator")?.text ?? "",
    operand: readField(node, "operand"),
    ...rangeOf(node),
  }),
  variadic_argument: (node) => ({
    kind: "unary",
    operator: "...",
    operand: onlyChild(node),
    ...rangeOf(node),
  }),
  pointer_type: (node) => ({ kind: "unary", operator: "*", operand: onlyChild(node), ...rangeOf(node) }),
  binary_expression: (node) => ({
    kind: "binary",
    operator: field(node, "operator")?.text ?? "",
    left: readField(node, "left"),
    right: readField(node, "right"),
    ...rangeOf(node),
  }),
  call_expression: (node) => ({
    kind: "call",
    function: field(node, "type_arguments")
      ? index(node, "function", argumentsOf(node))
      : readField(node, "function"),
    arguments: readExpressions(field(node, "arguments")),
    ...rangeOf(node),
  }),
  type_conversion_expression: (node) => ({
    kind: "call",
    function: readField(node, "type"),
    arguments: [readField(node, "operand")],
    ...rangeOf(node),
  }),
  composite_literal: readComposite,
  slice_type: (node) => ({ kind: "list-type", element: readField(node, "element"), ...rangeOf(node) }),
  array_type: (node) => ({
    kind: "list-type",
    element: readField(node, "element"),
    length: readField(node, "length"),
    ...rangeOf(node),
  }),
  implicit_length_array_type: (node) => ({
    kind: "list-type",
    element: readField(node, "element"),
    length: "counted",
    ...rangeOf(node),
  }),
  channel_type: (node) => ({ kind: "channel-type", element: readField(node, "value"), ...rangeOf(node) }),
  map_type: (node) => ({
    kind: "map-type",
    key: readField(node, "key"),
    value: readField(node, "value"),
    ...rangeOf(node),
  }),
  struct_type: readStruct,
  interface_type: readInterface,
  function_type: readFunctionType,
};

function readField(node: SyntaxNode, fieldName: string): Expression {
  const child = field(node, fieldName);
  return child ? readExpression(child) : other(node);
}

function onlyChild(node: SyntaxNode): Expression {
  const [child, ...more] = childrenOf(node);
  return child && more.length === 0 ? readExpression(child) : other(node);
}

function index(node: SyntaxNode, operand: string, indices: readonly SyntaxNode[]): Expression {
  return {
    kind: "index",
    operand: readField(node, operand),
    indices: indices.map(readExpression),
    ...rangeOf(node),
  };
}

function argumentsOf(node: SyntaxNode): readonly SyntaxNode[] {
  const list = field(node, "type_arguments");
  return list ? childrenOf(list) : [];
}

function readComposite(node: SyntaxNode): Composite {
  const body = field(node, "body");
  const elements = (body ? childrenOf(body) : []).map((element) => {
    const [first, second] = element.type === "keyed_element" ? childrenOf(element) : [element];
    if (first && second) return { key: readExpression(first), value: readExpression(second) };
    return { value: first ? readExpression(first) : other(element) };
  });
  return { kind: "composite", type: readField(node, "type"), elements, ...rangeOf(node) };
}

function readStruct(node: SyntaxNode): Expression {
  const fields = new Map<string, { readonly type: Expression; readonly isEmbedded: boolean }>();
  for (const list of childrenOf(node)) {
    for (const declaration of childrenOf(list)) {
      const type = readField(declaration, "type");
      const names = namesIn(declaration);
      const isEmbedded = names.length === 0;
      for (const name of isEmbedded ? [typeName(type)] : names) fields.set(name, { type, isEmbedded });
    }
  }
  return { kind: "struct-type", fields, ...rangeOf(node) };
}

function readInterface(node: SyntaxNode): Expression {
  const parts = childrenOf(node);
  const methods = parts.filter(({ type }) => type === "method_elem");
  return {
    kind: "interface-type",
    methods: new Map(methods.map((method) => [field(method, "name")?.text ?? "", readFunctionType(method)])),
    elements: parts.filter(({ type }) => type === "type_elem").map(readExpression),
    ...rangeOf(node),
  };
}

function namesIn(node: SyntaxNode): readonly string[] {
  return node.childrenForFieldName("name").flatMap(({ isNamed, text }) => (isNamed ? [text] : []));
}

function typeName(type: Expression): string {
  if (type.kind === "unary" || type.kind === "index") return typeName(type.operand);
  return type.kind === "name" || type.kind === "selector" ? type.name : "";
}

function other(node: SyntaxNode): Expression {
  return { kind: "other", what: node.type.replaceAll("_", " "), ...rangeOf(node) };
}

function rangeOf(node: SyntaxNode): { readonly start: number; readonly end: number } {
  return { start: node.startIndex, end: node.endIndex };
}
