// What Kubernetes takes in the fields of workloads, Pods, containers and webhooks that values set, as structural schemas
// like those of CRDs. They name every field of the newest Kubernetes (k8s.io/api v0.37), since an API server drops a
// misspelled one without an error; tests/e2e/field-schemas.e2e.ts holds them against the OpenAPI of a real one.
// https://kubernetes.io/docs/reference/generated/kubernetes-api/
import type { JsonObject } from "./object.ts";

/** Helm takes the text "<no value>" out of whatever it renders. */
export const text: JsonObject = { type: "string", not: { type: "string", pattern: "<no value>" } };
/** A name, a key, a choice: nothing that could hold it. */
const word: JsonObject = { type: "string", pattern: "^[^<>]*$" };
const integer: JsonObject = { type: "integer" };
const count: JsonObject = { type: "integer", minimum: 0 };
const boolean: JsonObject = { type: "boolean" };
const integerOrText: JsonObject = { "x-kubernetes-int-or-string": true };
/** Any map, where what is in it says nothing wrong without a word of the API server. */
const anyMap: JsonObject = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
/** https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/quantity/ */
const quantity: JsonObject = {
  anyOf: [{ type: "string" }, { type: "number" }],
  pattern: "^[+-]?[0-9.]+([eE][-+]?[0-9]+|[numkKMGTPE]i?)?$",
};
/** https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#syntax-and-character-set */
export const labelValue: JsonObject = {
  type: "string",
  maxLength: 63,
  pattern: "^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$",
};

function oneOf(...choices: string[]): JsonObject {
  return { type: "string", enum: choices };
}

function fields(properties: JsonObject, ...required: string[]): JsonObject {
  return { type: "object", properties, ...(required.length === 0 ? {} : { required }) };
}

function listOf(items: JsonObject): JsonObject {
  return { type: "array", items };
}

function mapOf(additionalProperties: JsonObject): JsonObject {
  return { type: "object", additionalProperties };
}

export const resources: JsonObject = fields({
  limits: mapOf(quantity),
  requests: mapOf(quantity),
  claims: listOf(fields({ name: word, request: word }, "name")),
});

const profile = fields({
  type: oneOf("RuntimeDefault", "Localhost", "Unconfined"),
  localhostProfile: word,
});
const securityFields: JsonObject = {
  appArmorProfile: profile,
  seccompProfile: profile,
  seLinuxOptions: fields({ level: word, role: word, type: word, user: word }),
  windowsOptions: fields({
    gmsaCredentialSpec: text,
    gmsaCredentialSpecName: word,
    hostProcess: boolean,
    runAsUserName: word,
  }),
  runAsGroup: count,
  runAsNonRoot: boolean,
  runAsUser: count,
};

/** Of a container. */
export const securityContext: JsonObject = fields({
  ...securityFields,
  allowPrivilegeEscalation: boolean,
  capabilities: fields({ add: listOf(word), drop: listOf(word) }),
  privileged: boolean,
  procMount: oneOf("Default", "Unmasked"),
  readOnlyRootFilesystem: boolean,
});

export const podSecurityContext: JsonObject = fields({
  ...securityFields,
  fsGroup: count,
  fsGroupChangePolicy: oneOf("OnRootMismatch", "Always"),
  seLinuxChangePolicy: oneOf("MountOption", "Recursive"),
  supplementalGroups: listOf(count),
  supplementalGroupsPolicy: oneOf("Merge", "Strict"),
  sysctls: listOf(fields({ name: word, value: text }, "name", "value")),
});

export const probe: JsonObject = fields({
  exec: fields({ command: listOf(text) }),
  grpc: fields({ port: integer, service: word, mode: word }),
  httpGet: fields({
    host: word,
    httpHeaders: listOf(fields({ name: word, value: text }, "name", "value")),
    path: text,
    port: integerOrText,
    protocol: word,
    scheme: oneOf("HTTP", "HTTPS"),
  }),
  tcpSocket: fields({ host: word, port: integerOrText }),
  failureThreshold: count,
  initialDelaySeconds: count,
  periodSeconds: count,
  successThreshold: count,
  terminationGracePeriodSeconds: count,
  timeoutSeconds: count,
});

export const nodeSelector: JsonObject = mapOf(labelValue);

export const tolerations: JsonObject = listOf(
  fields({
    effect: oneOf("NoSchedule", "PreferNoSchedule", "NoExecute", ""),
    key: word,
    operator: oneOf("Exists", "Equal", "Lt", "Gt", ""),
    tolerationSeconds: integer,
    value: word,
  }),
);

const requirement = (...operators: string[]) =>
  fields({ key: word, operator: oneOf(...operators), values: listOf(word) }, "key", "operator");

/** Of a selector in an affinity, a spread constraint or a webhook. */
export const labelSelector: JsonObject = fields({
  matchLabels: mapOf(labelValue),
  matchExpressions: listOf(requirement("In", "NotIn", "Exists", "DoesNotExist")),
});

const nodeRequirements = listOf(requirement("In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt"));
const nodeTerm = fields({ matchExpressions: nodeRequirements, matchFields: nodeRequirements });
const podTerm = fields(
  {
    labelSelector,
    matchLabelKeys: listOf(word),
    mismatchLabelKeys: listOf(word),
    namespaceSelector: labelSelector,
    namespaces: listOf(word),
    topologyKey: word,
  },
  "topologyKey",
);
const podRules = fields({
  requiredDuringSchedulingIgnoredDuringExecution: listOf(podTerm),
  preferredDuringSchedulingIgnoredDuringExecution: listOf(
    fields({ podAffinityTerm: podTerm, weight: integer }, "podAffinityTerm", "weight"),
  ),
});

export const affinity: JsonObject = fields({
  nodeAffinity: fields({
    requiredDuringSchedulingIgnoredDuringExecution: fields(
      { nodeSelectorTerms: listOf(nodeTerm) },
      "nodeSelectorTerms",
    ),
    preferredDuringSchedulingIgnoredDuringExecution: listOf(
      fields({ preference: nodeTerm, weight: integer }, "preference", "weight"),
    ),
  }),
  podAffinity: podRules,
  podAntiAffinity: podRules,
});

const inclusion = oneOf("Honor", "Ignore");
export const topologySpreadConstraints: JsonObject = listOf(
  fields(
    {
      labelSelector,
      matchLabelKeys: listOf(word),
      maxSkew: integer,
      minDomains: integer,
      nodeAffinityPolicy: inclusion,
      nodeTaintsPolicy: inclusion,
      topologyKey: word,
      whenUnsatisfiable: oneOf("DoNotSchedule", "ScheduleAnyway"),
    },
    "maxSkew",
    "topologyKey",
    "whenUnsatisfiable",
  ),
);

/** How Pods are replaced, by the kind of the workload. */
export const strategies: Readonly<Record<string, JsonObject>> = {
  Deployment: fields({
    rollingUpdate: fields({ maxSurge: integerOrText, maxUnavailable: integerOrText }),
    type: oneOf("RollingUpdate", "Recreate"),
  }),
  DaemonSet: fields({
    rollingUpdate: fields({ maxSurge: integerOrText, maxUnavailable: integerOrText }),
    type: oneOf("RollingUpdate", "OnDelete"),
  }),
  StatefulSet: fields({
    rollingUpdate: fields({ maxUnavailable: integerOrText, partition: count }),
    type: oneOf("RollingUpdate", "OnDelete"),
  }),
};

const keyPaths = listOf(fields({ key: word, mode: integer, path: text, user: integer }, "key", "path"));
const ofFiles = { defaultMode: integer, defaultUser: integer };
/** Kinds of volumes that are seldom of use, or none of Kubernetes any more; their own fields are left to it. */
const otherVolumes =
  "awsElasticBlockStore azureDisk azureFile cephfs cinder csi downwardAPI ephemeral fc flexVolume flocker " +
  "gcePersistentDisk gitRepo glusterfs iscsi nfs photonPersistentDisk portworxVolume projected quobyte rbd scaleIO " +
  "storageos vsphereVolume";

export const volume: JsonObject = fields(
  {
    name: word,
    configMap: fields({ ...ofFiles, items: keyPaths, name: word, optional: boolean }),
    secret: fields({ ...ofFiles, items: keyPaths, optional: boolean, secretName: word }),
    emptyDir: fields({ medium: word, mode: integer, sizeLimit: quantity }),
    hostPath: fields({ path: text, type: word }, "path"),
    image: fields({ pullPolicy: oneOf("Always", "IfNotPresent", "Never", ""), reference: word }),
    persistentVolumeClaim: fields({ claimName: word, readOnly: boolean }, "claimName"),
    ...Object.fromEntries(otherVolumes.split(" ").map((kind) => [kind, anyMap])),
  },
  "name",
);

export const volumeMount: JsonObject = fields(
  {
    bindMountOptions: listOf(word),
    mountPath: text,
    mountPropagation: oneOf("None", "HostToContainer", "Bidirectional"),
    name: word,
    readOnly: boolean,
    recursiveReadOnly: oneOf("Disabled", "IfPossible", "Enabled"),
    subPath: text,
    subPathExpr: text,
  },
  "name",
  "mountPath",
);
