// Finds which value of a chart feeds which field, by asking Helm: the values are replaced by marks, the chart is rendered
// with them, and where a mark comes out, its value goes in. This knows nothing of how a template is written.
import { field, isObject, type Json, type JsonObject } from "../kubernetes/object.ts";
import { identifiedItems, type LivePath } from "./live-path.ts";

/** The path of a value. */
export type ValuePath = readonly string[];

/** What stands for a value while the chart is rendered. */
export interface Mark {
  readonly kind: "scalar" | "list" | "map";
  readonly path: ValuePath;
}

export interface MarkedValues {
  readonly values: JsonObject;
  /** By the mark's text; that of a number is a number, since templates calculate with it. */
  readonly marks: ReadonlyMap<string, Mark>;
}

/** A field of an object and the value that it comes from. */
export type Binding = {
  readonly path: LivePath;
} & (
  | {
      /**
       * `field`: the value is the field. `map`: whatever is set in the value is set in the field. `items`: a list whose
       * items come from a map, by name. `tail`: the value's items come behind the first `own` items of the list.
       */
      readonly kind: "field" | "map" | "items";
      readonly value: ValuePath;
    }
  | { readonly kind: "tail"; readonly own: number; readonly value: ValuePath }
  | { readonly kind: "image"; readonly parts: ImageParts }
);

export type ImagePart = "registry" | "repository" | "tag" | "digest";

/** The values that an image reference is put together from. */
export type ImageParts = { readonly [part in ImagePart]?: ValuePath };

const imageParts: ReadonlySet<string> = new Set(["registry", "repository", "tag", "digest"]);
const markText = /cwm[0-9]+x/g;
/** No value is as large by chance, and none of these loses a digit on its way through Helm. */
const firstNumber = 7_403_900_000;

/** `values` with marks in place of all that is at `at` and below it; a map also gets a mark as one more key. */
export function markValues(values: JsonObject, at: ValuePath): MarkedValues {
  const marks = new Map<string, Mark>();
  const mark = (kind: Mark["kind"], path: ValuePath): string => {
    const text = `cwm${marks.size}x`;
    marks.set(text, { kind, path });
    return text;
  };
  const numberMark = (path: ValuePath): number => {
    const number = firstNumber + marks.size;
    marks.set(String(number), { kind: "scalar", path });
    return number;
  };
  const cover = (value: Json, path: ValuePath): Json => {
    if (Array.isArray(value)) return [mark("list", path)];
    if (typeof value === "number") return numberMark(path);
    if (!isObject(value)) return mark("scalar", path);
    const covered = Object.entries(value).map(([key, item]) => [key, cover(item, [...path, key])] as const);
    const extra = mark("map", path);
    return Object.fromEntries([...covered, [extra, extra]]);
  };
  const descend = (value: Json, path: ValuePath): Json => {
    const [key, ...rest] = path;
    const passed = at.slice(0, at.length - path.length);
    if (key === undefined) return cover(value, passed);
    const map = isObject(value) ? value : {};
    return { ...map, [key]: descend(map[key] ?? null, rest) };
  };
  const marked = descend(values, at);
  return { values: isObject(marked) ? marked : values, marks };
}

/** Where the marks came out in one object. */
export function readBindings(
  object: JsonObject,
  marks: ReadonlyMap<string, Mark>,
  isBuiltInKind: boolean,
): readonly Binding[] {
  const reader = new BindingReader(marks, isBuiltInKind);
  reader.readMap(object, []);
  return reader.bindings;
}

class BindingReader {
  readonly bindings: Binding[] = [];
  readonly #marks: ReadonlyMap<string, Mark>;
  readonly #isBuiltIn: boolean;

  constructor(marks: ReadonlyMap<string, Mark>, isBuiltInKind: boolean) {
    this.#marks = marks;
    this.#isBuiltIn = isBuiltInKind;
  }

  readMap(map: JsonObject, path: LivePath): void {
    for (const [key, item] of Object.entries(map)) {
      const value = this.#valueOf(key, "map");
      if (value) this.bindings.push({ kind: "map", path, value });
      else this.#read(item, [...path, key]);
    }
  }

  /** The value that `text` is the mark of. */
  #valueOf(text: Json | undefined, kind: Mark["kind"]): ValuePath | undefined {
    const found = typeof text === "string" ? this.#marks.get(text) : undefined;
    return found?.kind === kind ? found.path : undefined;
  }

  #read(value: Json, path: LivePath): void {
    if (Array.isArray(value)) this.#readList(value, path);
    else if (isObject(value)) this.readMap(value, path);
    else if (typeof value === "string" || typeof value === "number") this.#readText(String(value), path);
  }

  #readText(text: string, path: LivePath): void {
    const value = this.#valueOf(text, "scalar");
    if (value) this.bindings.push({ kind: "field", path, value });
    else this.bindings.push(...imageBinding(text, this.#marks, path));
  }

  #readList(items: readonly Json[], path: LivePath): void {
    const own = items.findIndex((item) => this.#valueOf(item, "list") !== undefined);
    const value = this.#valueOf(items[own], "list");
    if (value) {
      if (items.length === 1) this.bindings.push({ kind: "field", path, value });
      else if (own === items.length - 1) this.bindings.push({ kind: "tail", own, path, value });
      return;
    }
    for (const item of items) {
      const source = this.#valueOf(field(item, "name"), "map");
      if (source) this.bindings.push({ kind: "items", path, value: source });
    }
    const identified = this.#isBuiltIn ? identifiedItems(path.at(-1), items) : undefined;
    if (identified) for (const [key, item] of identified.values()) this.#read(item, [...path, key]);
    else for (const [index, item] of items.entries()) this.#read(item, [...path, index]);
  }
}

/** An image is put together from values that are called as its parts are. */
function imageBinding(text: string, marks: ReadonlyMap<string, Mark>, path: LivePath): readonly Binding[] {
  const paths = [...text.matchAll(markText)].flatMap(([name]) => {
    const mark = marks.get(name);
    return mark ? [mark.path] : [];
  });
  if (paths.length === 0 || paths.some((value) => !imageParts.has(value.at(-1) ?? ""))) return [];
  return [{ kind: "image", path, parts: Object.fromEntries(paths.map((value) => [value.at(-1), value])) }];
}
