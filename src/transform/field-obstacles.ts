// Why a project's value cannot set a field of the sources.
import { isObject, type Json } from "../kubernetes/object.ts";
import { renamed, type ValuesPlan } from "../plan/value-names.ts";
import { type AddedType, joinValuePath } from "../project/values.ts";
import { type Edit, isEdited } from "../template/edit.ts";
import { type Fragment, replaceValues } from "../template/expression.ts";
import { entryOf, type Node, type PathStep } from "../yaml/tree.ts";
import { endOfLine } from "./block-edits.ts";
import type { FieldPlace } from "./fields.ts";

/** The part of a diagnostic that says what is in the way. */
export interface FieldObstacle {
  readonly found: string;
  readonly expected: string;
  readonly hint: string;
}

/** What is wrong with a field whose parent, as the sources have it, is no map that can take lines. */
export function noMap(written: string, parent: Node | undefined): FieldObstacle {
  const around = written.replace(/[.[][^.[]*$/, "");
  return {
    found: `${parent?.kind === "mapping" ? "braces" : "no map with fields"} at "${around}"`,
    expected: "a field of a map that the sources write in lines",
    hint: "Look at the path in the sources; [name] chooses an item of a list.",
  };
}

/** What has the field already; `name` is the value that is to set it. */
export function obstacleAt(
  place: FieldPlace,
  key: string,
  name: string,
  plan: ValuesPlan,
): FieldObstacle | undefined {
  const expected = "a field without a value";
  if (isIdentity([...place.path, key])) {
    return { found: "what tells the object from others", expected, hint: "Choose another field." };
  }
  const owner = ownerOf(place, key);
  if (!owner) return undefined;
  if (owner.length === 0) {
    return { found: "a field that the chart computes", expected, hint: "Choose another field." };
  }
  const known = joinValuePath(renamed(owner, plan.paths));
  const hint = `Write "${name}: ${known}" under \`alias\`.`;
  return { found: `a field that the value "${known}" sets`, expected, hint };
}

/** What the sources have there, if the value is not of its type. */
export function otherType(found: Json | undefined, type: AddedType | undefined): FieldObstacle | undefined {
  const own = typeOf(found);
  if (found === undefined || found === null) {
    if (type !== undefined) return undefined;
    const expected = "a field that the sources have, or a `type`";
    return { found: "nothing", expected, hint: "Say its type under `type`." };
  }
  if (own !== undefined && (type ?? own) === own) return undefined;
  return {
    found: JSON.stringify(found),
    expected: type ?? "a text, an integer, a truth, a map or a list",
    hint: own === undefined ? "Choose another field." : "Take `type` out: the sources say it.",
  };
}

/** The type of a value that is at first `found`. */
export function typeOf(found: Json | undefined): AddedType | undefined {
  if (found === undefined || found === null) return undefined;
  if (Array.isArray(found)) return "list";
  if (isObject(found)) return "map";
  if (typeof found === "number") return Number.isSafeInteger(found) ? "integer" : undefined;
  return typeof found === "boolean" ? "boolean" : "string";
}

/** The path of the value that sets the field already; empty where the chart computes it, undefined where nothing does. */
function ownerOf({ manifest, parent, earlier }: FieldPlace, key: string): readonly string[] | undefined {
  const { text: source } = manifest.document;
  const entry = entryOf(parent, key);
  const end = endOfLine(source, parent.end);
  const setters = earlier.filter((edit) =>
    entry
      ? isEdited({ start: entry.start, end: endOfLine(source, entry.end) }, [edit])
      : edit.start === edit.end && edit.start >= parent.start && edit.start <= end && startsKey(edit, key),
  );
  if (setters.length === 0) return undefined;
  return setters.flatMap((edit) => edit.replacement.flatMap(pathsIn))[0] ?? [];
}

/** What Helm knows the object by. */
function isIdentity([first, second]: readonly PathStep[]): boolean {
  return first === "apiVersion" || first === "kind" || (first === "metadata" && second === "name");
}

function startsKey({ replacement }: Edit, key: string): boolean {
  return replacement.some(
    (fragment) => fragment.kind === "text" && fragment.text.trimStart().startsWith(`${key}:`),
  );
}

function pathsIn(fragment: Fragment): readonly (readonly string[])[] {
  const paths: (readonly string[])[] = [];
  if ("expression" in fragment) {
    replaceValues(fragment.expression, (path) => {
      paths.push(path);
      return undefined;
    });
  }
  return paths;
}
