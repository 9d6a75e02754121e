// A patch changes a document's text where it changes the object, and nowhere else: comments, order and style stay.

import { describe, expect, test } from "vitest";
import { parse } from "../../src/parse/parse.ts";
import { applyPatches } from "../../src/patches/apply-patches.ts";

const source = `# The gate.
apiVersion: apps/v1
kind: Deployment
metadata:
  name: tide # never renamed
  labels: {app: "tide"}
spec:
  # One is enough.
  replicas: 1 # for now
  template:
    spec:
      containers:
        # Does the work.
        - name: manager
          image: 'tide:v1'   # pinned
          args:
            - --leader-elect
            # Be quiet.
            - --v=0
        - image: proxy:v1
          name: proxy
      volumes: []
  script: |
    first
    second
`;

/** The text of the only object, once it is patched. */
function patched(operations: string): string {
  const { manifests } = parse([{ name: "tide.yaml", text: source }]);
  const position = { source: "chartwright.yaml", line: 1, column: 1, text: "" };
  const patch = { number: 1, text: operations, position, target: { kind: "Deployment" } };
  const result = applyPatches(manifests, [patch]);
  expect(result.diagnostics).toEqual([]);
  const [manifest] = result.manifests;
  expect(manifest?.document.data).toEqual(manifest?.object);
  return manifest?.document.text ?? "";
}

const containers = "/spec/template/spec/containers";

/** The lines that are not as before: `-` in front of what is gone, `+` of what is new. */
function changedLines(text: string): readonly string[] {
  const [before, after] = [
    parse([{ name: "a.yaml", text: source }]).manifests[0]?.document.text ?? "",
    text,
  ].map((one) => one.split("\n")) as [string[], string[]];
  let head = 0;
  while (before[head] === after[head] && head < before.length) head += 1;
  let tail = 0;
  while (before.at(-1 - tail) === after.at(-1 - tail) && tail < Math.min(before.length, after.length) - head)
    tail += 1;
  return [
    ...before.slice(head, before.length - tail).map((line) => `-${line}`),
    ...after.slice(head, after.length - tail).map((line) => `+${line}`),
  ];
}

describe("the lines that are not as before", () => {
  test.each<{ name: string; operations: string; lines: readonly string[] }>([
    {
      name: "a number: its comment stays",
      operations: "[{op: replace, path: /spec/replicas, value: 3}]",
      lines: ["-  replicas: 1 # for now", "+  replicas: 3 # for now"],
    },
    {
      name: "a field goes with the comment above it",
      operations: "[{op: remove, path: /spec/replicas}]",
      lines: ["-  # One is enough.", "-  replicas: 1 # for now"],
    },
    {
      name: "a new field is the last one",
      operations: "[{op: add, path: /spec/template/spec/hostNetwork, value: true}]",
      lines: ["+      hostNetwork: true"],
    },
    {
      name: "a new map",
      operations: "[{op: add, path: /spec/strategy, value: {type: Recreate}}]",
      lines: ["+  strategy:", "+    type: Recreate"],
    },
    {
      name: "an item in the middle goes",
      operations: `[{op: remove, path: ${containers}/0/args/1}]`,
      lines: ["-            # Be quiet.", "-            - --v=0"],
    },
    {
      name: "an item behind the others",
      operations: `[{op: add, path: ${containers}/0/args/-, value: "--x"}]`,
      lines: ["+            - --x"],
    },
    {
      name: "an item in front",
      operations: `[{op: add, path: ${containers}/1, value: {name: new, image: "new:v1"}}]`,
      lines: ["+        - name: new", "+          image: new:v1"],
    },
    {
      name: "the first entry of an item",
      operations: `[{op: replace, path: ${containers}/1/image, value: "proxy:v2"}]`,
      lines: ["-        - image: proxy:v1", "+        - image: proxy:v2"],
    },
    {
      name: "a filled list in place of an empty one",
      operations: "[{op: add, path: /spec/template/spec/volumes/0, value: {name: tmp}}]",
      lines: ["-      volumes: []", "+      volumes:", "+        - name: tmp"],
    },
    {
      name: "a text of several lines",
      operations: '[{op: replace, path: /spec/script, value: "third\\n"}]',
      lines: ["-    first", "-    second", "+    third"],
    },
    {
      name: "a single value in place of a list",
      operations: `[{op: replace, path: ${containers}/0/args, value: [--all]}]`,
      lines: [
        "-            - --leader-elect",
        "-            # Be quiet.",
        "-            - --v=0",
        "+            - --all",
      ],
    },
  ])("$name", ({ operations, lines }) => {
    const text = patched(operations);
    expect(changedLines(text)).toEqual(lines);
  });
});
