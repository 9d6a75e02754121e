// templates/namespace.yaml: the Namespace of a chart that is not in the release's, as the source's own object has it.
import type { ChartPlan, ChartSetPlan } from "../plan/chart-plan.ts";
import { printNamespace } from "../template/own-namespace.ts";
import type { Value } from "../transform/value.ts";
import { ownNamespaceMetadata, valueAt } from "./chart-facts.ts";

/** The file by its path; none for a chart that cannot create its namespace. */
export function namespaceFiles(
  { operator }: ChartSetPlan,
  { name }: ChartPlan,
  values: readonly Value[],
): readonly (readonly [string, string])[] {
  if (!valueAt(values, ["createNamespace"])) return [];
  return [["templates/namespace.yaml", printNamespace(name, ownNamespaceMetadata(operator))]];
}
