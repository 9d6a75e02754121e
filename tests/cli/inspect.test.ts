// `inspect` on what operators rarely publish: every object is shown, and is in exactly one list.
import { expect, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { call } from "./called.ts";

const odd = `apiVersion: v1
kind: List
items:
  - {apiVersion: v1, kind: ConfigMap, metadata: {name: a}}
  - {apiVersion: v1, kind: Secret, metadata: {name: b, namespace: harbour}}
  - apiVersion: v1
    kind: List
    items: [{apiVersion: v1, kind: Service, metadata: {name: s}}]
---
# nothing
---
apiVersion: v1
kind: ServiceAccount
metadata: {name: sa}
---
apiVersion: foo.io/v1
kind: Unknown
metadata: {name: u}
---
apiVersion: batch/v1
kind: Job
metadata: {generateName: j-}
spec: {template: {spec: {containers: [{name: c, image: x}], restartPolicy: Never}}}
---
apiVersion: v1
kind: Pod
metadata: {name: p}
spec: {containers: [{name: c, image: x}]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: rb}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: gone}
subjects: [{kind: ServiceAccount, name: elsewhere, namespace: other}, {kind: User, name: u}]
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: {name: empty}
---
apiVersion: admissionregistration.k8s.io/v1
kind: MutatingWebhookConfiguration
metadata: {name: two}
webhooks: [{name: a.b.c, clientConfig: {url: "https://x"}, sideEffects: None, admissionReviewVersions: [v1]}, {name: a2.b.c, clientConfig: {service: {name: s, namespace: harbour}}, sideEffects: None, admissionReviewVersions: [v1]}]
---
apiVersion: v1
kind: Namespace
metadata: {name: harbour}
---
apiVersion: apiregistration.k8s.io/v1
kind: APIService
metadata: {name: v1.x.y}
spec: {service: {name: s, namespace: harbour}, group: x.y, version: v1, groupPriorityMinimum: 1, versionPriority: 1}
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: np}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: pdb}
---
apiVersion: apps/v1
kind: ReplicaSet
metadata: {name: rs}
spec: {selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: {containers: []}}}
---
apiVersion: v1
kind: ReplicationController
metadata: {name: rc}
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: foos.foo.io}
spec: {group: foo.io, names: {kind: Foo, plural: foos}, scope: Cluster, versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}]}
---
apiVersion: foo.io/v1
kind: Foo
metadata: {name: f}
`;

test("every object is in exactly one list of the document", async () => {
  const { code, stdout } = await call(["inspect", "-", "--json"], { folder: temporaryFolder(), stdin: odd });
  expect(code).toBe(0);
  const { sourceNamespace, objects, ...lists } = JSON.parse(stdout);
  const places = Object.values<readonly { place?: string }[]>(lists)
    .flat()
    .flatMap(({ place }) => place ?? []);
  expect(places).toHaveLength(objects);
  expect(new Set(places).size).toBe(objects);
  const counts = Object.entries<readonly unknown[]>(lists).map(([list, items]) => [list, items.length]);
  // Scripts read these names: what is renamed or gone breaks them.
  expect(Object.fromEntries(counts)).toEqual({
    crds: 1,
    customResources: 1,
    workloads: 3,
    serviceAccounts: 3, // two of them are named and not in the sources
    rbac: 1,
    services: 1,
    webhooks: 1,
    apiServices: 1,
    certificates: 0,
    configMaps: 1,
    secrets: 1,
    priorityClasses: 0,
    monitors: 0,
    networkPolicies: 1,
    policies: 1,
    namespaces: 1,
    others: 3,
  });
});

test("every object is in the table", async () => {
  const { stdout } = await call(["inspect", "-"], { folder: temporaryFolder(), stdin: odd });
  expect(stdout).toMatch(/^18 objects; /);
  expect(stdout).toMatch(/^ {2}ReplicaSet rs +default +- +-$/m);
  expect(stdout).toMatch(/^ {2}a2\.b\.c +Mutating +Fail +harbour\/s +-$/m);
  expect(stdout).toMatch(/^ {2}elsewhere \(not in the sources\) +Role\/gone +-$/m);
  expect(stdout).toMatch(/^ {2}others +Unknown +u +- +-:\d+:1$/m);
});
