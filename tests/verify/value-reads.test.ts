// Which values templates read, and how: as text/template would run them.
import { describe, expect, test } from "vitest";
import { readValueUses } from "../../src/verify/value-reads.ts";

/** `whole a.b`, `test c`: every read of the templates, without those that only name a value. */
function reads(template: string, helpers = ""): readonly string[] {
  const result = readValueUses(
    new Map([
      ["templates/_helpers.tpl", helpers],
      ["templates/a.yaml", template],
    ]),
  );
  expect(result.faults).toEqual([]);
  const found = result.reads.filter(({ how }) => how !== "named");
  return [...new Set(found.map(({ how, path }) => `${how} ${path.join(".")}`))].sort();
}

function named(template: string): readonly string[] {
  const result = readValueUses(new Map([["templates/a.yaml", template]]));
  return [...new Set(result.reads.map(({ path }) => path.join(".")))].sort();
}

const helpers = `{{- define "n.image" -}}
{{ .image.registry }}/{{ (.global).imageRegistry }}
{{- end -}}
{{- define "n.env" -}}
{{- $env := index . 0 -}}
{{ get $env (index . 1) }}
{{- end -}}
{{- define "n.rest" -}}
{{- range rest . }}{{ . }}{{ end -}}
{{- end -}}
{{- define "n.tree" -}}
{{- range $key := keys . }}{{ include "n.tree" (index $ $key) }}{{ end -}}
{{- end -}}
{{- define "n.down" -}}
{{ .leaf }}{{ include "n.down" .next }}
{{- end -}}
`;

describe("a value is read", () => {
  test.each<{ name: string; template: string; expected: readonly string[] }>([
    { name: "no action", template: "a: { b: } # .Values.x", expected: [] },
    { name: "a field", template: "{{ .Values.a.b }}", expected: ["whole a.b"] },
    { name: "trim markers and line breaks", template: "{{-\n  .Values.a\n-}}", expected: ["whole a"] },
    { name: "a comment", template: "{{/* .Values.a }} */}}{{- /* {{ .Values.b */ -}}", expected: [] },
    { name: "a string that looks like an action", template: '{{ "{{ .Values.a }}" }}', expected: [] },
    { name: "a raw string", template: "{{ `}} .Values.a` }}{{ .Values.b }}", expected: ["whole b"] },
    { name: "a character", template: "{{ printf \"%c\" '}' }}{{ .Values.b }}", expected: ["whole b"] },
    { name: "the root", template: "{{ with 1 }}{{ $.Values.a }}{{ end }}", expected: ["whole a"] },
    {
      name: "index with keys that are no identifiers",
      template: '{{ index .Values.a "b-c" }}{{ (index .Values "x").y }}',
      expected: ["whole a.b-c", "whole x.y"],
    },
    {
      name: "index with a key that is not known",
      template: "{{ index .Values.a .Chart.Name }}",
      expected: ["whole a"],
    },
    {
      name: "a variable",
      template: "{{- $x := .Values.a }}{{ $x.b }}",
      expected: ["whole a.b"],
    },
    {
      name: "a variable that nothing uses",
      template: "{{- $x := .Values.a }}",
      expected: [],
    },
    {
      name: "a variable that is set again in a block",
      template: "{{- $x := .Values.a }}{{ if .Values.c }}{{ $x = .Values.b }}{{ end }}{{ $x.d }}",
      expected: ["test c", "whole a.d", "whole b.d"],
    },
    {
      name: "a variable of a block that hides another",
      template: "{{- $x := .Values.a }}{{ if true }}{{ $x := .Values.b }}{{ end }}{{ $x }}",
      expected: ["whole a"],
    },
    { name: "with", template: "{{ with .Values.a }}{{ .b }}{{ end }}", expected: ["test a", "whole a.b"] },
    {
      name: "else if, and the dot outside of with",
      template:
        "{{ with .Values.a }}{{ else if .Values.b }}{{ .Values.c }}{{ else }}{{ .Values.d }}{{ end }}",
      expected: ["test a", "test b", "whole c", "whole d"],
    },
    {
      name: "range over a value",
      template: "{{ range $k, $v := .Values.a }}{{ $v.b }}{{ $.Values.c }}{{ end }}",
      expected: ["whole a", "whole c"],
    },
    {
      name: "a condition reads no more than whether it is set",
      template: '{{ if and .Values.a (not .Values.b) (hasKey .Values.c "d") }}x{{ end }}',
      expected: ["test a", "test b", "test c.d"],
    },
    {
      name: "default and pipes",
      template: '{{ .Values.a | default .Values.b | quote }}{{ required "x" .Values.c }}',
      expected: ["test a", "test b", "whole a", "whole b", "whole c"],
    },
    {
      name: "ternary and dig",
      template: '{{ ternary .Values.a "b" .Values.c }}{{ dig "d" "e" "" .Values.f }}',
      expected: ["test c", "whole a", "whole f.d.e"],
    },
    { name: "a map as a whole", template: "{{ toYaml .Values.a | nindent 2 }}", expected: ["whole a"] },
    { name: "all values", template: "{{ toYaml .Values }}", expected: ["whole "] },
    {
      name: "a dict that is handed to a named template",
      template: '{{ include "n.image" (dict "image" .Values.a "global" .Values.global "x" .Values.unused) }}',
      expected: ["whole a.registry", "whole global.imageRegistry"],
    },
    {
      name: "a list that is handed to a named template",
      template: '{{ include "n.env" (list .Values.a.env "X") }}',
      expected: ["whole a.env.X"],
    },
    {
      name: "a list of which not everything is known",
      template: '{{ include "n.rest" (list .Values.a "X") }}',
      expected: ["whole a"],
    },
    {
      name: "a named template that includes itself",
      template: '{{ include "n.tree" .Values.a }}{{ template "n.down" .Values.b }}',
      expected: expect.arrayContaining(["whole a", "whole b.leaf", "whole b.next.leaf"]),
    },
    {
      name: "a named template that the chart lacks",
      template: '{{ include "library.labels" .Values.a }}',
      expected: ["whole a"],
    },
    {
      name: "a template in a value",
      template: "{{ tpl (toYaml .Values.a) . }}{{ tpl .Values.b $ }}",
      expected: ["whole a", "whole b"],
    },
    {
      name: "a value that is put into a map",
      template: '{{ $m := dict }}{{ $_ := set $m "k" .Values.a }}',
      expected: ["whole a"],
    },
    {
      name: "a method call",
      template: '{{ .Files.Get .Values.a }}{{ .Capabilities.APIVersions.Has "v1" }}',
      expected: ["whole a"],
    },
    {
      name: "numbers, assignments and parentheses",
      template: "{{ $n := add (int64 .Values.a) 1 -2.5e3 }}{{ $n }}",
      expected: ["whole a"],
    },
    { name: "a block", template: '{{ block "n.own" .Values.a }}{{ .b }}{{ end }}', expected: ["whole a.b"] },
  ])("$name", ({ template, expected }) => {
    expect(reads(template, helpers)).toEqual(expected);
  });
});

test("a named template that nothing includes reads nothing, and names its values all the same", () => {
  const template = '{{ define "n.unused" }}{{ .Values.a.b }}{{ end }}';
  expect(reads(template)).toEqual([]);
  expect(named(template)).toEqual(["a.b"]);
});

test("the offset of a read is that of the value", () => {
  const { reads: found } = readValueUses(new Map([["templates/a.yaml", "a:\n  b: {{ quote .Values.a }}\n"]]));
  expect(found.find(({ how }) => how === "named")?.offset).toBe(17);
});

describe("a template that Helm refuses is a fault", () => {
  test.each([
    {
      name: "an action that is not closed",
      template: "a {{ .Values.a",
      message: "an action is not closed",
      offset: 4,
    },
    {
      name: "a comment that is not closed",
      template: "{{/* a }}",
      message: "a comment is not closed",
      offset: 2,
    },
    {
      name: "a string that is not closed",
      template: '{{ "a }}',
      message: "a string is not closed",
      offset: 3,
    },
    {
      name: "a block without an end",
      template: "a{{ if .b }}",
      message: "a block is not closed by an end",
      offset: 1,
    },
    { name: "an end without a block", template: "a{{ end }}", message: '"end" closes nothing', offset: 1 },
    { name: "a parenthesis", template: "{{ (quote .a }}", message: "a parenthesis is not closed", offset: 3 },
    { name: "a stray character", template: "{{ .a ? }}", message: 'unexpected "?" in an action', offset: 6 },
  ])("$name", ({ template, message, offset }) => {
    const { faults } = readValueUses(new Map([["templates/a.yaml", template]]));
    expect(faults).toEqual([{ file: "templates/a.yaml", message, offset }]);
  });
});
