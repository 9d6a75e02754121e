// The content of objects that no other comparison knows better: which fields are other ones.
import { podSpecPathOf } from "../kubernetes/pod-spec.ts";
import type { PathStep } from "../yaml/tree.ts";
import { changeWords } from "./difference-words.ts";
import type { UpgradeFinding } from "./finding.ts";
import type { FindingCode } from "./finding-codes.ts";
import { listed } from "./listed.ts";
import { contentChanges, namedPath, type ObjectPair, objectFinding, ownContent } from "./object-pairs.ts";

/** Kinds that have a comparison of their own. */
const comparedElsewhere = new Set([
  "CustomResourceDefinition",
  "ClusterRole",
  "ClusterRoleBinding",
  "Role",
  "RoleBinding",
  "MutatingWebhookConfiguration",
  "ValidatingWebhookConfiguration",
]);

/** Kinds that decide on what others may do. */
const policies = new Set([
  "NetworkPolicy",
  "PodDisruptionBudget",
  "ResourceQuota",
  "LimitRange",
  "ValidatingAdmissionPolicy",
  "ValidatingAdmissionPolicyBinding",
  "MutatingAdmissionPolicy",
  "MutatingAdmissionPolicyBinding",
]);

/** What is other in an object that both releases have, as one finding. */
export function compareContent(pair: ObjectPair): readonly UpgradeFinding[] {
  const { kind } = pair.newer.object;
  if (comparedElsewhere.has(kind) || podSpecPathOf(kind) !== undefined) return [];
  const after = ownContent(pair.newer);
  const changes = contentChanges(ownContent(pair.older), after);
  const [first] = changes;
  if (!first) return [];
  const nameOf = (path: readonly PathStep[]) => namedPath(path, after);
  const paths = [...new Set(changes.map(({ path }) => nameOf(path)))];
  const code: FindingCode = policies.has(kind) ? "objects/policy-changed" : "objects/changed";
  const isLost = first.kind === "lost";
  // What a Secret holds has no place in a report.
  const isSecret = kind === "Secret";
  const isShown = changes.length === 1 && !isSecret;
  return [
    objectFinding(code, pair, {
      olderPath: first.kind === "added" ? [] : first.path,
      newerPath: isLost ? [] : first.path,
      ...(isShown && first.expected !== undefined ? { before: first.expected } : {}),
      ...(isShown && first.found !== undefined ? { after: first.found } : {}),
      message: `Other than before: ${isSecret ? listed(paths) : changeWords(changes, nameOf)}.`,
      ...(code === "objects/policy-changed"
        ? { action: "Look whether what it allows and refuses still fits what you run." }
        : {}),
    }),
  ];
}
