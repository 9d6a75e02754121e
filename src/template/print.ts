// Prints fragments as Go template text. The only place that writes `{{`.
import { invariant } from "../diagnostics/internal-error.ts";
import type { Action, Expression, Fragment } from "./expression.ts";

/**
 * The template text of `fragments`. Literal text renders to itself: each `{{` in it becomes `{{ "{{" }}`
 * (text/template has no other escape), and a `{` right before an action is written as an action too, since
 * `{` and `{{ x }}` together would open a delimiter one character early.
 */
export function printTemplate(fragments: readonly Fragment[]): string {
  let printed = "";
  // Neighbouring texts are one text: `{` and `{` side by side are a delimiter.
  let open = "";
  for (const fragment of fragments) {
    if (fragment.kind === "text") open += fragment.text;
    else {
      printed += escapeText(open, true) + printAction(fragment);
      open = "";
    }
  }
  return printed + escapeText(open);
}

/** `text` so that Helm renders it to itself. `beforeAction`: an action follows at once. */
export function escapeText(text: string, beforeAction = false): string {
  const escaped = text.replaceAll("{{", '{{ "{{" }}');
  return beforeAction && escaped.endsWith("{") ? `${escaped.slice(0, -1)}{{ "{" }}` : escaped;
}

function printAction(action: Action): string {
  switch (action.kind) {
    case "output":
      return `{{${action.trimLeft ? "-" : ""} ${printExpression(action.expression)} }}`;
    case "if":
    case "with":
      return `{{- ${action.kind} ${printExpression(action.expression)} }}`;
    case "define":
      return `{{- define ${printString(action.name)} }}`;
    case "else":
    case "end":
      return `{{- ${action.kind} }}`;
  }
}

/** The expression as it stands between the delimiters. */
export function printExpression(expression: Expression): string {
  switch (expression.kind) {
    case "value":
      return printPath(expression.path, expression.isFromRoot ? "$.Values" : ".Values");
    case "object":
      return expression.name;
    case "literal":
      return typeof expression.value === "string" ? printString(expression.value) : String(expression.value);
    case "call":
      return [expression.name, ...expression.arguments.map(printArgument)].join(" ");
    case "pipe":
      invariant(expression.stages.length > 0, "a pipe without stages");
      return expression.stages.map(printExpression).join(" | ");
  }
}

function printArgument(expression: Expression): string {
  const printed = printExpression(expression);
  const compound =
    (expression.kind === "call" && expression.arguments.length > 0) ||
    (expression.kind === "pipe" && expression.stages.length > 1) ||
    printed.startsWith("index ");
  return compound ? `(${printed})` : printed;
}

function printPath(path: readonly string[], values: string): string {
  let printed = values;
  for (const key of path) {
    if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(key)) printed += `.${key}`;
    else printed = `(index ${printed} ${printString(key)})`;
  }
  return printed.startsWith("(") && printed.endsWith(")") ? printed.slice(1, -1) : printed;
}

/** A Go string literal. JSON's escapes are a subset of Go's but for the surrogates, which are kept as text. */
function printString(value: string): string {
  return JSON.stringify(value);
}
