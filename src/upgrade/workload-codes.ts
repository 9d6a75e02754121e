// The kinds of findings about workloads: what runs, with which image, as whom and where.

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
  "workloads/resources-relaxed": {
    severity: "info",
    bump: "patch",
    meaning: "A container asks for less than before, or may use more.",
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
