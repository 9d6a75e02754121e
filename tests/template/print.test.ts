import { describe, expect, test } from "vitest";
import {
  call,
  dot,
  type Expression,
  type Fragment,
  include,
  literal,
  output,
  outputBlock,
  pipe,
  quoted,
  root,
  text,
  value,
} from "../../src/template/expression.ts";
import { escapeText, printExpression, printTemplate } from "../../src/template/print.ts";

interface Printed {
  readonly name: string;
  readonly expression: Expression;
  readonly printed: string;
}

const expressions: readonly Printed[] = [
  { name: "a value", expression: value("a", "b_c"), printed: ".Values.a.b_c" },
  { name: "all values", expression: value(), printed: ".Values" },
  {
    name: "a value whose last key is no identifier",
    expression: value("a", "b-c"),
    printed: 'index .Values.a "b-c"',
  },
  {
    name: "a value whose first key is no identifier",
    expression: value("a.b", "c"),
    printed: '(index .Values "a.b").c',
  },
  {
    name: "a value with two such keys",
    expression: value("1a", "b", "c d"),
    printed: 'index (index .Values "1a").b "c d"',
  },
  { name: "a key with a quote and a brace", expression: value('a"}}b'), printed: 'index .Values "a\\"}}b"' },
  { name: "the dot", expression: dot, printed: "." },
  { name: "the root", expression: root, printed: "$" },
  { name: "a string", expression: literal('a "b"\n\t\\'), printed: '"a \\"b\\"\\n\\t\\\\"' },
  { name: "a number", expression: literal(12), printed: "12" },
  { name: "a boolean", expression: literal(true), printed: "true" },
  { name: "a call", expression: call("default", literal("x"), value("a")), printed: 'default "x" .Values.a' },
  { name: "a call without arguments", expression: call("dict"), printed: "dict" },
  {
    name: "a call inside a call",
    expression: call("default", call("dict"), call("get", dot, literal("a"))),
    printed: 'default dict (get . "a")',
  },
  {
    name: "an indexed value inside a call",
    expression: call("list", value("a-b")),
    printed: 'list (index .Values "a-b")',
  },
  {
    name: "an inner indexed value inside a call",
    expression: call("list", value("a-b", "c")),
    printed: 'list (index .Values "a-b").c',
  },
  {
    name: "a pipe",
    expression: pipe(value("a"), call("default", literal(1)), call("int64")),
    printed: ".Values.a | default 1 | int64",
  },
  {
    name: "a pipe inside a call",
    expression: call("not", pipe(value("a"), call("empty"))),
    printed: "not (.Values.a | empty)",
  },
  { name: "a quoted value", expression: quoted(value("a")), printed: ".Values.a | quote" },
  { name: "a named template", expression: include("a.b", dot), printed: 'include "a.b" .' },
];

test.each(expressions)("an expression is printed: $name", ({ expression, printed }) => {
  expect(printExpression(expression)).toBe(printed);
});

interface PrintedTemplate {
  readonly name: string;
  readonly fragments: readonly Fragment[];
  readonly printed: string;
}

const templates: readonly PrintedTemplate[] = [
  { name: "text as it is", fragments: [text("a: }} b\n")], printed: "a: }} b\n" },
  { name: "two braces", fragments: [text("a: {{ .b }}")], printed: 'a: {{ "{{" }} .b }}' },
  {
    name: "three and four braces",
    fragments: [text("{{{ {{{{")],
    printed: '{{ "{{" }}{ {{ "{{" }}{{ "{{" }}',
  },
  {
    name: "braces with a trim sign or a comment",
    fragments: [text("{{- {{/* */}}")],
    printed: '{{ "{{" }}- {{ "{{" }}/* */}}',
  },
  {
    name: "two braces that meet where two texts do",
    fragments: [text("a{"), text("{b")],
    printed: 'a{{ "{{" }}b',
  },
  { name: "an output", fragments: [text("a: "), output(dot), text("\n")], printed: "a: {{ . }}\n" },
  {
    name: "a brace right before an output",
    fragments: [text("${"), output(dot), text("}")],
    printed: '${{ "{" }}{{ . }}}',
  },
  {
    name: "a brace before an output with an empty text between",
    fragments: [text("{"), text(""), output(dot)],
    printed: '{{ "{" }}{{ . }}',
  },
  {
    name: "three braces before an output",
    fragments: [text("{{{"), output(dot)],
    printed: '{{ "{{" }}{{ "{" }}{{ . }}',
  },
  {
    name: "a brace before a condition",
    fragments: [text("{"), { kind: "end" }],
    printed: '{{ "{" }}{{- end }}',
  },
  {
    name: "a block of lines",
    fragments: [text("a:\n  "), outputBlock(value("b"), 2)],
    printed: "a:\n  {{- .Values.b | nindent 2 }}",
  },
  {
    name: "a block from a pipe",
    fragments: [outputBlock(pipe(dot, call("toYaml")), 4)],
    printed: "{{- . | toYaml | nindent 4 }}",
  },
  {
    name: "conditions",
    fragments: [
      { kind: "if", expression: value("a") },
      text("b"),
      { kind: "else" },
      text("c"),
      { kind: "end" },
    ],
    printed: "{{- if .Values.a }}b{{- else }}c{{- end }}",
  },
  {
    name: "a choice of what the dot is",
    fragments: [{ kind: "with", expression: value("a") }, { kind: "end" }],
    printed: "{{- with .Values.a }}{{- end }}",
  },
];

describe("a template is printed", () => {
  test.each(templates)("$name", ({ fragments, printed }) => {
    expect(printTemplate(fragments)).toBe(printed);
  });

  test("text alone is escaped the same way", () => {
    expect(escapeText("a {{ b {")).toBe('a {{ "{{" }} b {');
  });
});
