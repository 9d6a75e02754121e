// Where the text `<no value>` would not survive: Helm removes it from what it renders. Scalars of templates have it
// escaped (parse/rewritten-scalars.ts), custom resources and env are rendered so that it stays; keys and other values
// cannot. Helm writes and reads values as YAML before it checks them against their schema: a key that it takes for a
// merge does not come through that, nor do characters that its YAML writes and does not read.
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Position } from "../diagnostics/position.ts";
import { isObject, type Json } from "../kubernetes/object.ts";
import { type Manifest, positionOf } from "../parse/manifest.ts";
import { noValue } from "../parse/rewritten-scalars.ts";
import type { PathStep } from "../yaml/tree.ts";
import type { Transformed } from "./transform-context.ts";
import type { Value } from "./value.ts";

/**
 * What Helm's values cannot hold: characters that encoding/json leaves as they are, and that the reader of go-yaml
 * does not take for printable (https://yaml.org/spec/1.1/#c-printable), U+0085 apart.
 */
export const unreadableCharacter: RegExp = /[\x7f-\x84\x86-\x9f\ufffe\uffff]/;

/** An error for each key of the manifest and each of its values that would not reach the cluster as it is. */
export function unrenderableText(manifest: Manifest, values: readonly Value[]): Transformed {
  const { document, object } = manifest;
  const isCustomResource = values.some(({ role }) => role === "tree");
  const searched = isCustomResource ? { metadata: object.metadata } : object;
  const found = document.text.includes(noValue)
    ? keysWhere((key) => key.includes(noValue), searched, [])
    : [];
  return {
    diagnostics: [
      ...found.map((path) => removed(positionOf(manifest, path), `the key ${JSON.stringify(path.at(-1))}`)),
      ...values.flatMap(({ path, role, default: given = null, position = manifest.position }) => {
        const name = path.length === 0 ? "the values" : `the value ${path.join(".")}`;
        const isKept = role === "tree" || path.at(-1) === "env";
        const isLost = !isKept && JSON.stringify(given).includes(noValue);
        return [
          ...(isLost ? [removed(position, `the default of ${name}`)] : []),
          ...keysWhere((key) => key === "<<", given, []).map((key) => merged(position, [...path, ...key])),
          ...unreadable(JSON.stringify(given), position, name),
        ];
      }),
    ],
  };
}

function removed(position: Position, found: string): Diagnostic {
  return {
    severity: "error",
    code: "transform/unrenderable-text",
    message: `Helm removes the text ${noValue} from what it renders.`,
    position,
    found,
    expected: `a text without ${noValue}`,
    hint: "Write it otherwise, for example with a no-break space.",
  };
}

function merged(position: Position, path: readonly PathStep[]): Diagnostic {
  return {
    severity: "error",
    code: "transform/unrenderable-text",
    message: 'Helm takes the key "<<" in values for a merge.',
    position,
    found: path.join("."),
    expected: "values whose keys are not <<",
    hint: "Rename the key.",
  };
}

function unreadable(given: string, position: Position, name: string): readonly Diagnostic[] {
  const [character] = unreadableCharacter.exec(given) ?? [];
  if (character === undefined) return [];
  return [
    {
      severity: "error",
      code: "transform/unrenderable-text",
      message: "Helm writes this character into YAML and then refuses to read it.",
      position,
      found: `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")} in the default of ${name}`,
      expected: "a text without control characters and noncharacters",
      hint: "Write the text without it, or encoded, for example in base64.",
    },
  ];
}

/** The paths of all keys that match. */
function keysWhere(
  matches: (key: string) => boolean,
  json: Json,
  path: readonly PathStep[],
): readonly (readonly PathStep[])[] {
  if (Array.isArray(json)) return json.flatMap((item, index) => keysWhere(matches, item, [...path, index]));
  if (!isObject(json)) return [];
  return Object.entries(json).flatMap(([key, child]) => {
    const here = [...path, key];
    return [...(matches(key) ? [here] : []), ...keysWhere(matches, child, here)];
  });
}
