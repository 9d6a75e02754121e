// What can become of the rights of accounts. No change of rights fails an upgrade; who reads it decides.

export const rbacCodes = {
  "rbac/everything-granted": {
    severity: "warning",
    bump: "minor",
    meaning: "An account may do something with all resources of an API or of all APIs.",
  },
  "rbac/escalation-granted": {
    severity: "warning",
    bump: "minor",
    meaning: "An account may get rights that it was not given: escalate, bind or impersonate.",
  },
  "rbac/secrets-granted": {
    severity: "warning",
    bump: "minor",
    meaning: "An account may read Secrets that it could not.",
  },
  "rbac/danger-granted": {
    severity: "warning",
    bump: "minor",
    meaning: "An account has a new right that gives more than its name says.",
  },
  "rbac/widened-to-cluster": {
    severity: "warning",
    bump: "minor",
    meaning: "An account may do in the whole cluster what it could do in namespaces.",
  },
  "rbac/outside-role-bound": {
    severity: "warning",
    bump: "minor",
    meaning: "An account is bound to a role that the release does not bring.",
  },
  "rbac/access-removed": {
    severity: "warning",
    bump: "major",
    meaning: "Users, groups or those who are bound to a role have rights no longer.",
  },
  "rbac/rights-granted": { severity: "info", bump: "minor", meaning: "An account has new rights." },
  "rbac/rights-removed": {
    severity: "info",
    bump: "patch",
    meaning: "An account of the operator has rights no longer.",
  },
  "rbac/outside-role-unbound": {
    severity: "info",
    bump: "patch",
    meaning: "An account is bound no longer to a role that the release does not bring.",
  },
  "rbac/subject-renamed": {
    severity: "info",
    bump: "patch",
    meaning: "An account has the rights that another one had, which has none any more.",
  },
  "rbac/role-renamed": {
    severity: "info",
    bump: "patch",
    meaning: "A role or binding has another name; nobody's rights change by that.",
  },
  "rbac/rules-collected": {
    severity: "info",
    bump: "patch",
    meaning:
      "An account has the rights of a ClusterRole that collects rules by labels, which others of the cluster may add to.",
  },
} as const;
