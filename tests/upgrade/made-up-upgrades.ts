// Upgrades of small charts, one for each rule: what `upgrade-check` says of them, and what Helm and the API server do. The
// unit tests hold the report to these words, the tests on a cluster hold the words to the real thing.

/** The templates of each chart of a set, in install order. */
export type Charts = Readonly<Record<string, string>>;

/** An upgrade that somebody could make. */
export interface MadeUpUpgrade {
  readonly name: string;
  readonly older: Charts;
  readonly newer: Charts;
  /** The codes of errors and warnings, in the order of the report. */
  readonly codes: readonly string[];
  /** What Helm does. */
  readonly outcome: "succeeds" | "fails";
  /** An object that is gone afterwards, as kubectl calls it. */
  readonly gone?: string;
}

/** A document of a template; objects are told in JSON, which is YAML. */
function template(...objects: readonly object[]): string {
  return objects.map((object) => `---\n${JSON.stringify(object)}\n`).join("");
}

function object(apiVersion: string, kind: string, content: object = {}, metadata: object = {}): object {
  return { apiVersion, kind, metadata: { name: "tide", ...metadata }, ...content };
}

const pod = (image = "registry.example.com/tide:1.0.0") => ({
  metadata: { labels: { app: "tide", role: "server" } },
  spec: { containers: [{ name: "tide", image }], restartPolicy: "Always" },
});

const deployment = (selector: object, image?: string) =>
  object("apps/v1", "Deployment", {
    spec: { replicas: 0, selector: { matchLabels: selector }, template: pod(image) },
  });

const claim = (spec: object = {}) => ({
  metadata: { name: "data" },
  spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } }, ...spec },
});

const statefulSet = (spec: object = {}) =>
  object("apps/v1", "StatefulSet", {
    spec: {
      replicas: 0,
      serviceName: "tide",
      selector: { matchLabels: { app: "tide" } },
      template: pod(),
      volumeClaimTemplates: [claim()],
      ...spec,
    },
  });

const job = (command: string, spec: object = {}) =>
  object("batch/v1", "Job", {
    spec: {
      suspend: true,
      template: {
        spec: {
          restartPolicy: "Never",
          containers: [{ name: "tide", image: "registry.example.com/tide:1.0.0", command: [command] }],
        },
      },
      ...spec,
    },
  });

const service = (spec: object) =>
  object("v1", "Service", { spec: { ports: [{ port: 80 }], selector: { none: "here" }, ...spec } });

const volumeClaim = (spec: object = {}, metadata: object = {}) =>
  object(
    "v1",
    "PersistentVolumeClaim",
    { spec: claim({ storageClassName: "slow", ...spec }).spec },
    metadata,
  );

const binding = (kind: string, role: string) =>
  object("rbac.authorization.k8s.io/v1", kind, {
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: role },
    subjects: [],
  });

const priority = (content: object) => object("scheduling.k8s.io/v1", "PriorityClass", content);

const storageClass = (content: object) =>
  object("storage.k8s.io/v1", "StorageClass", { provisioner: "tide.example.com/disk", ...content });

const configMap = (content: object, metadata: object = {}) => object("v1", "ConfigMap", content, metadata);
const secret = (content: object) => object("v1", "Secret", content);

const version = (name: string, more: object = {}) => ({
  name,
  served: true,
  storage: true,
  schema: { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
  ...more,
});

const crd = (versions: readonly object[] = [version("v1")], scope = "Namespaced", metadata: object = {}) =>
  object(
    "apiextensions.k8s.io/v1",
    "CustomResourceDefinition",
    {
      spec: {
        group: "example.com",
        scope,
        names: { kind: "Tide", plural: "tides", singular: "tide", listKind: "TideList" },
        versions,
      },
    },
    { name: "tides.example.com", ...metadata },
  );

const webhook = (more: object = {}) =>
  object("admissionregistration.k8s.io/v1", "ValidatingWebhookConfiguration", {
    webhooks: [
      {
        name: "tides.example.com",
        clientConfig: { url: "https://tide.example.com/validate" },
        rules: [
          { apiGroups: ["example.com"], apiVersions: ["v1"], operations: ["CREATE"], resources: ["tides"] },
        ],
        admissionReviewVersions: ["v1"],
        sideEffects: "None",
        failurePolicy: "Ignore",
        ...more,
      },
    ],
  });

const tide = (apiVersion = "example.com/v1") => object(apiVersion, "Tide", { spec: { level: "low" } });

const keep = { annotations: { "helm.sh/resource-policy": "keep" } };
const hook = (event: string, policy: string) => ({
  annotations: { "helm.sh/hook": event, "helm.sh/hook-delete-policy": policy },
});
const one = (content: object) => ({ tide: template(content) });
const other = configMap({ data: { a: "b" } }, { name: "other" });

/** Text that does not compress, the same in every run. */
function noise(length: number): string {
  let state = 1;
  let text = "";
  while (text.length < length) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    text += state.toString(36);
  }
  return text.slice(0, length);
}

const immutable = ["objects/immutable-field"];

function refused(
  name: string,
  older: object,
  newer: object,
  codes: readonly string[] = immutable,
): MadeUpUpgrade {
  return { name, older: one(older), newer: one(newer), codes, outcome: "fails" };
}

function taken(name: string, older: object, newer: object, codes: readonly string[] = []): MadeUpUpgrade {
  return { name, older: one(older), newer: one(newer), codes, outcome: "succeeds" };
}

export const madeUpUpgrades: readonly MadeUpUpgrade[] = [
  refused("a Deployment chooses other Pods", deployment({ app: "tide" }), deployment({ role: "server" })),
  taken(
    "a Deployment has another image",
    deployment({ app: "tide" }),
    deployment({ app: "tide" }, "registry.example.com/tide:1.1.0"),
  ),
  refused(
    "a StatefulSet has another claim",
    statefulSet(),
    statefulSet({
      volumeClaimTemplates: [claim({ resources: { requests: { storage: "2Gi" } } })],
    }),
  ),
  refused("a StatefulSet is of another Service", statefulSet(), statefulSet({ serviceName: "ebb" })),
  refused(
    "a StatefulSet starts its Pods otherwise",
    statefulSet(),
    statefulSet({ podManagementPolicy: "Parallel" }),
  ),
  taken(
    "a StatefulSet says what was the default",
    statefulSet(),
    statefulSet({
      podManagementPolicy: "OrderedReady",
      volumeClaimTemplates: [claim({ volumeMode: "Filesystem" })],
    }),
  ),
  refused("a Job runs something else", job("ebb"), job("flood"), ["objects/job-changed"]),
  refused(
    "a Job is completed otherwise",
    job("ebb"),
    job("ebb", { completionMode: "Indexed", completions: 1 }),
    ["objects/immutable-field", "objects/immutable-field"],
  ),
  taken("a Job says what was the default", job("ebb"), job("ebb", { completionMode: "NonIndexed" })),
  refused("a Service loses its address", service({}), service({ clusterIP: "None" })),
  refused("a Service gets an address", service({ clusterIP: "None" }), service({ clusterIP: "10.0.0.200" })),
  taken("a Service says no more that it has no address", service({ clusterIP: "None" }), service({}), [
    "objects/immutable-unset",
  ]),
  taken(
    "a Service becomes a name of the DNS",
    service({}),
    service({ type: "ExternalName", externalName: "tide.example.com" }),
    ["objects/service-changed"],
  ),
  refused("a RoleBinding is of another role", binding("RoleBinding", "view"), binding("RoleBinding", "edit")),
  refused(
    "a ClusterRoleBinding is of another role",
    binding("ClusterRoleBinding", "view"),
    binding("ClusterRoleBinding", "edit"),
  ),
  refused("a PriorityClass has another value", priority({ value: 1 }), priority({ value: 2 })),
  refused(
    "a PriorityClass preempts no more",
    priority({ value: 1 }),
    priority({ value: 1, preemptionPolicy: "Never" }),
  ),
  taken(
    "a PriorityClass says what was the default",
    priority({ value: 1 }),
    priority({ value: 1, preemptionPolicy: "PreemptLowerPriority" }),
  ),
  refused(
    "a StorageClass has other parameters",
    storageClass({ parameters: { depth: "1" } }),
    storageClass({ parameters: { depth: "2" } }),
  ),
  refused(
    "a StorageClass has parameters for the first time",
    storageClass({}),
    storageClass({ parameters: { depth: "2" } }),
  ),
  refused("a StorageClass keeps volumes", storageClass({}), storageClass({ reclaimPolicy: "Retain" })),
  taken(
    "a StorageClass says what was the default",
    storageClass({}),
    storageClass({ reclaimPolicy: "Delete", volumeBindingMode: "Immediate" }),
  ),
  refused("a claim is of another class", volumeClaim(), volumeClaim({ storageClassName: "fast" })),
  refused(
    "a claim is of no class any more",
    volumeClaim(),
    object("v1", "PersistentVolumeClaim", { spec: claim().spec }),
  ),
  refused("a claim has another access mode", volumeClaim(), volumeClaim({ accessModes: ["ReadWriteMany"] })),
  refused("a claim shrinks", volumeClaim(), volumeClaim({ resources: { requests: { storage: "500Mi" } } })),
  taken("a claim says what was the default", volumeClaim(), volumeClaim({ volumeMode: "Filesystem" })),
  {
    ...taken("a claim is gone", volumeClaim(), other, ["objects/data-removed"]),
    gone: "persistentvolumeclaim/tide",
  },
  {
    ...taken("a claim has another name", volumeClaim(), volumeClaim({}, { name: "ebb" }), [
      "objects/data-renamed",
    ]),
    gone: "persistentvolumeclaim/tide",
  },
  taken("a claim that is gone stays", volumeClaim({}, keep), other, ["objects/left-behind"]),
  refused("a Secret is of another type", secret({}), secret({ type: "example.com/tide" })),
  taken("a Secret says what was the default", secret({}), secret({ type: "Opaque" })),
  refused(
    "an immutable Secret has other content",
    secret({ immutable: true, stringData: { a: "ebb" } }),
    secret({ immutable: true, stringData: { a: "flood" } }),
    ["objects/immutable-content"],
  ),
  taken(
    "an immutable Secret is written otherwise",
    secret({ immutable: true, stringData: { a: "ebb" } }),
    secret({ immutable: true, data: { a: "ZWJi" } }),
  ),
  refused(
    "an immutable ConfigMap can be changed",
    configMap({ immutable: true, data: { a: "ebb" } }),
    configMap({ data: { a: "ebb" } }),
    ["objects/immutable-content"],
  ),
  taken(
    "a ConfigMap becomes immutable with other content",
    configMap({ data: { a: "ebb" } }),
    configMap({ immutable: true, data: { a: "flood" } }),
  ),
  refused(
    "a CSIDriver attaches no more",
    object("storage.k8s.io/v1", "CSIDriver", { spec: {} }, { name: "tide.example.com" }),
    object(
      "storage.k8s.io/v1",
      "CSIDriver",
      { spec: { attachRequired: false } },
      { name: "tide.example.com" },
    ),
  ),
  refused(
    "an IngressClass has another controller",
    object("networking.k8s.io/v1", "IngressClass", { spec: { controller: "example.com/ebb" } }),
    object("networking.k8s.io/v1", "IngressClass", { spec: { controller: "example.com/flood" } }),
  ),
  refused(
    "a RuntimeClass has another handler",
    object("node.k8s.io/v1", "RuntimeClass", { handler: "ebb" }),
    object("node.k8s.io/v1", "RuntimeClass", { handler: "flood" }),
  ),
  refused(
    "a Pod has other arguments",
    object("v1", "Pod", { spec: pod().spec }),
    object("v1", "Pod", { spec: { containers: [{ ...pod().spec.containers[0], args: ["--high"] }] } }),
  ),
  taken(
    "a Pod has another image",
    object("v1", "Pod", { spec: pod().spec }),
    object("v1", "Pod", { spec: pod("registry.example.com/tide:1.1.0").spec }),
  ),
  refused(
    "an API is asked for that there is no longer",
    other,
    object("policy/v1beta1", "PodDisruptionBudget", { spec: { selector: {}, minAvailable: 1 } }),
    ["objects/removed-api", "objects/removed"],
  ),
  {
    name: "a chart brings a CRD and an object of it",
    older: one(other),
    newer: { tide: template(other, crd(), tide()) },
    codes: ["objects/crd-too-late"],
    outcome: "fails",
  },
  {
    name: "a chart brings a version of a CRD and an object of it",
    older: { tide: template(crd()) },
    newer: {
      tide: template(crd([version("v1", { storage: false }), version("v2")]), tide("example.com/v2")),
    },
    codes: ["objects/crd-too-late", "crds/storage-version-changed"],
    outcome: "fails",
  },
  {
    name: "one chart brings a CRD, and another one an object of it",
    older: { "tide-crd": template(other), tide: template(configMap({})) },
    newer: { "tide-crd": template(other, crd()), tide: template(configMap({}), tide()) },
    codes: [],
    outcome: "succeeds",
  },
  {
    name: "an object moves to a chart that is upgraded before",
    older: { ebb: template(other), flood: template(other, configMap({})).replace(template(other), "") },
    newer: { ebb: template(other, configMap({})), flood: "" },
    codes: ["objects/moved-refused"],
    outcome: "fails",
  },
  {
    name: "an object moves to a chart that is upgraded later",
    older: { ebb: template(other, configMap({})), flood: template(configMap({}, { name: "flood" })) },
    newer: { ebb: template(other), flood: template(configMap({}), configMap({}, { name: "flood" })) },
    codes: ["objects/moved-remade"],
    outcome: "succeeds",
  },
  {
    name: "an object that stays moves to a chart that is upgraded later",
    older: { ebb: template(other, configMap({}, keep)), flood: template(configMap({}, { name: "flood" })) },
    newer: { ebb: template(other), flood: template(configMap({}), configMap({}, { name: "flood" })) },
    codes: ["objects/moved-refused"],
    outcome: "fails",
  },
  {
    name: "an object moves from a chart that is no longer in the set",
    older: { ebb: template(configMap({})), flood: template(other) },
    newer: { flood: template(other, configMap({})) },
    codes: ["objects/moved-refused", "chart/removed"],
    outcome: "fails",
  },
  refused(
    "a hook becomes an object",
    configMap({}, hook("pre-install,pre-upgrade", "before-hook-creation")),
    configMap({}),
    ["objects/hook-became-object"],
  ),
  taken(
    "a hook that does not stay becomes an object",
    configMap({}, hook("pre-install,pre-upgrade", "hook-succeeded")),
    configMap({}),
  ),
  taken(
    "an object becomes a hook",
    configMap({}),
    configMap({}, hook("post-install,post-upgrade", "before-hook-creation")),
    ["objects/object-became-hook"],
  ),
  refused(
    "a release is too large",
    other,
    { ...configMap({ data: { a: noise(600_000), b: noise(500_000).toUpperCase() } }), kind: "ConfigMap" },
    ["chart/release-too-large", "objects/removed"],
  ),
  {
    ...taken("an object is gone that is in use", object("v1", "ServiceAccount"), other, ["objects/removed"]),
    gone: "serviceaccount/tide",
  },
  refused("a webhook has side effects", webhook(), webhook({ sideEffects: "Some" }), ["webhooks/refused"]),
  refused("a webhook is asked in no known version", webhook(), webhook({ admissionReviewVersions: ["v2"] }), [
    "webhooks/refused",
  ]),
  refused("a webhook has a minute", webhook(), webhook({ timeoutSeconds: 60 }), ["webhooks/refused"]),
  taken("a webhook refuses while it is away", webhook(), webhook({ failurePolicy: "Fail" }), [
    "webhooks/failure-fails",
  ]),
  refused("a CRD is of another scope", crd(), crd([version("v1")], "Cluster"), ["crds/scope-changed"]),
  refused("a CRD has its stored version no longer", crd([version("v1")]), crd([version("v2")]), [
    "crds/stored-version-dropped",
    "crds/version-removed",
    "crds/storage-version-changed",
  ]),
  taken(
    "a CRD serves a version no longer",
    crd([version("v1", { storage: false }), version("v2")]),
    crd([version("v1", { storage: false, served: false }), version("v2")]),
    ["crds/version-removed"],
  ),
  {
    name: "a CRD serves no longer what the release of another chart has",
    older: {
      "tide-crd": template(crd([version("v1", { storage: false }), version("v2")])),
      tide: template(tide("example.com/v1")),
    },
    newer: {
      "tide-crd": template(crd([version("v1", { storage: false, served: false }), version("v2")])),
      tide: template(tide("example.com/v2")),
    },
    codes: ["crds/version-removed", "objects/version-unserved"],
    outcome: "fails",
  },
  {
    ...taken("a CRD is gone", crd(), other, ["crds/removed"]),
    gone: "crd/tides.example.com",
  },
  taken("a CRD that is gone stays", crd([version("v1")], "Namespaced", keep), other, ["crds/left-behind"]),
  refused(
    "a CRD is of another kind",
    crd(),
    {
      ...crd(),
      spec: {
        ...(crd() as { spec: object }).spec,
        names: { kind: "Ebb", plural: "tides", singular: "ebb", listKind: "EbbList" },
      },
    },
    ["crds/renamed"],
  ),
];
