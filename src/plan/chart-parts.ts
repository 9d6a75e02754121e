// The parts that layouts put charts together from.
import type { Operator } from "../classify/operator.ts";
import type { Manifest } from "../parse/manifest.ts";
import type { ChartPlan, PlannedTemplate } from "./chart-plan.ts";
import type { Blocks } from "./layout.ts";
import { planTemplates } from "./template-paths.ts";

/** A chart without settings of the operator. */
export const withoutValues: Blocks = {
  blocks: [],
  customResources: [],
  serviceAccounts: [],
  webhooks: [],
  components: [],
};

/** The templates of the CRDs. */
export function crdTemplates(operator: Operator, manifests: readonly Manifest[]): readonly PlannedTemplate[] {
  const crds = new Set(operator.crds.map(({ manifest }) => manifest));
  return planTemplates(manifests.filter((manifest) => crds.has(manifest)));
}

/** The templates of everything but CRDs and CRs. */
export function otherTemplates(
  operator: Operator,
  manifests: readonly Manifest[],
): readonly PlannedTemplate[] {
  const apart = new Set([...operator.crds, ...operator.customResources].map(({ manifest }) => manifest));
  return planTemplates(manifests.filter((manifest) => !apart.has(manifest)));
}

/**
 * The chart `<name>-cr`. With a single CR its spec is the root of the values, so that
 * `--set configuration.developerConfiguration.cpuAllocationRatio=5` sets it.
 */
export function customResourceChart(name: string, { customResources }: Blocks): ChartPlan {
  const [only] = customResources;
  const blocks = only && customResources.length === 1 ? [{ ...only, specPath: [] }] : customResources;
  return {
    ...withoutValues,
    name: `${name}-cr`,
    role: "custom-resource",
    templates: planTemplates(blocks.map(({ customResource }) => customResource.manifest)),
    customResources: blocks,
  };
}
