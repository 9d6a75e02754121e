// How two values differ, and in which words that is said.
import { describe, expect, test } from "vitest";
import type { Json } from "../../src/kubernetes/object.ts";
import { compareValues } from "../../src/verify/compare.ts";
import { describeChange, formatPath } from "../../src/verify/wording.ts";
import { parseDocument } from "../../src/yaml/document.ts";

function read(text: string): Json {
  const result = parseDocument(text);
  if (!result.ok) throw new Error(result.fault.message);
  return result.document.data as Json;
}

/** The changes from one text to another, as sentences. */
function sentences(before: string, after: string): readonly string[] {
  const [expected, found] = [read(before), read(after)];
  return compareValues(expected, found).map((change) => describeChange(change, expected, found));
}

const role = (rules: string) => `kind: ClusterRole\nrules:\n${rules}`;
const pods = '  - {apiGroups: [""], resources: [pods], verbs: [get, list]}\n';
const leases = "  - {apiGroups: [coordination.k8s.io], resources: [leases], verbs: ['*']}\n";
const metrics = "  - {nonResourceURLs: [/metrics], verbs: [get]}\n";
const pod = (fields: string) => `spec: {template: {spec: {containers: [{name: manager, ${fields}}]}}}`;

describe("a change is named by what stands there", () => {
  test.each<{ name: string; before: string; after: string; expected: readonly string[] }>([
    { name: "equal values", before: "a: [1, {b: x}]", after: "{a: [1, {b: x}]}", expected: [] },
    { name: "the order of keys", before: "{a: 1, b: 2}", after: "{b: 2, a: 1}", expected: [] },
    {
      name: "a number that became a text",
      before: "spec: {port: 1}",
      after: 'spec: {port: "1"}',
      expected: ['"spec.port" changed its type: the text "1" instead of the number 1'],
    },
    {
      name: "a boolean that became a text",
      before: "on: yes",
      after: 'true: "yes"',
      expected: ['"true" changed its type: the text "yes" instead of the boolean true'],
    },
    {
      name: "a map that became null",
      before: "metadata: {labels: {a: b}}",
      after: "metadata: {labels: }",
      expected: ['"metadata.labels" changed its type: null instead of a map'],
    },
    {
      name: "a changed value",
      before: "spec: {replicas: 2}",
      after: "spec: {replicas: 3}",
      expected: ['"spec.replicas" is 3 instead of 2'],
    },
    {
      name: "a lost rule between others",
      before: role(pods + leases + metrics),
      after: role(pods + metrics),
      expected: ["rule 1 (* on leases of coordination.k8s.io) is lost"],
    },
    {
      name: "a lost rule beside a changed one",
      before: role(pods + leases + metrics),
      after: role(pods.replace(", list", "") + metrics),
      expected: [
        'verb "list" of rule 0 (get, list on pods) is lost',
        "rule 1 (* on leases of coordination.k8s.io) is lost",
      ],
    },
    {
      name: "an added rule",
      before: role(pods + metrics),
      after: role(pods + leases + metrics),
      expected: ["rule 1 (* on leases of coordination.k8s.io) is added"],
    },
    {
      name: "rules in another order",
      before: role(pods + leases),
      after: role(leases + pods),
      expected: ['the order of "rules" is another one'],
    },
    {
      name: "a verb in the place of another",
      before: role(pods),
      after: role(pods.replace("list", "delete")),
      expected: ['verb "list" of rule 0 (get, list on pods) is "delete" instead of "list"'],
    },
    {
      name: "an env that changed, and one that is lost",
      before: pod("env: [{name: A, value: a}, {name: B, value: b}, {name: C, value: c}]"),
      after: pod("env: [{name: A, value: a}, {name: C, value: d}]"),
      expected: [
        'env "B" of container "manager" is lost',
        '"value" of env "C" of container "manager" is "d" instead of "c"',
      ],
    },
    {
      name: "env in another order",
      before: pod("env: [{name: A, value: a}, {name: B, value: $(A)}]"),
      after: pod("env: [{name: B, value: $(A)}, {name: A, value: a}]"),
      expected: ['the order of "env" of container "manager" is another one'],
    },
    {
      name: "an env that is there twice",
      before: pod("env: [{name: A, value: a}]"),
      after: pod("env: [{name: A, value: a}, {name: A, value: a}]"),
      expected: ['env "A" of container "manager" is added'],
    },
    {
      name: "an argument",
      before: pod("args: [--one, --two, --three]"),
      after: pod("args: [--one, --three]"),
      expected: ['argument "--two" of container "manager" is lost'],
    },
    {
      name: "a label of the pod template",
      before: "spec: {template: {metadata: {labels: {app: a}}}}",
      after: "spec: {template: {metadata: {labels: {app: a, version: v1}}}}",
      expected: ['label "version" of the pod template ("v1") is added'],
    },
    {
      name: "a subject",
      before: "subjects: [{kind: User, name: a}, {kind: ServiceAccount, name: b, namespace: docks}]",
      after: "subjects: [{kind: User, name: a}]",
      expected: ['subject ServiceAccount "docks/b" is lost'],
    },
    {
      name: "an item of a list without a name of its own",
      before: "spec: {names: [a, b]}",
      after: "spec: {names: [a]}",
      expected: ['"spec.names[1]" is lost'],
    },
    {
      name: "a long text, from where it differs",
      before: `text: ${"a".repeat(200)}`,
      after: `text: ${"a".repeat(100)}b${"a".repeat(99)}`,
      expected: [`"text" is …"${"a".repeat(20)}b${"a".repeat(59)}"… instead of …"${"a".repeat(80)}"…`],
    },
  ])("$name", ({ before, after, expected }) => {
    expect(sentences(before, after)).toEqual(expected);
  });
});

test("a path is written as kubectl does, with keys quoted where they need it", () => {
  const path = ["metadata", "annotations", "helm.sh/hook", 0, "a-b"];
  expect(formatPath(path)).toBe('metadata.annotations["helm.sh/hook"][0].a-b');
});

test("one item lost from a list of a thousand is one change", () => {
  const items = Array.from({ length: 1_000 }, (_, index) => ({ apiGroups: ["g"], resources: [`r${index}`] }));
  const changes = compareValues(items, items.toSpliced(500, 1));
  expect(changes).toEqual([{ kind: "lost", path: [500], expected: items[500] }]);
});
