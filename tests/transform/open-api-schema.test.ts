import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { valuesSchema } from "../../src/emit/values-schema.ts";
import type { Json, JsonObject } from "../../src/kubernetes/object.ts";
import { goPatternFault } from "../../src/transform/go-pattern.ts";
import { acceptsNull, orNull } from "../../src/transform/nullable-schema.ts";
import { customResourceSchema } from "../../src/transform/open-api-schema.ts";
import type { JsonSchema, Value } from "../../src/transform/value.ts";
import { writeTree } from "../support/golden.ts";
import { describeWithEachHelm, type Helm } from "../support/helm.ts";
import { seedOfRun } from "../support/seed.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const chartFile = (name: string) => `apiVersion: v2\nname: ${name}\nversion: "1.0.0"\n`;

/** The values `v0`, `v1` … as trees, each with its own schema. */
function trees(schemas: readonly JsonSchema[]): readonly Value[] {
  return schemas.map((schema, index) => ({ path: [`v${index}`], description: "", schema, role: "tree" }));
}

/** What Helm says against each of `values`, "" where it says nothing; all of them in one run. */
async function complaints(
  helm: Helm,
  pairs: readonly { readonly schema: JsonSchema; readonly value: Json }[],
): Promise<readonly string[]> {
  const folder = temporaryFolder();
  const chart = new Map([
    ["chart/Chart.yaml", chartFile("chart")],
    ["chart/values.schema.json", valuesSchema(trees(pairs.map((pair) => pair.schema)))],
    [
      "values.json",
      JSON.stringify(Object.fromEntries(pairs.map((pair, index) => [`v${index}`, pair.value]))),
    ],
  ]);
  writeTree(folder, chart);
  const result = await helm.template([join(folder, "chart"), "-f", join(folder, "values.json")]);
  const lines = result.stderr.split("\n").filter((line) => /^ *- /.test(line));
  if (result.status !== 0 && lines.length === 0) throw new Error(result.stderr);
  return pairs.map((_, index) => {
    const path = new RegExp(`^ *- (?:at '/)?v${index}\\b`);
    return lines.filter((line) => path.test(line)).join("\n");
  });
}

interface Conversion {
  readonly name: string;
  readonly openApi: JsonObject;
  readonly schema: JsonSchema;
}

const conversions: readonly Conversion[] = [
  {
    name: "a type also takes null, the description stays, the format goes",
    openApi: { type: "string", format: "duration", description: " How long. \n" },
    schema: { description: "How long.", type: ["string", "null"] },
  },
  {
    name: "an enum takes null and names nothing twice",
    openApi: { type: "string", enum: ["gas", "wood", "gas"] },
    schema: { type: ["string", "null"], enum: ["gas", "wood", null] },
  },
  {
    name: "the string null in an enum is not null itself",
    openApi: { type: "string", enum: ["null"] },
    schema: { type: ["string", "null"], enum: ["null", null] },
  },
  {
    name: "a boolean exclusive bound becomes a number",
    openApi: { type: "number", minimum: 0, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false },
    schema: { type: ["number", "null"], exclusiveMinimum: 0, maximum: 9 },
  },
  {
    name: "bounds that a float cannot hold are left out",
    openApi: { type: "integer", minimum: -(2 ** 63), maximum: 2 ** 63 },
    schema: { type: ["integer", "null"] },
  },
  {
    name: "lengths and counts stay; those that no schema may have go",
    openApi: {
      type: "array",
      minItems: 1,
      maxItems: -1,
      multipleOf: 0,
      items: { type: "string", maxLength: 3 },
    },
    schema: { type: ["array", "null"], minItems: 1, items: { type: ["string", "null"], maxLength: 3 } },
  },
  {
    name: "a required key with a default is not required, and the default stays",
    openApi: {
      type: "object",
      required: ["fuel", "heat", "heat"],
      properties: { fuel: { type: "string", default: "gas" }, heat: { type: "integer" } },
    },
    schema: {
      type: ["object", "null"],
      properties: { fuel: { type: ["string", "null"], default: "gas" }, heat: { type: ["integer", "null"] } },
      additionalProperties: false,
      required: ["heat"],
    },
  },
  {
    name: "an int-or-string loses the anyOf that says the same",
    openApi: {
      "x-kubernetes-int-or-string": true,
      anyOf: [{ type: "integer" }, { type: "string" }],
      pattern: "^1",
    },
    schema: { type: ["integer", "string", "null"], pattern: "^1" },
  },
  {
    name: "an anyOf that only lists types is a list of types",
    openApi: { anyOf: [{ type: "string" }, { type: "number" }], pattern: "^1" },
    schema: { type: ["string", "number", "null"], pattern: "^1" },
  },
  {
    name: "an int-or-string keeps what else its allOf says",
    openApi: {
      "x-kubernetes-int-or-string": true,
      allOf: [{ anyOf: [{ type: "integer" }, { type: "string" }] }, { pattern: "^1" }],
    },
    schema: { type: ["integer", "string", "null"], allOf: [{ pattern: "^1" }] },
  },
  {
    name: "an object without fields takes no key, since the server would drop it",
    openApi: { type: "object" },
    schema: { type: ["object", "null"], additionalProperties: false },
  },
  {
    name: "preserve-unknown-fields keeps an object open",
    openApi: {
      type: "object",
      "x-kubernetes-preserve-unknown-fields": true,
      properties: { known: { type: "boolean" } },
    },
    schema: { type: ["object", "null"], properties: { known: { type: ["boolean", "null"] } } },
  },
  {
    name: "preserve-unknown-fields without a type takes anything",
    openApi: { "x-kubernetes-preserve-unknown-fields": true },
    schema: {},
  },
  {
    name: "an embedded resource is open",
    openApi: { type: "object", "x-kubernetes-embedded-resource": true },
    schema: { type: ["object", "null"] },
  },
  {
    name: "a map of strings names the type of its entries",
    openApi: { type: "object", additionalProperties: { type: "string" } },
    schema: { type: ["object", "null"], additionalProperties: { type: ["string", "null"] } },
  },
  {
    name: "additionalProperties: true takes any key",
    openApi: { type: "object", additionalProperties: true },
    schema: { type: ["object", "null"] },
  },
  {
    name: "CEL rules and list types have no counterpart",
    openApi: {
      type: "array",
      "x-kubernetes-list-type": "map",
      "x-kubernetes-validations": [{ rule: "self.size() < 3" }],
      items: { type: "integer", format: "int32" },
    },
    schema: { type: ["array", "null"], items: { type: ["integer", "null"] } },
  },
  {
    name: "a branch of a junctor counts a null as absent and takes other keys",
    openApi: {
      type: "object",
      properties: { http: { type: "string" }, pvc: { type: "string" } },
      anyOf: [{ required: ["http"] }, { properties: { pvc: { enum: ["a"] } } }],
    },
    schema: {
      type: ["object", "null"],
      properties: { http: { type: ["string", "null"] }, pvc: { type: ["string", "null"] } },
      additionalProperties: false,
      anyOf: [
        { properties: { http: { not: { type: "null" } } }, required: ["http"] },
        { properties: { pvc: { enum: ["a", null] } } },
      ],
    },
  },
];

describe("customResourceSchema", () => {
  test.each(conversions)("$name", ({ openApi, schema }) => {
    expect(customResourceSchema(openApi)).toEqual({ schema, omissions: [] });
  });

  test("a pattern that Go refuses is left out, with place and reason", () => {
    const openApi = {
      type: "object",
      properties: { hosts: { type: "array", items: { type: "string", pattern: "^(?!x)" } } },
    };
    expect(customResourceSchema(openApi).omissions).toEqual([
      {
        path: ["hosts", "*"],
        keyword: "pattern",
        reason: "Go cannot compile it: invalid or unsupported Perl syntax",
      },
    ]);
    expect(JSON.stringify(customResourceSchema(openApi).schema)).not.toContain("pattern");
  });

  test("depth is bounded by the parser, and what it lets through is converted", () => {
    let openApi: JsonObject = { type: "string" };
    for (let level = 0; level < 500; level += 1) openApi = { type: "object", properties: { a: openApi } };
    expect(valuesSchema(trees([customResourceSchema(openApi).schema]))).toContain('"a"');
  });
});

interface Judgement {
  readonly name: string;
  readonly openApi: JsonObject;
  readonly accepted: readonly Json[];
  readonly refused: readonly Json[];
}

const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: "object",
  properties,
  ...more,
});
const string: JsonObject = { type: "string" };

const judgements: readonly Judgement[] = [
  {
    name: "scalars",
    openApi: object({
      text: { type: "string", minLength: 2, pattern: "^[a-z]+$" },
      count: { type: "integer", minimum: 0, maximum: 10, exclusiveMaximum: true },
      ratio: { type: "number", multipleOf: 0.5 },
      on: { type: "boolean" },
      level: { type: "string", enum: ["low", "high"] },
    }),
    accepted: [
      {},
      { text: "ab", count: 9, ratio: 1.5, on: false, level: "low" },
      { text: null, count: null, ratio: null, on: null, level: null },
      { count: 0, ratio: 2 },
    ],
    refused: [
      { text: "a" },
      { text: "AB" },
      { text: 5 },
      { count: 10 },
      { count: -1 },
      { count: "5" },
      { ratio: 0.3 },
    ].concat([{ on: "true" } as never, { level: "mid" } as never, { levle: "low" } as never]),
  },
  {
    name: "int64 bounds do not refuse what fits",
    openApi: object({ big: { type: "integer", format: "int64", minimum: -(2 ** 63), maximum: 2 ** 63 - 1 } }),
    accepted: [{ big: 9007199254740991 }, { big: 2 ** 62 }, { big: -(2 ** 63) }],
    refused: [{ big: 1.5 }],
  },
  {
    name: "int-or-string with a pattern",
    openApi: object({
      size: {
        "x-kubernetes-int-or-string": true,
        anyOf: [{ type: "integer" }, { type: "string" }],
        pattern: "^([0-9]+)(Gi)?$",
      },
    }),
    accepted: [{ size: 5 }, { size: "5Gi" }, { size: null }],
    refused: [{ size: 1.5 }, { size: true }, { size: "5GB" }, { size: {} }],
  },
  {
    name: "unknown keys inside lists and maps",
    openApi: object({
      list: { type: "array", items: object({ a: string }) },
      map: { type: "object", additionalProperties: object({ a: string }) },
      open: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
      resource: { type: "object", "x-kubernetes-embedded-resource": true },
      labels: { type: "object", additionalProperties: string },
    }),
    accepted: [
      { list: [{ a: "x" }, {}], map: { any: { a: "x" } }, open: { b: [1] }, resource: { kind: "X" } },
      { labels: { "a.b/c": "d" } },
    ],
    refused: [{ list: [{ b: 1 }] }, { map: { any: { b: 1 } } }, { labels: { a: 1 } }, { labels: ["a"] }],
  },
  {
    name: "required keys of nested objects",
    openApi: object({
      tls: object(
        { secret: string, mode: { type: "string", default: "auto" } },
        { required: ["secret", "mode"] },
      ),
    }),
    accepted: [{}, { tls: null }, { tls: { secret: "s" } }],
    refused: [{ tls: {} }, { tls: { mode: "auto" } }],
  },
  {
    name: "one of two keys, where a null is no key",
    openApi: object({
      source: object(
        { http: string, pvc: string },
        { oneOf: [{ required: ["http"] }, { required: ["pvc"] }] },
      ),
    }),
    accepted: [{ source: { http: "a" } }, { source: { http: null, pvc: "b" } }, { source: null }],
    refused: [{ source: {} }, { source: { http: "a", pvc: "b" } }, { source: { http: null } }],
  },
  {
    name: "a key that forbids another, where a null is no key",
    openApi: object({ a: string, b: string }, { not: { required: ["a", "b"] } }),
    accepted: [{ a: "1" }, { a: "1", b: null }, {}],
    refused: [{ a: "1", b: "2" }],
  },
  {
    name: "junctors over a scalar's own content",
    openApi: object({
      port: { "x-kubernetes-int-or-string": true, allOf: [{ pattern: "^[a-z]+$" }, { maximum: 99 }] },
      name: { type: "string", not: { enum: ["kube-system"] }, oneOf: [{ pattern: "^a" }, { pattern: "z$" }] },
    }),
    accepted: [{ port: "http" }, { port: 80 }, { port: null, name: null }, { name: "ab" }],
    refused: [{ port: 100 }, { port: "80" }, { name: "az" }, { name: "kube-system" }],
  },
  {
    name: "a choice that depends on another key's content",
    openApi: object(
      { kind: { type: "string" }, size: { type: "integer" } },
      { anyOf: [{ properties: { kind: { enum: ["small"] } } }, { required: ["size"] }] },
    ),
    accepted: [{ kind: "small" }, { kind: "large", size: 1 }, { kind: null }, {}],
    refused: [{ kind: "large" }, { kind: "large", size: null }],
  },
  {
    name: "numbers of properties, where a null is none",
    openApi: object({
      one: { type: "object", additionalProperties: string, minProperties: 1, maxProperties: 1 },
    }),
    accepted: [{ one: { a: "x" } }, { one: { a: null, b: "x" } }, { one: null }],
    refused: [{ one: {} }, { one: { a: "x", b: "y" } }],
  },
];

describeWithEachHelm("a CR's schema", (helm) => {
  test.each(judgements)("judges $name as the API server will", async ({ openApi, accepted, refused }) => {
    const { schema } = customResourceSchema(openApi);
    const cases = [...accepted, ...refused].map((value) => ({ schema, value }));
    const verdicts = (await complaints(helm, cases)).map((complaint, index) => ({
      value: cases[index]?.value,
      isRefused: complaint !== "",
    }));
    expect(verdicts).toEqual(
      cases.map(({ value }, index) => ({ value, isRefused: index >= accepted.length })),
    );
  });

  test("names the path of a wrong type, a wrong choice and an unknown key", async () => {
    const { schema } = customResourceSchema(
      object({
        fuel: { type: "string", enum: ["gas"] },
        list: { type: "array", items: object({ heat: string }) },
      }),
    );
    const [wrongChoice, wrongType, unknownKey] = await complaints(helm, [
      { schema, value: { fuel: "coal" } },
      { schema, value: { list: [{ heat: 5 }] } },
      { schema, value: { list: [{ haet: "5" }] } },
    ]);
    expect(wrongChoice).toMatch(/v0[./]fuel/);
    expect(wrongType).toMatch(/v1[./]list[./]0[./]heat/);
    expect(unknownKey).toMatch(/v2[./]list[./]0\b.*haet/);
  });

  test("accepts an empty CR whatever the schema, made null-tolerant", async () => {
    const schemas: readonly JsonSchema[] = [
      { type: "string" },
      { enum: ["a"] },
      { const: "a" },
      { oneOf: [{ type: "string" }, { type: "integer" }] },
      { type: "string", not: { pattern: "x" } },
      { allOf: [{ type: "string" }] },
      { if: { type: "string" }, else: false },
    ];
    expect(schemas.some(acceptsNull)).toBe(false);
    expect(
      await complaints(
        helm,
        schemas.map((schema) => ({ schema: orNull(schema), value: null })),
      ),
    ).toEqual(schemas.map(() => ""));
  });
});

/** The patterns of `patterns` that Helm can compile, each in a subchart of its own. */
async function compiledByHelm(helm: Helm, patterns: readonly string[]): Promise<readonly boolean[]> {
  const folder = temporaryFolder();
  const files = patterns.flatMap((pattern, index): [string, string][] => [
    [`charts/p${index}/Chart.yaml`, chartFile(`p${index}`)],
    [
      `charts/p${index}/values.schema.json`,
      JSON.stringify({ $schema: draft, properties: { a: { pattern } } }),
    ],
  ]);
  writeTree(folder, new Map([["Chart.yaml", chartFile("chart")], ...files]));
  const { stderr } = await helm.template([folder]);
  // Behind a schema that does not compile Helm forgets the line break.
  const refused = new Set(Array.from(stderr.matchAll(/(p[0-9]+):$/gm), (match) => match[1]));
  return patterns.map((_, index) => !refused.has(`p${index}`));
}

const draft = "http://json-schema.org/draft-07/schema#";

const patterns = [
  "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$",
  "^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$",
  "^[^{}]*(\\{\\{[^{}]*\\}\\}[^{}]*)*$",
  "(?i)^(?:a|b)$",
  "(?P<year>[0-9]{4})",
  "(?P<a>x)(?P<a>y)",
  "(?!x)",
  "(?<=x)",
  "(?>x)",
  "(a)\\1",
  "\\0",
  "\\07",
  "\\12",
  "\\u0041",
  "\\x41\\x{10FFFF}",
  "\\x{110000}",
  "\\pL\\p{Greek}\\P{^Lu}",
  "\\p{Letters}",
  "\\p{Script=Greek}",
  "[[:alpha:]_\\-\\/]",
  "[[:nothing:]]",
  "[]a]",
  "[]",
  "[z-a]",
  "[a-\\d]",
  "[\\d-z]",
  "[\\b]",
  "a{1000}",
  "a{1001}",
  "(a{100}){20}",
  "a{2,1}",
  "a{,3}",
  "a**",
  "a*?+",
  "a++",
  "+a",
  "(*a)",
  "a|*",
  "(a",
  "a)",
  "[a",
  "a\\",
  "\\A\\z\\b\\B",
  "\\Z",
  "\\G",
  "\\C",
  "\\Q*[\\E+",
  "\\_\\-\\@\\:",
  "\\é",
  "é+",
];

const patternPart = fc.constantFrom(
  ...[
    "a",
    "b",
    "é",
    "\\d",
    "\\b",
    "(",
    ")",
    "(?:",
    "(?i)",
    "(?s-i:",
    "(?=",
    "(?P<n>",
    "[",
    "[^",
    "]",
    "-",
    "*",
    "+",
  ],
  ...[
    "?",
    "??",
    "{2}",
    "{2,1}",
    "{600}",
    "{3,}",
    "{",
    "}",
    ",",
    "|",
    "^",
    "$",
    ".",
    "\\1",
    "\\07",
    "\\8",
    "\\Z",
  ],
  ...[
    "\\pL",
    "\\p{Greek}",
    "\\p{Foo}",
    "\\x41",
    "\\x{110000}",
    "[:alpha:]",
    "\\Q",
    "\\E",
    "\\-",
    "\\_",
    "\\",
  ],
);

describeWithEachHelm("goPatternFault", (helm) => {
  test("agrees with Helm on patterns as people write them", async () => {
    const compiled = await compiledByHelm(helm, patterns);
    expect(
      patterns.filter((pattern, index) => (goPatternFault(pattern) === undefined) !== compiled[index]),
    ).toEqual([]);
    expect(compiled.filter((isCompiled) => isCompiled)).not.toEqual([]);
  });

  test("agrees with Helm on random patterns", async () => {
    const seed = seedOfRun();
    const pattern = fc.array(patternPart, { minLength: 1, maxLength: 7 }).map((parts) => parts.join(""));
    const random = fc.sample(pattern, { seed, numRuns: 300 });
    const compiled = await compiledByHelm(helm, random);
    expect(
      random.filter((one, index) => (goPatternFault(one) === undefined) !== compiled[index]),
      `seed ${seed}`,
    ).toEqual([]);
  });
});
