// The kinds of findings about values and about charts as a whole.

export const valueCodes = {
  "values/added": { severity: "info", bump: "minor", meaning: "There is a value more." },
  "values/removed": {
    severity: "warning",
    bump: "major",
    meaning: "A value is gone: an override that sets it is refused, or has no effect.",
  },
  "values/moved": {
    severity: "warning",
    bump: "major",
    meaning: "A value has another path, and the older one fails or does nothing any more.",
  },
  "values/aliased": {
    severity: "info",
    bump: "minor",
    meaning: "A value has another path, and the older one still works.",
  },
  "values/narrowed": {
    severity: "warning",
    bump: "minor",
    meaning: "A value takes less than before.",
  },
  "values/widened": { severity: "info", bump: "minor", meaning: "A value takes more than before." },
  "values/type-changed": {
    severity: "warning",
    bump: "major",
    meaning: "A value takes something else than before.",
  },
  "values/default-changed": {
    severity: "info",
    bump: "patch",
    meaning: "A value has another default: who does not set it gets that.",
  },
  "values/override-refused": {
    severity: "error",
    bump: "patch",
    outcome: "fails",
    meaning: "A given values file sets what the newer chart refuses: helm upgrade fails.",
  },
  "values/override-unknown": {
    severity: "warning",
    bump: "patch",
    meaning: "A given values file sets what the newer chart does not know, and passes over.",
  },
  "values/override-moved": {
    severity: "warning",
    bump: "patch",
    meaning: "A given values file sets a value by its older path, which still works.",
  },
  "values/override-pins": {
    severity: "warning",
    bump: "patch",
    meaning: "A given values file sets what was the default before: the newer default does not arrive.",
  },
} as const;

export const chartCodes = {
  "chart/kube-version-raised": {
    severity: "warning",
    bump: "minor",
    meaning: "The chart asks for a newer Kubernetes: Helm refuses it on an older one.",
  },
  "chart/kube-version-lowered": {
    severity: "info",
    bump: "patch",
    meaning: "The chart takes an older Kubernetes than before, or any.",
  },
  "chart/added": {
    severity: "warning",
    bump: "major",
    meaning: "The set has a chart more, which has to be installed.",
  },
  "chart/removed": {
    severity: "error",
    bump: "major",
    meaning: "The set has a chart no longer: its release stays as it is until somebody takes it away.",
  },
  "chart/renamed": {
    severity: "warning",
    bump: "major",
    meaning: "The chart has another name; the release keeps its own.",
  },
  "chart/hook-added": {
    severity: "info",
    bump: "minor",
    meaning: "Something more runs before or after an install, upgrade or uninstall.",
  },
  "chart/hook-changed": {
    severity: "info",
    bump: "patch",
    meaning:
      "What runs before or after an install, upgrade or uninstall is another one, or runs at another time.",
  },
  "chart/hook-removed": {
    severity: "info",
    bump: "minor",
    meaning: "Something runs no longer before or after an install, upgrade or uninstall.",
  },
  "chart/dependency-added": {
    severity: "info",
    bump: "minor",
    meaning: "The chart depends on one more chart.",
  },
  "chart/dependency-removed": {
    severity: "warning",
    bump: "major",
    meaning: "The chart depends on a chart no longer: what that brought is deleted.",
  },
  "chart/dependency-changed": {
    severity: "info",
    bump: "minor",
    meaning: "The chart depends on another version of a chart, or on one from elsewhere.",
  },
  "chart/crds-not-upgraded": {
    severity: "warning",
    bump: "minor",
    meaning: "A CRD in crds/ is new or other than before: Helm installs those once and never upgrades them.",
  },
  "chart/crds-refused": {
    severity: "warning",
    bump: "major",
    meaning: "A CRD in crds/, which Helm does not upgrade, cannot take the place of the one in the cluster.",
  },
  "chart/release-too-large": {
    severity: "error",
    bump: "patch",
    outcome: "fails",
    meaning: "The release does not fit into its Secret of 1 MiB: helm upgrade fails.",
  },
  "chart/release-nearly-full": {
    severity: "warning",
    bump: "patch",
    meaning: "The release fills more than 80 % of its Secret of 1 MiB.",
  },
  "chart/app-version-changed": {
    severity: "info",
    bump: "patch",
    meaning: "The chart brings another version of the application.",
  },
  "chart/app-version-lower": {
    severity: "warning",
    bump: "patch",
    meaning: "The chart brings an earlier version of the application than before.",
  },
  "chart/version-not-raised": {
    severity: "warning",
    bump: "patch",
    meaning: "The chart has other content under the same version, or a lower one.",
  },
  "chart/deprecated": {
    severity: "warning",
    bump: "patch",
    meaning: "The chart says that nobody is to use it any more.",
  },
} as const;
