// Projects of a few lines that have one another as components; for the tests of this folder.

import { customResource, operator } from "../cli/small-operator.ts";

/** An operator in a namespace of its own, with an object that says no namespace, and a label on its Namespace. */
const crane = `apiVersion: v1
kind: Namespace
metadata:
  name: crane-system
  labels:
    pod-security.kubernetes.io/enforce: restricted
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: crane-load
data:
  host: crane.crane-system.svc
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: crane
  namespace: crane-system
spec:
  selector:
    matchLabels: {app: crane}
  template:
    metadata:
      labels: {app: crane}
    spec:
      containers:
        - name: crane
          image: registry.example.org/crane:v2.0.0
`;

/** A project file. */
export function projectFile(name: string, rest: string): string {
  return `apiVersion: chartwright/v1\nkind: ChartProject\nname: ${name}\n${rest}`;
}

/** The foreign chart that `quay` depends on, with a schema of its own. */
export const beacon: Readonly<Record<string, string>> = {
  "beacon/Chart.yaml": "apiVersion: v2\nname: beacon\nversion: 4.5.6\n",
  "beacon/values.yaml": "colour: white\nheight: 3\n",
  "beacon/values.schema.json": JSON.stringify({ properties: { height: { type: "integer" } } }),
  "beacon/templates/lamp.yaml": `apiVersion: v1
kind: ConfigMap
metadata:
  name: beacon
data:
  colour: {{ .Values.colour | quote }}
  height: {{ .Values.height | quote }}
`,
};

/** The projects below, published at `repository`. */
export function harbourIn(repository: string): Readonly<Record<string, string>> {
  const files = Object.entries(harbour).map(([path, text]) => [
    path,
    text.replaceAll("oci://registry.example.org/charts", repository),
  ]);
  return Object.fromEntries(files);
}

/** A component of a repository somewhere else. */
export const foreign = `  - chart: beacon
    repository: oci://registry.example.org/charts
    version: 4.5.6
    condition: lights.enabled
    values: { colour: red }
`;

/** Two operators, `tide` and `crane`; a chart of both, `quay`; and `port`, which has `quay` as a component. */
export const harbour: Readonly<Record<string, string>> = {
  "tide/chartwright.yaml": projectFile(
    "tide",
    "sources:\n  - path: operator.yaml\n  - path: cr.yaml\nlayout: single\n",
  ),
  "tide/operator.yaml": operator,
  "tide/cr.yaml": customResource,
  "crane/chartwright.yaml": projectFile("crane", "sources:\n  - path: install.yaml\n"),
  "crane/install.yaml": crane,
  "quay/chartwright.yaml": projectFile(
    "quay",
    `chart: { version: 0.3.0 }
components:
  - project: ../tide
    repository: oci://registry.example.org/charts
  - project: ../crane
    alias: lift
    enabled: false
    repository: oci://registry.example.org/charts
    values: { crane: { replicas: 2 } }
${foreign}`,
  ),
  "port/chartwright.yaml": projectFile("port", "components:\n  - project: ../quay\n    alias: harbour\n"),
};
