// Objects that Helm drops from a rendering: those with an annotation `helm.sh/hook` that names an event which Helm does
// not know. Helm's words for it name neither the template nor the object.
import { hookAnnotation, hookEvents, isHookEvent, readHookEvents } from "../kubernetes/helm-hooks.ts";
import { type CheckedChart, placesOf } from "./place.ts";
import type { Finding } from "./report.ts";

/** Why Helm dropped an object, in the words that follow "is not rendered". */
export type DroppedByEvent = Required<Pick<Finding, "message" | "template" | "hint">>;

/** The event for which Helm drops an object of `kind` of the template at `path`; undefined where there is none. */
export function droppedByEvent(
  checked: CheckedChart,
  path: string,
  kind: string,
): DroppedByEvent | undefined {
  let line = 0;
  for (const part of (checked.files.get(path) ?? "").split(/^(?=---\s*$)/m)) {
    const lines = part.split("\n");
    const index = lines.findIndex((text) => unknownEvent(text) !== undefined);
    const found = lines[index] ?? "";
    const event = unknownEvent(found);
    if (event !== undefined && lines.includes(`kind: ${kind}`)) {
      const column = found.length - found.trimStart().length + 1;
      return {
        message: `Helm knows no event "${event}" of its annotation "${hookAnnotation}"`,
        template: placesOf(checked, path, line + index + 1, column).template,
        hint: `Take the annotation away, or name events of Helm: ${hookEvents.join(", ")}.`,
      };
    }
    line += lines.length - 1;
  }
  return undefined;
}

/** The first event that Helm does not know in a line `helm.sh/hook: …`. */
function unknownEvent(line: string): string | undefined {
  const [, value] = /^\s*(["']?)helm\.sh\/hook\1:\s+(["']?)(.*?)\2\s*(?:#.*)?$/.exec(line)?.slice(2) ?? [];
  if (value === undefined || /[{}]/.test(value)) return undefined;
  return readHookEvents(value).find((event) => !isHookEvent(event));
}
