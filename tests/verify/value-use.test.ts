// Values and readers of a whole chart.
import { describe, expect, test } from "vitest";
import type { Value } from "../../src/transform/value.ts";
import { checkValueUse } from "../../src/verify/value-use.ts";
import { harbour, harbourValues } from "./harbour.ts";

/** The messages for the chart with other files and values. */
function messages(files: Readonly<Record<string, string>>, values: readonly Value[] = harbourValues) {
  const [chart] = harbour({ files, values }).charts;
  if (!chart) throw new Error("no chart");
  return checkValueUse({ chart, files: chart.files, folder: undefined }).map(
    ({ message, source, template }) =>
      `${message} at ${template?.file}:${template?.line}${source ? ` (${source.file}:${source.line})` : ""}`,
  );
}

function entry(path: readonly string[], rest: Partial<Value> = {}): Value {
  return { path, description: "", schema: {}, ...rest };
}

describe("values and their readers", () => {
  test("a chart in which each has the other", () => {
    expect(messages({})).toEqual([]);
  });

  test("an entry that no template reads, with its place in values.yaml and in the source", () => {
    const position = { source: "op.yaml", line: 7, column: 3, text: "" };
    const values = [...harbourValues, entry(["manager", "tolerations"], { position })];
    expect(messages({ "values.yaml": "manager:\n  tolerations: []\n" }, values)).toEqual([
      'no template reads the value "manager.tolerations" at harbour/values.yaml:2 (op.yaml:7)',
    ]);
  });

  test("a map is read when a part of it is, and its parts are read when it is read whole", () => {
    const values = [...harbourValues, entry(["env"]), entry(["image", "tag"]), entry(["image", "digest"])];
    const template = "a: {{ .Values.env.LOG }}\nb: {{ toYaml .Values.image }}\n";
    expect(messages({ "templates/x.yaml": template }, values)).toEqual([]);
  });

  test("whether a map is set says nothing of what is in it", () => {
    const values = [...harbourValues, entry(["image", "tag"])];
    expect(messages({ "templates/x.yaml": "{{ if .Values.image }}a: b{{ end }}\n" }, values)).toEqual([
      'no template reads the value "image.tag" at harbour/values.yaml:1',
    ]);
  });

  test("a reference below a value is allowed where its schema allows it", () => {
    const schema = {
      type: "object",
      properties: { limits: { type: "object" } },
      additionalProperties: false,
    };
    const values = [...harbourValues, entry(["resources"], { schema }), entry(["free"])];
    const template =
      "{{ .Values.resources.limits.cpu }}{{ .Values.free.a.b }}\n\n{{ .Values.resources.limit }}";
    expect(messages({ "templates/x.yaml": template }, values)).toEqual([
      '".Values.resources.limit" is read and is no value of the chart at harbour/templates/x.yaml:3',
    ]);
  });

  test("a misspelt field inside a helper is found through what it is given", () => {
    const helper = '{{ define "image" }}{{ .image.tga }}{{ end }}';
    const values = [...harbourValues, entry(["image", "tag"])];
    const template = '{{ include "image" (dict "image" .Values.image) }}';
    expect(messages({ "templates/_h.tpl": helper, "templates/x.yaml": template }, values)).toEqual([
      'no template reads the value "image.tag" at harbour/values.yaml:1',
      '".Values.image.tga" is read and is no value of the chart at harbour/templates/_h.tpl:1',
    ]);
  });

  test("conditions of dependencies are readers, and a dependency reads what stands under its name", () => {
    const chartFile =
      "apiVersion: v2\nname: harbour\nversion: 1.0.0\ndependencies:\n" +
      "  - {name: tugs, version: 1.0.0, condition: 'tugs.enabled,global.tugs'}\n";
    const values = [...harbourValues, entry(["tugs", "enabled"]), entry(["tugs", "count"])];
    expect(messages({ "Chart.yaml": chartFile }, values)).toEqual([]);
  });

  test("a template that cannot be read is named", () => {
    expect(messages({ "templates/x.yaml": "a: b\nc: {{ .Values" })).toEqual([
      '"templates/x.yaml" cannot be read: an action is not closed at harbour/templates/x.yaml:2',
    ]);
  });
});
