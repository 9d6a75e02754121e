// Random text through real Helm: what stands in a template as text renders to itself, also right before and behind an
// action, and what an action holds as a string arrives as it was.

import fc from "fast-check";
import { expect, test } from "vitest";
import { call, type Fragment, literal, output, text } from "../../src/template/expression.ts";
import { printTemplate } from "../../src/template/print.ts";
import { describeWithEachHelm } from "../support/helm.ts";
import { renderWith } from "./read-by-helm.ts";
import { sample } from "./sample.ts";

const hostile = fc
  .array(
    fc.constantFrom(
      "{",
      "{{",
      "{{{",
      "}",
      "}}",
      "{{-",
      "-}}",
      "{{/*",
      "*/}}",
      "{{ .Values.x }}",
      "{{ end }}",
      "{{`",
      "`",
      '"',
      "'",
      "\\",
      "\\n",
      "\n",
      " ",
      "\t",
      "a",
      "${",
      "$",
      "é",
      "😀",
      "|",
      "#",
      "%",
      "\u2028",
    ),
    { maxLength: 7 },
  )
  .map((parts) => parts.join(""));

/** A piece of a template, and what it renders to. */
interface Piece {
  readonly fragment: Fragment;
  readonly rendered: string;
  /** Whether it also eats the blanks in front, where these are text. */
  readonly trims: boolean;
}

const piece: fc.Arbitrary<Piece> = fc.oneof(
  hostile.map((content) => ({ fragment: text(content), rendered: content, trims: false })),
  hostile.map((content) => ({ fragment: output(literal(content)), rendered: content, trims: false })),
  hostile.map((content) => ({
    fragment: { kind: "output" as const, expression: call("upper", literal(content)), trimLeft: true },
    rendered: content.toUpperCase(),
    trims: true,
  })),
);

describeWithEachHelm("Helm renders", (helm) => {
  test("text to itself and strings to what they hold", async () => {
    const { seed, values } = sample(fc.array(piece, { minLength: 1, maxLength: 6 }), 1200);
    const bodies = values.map((pieces) =>
      printTemplate([...pieces.map(({ fragment }) => fragment), output(literal("$"))]),
    );
    const definitions = bodies.map((body, index) => `{{- define "t${index}" }}${body}{{ end }}`).join("\n");
    const calls = values.map((_, index) => `# ${index} {{ include "t${index}" . | b64enc }}`).join("\n");
    const stdout = await renderWith(helm, `${definitions}\n${calls}\n`);
    const rendered = new Map(
      [...stdout.matchAll(/^# (\d+) (\S+)$/gm)].map(([, index, content]) => [
        Number(index),
        Buffer.from(content ?? "", "base64").toString("utf8"),
      ]),
    );
    values.forEach((pieces, index) => {
      expect(rendered.get(index), `seed ${seed}: ${JSON.stringify(bodies[index])}`).toBe(
        `${expectedOf(pieces)}$`,
      );
    });
  });
});

/** An action that trims eats the blanks of all the text right in front of it. */
function expectedOf(pieces: readonly Piece[]): string {
  let done = "";
  let open = "";
  for (const { fragment, rendered, trims } of pieces) {
    if (fragment.kind === "text") {
      open += rendered;
      continue;
    }
    done += (trims ? open.replace(/[ \t\r\n]+$/, "") : open) + rendered;
    open = "";
  }
  return done + open;
}
