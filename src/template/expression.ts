// Helm template expressions as data. They are printed in print.ts and nowhere else.

/** An expression: what stands inside `{{ }}`. */
export type Expression =
  /** `.Values.a.b`; keys that are no identifiers are reached with `index`. */
  | ValueExpression
  /** A built-in object such as `.Release.Namespace`, or `.` and `$`. */
  | { readonly kind: "object"; readonly name: string }
  | { readonly kind: "literal"; readonly value: string | number | boolean }
  | { readonly kind: "call"; readonly name: string; readonly arguments: readonly Expression[] }
  /** The first stage's result handed on as the last argument of the next: `a | b | c`. */
  | { readonly kind: "pipe"; readonly stages: readonly Expression[] };

/** `isFromRoot`: written `$.Values`, where the dot is not the chart's root context. */
interface ValueExpression {
  readonly kind: "value";
  readonly path: readonly string[];
  readonly isFromRoot?: boolean;
}

/** A template action: one `{{ }}`. A `left` trim also eats the blanks and the line break in front. */
export type Action =
  | { readonly kind: "output"; readonly expression: Expression; readonly trimLeft?: boolean }
  | { readonly kind: "if" | "with"; readonly expression: Expression }
  | { readonly kind: "define"; readonly name: string }
  | { readonly kind: "else" }
  | { readonly kind: "end" };

/** A piece of a template: literal text, which is escaped when printed, or an action. */
export type Fragment = { readonly kind: "text"; readonly text: string } | Action;

/** `.Values` at `path`. */
export function value(...path: readonly string[]): ValueExpression {
  return { kind: "value", path };
}

/** `.`: the chart's root context, or what the nearest `with` chose. */
export const dot: Expression = { kind: "object", name: "." };

/** `$`: the chart's root context everywhere in a template file. */
export const root: Expression = { kind: "object", name: "$" };

/** A string, number or boolean written out. */
export function literal(text: string | number | boolean): Expression {
  return { kind: "literal", value: text };
}

/** A function call: `name argument argument`. */
export function call(name: string, ...args: readonly Expression[]): Expression {
  return { kind: "call", name, arguments: args };
}

/** `include "name" context`, where `name` is a template of this chart. */
export function include(name: string, context: Expression): Expression {
  return call("include", literal(name), context);
}

/** `first | then | …`. */
export function pipe(...stages: readonly Expression[]): Expression {
  return { kind: "pipe", stages };
}

/** `expression | quote`: a YAML string whatever the value's type. */
export function quoted(expression: Expression): Expression {
  return pipe(expression, call("quote"));
}

/** Literal text of the template. */
export function text(literalText: string): Fragment {
  return { kind: "text", text: literalText };
}

/** `{{ expression }}`. */
export function output(expression: Expression): Action {
  return { kind: "output", expression };
}

/** `{{- expression | nindent width }}`: a block of YAML on lines of its own. */
export function outputBlock(expression: Expression, width: number): Action {
  const stages = expression.kind === "pipe" ? expression.stages : [expression];
  return { kind: "output", expression: pipe(...stages, call("nindent", literal(width))), trimLeft: true };
}

/** `expression` with what `replace` gives for a value's path in the place of that value; undefined leaves it. */
export function replaceValues(
  expression: Expression,
  replace: (path: readonly string[]) => Expression | undefined,
): Expression {
  switch (expression.kind) {
    case "value":
      return replace(expression.path) ?? expression;
    case "call":
      return {
        ...expression,
        arguments: expression.arguments.map((argument) => replaceValues(argument, replace)),
      };
    case "pipe":
      return { ...expression, stages: expression.stages.map((stage) => replaceValues(stage, replace)) };
    default:
      return expression;
  }
}
