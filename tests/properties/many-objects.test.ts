// Time grows with the number of objects, not with its square: sources of thousands of objects are compiled too.
import { describe, expect, test } from "vitest";
import { compile } from "../../src/compile.ts";

/** Objects of each kind that a list of the operator, a block of values or a reference is looked up for. */
const documents: readonly ((index: number) => string)[] = [
  (index) => `apiVersion: v1
kind: ConfigMap
metadata: { name: map-${index}, namespace: forge }
data: { key: value-${index} }
`,
  (index) => `apiVersion: v1
kind: Secret
metadata: { name: secret-${index}, namespace: forge }
stringData: { key: value-${index} }
`,
  (index) => `apiVersion: v1
kind: ServiceAccount
metadata: { name: account-${index}, namespace: forge }
`,
  (index) => `apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: { name: binding-${index}, namespace: forge }
roleRef: { apiGroup: rbac.authorization.k8s.io, kind: Role, name: role-${index} }
subjects:
  - { kind: ServiceAccount, name: account-${index - 1}, namespace: forge }
`,
  (index) => `apiVersion: apps/v1
kind: Deployment
metadata: { name: anvil-${index}, namespace: forge }
spec:
  selector: { matchLabels: { app: anvil-${index} } }
  template:
    metadata: { labels: { app: anvil-${index} } }
    spec:
      serviceAccountName: account-${index - 2}
      containers: [{ name: anvil, image: "registry.example/anvil-${index}:v1" }]
      volumes: [{ name: outside, secret: { secretName: outside-${index} } }]
`,
  (index) => `apiVersion: batch/v1
kind: Job
metadata: { name: once-${index}, namespace: forge }
spec:
  template:
    spec:
      restartPolicy: Never
      containers: [{ name: once, image: "registry.example/once:v1" }]
`,
  (index) => `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: { name: hook-${index} }
webhooks:
  - name: check.hook-${index}.example
    sideEffects: None
    admissionReviewVersions: [v1]
    clientConfig: { url: https://hook.example }
`,
  (index) => `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: things.group${index}.example }
spec:
  group: group${index}.example
  scope: Namespaced
  names: { kind: Thing, plural: things, singular: thing, listKind: ThingList }
  versions:
    - name: v1
      served: true
      storage: true
      schema: { openAPIV3Schema: { type: object } }
`,
  (index) => `apiVersion: other.example/v1
kind: Other
metadata: { name: other-${index}, namespace: place-${index} }
`,
];

function sourceOf(count: number): string {
  return Array.from({ length: count }, (_, index) => documents[index % documents.length]?.(index)).join(
    "---\n",
  );
}

/** The processor time of a compilation in milliseconds; what other processes do meanwhile does not count. */
function timeOf(count: number): number {
  const sources = [{ name: "many.yaml", text: sourceOf(count) }];
  const before = process.cpuUsage();
  const { chartSet, diagnostics } = compile(sources, { name: "many" });
  const { user, system } = process.cpuUsage(before);
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  expect(chartSet?.charts.reduce((sum, { objects }) => sum + objects.length, 0)).toBe(count);
  return (user + system) / 1000;
}

describe("the time of a compilation", () => {
  test("grows with the number of objects", { timeout: 300_000 }, () => {
    timeOf(90);
    const few = timeOf(90);
    // Twelve times the objects would take 144 times as long, if each were held against each.
    expect(timeOf(1080) / few).toBeLessThan(36);
  });
});
