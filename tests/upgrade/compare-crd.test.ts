// What becomes of CRDs: each situation once, with its code, its place and the words that a person acts on. That the codes of
// schemas are true is for tests/oracle/crd-upgrades-random.test.ts.
import { describe, expect, test } from "vitest";
import type { Json, JsonObject, KubernetesObject } from "../../src/kubernetes/object.ts";
import { compareCrds } from "../../src/upgrade/compare-crd.ts";
import type { ReleasedObject, UpgradeFinding } from "../../src/upgrade/finding.ts";

interface Version {
  readonly name?: string;
  readonly served?: boolean;
  readonly storage?: boolean;
  readonly schema?: JsonObject;
  readonly [key: string]: Json | undefined;
}

interface Crd {
  readonly versions?: readonly Version[];
  readonly spec?: JsonObject;
}

const open: JsonObject = { type: "object", "x-kubernetes-preserve-unknown-fields": true };

function released({ versions = [{}], spec = {} }: Crd): ReleasedObject {
  const object: KubernetesObject = {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "tides.example.com" },
    spec: {
      group: "example.com",
      scope: "Namespaced",
      names: { kind: "Tide", plural: "tides" },
      versions: versions.map(({ schema = open, ...version }, index) => ({
        name: "v1",
        served: true,
        storage: index === 0,
        schema: { openAPIV3Schema: schema },
        ...(version as JsonObject),
      })),
      ...spec,
    },
  };
  return {
    chart: "tide",
    object,
    namespace: undefined,
    placeOf: (path) => ({ chart: "tide", file: path.join("."), line: 1 }),
  };
}

function compare(older: Crd, newer: Crd): readonly UpgradeFinding[] {
  return compareCrds([released(older)], [released(newer)], () => false);
}

function brief(findings: readonly UpgradeFinding[]): readonly string[] {
  return findings.map(({ code, path }) => (path === undefined ? code : `${code} ${path}`));
}

/** A version whose spec has these fields. */
function withFields(properties: JsonObject, more: JsonObject = {}): JsonObject {
  return { type: "object", properties: { spec: { type: "object", properties, ...more } } };
}

const webhook: JsonObject = {
  strategy: "Webhook",
  webhook: { conversionReviewVersions: ["v1"], clientConfig: { service: { namespace: "a", name: "b" } } },
};

describe("a CRD as a whole", () => {
  test("that is gone takes its objects along, unless Helm lets it be", () => {
    expect(compareCrds([released({})], [], () => false)).toMatchObject([
      { code: "crds/removed", severity: "error", subject: "CustomResourceDefinition tides.example.com" },
    ]);
    expect(brief(compareCrds([released({})], [], () => true))).toEqual(["crds/left-behind"]);
    expect(brief(compareCrds([], [released({})], () => false))).toEqual(["crds/added"]);
  });

  test("that is as it was is not told", () => {
    const crd = { versions: [{ schema: withFields({ size: { type: "integer", default: 1 } }) }] };
    expect(compare(crd, crd)).toEqual([]);
  });

  test.each<{ name: string; older?: Crd; newer: Crd; found: readonly string[] }>([
    {
      name: "another kind",
      newer: { spec: { names: { kind: "Ebb", plural: "tides" } } },
      found: ["crds/renamed spec.names.kind"],
    },
    {
      name: "another scope",
      newer: { spec: { scope: "Cluster" } },
      found: ["crds/scope-changed spec.scope"],
    },
    {
      name: "another short name",
      newer: { spec: { names: { kind: "Tide", plural: "tides", shortNames: ["ti"] } } },
      found: ["crds/names-changed spec.names.shortNames"],
    },
    {
      name: "names that the API server implies",
      newer: { spec: { names: { kind: "Tide", plural: "tides", singular: "tide", listKind: "TideList" } } },
      found: [],
    },
    {
      name: "a new version",
      newer: { versions: [{}, { name: "v2" }] },
      found: ["crds/version-added spec.versions[v2]"],
    },
    {
      name: "a version that is not served any more",
      older: { versions: [{}, { name: "v2" }] },
      newer: { versions: [{}, { name: "v2", served: false }] },
      found: ["crds/version-removed spec.versions[v2]"],
    },
    {
      name: "a version that is gone",
      older: { versions: [{}, { name: "v2" }] },
      newer: {},
      found: ["crds/version-removed spec.versions[v2]", "crds/unstored-version-dropped spec.versions[v2]"],
    },
    {
      name: "the stored version gone",
      older: { versions: [{}, { name: "v2" }] },
      newer: { versions: [{ name: "v2" }] },
      found: [
        "crds/version-removed spec.versions[v1]",
        "crds/stored-version-dropped spec.versions[v1]",
        "crds/storage-version-changed spec.versions[v2].storage",
      ],
    },
    {
      name: "a version deprecated",
      newer: { versions: [{ deprecated: true, deprecationWarning: "use v2" }] },
      found: ["crds/version-deprecated spec.versions[v1].deprecated"],
    },
    {
      name: "subresources and what can be selected, come",
      newer: {
        versions: [
          { subresources: { status: {}, scale: { a: 1 } }, selectableFields: [{ jsonPath: ".spec.a" }] },
        ],
      },
      found: [
        "crds/status-added spec.versions[v1].subresources.status",
        "crds/scale-added spec.versions[v1].subresources.scale",
        "crds/selectable-field-added spec.versions[v1].selectableFields",
      ],
    },
    {
      name: "subresources and what can be selected, gone",
      older: {
        versions: [
          { subresources: { status: {}, scale: { a: 1 } }, selectableFields: [{ jsonPath: ".spec.a" }] },
        ],
      },
      newer: {},
      found: [
        "crds/status-removed spec.versions[v1].subresources.status",
        "crds/scale-removed spec.versions[v1].subresources.scale",
        "crds/selectable-field-removed spec.versions[v1].selectableFields",
      ],
    },
    {
      name: "scale with another path, other columns",
      older: { versions: [{ subresources: { scale: { a: 1 } } }] },
      newer: {
        versions: [{ subresources: { scale: { a: 2 } }, additionalPrinterColumns: [{ name: "Size" }] }],
      },
      found: [
        "crds/scale-changed spec.versions[v1].subresources.scale",
        "crds/columns-changed spec.versions[v1].additionalPrinterColumns",
      ],
    },
    {
      name: "a webhook that converts",
      newer: { spec: { conversion: webhook } },
      found: ["crds/conversion-added spec.conversion"],
    },
    {
      name: "no webhook any more",
      older: { spec: { conversion: webhook } },
      newer: {},
      found: ["crds/conversion-removed spec.conversion"],
    },
    {
      name: "another Service that converts",
      older: { spec: { conversion: webhook } },
      newer: {
        spec: {
          conversion: { ...webhook, webhook: { clientConfig: { service: { namespace: "a", name: "c" } } } },
        },
      },
      found: ["crds/conversion-changed spec.conversion"],
    },
    {
      name: "fields dropped that were kept",
      older: { versions: [{ schema: withFields({}) }], spec: { preserveUnknownFields: true } },
      newer: { versions: [{ schema: withFields({}) }] },
      found: ["crds/pruning-begins spec.preserveUnknownFields"],
    },
  ])("$name", ({ older = {}, newer, found }) => {
    expect(brief(compare(older, newer))).toEqual(found);
  });
});

describe("schemas of versions", () => {
  test("that change alike are told once, with both places", () => {
    const older = withFields({ size: { type: "integer" }, colour: { type: "string" } });
    const newer = withFields({ size: { type: "integer", maximum: 5 } });
    const of = (schema: JsonObject) => ({ versions: [{ schema }, { name: "v2", schema }] });
    expect(compare(of(older), of(newer))).toMatchObject([
      {
        code: "crds/bound-tightened",
        path: "spec.versions[v1, v2].schema…spec.size",
        message: '"spec.size" has maximum 5 and had none.',
        after: 5,
        older: { file: "spec.versions.0.schema.openAPIV3Schema.properties.spec.properties.size.maximum" },
        newer: { file: "spec.versions.0.schema.openAPIV3Schema.properties.spec.properties.size.maximum" },
      },
      {
        code: "crds/field-removed",
        path: "spec.versions[v1, v2].schema…spec.colour",
        message: '"spec.colour" (string) is gone from the schema.',
      },
    ]);
  });

  test("are compared across versions where objects are only relabelled", () => {
    const older = { versions: [{ name: "v1", schema: withFields({ size: { type: "integer" } }) }] };
    const versions = [
      { name: "v2", schema: withFields({ replicas: { type: "integer" } }) },
      { name: "v1", schema: withFields({ size: { type: "integer" } }) },
    ];
    expect(brief(compare(older, { versions }))).toEqual([
      "crds/version-added spec.versions[v2]",
      "crds/storage-version-changed spec.versions[v2].storage",
      "crds/field-removed spec.versions[v1 → v2].schema…spec.size",
    ]);
    expect(brief(compare(older, { versions, spec: { conversion: webhook } }))).not.toContain(
      "crds/field-removed spec.versions[v1 → v2].schema…spec.size",
    );
  });

  test("say of a status that it is the operator's to write", () => {
    const of = (status: JsonObject): Crd => ({
      versions: [{ schema: { type: "object", properties: { status } }, subresources: { status: {} } }],
    });
    const found = compare(
      of({ type: "object", properties: { phase: { type: "string" } } }),
      of({
        type: "object",
        properties: { phase: { type: "string", enum: ["High", "Low"] }, at: { type: "string" } },
      }),
    );
    expect(found).toMatchObject([
      {
        code: "crds/status-changed",
        severity: "info",
        message: '"status.phase" has to be one of High, Low.',
      },
      { code: "crds/field-added" },
    ]);
  });

  test.each<{ name: string; older: JsonObject; newer: JsonObject; message: string }>([
    {
      name: "a new field that is required",
      older: withFields({}),
      newer: withFields({ size: { type: "integer" } }, { required: ["size"] }),
      message: '"spec.size" is new and required.',
    },
    {
      name: "a field that is required and has no default",
      older: withFields({ size: { type: "integer" } }),
      newer: withFields({ size: { type: "integer" } }, { required: ["size"] }),
      message: '"spec.size" is required and was not; it has no default.',
    },
    {
      name: "values that are gone",
      older: withFields({ size: { type: "string", enum: ["a", "b", "c"] } }),
      newer: withFields({ size: { type: "string", enum: ["c"] } }),
      message: '"spec.size" can be a, b no longer.',
    },
    {
      name: "a rule",
      older: withFields({ size: { type: "integer" } }),
      newer: withFields({
        size: {
          type: "integer",
          "x-kubernetes-validations": [{ rule: "self >= oldSelf", message: "grows" }],
        },
      }),
      message: '"spec.size" has a new rule: self >= oldSelf ("grows").',
    },
    {
      name: "a rule that says the same in a message of its own making, and what it was",
      older: withFields({
        size: {
          type: "integer",
          "x-kubernetes-validations": [
            { rule: "self < 9", messageExpression: "'below ' + string(9)" },
            { rule: "self > 0" },
          ],
        },
      }),
      newer: withFields({
        size: {
          type: "integer",
          "x-kubernetes-validations": [
            { rule: "self > 0" },
            { rule: "self < 8\n  && self != 3", messageExpression: "'below ' + string(9)" },
          ],
        },
      }),
      message: 'A rule of "spec.size" is another: self < 8 && self != 3. It was: self < 9.',
    },
    {
      name: "an item of a list, a value of a map, a name with dots",
      older: withFields({
        "a.b": { type: "array", items: { type: "object", additionalProperties: { type: "string" } } },
      }),
      newer: withFields({
        "a.b": { type: "array", items: { type: "object", additionalProperties: { type: "integer" } } },
      }),
      message: '"spec["a.b"][].*" was of type string and is of type integer.',
    },
    {
      name: "a default inside the default of what holds it",
      older: withFields({
        a: { type: "object", default: { b: 1 }, properties: { b: { type: "integer", default: 1 } } },
      }),
      newer: withFields({
        a: { type: "object", default: { b: 2 }, properties: { b: { type: "integer", default: 2 } } },
      }),
      message: 'The default of "spec.a.b" is 2 and was 1.',
    },
  ])("tell $name in a sentence", ({ older, newer, message }) => {
    const found = compare({ versions: [{ schema: older }] }, { versions: [{ schema: newer }] });
    expect(found.map((one) => one.message)).toEqual([message]);
  });

  test("tell new fields of the same versions together", () => {
    const found = compare(
      { versions: [{ schema: withFields({}) }] },
      { versions: [{ schema: withFields({ size: { type: "integer" }, tide: { type: "object" } }) }] },
    );
    expect(found).toMatchObject([
      {
        code: "crds/field-added",
        path: "spec.versions[v1].schema",
        message: "2 fields are new: spec.size (integer), spec.tide (object).",
      },
    ]);
  });

  test("tell a new field that is required once", () => {
    const found = compare(
      { versions: [{ schema: withFields({}) }] },
      { versions: [{ schema: withFields({ size: { type: "integer" } }, { required: ["size"] }) }] },
    );
    expect(brief(found)).toEqual(["crds/required-added spec.versions[v1].schema…spec.size"]);
  });

  const withRule = (rule: string, more: object = {}) => ({
    versions: [
      {
        schema: withFields({
          harbours: {
            type: "array",
            items: {
              type: "object",
              additionalProperties: { type: "integer", "x-kubernetes-validations": [{ rule, ...more }] },
            },
          },
        }),
      },
    ],
  });

  test.each([
    [
      "it is laid out otherwise",
      "self in [1, 2] && self != 3",
      "(self in [1,2]\n && self!=3 // a gap\n)",
      "changed",
    ],
    [
      "white space is other",
      "self in [1, 2] &&\n  self != 3",
      "self in [1,2] && self!=3 // a gap",
      undefined,
    ],
    ["its text is other", "'a  b' != '' || self > 1", "'a b' != '' || self > 1", "changed"],
    ["a comment begins in a text", "'//' != '' || self > 1", "'//' != '' || self > 2", "changed"],
    ["a raw text ends with a backslash", 'r"\\" != "" || self > 1', 'r"\\" != "" ||  self > 1', undefined],
  ])("tell a rule deep in the schema as it is meant where %s", (_, before, after, told) => {
    const found = compare(withRule(before), withRule(after));
    expect(brief(found)).toEqual(
      told === undefined ? [] : [`crds/rule-${told} spec.versions[v1].schema…spec.harbours[].*`],
    );
  });

  test("say nothing of what a rule says when it refuses", () => {
    const rule = "self > 1";
    expect(
      compare(
        withRule(rule, { message: "a" }),
        withRule(rule, { messageExpression: "'b'", reason: "FieldValueRequired" }),
      ),
    ).toEqual([]);
  });

  test("warn of a transition rule that nothing is tolerated", () => {
    const of = (rule: string) =>
      compare(
        { versions: [{ schema: withFields({ size: { type: "integer" } }) }] },
        {
          versions: [
            { schema: withFields({ size: { type: "integer", "x-kubernetes-validations": [{ rule }] } }) },
          ],
        },
      )[0]?.action;
    expect(of("self == oldSelf")).toContain("compares an object with what it was");
    expect(of("self != 'oldSelf'")).toContain("Kubernetes 1.30");
    expect(of("self > 1 // not oldSelf")).toContain("Kubernetes 1.30");
  });
});
