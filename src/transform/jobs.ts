// Jobs of the source, and what a Job needs that runs before everything else, become hooks; plan/jobs.ts says which
// and when.
import { field } from "../kubernetes/object.ts";
import type { PlannedHook } from "../plan/chart-plan.ts";
import { itemOf } from "../plan/lookup.ts";
import type { Difference } from "./chart-template.ts";
import { metadataLine } from "./metadata.ts";
import type { Transform } from "./transform-context.ts";

const noHooks: readonly PlannedHook[] = [];

/** Annotates the objects that run as hooks. A weight is a string: a number would break every uninstall. */
export const jobs: Transform = (manifest, { chart }) => {
  const hook = itemOf(chart.jobs?.hooks ?? noHooks, manifest);
  if (!hook) return {};
  const annotations: Readonly<Record<string, string>> = {
    "helm.sh/hook": hook.events,
    "helm.sh/hook-delete-policy": "before-hook-creation,hook-succeeded",
    "helm.sh/hook-weight": String(hook.weight),
  };
  return {
    annotations: Object.entries(annotations).map(([key, value]) => ({
      lines: metadataLine(key, JSON.stringify(value)),
    })),
    differences: Object.entries(annotations).map(([key, rendered]): Difference => {
      const path = ["metadata", "annotations", key];
      const source = field(manifest.object, ...path);
      return { path, ...(source === undefined ? {} : { source }), rendered, reason: hook.reason };
    }),
  };
};
