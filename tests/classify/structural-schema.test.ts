// What the API server says against a custom resource, by the schema of its CRD.
import { describe, expect, test } from "vitest";
import { customResourceFaults } from "../../src/classify/structural-schema.ts";
import type { Json, JsonObject } from "../../src/kubernetes/object.ts";

/** `path: what` for each fault of a spec. */
function faults(spec: Json, properties: Json, more: JsonObject = {}): readonly string[] {
  const schema: JsonObject = {
    type: "object",
    properties: { spec: { type: "object", properties, ...more } },
  };
  const object: JsonObject = {
    apiVersion: "a/v1",
    kind: "A",
    metadata: { name: "a", extra: 1 },
    spec,
    status: { any: 1 },
  };
  return customResourceFaults(object, schema).map((fault) =>
    fault.kind === "unknown"
      ? `${fault.path.join(".")}: unknown`
      : `${fault.path.join(".")}: ${fault.found}, not ${fault.expected}`,
  );
}

const text = { type: "string" };
const number = { type: "integer" };

const rows: readonly {
  readonly name: string;
  readonly spec: Json;
  readonly properties: Json;
  readonly more?: JsonObject;
  readonly says: readonly string[];
}[] = [
  { name: "a field of the schema", spec: { a: "x" }, properties: { a: text }, says: [] },
  { name: "an unknown field", spec: { b: "x" }, properties: { a: text }, says: ["spec.b: unknown"] },
  {
    name: "a field of an object without fields",
    spec: { a: { b: 1 } },
    properties: { a: { type: "object" } },
    says: ["spec.a.b: unknown"],
  },
  {
    name: "an unknown field in a list",
    spec: { a: [{ c: 1 }] },
    properties: { a: { type: "array", items: { type: "object", properties: { b: text } } } },
    says: ["spec.a.0.c: unknown"],
  },
  {
    name: "any field where unknown ones are preserved",
    spec: { a: { b: { c: 1 } } },
    properties: { a: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
    says: [],
  },
  {
    name: "an unknown field of a known one below preserved ones",
    spec: { a: { b: { d: 1 } } },
    properties: {
      a: {
        type: "object",
        "x-kubernetes-preserve-unknown-fields": true,
        properties: { b: { type: "object", properties: { c: text } } },
      },
    },
    says: ["spec.a.b.d: unknown"],
  },
  {
    name: "an embedded resource",
    spec: { a: { apiVersion: "v1", kind: "Pod", metadata: { x: 1 }, b: 1 } },
    properties: {
      a: { type: "object", "x-kubernetes-embedded-resource": true, properties: { spec: { type: "object" } } },
    },
    says: ["spec.a.b: unknown"],
  },
  {
    name: "an entry of a map",
    spec: { a: { any: 1, other: "x" } },
    properties: { a: { type: "object", additionalProperties: number } },
    says: ['spec.a.other: "x", not integer'],
  },
  {
    name: "a map of anything",
    spec: { a: { any: { b: 1 } } },
    properties: { a: { type: "object", additionalProperties: true } },
    says: [],
  },
  {
    name: "a schema without a type",
    spec: { a: { b: 1 } },
    properties: { a: { "x-kubernetes-preserve-unknown-fields": true } },
    says: [],
  },
  {
    name: "an integer or a string",
    spec: { a: "5%", b: 5, c: 1.5 },
    properties: Object.fromEntries(
      ["a", "b", "c"].map((key) => [
        key,
        { "x-kubernetes-int-or-string": true, anyOf: [{ type: "integer" }, { type: "string" }] },
      ]),
    ),
    says: ["spec.c: 1.5, not integer or string"],
  },
  {
    name: "a null that the schema allows",
    spec: { a: null },
    properties: { a: { type: "string", nullable: true } },
    more: { required: ["a"] },
    says: [],
  },
  { name: "a null that compiling leaves out", spec: { a: null }, properties: { a: text }, says: [] },
  {
    name: "a null that is required to be more",
    spec: { a: null },
    properties: { a: text },
    more: { required: ["a"] },
    says: ["spec.a: null, not string"],
  },
  {
    name: "a null in a list",
    spec: { a: ["x", null] },
    properties: { a: { type: "array", items: text } },
    says: ["spec.a.1: null, not string"],
  },
  {
    name: "a required field with a default",
    spec: {},
    properties: { a: { type: "string", default: "x" } },
    more: { required: ["a"] },
    says: [],
  },
  {
    name: "a required field without one",
    spec: {},
    properties: { a: text },
    more: { required: ["a"] },
    says: ["spec: an empty map, not the field a, which is required"],
  },
  {
    name: "a word that is no choice",
    spec: { a: "z" },
    properties: { a: { type: "string", enum: ["x", "y"] } },
    says: ['spec.a: "z", not one of "x", "y"'],
  },
  {
    name: "a list where a map belongs",
    spec: { a: [1] },
    properties: { a: { type: "object" } },
    says: ["spec.a: a list, not object"],
  },
  {
    name: "bounds",
    spec: { a: 0, b: 1, c: 11 },
    properties: {
      a: { type: "integer", minimum: 0, exclusiveMinimum: true },
      b: { type: "integer", minimum: 1 },
      c: { type: "integer", maximum: 10 },
    },
    says: ["spec.a: 0, not more than 0", "spec.c: 11, not at most 10"],
  },
  {
    name: "lengths, in characters",
    spec: { a: "😀😀", b: [1, 2] },
    properties: { a: { type: "string", maxLength: 2 }, b: { type: "array", maxItems: 1, items: number } },
    says: ["spec.b: a list, not at most 1 items"],
  },
  {
    name: "a pattern",
    spec: { a: "X" },
    properties: { a: { type: "string", pattern: "^[a-z]$" } },
    says: ['spec.a: "X", not text that matches ^[a-z]$'],
  },
  {
    name: "a pattern of Go's that JavaScript reads otherwise",
    spec: { a: "X" },
    properties: { a: { type: "string", pattern: "^[[:upper:]]\\z" } },
    says: [],
  },
  {
    name: "two items of one key",
    spec: { a: [{ n: "x" }, { n: "x" }] },
    properties: {
      a: {
        type: "array",
        "x-kubernetes-list-type": "map",
        "x-kubernetes-list-map-keys": ["n"],
        items: { type: "object", properties: { n: text } },
      },
    },
    says: ["spec.a: a list, not each n once"],
  },
  {
    name: "one of two fields",
    spec: { a: "x", b: "y" },
    properties: { a: text, b: text },
    more: { oneOf: [{ required: ["a"] }, { required: ["b"] }] },
    says: ["spec: a map with a, b, not a value that meets exactly one of oneOf in the CRD"],
  },
];

describe("faults of a custom resource", () => {
  test.each(rows)("$name", ({ spec, properties, more, says }) => {
    expect(faults(spec, properties, more)).toEqual(says);
  });
});
