// Values for the fields of Kubernetes that schemas of charts leave open: what an API server accepts there.
import fc from "fast-check";
import { field, type Json } from "../../src/kubernetes/object.ts";
import { texts } from "./schema-values.ts";

/** A certificate that signs itself: the API server takes nothing else for the CA of an established CRD's conversion. */
const certificate = `-----BEGIN CERTIFICATE-----
MIIBdDCCARugAwIBAgIUAXr7YQ7Vs+IXwCX4ZB1RTETfZgkwCgYIKoZIzj0EAwIw
DzENMAsGA1UEAwwEZnV6ejAgFw0yNjEyMDEwMDI4MDdaGA8yMTI2MTEwNzAwMjgw
N1owDzENMAsGA1UEAwwEZnV6ejBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABMeD
3uAzsOQyhRdQ11V5fnykobQ70WIzVY/ou2GtdqOBXXnTywTEIl508p1Jr4rf8Otb
4EhyRrgl8WTKZIbdEeCjUzBRMB0GA1UdDgQWBBRWI0bYToxHDERkLY114Hfx23pC
BTAfBgNVHSMEGDAWgBRWI0bYToxHDERkLY114Hfx23pCBTAPBgNVHRMBAf8EBTAD
AQH/MAoGCCqGSM49BAMCA0cAMEQCIEVXgTXhQADGWANKbWdixy/M52X+LbQIrVTZ
TfzsvS6JAiAdVAowW7qToEwiBoRieY5y5h02T5zyR2d/Gs9rLfY5IQ==
-----END CERTIFICATE-----
`;

const name = fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/);
const labelValue = fc.oneof(
  fc.stringMatching(/^[a-z0-9]([a-z0-9._-]{0,12}[a-z0-9])?$/),
  fc.constantFrom("true", "1", "007", "1e3", "no", "null", ""),
);
const labelKey = fc.oneof(
  name,
  name.map((word) => `fuzz.example.com/${word}`),
  fc.constantFrom("y", "on"),
);
const labels = fc.dictionary(labelKey, labelValue, { minKeys: 1, maxKeys: 3 });
const annotations = fc.dictionary(labelKey, texts, { minKeys: 1, maxKeys: 3 });

const resources = fc.record({
  requests: fc.record({
    cpu: fc.oneof(
      fc.integer({ min: 1, max: 900 }).map((milli) => `${milli}m`),
      fc.constantFrom<Json>(1, 2, "1"),
    ),
    memory: fc.oneof(
      fc.integer({ min: 1, max: 900 }).map((size) => `${size}Mi`),
      fc.constant<Json>(134217728),
    ),
  }),
  // More than any request, the source's too.
  limits: fc.record({
    cpu: fc.constantFrom<Json>(40, "80", "40000m"),
    memory: fc.constantFrom("40Gi", "80G"),
  }),
});

const toleration = fc.oneof(
  fc.record({
    key: labelKey,
    operator: fc.constant("Exists"),
    effect: fc.constantFrom("NoSchedule", "NoExecute"),
  }),
  fc.record({ key: labelKey, operator: fc.constant("Equal"), value: labelValue }),
  fc.record({ operator: fc.constant("Exists") }),
);

const expression = fc.oneof(
  fc.record({
    key: labelKey,
    operator: fc.constantFrom("In", "NotIn"),
    values: fc.array(labelValue, { minLength: 1, maxLength: 2 }),
  }),
  fc.record({ key: labelKey, operator: fc.constantFrom("Exists", "DoesNotExist") }),
);
const labelSelector = fc.oneof(
  fc.record({ matchLabels: labels }),
  fc.record({ matchExpressions: fc.array(expression, { minLength: 1, maxLength: 2 }) }),
);
const nodeTerms = fc.record({
  nodeSelectorTerms: fc.array(
    fc.record({ matchExpressions: fc.array(expression, { minLength: 1, maxLength: 1 }) }),
    {
      minLength: 1,
      maxLength: 2,
    },
  ),
});
const affinity = fc.oneof(
  fc.record({ nodeAffinity: fc.record({ requiredDuringSchedulingIgnoredDuringExecution: nodeTerms }) }),
  fc.record({
    podAntiAffinity: fc.record({
      requiredDuringSchedulingIgnoredDuringExecution: fc.array(
        fc.record({ labelSelector, topologyKey: fc.constant("kubernetes.io/hostname") }),
        { minLength: 1, maxLength: 1 },
      ),
    }),
  }),
);

const times = {
  initialDelaySeconds: fc.integer({ min: 0, max: 100 }),
  periodSeconds: fc.integer({ min: 1, max: 100 }),
  timeoutSeconds: fc.integer({ min: 1, max: 100 }),
};

/** A probe says how it asks; one that already does may not say two things. */
function probes(own: Json | undefined): fc.Arbitrary<Json> {
  const hasHandler = ["httpGet", "tcpSocket", "exec", "grpc"].some((key) => field(own, key) !== undefined);
  const handler = fc.record({ tcpSocket: fc.record({ port: fc.integer({ min: 1, max: 65535 }) }) });
  const said = fc.record(times);
  return hasHandler ? said : fc.tuple(said, handler).map(([one, other]) => ({ ...one, ...other }));
}

/** How Pods are replaced, by the strategy that the source has. */
function strategies(own: Json | undefined): fc.Arbitrary<Json> {
  const rolling = fc.constantFrom<Json>("25%", 3).map((maxUnavailable) => ({
    type: "RollingUpdate",
    rollingUpdate: { maxUnavailable },
  }));
  return field(own, "rollingUpdate", "partition") === undefined
    ? rolling
    : fc.constant({ type: "OnDelete", rollingUpdate: null });
}

const volume = fc.oneof(
  fc.record({ name: name.map((word) => `fuzz-${word}`), emptyDir: fc.constant({}) }),
  fc.record({
    name: name.map((word) => `fuzz-${word}`),
    configMap: fc.record({ name, optional: fc.boolean(), defaultMode: fc.constantFrom(420, 256) }),
  }),
);

const variable = fc.oneof(
  { weight: 4, arbitrary: texts as fc.Arbitrary<Json> },
  { weight: 1, arbitrary: fc.boolean() },
  { weight: 1, arbitrary: fc.constantFrom<Json>(0, 7, 1000000, 9007199254740991, 1.5, -3) },
  { weight: 1, arbitrary: fc.constant<Json>({ valueFrom: { fieldRef: { fieldPath: "metadata.name" } } }) },
  { weight: 1, arbitrary: fc.constant<Json>({ value: "plain" }) },
);

/** Values for the field that a value is called after, beside what it has; undefined for what only a schema tells. */
export function kubernetesValues(key: string, own: Json | undefined): fc.Arbitrary<Json> | undefined {
  if (key.endsWith("Probe")) return probes(own);
  if (key === "strategy" && own !== "job" && own !== "guard" && own !== "none") return strategies(own);
  return Object.hasOwn(fields, key) ? fields[key] : undefined;
}

/** By the last key of a value's path. */
const fields: Readonly<Record<string, fc.Arbitrary<Json>>> = {
  resources,
  tolerations: fc.array(toleration, { minLength: 1, maxLength: 2 }),
  nodeSelector: labels,
  affinity,
  topologySpreadConstraints: fc.uniqueArray(
    fc.record({
      maxSkew: fc.integer({ min: 1, max: 5 }),
      topologyKey: fc.constantFrom("kubernetes.io/hostname", "topology.kubernetes.io/zone"),
      whenUnsatisfiable: fc.constantFrom("DoNotSchedule", "ScheduleAnyway"),
      labelSelector,
    }),
    { minLength: 1, maxLength: 2, selector: ({ topologyKey }) => topologyKey },
  ),
  priorityClassName: fc.constantFrom("system-cluster-critical", "fuzz"),
  securityContext: fc.record(
    {
      runAsUser: fc.integer({ min: 1, max: 65535 }),
      privileged: fc.constant(false),
      readOnlyRootFilesystem: fc.boolean(),
    },
    { requiredKeys: ["runAsUser"] },
  ),
  podSecurityContext: fc.record(
    {
      runAsUser: fc.integer({ min: 1, max: 65535 }),
      fsGroup: fc.integer({ min: 1, max: 65535 }),
      supplementalGroups: fc.constant([1, 2]),
    },
    { requiredKeys: ["fsGroup"] },
  ),
  podLabels: labels,
  podAnnotations: annotations,
  labels,
  annotations,
  commonLabels: labels,
  commonAnnotations: annotations,
  extraVolumes: fc.uniqueArray(volume, { minLength: 1, maxLength: 2, selector: (one) => one.name }),
  // The volume is set beside: value-scope.ts.
  extraVolumeMounts: fc.uniqueArray(
    fc.record({
      name: fc.constant("fuzz-mount"),
      mountPath: name.map((word) => `/fuzz/${word}`),
      readOnly: fc.boolean(),
    }),
    { minLength: 1, maxLength: 2, selector: ({ mountPath }) => mountPath },
  ),
  imagePullSecrets: fc.uniqueArray(fc.record({ name }), {
    minLength: 1,
    maxLength: 2,
    selector: (one) => one.name,
  }),
  env: fc.dictionary(fc.stringMatching(/^FUZZ_[A-Z0-9]{1,6}$/), variable, { minKeys: 1, maxKeys: 3 }),
  extraArgs: fc.array(texts, { minLength: 1, maxLength: 3 }),
  namespaceSelector: labelSelector,
  objectSelector: labelSelector,
  data: fc.dictionary(fc.stringMatching(/^fuzz[a-z0-9._-]{0,8}$/), texts, { minKeys: 1, maxKeys: 2 }),
  stringData: fc.dictionary(fc.stringMatching(/^fuzz[a-z0-9._-]{0,8}$/), texts, { minKeys: 1, maxKeys: 2 }),
  registry: fc.constantFrom("registry.fuzz.example:5000", "fuzz.example/mirror"),
  imageRegistry: fc.constantFrom("registry.fuzz.example:5000", "fuzz.example/mirror"),
  repository: fc.constantFrom("fuzz/image", "fuzz"),
  tag: fc.constantFrom<Json>("v1.2.3", "1.10", 1.5, 7, "latest", "007"),
  digest: fc.stringMatching(/^[0-9a-f]{64}$/).map((hex) => `sha256:${hex}`),
  replicas: fc.integer({ min: 0, max: 50 }),
  caBundle: fc.constantFrom(Buffer.from(certificate).toString("base64")),
  extraObjects: fc.constant([
    { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "fuzz-extra" }, data: { a: "b" } },
  ]),
  namespaceOverride: fc.constantFrom("fuzz-namespace"),
  namespace: fc.constantFrom("fuzz-namespace"),
};

/** Values for names of objects. */
export const objectNames: fc.Arbitrary<Json> = name.map((word) => `fuzz-${word}`);
