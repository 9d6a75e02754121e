// Damaged input is refused at its place or compiled whole: no exception, no hang, no object lost without a word, no
// path out of the folder.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compile } from "../../src/compile.ts";
import { fileTree } from "../../src/convert.ts";
import { decode } from "../../src/load/decode.ts";
import { isInside } from "../../src/write/record.ts";
import { parseDocument } from "../../src/yaml/document.ts";
import { normaliseLineBreaks, splitStream } from "../../src/yaml/stream.ts";
import { releaseFolder } from "../support/repository.ts";

const texts = ["tidegate", "harbour-lights"].flatMap((example) => {
  const folder = releaseFolder(example);
  return readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
});

/** The objects of the examples, as documents that can be changed one by one. */
const documents = texts.flatMap((text) =>
  [...splitStream(normaliseLineBreaks(text))].map((part) => part.text),
);

/** No input of these sizes takes longer, on a machine that does other work as well. */
const timeout = 120_000;

/** Compiles `text`, and holds what came of it against what went in. */
function check(text: string): void {
  const { chartSet, operator, diagnostics } = compile([{ name: "input.yaml", text }], { name: "quay" });
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  if (!chartSet || !operator) {
    expect(errors.length).toBeGreaterThan(0);
    return;
  }
  expect(errors).toEqual([]);
  const repeats = diagnostics.filter(({ code }) => code === "parse/duplicate-object").length;
  expect(operator.manifests.length + repeats).toBe(objectsIn(text));
  const { charts, plan } = chartSet;
  const placed = [
    ...charts.flatMap(({ plan: chart }) => chart.templates.map(({ manifest }) => manifest)),
    ...plan.leftOut.map(({ manifest }) => manifest),
  ];
  expect(placed).toHaveLength(operator.manifests.length);
  expect(new Set(placed)).toEqual(new Set(operator.manifests));
  for (const path of fileTree(chartSet).keys()) expect(path).toSatisfy(isInside);
}

function objectsIn(text: string): number {
  return [...splitStream(normaliseLineBreaks(text))].reduce((sum, part) => {
    const { ok, ...read } = parseDocument(part.text);
    const data = ok && "document" in read ? read.document.data : undefined;
    const items = (data as { items?: unknown } | null | undefined)?.items;
    return sum + (data === null || data === undefined ? 0 : Array.isArray(items) ? items.length : 1);
  }, 0);
}

const text = fc.constantFrom(...texts);
const place = fc.double({ min: 0, max: 1, noNaN: true });

function at(whole: string, where: number): number {
  return Math.floor(where * whole.length);
}

describe("sources are read whole or refused", () => {
  test("cut off anywhere", { timeout }, () => {
    fc.assert(
      fc.property(text, place, (whole, where) => check(whole.slice(0, at(whole, where)))),
      { numRuns: 20 },
    );
  });

  test("with a tab, a bracket, a quote or an indicator somewhere", { timeout }, () => {
    const insertion = fc.constantFrom(
      "\t",
      "\n\t",
      "{",
      "[",
      "]",
      '"',
      "'",
      ": ",
      "- ",
      "&a ",
      "*a ",
      "|",
      "\r",
      "%",
      "--- ",
    );
    fc.assert(
      fc.property(text, place, insertion, (whole, where, inserted) =>
        check(whole.slice(0, at(whole, where)) + inserted + whole.slice(at(whole, where))),
      ),
      { numRuns: 25 },
    );
  });

  test("with lines that are gone, or stand twice", { timeout }, () => {
    fc.assert(
      fc.property(text, place, fc.integer({ min: 1, max: 9 }), fc.boolean(), (whole, where, count, twice) => {
        const lines = whole.split("\n");
        const start = Math.floor(where * lines.length);
        const rest = lines.slice(twice ? start : start + count);
        check([...lines.slice(0, start + (twice ? count : 0)), ...rest].join("\n"));
      }),
      { numRuns: 20 },
    );
  });

  test("with bytes that are not UTF-8", { timeout }, () => {
    fc.assert(
      fc.property(text, place, fc.uint8Array({ minLength: 1, maxLength: 4 }), (whole, where, bytes) => {
        const all = Buffer.from(whole);
        const start = Math.floor(where * all.length);
        const damaged = Buffer.concat([all.subarray(0, start), bytes, all.subarray(start)]);
        const decoded = decode("input.yaml", damaged);
        if (decoded.ok) check(decoded.text);
        else expect(decoded.diagnostic.position?.line).toBeGreaterThan(0);
      }),
      { numRuns: 25 },
    );
  });
});

/** Values of every type, in the place of one that belongs there. */
const otherValue = fc.constantFrom<unknown>(
  ...[null, true, 0, -1, 1.5, 1e300, 2 ** 53, "", "text", "a/b", "{{ .Values }}", "<no value>"],
  ...[[], {}, [null], [[]], [{}], { a: null }, { name: "x" }, [{ name: "x" }, { name: "x" }], ["x", 1, {}]],
  ...["../../outside", "..", "a\nb", "\u0000", "\ud800", "x".repeat(300), "__proto__", "constructor"],
);

/** The paths to all values of an object. */
function pathsIn(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== "object" || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, item]) => pathsIn(item, [...path, key]))];
}

/** `value` with something else at `path`. */
function replaced(value: unknown, path: readonly string[], other: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return other;
  const copy = Array.isArray(value) ? [...value] : { ...(value as object) };
  const child = (copy as Record<string, unknown>)[step];
  return Object.assign(copy, { [step]: replaced(child, rest, other) });
}

test("a value of another type anywhere in an object is refused or kept", { timeout }, () => {
  fc.assert(
    fc.property(fc.nat(), place, otherValue, (drawn, where, other) => {
      const index = drawn % documents.length;
      const read = parseDocument(documents[index] ?? "");
      if (!read.ok) throw new Error("an example is no YAML");
      const paths = pathsIn(read.document.data);
      const path = paths[Math.floor(where * paths.length)] ?? [];
      const changed = JSON.stringify(replaced(read.document.data, path, other));
      check([...documents.slice(0, index), changed, ...documents.slice(index + 1)].join("\n---\n"));
    }),
    { numRuns: 60 },
  );
});

describe("what is too much is refused, or done, without a long wait", () => {
  const map = (data: string) => `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\n${data}\n`;
  test.each([
    { name: "flow lists inside each other", data: `x: ${"[".repeat(200_000)}` },
    { name: "closed flow lists inside each other", data: `x: ${"[".repeat(5000)}${"]".repeat(5000)}` },
    { name: "flow mappings inside each other", data: `x: ${"{a: ".repeat(100_000)}` },
    {
      name: "block mappings inside each other",
      data: Array.from({ length: 3000 }, (_, depth) => `${" ".repeat(depth)}x:`).join("\n"),
    },
    { name: "as deep as it may be", data: `x: ${"[".repeat(490)}${"]".repeat(490)}` },
    { name: "block sequences on one line", data: `x:\n  ${"- ".repeat(50_000)}a` },
    { name: "a scalar of five million characters", data: `data: { a: "${"x".repeat(5_000_000)}" }` },
    {
      name: "a block scalar of two hundred thousand lines",
      data: `data:\n  a: |\n${"    line\n".repeat(200_000)}`,
    },
    {
      name: "forty thousand keys",
      data: `data:\n${Array.from({ length: 40_000 }, (_, key) => `  k${key}: v`).join("\n")}`,
    },
    { name: "a key of a million characters", data: `data: { ? ${"k".repeat(1_000_000)} : v }` },
    {
      name: "aliases of aliases",
      data: [
        "x0: &x0 [a, a, a, a, a, a, a, a, a, a]",
        ...Array.from(
          { length: 12 },
          (_, index) => `x${index + 1}: &x${index + 1} [${`*x${index}, `.repeat(10)}]`,
        ),
      ].join("\n"),
    },
    {
      name: "merges of merges",
      data: [
        "x0: &x0 { a: b }",
        ...Array.from(
          { length: 20 },
          (_, index) => `x${index + 1}: &x${index + 1} { <<: [*x${index}, *x${index}], k${index}: v }`,
        ),
      ].join("\n"),
    },
    {
      name: "many anchors",
      data: Array.from({ length: 50_000 }, (_, index) => `x${index}: &a${index} b`).join("\n"),
    },
    { name: "empty documents", data: "---\n".repeat(200_000) },
    { name: "comments alone", data: "# comment\n".repeat(300_000) },
    { name: "quotes that never close", data: 'x: "\n'.repeat(20_001) },
    { name: "brackets that never close", data: "x: [\n".repeat(3000) },
    { name: "tabs in every line", data: "x:\n\ty: 1\n".repeat(3000) },
  ])("$name", { timeout }, ({ data }) => {
    const before = process.cpuUsage();
    check(map(data));
    const { user, system } = process.cpuUsage(before);
    // It takes three at most; what grows with the square would take minutes.
    expect((user + system) / 1e6).toBeLessThan(10);
  });
});

test("names of every legal character lead to files inside the charts, each its own", { timeout }, () => {
  const special = [
    "..",
    ".",
    "../x",
    "a/b",
    "a\\b",
    "con",
    "nul.yaml",
    "-a-",
    "A:b",
    "system:a",
    "a".repeat(253),
  ];
  const name = fc.oneof(
    fc.constantFrom(...special),
    fc.string({ unit: "grapheme-ascii", minLength: 1, maxLength: 40 }),
  );
  fc.assert(
    fc.property(fc.uniqueArray(name, { minLength: 1, maxLength: 8 }), (names) => {
      const kinds = [
        "apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole",
        "apiVersion: v1\nkind: ConfigMap",
        "apiVersion: example.org/v1\nkind: Thing",
      ];
      for (const kind of kinds) {
        check(names.map((one) => `${kind}\nmetadata: { name: ${JSON.stringify(one)} }\n`).join("---\n"));
      }
    }),
    { numRuns: 20 },
  );
});
