// What the places are called where the templates of providers differ: by the object and the map or list they are in,
// so that a name does not tell who has something there.
import type { Shared, Slot, Templates } from "./merge-passages.ts";

/** A name for each slot, which no other of the same template has: `daemonset-agent.volumes`. */
export function slotNames(
  template: string,
  merged: readonly (Shared | Slot)[],
  templates: Templates,
): ReadonlyMap<Slot, string> {
  const names = new Map<Slot, string>();
  // That the object is there at all is a part of the object's own name.
  const used = new Set<string>([template]);
  let before: readonly string[] = [];
  for (const entry of merged) {
    if (entry.kind === "shared") {
      const [[provider, index] = ["", 0]] = entry.at;
      before = templates.get(provider)?.[index]?.path ?? before;
      continue;
    }
    const word = placeOf(entry, templates, before).findLast((key) => !key.startsWith("["));
    const name = word === undefined ? template : `${template}.${word.replaceAll(/[^A-Za-z0-9-]+/g, "-")}`;
    let free = name;
    for (let count = 2; used.has(free); count += 1) free = `${name}-${count}`;
    used.add(free);
    names.set(entry, free);
  }
  return names;
}

/** The map or list that the slot is in, as the path of the outermost of what the providers have there. */
function placeOf(slot: Slot, templates: Templates, before: readonly string[]): readonly string[] {
  const paths = [...slot.ranges].flatMap(([provider, [start, end]]) => {
    const passages = templates.get(provider)?.slice(start, end) ?? [];
    const path = passages.find((passage) => passage.path)?.path;
    return path ? [path.slice(0, -1)] : [];
  });
  return paths.toSorted((a, b) => a.length - b.length)[0] ?? before.slice(0, -1);
}
