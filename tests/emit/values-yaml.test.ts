import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { valuesYaml } from "../../src/emit/values-yaml.ts";
import type { Json, JsonObject } from "../../src/kubernetes/object.ts";
import type { Value } from "../../src/transform/value.ts";
import { parseDocument } from "../../src/yaml/document.ts";
import { splitStream } from "../../src/yaml/stream.ts";
import { writeTree } from "../support/golden.ts";
import { describeWithEachHelm, type Helm } from "../support/helm.ts";
import { seedOfRun } from "../support/seed.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** The file's lines without the margin of the test's own text. */
function lines(text: string): string {
  return text.replace(/^ {6}/gm, "").replace(/^\n/, "").replace(/ +$/, "");
}

interface Layout {
  readonly name: string;
  readonly values: readonly Value[];
  readonly header?: string;
  readonly text: string;
}

const layouts: readonly Layout[] = [
  {
    name: "nothing to set",
    values: [],
    header: "Default values.",
    text: `
      # Default values.
    `,
  },
  {
    name: "what a key means once, where it means the same further down, and again where it does not",
    values: ["plover", "ruff"].flatMap((name): readonly Value[] => [
      { path: [name], role: "section", description: `The Deployment ${name}.`, schema: {} },
      { path: [name, "replicas"], default: 2, description: "Number of Pods.", schema: {} },
      { path: [name, "args"], default: ["--on"], description: "Arguments.", schema: {} },
      { path: [name, "account"], default: "", description: `Empty for "${name}".`, schema: {} },
      { path: [name, "tag"], default: "1".repeat(60), description: "Tag of the image.", schema: {} },
    ]),
    text: `
      # The Deployment plover.
      plover:
        replicas: 2  # Number of Pods.

        # Arguments.
        args:
          - --on

        account: ""  # Empty for "plover".

        # Tag of the image.
        tag: "111111111111111111111111111111111111111111111111111111111111"

      # The Deployment ruff.
      ruff:
        replicas: 2

        args:
          - --on
        account: ""  # Empty for "ruff".
        tag: "111111111111111111111111111111111111111111111111111111111111"
    `,
  },
  {
    name: "short settings with a remark behind, tall ones with a comment above, empty ones on one line",
    header: "Default values of plover.\n\nSee README.md.",
    values: [
      { path: ["commonLabels"], default: {}, description: "Labels for every object.", schema: {} },
      { path: ["extra"], default: [], description: "More objects. Rendered as they are.", schema: {} },
      { path: ["plover"], role: "section", description: "The Deployment plover.", schema: {} },
      { path: ["plover", "replicas"], default: 2, description: "Number of Pods.", schema: {} },
      { path: ["plover", "tag"], default: "1.10", description: "Tag of the image.", schema: {} },
      { path: ["plover", "digest"], default: "", description: "Digest of the image.", schema: {} },
      { path: ["plover", "args"], default: ["--on"], description: "Arguments.", schema: {} },
      { path: ["plover", "podLabels"], default: {}, description: "Labels for the Pods.", schema: {} },
      { path: ["plover", "priorityClassName"], example: "high", description: "Their priority.", schema: {} },
    ],
    text: `
      # Default values of plover.
      #
      # See README.md.

      commonLabels: {}  # Labels for every object.
      extra: []         # More objects.

      # The Deployment plover.
      plover:
        replicas: 2  # Number of Pods.
        tag: "1.10"  # Tag of the image.
        digest: ""   # Digest of the image.

        # Arguments.
        args:
          - --on

        podLabels: {}              # Labels for the Pods.
        # priorityClassName: high  # Their priority.
    `,
  },
  {
    name: "an empty string whose description says more keeps all of it",
    values: [{ path: ["a"], default: "", description: "One. Two.", schema: {} }],
    text: `
      # One. Two.
      a: ""
    `,
  },
  {
    name: "an example of several lines, and one made from the type",
    values: [
      { path: ["probe"], example: { httpGet: { path: "/healthz" } }, description: "A probe.", schema: {} },
      { path: ["count"], description: "A number.", schema: { type: ["integer", "null"] } },
    ],
    text: `
      # A probe.
      # probe:
      #   httpGet:
      #     path: /healthz

      # count: 0  # A number.
    `,
  },
  {
    name: "maps that nobody describes, and one in which nothing is set",
    values: [
      { path: ["webhooks", "a.b", "failurePolicy"], example: "Fail", description: "", schema: {} },
      { path: ["on", "y"], default: "off", description: "", schema: {} },
    ],
    text: `
      webhooks:
        a.b: {}
          # failurePolicy: Fail

      "on":
        "y": "off"
    `,
  },
  {
    name: "a CR: what is set with the CRD's first words, then one level of what else can be set",
    values: [
      {
        path: ["kiln"],
        role: "tree",
        description: "The spec.",
        default: { fuel: "wood", door: { open: "50%" } },
        schema: {
          properties: {
            door: { type: "object", description: "How far the door\nis open. Ask first.\n\nMore." },
            fuel: { type: "string" },
            glaze: { type: ["object", "null"], description: "Glaze by part {{ .rim }}\nDefaults to none" },
            heat: { type: "integer", default: 900 },
            list: { type: "array" },
            mode: { enum: [null, "slow", "fast"] },
            size: { type: ["integer", "string", "null"], description: "word ".repeat(20) },
          },
        },
      },
    ],
    text: `
      # The spec.
      kiln:
        fuel: wood

        # How far the door is open.
        door:
          open: 50%

        # What else can be set:
        # glaze: {}   # Glaze by part {{ .rim }}
        # heat: 900
        # list: []
        # mode: slow
        # size: ""    # ${"word ".repeat(11)}word…
    `,
  },
  {
    name: "a CR whose spec is the root itself",
    values: [
      {
        path: [],
        role: "tree",
        description: "",
        default: { heat: 1 },
        schema: { properties: { fuel: { type: "string" } } },
      },
      { path: ["global", "imageRegistry"], default: "", description: "A registry.", schema: {} },
    ],
    text: `
      heat: 1

      # What else can be set:
      # fuel: ""

      global:
        imageRegistry: ""  # A registry.
    `,
  },
  {
    name: "long words, lists and characters that YAML refuses in a comment",
    values: [
      {
        path: ["a"],
        default: 1,
        description: `${"word ".repeat(21)}end:\n- one\n  two\u0007\u2028three\n\n${"y".repeat(120)} z`,
        schema: {},
      },
    ],
    text: `
      # ${"word ".repeat(18)}word
      # word word end:
      # - one two three
      #
      # ${"y".repeat(120)}
      # z
      a: 1
    `,
  },
  {
    name: "strings that end with blank lines keep exactly those",
    values: [
      { path: ["a"], default: "x\n\n", description: "First.", schema: {} },
      { path: ["b"], default: "y\n", description: "Second.", schema: {} },
    ],
    text: `
      a: "x\\n\\n"  # First.

      # Second.
      b: |
        y
    `,
  },
];

describe("valuesYaml", () => {
  test.each(layouts)("writes $name", ({ values, header = "", text }) => {
    expect(valuesYaml(values, header)).toBe(lines(text));
  });

  test("refuses a value inside another value, and one registered twice", () => {
    const value: Value = { path: ["a"], default: 1, description: "", schema: {} };
    expect(() => valuesYaml([value, { ...value, path: ["a", "b"] }], "")).toThrow("inside another value");
    expect(() => valuesYaml([value, value], "")).toThrow("registered twice");
  });
});

/** What a template sees as .Values of a chart with this values.yaml. */
async function valuesInHelm(helm: Helm, text: string): Promise<unknown> {
  const folder = temporaryFolder();
  const files = [
    ["Chart.yaml", 'apiVersion: v2\nname: chart\nversion: "1.0.0"\n'],
    ["values.yaml", text],
    ["templates/values.yaml", "values: {{ .Values | toJson | b64enc }}\n"],
  ] as const;
  writeTree(join(folder, "chart"), new Map(files));
  const { status, stdout, stderr } = await helm.template([join(folder, "chart")]);
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(Buffer.from(/^values: (.*)$/m.exec(stdout)?.[1] ?? "", "base64").toString());
}

/** The data that the registry says values.yaml holds. */
function defaultsOf(values: readonly Value[]): Record<string, unknown> {
  const root: Record<string, unknown> = {};
  for (const value of values) {
    const isMap = value.role === "section" || value.role === "tree";
    let map = root;
    for (const key of isMap ? value.path : value.path.slice(0, -1)) {
      if (!Object.hasOwn(map, key)) map[key] = {};
      map = map[key] as Record<string, unknown>;
    }
    if (value.role === "tree") Object.assign(map, value.default);
    else if (value.default !== undefined) map[value.path.at(-1) ?? ""] = value.default;
  }
  return root;
}

const trickyText = fc.constantFrom(
  ..."y n yes No on OFF true null ~ 0777 0o17 0x1F 1_000 1e3 1. .5 -.inf .NaN 12:30:45 2001-01-01".split(" "),
  ..."1.10 = << - ? : *a &a !a %a @a `a` {a} [a a] a,b | > ' \" \\ a'b\"c --- ... #a é 😀".split(" "),
  ..."¦ ¦- a¦a: b¦a #b¦a ¦ a¦a\n¦a\n\n¦\n¦\n\na¦a\n b¦ a\nb¦a \nb¦a\n  ¦a\tb¦\ta¦a\r\nb¦---\na¦a\n# b".split(
    "¦",
  ),
  ..."\0¦\x7f¦\x85¦\u2028¦\ufeff¦\ufffe¦a\n---\nb¦{{ .Values.a }}¦<no value>¦k: |¦toString".split("¦"),
);
const anyText = fc
  .oneof(trickyText, trickyText, fc.string({ unit: "binary", maxLength: 12 }))
  .filter((text) => text !== "__proto__");
const anyNumber = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).filter((number) => !Object.is(number, -0)),
  fc.constantFrom(0, 1e21, 1e-7, 1000000, 2 ** 53 - 1, 0.1),
);
const { anyValue } = fc.letrec<{ anyValue: Json }>((tie) => ({
  anyValue: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.oneof(anyText, anyText, anyNumber, fc.boolean()),
    fc.array(tie("anyValue"), { maxLength: 3 }),
    fc.dictionary(anyText, tie("anyValue"), { maxKeys: 3 }) as fc.Arbitrary<JsonObject>,
  ),
}));

const anyRegistry = (size: number): fc.Arbitrary<readonly Value[]> =>
  fc
    .array(
      fc.record({
        key: anyText,
        setting: fc.option(anyValue, { nil: undefined, freq: 8 }),
        description: anyText,
        kind: fc.constantFrom("top", "inner", "inner", "tree", "section"),
      }),
      { minLength: 1, maxLength: size, size: "max" },
    )
    .map((items) =>
      items.map(({ key, setting, description, kind }, index): Value => {
        const base = { description, schema: { properties: { [key]: { type: "string", description } } } };
        if (kind === "tree")
          return { ...base, path: [`k${index}`, key], role: "tree", default: { [key]: setting ?? "" } };
        if (kind === "section") return { ...base, path: [`k${index}`, key], role: "section" };
        const path = kind === "top" ? [`k${index}`] : [`k${index}`, key];
        return setting === undefined ? { ...base, path, example: key } : { ...base, path, default: setting };
      }),
    );

describe("the data in values.yaml", () => {
  test("are the registry's defaults, in one document", () => {
    const property = fc.property(anyRegistry(6), (values) => {
      const text = valuesYaml(values, "Header.");
      // A registry that sets nothing makes a file of comments, which Helm reads as an empty map.
      const documents = splitStream(text);
      expect(documents.length).toBe(Object.keys(defaultsOf(values)).length === 0 ? 0 : 1);
      const result = parseDocument(documents[0]?.text ?? "{}");
      expect(result).toMatchObject({ ok: true, faults: [] });
      expect(result.ok && result.document.data).toEqual(defaultsOf(values));
    });
    fc.assert(property, { numRuns: 300 });
  });
});

describeWithEachHelm("the data in values.yaml", (helm) => {
  test("reach a template as the registry says", async () => {
    const seed = seedOfRun();
    for (const values of fc.sample(anyRegistry(300), { seed, numRuns: 4 })) {
      const text = valuesYaml(values, "Header.");
      expect(await valuesInHelm(helm, text), `seed ${seed}`).toEqual(defaultsOf(values));
    }
  });

  test("of an empty registry are an empty map", async () => {
    expect(await valuesInHelm(helm, valuesYaml([], "Nothing to set."))).toEqual({});
  });
});
