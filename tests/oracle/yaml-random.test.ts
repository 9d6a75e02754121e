// Random data through real Helm: what printYaml prints and what people write, in any style, is read there as here.

import fc from "fast-check";
import { expect, test } from "vitest";
import type { Json } from "../../src/kubernetes/object.ts";
import { parseDocument } from "../../src/yaml/document.ts";
import { indent, printYaml } from "../../src/yaml/print.ts";
import { hostileText, jsonValue, styledMapping } from "../properties/styled-yaml.ts";
import { describeWithEachHelm } from "../support/helm.ts";
import { readByHelm } from "./read-by-helm.ts";
import { sample } from "./sample.ts";

/** Characters that YAML allows only when escaped, and those that look like something else. */
const anyText = fc.oneof(
  hostileText,
  fc.string({ unit: "binary", maxLength: 8 }),
  fc
    .array(
      fc.constantFrom(
        "a",
        " ",
        "\n",
        "\r",
        "\t",
        "\u0000",
        "\u0007",
        "\u007f",
        "\u0085",
        "\u00a0",
        "\u2028",
        "\u200b",
        "\ufeff",
        "\ufffe",
        "😀",
      ),
      { maxLength: 5 },
    )
    .map((parts) => parts.join("")),
);
const anyValue: fc.Arbitrary<Json> = fc.oneof(
  jsonValue,
  anyText,
  fc.dictionary(anyText, fc.oneof(anyText, jsonValue), { maxKeys: 3 }),
);

describeWithEachHelm("Helm reads", (helm) => {
  test("what printYaml prints as the data it was given, also when it is indented", async () => {
    const { seed, values } = sample(anyValue, 1500);
    const texts = values.map((value, index) =>
      index % 2 === 0
        ? `${printYaml({ value })}\n`
        : `value:\n  - inner:\n${indent(printYaml({ value }), 6)}\n  - last\n`,
    );
    const expected = values.map((value, index) =>
      index % 2 === 0 ? { value } : { value: [{ inner: { value } }, "last"] },
    );
    expectEach(seed, texts, await readByHelm(helm, texts), expected);
  });

  test("YAML of any style as we do", async () => {
    const { seed, values } = sample(styledMapping(fc.record({ value: jsonValue })), 1500);
    const texts = values.map(({ text }) => text);
    const expected = values.map(({ data }) => data);
    expectEach(seed, texts, await readByHelm(helm, texts), expected);
    const ours = texts.map((text) => {
      const result = parseDocument(text);
      return result.ok ? { data: result.document.data } : { error: result.fault.message };
    });
    expectEach(seed, texts, ours, expected);
  });
});

/** Compares one by one, so that a failure shows the one text that was read otherwise. */
function expectEach(
  seed: number,
  texts: readonly string[],
  readings: readonly unknown[],
  expected: readonly unknown[],
): void {
  expect(readings).toHaveLength(texts.length);
  texts.forEach((text, index) => {
    const data = JSON.parse(JSON.stringify(expected[index]));
    expect(readings[index], `seed ${seed}: ${JSON.stringify(text)}`).toEqual({ data });
  });
}
