// Rights that give more than their names say, each with what it gives.
// https://kubernetes.io/docs/concepts/security/rbac-good-practices/#privilege-escalation-risks
import type { FindingCode } from "./finding-codes.ts";
import { type Action, coversResource } from "./rights.ts";

/** A kind of right, and what it gives in a sentence. */
export interface Danger {
  readonly code: FindingCode;
  /** `group/resource` or `group/resource/subresource`; the core group is empty. */
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
  readonly grants: string;
}

const write = ["create", "update", "patch"];
const rbac = "rbac.authorization.k8s.io";
const admission = "admissionregistration.k8s.io";

/** The first that fits is told. */
const dangers: readonly Danger[] = [
  {
    code: "rbac/escalation-granted",
    resources: [`${rbac}/roles`, `${rbac}/clusterroles`],
    verbs: ["escalate"],
    grants: "Who has it writes roles with rights that it has not itself, up to all of them.",
  },
  {
    code: "rbac/escalation-granted",
    resources: [`${rbac}/roles`, `${rbac}/clusterroles`],
    verbs: ["bind"],
    grants: "Who has it binds roles with rights that it has not itself, also to itself.",
  },
  {
    code: "rbac/escalation-granted",
    resources: [
      "/users",
      "/groups",
      "/serviceaccounts",
      "authentication.k8s.io/userextras",
      "authentication.k8s.io/uids",
    ],
    verbs: ["impersonate"],
    grants: "Who has it acts as somebody else, with all rights of that one.",
  },
  {
    code: "rbac/secrets-granted",
    resources: ["/secrets"],
    verbs: ["get", "list", "watch"],
    grants:
      "Who has it reads passwords, keys and the tokens of accounts; list and watch show the content, too.",
  },
  {
    code: "rbac/danger-granted",
    resources: ["/serviceaccounts/token"],
    verbs: ["create"],
    grants: "Who has it makes tokens of service accounts, and acts with their rights.",
  },
  {
    code: "rbac/danger-granted",
    resources: ["/pods/exec", "/pods/attach", "/pods/ephemeralcontainers"],
    verbs: ["create", "get", "update", "patch"],
    grants: "Who has it runs commands in running Pods, with what is mounted there and with their accounts.",
  },
  {
    code: "rbac/danger-granted",
    resources: ["/nodes/proxy"],
    verbs: ["get", "create", "update", "patch", "delete"],
    grants:
      "Who has it talks to kubelets: it runs commands in every Pod of a node, past admission and audit.",
  },
  {
    code: "rbac/danger-granted",
    resources: [
      "/pods",
      "/replicationcontrollers",
      "apps/deployments",
      "apps/daemonsets",
      "apps/statefulsets",
      "apps/replicasets",
      "batch/jobs",
      "batch/cronjobs",
    ],
    verbs: ["create"],
    grants:
      "Who makes Pods runs them with any service account of the namespace, and mounts any Secret of it.",
  },
  {
    code: "rbac/danger-granted",
    resources: [
      `${admission}/validatingwebhookconfigurations`,
      `${admission}/mutatingwebhookconfigurations`,
      `${admission}/mutatingadmissionpolicies`,
    ],
    verbs: write,
    grants: "Who has it sees every object that somebody writes, Secrets too, and can change or refuse it.",
  },
  {
    code: "rbac/danger-granted",
    resources: ["certificates.k8s.io/certificatesigningrequests/approval"],
    verbs: ["update", "patch"],
    grants: "Who has it, and approves for a signer of clients, lets certificates be made for any user.",
  },
  {
    code: "rbac/danger-granted",
    resources: ["certificates.k8s.io/signers"],
    verbs: ["approve", "sign"],
    grants: "Who has it lets certificates be made; those for clients make any user of their holder.",
  },
  {
    code: "rbac/danger-granted",
    resources: ["/persistentvolumes"],
    verbs: ["create"],
    grants: "Who has it makes volumes of a node's file system, and with a Pod reads and writes all of it.",
  },
  {
    code: "rbac/danger-granted",
    resources: ["/namespaces"],
    verbs: ["update", "patch"],
    grants: "Who has it takes labels away from namespaces that Pod Security and network policies go by.",
  },
  {
    code: "rbac/danger-granted",
    resources: ["apiregistration.k8s.io/apiservices"],
    verbs: write,
    grants: "Who has it puts a server of its own in the place of an API, and sees all requests to it.",
  },
];

/** What is dangerous about an action, if anything is; an action on everything is so as a whole. */
export function dangerOf({ target, verb }: Action): Danger | undefined {
  if (target.kind === "url") return undefined;
  return dangers.find(
    ({ resources, verbs }) =>
      (verb === "*" || verbs.includes(verb)) &&
      resources.some((key) => {
        const slash = key.indexOf("/");
        const [group, resource] = [key.slice(0, slash), key.slice(slash + 1)];
        return (target.group === "*" || target.group === group) && coversResource(target.resource, resource);
      }),
  );
}
