// How an annotation makes an object a hook of Helm: https://helm.sh/docs/topics/charts_hooks/

/** The annotation that makes an object a hook. */
export const hookAnnotation = "helm.sh/hook";

/** The events of a release at which Helm runs hooks. `test-success` is Helm 2's word for `test`, and still read. */
export const hookEvents = [
  "pre-install",
  "post-install",
  "pre-upgrade",
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
