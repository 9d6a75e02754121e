// Who else would claim an object, or write it back: another release, a GitOps controller, an owner in the cluster.
import { field, type KubernetesObject, listField, stringField } from "../kubernetes/object.ts";

/** A Helm release, by the names that Helm keeps it under. */
export interface ReleaseName {
  readonly name: string;
  readonly namespace: string;
}

/** What claims an object. */
export type Claim =
  | { readonly kind: "release"; readonly release: ReleaseName }
  | {
      readonly kind: "argo-cd" | "flux" | "olm";
      readonly by: string;
      /** Where the tool's own object is. */
      readonly namespace?: string;
    }
  | { readonly kind: "owner"; readonly by: string };

/** The release that an object belongs to, as Helm reads it from the annotations. */
export function releaseOf(object: KubernetesObject): ReleaseName | undefined {
  const name = annotation(object, "meta.helm.sh/release-name");
  const namespace = annotation(object, "meta.helm.sh/release-namespace");
  return name === undefined || namespace === undefined ? undefined : { name, namespace };
}

/**
 * Everything that claims `object` beside the release `own`. Argo CD marks by annotation, or by the label `instance`
 * alone in older set-ups, which then looks like any other label.
 */
export function claimsOf(object: KubernetesObject, own: ReleaseName): readonly Claim[] {
  const claims: Claim[] = [];
  const release = releaseOf(object);
  if (release && !isSameRelease(release, own)) claims.push({ kind: "release", release });
  const argo =
    annotation(object, "argocd.argoproj.io/tracking-id") ?? label(object, "argocd.argoproj.io/instance");
  if (argo !== undefined) claims.push(argoClaim(argo.split(":")[0] ?? argo));
  for (const tool of ["kustomize", "helm"]) {
    const name = label(object, `${tool}.toolkit.fluxcd.io/name`);
    if (name === undefined) continue;
    const by = `${tool === "helm" ? "HelmRelease" : "Kustomization"} ${name}`;
    claims.push({ kind: "flux", by, ...placeOf(label(object, `${tool}.toolkit.fluxcd.io/namespace`)) });
  }
  const olm = label(object, "olm.owner");
  if (olm !== undefined)
    claims.push({ kind: "olm", by: olm, ...placeOf(label(object, "olm.owner.namespace")) });
  for (const owner of listField(object, "metadata", "ownerReferences")) {
    if (olm !== undefined && stringField(owner, "name") === olm) continue;
    claims.push({
      kind: "owner",
      by: `${stringField(owner, "kind") ?? "?"} ${stringField(owner, "name") ?? "?"}`,
    });
  }
  return claims;
}

/** Applications in other namespaces than Argo CD's own are tracked as "NAMESPACE_NAME". */
function argoClaim(application: string): Claim {
  const [, namespace = "argocd", by = application] = /^([^_]+)_(.+)$/.exec(application) ?? [];
  return { kind: "argo-cd", by, namespace };
}

function placeOf(namespace: string | undefined): { readonly namespace?: string } {
  return namespace === undefined ? {} : { namespace };
}

/** Whether both are one release. */
export function isSameRelease(a: ReleaseName, b: ReleaseName): boolean {
  return a.name === b.name && a.namespace === b.namespace;
}

function annotation(object: KubernetesObject, name: string): string | undefined {
  return stringField(object, "metadata", "annotations", name);
}

function label(object: KubernetesObject, name: string): string | undefined {
  const value = field(object, "metadata", "labels", name);
  return typeof value === "string" ? value : undefined;
}
