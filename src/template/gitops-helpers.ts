// The named templates with the annotations of CRDs and CRs, which Argo CD is told more about than about other objects.

/** Which of the named templates a chart needs. */
export interface GitopsFacts {
  readonly hasCrds: boolean;
  readonly hasCustomResources: boolean;
}

/** The templates `crdAnnotations` and `customResourceAnnotations`. */
export function printGitopsHelpers(chart: string, { hasCrds, hasCustomResources }: GitopsFacts): string[] {
  return [
    ...(hasCrds
      ? [
          annotations(
            chart,
            "crdAnnotations",
            "of every CRD. With gitops: first of all, applied on the server's side, and never deleted where crds.keep is on",
            `dict "argocd.argoproj.io/sync-wave" "-1" "argocd.argoproj.io/sync-options" (ternary "Prune=false,Delete=false,ServerSideApply=true" "ServerSideApply=true" .Values.crds.keep)`,
          ),
        ]
      : []),
    ...(hasCustomResources
      ? [
          annotations(
            chart,
            "customResourceAnnotations",
            "of every custom resource. With gitops: created once the operator is healthy, deleted before it",
            `dict "argocd.argoproj.io/sync-wave" "1"`,
          ),
        ]
      : []),
  ];
}

function annotations(chart: string, name: string, words: string, map: string): string {
  return `{{/*
Annotations ${words}.
*/}}
{{- define "${chart}.${name}" -}}
{{- $annotations := include "${chart}.annotations" . | fromYaml -}}
{{- if .Values.gitops -}}
{{- $annotations = merge (${map}) $annotations -}}
{{- end -}}
{{- with $annotations -}}{{- include "${chart}.block" . -}}{{- end -}}
{{- end -}}`;
}
