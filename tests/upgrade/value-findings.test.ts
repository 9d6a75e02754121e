// What changes of values mean for those who set them, and what becomes of their own files.
import { describe, expect, test } from "vitest";
import { failingDescription } from "../../src/emit/alias-descriptions.ts";
import { compareReleases } from "../../src/upgrade/compare-releases.ts";
import { releaseOf } from "./releases.ts";

function chart(values: string, properties: object | undefined, version: string) {
  const schema = { type: "object", additionalProperties: false, properties };
  return releaseOf(
    {
      tide: {
        "values.yaml": values,
        ...(properties ? { "values.schema.json": JSON.stringify(schema, undefined, 2) } : {}),
      },
    },
    version,
  );
}

const text = { type: "string" };
const block = (properties: object, description?: string) => ({
  type: "object",
  additionalProperties: false,
  properties,
  ...(description ? { description } : {}),
});
const image = block({ registry: text, repository: text, tag: text });

const older = chart(
  "level: low\nmoon:\n  image:\n    registry: a.example.com\n    repository: moon\n    tag: v1\ncount: 3\nlimit: 5\ngone: x\n",
  {
    level: { enum: ["low", "high"] },
    moon: block({ image }),
    count: { type: "integer" },
    limit: { maximum: 9 },
    gone: text,
  },
  "1.0.0",
);
const newer = chart(
  "level: high\nsun:\n  image:\n    registry: a.example.com\n    repository: moon\n    tag: v2\nlimit: 5\nfresh: y\n",
  {
    level: { enum: ["low", "high", "spring"] },
    sun: block({ image }),
    count: { type: "integer", description: "Another name of number." },
    number: { type: "integer" },
    limit: { maximum: 8 },
    fresh: text,
  },
  "1.1.0",
);

describe("values", () => {
  test("are told with their place, and with their new name where they have one", () => {
    const findings = compareReleases(older, newer).filter(({ area }) => area === "values");
    expect(findings.map(({ code, subject, message }) => [code, subject, message])).toEqual([
      ["values/removed", "Value gone", "The value is gone."],
      ["values/narrowed", "Value limit", "The value takes less than before: maximum is 8 and was 9."],
      ["values/moved", "Value moon", 'The value is now "sun".'],
      ["values/aliased", "Value count", 'The value is now "number"; under its older name it still works.'],
      ["values/added", "Value fresh", "The value is new."],
      ["values/default-changed", "Value level", 'The default is "high" instead of "low".'],
      ["values/widened", "Value level", 'The value takes more than before: it can be "spring", too.'],
      ["values/added", "Value number", "The value is new."],
    ]);
    expect(findings[2]).toMatchObject({
      older: { file: "values.yaml", line: 2 },
      newer: { file: "values.yaml", line: 2 },
    });
    expect(findings[7]?.newer).toMatchObject({ file: "values.schema.json" });
  });
});

test("defaults that change alike are told as one", () => {
  const values = (tag: string) =>
    `a: { tag: ${tag} }\nb: { tag: ${tag} }\nc: { tag: ${tag} }\nd: { tag: v7 }\n`;
  const findings = compareReleases(
    chart(values("v1"), undefined, "1.0.0"),
    chart(values("v2"), undefined, "1.1.0"),
  ).filter(({ area }) => area === "values");
  expect(findings.map(({ subject, message }) => [subject, message])).toEqual([
    ["Value a.tag", 'The default of 3 values is "v2" instead of "v1": a.tag, b.tag, c.tag.'],
  ]);
});

describe("a name that has run out", () => {
  const settings = block({ replicas: { type: "integer" }, level: text });
  const before = chart("oper:\n  replicas: 1\n  level: low\n", { oper: settings }, "1.1.0");
  const description = failingDescription({ to: ["ctrl2"], since: "1.2.0" });
  const after = chart(
    "ctrl2:\n  replicas: 1\n  level: low\n",
    { ctrl2: settings, oper: { description } },
    "1.3.0",
  );
  const told = (refusal?: string) => {
    const overrides = new Map([["tide", [{ file: "mine.yaml", text: "oper: { replicas: 4 }\n", refusal }]]]);
    return compareReleases(before, after, refusal === undefined ? {} : { overrides })
      .filter(({ area }) => area === "values")
      .map(({ code, subject, message, action }) => [code, subject, message, action]);
  };
  const moved = ["values/moved", "Value oper", 'The value is now "ctrl2".', 'Set "ctrl2" in its place.'];

  test("is a value that moved", () => {
    expect(told()).toEqual([moved]);
    expect(compareReleases(after, after)).toEqual([]);
  });

  test("is the key that a values file is refused for, by what the template says", () => {
    const refusal =
      "Error: execution error at (tide/templates/all.yaml:1:4): oper is called ctrl2 since 1.2.0: write ctrl2 in your values\n\nUse --debug flag to render out invalid YAML";
    expect(told(refusal)).toEqual([
      [
        "values/override-refused",
        "Value oper",
        "The newer chart refuses it: oper is called ctrl2 since 1.2.0: write ctrl2 in your values.",
        'Set "ctrl2" in its place.',
      ],
      moved,
    ]);
  });

  test("is told of the others, too: Helm fails with the first", () => {
    const refusal =
      "Error: execution error at (tide/templates/all.yaml:1:4): more is called ctrl2.more: write that";
    const overrides = new Map([
      ["tide", [{ file: "mine.yaml", text: "more: 1\noper:\n  replicas: 4\n", refusal }]],
    ]);
    const found = compareReleases(before, after, { overrides }).filter(({ code }) =>
      code.includes("override"),
    );
    expect(found).toMatchObject([
      { code: "values/override-refused", subject: "Value more", older: { line: 1 } },
      {
        code: "values/override-refused",
        subject: "Value oper.replicas",
        message: 'The value is now "ctrl2.replicas", and its older name fails.',
        older: { line: 3 },
      },
    ]);
  });
});

describe("a values file of a user", () => {
  const override = "# mine\ncount: 1\nmoon:\n  image:\n    tag: v9\nlevel: low\nlimit: 9\nfresk: z\n";
  const words = (refusal: string | undefined) => {
    const overrides = new Map([["tide", [{ file: "mine.yaml", text: override, refusal }]]]);
    return compareReleases(older, newer, { overrides })
      .filter(({ code }) => code.startsWith("values/override"))
      .map(({ code, subject, message, action, older: place }) => [
        code.slice("values/override-".length),
        `${subject} ${place?.file}:${place?.line}`,
        message,
        action,
      ]);
  };

  test("is judged key by key by what Helm refuses of it", () => {
    const refusal = `Error: values don't meet the specifications of the schema(s) in the following chart(s):
tide:
- at '': additional properties 'moon', 'fresk' not allowed
- at '/limit': maximum: got 9, want 8
`;
    expect(words(refusal)).toEqual([
      [
        "refused",
        "Value fresk mine.yaml:8",
        "The newer chart does not know the value.",
        'Take it out of the file, or set "fresh" if that is meant.',
      ],
      [
        "refused",
        "Value limit mine.yaml:7",
        "The newer chart refuses it: maximum: got 9, want 8.",
        "Set it to what the chart takes.",
      ],
      [
        "refused",
        "Value moon mine.yaml:3",
        "The newer chart does not know the value.",
        'Set "sun" in its place.',
      ],
      ["moved", "Value count mine.yaml:2", 'The value is now "number".', 'Set "number" in its place.'],
      [
        "pins",
        "Value level mine.yaml:6",
        'It sets "low", the default before; the default is "high" now.',
        "Take it out of the file, unless it is meant to stay.",
      ],
    ]);
  });

  test("is refused as a whole where Helm names no key", () => {
    const refusal =
      "coalesce.go:298: warning: a remark\nError: execution error at (tide/templates/all.yaml:1:4): no tide\ntoday\n\nUse --debug flag to render out invalid YAML";
    expect(words(refusal)).toEqual([
      [
        "refused",
        "Value mine.yaml undefined:undefined",
        "Helm does not render the newer chart with it: execution error at (tide/templates/all.yaml:1:4): no tide today",
        "Look at what the chart asks for.",
      ],
    ]);
  });

  test("is passed over in silence by a chart without a schema, which is told", () => {
    const [before, after] = [
      chart("a:\n  b: 1\n  c: 2\nmap: {}\n", undefined, "1.0.0"),
      chart("a:\n  b: 1\nmap: {}\n", undefined, "1.1.0"),
    ];
    const overrides = new Map([
      ["tide", [{ file: "mine.yaml", text: "a:\n  b: 2\n  c: 3\nmap:\n  own: 1\n" }]],
    ]);
    const found = compareReleases(before, after, { overrides }).filter(({ code }) =>
      code.includes("override"),
    );
    expect(found).toMatchObject([
      { code: "values/override-unknown", subject: "Value a.c", older: { file: "mine.yaml", line: 3 } },
    ]);
  });
});
