// What can become of those who are asked before an object is written, and of servers that stand in for the API server.

export const webhookCodes = {
  "webhooks/refused": {
    severity: "error",
    bump: "patch",
    meaning: "The API server refuses a webhook as it is written.",
    outcome: "fails",
  },
  "webhooks/no-service": {
    severity: "warning",
    bump: "patch",
    meaning: "The Service that is to be called is not in the release, or has no such port.",
  },
  "webhooks/added-failing": {
    severity: "warning",
    bump: "minor",
    meaning:
      "A webhook or policy is new that is asked about more than the operator's own kinds; while it does not answer, that is refused.",
  },
  "webhooks/added": {
    severity: "info",
    bump: "minor",
    meaning:
      "A webhook or policy is new that is asked about the operator's own kinds, or lets pass what it does not answer.",
  },
  "webhooks/removed": {
    severity: "info",
    bump: "minor",
    meaning: "A webhook or policy is gone: what it checked or filled in passes as it is.",
  },
  "webhooks/scope-widened": {
    severity: "warning",
    bump: "minor",
    meaning: "A webhook or policy is asked about more than before.",
  },
  "webhooks/scope-narrowed": {
    severity: "info",
    bump: "patch",
    meaning: "A webhook or policy is asked about less than before.",
  },
  "webhooks/failure-fails": {
    severity: "warning",
    bump: "minor",
    meaning:
      "What a webhook or policy is asked about is refused while it does not answer, and passed before.",
  },
  "webhooks/failure-ignored": {
    severity: "info",
    bump: "patch",
    meaning:
      "What a webhook or policy is asked about passes while it does not answer, and was refused before.",
  },
  "webhooks/policy-changed": {
    severity: "warning",
    bump: "minor",
    meaning: "An admission policy checks something else, or does something else with what it finds.",
  },
  "webhooks/called-otherwise": {
    severity: "info",
    bump: "patch",
    meaning: "A webhook is called at another place, with another timeout, or again after others.",
  },
  "webhooks/api-added": {
    severity: "info",
    bump: "minor",
    meaning: "A server of the release answers for an API.",
  },
  "webhooks/api-removed": {
    severity: "warning",
    bump: "major",
    meaning: "No server of the release answers for an API any more: clients of it are refused.",
  },
  "webhooks/api-changed": {
    severity: "info",
    bump: "patch",
    meaning: "An API is served by another Service, or trusted in another way.",
  },
} as const;
