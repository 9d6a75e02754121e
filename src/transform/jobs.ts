// A Job of the source becomes a hook: its Pod template is immutable, so that as a normal object it would stop
// every upgrade that changes it. https://helm.sh/docs/topics/charts_hooks/

import { field } from "../kubernetes/object.ts";
import type { Difference } from "./chart-template.ts";
import { metadataLine } from "./metadata.ts";
import type { Transform } from "./transform-context.ts";

/** Annotations with their values; a hook's weight and policies are strings, also where they are numbers. */
const hook: Readonly<Record<string, string>> = {
  "helm.sh/hook": "post-install,post-upgrade",
  "helm.sh/hook-delete-policy": "before-hook-creation,hook-succeeded",
};

/** Turns Jobs and bare Pods into hooks, in the order of the source. */
export const jobs: Transform = (manifest, { chart }) => {
  const { kind } = manifest.object;
  if (
    (kind !== "Job" && kind !== "Pod") ||
    !chart.blocks.some(({ workload }) => workload.manifest === manifest)
  )
    return {};
  // Helm waits until a hook's Pod has succeeded, and one that is always restarted never does.
  const restarts = field(manifest.object, "spec", "restartPolicy") ?? "Always";
  if (kind === "Pod" && restarts === "Always") return {};
  // Published from a chart: it says itself when it runs.
  if (field(manifest.object, "metadata", "annotations", "helm.sh/hook") !== undefined) return {};
  const hooks = chart.blocks.filter(({ workload }) => workload.kind === "Job" || workload.kind === "Pod");
  const weight = hooks.findIndex(({ workload }) => workload.manifest === manifest) + 1;
  const annotations = { ...hook, "helm.sh/hook-weight": String(weight) };
  return {
    annotations: Object.entries(annotations).map(([key, value]) => ({
      lines: metadataLine(key, JSON.stringify(value)),
    })),
    differences: Object.entries(annotations).map(
      ([key, rendered]): Difference => ({
        path: ["metadata", "annotations", key],
        rendered,
        reason: `the ${kind} runs as a hook, since its template cannot be changed by an upgrade`,
      }),
    ),
  };
};
