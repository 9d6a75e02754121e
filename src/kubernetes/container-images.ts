// The images of the containers that an object runs.
import { type KubernetesObject, listField, stringField } from "./object.ts";
import { podSpecPathOf } from "./pod-spec.ts";

/** An image, and the container that has it. */
export interface ContainerImage {
  readonly image: string;
  readonly container: string;
  /** The path of the image in the object. */
  readonly path: readonly (string | number)[];
}

/** Those of a workload's Pods; none for any other object. */
export function containerImages(object: KubernetesObject): readonly ContainerImage[] {
  const pod = podSpecPathOf(object.kind);
  if (!pod) return [];
  return ["initContainers", "containers"].flatMap((list) =>
    listField(object, ...pod, list).flatMap((container, index): readonly ContainerImage[] => {
      const image = stringField(container, "image");
      if (image === undefined || image === "") return [];
      const name = stringField(container, "name") ?? "";
      return [{ image, container: name, path: [...pod, list, index, "image"] }];
    }),
  );
}
