// What a change of values did to a rendering.
import { field, isObject, type Json, stringField } from "../../src/kubernetes/object.ts";
import type { RenderedDocument } from "../../src/verify/rendered.ts";
import type { PathStep } from "../../src/yaml/tree.ts";
import type { RenderedPart } from "../support/render-server.ts";
import type { Place, Scope } from "./scope.ts";

/** One field that is other than before. */
export interface FieldChange {
  readonly document: RenderedDocument;
  readonly path: readonly PathStep[];
  readonly before?: Json | undefined;
  readonly after?: Json | undefined;
}

export interface RenderedChange {
  readonly came: readonly RenderedDocument[];
  readonly went: readonly RenderedDocument[];
  readonly fields: readonly FieldChange[];
}

/** Texts that did not change are the same part, so most documents are never looked at. */
export function changeBetween(
  before: readonly RenderedPart[],
  after: readonly RenderedPart[],
): RenderedChange {
  const olds = documentsOf(before.filter((part) => !after.includes(part)));
  const news = documentsOf(after.filter((part) => !before.includes(part)));
  const pairs: [RenderedDocument, RenderedDocument][] = [];
  // An object may have another name or place now: what is left of one template and kind is a pair.
  for (const keyOf of [identity, templateAndKind]) {
    for (const old of [...olds]) {
      const found = news.find((one) => keyOf(one) === keyOf(old));
      if (!found) continue;
      pairs.push([old, found]);
      olds.splice(olds.indexOf(old), 1);
      news.splice(news.indexOf(found), 1);
    }
  }
  return {
    came: news,
    went: olds,
    fields: pairs.flatMap(([old, found]) =>
      [...differences(old.object ?? null, found.object ?? null, [])].map((one) => ({
        ...one,
        document: found,
      })),
    ),
  };
}

export function documentsOf(parts: readonly RenderedPart[]): RenderedDocument[] {
  return parts.flatMap((part) => part.documents).filter(({ object }) => object !== undefined);
}

function templateAndKind({ templatePath, object }: RenderedDocument): string {
  return `${templatePath} ${object?.kind}`;
}

function identity(document: RenderedDocument): string {
  const { object } = document;
  const hook = stringField(object, "metadata", "annotations", "helm.sh/hook") ?? "";
  return `${templateAndKind(document)} ${field(object, "metadata", "namespace")}/${field(object, "metadata", "name")} ${hook}`;
}

function* differences(
  before: Json | undefined,
  after: Json | undefined,
  path: readonly PathStep[],
): Generator<Omit<FieldChange, "document">> {
  if (isObject(before) && isObject(after)) {
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
      yield* differences(before[key], after[key], [...path, key]);
    }
  } else if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
    for (const [index, item] of before.entries()) yield* differences(item, after[index], [...path, index]);
  } else if (JSON.stringify(before) !== JSON.stringify(after)) yield { path, before, after };
}

/** Changes that none of the scopes allows, in words. */
export function outside(change: RenderedChange, scopes: readonly Scope[]): readonly string[] {
  const places = scopes.flatMap((scope) => scope.places);
  const mayCome = (document: RenderedDocument) => scopes.some((scope) => scope.comesAndGoes?.(document));
  const name = ({ templatePath, object }: RenderedDocument) =>
    `${templatePath} (${object?.kind} ${field(object, "metadata", "name")})`;
  return [
    ...change.came.filter((one) => !mayCome(one)).map((one) => `${name(one)} came`),
    ...change.went.filter((one) => !mayCome(one)).map((one) => `${name(one)} went`),
    ...change.fields
      .filter((one) => !mayCome(one.document) && !places.some((place) => isIn(one, place)))
      .map(
        ({ document, path, before, after }) =>
          `${name(document)}: ${path.join(".")} changed from ${short(before)} to ${short(after)}`,
      ),
  ];
}

function isIn({ document, path, before, after }: FieldChange, place: Place): boolean {
  if (!place.of(document)) return false;
  // A field that came or went with its parent: the parent is the change.
  const length = Math.min(path.length, place.path.length);
  for (let index = 0; index < length; index += 1) {
    if (place.path[index] !== "*" && place.path[index] !== path[index]) return false;
  }
  if (path.length < place.path.length && !isOnly(before ?? after, place.path.slice(path.length)))
    return false;
  return place.allows?.(before, after) ?? true;
}

/** Whether a map holds nothing beside what is at `path`. */
function isOnly(value: Json | undefined, [key, ...rest]: readonly PathStep[]): boolean {
  if (key === undefined) return true;
  return isObject(value) && Object.keys(value).every((name) => name === key && isOnly(value[name], rest));
}

export function short(value: Json | undefined): string {
  return value === undefined ? "nothing" : JSON.stringify(value).slice(0, 200);
}
