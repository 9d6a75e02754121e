// What is told of a chart's images is told of all providers: one that a provider has otherwise is that provider's own.
import type { Container, Operator } from "../classify/operator.ts";
import { objectKey } from "../kubernetes/object.ts";

/** `operator` without the images of containers that one of `others` has with another image. */
export function withSharedImages(operator: Operator, others: readonly Operator[]): Operator {
  const images = new Map<string, Set<string | undefined>>();
  const keyOf = (workload: Operator["workloads"][number], { name, init }: Container) =>
    `${objectKey(workload.manifest.reference)} ${init} ${name}`;
  for (const workload of others.flatMap(({ workloads }) => workloads)) {
    for (const container of workload.containers) {
      const key = keyOf(workload, container);
      images.set(key, (images.get(key) ?? new Set()).add(container.image));
    }
  }
  const isShared = (key: string) => (images.get(key)?.size ?? 0) < 2;
  const workloads = operator.workloads.map((workload) => ({
    ...workload,
    containers: workload.containers.map((container) =>
      isShared(keyOf(workload, container)) ? container : { ...container, image: undefined },
    ),
  }));
  return { ...operator, workloads };
}
