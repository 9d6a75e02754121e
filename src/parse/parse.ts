// Source → Manifest[]: every object of the sources, Lists opened, each once, with its text and place.
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { invariant } from "../diagnostics/internal-error.ts";
import { type Position, positionAt } from "../diagnostics/position.ts";
import { isObject, type KubernetesObject, referenceOf, stringField } from "../kubernetes/object.ts";
import type { Source } from "../load/source.ts";
import { parseDocument, tooManyRepairs, type YamlDocument } from "../yaml/document.ts";
import { printYaml } from "../yaml/print.ts";
import { normaliseLineBreaks, splitStream } from "../yaml/stream.ts";
import { type BlockDocument, toBlockStyle } from "./block-style.ts";
import { exportedFields, withoutExportedFields } from "./exported.ts";
import { withGeneratedNames } from "./generated-names.ts";
import { identityFaults } from "./identity.ts";
import { listItems } from "./list.ts";
import { type Manifest, type Placed, positionAtOffset, sourceLineOf } from "./manifest.ts";
import { atMargin } from "./margin.ts";
import { withoutRepeats } from "./repeats.ts";
import { rewriteScalars } from "./rewritten-scalars.ts";

/** What parsing gave: with an error among the diagnostics, `manifests` is not complete. */
export interface ParseResult {
  readonly manifests: readonly Manifest[];
  readonly diagnostics: readonly Diagnostic[];
}

/** A document of a source, before it is known to hold one object. */
export interface ParsedDocument extends Placed {
  readonly document: YamlDocument;
}

/** Parses `sources` in order. An object that stands twice and is equal is kept once, with a warning. */
export function parse(sources: readonly Source[]): ParseResult {
  const diagnostics: Diagnostic[] = [];
  const manifests = sources
    .flatMap((source) => parseSource(source, diagnostics))
    .flatMap((document) => manifestsOf(document, diagnostics));
  return { manifests: withoutRepeats(withGeneratedNames(manifests), undefined, diagnostics), diagnostics };
}

function parseSource(source: Source, diagnostics: Diagnostic[]): readonly ParsedDocument[] {
  const documents: ParsedDocument[] = [];
  for (const { text, firstLine } of splitStream(normaliseLineBreaks(source.text))) {
    const result = parseDocument(text);
    if (!result.ok) {
      const position = positionAt(source.name, text, result.fault.offset, firstLine);
      diagnostics.push(
        result.isSyntax || isTemplate(text, position.text)
          ? syntaxError(result.fault.message, position, text)
          : refused(result.fault.message, position),
      );
      continue;
    }
    for (const fault of result.faults) {
      diagnostics.push({
        severity: "warning",
        code: fault.kind === "duplicate-key" ? "parse/duplicate-key" : "parse/repaired-indent",
        message: `The YAML is not strict: ${fault.message}.`,
        position: positionAt(source.name, text, fault.offset, firstLine),
        hint: fault.remedy,
      });
    }
    documents.push({ source: source.name, firstLine, document: result.document });
  }
  return documents;
}

function syntaxError(reason: string, position: Position, text: string): Diagnostic {
  return {
    severity: "error",
    code: "parse/yaml-syntax",
    message: "The document is not valid YAML.",
    position,
    found: reason,
    expected: expectationFor(reason),
    hint: hintFor(reason, isTemplate(text, position.text)),
  };
}

function hintFor(reason: string, looksLikeTemplate: boolean): string {
  if (looksLikeTemplate)
    return "This looks like a template. Give what is made of it: `helm template`, or what fills it in.";
  if (reason === tooManyRepairs)
    return "Give the document as strict YAML or as JSON: each place that is mended takes one more reading of it.";
  return "Mend the document at this place; `kubectl apply --dry-run=client -f` reads it the same way.";
}

/** For YAML whose content no Kubernetes object can have, or that go-yaml refuses for its size. */
function refused(reason: string, position: Position): Diagnostic {
  return {
    severity: "error",
    code: "parse/yaml-content",
    message: "The document is YAML that Kubernetes does not take.",
    position,
    found: reason,
    expected:
      "what JSON can hold: mappings with text as keys, lists, strings, finite numbers, true, false and null",
    hint: "Change it at this place; `kubectl apply --dry-run=client -f` refuses it too.",
  };
}

/** Whether the line at fault, or the first of the document, has a template action. */
function isTemplate(text: string, line: string): boolean {
  return [line, text.slice(contentStart(text)).split("\n", 1)[0] ?? ""].some((one) => /\{\{/.test(one));
}

function expectationFor(reason: string): string {
  if (reason === tooManyRepairs)
    return "strict YAML: lines indented deeper than their key, blanks in place of tabs and in front of comments";
  if (reason.includes("tab characters")) return "blanks: YAML allows no tabs in indentation";
  if (reason.includes("quoted")) return "the same quote again at the end of the string";
  if (reason.includes("flow collection is not closed")) return "the bracket that closes it";
  if (reason.includes("null byte")) return "text in UTF-8";
  return "one YAML mapping with apiVersion, kind and metadata";
}

/** The manifests of a document: one, or the items of a List, or none with the reason why. */
function manifestsOf(parsed: ParsedDocument, diagnostics: Diagnostic[]): readonly Manifest[] {
  const object = parsed.document.data;
  if (object === null || object === undefined) return [];
  const position = positionAtOffset(parsed, contentStart(parsed.document.text));
  if (!isObject(object)) {
    const found = Array.isArray(object)
      ? "a list"
      : `the ${typeof object} ${JSON.stringify(object).slice(0, 60)}`;
    return fail(
      "parse/not-an-object",
      "The document is no Kubernetes object.",
      found,
      "a mapping with apiVersion, kind and metadata",
    );
  }
  for (const [key, code] of [
    ["kind", "parse/no-kind"],
    ["apiVersion", "parse/no-api-version"],
  ] as const) {
    const value = object[key];
    if (typeof value === "string" && value !== "") continue;
    const found =
      value === undefined ? `the keys ${Object.keys(object).slice(0, 8).join(", ")}` : JSON.stringify(value);
    return fail(code, `The object has no ${key}.`, found, `${key}: the object's ${key}, a string`);
  }
  const kubernetesObject = object as KubernetesObject;
  if (isList(kubernetesObject)) {
    return listItems(parsed).flatMap((item) => itemManifests(item, diagnostics));
  }
  const faults = identityFaults(parsed, kubernetesObject);
  diagnostics.push(...faults);
  if (faults.some(({ severity }) => severity === "error")) return [];
  const name = stringField(object, "metadata", "name") || stringField(object, "metadata", "generateName");
  if (!name) {
    return fail(
      "parse/no-name",
      `The ${kubernetesObject.kind} has no name.`,
      "metadata without name",
      "metadata.name, a string",
    );
  }
  const exported = exportedFields(kubernetesObject);
  if (exported.length === 0) return [toManifest(parsed, kubernetesObject, position)];
  diagnostics.push({
    severity: "info",
    code: "parse/exported-object",
    message: `The ${kubernetesObject.kind} is as the API server printed it: what only the server may set is left out.`,
    position,
    found: exported.join(", "),
  });
  const clean = withoutExportedFields(kubernetesObject);
  return [toManifest(reprinted(parsed, clean), clean, position)];

  function fail(
    code: Diagnostic["code"],
    message: string,
    found: string,
    expected: string,
  ): readonly Manifest[] {
    diagnostics.push({
      severity: "error",
      code,
      message,
      position,
      found,
      expected,
      hint: "Leave files out that hold no manifests (values files, patches, kustomization.yaml).",
    });
    return [];
  }
}

/** Also a typed list; of a kind called so it must hold items, since others are called so too. */
function isList({ apiVersion, kind, ...fields }: KubernetesObject): boolean {
  const items = fields["items"] ?? null;
  if (kind === "List" && apiVersion === "v1" && items === null) return true;
  return kind.endsWith("List") && Array.isArray(items);
}

/** The manifests of a List's item. Between documents kubectl passes over a null, in a List it refuses one. */
function itemManifests(item: ParsedDocument, diagnostics: Diagnostic[]): readonly Manifest[] {
  if (item.document.data !== null) return manifestsOf(item, diagnostics);
  diagnostics.push({
    severity: "error",
    code: "parse/list-item",
    message: "An item of the List is empty.",
    position: positionAtOffset(item, 0),
    found: "null",
    expected: "a mapping with apiVersion, kind and metadata",
    hint: "Take the item out; kubectl refuses a List with it.",
  });
  return [];
}

/** The offset of the first line that is neither blank nor a comment. */
function contentStart(text: string): number {
  return Math.max(0, text.search(/^(?![ \t]*(?:#|$))/m));
}

/** The document with other data, all of it placed where the object begins. */
function reprinted(parsed: ParsedDocument, data: KubernetesObject): ParsedDocument {
  const result = parseDocument(`${printYaml(data)}\n`);
  invariant(result.ok, "an object that was printed cannot be read");
  const { document } = result;
  const line = sourceLineOf(parsed, 0);
  return { ...parsed, document, lines: document.text.split("\n").map(() => line) };
}

function toManifest(
  parsed: ParsedDocument,
  object: KubernetesObject,
  position: Manifest["position"],
): Manifest {
  const outdented = withText(parsed, atMargin(parsed.document));
  const block = withText(outdented, toBlockStyle(outdented.document, object.kind));
  const placed = withText(block, rewriteScalars(block.document));
  return { ...placed, object, reference: referenceOf(object), position };
}

function withText(parsed: ParsedDocument, changed: BlockDocument | undefined): ParsedDocument {
  if (!changed) return parsed;
  return {
    ...parsed,
    document: changed.document,
    lines: changed.lines.map((line) => sourceLineOf(parsed, line)),
  };
}
