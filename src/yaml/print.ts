// Data as YAML text that every reader takes the same way: Helm (YAML 1.1), editors and linters (YAML 1.2).
import { DEFAULT_SCALAR_STYLE_RULES, DUMP_SCHEMA, dump, SCALAR_STYLE, type ScalarStyleRule } from "js-yaml";

/** As a block scalar, a string that ends with a blank line would take what follows it for its own. */
const quoteTrailingBlankLines: ScalarStyleRule = (layout) => {
  if (/(?:^|\n)\n$/.test(layout.node.value)) layout.style = SCALAR_STYLE.DOUBLE_QUOTED;
};

/** A key that begins like a document marker would be one at the margin; the library does not see to that. */
const quoteMarkers: ScalarStyleRule = (layout) => {
  const isMarker = layout.isKey && /^(?:---|\.\.\.)(?=\s|$)/.test(layout.node.value);
  if (isMarker) layout.style = SCALAR_STYLE.DOUBLE_QUOTED;
};

/**
 * `value` in block style, without a line break at the end. Strings that any YAML version would read as another
 * type are quoted, keys such as `y` and `on` too; nothing is folded, nothing becomes an alias.
 */
export function printYaml(value: unknown): string {
  return dump(value, {
    schema: DUMP_SCHEMA,
    noRefs: true,
    lineWidth: -1,
    quoteStyle: "double",
    scalarStyleRules: [quoteTrailingBlankLines, quoteMarkers, ...Object.values(DEFAULT_SCALAR_STYLE_RULES)],
  }).replace(/\n$/, "");
}

/** A string on one line in double quotes: JSON, with escapes for what YAML does not take as it is. */
export function quoteText(text: string): string {
  return JSON.stringify(text).replace(
    /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Every non-empty line of `text` behind `width` more blanks; block scalars stay what they are. */
export function indent(text: string, width: number): string {
  return text.replace(/^(?=.)/gm, " ".repeat(width));
}
