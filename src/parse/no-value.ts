// Helm takes the text `<no value>` out of everything that it renders (pkg/engine/engine.go). In double quotes it can be
// written with an escape, which Helm does not see and every reader of YAML does.
import { invariant } from "../diagnostics/internal-error.ts";
import { jsonEqual } from "../kubernetes/object.ts";
import { parseDocument, type YamlDocument } from "../yaml/document.ts";
import { quoteText } from "../yaml/print.ts";
import type { Node, ScalarNode } from "../yaml/tree.ts";
import type { BlockDocument } from "./block-style.ts";

/** What Helm removes. */
export const noValue = "<no value>";

/** The document with this text escaped in all its scalars, or undefined when none has it. Keys stay as they are. */
export function escapeNoValue(document: YamlDocument): BlockDocument | undefined {
  if (!document.text.includes(noValue) || !document.root) return undefined;
  const scalars = scalarsOf(document.root).filter(({ start, end }) =>
    document.text.slice(start, end).includes(noValue),
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
    if (scalar.style === "double-quoted") copy(scalar.end, escaped);
    else text += escaped(quoteText(scalar.value));
    at = scalar.end;
  }
  copy(source.length);
  const result = parseDocument(text);
  invariant(result.ok && jsonEqual(result.document.data, document.data), "an escape changed a document");
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
