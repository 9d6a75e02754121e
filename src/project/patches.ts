// The section `patches` of the project file: what the project changes of the manifests before charts are made of them, in
// kustomize's form (https://kubectl.docs.kubernetes.io/references/kustomize/kustomization/patches/).

/** One patch: a strategic merge patch, or a list of JSON 6902 operations. */
export interface ProjectPatch {
  /** The file with the patch, relative to the project file; either this or `patch`. */
  readonly path?: string;
  /** The patch itself, as text. */
  readonly patch?: string;
  /** What is patched; without it, the object that a merge patch names. */
  readonly target?: ProjectPatchTarget;
}

/** Regular expressions that match from the first to the last character; what is left out matches everything. */
export interface ProjectPatchTarget {
  readonly group?: string;
  readonly version?: string;
  readonly kind?: string;
  readonly name?: string;
  readonly namespace?: string;
  /** As kubectl takes it: `app=tide,tier in (front,back)`. */
  readonly labelSelector?: string;
  readonly annotationSelector?: string;
}
