// Scalars that Helm would change or refuse as they are written, in double quotes and with an escape. Helm takes the text
// `<no value>` out of everything that it renders (pkg/engine/engine.go), and its templates are YAML: what only JSON may
// hold, a pair of escapes for one character and a control character as it is, go-yaml refuses.
import { invariant } from "../diagnostics/internal-error.ts";
import { jsonEqual } from "../kubernetes/object.ts";
import { parseDocument, type YamlDocument } from "../yaml/document.ts";
import { quoteText } from "../yaml/print.ts";
import type { Node, ScalarNode } from "../yaml/tree.ts";
import type { BlockDocument } from "./block-style.ts";

/** What Helm removes. */
export const noValue = "<no value>";

const onlyJson = /\\u[dD][89abAB]|[\x7f-\x84\x86-\x9f]/;

/** The document with such scalars rewritten, or undefined when it has none. Keys stay as they are. */
export function rewriteScalars(document: YamlDocument): BlockDocument | undefined {
  const isFragile = (text: string) => text.includes(noValue) || onlyJson.test(text);
  if (!isFragile(document.text) || !document.root) return undefined;
  const scalars = scalarsOf(document.root).filter(({ start, end }) =>
    isFragile(document.text.slice(start, end)),
  );
  if (scalars.length === 0) return undefined;
  const source = document.text;
  const lines = [0];
  let text = "";
  let at = 0;
  const copy = (end: number, change = (line: string) => line) => {
    const first = source.slice(0, at).split("\n").length - 1;
    source
      .slice(at, end)
      .split("\n")
      .forEach((line, index) => {
        if (index > 0) lines.push(first + index);
        text += `${index > 0 ? "\n" : ""}${change(line)}`;
      });
    at = end;
  };
  for (const scalar of scalars) {
    copy(scalar.start);
    const isQuoted = scalar.style === "double-quoted";
    if (isQuoted && !onlyJson.test(source.slice(scalar.start, scalar.end))) copy(scalar.end, escaped);
    else text += escaped(quoteText(scalar.value));
    at = scalar.end;
  }
  copy(source.length);
  const result = parseDocument(text);
  invariant(
    result.ok && jsonEqual(result.document.data, document.data),
    "a rewritten scalar changed a document",
  );
  return { document: result.document, lines };
}

function escaped(doubleQuoted: string): string {
  return doubleQuoted.replaceAll(noValue, `\\x3c${noValue.slice(1)}`);
}

function scalarsOf(node: Node): readonly ScalarNode[] {
  switch (node.kind) {
    case "scalar":
      return [node];
    case "mapping":
      return node.entries.flatMap((entry) => scalarsOf(entry.value));
    case "sequence":
      return node.items.flatMap(scalarsOf);
    case "alias":
      return [];
  }
}
