// How a release ends well. The operator must still run while its CRs are deleted, and Helm deletes the operator
// first, so something has to come before: a Job that deletes the CRs of this release and waits, or a guard that
// refuses the uninstall while a CR exists.
import type { CustomResourceDefinition, Operator } from "../classify/operator.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { UninstallStrategy } from "../project/project.ts";
import type { CustomResourceBlock, UninstallPlan } from "./chart-plan.ts";

export interface UninstallOptions {
  readonly strategy?: UninstallStrategy;
  /** What deleting a CR does to the user's data, in the project's words. */
  readonly warning?: string;
}

/**
 * The plan for the chart that holds the operator, with the CRs of `blocks`; undefined for an operator without
 * CRs in the sources, where nothing says which objects it must outlive.
 */
export function planUninstall(
  operator: Operator,
  blocks: readonly CustomResourceBlock[],
  { strategy, warning }: UninstallOptions,
  diagnostics: Diagnostic[],
): UninstallPlan | undefined {
  const crds = [...new Set(operator.customResources.map(({ crd }) => crd))];
  if (crds.length === 0) return undefined;
  const unseen = crds.find((crd) => !isSeenByGuard(operator, crd));
  const strategies: readonly UninstallStrategy[] = [
    ...(blocks.length > 0 ? (["job"] as const) : []),
    ...(unseen ? [] : (["guard"] as const)),
    "none",
  ];
  if (strategy && !strategies.includes(strategy)) {
    diagnostics.push({
      severity: "error",
      code: "plan/uninstall-strategy",
      message: `The uninstall strategy "${strategy}" does not work for this operator.`,
      found: strategy === "guard" ? unseenReason(unseen) : "no custom resource in the operator's chart",
      expected: strategies.join(" or "),
      ...(unseen && strategy === "guard" ? { position: unseen.manifest.position } : {}),
      hint: `Choose ${strategies.join(" or ")}.`,
    });
  }
  return { crds, strategies, strategy: strategy ?? strategies[0] ?? "none", warning };
}

/**
 * An admission policy finds its parameters, here the CRs, in the whole cluster for a cluster-scoped kind, and in
 * one namespace for others: only where all CRs live in the operator's namespace does it see them all.
 * https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/#per-namespace-parameters
 */
function isSeenByGuard(
  { customResources, sourceNamespace }: Operator,
  crd: CustomResourceDefinition,
): boolean {
  if (crd.scope === "Cluster") return true;
  return customResources
    .filter((customResource) => customResource.crd === crd)
    .every(({ manifest }) => (manifest.reference.namespace ?? sourceNamespace) === sourceNamespace);
}

function unseenReason(crd: CustomResourceDefinition | undefined): string {
  return crd
    ? `${crd.kind} is namespaced and one lives outside the operator's namespace, where the guard cannot see it`
    : "no reason";
}
