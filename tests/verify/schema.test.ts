// The probes of values.schema.json, and what is made of Helm's verdicts; real Helm judges in verify.test.ts.
import { describe, expect, test } from "vitest";
import type { Json } from "../../src/kubernetes/object.ts";
import type { Value } from "../../src/transform/value.ts";
import { checkSchema, type Judge } from "../../src/verify/schema.ts";
import { batchProbes, schemaProbes, valuesWith } from "../../src/verify/schema-probes.ts";
import { harbour } from "./harbour.ts";

function value(path: readonly string[], schema: Value["schema"], rest: Partial<Value> = {}): Value {
  return { path, schema, description: "", ...rest };
}

/** `a.b=[] (string)`; the names of unknown keys are left out. */
function probes(values: readonly Value[], definitions: unknown = {}): readonly string[] {
  return schemaProbes(values, definitions).map(({ kind, path, wrong, expected }) =>
    kind === "unknown-key"
      ? `unknown key in ${path.slice(0, -1).join(".") || "the root"}`
      : `${path.join(".")}=${JSON.stringify(wrong)} (${expected})`,
  );
}

describe("what a schema must refuse", () => {
  test.each<{ name: string; values: readonly Value[]; expected: readonly string[] }>([
    {
      name: "a value in a map of values",
      values: [value(["a", "b"], { type: "integer" })],
      expected: [
        "unknown key in the root",
        'a="chartwright" (object)',
        "unknown key in a",
        'a.b="chartwright" (integer)',
      ],
    },
    {
      name: "what a section only describes",
      values: [value(["a"], { type: "object" }, { role: "section" })],
      expected: [],
    },
    {
      name: "what a parent chart shares",
      values: [value(["global", "x"], { type: ["string", "null"] })],
      expected: ["unknown key in the root", 'global="chartwright" (object)', "global.x=[] (string or null)"],
    },
    {
      name: "nothing of a value that may be anything",
      values: [value(["a"], {}), value(["b"], { description: "free" })],
      expected: ["unknown key in the root"],
    },
    {
      name: "number, enum, int-or-string",
      values: [
        value(["n"], { type: "number" }),
        value(["e"], { enum: ["a", "b", null] }),
        value(["i"], { anyOf: [{ type: "integer" }, { type: "string" }] }),
      ],
      expected: [
        "unknown key in the root",
        'n="chartwright" (number)',
        "e=[] (string or null)",
        'e="chartwright" (one of ["a","b",null])',
        "i=[] (string or integer)",
      ],
    },
    {
      name: "a range, a pattern, and nothing where a sample would be right",
      values: [
        value(["r"], { type: "integer", minimum: 1, maximum: 9 }),
        value(["p"], { type: "string", pattern: "^[a-z]+$" }),
        value(["q"], { type: "string", pattern: "." }),
        value(["g"], { type: "string", pattern: "(?i)a" }),
        value(["l"], { type: "integer", maximum: 2 ** 63 }),
      ],
      expected: [
        "unknown key in the root",
        'r="chartwright" (integer)',
        "r=0 (at least 1)",
        "r=10 (at most 9)",
        "p=[] (string)",
        'p="chart/wright?!" (what matches ^[a-z]+$)',
        "q=[] (string)",
        "g=[] (string)",
        'l="chartwright" (integer)',
      ],
    },
    {
      name: "maps, lists and closed maps in a schema",
      values: [
        value(["t"], {
          type: "object",
          additionalProperties: false,
          properties: {
            labels: { type: "object", additionalProperties: { type: "string" } },
            list: { type: "array", items: { type: "object", properties: { key: { type: "string" } } } },
          },
        }),
      ],
      expected: [
        "unknown key in the root",
        't="chartwright" (object)',
        't.labels="chartwright" (object)',
        "t.labels.chartwright=[] (string)",
        't.list="chartwright" (array)',
        't.list.0="chartwright" (object)',
        "t.list.0.key=[] (string)",
        "unknown key in t",
      ],
    },
    {
      name: "a branch beside null",
      values: [
        value(["t"], {
          anyOf: [{ type: "object", properties: { a: { type: "boolean" } } }, { type: "null" }],
        }),
      ],
      expected: [
        "unknown key in the root",
        't="chartwright" (object or null)',
        't.a="chartwright" (boolean)',
      ],
    },
  ])("$name", ({ values, expected }) => {
    expect(probes(values)).toEqual(expected);
  });

  test("a reference leads on, and ends where it comes back", () => {
    const node = { type: "object", properties: { name: { type: "string" }, next: { $ref: "#/$defs/node" } } };
    expect(probes([value(["a"], { $ref: "#/$defs/node" })], { $defs: { node } })).toEqual([
      "unknown key in the root",
      'a="chartwright" (object)',
      "a.name=[] (string)",
    ]);
  });
});

test("within a batch no path leads through another", () => {
  const tree = {
    type: "object",
    properties: { b: { type: "object", properties: { c: { type: "string" } } } },
  };
  const batches = batchProbes(schemaProbes([value(["a"], tree), value(["d"], { type: "string" })], {}));
  expect(batches.map((batch) => batch.map(({ path }) => path.join(".")).sort())).toEqual([
    ["a.b.c", expect.stringMatching(/^chartwrightUnknown/), "d"],
    ["a.b"],
    ["a"],
  ]);
  expect(
    valuesWith([
      [["a", "b", 0, "c"], 1],
      [["a", "d"], []],
    ]),
  ).toEqual({ a: { b: [{ c: 1 }], d: [] } });
});

describe("Helm's verdicts", () => {
  /** Refuses what `refuses` says, in the words of `name`; counts its runs. */
  function judge(refuses: (values: Json) => readonly string[]): { judge: Judge; runs: () => number } {
    let count = 0;
    return {
      runs: () => count,
      judge: async (values) => {
        count += 1;
        const names = refuses(values);
        return { accepted: names.length === 0, message: `Error: refused\nchart:\n${names.join("\n")}\n` };
      },
    };
  }

  async function check(refuses: (values: Json) => readonly string[]) {
    const [chart] = harbour().charts;
    if (!chart) throw new Error("no chart");
    const helm = judge(refuses);
    const result = await checkSchema({ chart, files: chart.files, folder: undefined }, helm.judge);
    return {
      findings: result.findings.map(({ severity, message }) => `${severity}: ${message}`),
      runs: helm.runs(),
      ...(result.refusesOwnValues ? { refusesOwnValues: true } : {}),
    };
  }

  /** Every wrong place in a file of values, as Helm names it: the older way, or the newer. */
  function refuseAll(format: (path: readonly string[]) => string) {
    const walk = (found: Json, path: readonly string[]): readonly string[] => {
      if (typeof found !== "object" || found === null || Array.isArray(found)) return [format(path)];
      return Object.entries(found).flatMap(([key, item]) =>
        key === "global" || key === "enabled" ? [] : walk(item, [...path, key]),
      );
    };
    return (values: Json) => walk(values, []);
  }

  test.each([
    { name: "Helm 3.17", format: (path: readonly string[]) => `- ${path.join(".")}: Invalid type.` },
    { name: "later Helms", format: (path: readonly string[]) => `  - at '/${path.join("/")}': got string` },
  ])("a schema that refuses everything passes in few runs: $name", async ({ format }) => {
    // Own values, global and enabled, one for each of the two levels, and one for the second probe of one value.
    expect(await check(refuseAll(format))).toEqual({ findings: [], runs: 5 });
  });

  test("what is accepted among much that is refused is found", async () => {
    const all = refuseAll((path) => `- at '/${path.join("/")}': got string`);
    const { findings } = await check((values) => all(values).filter((line) => !line.includes("logLevel")));
    expect(findings).toEqual(['error: the schema accepts a wrong type for "manager.logLevel"']);
  });

  test("what is refused and not named is a warning", async () => {
    const all = refuseAll((path) => `- at '/${path.join("/")}': got string`);
    const { findings } = await check((values) =>
      all(values).map((line) => line.replace("logLevel", "level")),
    );
    expect(findings).toEqual([`warning: "manager.logLevel" is refused, but Helm's message does not name it`]);
  });

  test("a schema that refuses the chart's own values is not tried further", async () => {
    expect(await check(() => ["- at '/a': missing"])).toEqual({
      findings: [],
      runs: 1,
      refusesOwnValues: true,
    });
  });

  test("a chart without a schema is a finding", async () => {
    const [chart] = harbour().charts;
    if (!chart) throw new Error("no chart");
    const files = new Map([...chart.files].filter(([path]) => path !== "values.schema.json"));
    const { findings } = await checkSchema({ chart, files, folder: undefined }, judge(() => []).judge);
    expect(findings.map(({ message }) => message)).toEqual(["the chart has no values.schema.json"]);
  });

  test("a schema that is no JSON is a finding, since Helm 3.17 says nothing", async () => {
    const [chart] = harbour().charts;
    if (!chart) throw new Error("no chart");
    const files = new Map([...chart.files, ["values.schema.json", "{"]]);
    const { findings } = await checkSchema({ chart, files, folder: undefined }, judge(() => []).judge);
    expect(findings.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^values\.schema\.json is no JSON: /),
    ]);
  });
});
