// Text that mixes words with template expressions, so that README.md (words only) and templates/NOTES.txt (with
// the release's own name and namespace) are written by the same functions.
import { invariant } from "../diagnostics/internal-error.ts";
import type { Expression, Fragment } from "../template/expression.ts";

/**
 * Fragments in which no two texts are neighbours: a brace at the end of one and one more at the start of the
 * next would print as a delimiter.
 */
export type Words = readonly Fragment[];

/** A template literal whose holes take text, an expression's output, or other words. */
export function words(strings: TemplateStringsArray, ...holes: readonly (string | Words)[]): Words {
  return joinWords(strings.flatMap((text, index) => [text, holes[index] ?? ""]));
}

/** The parts one behind the other. */
export function joinWords(parts: readonly (string | Words)[], separator = ""): Words {
  const joined: Fragment[] = [];
  parts.forEach((part, index) => {
    const fragments = typeof part === "string" ? [{ kind: "text", text: part } as const] : part;
    if (index > 0 && separator !== "") push(joined, { kind: "text", text: separator });
    for (const fragment of fragments) push(joined, fragment);
  });
  return joined;
}

function push(joined: Fragment[], fragment: Fragment): void {
  const last = joined.at(-1);
  if (fragment.kind !== "text") joined.push(fragment);
  else if (last?.kind === "text") joined.splice(-1, 1, { kind: "text", text: last.text + fragment.text });
  else if (fragment.text !== "") joined.push(fragment);
}

/** What `expression` prints, as words. */
export function printed(expression: Expression): Words {
  return [{ kind: "output", expression }];
}

/** Words without expressions as plain text, for files that Helm does not render. */
export function plainText(plain: Words): string {
  return plain
    .map((fragment) => {
      invariant(fragment.kind === "text", "an expression in a file that Helm does not render");
      return fragment.text;
    })
    .join("");
}
