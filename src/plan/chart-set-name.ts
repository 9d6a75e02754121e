// A name for a chart set that nobody named.
import type { Operator } from "../classify/operator.ts";
import { isInitialNamespace } from "../kubernetes/names.ts";

/**
 * The operator's namespace without `-system`; where that is none of its own (`kube-system`), its only workload
 * without `-operator`, else the first CRD's group without its last word. Last, the name of the manifests' first `file`.
 */
export function chartSetNameFor(operator: Operator, file: string): string {
  const [workload, ...otherWorkloads] = operator.workloads;
  const [crd] = operator.crds;
  const names = [
    isInitialNamespace(operator.sourceNamespace)
      ? undefined
      : operator.sourceNamespace?.replace(/-system$/, ""),
    otherWorkloads.length > 0 ? undefined : workload?.name.replace(/[-_.]operator$/, ""),
    crd?.group.replace(/\.[^.]*$/, ""),
    file
      .replace(/^.*[/\\]/, "")
      .replace(/\.[^.]*$/, "")
      .replace(/[-_.]operator$/, ""),
  ];
  return names.map(safeName).find((name) => name !== "") ?? "operator";
}

function safeName(name = ""): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 48)
    .replace(/^-+|-+$/g, "");
}
