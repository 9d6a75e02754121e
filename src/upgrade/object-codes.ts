// The kinds of findings about objects: what comes, goes, moves, and what the API server lets nobody change.

export const objectCodes = {
  "objects/immutable-field": {
    severity: "error",
    bump: "major",
    outcome: "fails",
    meaning: "A field differs that the API server lets nobody change: helm upgrade fails.",
  },
  "objects/immutable-content": {
    severity: "error",
    bump: "major",
    outcome: "fails",
    meaning: "A ConfigMap or Secret that was made immutable has other content: helm upgrade fails.",
  },
  "objects/job-changed": {
    severity: "error",
    bump: "major",
    outcome: "fails",
    meaning: "A Job that is no hook has another Pod template, which cannot be changed: helm upgrade fails.",
  },
  "objects/finished-job-changed": {
    severity: "warning",
    bump: "minor",
    meaning:
      "A Job that is no hook, and that goes some time after its end, has another Pod template: the upgrade fails while it is there.",
  },
  "objects/immutable-unset": {
    severity: "warning",
    bump: "patch",
    meaning: "A field that nobody can change is not set any more: the cluster keeps what it has.",
  },
  "objects/immutable-set": {
    severity: "warning",
    bump: "minor",
    meaning: "A field that nobody can change is set for the first time: the cluster has chosen one already.",
  },
  "objects/removed-api": {
    severity: "error",
    bump: "major",
    outcome: "fails",
    meaning: "An object is of an API that Kubernetes has no longer: helm upgrade fails.",
  },
  "objects/leaves-removed-api": {
    severity: "warning",
    bump: "minor",
    meaning: "The older release is of an API that newer Kubernetes has no longer: Helm cannot read it there.",
  },
  "objects/api-version-changed": {
    severity: "info",
    bump: "patch",
    meaning: "An object is written in another version of its API.",
  },
  "objects/crd-too-late": {
    severity: "error",
    bump: "major",
    outcome: "fails",
    meaning: "A chart brings a CRD and an object of its kind at once: Helm does not know the kind in time.",
  },
  "objects/version-unserved": {
    severity: "error",
    bump: "major",
    outcome: "fails",
    meaning:
      "A chart has an object in a version that a CRD of a chart before it serves no longer: Helm cannot read its release any more.",
  },
  "objects/needs-kind": {
    severity: "warning",
    bump: "minor",
    meaning: "The release has an object of a kind that others bring and that it did not need before.",
  },
  "objects/moved-refused": {
    severity: "error",
    bump: "major",
    outcome: "fails",
    meaning:
      "An object moves to another chart while the release that has it keeps it: Helm refuses to take it over.",
  },
  "objects/moved-lost": {
    severity: "error",
    bump: "major",
    meaning:
      "An object with data behind it moves to another chart: one release deletes it, the next makes it anew.",
  },
  "objects/moved-remade": {
    severity: "warning",
    bump: "minor",
    meaning: "An object moves to another chart: one release deletes it, the next makes it anew.",
  },
  "objects/hook-became-object": {
    severity: "error",
    bump: "major",
    outcome: "fails",
    meaning: "What was a hook is an object of the release: Helm refuses to take over what the hook has left.",
  },
  "objects/object-became-hook": {
    severity: "warning",
    bump: "minor",
    meaning:
      "What was an object of the release is a hook: Helm deletes it from the release, and no longer upgrades it.",
  },
  "objects/data-removed": {
    severity: "error",
    bump: "major",
    meaning: "The release has an object no longer that holds data: Helm deletes it, and what is in it.",
  },
  "objects/removed-in-use": {
    severity: "error",
    bump: "major",
    meaning: "The release has an object no longer that it still refers to.",
  },
  "objects/removed": {
    severity: "warning",
    bump: "minor",
    meaning: "The release has an object no longer: Helm deletes it.",
  },
  "objects/left-behind": {
    severity: "warning",
    bump: "minor",
    meaning:
      "The release has an object no longer, which stays in the cluster because its policy is to keep it.",
  },
  "objects/renamed": {
    severity: "warning",
    bump: "minor",
    meaning: "An object has another name: Helm makes the new one and deletes the older one.",
  },
  "objects/data-renamed": {
    severity: "error",
    bump: "major",
    meaning: "An object that holds data has another name: the new one is empty, the older one is deleted.",
  },
  "objects/content-renamed": {
    severity: "info",
    bump: "patch",
    meaning:
      "An object has another name because its content is another one: its name ends with a hash of that.",
  },
  "objects/added": { severity: "info", bump: "minor", meaning: "The release has an object more." },
  "objects/service-without-pods": {
    severity: "error",
    bump: "major",
    meaning: "A Service chose Pods of the release before, and chooses none of it now: nobody answers.",
  },
  "objects/service-changed": {
    severity: "warning",
    bump: "minor",
    meaning: "A Service has other ports or another type: who connects to it has to follow.",
  },
  "objects/policy-changed": {
    severity: "warning",
    bump: "minor",
    meaning: "A NetworkPolicy, PodDisruptionBudget or admission policy is another one.",
  },
  "objects/changed": {
    severity: "info",
    bump: "patch",
    meaning: "An object has other content.",
  },
} as const;
