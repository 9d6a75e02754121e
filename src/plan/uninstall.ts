// How a release ends well. The operator must still run while its CRs are deleted, and Helm deletes the operator
// first, so something has to come before: a Job that deletes the CRs of this release and waits, or a guard that
// refuses the uninstall while a CR exists.
import type { CustomResourceDefinition, Operator } from "../classify/operator.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Position } from "../diagnostics/position.ts";
import type { UninstallStrategy } from "../project/project.ts";
import type { CustomResourceBlock, UninstallPlan } from "./chart-plan.ts";

export interface UninstallOptions {
  readonly strategy?: UninstallStrategy;
  /** What deleting a CR does to the user's data, in the project's words. */
  readonly warning?: string;
  /** Where the project says so. */
  readonly position?: Position;
}

/**
 * The plan for the chart that holds the operator, with the CRs of `blocks`; undefined for an operator without
 * CRs in the sources, where nothing says which objects it must outlive.
 */
export function planUninstall(
  operator: Operator,
  blocks: readonly CustomResourceBlock[],
  { strategy, warning, position }: UninstallOptions,
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
    const place = strategy === "guard" ? unseen?.manifest.position : undefined;
    diagnostics.push({
      ...refusal(strategy, strategies, position ?? place),
      ...(position && place ? { notes: [{ message: "the kind is here", position: place }] } : {}),
      found: strategy === "guard" ? unseenReason(unseen) : "no custom resource in the operator's chart",
    });
  }
  return { crds, strategies, strategy: strategy ?? strategies[0] ?? "none", warning };
}

/** What is wrong with a strategy for charts that plan no end of their release; undefined where none is asked for. */
export function needlessStrategy(
  operator: Operator,
  { strategy, position }: UninstallOptions,
): Diagnostic | undefined {
  if (strategy === undefined || strategy === "none") return undefined;
  const found =
    operator.customResources.length === 0
      ? "no custom resource in the sources"
      : "no workload in the sources";
  const hint =
    operator.customResources.length === 0
      ? "Take the strategy out, or give a custom resource of the operator (customResources)."
      : "Take the strategy out.";
  return { ...refusal(strategy, ["none"], position), found, hint };
}

function refusal(
  strategy: UninstallStrategy,
  strategies: readonly UninstallStrategy[],
  position: Position | undefined,
): Diagnostic {
  return {
    severity: "error",
    code: "plan/uninstall-strategy",
    message: `The uninstall strategy "${strategy}" does not work for this operator.`,
    expected: strategies.join(" or "),
    ...(position ? { position } : {}),
    hint: `Choose ${strategies.join(" or ")}.`,
  };
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
