// The hooks of the subchart that holds the CRDs: one brings them up to date, which Helm itself never does with files
// of `crds/`, and one removes them, which is off unless somebody asks for it.
import { hookAccount, hookJob, hookMetadata, type KubectlHook, nameHelper } from "./kubectl-hook.ts";

/** A CRD of the subchart. */
export interface HookedCrd {
  /** `kubevirts.kubevirt.io`: the object's name, and what kubectl calls its kind. */
  readonly name: string;
  readonly group: string;
  readonly plural: string;
  /** The name of its file in `crds/`. */
  readonly file: string;
  /** The named template of its copy, for one that follows the release's namespace. */
  readonly copy?: string;
}

const group = "apiextensions.k8s.io";
const resources = ["customresourcedefinitions"];

function upgradeHook(chart: string, crds: readonly HookedCrd[]): KubectlHook {
  const follows = crds.some(({ copy }) => copy !== undefined);
  return {
    chart,
    name: "upgradeName",
    events: follows ? `{{ include "${chart}.upgradeEvents" . }}` : "pre-upgrade",
    values: [],
  };
}

const removal = (chart: string): KubectlHook => ({
  chart,
  name: "removeName",
  events: "post-delete",
  values: [],
});

/** The named templates of the hooks. `namespace` is the one that the files in `crds/` name, if they name one. */
export function crdHookHelpers(
  chart: string,
  owner: string,
  crds: readonly HookedCrd[],
  namespace: string | undefined,
): string {
  const name = (key: string, suffix: string, words: string) =>
    nameHelper({ chart, name: key }, suffix, { words, owner: JSON.stringify(owner) });
  const events = `{{/*
When the CRDs are applied. Helm does not render the files of crds/: what they say of the operator's namespace holds in
"${namespace}", and in another one the Job has to put it right at once.
*/}}
{{- define "${chart}.upgradeEvents" -}}
pre-upgrade{{ if ne (include "${chart}.namespace" .) "${namespace}" }},pre-install{{ end }}
{{- end -}}`;
  return [
    name("upgradeName", "crds-upgrade", "The name of what brings the CRDs up to date."),
    name("removeName", "crds-remove", "The name of what removes the CRDs."),
    name(
      "checkName",
      "crds-check",
      "The name of the Job that looks whether objects of their kinds are left.",
    ),
    ...(crds.some(({ copy }) => copy !== undefined) ? [events] : []),
  ].join("\n\n");
}

/** `templates/upgrade-job.yaml`. */
export function printCrdUpgrade(chart: string, crds: readonly HookedCrd[]): string {
  const hook = upgradeHook(chart, crds);
  const configMaps = crds.map((crd, index) => {
    const metadata = hookMetadata(hook, index + 1, { name: configMapName(hook, crd) });
    return `apiVersion: v1\nkind: ConfigMap\n${metadata}\ndata:\n${data(crd)}`;
  });
  const cluster = [
    { group, resources, names: crds.map(({ name }) => name), verbs: ["get", "patch"] },
    // A name cannot limit who may create.
    { group, resources, verbs: ["create"] },
  ];
  const apply = ["apply", "--server-side", "--force-conflicts", "--field-manager=helm", "--filename=/crds"];
  const run = { name: "apply", args: apply, mounts: { "/crds": "crds" } };
  const volume = [
    "- name: crds",
    "  projected:",
    "    sources:",
    ...crds.flatMap((crd) => ["      - configMap:", `          name: ${configMapName(hook, crd)}`]),
  ];
  return `{{- /*
Helm installs what is in crds/ and never changes it again. This Job does before an upgrade, in the way of Helm 4: on the
server, since a large CRD does not fit into the annotation that a client keeps, and as the same field manager.
*/ -}}
{{- if .Values.upgrade.enabled }}
${hookAccount(hook, -30, { namespace: [], cluster })}
---
${configMaps.join("\n---\n")}
---
${hookJob(hook, 1000, [run], volume)}
{{- end }}
`;
}

function configMapName({ chart, name }: KubectlHook, { file }: HookedCrd): string {
  return `{{ printf "%s-${file.replace(/\.yaml$/, "")}" (include "${chart}.${name}" .) | trunc 253 | quote }}`;
}

function data({ file, copy }: HookedCrd): string {
  if (copy === undefined) return `  {{- (.Files.Glob "crds/${file}").AsConfig | nindent 2 }}`;
  return `  ${file}: |\n    {{- include "${copy}" . | trim | nindent 4 }}`;
}

/** `templates/remove-job.yaml`. */
export function printCrdRemoval(chart: string, crds: readonly HookedCrd[]): string {
  const remove = removal(chart);
  const check: KubectlHook = { ...remove, name: "checkName", account: "removeName", events: "pre-delete" };
  const account: KubectlHook = { ...remove, events: "pre-delete,post-delete" };
  const names = crds.map(({ name }) => name);
  const look = {
    name: "look-for-objects",
    args: [
      "wait",
      "--for=delete",
      names.join(","),
      "--all",
      "--all-namespaces",
      "--timeout={{ .Values.remove.timeout }}",
    ],
  };
  const deletion = {
    name: "delete",
    args: [
      "delete",
      ...resources,
      ...names,
      "--ignore-not-found",
      "--wait=true",
      "--timeout={{ .Values.remove.timeout }}",
    ],
  };
  const cluster = [
    { group, resources, names, verbs: ["get", "list", "watch", "delete"] },
    ...[...new Set(crds.map((crd) => crd.group))].map((own) => ({
      group: own,
      resources: crds.filter((crd) => crd.group === own).map(({ plural }) => plural),
      verbs: ["get", "list", "watch"],
    })),
  ];
  return `{{- /*
Removes the CRDs behind the release. All objects of their kinds go with them, so while there are any it stops: first in
front of the uninstall, when the operator can still clean up after them, and once more before the CRDs go.
*/ -}}
{{- if .Values.remove.enabled }}
${hookAccount(account, 10, { namespace: [], cluster })}
{{- if not .Values.remove.force }}
---
${hookJob(check, 30, [look])}
---
${hookJob(remove, 40, [look, deletion])}
{{- else }}
---
${hookJob(remove, 40, [deletion])}
{{- end }}
{{- end }}
`;
}
