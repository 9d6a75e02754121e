// What can become of a CRD as a whole and of its versions. An error: the API server refuses the CRD, or clients, manifests or
// objects that were fine are lost. A warning: somebody has to look at the objects or at who uses them. All else is for
// information.

export const crdCodes = {
  "crds/removed": {
    severity: "error",
    bump: "major",
    meaning: "The release has a CRD no longer, and Helm deletes it with all objects of its kind.",
  },
  "crds/left-behind": {
    severity: "warning",
    bump: "major",
    meaning: "The release has a CRD no longer, and Helm lets it be; nobody looks after its objects any more.",
  },
  "crds/added": { severity: "info", bump: "minor", meaning: "The release brings a new CRD." },
  "crds/renamed": {
    severity: "error",
    bump: "major",
    meaning: "The API server does not let the kind or the plural name of a CRD change.",
    outcome: "fails",
  },
  "crds/scope-changed": {
    severity: "error",
    bump: "major",
    meaning: "The API server does not let a CRD change between namespaced and cluster-scoped.",
    outcome: "fails",
  },
  "crds/version-added": {
    severity: "info",
    bump: "minor",
    meaning: "A CRD serves a version that it did not serve before.",
  },
  "crds/version-removed": {
    severity: "error",
    bump: "major",
    meaning: "A version is no longer served: clients and manifests that name it are refused.",
  },
  "crds/version-deprecated": {
    severity: "info",
    bump: "minor",
    meaning: "A version is deprecated: the API server warns who uses it.",
  },
  "crds/stored-version-dropped": {
    severity: "error",
    bump: "major",
    meaning:
      "The version in which the older release stores objects is gone from the CRD, which the API server refuses.",
    outcome: "fails",
  },
  "crds/unstored-version-dropped": {
    severity: "warning",
    bump: "major",
    meaning:
      "A version is gone from the CRD; the API server refuses that where objects may still be stored in it.",
  },
  "crds/storage-version-changed": {
    severity: "warning",
    bump: "minor",
    meaning:
      "Objects are stored in another version from now on; those that are there stay in the older one until somebody writes them.",
  },
  "crds/conversion-added": {
    severity: "warning",
    bump: "minor",
    meaning:
      "A webhook converts between versions from now on; while it is down, objects can neither be read nor written in other versions than the stored one.",
  },
  "crds/conversion-removed": {
    severity: "warning",
    bump: "major",
    meaning:
      "No webhook converts between versions any more: objects are relabelled, and fields that the other version does not have are dropped.",
  },
  "crds/conversion-changed": {
    severity: "info",
    bump: "patch",
    meaning: "The webhook that converts between versions is called in another way.",
  },
  "crds/status-added": {
    severity: "info",
    bump: "minor",
    meaning: "A version has the subresource status: writes of whole objects leave the status out.",
  },
  "crds/status-removed": {
    severity: "warning",
    bump: "major",
    meaning: "A version has no subresource status any more: who writes to it is refused.",
  },
  "crds/scale-added": { severity: "info", bump: "minor", meaning: "A version has the subresource scale." },
  "crds/scale-changed": {
    severity: "warning",
    bump: "minor",
    meaning: "The subresource scale reads and writes other fields.",
  },
  "crds/scale-removed": {
    severity: "warning",
    bump: "major",
    meaning: "A version has no subresource scale any more: autoscalers and kubectl scale are refused.",
  },
  "crds/selectable-field-added": {
    severity: "info",
    bump: "minor",
    meaning: "Objects can be selected by one field more.",
  },
  "crds/selectable-field-removed": {
    severity: "warning",
    bump: "major",
    meaning: "Objects can be selected by a field no longer: clients that do are refused.",
  },
  "crds/columns-changed": {
    severity: "info",
    bump: "patch",
    meaning: "Other columns are printed by kubectl get.",
  },
  "crds/names-changed": {
    severity: "info",
    bump: "minor",
    meaning: "A CRD has other short names, categories, or another singular name.",
  },
  "crds/pruning-begins": {
    severity: "error",
    bump: "major",
    meaning: "The API server drops fields that the schema does not have, which it kept so far.",
  },
} as const;
