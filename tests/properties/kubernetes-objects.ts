// Objects that look like those of an operator, for properties.

import fc from "fast-check";
import type { Json, JsonObject } from "../../src/kubernetes/object.ts";
import { hostileText, jsonValue } from "./styled-yaml.ts";

const words = fc.stringMatching(/^[a-z]{1,6}$/);
const stringMap = fc.dictionary(
  fc.constantFrom(
    "app",
    "app.kubernetes.io/name",
    "app.kubernetes.io/managed-by",
    "helm.sh/chart",
    "y",
    "example.org/a",
  ),
  fc.oneof(words, hostileText),
  { maxKeys: 3 },
);

/** `value` under `key`, or nothing. */
function maybe(key: string, value: fc.Arbitrary<Json>): fc.Arbitrary<JsonObject> {
  return fc.oneof(
    fc.constant({}),
    value.map((drawn) => ({ [key]: drawn })),
  );
}

function merged(...parts: readonly fc.Arbitrary<JsonObject>[]): fc.Arbitrary<JsonObject> {
  return fc.tuple(...parts).map((drawn) => Object.assign({}, ...drawn) as JsonObject);
}

const metadata = merged(
  fc.constantFrom({ namespace: "quay" }, { namespace: "quay" }, { namespace: "pier" }, {}),
  maybe("labels", stringMap),
  maybe("annotations", stringMap),
  maybe("creationTimestamp", fc.constant(null)),
);

const variable = fc.oneof(
  fc.record({
    name: fc.constantFrom("A", "B", "NAMESPACE"),
    value: fc.oneof(hostileText, fc.constant("quay")),
  }),
  fc.constant({ name: "POD", valueFrom: { fieldRef: { fieldPath: "metadata.name" } } }),
  fc.constant({ name: "EMPTY" }),
);

const container = merged(
  fc.record({ name: fc.constantFrom("manager", "proxy", "side-car") }),
  maybe(
    "image",
    fc.constantFrom(
      "registry.example.org:5000/a/b",
      "a:1",
      "${IMAGE}",
      `example.org/a@sha256:${"0".repeat(64)}`,
    ),
  ),
  maybe("imagePullPolicy", fc.constantFrom("Always", "IfNotPresent")),
  maybe("env", fc.uniqueArray(variable, { maxLength: 3, selector: ({ name }) => name })),
  maybe(
    "args",
    fc.array(fc.oneof(hostileText, fc.constantFrom("--namespace=quay", "--v=2")), { maxLength: 3 }),
  ),
  maybe("resources", fc.constantFrom({}, { limits: { cpu: "1", memory: "64Mi" } })),
  maybe("volumeMounts", fc.constant([{ name: "v", mountPath: "/v" }])),
  maybe("livenessProbe", fc.constant({ httpGet: { path: "/healthz", port: 8081 } })),
  maybe("securityContext", fc.constantFrom({}, { runAsNonRoot: true })),
);

const podSpec = merged(
  fc.record({
    containers: fc.uniqueArray(container, { minLength: 1, maxLength: 2, selector: ({ name }) => name }),
  }),
  maybe("serviceAccountName", fc.constantFrom("manager", "other")),
  maybe("nodeSelector", fc.constantFrom({}, { "kubernetes.io/os": "linux" })),
  maybe("tolerations", fc.constantFrom([], [{ operator: "Exists" }])),
  maybe("volumes", fc.constant([{ name: "v", emptyDir: {} }])),
  maybe("affinity", fc.constant({ podAntiAffinity: { x: [{ namespaces: ["quay"] }] } })),
  maybe("imagePullSecrets", fc.constant([{ name: "pull" }])),
  maybe("priorityClassName", fc.constant("high")),
);

const podTemplate = fc.record({
  metadata: merged(fc.record({ labels: fc.constant({ app: "a" }) }), maybe("annotations", stringMap)),
  spec: podSpec,
});

/** Fields beside metadata, by kind. */
const bodies: Readonly<
  Record<string, { readonly apiVersion: string; readonly body: fc.Arbitrary<JsonObject> }>
> = {
  Deployment: {
    apiVersion: "apps/v1",
    body: fc.record({
      spec: merged(
        fc.record({ selector: fc.constant({ matchLabels: { app: "a" } }), template: podTemplate }),
        maybe("replicas", fc.constantFrom(0, 1, 3)),
        maybe("strategy", fc.constantFrom({}, { type: "Recreate" })),
      ),
    }),
  },
  CronJob: {
    apiVersion: "batch/v1",
    body: fc.record({
      spec: fc.record({
        schedule: fc.constant("* * * * *"),
        jobTemplate: fc.record({ spec: fc.record({ template: podTemplate }) }),
      }),
    }),
  },
  Pod: { apiVersion: "v1", body: fc.record({ spec: podSpec }) },
  ConfigMap: { apiVersion: "v1", body: maybe("data", fc.dictionary(words, hostileText, { maxKeys: 3 })) },
  Secret: {
    apiVersion: "v1",
    body: merged(
      maybe("stringData", fc.dictionary(words, hostileText, { maxKeys: 2 })),
      maybe("data", fc.constantFrom({}, { key: "aGk=" })),
    ),
  },
  Job: {
    apiVersion: "batch/v1",
    body: fc.record({ spec: merged(fc.record({ template: podTemplate }), maybe("backoffLimit", fc.nat(3))) }),
  },
  DaemonSet: {
    apiVersion: "apps/v1",
    body: fc.record({
      spec: merged(
        fc.record({ selector: fc.constant({ matchLabels: { app: "a" } }), template: podTemplate }),
        maybe("updateStrategy", fc.constantFrom({}, { type: "OnDelete" })),
      ),
    }),
  },
  Service: {
    apiVersion: "v1",
    body: fc.record({ spec: fc.constant({ selector: { app: "a" }, ports: [{ port: 443 }] }) }),
  },
  Role: {
    apiVersion: "rbac.authorization.k8s.io/v1",
    body: fc.record({ rules: fc.constantFrom([], [{ apiGroups: [""], resources: ["pods"], verbs: ["*"] }]) }),
  },
  RoleBinding: {
    apiVersion: "rbac.authorization.k8s.io/v1",
    body: fc.record({
      roleRef: fc.constant({ apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "manager" }),
      subjects: fc.constantFrom([], [{ kind: "ServiceAccount", name: "manager", namespace: "quay" }]),
    }),
  },
  NetworkPolicy: {
    apiVersion: "networking.k8s.io/v1",
    body: fc.record({ spec: fc.constant({ podSelector: {} }) }),
  },
  ServiceMonitor: {
    apiVersion: "monitoring.coreos.com/v1",
    body: fc.record({
      spec: fc.record({ selector: fc.constantFrom({}, { matchLabels: { app: "a" } }), note: hostileText }),
    }),
  },
  PriorityClass: {
    apiVersion: "scheduling.k8s.io/v1",
    body: merged(fc.record({ value: fc.nat(1_000_000_000) }), maybe("description", hostileText)),
  },
  ServiceAccount: { apiVersion: "v1", body: maybe("secrets", fc.constantFrom([], [{ name: "token" }])) },
  ClusterRoleBinding: {
    apiVersion: "rbac.authorization.k8s.io/v1",
    body: fc.record({
      roleRef: fc.constant({ apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "view" }),
      subjects: fc.constant([{ kind: "ServiceAccount", name: "manager", namespace: "quay" }]),
    }),
  },
  ValidatingWebhookConfiguration: {
    apiVersion: "admissionregistration.k8s.io/v1",
    body: fc.record({
      webhooks: fc.uniqueArray(
        merged(
          fc.record({
            name: fc.constantFrom("a.example.org", "b.example.org"),
            clientConfig: fc.constant({ service: { name: "webhook", namespace: "quay" } }),
          }),
          maybe("failurePolicy", fc.constantFrom("Fail", "Ignore")),
          maybe("timeoutSeconds", fc.constant(5)),
          maybe("namespaceSelector", fc.constantFrom({}, { matchLabels: { a: "b" } })),
        ),
        { minLength: 1, maxLength: 2, selector: ({ name }) => name },
      ),
    }),
  },
  Widget: { apiVersion: "example.org/v1", body: maybe("spec", jsonValue) },
};

/** An object of any of these kinds; its name is its own. */
const object: fc.Arbitrary<JsonObject> = fc.constantFrom(...Object.keys(bodies)).chain((kind) => {
  const { apiVersion, body } = bodies[kind] ?? { apiVersion: "v1", body: fc.constant({}) };
  return fc.tuple(metadata, body, fc.constantFrom("manager", "other", "third")).map(([meta, rest, name]) => {
    const isCluster = /^(?:Cluster|Validating|Priority)/.test(kind);
    const { namespace, ...own } = meta;
    const place = isCluster || namespace === undefined ? {} : { namespace };
    return { apiVersion, kind, metadata: { name, ...place, ...own }, ...rest };
  });
});

/** Several objects, no two of one kind and name. */
export const objects: fc.Arbitrary<readonly JsonObject[]> = fc.uniqueArray(object, {
  minLength: 1,
  maxLength: 5,
  selector: ({ kind, metadata: meta }) => `${kind}/${(meta as JsonObject)["name"]}`,
});
