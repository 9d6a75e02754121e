// What a careless maintainer does to a chart, one thing after the other, and what verify says of each.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { compile } from "../../src/compile.ts";
import type { ChartSet } from "../../src/emit/chart.ts";
import { releaseFolder } from "../support/repository.ts";
import type { HandEdit } from "./edited-chart.ts";

/** One change of a chart. All of them are made at once: none hides another. */
export interface Mutation extends HandEdit {
  readonly name: string;
  /** What verify says, with the object in front. */
  readonly says: string;
  /** The line of the template that it names. */
  readonly line: string;
  /** The line of the source that it names; undefined for what no source has. */
  readonly source?: string;
}

const release = (file: string) => ({
  name: file,
  text: readFileSync(join(releaseFolder("tidegate"), file), "utf8"),
});

/** A file of the manifests that the charts are made of. */
export function sourceText(file: string): string {
  return release(file).text;
}

/** The charts of the example operator, as they are compiled. */
export function tidegate(): ChartSet {
  const sources = [release("tidegate-operator.yaml"), release("tidegate-cr.yaml")];
  const chart = { version: "0.9.2", kubeVersion: ">=1.30.0-0" };
  const { chartSet, diagnostics } = compile(sources, { name: "tidegate", chart });
  if (!chartSet) throw new Error(JSON.stringify(diagnostics));
  return chartSet;
}

const controllerRole = "templates/clusterrole-tidegate-controller.yaml";
const agentRole = "templates/clusterrole-tidegate-agent.yaml";
const controller = "templates/deployment-tidegate-controller.yaml";
const settings = "templates/configmap-tidegate-settings.yaml";
const rewriteJob = "templates/job-tidegate-rewrite-gates.yaml";
const uninstallJob = "templates/uninstall-job.yaml";
const springtides = "templates/springtides.tidegate.example.org.yaml";

export const mutations: readonly Mutation[] = [
  {
    name: "a rule of a role is removed",
    file: controllerRole,
    text: "  - apiGroups: [authorization.k8s.io]\n    resources: [subjectaccessreviews]\n    verbs: [create]\n",
    other: "",
    says: "ClusterRole tidegate-controller: rule 6 (create on subjectaccessreviews of authorization.k8s.io) is lost",
    line: "{{- end }}",
    source: "- apiGroups: [authorization.k8s.io]",
  },
  {
    name: "a verb is removed",
    file: controllerRole,
    text: "    resources: [tidegates, springtides]\n    verbs: [get, list, watch, update, patch]",
    other: "    resources: [tidegates, springtides]\n    verbs: [get, list, update, patch]",
    says: 'ClusterRole tidegate-controller: verb "watch" of rule 0 (get, list, watch, update, patch on tidegates, springtides of tidegate.example.org) is lost',
    line: "verbs: [get, list, update, patch]",
    source: "verbs: [get, list, watch, update, patch]",
  },
  {
    name: "an env variable is removed",
    file: controller,
    text: `            {{- if hasKey (default dict .Values.controller.env) "WATCH_NAMESPACE" }}
            {{- include "tidegate.env" (list .Values.controller.env "WATCH_NAMESPACE") | nindent 12 }}
            {{- else }}
            - name: WATCH_NAMESPACE
              value: {{ include "tidegate.namespace" . | quote }}
            {{- end }}
`,
    other: "",
    says: 'Deployment tidegate-system/tidegate-controller: env "WATCH_NAMESPACE" of container "manager" is lost',
    line: "# The controller checks that the agents on the nodes are of its own release.",
    source: "- name: WATCH_NAMESPACE",
  },
  {
    name: "a number becomes a text",
    file: controller,
    text: "terminationGracePeriodSeconds: 15",
    other: 'terminationGracePeriodSeconds: "15"',
    says: 'Deployment tidegate-system/tidegate-controller: "spec.template.spec.terminationGracePeriodSeconds" changed its type: the text "15" instead of the number 15',
    line: 'terminationGracePeriodSeconds: "15"',
    source: "terminationGracePeriodSeconds: 15",
  },
  {
    name: "a finalizer is dropped",
    file: "templates/tidegate-uplink.yaml",
    text: "    - tidegate.example.org/open\n",
    other: "",
    says: 'TideGate uplink: "metadata.finalizers" changed its type: null instead of a list',
    line: "spec:",
    source: "- tidegate.example.org/open",
  },
  {
    name: "a label is added",
    file: settings,
    text: "    app.kubernetes.io/name: tidegate\n",
    other: "    app.kubernetes.io/name: tidegate\n    team: tides\n",
    says: 'ConfigMap tidegate-system/tidegate-settings: label "team" ("tides") is added',
    line: "team: tides",
    source: "app.kubernetes.io/name: tidegate",
  },
  {
    name: "a list is reordered",
    file: controller,
    text: "            - --metrics-address=127.0.0.1:8080\n            - --health-address=:8081\n",
    other: "            - --health-address=:8081\n            - --metrics-address=127.0.0.1:8080\n",
    says: 'Deployment tidegate-system/tidegate-controller: the order of "args" of container "manager" is another one',
    line: "- controller",
    source: "- controller",
  },
  {
    name: "the description of a CRD is changed",
    file: springtides,
    text: "raises a gate's limit",
    other: "lifts a gate's limit",
    says: 'CustomResourceDefinition springtides.tidegate.example.org: "schema.openAPIV3Schema.description" of version "v1alpha1" is "SpringTide lifts a gate\'s limit for the Pods of one namespace, for a while." instead of "SpringTide raises a gate\'s limit for the Pods of one namespace, for a while."',
    line: 'description: "SpringTide lifts a gate\'s limit for the Pods of one namespace, for a while."',
    source: 'description: "SpringTide raises a gate\'s limit for the Pods of one namespace, for a while."',
  },
  {
    name: "the escape of a brace is removed",
    file: settings,
    text: 'line  = "{{ "{{" }} $labels.instance }}',
    other: 'line  = "{{ "$labels.instance" }}',
    says: 'ConfigMap tidegate-system/tidegate-settings: "data["tidegate.toml"]" is …"ry = \\"30s\\"\\nline  = \\"$labels.instance {{ $value }}\\"\\n" instead of …"ry = \\"30s\\"\\nline  = \\"{{ $labels.instance }} {{ $value }}\\"\\n"',
    line: "tidegate.toml: |",
    source: "tidegate.toml: |",
  },
  {
    name: "a key is added to the values that nobody reads",
    file: "values.yaml",
    text: "# The TideGate that configures the operator.\n",
    other: "spare: 1\n# The TideGate that configures the operator.\n",
    says: 'values.yaml sets "spare", and no template reads it',
    line: "spare: 1",
  },
  {
    name: "a value is read that there is not",
    file: agentRole,
    text: "rules:\n",
    other: "rules:\n  {{- with .Values.agent.moreRules }}\n  {{- toYaml . | nindent 2 }}\n  {{- end }}\n",
    says: '".Values.agent.moreRules" is read and is no value of the chart',
    line: "{{- with .Values.agent.moreRules }}",
    source: "- apiGroups:",
  },
  {
    name: "a default is changed that no rendering shows",
    file: "values.yaml",
    text: "  # template, Argo CD) nothing is looked at.\n  enabled: true",
    other: "  # template, Argo CD) nothing is looked at.\n  enabled: false",
    says: 'values.yaml: "preflight.enabled" is false instead of true',
    line: "enabled: false",
  },
  {
    name: "the schema lets any key through",
    file: "values.schema.json",
    text: '  "additionalProperties": false,\n',
    other: "",
    says: "the schema accepts an unknown key at the root",
    line: "{",
  },
  {
    name: "the schema forgets a lower bound",
    file: "values.schema.json",
    text: '"minimum": 1',
    other: '"maxLength": 9999',
    says: 'the schema accepts a wrong value for "tideGate.flow.reference"',
    line: '"reference": {',
    source: "trafficClass: bulk",
  },
  {
    name: "the schema forgets a choice",
    file: "values.schema.json",
    text: '"enum": ["bulk", "background", "interactive", null]',
    other: '"type": ["string", "null"]',
    says: 'the schema accepts a wrong value for "tideGate.trafficClass"',
    line: '"trafficClass": {',
    source: "trafficClass: bulk",
  },
  {
    name: "the schema forgets a pattern",
    file: "values.schema.json",
    text: '"pattern": "^[0-9]+(\\\\.[0-9]+)?(%|[kMG]bit)?$"',
    other: '"minLength": 0',
    says: 'the schema accepts a wrong value for "tideGate.flow.limit"',
    line: '"limit": {',
    source: "trafficClass: bulk",
  },
  {
    name: "the supported versions of Kubernetes are changed",
    file: "Chart.yaml",
    text: 'kubeVersion: ">=1.30.0-0"',
    other: 'kubeVersion: ">=1.20.0"',
    says: 'Chart.yaml: "kubeVersion" is ">=1.20.0" instead of ">=1.30.0-0"',
    line: 'kubeVersion: ">=1.20.0"',
  },
  {
    name: "a hook loses its annotations",
    file: rewriteJob,
    text: '    helm.sh/hook: "post-install,post-upgrade"\n',
    other: "",
    says: 'Job tidegate-system/tidegate-rewrite-gates: the listed difference at "metadata.annotations["helm.sh/hook"]" (the Job runs as a hook, since its template cannot be changed by an upgrade) does not occur',
    line: "name: tidegate-rewrite-gates",
    source: "name: tidegate-rewrite-gates",
  },
  {
    name: "an added hook loses its annotations",
    file: uninstallJob,
    text: '    helm.sh/hook: pre-delete\n    helm.sh/hook-weight: "-30"\n',
    other: "",
    says: 'ServiceAccount tidegate-system/tidegate-uninstall: annotation "helm.sh/hook" ("pre-delete") is lost',
    line: "helm.sh/hook-delete-policy: before-hook-creation,hook-succeeded",
  },
  {
    name: "the weight of an added hook is no text",
    file: uninstallJob,
    text: 'helm.sh/hook-weight: "-20"',
    other: "helm.sh/hook-weight: -20",
    says: 'ClusterRole tidegate-uninstall: annotation "helm.sh/hook-weight" changed its type: the number -20 instead of the text "-20"',
    line: "helm.sh/hook-weight: -20",
  },
  {
    name: "the namespace is hard-coded",
    file: "templates/rolebinding-tidegate-auth-reader.yaml",
    text: '    namespace: {{ include "tidegate.namespace" . | quote }}\n',
    other: "    namespace: tidegate-system\n",
    says: 'RoleBinding kube-system/tidegate-auth-reader: "namespace" of subject ServiceAccount "tidegate-system/tidegate-controller" keeps the namespace "tidegate-system" when the release is in another one',
    line: "namespace: tidegate-system",
    source: "namespace: tidegate-system",
  },
  {
    name: "an annotation tells the time",
    file: controller,
    text: "  annotations:\n",
    other: '  annotations:\n    built: {{ now | date "2006" | trunc 1 | quote }}\n',
    says: '"now" gives another result each time, or in each cluster',
    line: 'built: {{ now | date "2006" | trunc 1 | quote }}',
    source: "tidegate.example.org/lease: tidegate-system/tidegate-controller",
  },
  {
    name: "a password is made up",
    file: "templates/_helpers.tpl",
    text: '{{- define "tidegate.labels" -}}\n',
    other: '{{- define "tidegate.labels" -}}\n{{- $_ := randAlphaNum 8 }}\n',
    says: '"randAlphaNum" gives another result each time, or in each cluster',
    line: "{{- $_ := randAlphaNum 8 }}",
  },
  {
    name: "the cluster is looked at",
    file: "templates/secret-tidegate-report-token.yaml",
    text: "apiVersion: v1\n",
    other: 'apiVersion: v1\n{{- $_ := lookup "v1" "Secret" "" "" }}\n',
    says: '"lookup" gives another result each time, or in each cluster',
    line: '{{- $_ := lookup "v1" "Secret" "" "" }}',
    source: "kind: Secret",
  },
  {
    name: "an object is there twice",
    file: "templates/copy.yaml",
    text: "",
    other: `apiVersion: v1
kind: ServiceAccount
metadata:
  name: tidegate-agent
  namespace: {{ .Release.Namespace }}
`,
    says: 'ServiceAccount tidegate-system/tidegate-agent: is rendered 2 times, by "tidegate/templates/copy.yaml", "tidegate/templates/serviceaccount-tidegate-agent.yaml"',
    line: "apiVersion: v1",
    source: "apiVersion: v1",
  },
  {
    name: "objects are put into a List",
    file: "templates/list.yaml",
    text: "",
    other: "apiVersion: v1\nkind: List\nitems:\n  - {apiVersion: v1, kind: Secret, metadata: {name: a}}\n",
    says: '"templates/list.yaml" renders a document that is no Kubernetes object',
    line: "apiVersion: v1",
  },
  {
    name: "an event is no event of Helm",
    file: uninstallJob,
    text: 'helm.sh/hook: pre-delete\n    helm.sh/hook-weight: "-19"',
    other: 'helm.sh/hook: before-delete\n    helm.sh/hook-weight: "-19"',
    says: 'ClusterRoleBinding tidegate-uninstall: is listed as added and is not rendered: Helm knows no event "before-delete" of its annotation "helm.sh/hook"',
    line: "helm.sh/hook: before-delete",
  },
  {
    name: "an object is never to be deleted, by a policy that Helm does not know",
    file: agentRole,
    text: '  {{- with include "tidegate.annotations" . }}\n  annotations:\n',
    other:
      '  annotations:\n    helm.sh/resource-policy: delete\n  {{- with include "tidegate.annotations" . }}\n',
    says: 'ClusterRole tidegate-agent: "metadata.annotations" ({"helm.sh/resource-policy":"delete"}) is added',
    line: "helm.sh/resource-policy: delete",
    source: "name: tidegate-agent",
  },
];
