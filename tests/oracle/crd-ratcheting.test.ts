// What src/upgrade/schema-words.ts says of objects that are there when a schema gets stricter: which updates the API server
// lets pass, by its own code. https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#validation-ratcheting
import { expect, test } from "vitest";
import type { Json, JsonObject } from "../../src/kubernetes/object.ts";
import { compareSchemas } from "../../src/upgrade/compare-schema.ts";
import type { SchemaCode } from "../../src/upgrade/schema-change.ts";
import { describeWithObjectRules } from "../support/object-rules.ts";

interface Case {
  readonly code: SchemaCode;
  /** The schemas of `spec.held.field`, or of all of `spec.held`. */
  readonly older: JsonObject;
  readonly newer: JsonObject;
  /** The value that is stored, and one that somebody makes of it which is as wrong. */
  readonly stored: Json;
  readonly other: Json;
  /** Which writes pass: of another field of the object, of one beside the field, of the field itself. */
  readonly elsewhere: boolean;
  readonly beside: boolean;
  readonly itself: boolean;
}

const text: JsonObject = { type: "string" };
const tolerated = { elsewhere: true, beside: true, itself: false };

/** A list whose items are known by these of their fields. */
const listOf = (...keys: readonly string[]): JsonObject => ({
  type: "array",
  items: { type: "object", properties: { a: text, b: text }, required: ["a", "b"] },
  "x-kubernetes-list-type": "map",
  "x-kubernetes-list-map-keys": keys,
});

const cases: readonly Case[] = [
  {
    code: "crds/bound-tightened",
    older: text,
    newer: { ...text, maxLength: 2 },
    stored: "long",
    other: "longer",
    ...tolerated,
  },
  {
    code: "crds/enum-narrowed",
    older: text,
    newer: { ...text, enum: ["a"] },
    stored: "b",
    other: "c",
    ...tolerated,
  },
  {
    code: "crds/pattern-added",
    older: text,
    newer: { ...text, pattern: "^a" },
    stored: "b",
    other: "c",
    ...tolerated,
  },
  {
    code: "crds/format-changed",
    older: text,
    newer: { ...text, format: "ipv4" },
    stored: "b",
    other: "c",
    ...tolerated,
  },
  {
    code: "crds/type-changed",
    older: text,
    newer: { type: "boolean" },
    stored: "b",
    other: "c",
    ...tolerated,
  },
  {
    code: "crds/rule-added",
    older: text,
    newer: { ...text, "x-kubernetes-validations": [{ rule: "self == 'a'" }] },
    stored: "b",
    other: "c",
    ...tolerated,
  },
  {
    code: "crds/combination-changed",
    older: { type: "object", properties: { a: text, b: text } },
    newer: { type: "object", properties: { a: text, b: text }, not: { required: ["a", "b"] } },
    stored: { a: "1", b: "2" },
    other: { a: "1", b: "3" },
    ...tolerated,
  },
  {
    code: "crds/list-type-changed",
    older: { type: "array", items: text },
    newer: { type: "array", items: text, "x-kubernetes-list-type": "set" },
    stored: ["a", "a"],
    other: ["a", "a", "b", "b"],
    // The server looks at what is stored, and asks for nothing that it does not have.
    elsewhere: true,
    beside: true,
    itself: true,
  },
  {
    code: "crds/list-keys-changed",
    older: listOf("a", "b"),
    newer: listOf("a"),
    stored: [
      { a: "1", b: "1" },
      { a: "1", b: "2" },
    ],
    other: [
      { a: "1", b: "1" },
      { a: "1", b: "3" },
    ],
    elsewhere: true,
    beside: true,
    itself: true,
  },
  {
    code: "crds/required-added",
    older: { type: "object", properties: { a: text, b: text } },
    newer: { type: "object", properties: { a: text, b: text }, required: ["a"] },
    stored: { b: "1" },
    other: { b: "2" },
    ...tolerated,
  },
  {
    code: "crds/embedded-added",
    older: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
    newer: {
      type: "object",
      "x-kubernetes-preserve-unknown-fields": true,
      "x-kubernetes-embedded-resource": true,
    },
    stored: { metadata: { name: "Not A Name" } },
    other: { metadata: { name: "Nor This" } },
    elsewhere: false,
    beside: false,
    itself: false,
  },
];

describeWithObjectRules("objects that a stricter schema finds", (rules) => {
  test.each(cases)("$code", async ({ code, older, newer, stored, other, elsewhere, beside, itself }) => {
    expect(compareSchemas(root(older), root(newer)).map((change) => change.code)).toContain(code);
    await rules().define([definition(root(newer))]);
    const before = tide({ field: stored, beside: "a" }, "a");
    const updates = [
      tide({ field: stored, beside: "a" }, "b"),
      tide({ field: stored, beside: "b" }, "a"),
      tide({ field: other, beside: "a" }, "a"),
    ];
    const faults = await rules().update(updates.map((after) => ({ before, after })));
    expect(faults.map((found) => (found ?? []).length === 0)).toEqual([elsewhere, beside, itself]);
    // Whoever makes such an object anew is refused.
    const [made] = await rules().judge([before], "a");
    expect(made).not.toEqual([]);
  });

  test("a transition rule tolerates nothing", async () => {
    const rule = { rule: "self == oldSelf || self == 'a'" };
    await rules().define([definition(root({ ...text, "x-kubernetes-validations": [rule] }))]);
    const update = { before: tide({ field: "b" }, "a"), after: tide({ field: "c" }, "a") };
    expect((await rules().update([update]))[0]).not.toEqual([]);
  });

  test("a field that is required of the whole object is asked for by every update", async () => {
    const { properties } = root(text);
    await rules().define([definition({ type: "object", properties: properties ?? {}, required: ["spec"] })]);
    const of = (status: string): JsonObject => ({ ...head, status });
    expect((await rules().update([{ before: of("a"), after: of("b") }]))[0]).not.toEqual([]);
  });
});

const head: JsonObject = {
  apiVersion: "example.com/v1",
  kind: "Tide",
  metadata: { name: "a", namespace: "a", resourceVersion: "1" },
};

function tide(held: JsonObject, elsewhere: string): JsonObject {
  return { ...head, spec: { held, elsewhere } };
}

function root(field: JsonObject): JsonObject {
  const held = { type: "object", properties: { field, beside: text } };
  return {
    type: "object",
    properties: { spec: { type: "object", properties: { held, elsewhere: text } }, status: text },
  };
}

function definition(schema: JsonObject): Json {
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "tides.example.com" },
    spec: {
      group: "example.com",
      scope: "Namespaced",
      names: { plural: "tides", singular: "tide", kind: "Tide", listKind: "TideList" },
      versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: schema } }],
    },
  };
}
