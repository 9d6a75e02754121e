// The kinds of findings about workloads and other objects.

export const workloadCodes = {
  "workloads/image-moved": {
    severity: "warning",
    bump: "minor",
    meaning: "An image comes from another registry or repository: mirrors and pull secrets have to follow.",
  },
  "workloads/image-changed": {
    severity: "info",
    bump: "patch",
    meaning: "An image has another tag or digest.",
  },
  "workloads/image-older": {
    severity: "warning",
    bump: "patch",
    meaning: "The tag of an image is an earlier version than before.",
  },
  "workloads/image-floating": {
    severity: "warning",
    bump: "patch",
    meaning: "An image has no tag, or one that is moved on: what runs depends on the day.",
  },
  "workloads/image-digest-lost": {
    severity: "warning",
    bump: "patch",
    meaning: "An image was pinned by its digest and is so no longer.",
  },
  "workloads/container-added": {
    severity: "info",
    bump: "minor",
    meaning: "A workload has a container more.",
  },
  "workloads/container-removed": {
    severity: "info",
    bump: "minor",
    meaning: "A workload has a container less.",
  },
  "workloads/privileged": {
    severity: "warning",
    bump: "minor",
    meaning: "A container is privileged that was not, so that it may do on the node whatever root may.",
  },
  "workloads/capability-added": {
    severity: "warning",
    bump: "minor",
    meaning: "A container has a Linux capability more.",
  },
  "workloads/host-access": {
    severity: "warning",
    bump: "minor",
    meaning: "A workload reaches into the node where it did not: its network, processes, files or ports.",
  },
  "workloads/runs-as-root": {
    severity: "warning",
    bump: "minor",
    meaning: "A container may run as root that could not.",
  },
  "workloads/less-confined": {
    severity: "warning",
    bump: "minor",
    meaning:
      "A container is confined less than before: escalation, root file system, seccomp, AppArmor, SELinux.",
  },
  "workloads/needs-object": {
    severity: "warning",
    bump: "minor",
    meaning:
      "Pods need an object that they did not need, and that no chart of the set makes: they wait for it.",
  },
  "workloads/account-changed": {
    severity: "warning",
    bump: "minor",
    meaning:
      "A workload runs as another service account: rights that were given to the older one do not go along.",
  },
  "workloads/scheduling-narrowed": {
    severity: "warning",
    bump: "minor",
    meaning: "Fewer nodes are good enough for the Pods than before: without one they stay pending.",
  },
  "workloads/scheduling-changed": {
    severity: "info",
    bump: "patch",
    meaning: "Affinity, tolerations, spread or priority of the Pods are other ones.",
  },
  "workloads/resources-raised": {
    severity: "info",
    bump: "patch",
    meaning: "A container asks for more than before: nodes need the room, quotas have to allow it.",
  },
  "workloads/limits-lowered": {
    severity: "warning",
    bump: "patch",
    meaning: "A container may use less than before, and is stopped or slowed down above that.",
  },
  "workloads/replicas-changed": {
    severity: "info",
    bump: "patch",
    meaning: "A workload runs in another number of Pods.",
  },
  "workloads/port-removed": {
    severity: "warning",
    bump: "minor",
    meaning: "A container's port is gone or has another name or number: what connects to it has to follow.",
  },
  "workloads/port-added": { severity: "info", bump: "minor", meaning: "A container has a port more." },
  "workloads/probe-changed": {
    severity: "info",
    bump: "patch",
    meaning: "A probe is another one: when a Pod counts as ready, or is started again, changes.",
  },
  "workloads/probe-removed": {
    severity: "warning",
    bump: "patch",
    meaning: "A probe is gone: nobody notices any more what it noticed.",
  },
  "workloads/settings-changed": {
    severity: "info",
    bump: "patch",
    meaning: "Arguments or env variables of a container are other ones.",
  },
  "workloads/volumes-changed": {
    severity: "info",
    bump: "patch",
    meaning: "Volumes of a workload, or where they are mounted, are other ones.",
  },
  "workloads/changed": {
    severity: "info",
    bump: "patch",
    meaning: "Something else of a workload changed, which no other finding names.",
  },
} as const;

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
