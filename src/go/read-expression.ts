// Nodes of the syntax tree → expressions.
import type { Composite, Expression, Literal } from "./expression.ts";
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

/** The types in a list of parameters or results, each as often as it has names. */
function readParameters(list: SyntaxNode | undefined): readonly Parameter[] {
  if (list === undefined) return [];
  if (list.type !== "parameter_list") return [{ names: [], type: readExpression(list) }];
  return childrenOf(list).map((parameter) => {
    const type = field(parameter, "type");
    return {
      names: namesIn(parameter),
      type: type ? readExpression(type) : other(parameter),
    };
  });
}

/** Parameters that share a type. */
interface Parameter {
  readonly names: readonly string[];
  readonly type: Expression;
}

/** The types that a function results in, one for each value. */
export function resultTypes(list: SyntaxNode | undefined): readonly Expression[] {
  return readParameters(list).flatMap(({ names, type }) => Array(Math.max(1, names.length)).fill(type));
}

const literal =
  (type: Literal["type"]): Reader =>
  (node) => ({ kind: "literal", type, text: node.text, ...rangeOf(node) });

const name: Reader = (node) => ({ kind: "name", name: node.text, ...rangeOf(node) });

/** What stands in the field is all that there is to read. */
const inside =
  (fieldName: string): Reader =>
  (node) =>
    readField(node, fieldName);

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
  generic_type: inside("type"),
  unary_expression: (node) => ({
    kind: "unary",
    operator: field(node, "operator")?.text ?? "",
    operand: readField(node, "operand"),
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
    function: readField(node, "function"),
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
  array_type: (node) => ({ kind: "list-type", element: readField(node, "element"), ...rangeOf(node) }),
  map_type: (node) => ({
    kind: "map-type",
    key: readField(node, "key"),
    value: readField(node, "value"),
    ...rangeOf(node),
  }),
  struct_type: readStruct,
  function_type: (node) => ({
    kind: "function-type",
    results: resultTypes(field(node, "result")),
    ...rangeOf(node),
  }),
};

function readField(node: SyntaxNode, fieldName: string): Expression {
  const child = field(node, fieldName);
  return child ? readExpression(child) : other(node);
}

function onlyChild(node: SyntaxNode): Expression {
  const [child] = childrenOf(node);
  return child ? readExpression(child) : other(node);
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
  const fields = new Map<string, Expression>();
  for (const list of childrenOf(node)) {
    for (const declaration of childrenOf(list)) {
      const type = readField(declaration, "type");
      const names = namesIn(declaration);
      for (const fieldName of names.length === 0 ? [typeName(type)] : names) fields.set(fieldName, type);
    }
  }
  return { kind: "struct-type", fields, ...rangeOf(node) };
}

function namesIn(node: SyntaxNode): readonly string[] {
  return node.childrenForFieldName("name").flatMap(({ isNamed, text }) => (isNamed ? [text] : []));
}

function typeName(type: Expression): string {
  if (type.kind === "unary") return typeName(type.operand);
  return type.kind === "name" || type.kind === "selector" ? type.name : "";
}

function other(node: SyntaxNode): Expression {
  return { kind: "other", what: node.type.replaceAll("_", " "), ...rangeOf(node) };
}

function rangeOf(node: SyntaxNode): { readonly start: number; readonly end: number } {
  return { start: node.startIndex, end: node.endIndex };
}
