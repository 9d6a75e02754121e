// What is told of webhooks, admission policies and aggregated APIs, and that selectors and rules are judged right.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json, JsonObject, KubernetesObject } from "../../src/kubernetes/object.ts";
import { compareWebhooks } from "../../src/upgrade/compare-webhooks.ts";
import { compareSelectors, selects } from "../../src/upgrade/label-selectors.ts";
import { requestsOf, unmatched } from "../../src/upgrade/match-rules.ts";
import { released } from "./released.ts";

const rule: JsonObject = {
  apiGroups: [""],
  apiVersions: ["v1"],
  operations: ["CREATE"],
  resources: ["pods"],
};
const service: KubernetesObject = {
  apiVersion: "v1",
  kind: "Service",
  metadata: { name: "hook" },
  spec: { ports: [{ port: 443 }] },
};

function configuration(webhook: JsonObject): KubernetesObject {
  return {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingWebhookConfiguration",
    metadata: { name: "tide" },
    webhooks: [
      {
        name: "tides.example.com",
        clientConfig: { service: { namespace: "tide-system", name: "hook" } },
        sideEffects: "None",
        admissionReviewVersions: ["v1"],
        rules: [rule],
        ...webhook,
      },
    ],
  };
}

function compare(older: readonly KubernetesObject[], newer: readonly KubernetesObject[]) {
  return compareWebhooks([...older, service].map(released), [...newer, service].map(released));
}

/** The codes and messages of a webhook that is given so and then so. */
function compareWebhook(older: JsonObject, newer: JsonObject): readonly string[] {
  return compare([configuration(older)], [configuration(newer)]).map(
    ({ code, message }) => `${code}: ${message}`,
  );
}

describe("a webhook", () => {
  test("that is as it was is not told", () => {
    expect(compareWebhook({}, {})).toEqual([]);
    expect(
      compareWebhook({}, { timeoutSeconds: 10, failurePolicy: "Fail", matchPolicy: "Equivalent" }),
    ).toEqual([]);
  });

  test.each<{ name: string; older?: JsonObject; newer: JsonObject; found: readonly string[] }>([
    {
      name: "asked about more",
      newer: {
        rules: [rule, { ...rule, apiGroups: ["apps"], operations: ["UPDATE"], resources: ["deployments"] }],
      },
      found: ["webhooks/scope-widened: It is asked about UPDATE deployments.apps v1, too."],
    },
    {
      name: "asked about less",
      older: { rules: [{ ...rule, operations: ["*"] }] },
      newer: {},
      found: ["webhooks/scope-narrowed: It is asked no longer about UPDATE, DELETE, CONNECT pods."],
    },
    {
      name: "asked about another version of the same, which it was already",
      newer: { rules: [rule, { ...rule, apiVersions: ["v2"] }] },
      found: [],
    },
    {
      name: "asked about cluster-scoped objects, too",
      older: { rules: [{ ...rule, resources: ["*"], scope: "Namespaced" }] },
      newer: { rules: [{ ...rule, resources: ["*"] }] },
      found: ["webhooks/scope-widened: It is asked about CREATE * (cluster), too."],
    },
    {
      name: "without a selector",
      older: { namespaceSelector: { matchLabels: { a: "b" } } },
      newer: {},
      found: ['webhooks/scope-widened: namespaceSelector is none and was {"matchLabels":{"a":"b"}}.'],
    },
    {
      name: "with a stricter selector",
      older: { objectSelector: { matchExpressions: [{ key: "a", operator: "Exists" }] } },
      newer: { objectSelector: { matchLabels: { a: "b" } } },
      found: [
        'webhooks/scope-narrowed: objectSelector is {"matchLabels":{"a":"b"}} and was {"matchExpressions":[{"key":"a","operator":"Exists"}]}.',
      ],
    },
    {
      name: "without a condition, and with a new one",
      older: { matchConditions: [{ name: "a", expression: "object.a" }] },
      newer: { matchConditions: [{ name: "a", expression: "object.b" }] },
      found: [
        "webhooks/scope-widened: It is asked also where this does not hold: object.a.",
        "webhooks/scope-narrowed: It is asked only where this holds: object.b.",
      ],
    },
    {
      name: "asked about equivalent versions",
      older: { matchPolicy: "Exact" },
      newer: {},
      found: ["webhooks/scope-widened: It is asked about every version of what its rules name, too."],
    },
    {
      name: "that fails",
      older: { failurePolicy: "Ignore" },
      newer: {},
      found: ["webhooks/failure-fails: failurePolicy is Fail and was Ignore."],
    },
    {
      name: "that fails no longer",
      newer: { failurePolicy: "Ignore" },
      found: ["webhooks/failure-ignored: failurePolicy is Ignore and was Fail."],
    },
    {
      name: "with another timeout and path",
      newer: {
        timeoutSeconds: 30,
        clientConfig: { service: { namespace: "tide-system", name: "hook", path: "/validate" } },
      },
      found: [
        "webhooks/called-otherwise: timeoutSeconds is 30 and was 10.",
        "webhooks/called-otherwise: It is called at tide-system/hook/validate, and was at tide-system/hook.",
      ],
    },
    {
      name: "whose Service is not there",
      newer: { clientConfig: { service: { namespace: "tide-system", name: "other" } } },
      found: [
        "webhooks/called-otherwise: It is called at tide-system/other, and was at tide-system/hook.",
        "webhooks/no-service: The Service tide-system/other is not in the release.",
      ],
    },
    {
      name: "whose Service has no such port",
      newer: { clientConfig: { service: { namespace: "tide-system", name: "hook", port: 8443 } } },
      found: ["webhooks/no-service: The Service tide-system/hook has no port 8443."],
    },
    {
      name: "that the API server refuses",
      older: { sideEffects: "None" },
      newer: { sideEffects: "Some", admissionReviewVersions: [], timeoutSeconds: 31 },
      found: [
        "webhooks/called-otherwise: timeoutSeconds is 31 and was 10.",
        "webhooks/called-otherwise: sideEffects is Some and was None.",
        "webhooks/refused: sideEffects is Some; v1 takes None and NoneOnDryRun.",
        "webhooks/refused: admissionReviewVersions has neither v1 nor v1beta1.",
        "webhooks/refused: timeoutSeconds is 31; it has to be from 1 to 30.",
      ],
    },
  ])("$name", ({ older = {}, newer, found }) => {
    expect(compareWebhook(older, newer)).toEqual(found);
  });

  test("that is new is a warning where others wait for it", () => {
    const own: KubernetesObject = {
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "CustomResourceDefinition",
      metadata: { name: "tides.example.com" },
      spec: { group: "example.com" },
    };
    const ofOwn = { rules: [{ ...rule, apiGroups: ["example.com"], resources: ["tides"] }] };
    const codes = (newer: readonly KubernetesObject[]) => compare([], newer).map(({ code }) => code);
    expect(codes([configuration({})])).toEqual(["webhooks/added-failing"]);
    expect(codes([configuration({ failurePolicy: "Ignore" })])).toEqual(["webhooks/added"]);
    expect(codes([configuration(ofOwn), own])).toEqual(["webhooks/added"]);
  });

  test("keeps its name where its configuration has another", () => {
    const renamed = { ...configuration({}), metadata: { name: "ebb" } };
    expect(compare([configuration({})], [renamed])).toEqual([]);
  });

  test("is told with its places", () => {
    expect(compare([configuration({ failurePolicy: "Ignore" })], [configuration({})])).toMatchObject([
      {
        subject: "ValidatingWebhookConfiguration tide",
        path: "webhooks[tides.example.com].failurePolicy",
        older: { file: "webhooks.0.failurePolicy" },
        newer: { file: "webhooks.0.failurePolicy" },
      },
    ]);
    expect(compare([configuration({})], [])).toMatchObject([{ code: "webhooks/removed", severity: "info" }]);
  });
});

describe("an admission policy", () => {
  const policy = (spec: JsonObject): KubernetesObject => ({
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingAdmissionPolicy",
    metadata: { name: "tide" },
    spec: { matchConstraints: { resourceRules: [rule] }, validations: [{ expression: "object.a" }], ...spec },
  });

  test("is told like a webhook, and by its expressions", () => {
    const newer = policy({
      matchConstraints: { resourceRules: [{ ...rule, operations: ["*"] }] },
      validations: [{ expression: "object.b" }],
    });
    expect(compare([policy({})], [newer])).toMatchObject([
      { code: "webhooks/scope-widened", path: "spec.matchConstraints.resourceRules" },
      {
        code: "webhooks/policy-changed",
        path: "spec.validations",
        message: "In validations new is object.b; gone is object.a.",
      },
    ]);
  });

  test("is told by its binding, too", () => {
    const binding = (actions: readonly string[]): KubernetesObject => ({
      apiVersion: "admissionregistration.k8s.io/v1",
      kind: "ValidatingAdmissionPolicyBinding",
      metadata: { name: "tide" },
      spec: { policyName: "tide", validationActions: actions },
    });
    expect(compare([binding(["Warn"])], [binding(["Deny"])])).toMatchObject([
      { code: "webhooks/policy-changed", subject: "ValidatingAdmissionPolicyBinding tide" },
    ]);
  });
});

describe("an aggregated API", () => {
  const api = (spec: JsonObject): KubernetesObject => ({
    apiVersion: "apiregistration.k8s.io/v1",
    kind: "APIService",
    metadata: { name: "v1.sub.example.com" },
    spec: { service: { namespace: "tide-system", name: "hook" }, ...spec },
  });
  const codes = (older: readonly KubernetesObject[], newer: readonly KubernetesObject[]) =>
    compare(older, newer).map(({ code }) => code);

  test("comes, goes, and is served by another", () => {
    expect(codes([], [api({})])).toEqual(["webhooks/api-added"]);
    expect(codes([api({})], [])).toEqual(["webhooks/api-removed"]);
    expect(codes([api({})], [api({ insecureSkipTLSVerify: true })])).toEqual(["webhooks/api-changed"]);
    expect(codes([api({})], [api({ service: { namespace: "b", name: "c" } })])).toEqual([
      "webhooks/api-changed",
      "webhooks/no-service",
    ]);
  });
});

describe("selectors", () => {
  const values = fc.uniqueArray(fc.constantFrom("x", "y", "z"), { minLength: 1, maxLength: 2 });
  const expression = fc.oneof(
    fc.record({ key: fc.constantFrom("a", "b"), operator: fc.constantFrom("In", "NotIn"), values }),
    fc.record({ key: fc.constantFrom("a", "b"), operator: fc.constantFrom("Exists", "DoesNotExist") }),
  );
  const selector = fc.record({
    matchLabels: fc.dictionary(fc.constantFrom("a", "b"), fc.constantFrom("x", "y"), { maxKeys: 1 }),
    matchExpressions: fc.array(expression, { maxLength: 2 }),
  });
  const choices = [undefined, "x", "y", "z", "w"];
  const labels = choices.flatMap((a) =>
    choices.map(
      (b): JsonObject => ({ ...(a === undefined ? {} : { a }), ...(b === undefined ? {} : { b }) }),
    ),
  );

  test("that do not widen select nothing new, and those that do not narrow lose nothing", () => {
    fc.assert(
      fc.property(selector, selector, (one, other) => {
        const [older, newer] = [one as Json, other as Json];
        const { widens, narrows } = compareSelectors(older, newer);
        for (const label of labels) {
          if (!widens && selects(newer, label)) expect(selects(older, label)).toBe(true);
          if (!narrows && selects(older, label)) expect(selects(newer, label)).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe("rules", () => {
  /** https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#matching-requests-rules */
  test.each<[wide: string, narrow: string, isCovered: boolean]>([
    ["*", "pods", true],
    ["*", "pods/status", false],
    ["*/*", "pods", true],
    ["*/*", "pods/status", true],
    ["pods/*", "pods/status", true],
    ["pods/*", "deployments/status", false],
    ["*/scale", "deployments/scale", true],
    ["*/scale", "deployments", false],
    ["pods", "pods", true],
    ["pods", "*", false],
    ["pods/status", "pods", false],
  ])("for %s are rules for %s: %s", (wide, narrow, isCovered) => {
    const [has, wants] = [wide, narrow].map((resource) =>
      requestsOf([{ ...rule, resources: [resource] }], false),
    );
    expect(unmatched(wants ?? [], has ?? []).length === 0).toBe(isCovered);
  });
});
