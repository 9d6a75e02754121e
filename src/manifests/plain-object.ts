// An object of a rendering as a manifest has it: without what Helm and the chart put on it, in the namespace that the
// release would have given it. Its text stays as Helm rendered it, but for lines that go or come.

import { hookAnnotation, hookEventsOf } from "../kubernetes/helm-hooks.ts";
import {
  field,
  isObject,
  type Json,
  type JsonObject,
  jsonEqual,
  type KubernetesObject,
  objectField,
} from "../kubernetes/object.ts";
import type { Manifest } from "../parse/manifest.ts";
import type { Edit } from "../template/edit.ts";
import { applyTextEdits } from "../template/edit.ts";
import { text } from "../template/expression.ts";
import { columnOf, isFilledMapping, newLine, removeEntry } from "../transform/block-edits.ts";
import { parseDocument } from "../yaml/document.ts";
import { printYaml } from "../yaml/print.ts";
import { entryOf, type MappingNode, nodeAt, type PathStep } from "../yaml/tree.ts";

/** What becomes of an object. */
export interface PlainOptions {
  /** The labels that a compiled chart put on it; undefined for an object of any other chart. */
  readonly addedLabels: readonly string[] | undefined;
  /** Label keys by which something selects: they stay. */
  readonly selected: ReadonlySet<string>;
  /** The namespace that it gets; undefined where it has one, or needs none. */
  readonly namespace: string | undefined;
}

/** An object with its text. */
export interface PlainObject {
  readonly object: KubernetesObject;
  /** Ends with a line break. */
  readonly text: string;
}

/** Takes out what is Helm's and puts the namespace in. */
export function plainObject(manifest: Manifest, options: PlainOptions): PlainObject {
  const { object, document } = manifest;
  const removed = removals(object, options);
  const { namespace } = options;
  if (removed.length === 0 && namespace === undefined) return { object, text: withOneEnd(document.text) };
  let wanted: JsonObject = object;
  for (const path of removed) wanted = without(wanted, path);
  if (namespace !== undefined)
    wanted = { ...wanted, metadata: { ...objectField(wanted, "metadata"), namespace } };
  const edited = editedText(manifest, removed, namespace);
  const read = edited === undefined ? undefined : parseDocument(edited);
  const isRight = read?.ok && jsonEqual(read.document.data, wanted);
  return {
    object: wanted as KubernetesObject,
    text: withOneEnd(isRight && edited !== undefined ? edited : printYaml(wanted)),
  };
}

type Path = readonly PathStep[];

/** What goes, as paths; a map that would be left empty goes as a whole. */
function removals(object: KubernetesObject, options: PlainOptions): readonly Path[] {
  const { addedLabels, selected } = options;
  const isRemovedLabel = (key: string, value: Json): boolean => {
    if (addedLabels) return addedLabels.includes(key);
    if (selected.has(key)) return false;
    return key.startsWith("helm.sh/") || (key === "app.kubernetes.io/managed-by" && value === "Helm");
  };
  // What a hook of the sources says is not for an install stays with it: nobody else would know.
  const isForInstall = hookEventsOf(object).some((event) => /^(?:pre|post)-(?:install|upgrade)$/.test(event));
  const isRemovedAnnotation = (key: string): boolean => {
    if (key === hookAnnotation || key.startsWith(`${hookAnnotation}-`)) return isForInstall;
    return key.startsWith("helm.sh/") || key.startsWith("meta.helm.sh/");
  };
  const labels = addedLabels ? [["metadata", "labels"]] : labelMaps(object);
  return [
    ...labels.flatMap((path) => removedEntries(object, path, isRemovedLabel)),
    ...removedEntries(object, ["metadata", "annotations"], isRemovedAnnotation),
  ];
}

function removedEntries(
  object: KubernetesObject,
  path: Path,
  isRemoved: (key: string, value: Json) => boolean,
): readonly Path[] {
  const entries = Object.entries(objectField(object, ...path));
  const removed = entries.filter(([key, value]) => isRemoved(key, value));
  if (removed.length === 0) return [];
  return removed.length === entries.length ? [path] : removed.map(([key]) => [...path, key]);
}

/** Where labels stand: of the object, and of what it makes. */
function labelMaps(object: KubernetesObject): readonly Path[] {
  const claims = field(object, "spec", "volumeClaimTemplates");
  const count = Array.isArray(claims) ? claims.length : 0;
  return [
    [],
    ["spec", "template"],
    ["spec", "jobTemplate"],
    ["spec", "jobTemplate", "spec", "template"],
    ...Array.from({ length: count }, (_, index) => ["spec", "volumeClaimTemplates", index]),
  ].map((path) => [...path, "metadata", "labels"]);
}

/** The text with these lines gone; undefined where it is not written in lines. */
function editedText(
  { document }: Manifest,
  removed: readonly Path[],
  namespace: string | undefined,
): string | undefined {
  const { text: source, root } = document;
  const edits: Edit[] = [];
  for (const path of removed) {
    const outer = nodeAt(root, path.slice(0, -1));
    const entry = entryOf(outer, String(path.at(-1)));
    if (!entry || !isFilledMapping(outer) || !startsLine(source, entry.start)) return undefined;
    edits.push(removeEntry(source, entry, "not Helm's"));
  }
  if (namespace !== undefined) {
    const metadata = nodeAt(root, ["metadata"]);
    const edit = isFilledMapping(metadata) ? placed(source, metadata, namespace) : undefined;
    if (!edit) return undefined;
    edits.push(edit);
  }
  return applyTextEdits(source, edits).text;
}

/** The namespace on the line behind the name. */
function placed(source: string, metadata: MappingNode, namespace: string): Edit | undefined {
  const name = entryOf(metadata, "name") ?? entryOf(metadata, "generateName");
  if (!name || entryOf(metadata, "namespace")) return undefined;
  const lineEnd = source.indexOf("\n", name.end);
  const at = lineEnd === -1 ? source.length : lineEnd;
  const column = columnOf(source, metadata.start);
  const line = [newLine(column), text(`namespace: ${printYaml(namespace)}`)];
  return { start: at, end: at, replacement: line, reason: "namespace" };
}

function startsLine(source: string, offset: number): boolean {
  return source.slice(source.lastIndexOf("\n", offset - 1) + 1, offset).trim() === "";
}

function without(value: JsonObject, [step, ...rest]: Path): JsonObject {
  if (typeof step !== "string") return value;
  if (rest.length === 0) {
    const { [step]: _, ...others } = value;
    return others;
  }
  const [index, ...below] = rest;
  const inner = value[step];
  if (Array.isArray(inner) && typeof index === "number")
    return {
      ...value,
      [step]: inner.map((item, at) => (at === index && isObject(item) ? without(item, below) : item)),
    };
  return isObject(inner) ? { ...value, [step]: without(inner, rest) } : value;
}

/** Blank lines at both ends belong to the stream, but for those that a text at the very end keeps. */
function withOneEnd(source: string): string {
  const body = source.replace(/^(?:[ \t]*\n)+/, "");
  return /[|>][0-9]?\+/.test(body) ? `${body.replace(/\n$/, "")}\n` : `${body.trimEnd()}\n`;
}
