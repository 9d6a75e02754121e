// The life of charts as steps: what a picture of it is drawn from.
import { groupBy } from "../classify/group-by.ts";

/** `command`: a person types it; `stays`: what is there at the end. */
type Actor = "command" | "helm" | "hook" | "guard" | "cluster" | "stays";

/** One step. */
export interface LifeStep {
  readonly actor: Actor;
  readonly title: string;
  readonly detail?: string;
  /** What happens where the step does not go through; the way then leads back to the command before it. */
  readonly refusal?: string;
}

/** A part of the life, from its first step to its last. */
export interface LifePhase {
  readonly name: "Install" | "Upgrade" | "Uninstall";
  readonly steps: readonly LifeStep[];
}

/** A step; what is empty is left out. */
export function step(actor: Actor, title: string, detail?: string, refusal?: string): LifeStep {
  return {
    actor,
    title,
    ...(detail ? { detail } : {}),
    ...(refusal === undefined ? {} : { refusal }),
  };
}

/** So many kinds of objects are told by name. */
const mostKinds = 5;

/** Kinds of objects in words: `8 ClusterRole, 2 Service and 4 of other kinds`, the most first. */
export function kindCounts(all: readonly string[]): string {
  const kinds = [...groupBy(all, (kind) => kind)].toSorted(([, a], [, b]) => b.length - a.length);
  // A kind stays on the line of its number.
  const named = kinds.slice(0, mostKinds).map(([kind, members]) => `${members.length}\u00a0${kind}`);
  const others = kinds.slice(mostKinds).reduce((sum, [, members]) => sum + members.length, 0);
  return [named.join(", "), ...(others > 0 ? [`${others} of other kinds`] : [])].join(" and ");
}
