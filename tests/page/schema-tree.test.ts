import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/kubernetes/object.ts";
import { type SchemaNode, schemaTree } from "../../src/page/schema-tree.ts";

const string = { type: "string" };
const object = (properties: JsonObject): JsonObject => ({ type: "object", properties });

/** The tree in lines: `~ size (integer → string): warning`. */
function lines(node: SchemaNode | undefined, indentation = ""): readonly string[] {
  if (!node) return [];
  const signs = { added: "+", removed: "-", changed: "~", kept: " " };
  const severities = node.changes.map(({ severity }) => severity);
  const told = severities.length === 0 ? "" : `: ${severities.join(", ")}`;
  return [
    `${indentation}${signs[node.mark]} ${node.name || "."} (${node.type})${told}`,
    ...node.children.flatMap((child) => lines(child, `${indentation}  `)),
    ...(node.same.length === 0 ? [] : [`${indentation}  = ${node.same.join(", ")}`]),
  ];
}

describe("the tree of two schemas", () => {
  test("leads to each difference, and names what is as it was beside it", () => {
    const older = object({
      spec: object({ a: string, b: string, deep: object({ x: string, y: string }) }),
      status: string,
    });
    const newer = object({
      spec: object({
        a: string,
        c: object({ d: string }),
        deep: object({ x: { ...string, maxLength: 4 }, y: string }),
      }),
      status: string,
    });
    expect(lines(schemaTree(older, newer, "tides.example.org"))).toEqual([
      "  . (object)",
      "    spec (object)",
      "    + c (object): info",
      "      + d (string)",
      "      deep (object)",
      "      ~ x (string): warning",
      "      = y",
      "    - b (string): error",
      "    = a",
      "  = status",
    ]);
  });

  test.each([
    {
      name: "the items of a list and the entries of a map are fields of their own",
      older: object({
        list: { type: "array", items: object({ a: string }) },
        map: { type: "object", additionalProperties: string },
      }),
      newer: object({
        list: { type: "array", items: object({ a: { type: "integer" } }) },
        map: { type: "object", additionalProperties: { ...string, enum: ["x"] } },
      }),
      expected: [
        "  . (object)",
        "    list (array)",
        "      [] (object)",
        "      ~ a (string → integer): error",
        "    map (object)",
        "    ~ * (string): warning",
      ],
    },
    {
      name: "schemas that only say otherwise what they are for do not differ",
      older: object({ a: { ...string, description: "before" } }),
      newer: object({ a: { ...string, description: "after" } }),
      expected: [],
    },
  ])("$name", ({ older, newer, expected }) => {
    expect(lines(schemaTree(older, newer, "tides.example.org"))).toEqual(expected);
  });
});
