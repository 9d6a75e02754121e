// Objects as `kubectl get -o yaml` prints them: what only the API server may set is not of the manifest.
import { expect, test } from "vitest";
import { parse } from "../../src/parse/parse.ts";

const exported = `apiVersion: example.org/v1
kind: Tide
metadata:
  name: spring
  uid: 0b1c
  resourceVersion: "7"
  generation: 3
  creationTimestamp: "2026-01-01T00:00:00Z"
  annotations:
    kubectl.kubernetes.io/last-applied-configuration: |
      {}
    mine: kept
spec:
  level: 3
status:
  ready: true
`;

test("an exported object loses what only the server may set, and the user is told", () => {
  const { manifests, diagnostics } = parse([{ name: "cr.yaml", text: exported }]);
  expect(manifests.map(({ object }) => object)).toEqual([
    {
      apiVersion: "example.org/v1",
      kind: "Tide",
      metadata: { name: "spring", annotations: { mine: "kept" } },
      spec: { level: 3 },
    },
  ]);
  expect(diagnostics.map(({ code, found }) => [code, found])).toEqual([
    [
      "parse/exported-object",
      'metadata.uid, metadata.resourceVersion, metadata.generation, metadata.creationTimestamp, metadata.annotations["kubectl.kubernetes.io/last-applied-configuration"], status',
    ],
  ]);
});

test("a status or a generation alone is no export", () => {
  const text = "apiVersion: v1\nkind: Service\nmetadata:\n  name: a\n  generation: 2\nstatus: {}\n";
  expect(parse([{ name: "a.yaml", text }]).diagnostics).toEqual([]);
});
