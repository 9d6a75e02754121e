// A small operator with its chart, both written out by hand, for tests that then break the chart.

import type { Chart, ChartObject, ChartSet } from "../../src/emit/chart.ts";
import { type KubernetesObject, referenceOf } from "../../src/kubernetes/object.ts";
import type { Manifest } from "../../src/parse/manifest.ts";
import type { ChartPlan, ChartSetPlan, LeftOut } from "../../src/plan/chart-plan.ts";
import { applyEdits, type Edit } from "../../src/template/edit.ts";
import { type Expression, output, quoted, text, value } from "../../src/template/expression.ts";
import type { Difference } from "../../src/transform/chart-template.ts";
import type { Value } from "../../src/transform/value.ts";
import { parseDocument, type YamlDocument } from "../../src/yaml/document.ts";
import { splitStream } from "../../src/yaml/stream.ts";
import { type Node, nodeAt, type PathStep } from "../../src/yaml/tree.ts";

/** The operator's own namespace. */
export const namespace = "harbour-system";

/** The release manifest. */
export const source = `apiVersion: v1
kind: Namespace
metadata:
  name: harbour-system
---
apiVersion: v1
kind: ServiceAccount
metadata:
  name: harbour
  namespace: harbour-system
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: harbour-manager
rules:
  - apiGroups: [""]
    resources: [pods, pods/exec]
    verbs: [get, list, watch]
  - apiGroups: [apps]
    resources: [deployments]
    resourceNames: [harbour]
    verbs: [patch]
  - apiGroups: ["*"]
    resources: ["*/scale"]
    verbs: [get, update]
  - nonResourceURLs: [/metrics]
    verbs: [get]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: harbour-viewer
aggregationRule:
  clusterRoleSelectors:
    - matchLabels: {harbour.example.org/view: "true"}
rules: []
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata:
  name: harbour-auth-reader
  namespace: kube-system
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: Role
  name: extension-apiserver-authentication-reader
subjects:
  - kind: ServiceAccount
    name: harbour
    namespace: harbour-system
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: harbour-settings
  namespace: harbour-system
data:
  berths: "12"
  webhook: https://harbour-webhook.harbour-system.svc:443
  path: /etc/harbour-system/config
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: harbour-manager
  namespace: harbour-system
  labels:
    app: harbour
spec:
  replicas: 2
  selector:
    matchLabels:
      app: harbour
  template:
    metadata:
      labels:
        app: harbour
    spec:
      serviceAccountName: harbour
      containers:
        - name: manager
          image: registry.example.org/harbour-system/manager:v1
          args:
            - --leader-election-namespace=harbour-system
            - --v=2
          env:
            - name: LOG_LEVEL
              value: info
            - name: POD_NAMESPACE
              value: harbour-system
            - name: PILOT
              value: "yes"
---
apiVersion: harbour.example.org/v1
kind: Harbour
metadata:
  name: main
  namespace: harbour-system
  finalizers:
    - harbour.example.org/undock
spec:
  berths: 3
`;

/** What the source's file is called in messages. */
const sourceName = "harbour.yaml";

/** The manifests of a stream, as `parse` makes them. */
function manifestsOf(stream: string, name: string = sourceName): readonly Manifest[] {
  return splitStream(stream).map(({ text: ownText, firstLine }) => {
    const result = parseDocument(ownText);
    if (!result.ok) throw new Error(result.fault.message);
    const { document } = result;
    const object = document.data as KubernetesObject;
    const leading = ownText.length - ownText.trimStart().length;
    const line = firstLine + ownText.slice(0, leading).split("\n").length - 1;
    return {
      source: name,
      firstLine,
      document,
      object,
      reference: referenceOf(object),
      position: { source: name, line, column: 1, text: `apiVersion: ${object.apiVersion}` },
    };
  });
}

/** How one object's template is made. */
interface TemplateRecipe {
  readonly values?: readonly (readonly [path: readonly PathStep[], expression: Expression])[];
  readonly edits?: (document: YamlDocument) => readonly Edit[];
  readonly differences?: readonly Difference[];
  readonly setToRender?: readonly string[];
}

const managedBy: Difference = {
  path: ["metadata", "labels", "app.kubernetes.io/managed-by"],
  rendered: "Helm",
  reason: "a label of Helm's conventions",
};

const container: readonly PathStep[] = ["spec", "template", "spec", "containers", 0];

/** By `kind/name`. */
const recipes: Readonly<Record<string, TemplateRecipe>> = {
  "Deployment/harbour-manager": {
    values: [
      [["spec", "replicas"], value("manager", "replicas")],
      [[...container, "image"], quoted(value("manager", "image"))],
      [[...container, "env", 0, "value"], quoted(value("manager", "logLevel"))],
    ],
    edits: (document) => {
      const labels = nodeAt(document.root, ["metadata", "labels"]);
      const at = labels?.start ?? 0;
      const line = text("app.kubernetes.io/managed-by: ");
      const service = output({ kind: "object", name: ".Release.Service" });
      return [{ start: at, end: at, replacement: [line, service, text("\n    ")], reason: "label" }];
    },
    differences: [managedBy],
  },
};

const ownValues: readonly Value[] = [
  {
    path: ["manager"],
    description: "The manager.",
    schema: { type: "object" },
    role: "section",
  },
  {
    path: ["manager", "replicas"],
    default: 2,
    description: "How many.",
    schema: { type: "integer", minimum: 0 },
  },
  {
    path: ["manager", "image"],
    default: "registry.example.org/harbour-system/manager:v1",
    description: "The image.",
    schema: { type: "string" },
  },
  {
    path: ["manager", "logLevel"],
    default: "info",
    description: "How much to log.",
    schema: { type: "string" },
  },
];

const valuesFile = `# The manager.
manager:
  # How many.
  replicas: 2
  # The image.
  image: registry.example.org/harbour-system/manager:v1
  # How much to log.
  logLevel: info
`;

const schemaFile = `{
  "$schema": "http://json-schema.org/draft-07/schema#",
  "type": "object",
  "additionalProperties": false,
  "properties": {
    "global": { "type": "object" },
    "enabled": { "type": "boolean" },
    "manager": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "replicas": { "type": "integer", "minimum": 0 },
        "image": { "type": "string" },
        "logLevel": { "type": "string" }
      }
    }
  }
}
`;

const chartFile = `apiVersion: v2
name: harbour
version: "1.0.0"
description: Harbours.
`;

/** What to make differently. */
export interface HarbourOptions {
  /** By `kind/name`, instead of what the chart has. */
  readonly recipes?: Readonly<Record<string, TemplateRecipe>>;
  /** Files beside the templates. */
  readonly files?: Readonly<Record<string, string>>;
  readonly added?: Chart["added"];
  readonly values?: readonly Value[];
}

/** The chart set: one chart that renders the source without its Namespace. */
export function harbour(options: HarbourOptions = {}): ChartSet {
  const manifests = manifestsOf(source);
  const leftOut: readonly LeftOut[] = manifests
    .filter(({ object }) => object.kind === "Namespace")
    .map((manifest) => ({ manifest, reason: "the release's namespace takes its place" }));
  const files = new Map<string, string>([
    ["Chart.yaml", chartFile],
    ["values.yaml", valuesFile],
    ["values.schema.json", schemaFile],
    ...Object.entries(options.files ?? {}),
  ]);
  const objects: ChartObject[] = [];
  for (const manifest of manifests.filter(({ object }) => object.kind !== "Namespace")) {
    const key = `${manifest.object.kind}/${manifest.reference.name}`;
    const recipe = { ...recipes, ...options.recipes }[key] ?? {};
    const { document } = manifest;
    const edits = [
      ...namespaceEdits(document.root),
      ...(recipe.values ?? []).map(([path, expression]) => replace(document, path, expression)),
      ...(recipe.edits?.(document) ?? []),
    ];
    const template = applyEdits(document.text, edits);
    const templatePath = `templates/${manifest.object.kind.toLowerCase()}-${manifest.reference.name}.yaml`;
    files.set(templatePath, template.text);
    objects.push({
      manifest,
      templatePath,
      origins: template.origins,
      edits: [],
      differences: recipe.differences ?? [],
      ...(recipe.setToRender ? { setToRender: recipe.setToRender } : {}),
    });
  }
  const plan = { name: "harbour", role: "all" } as ChartPlan;
  const chart: Chart = {
    plan,
    files,
    objects,
    added: options.added ?? [],
    carriers: [],
    values: options.values ?? ownValues,
  };
  const setPlan = { leftOut, operator: { sourceNamespace: namespace, manifests }, charts: [plan] };
  return { plan: setPlan as unknown as ChartSetPlan, charts: [chart], diagnostics: [] };
}

/** The values of the chart. */
export const harbourValues: readonly Value[] = ownValues;

function replace(document: YamlDocument, path: readonly PathStep[], expression: Expression): Edit {
  const node = nodeAt(document.root, path);
  if (!node) throw new Error(`there is no ${path.join(".")}`);
  return { start: node.start, end: node.end, replacement: [output(expression)], reason: "value" };
}

/** Every scalar that holds the namespace, but for paths and images. */
function namespaceEdits(node: Node | undefined): readonly Edit[] {
  switch (node?.kind) {
    case "mapping":
      return node.entries.flatMap((entry) => namespaceEdits(entry.value));
    case "sequence":
      return node.items.flatMap(namespaceEdits);
    case "scalar": {
      const at = node.value.indexOf(namespace);
      if (at === -1 || node.value[at - 1] === "/") return [];
      const start = node.start + at;
      const replacement = [output({ kind: "object", name: ".Release.Namespace" })];
      return [{ start, end: start + namespace.length, replacement, reason: "namespace" }];
    }
    default:
      return [];
  }
}
