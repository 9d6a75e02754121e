// Named templates that mount the Secrets of files for which the project names a folder: only those that are there.
import type { ProviderFacts, ProviderSecretFacts } from "./provider-settings.ts";

/** The templates that add to the volumes of Pods, and to the mounts of containers. */
export type FileMounts = "fileVolumes" | "fileVolumeMounts";

/** The text of the templates; none where the project names no folder. */
export function printFileMounts({ chart, secrets }: ProviderFacts): readonly string[] {
  const mounted = secrets.filter(({ files }) => files?.mountPath !== undefined);
  if (mounted.length === 0) return [];
  return [
    ...mounted.map((secret) => presence(chart, secret)),
    listHelper(chart, "fileVolumes", "Volumes of the files that are given", mounted, ({ name }) => {
      const secretName = `(include "${chart}.secretName.${name}" $root)`;
      return `(dict "name" "${volumeName(name)}" "secret" (dict "secretName" ${secretName}))`;
    }),
    listHelper(
      chart,
      "fileVolumeMounts",
      "Where a container finds the files that are given",
      mounted,
      (secret) => {
        const path = JSON.stringify(secret.files?.mountPath);
        return `(dict "name" "${volumeName(secret.name)}" "mountPath" ${path} "readOnly" true)`;
      },
    ),
  ];
}

/** A Secret is there when a file of it is given, or when values name it: in the cluster or in the store. */
function presence(chart: string, { name, existing, files }: ProviderSecretFacts): string {
  const names = files?.providers?.map((provider) => JSON.stringify(provider)).join(" ");
  const held = `{{- if eq .Values.secrets.mode "create" }}
{{- with include "${chart}.secretData.${name}" . }}true{{ end }}
{{- else if eq .Values.secrets.mode "reference" }}
{{- with .Values.secrets.${existing} }}true{{ end }}
{{- else }}
{{- with index .Values.secrets.external.keys "${name}" }}true{{ end }}
{{- end }}`;
  return `{{/*
Whether the Secret "${name}" is there, to be mounted.
*/}}
{{- define "${chart}.hasFiles.${name}" -}}
${names === undefined ? held : `{{- if has .Values.provider (list ${names}) }}\n${held}\n{{- end }}`}
{{- end -}}`;
}

function listHelper(
  chart: string,
  name: FileMounts,
  words: string,
  secrets: readonly ProviderSecretFacts[],
  item: (secret: ProviderSecretFacts) => string,
): string {
  const lines = secrets.map(
    (secret) => `{{- if include "${chart}.hasFiles.${secret.name}" $root }}
{{- $items = append $items ${item(secret)} }}
{{- end }}`,
  );
  return `{{/*
${words}, then more. It is given a list: the root context, and what there is more.
*/}}
{{- define "${chart}.${name}" -}}
{{- $root := index . 0 }}
{{- $items := list }}
${lines.join("\n")}
{{- toYaml (concat $items (index . 1 | default list)) }}
{{- end -}}`;
}

/** A name of a volume, which is shorter than that of a Secret can be, and has no dots. */
function volumeName(secret: string): string {
  return `files-${secret.replace(/[^a-z0-9-]/g, "-")}`.slice(0, 63).replace(/-+$/, "");
}
