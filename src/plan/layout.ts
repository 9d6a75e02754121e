// What a layout is.
import type { Operator } from "../classify/operator.ts";
import type { Manifest } from "../parse/manifest.ts";
import type { ChartPlan } from "./chart-plan.ts";

/** The blocks of values, which the chart with the operator carries. */
export type Blocks = Pick<
  ChartPlan,
  "blocks" | "customResources" | "serviceAccounts" | "webhooks" | "components"
>;

/** A way to spread an operator's manifests over charts. */
export interface Layout {
  /** Whether the first install can create the CRs. */
  readonly createsCustomResources: boolean;
  /** Whether CRs are in a chart of their own, which is installed once the operator runs. */
  readonly separatesCustomResources?: boolean;
  /** Whether a Job of the chart creates the CRs, once the operator runs. */
  readonly appliesCustomResources?: boolean;
  /** What cannot work, and why. */
  readonly limits: readonly string[];
  /** The charts in install order; each of `manifests` is in exactly one. */
  charts(
    name: string,
    operator: Operator,
    manifests: readonly Manifest[],
    blocks: Blocks,
  ): readonly ChartPlan[];
}
