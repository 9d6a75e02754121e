// What a rendering must hold once a value is set, as the value's own words promise it. Each gives complaints.
import { parseImageReference } from "../../src/kubernetes/image-reference.ts";
import {
  field as fieldAt,
  isObject,
  type Json,
  type JsonObject,
  jsonEqual,
  listField,
} from "../../src/kubernetes/object.ts";
import type { RenderedDocument } from "../../src/verify/rendered.ts";
import type { PathStep } from "../../src/yaml/tree.ts";

/** A value and the renderings before and after it was set. */
export interface Setting {
  /** What was set. */
  readonly given: Json;
  /** The chart's own value with that merged into it. */
  readonly value: Json | undefined;
  readonly before: readonly RenderedDocument[];
  readonly after: readonly RenderedDocument[];
}

export type Expectation = (setting: Setting) => readonly string[];

type Selects = (document: RenderedDocument) => boolean;
type Path = readonly PathStep[];

const words = (value: Json | undefined) =>
  value === undefined ? "nothing" : JSON.stringify(value).slice(0, 300);

function find(documents: readonly RenderedDocument[], of: Selects, path: Path): Json | undefined {
  return fieldAt(documents.find(of)?.object, ...path);
}

/** The field is the value; what is empty may be left out, or be what the source has for nothing. */
export function field(of: Selects, path: Path): Expectation {
  return ({ value, after }) => {
    const wanted = withoutNulls(value ?? null);
    const found = path.length === 0 ? fieldsBesideMetadata(find(after, of, path)) : find(after, of, path);
    if (isEmpty(wanted) && isEmpty(found)) return [];
    return jsonEqual(wanted ?? null, found ?? null)
      ? []
      : [`${path.join(".")} is ${words(found)} and not ${words(wanted)}`];
  };
}

/** What an object without a `spec` says beside what every object has. */
function fieldsBesideMetadata(object: Json | undefined): Json | undefined {
  if (!isObject(object)) return object;
  const { apiVersion: _version, kind: _kind, metadata: _metadata, ...fields } = object;
  return fields;
}

/** The map has all that was given. */
export function contains(of: Selects, path: Path): Expectation {
  return ({ given, after }) => missing(find(after, of, path), given, path.join("."));
}

/** The metadata of every object has all that was given. */
export function everywhere(key: "labels" | "annotations"): Expectation {
  return ({ given, after }) =>
    after.flatMap(({ object, templatePath }) =>
      missing(fieldAt(object, "metadata", key), given, `${templatePath}: metadata.${key}`),
    );
}

function missing(found: Json | undefined, given: Json, where: string): readonly string[] {
  return Object.entries(isObject(given) ? given : {}).flatMap(([key, wanted]) =>
    wanted === null || jsonEqual(fieldAt(found, key) ?? null, wanted)
      ? []
      : [`${where} has ${words(fieldAt(found, key))} for ${key} and not ${words(wanted)}`],
  );
}

/** The list is what it was with the value's items behind. */
export function endsWith(of: Selects, path: Path): Expectation {
  return ({ value, before, after }) => {
    const wanted = [...listField(find(before, of, path)), ...listField(value)];
    const found = listField(find(after, of, path));
    return jsonEqual(wanted, found) ? [] : [`${path.join(".")} is ${words(found)} and not ${words(wanted)}`];
  };
}

/** Each variable that was given is there once, a plain one as text; null is not there. */
export function variables(of: Selects, path: Path): Expectation {
  return ({ given, after }) => {
    const list = listField(find(after, of, path));
    return Object.entries(isObject(given) ? given : {}).flatMap(([name, value]) => {
      const found = list.filter((item) => fieldAt(item, "name") === name);
      const wanted: readonly Json[] =
        value === null ? [] : [isObject(value) ? { name, ...value } : { name, value: String(value) }];
      const isThere =
        wanted.length === found.length &&
        wanted.every((item) =>
          Object.entries(item as JsonObject).every(([key, one]) =>
            jsonEqual(fieldAt(found[0], key) ?? null, one),
          ),
        );
      return isThere ? [] : [`the variable ${name} is ${words([...found])} and not ${words([...wanted])}`];
    });
  };
}

/** Each text that was given, as text. */
export function textsOf(of: Selects, key: string): Expectation {
  return ({ given, after }) =>
    Object.entries(isObject(given) ? given : {}).flatMap(([name, value]) => {
      const found = find(after, of, [key, name]);
      const wanted = value === null ? undefined : String(value);
      return found === wanted ? [] : [`${key}.${name} is ${words(found)} and not ${words(wanted)}`];
    });
}

/** A Secret's texts stand in whichever of its maps the source has. */
export function secretTexts(of: Selects): Expectation {
  return ({ given, after }) =>
    Object.entries(isObject(given) ? given : {}).flatMap(([name, value]) => {
      const encoded = find(after, of, ["data", name]);
      const plain = find(after, of, ["stringData", name]);
      const found =
        plain ?? (typeof encoded === "string" ? Buffer.from(encoded, "base64").toString("utf8") : undefined);
      const wanted = value === null ? undefined : String(value);
      return found === wanted ? [] : [`the text ${name} is ${words(found)} and not ${words(wanted)}`];
    });
}

/** The part of the image reference is the value. */
export function imagePart(of: Selects, path: Path, part: string): Expectation {
  return ({ value, after }) => {
    const image = find(after, of, path);
    const reference = typeof image === "string" ? parseImageReference(image) : undefined;
    const found = reference?.[part as keyof typeof reference];
    // A first word with a dot or a colon in the repository counts as the host.
    const isThere =
      found === String(value ?? "") || (typeof image === "string" && image.includes(String(value ?? "")));
    return isThere ? [] : [`the image is ${words(image)}, whose ${part} should be ${words(value)}`];
  };
}

/** Whether the documents run images that can be told apart; a `${PLACEHOLDER}` follows no registry. */
export function runsImages(documents: readonly RenderedDocument[]): boolean {
  return documents.some(({ object }) => imagesIn(object ?? null).length > 0);
}

/** Every container runs an image of the registry. */
export const registryOfImages: Expectation = ({ given, after }) =>
  after.flatMap(({ object, templatePath }) =>
    imagesIn(object ?? null).flatMap((image) =>
      image.startsWith(`${given}/`) ? [] : [`${templatePath} has the image ${image}`],
    ),
  );

function imagesIn(value: Json): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(imagesIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, child]) =>
    key === "containers" || key === "initContainers"
      ? listField(child).flatMap((container) => {
          const image = fieldAt(container, "image");
          return typeof image === "string" && parseImageReference(image) ? [image] : [];
        })
      : imagesIn(child),
  );
}

/** A null takes its key away. */
export function withoutNulls(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, child]) => (child === null ? [] : [[key, withoutNulls(child)]])),
  );
}

/** Nothing, and what stands for it. */
export function isEmpty(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === "") return true;
  return Array.isArray(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0;
}
