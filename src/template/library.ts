// The text of an object as a named template of a library chart, and the template that includes it.
import type { Template } from "./edit.ts";
import { dot, include } from "./expression.ts";
import { printTemplate } from "./print.ts";

/** `template` as the body of the named template `name`. */
export function printDefinition(name: string, { text, origins }: Template): Template {
  const first = printTemplate([{ kind: "define", name }]);
  const last = printTemplate([{ kind: "end" }]);
  return { text: `${first}\n${text}${last}\n`, origins: [0, ...origins, origins.at(-1) ?? 0] };
}

/** The file that includes it; `path` is where a reader finds the text. */
export function printInclusion(name: string, path: string): string {
  const words = `The text is in ${path}: Helm keeps every template in the release, but no file of a subchart.`;
  return `{{- /* ${words} */}}\n${printTemplate([{ kind: "output", expression: include(name, dot), trimLeft: true }])}\n`;
}
