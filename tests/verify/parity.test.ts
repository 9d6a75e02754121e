// Parity on renderings written by hand: what Helm rarely prints, and what a chart set can hold wrongly.
import { describe, expect, test } from "vitest";
import type { Chart, ChartObject } from "../../src/emit/chart.ts";
import { type KubernetesObject, referenceOf } from "../../src/kubernetes/object.ts";
import type { Manifest } from "../../src/parse/manifest.ts";
import { checkParity } from "../../src/verify/parity.ts";
import { RenderedReader } from "../../src/verify/rendered.ts";
import { parseDocument } from "../../src/yaml/document.ts";

function manifest(text: string): Manifest {
  const result = parseDocument(text);
  if (!result.ok) throw new Error(result.fault.message);
  const object = result.document.data as KubernetesObject;
  const position = { source: "op.yaml", line: 1, column: 1, text: "" };
  const reference = referenceOf(object);
  return {
    source: "op.yaml",
    firstLine: 1,
    document: result.document,
    object,
    reference,
    position,
  };
}

function chart(name: string, objects: readonly Pick<ChartObject, "manifest" | "differences">[]): Chart {
  const templatePath = "templates/a.yaml";
  const files = new Map([[templatePath, objects[0]?.manifest.document.text ?? ""]]);
  const full = objects.map((object) => ({ ...object, templatePath, origins: [0], edits: [] }));
  return {
    plan: { name, role: "all" } as Chart["plan"],
    files,
    objects: full,
    added: [],
    carriers: [],
    values: [],
  };
}

interface Setup {
  readonly charts: readonly Chart[];
  /** By chart name: what Helm printed. */
  readonly rendered: Readonly<Record<string, string>>;
  readonly manifests?: readonly Manifest[];
}

/** `status: Kind name: message`, one for each finding, and `- message` for those of no object. */
function parity({ charts, rendered, manifests }: Setup): readonly string[] {
  const all = manifests ?? charts.flatMap(({ objects }) => objects.map((object) => object.manifest));
  const reader = new RenderedReader();
  const outputs = Object.entries(rendered).map(([name, text]) => [name, reader.read(text)] as const);
  const { objects, findings } = checkParity({
    plans: [{ leftOut: [], operator: { manifests: all } }],
    charts: charts.map((one) => ({ chart: one, files: one.files, folder: undefined })),
    added: [],
    renderings: [{ label: "Helm", namespace: "docks", values: new Map(), charts: new Map(outputs) }],
  });
  return [
    ...objects.flatMap(({ status, reference, findings: own }) =>
      own.map(({ message }) => `${status}: ${reference.kind} ${reference.name}: ${message}`),
    ),
    ...findings.map(({ message }) => `- ${message}`),
  ];
}

const text = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  size: 1\n";
const printed = (body: string, name = "harbour") => `---\n# Source: ${name}/templates/a.yaml\n${body}`;
const simple = (body: string, differences: ChartObject["differences"] = []): Setup => ({
  charts: [chart("harbour", [{ manifest: manifest(text), differences }])],
  rendered: { harbour: printed(body) },
});

describe("an object", () => {
  test("is equal although its rendering looks different", () => {
    const body =
      '# a comment\r\n{apiVersion: v1, kind: "ConfigMap", data: {"size": 0x1}, metadata: {name: a}}\r\n';
    expect(parity(simple(body))).toEqual([]);
  });

  test("without a namespace is the one in the release's", () => {
    const body = text.replace("name: a", "name: a\n  namespace: docks");
    expect(parity(simple(body))).toEqual(['differs: ConfigMap a: "metadata.namespace" ("docks") is added']);
  });

  test("that differs as listed, but in another value", () => {
    const difference = { path: ["data", "size"], source: 1, rendered: 2, reason: "twice as large" };
    expect(parity(simple(text.replace("size: 1", "size: 2"), [difference]))).toEqual([]);
    expect(parity(simple(text.replace("size: 1", "size: 3"), [difference]))).toEqual([
      'differs: ConfigMap a: "data.size" is 3 instead of 2, and not what is listed (twice as large)',
    ]);
  });

  test("with a listed difference that does not fit the source", () => {
    const difference = { path: ["data", "size"], source: 7, rendered: 2, reason: "twice as large" };
    expect(parity(simple(text, [difference]))).toEqual([
      'differs: ConfigMap a: the listed difference at "data.size" (twice as large) does not fit the source',
    ]);
  });

  test("whose name comes from a listed difference", () => {
    const job = manifest(text.replace("name: a", "generateName: a-"));
    const reason = "a release cannot hold an object without a name";
    const differences = [
      { path: ["metadata", "generateName"], source: "a-", reason },
      { path: ["metadata", "name"], rendered: "a", reason },
    ];
    expect(parity({ ...simple(text), charts: [chart("harbour", [{ manifest: job, differences }])] })).toEqual(
      [],
    );
  });

  test("with a large integer that lost digits", () => {
    const large = (digits: string) => text.replace("size: 1", `size: ${digits}`);
    const charts = [chart("harbour", [{ manifest: manifest(large("9007199254740993")), differences: [] }])];
    const render = (body: string) => parity({ charts, rendered: { harbour: printed(body) } });
    expect(render(large("9007199254740993"))).toEqual([]);
    expect(render(large("9007199254740992"))).toEqual([
      'differs: ConfigMap a: "data.size" is "9007199254740992" instead of "9007199254740993"',
    ]);
  });

  // Real kubectl prints the two alike, or not.
  test.each([
    ["1e3", "1000", true],
    ["0x10", "16", true],
    ["1e16", "10000000000000000", true],
    ["1e20", "1e+20", true],
    ["1_000_000_000_000_000_000_000", "1e+21", true],
    ["9223372036854775808", "9223372036854776000", true],
    ["0x8000000000000000", "9.223372036854775808e+18", true],
    ["-9223372036854775809", "-9.223372036854776e+18", true],
    ["010000000000000000000001", "1e+22", true],
    ["12345678901234567.0", "12345678901234568", true],
    ["0x20000000000001", "9007199254740993", true],
    ["9223372036854775807", "9223372036854775808", false],
    ["-9223372036854775808", "-9223372036854776000", false],
    ["1234567890123456789.0", "1234567890123456800", true],
    ["1234567890123456789.0", "1234567890123456768", false],
    ["9007199254740993", "9007199254740993.0", false],
    ["0x20000000000001", "9007199254740992", false],
  ])("with the number %s, which is rendered as %s", (source, rendered, isEqual) => {
    const sized = (size: string) => text.replace("size: 1", `size: ${size}`);
    const charts = [chart("harbour", [{ manifest: manifest(sized(source)), differences: [] }])];
    expect(parity({ charts, rendered: { harbour: printed(sized(rendered)) } })).toHaveLength(isEqual ? 0 : 1);
  });

  test("with a key that is rendered twice", () => {
    expect(parity(simple(`${text}  size: 1\n`))).toEqual([
      expect.stringMatching(/^differs: ConfigMap a: .* stands twice in one mapping of the rendering$/),
    ]);
  });

  test("that stands in two charts", () => {
    const one = manifest(text);
    const charts = ["harbour", "docks"].map((name) => chart(name, [{ manifest: one, differences: [] }]));
    expect(parity({ charts, rendered: { harbour: printed(text), docks: printed(text, "docks") } })).toEqual([
      'differs: ConfigMap a: is rendered 2 times, by "harbour/templates/a.yaml", "docks/templates/a.yaml"',
      'differs: ConfigMap a: stands in two templates: "harbour/templates/a.yaml" and "docks/templates/a.yaml"',
      'differs: ConfigMap a: is rendered 2 times, by "harbour/templates/a.yaml", "docks/templates/a.yaml"',
    ]);
  });

  test("that another chart renders", () => {
    const charts = [simple("").charts[0], chart("docks", [])].filter((one) => one !== undefined);
    expect(parity({ charts, rendered: { harbour: "", docks: printed(text, "docks") } })).toEqual([
      'differs: ConfigMap a: is rendered by the chart "docks" instead of "harbour"',
    ]);
  });

  test("that is in no chart and not left out", () => {
    const forgotten = manifest(text.replace("name: a", "name: b"));
    const setup = simple(text);
    expect(parity({ ...setup, manifests: [manifest(text), forgotten] })).toEqual([
      "missing: ConfigMap b: is in no chart, and not listed as left out",
    ]);
  });
});

describe("a document that is no object", () => {
  test.each([
    {
      name: "a text",
      body: "just text\n",
      expected: '- "templates/a.yaml" renders a document that is no Kubernetes object',
    },
    {
      name: "no YAML",
      body: "a: 'b\n",
      expected: '- "templates/a.yaml" renders what is no YAML: a single quoted string is not closed',
    },
  ])("$name is found", ({ body, expected }) => {
    expect(parity({ charts: [chart("harbour", [])], rendered: { harbour: printed(body) } })).toEqual([
      expected,
    ]);
  });

  test("nothing but comments is no document", () => {
    expect(
      parity({ charts: [chart("harbour", [])], rendered: { harbour: printed("# nothing\n\n") } }),
    ).toEqual([]);
  });
});
