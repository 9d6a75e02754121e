// What a project file is told that does not fit the schema: the place of the mistake itself, and what could stand there.
import { describe, expect, test } from "vitest";
import { renderDiagnostic } from "../../src/diagnostics/render.ts";
import { parseProject } from "../../src/project/parse-project.ts";

const head = "apiVersion: chartwright/v1\nkind: ChartProject\nname: a\nsources: [{ path: a.yaml }]\n";

async function told(section: string): Promise<string> {
  const { diagnostics } = await parseProject("chartwright.yaml", head + section);
  return diagnostics.map(renderDiagnostic).join("\n");
}

const registrar = (text: string) => `flags: { groups: {}, registrar: ${text} }`;
const component = (text: string) =>
  `components: [{ chart: a, repository: "oci://x.example.org/y", version: 1.0.0, ${text} }]`;

describe("a mistake is told where it is", () => {
  test.each<{ name: string; section: string; says: readonly string[] }>([
    {
      name: "in the description of a registrar",
      section: registrar("{ name: x, types: [A], methods: { T: { type: strin, arguments: [env] } } }"),
      says: ['"flags.registrar.methods.T.type" has', "expected: string, bool, int,"],
    },
    {
      name: "in one of several",
      section: registrar(
        "[env-registrar, { name: x, types: [A], methods: { T: { type: string, arguments: [flagg] } } }]",
      ),
      says: ['"flags.registrar[1].methods.T.arguments[0]" has', 'Write "flag".'],
    },
    {
      name: "a key of a registrar",
      section: registrar("{ name: x, typs: [A] }"),
      says: ['"typs" is no key of "flags.registrar"', 'Write "types".'],
    },
    {
      name: "in the place of a registrar",
      section: registrar("7"),
      says: ["expected: a string, or a mapping with name, types,", ", or a list"],
    },
    {
      name: "a role twice",
      section: registrar("{ name: x, types: [A], methods: { T: { type: string, arguments: [env, env] } } }"),
      says: ["T.arguments", "each role once, but for ignored"],
    },
    {
      name: "methods without types",
      section: registrar("{ name: x, methods: { T: { type: string, arguments: [env] } } }"),
      says: ["types, on which the methods are called"],
    },
    {
      name: "with the first line of what is written",
      section: "values: one line\n  and another\n",
      says: ['found:    "one line…"\n'],
    },
    {
      name: "with the beginning of a long text",
      section: `values: "${"x".repeat(200)}"`,
      says: [`found:    "${"x".repeat(79)}…"\n`],
    },
    {
      name: "a list of names",
      section: "values: { rename: [x] }",
      says: ["found:    a list\n  expected: a mapping\n"],
    },
    {
      name: "a key of an alias",
      section: "values: { alias: { b: { valu: x } } }",
      says: ["one of value, choices", 'Write "value".'],
    },
    {
      name: "no choices",
      section: "values: { alias: { b: { value: x, choices: {} } } }",
      says: ["expected: at least one choice"],
    },
    ...["'x\"y'", '"x{{y"', '"x\\ny"', "x y", "'[0]'"].map((path) => ({
      name: `a new name that is ${path}`,
      section: `values: { rename: { a: ${path} } }`,
      says: ["expected: keys with dots between them, of letters, digits, dashes and underscores"],
    })),
    {
      name: "another name with quotes",
      section: `values: { alias: { "b'": x } }`,
      says: [`"b'" cannot be a key of "values.alias"`, "hint:"],
    },
    {
      name: "a truth in quotes",
      section: component("enabled: 'yes'"),
      says: ["expected: true or false", "Write true, without quotes."],
    },
    { name: "a list of presets", section: component("values: [x]"), says: ["expected: a mapping\n"] },
    ...["y: a", "n: a", "on: a", "1.0: a", "0x10: a"].map((key) => ({
      name: `a key that is ${key}`,
      section: `values: { alias: { ${key} } }`,
      says: ["A key is not read as it is written.", `Put it in quotes: "${key.split(":")[0]}".`],
    })),
    {
      name: "the name of a Secret",
      section: "providers: { default: a, configMap: b, files: { Bad_Name: { keys: { a: c } } } }",
      says: ['"Bad_Name" cannot be a key of "providers.files"', "the name of a Secret"],
    },
    {
      name: "a key of a Secret",
      section: 'providers: { default: a, configMap: b, files: { name: { keys: { "a b": c } } } }',
      says: ['"a b" cannot be a key of "providers.files.name.keys"', "a key of a Secret"],
    },
  ])("$name", async ({ section, says }) => {
    const text = await told(section);
    for (const words of says) expect(text).toContain(words);
  });
});

test.each(['values: { alias: { "y": a, 1: b, "true": c } }', "values: { accept: { a: { b: [{ c: 1 }] } } }"])(
  "%s has keys that are texts",
  async (section) => {
    expect(await told(section)).toBe("");
  },
);
