// How an annotation makes an object a hook of Helm: https://helm.sh/docs/topics/charts_hooks/

import { type KubernetesObject, objectField, stringField } from "./object.ts";

/** The annotation that makes an object a hook. */
export const hookAnnotation = "helm.sh/hook";

/** The events of a release at which Helm runs hooks. `test-success` is Helm 2's word for `test`, and still read. */
export const hookEvents = [
  "pre-install",
  "pre-upgrade",
  "post-install",
  "post-upgrade",
  "pre-rollback",
  "post-rollback",
  "pre-delete",
  "post-delete",
  "test",
  "test-success",
] as const;

/** The events in the text of the annotation, as Helm reads it: between commas, in any case, blanks around them. */
export function readHookEvents(annotation: string): readonly string[] {
  return annotation.split(",").map((event) => event.trim().toLowerCase());
}

/** Whether Helm knows `event`. An object with a single event that it does not know is not rendered at all. */
export function isHookEvent(event: string): boolean {
  return (hookEvents as readonly string[]).includes(event);
}

/** The events at which `object` runs as a hook, by its own annotation; none where Helm does not know one of them. */
export function hookEventsOf(object: KubernetesObject): readonly string[] {
  const events = readHookEvents(stringField(object, "metadata", "annotations", hookAnnotation) ?? "");
  return events.every(isHookEvent) ? events : [];
}

/** The weight of `object` as a hook; zero where its annotation is no integer. */
export function hookWeightOf(object: KubernetesObject): number {
  const weight = stringField(object, "metadata", "annotations", `${hookAnnotation}-weight`) ?? "";
  return /^[-+]?[0-9]+$/.test(weight) ? Number(weight) : 0;
}

/** The keys of `object`'s annotations that are about hooks. */
export function hookKeys(object: KubernetesObject): readonly string[] {
  return Object.keys(objectField(object, "metadata", "annotations")).filter(
    (key) => key === hookAnnotation || key.startsWith(`${hookAnnotation}-`),
  );
}
