// Data written as YAML in every style that people use, for properties: block and flow, quoted and plain, literal and
// folded, comments and blank lines in between. A small writer of our own, so that no printer proves itself.

import fc from "fast-check";
import type { Json } from "../../src/kubernetes/object.ts";

/** Data, and one way to write it. */
export interface StyledYaml {
  readonly data: Json;
  readonly text: string;
}

/** Strings that break careless readers and writers. */
export const hostileText: fc.Arbitrary<string> = fc
  .array(
    fc.constantFrom(
      ..."a|b|yes|n|on|1|0o7|1e3|0x1F|12:30|2001-01-01|null|~|=|<<|.inf|- |: | #|#|:|'|\"|\\|{|}|{{|}}|[|]|,|>|?|&|*|!|%|@|`| |  |é|😀|---|...|{{-|-}}|{{/*|*/}}|${".split(
        "|",
      ),
      "|",
      "\n",
      "\n\n",
      "\n  ",
      "\t",
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(""));

const key: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    "a",
    "b",
    "name",
    "spec",
    "kebab-case",
    "dotted.key/with-slash",
    "y",
    "on",
    "1",
    "0o17",
    "null",
  ),
  hostileText.filter((text) => !text.includes("\n")),
);

/** Any JSON value; numbers are safe integers and short fractions. */
export const jsonValue: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: "small" },
    hostileText,
    fc.constantFrom(
      "plain",
      "two words",
      "with: colon",
      "line\nline\n",
      "line\n  more\n\nend",
      " lead",
      "trail ",
    ),
    fc.integer(),
    fc.constantFrom(0.5, -1.25, 1e21, 1e-7, 2 ** 53),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(key, tie("value"), { maxKeys: 4 }),
  ),
})).value;

/** A mapping written in a random style. */
export function styledMapping(data: fc.Arbitrary<Json>): fc.Arbitrary<StyledYaml> {
  return fc
    .tuple(data, fc.array(fc.nat(999), { minLength: 30, maxLength: 30 }))
    .map(([value, choices]) => ({ data: value, text: new Writer(choices).document(value) }));
}

class Writer {
  readonly #choices: readonly number[];
  #used = 0;
  /** Whether the text so far ends with a string that takes further empty lines for its own. */
  #isOpen = false;

  constructor(choices: readonly number[]) {
    this.#choices = choices;
  }

  document(data: Json): string {
    const text = this.#node(data, -1, false).replace(/^[ \n]+(?=\S)/, "");
    return `${text}\n`;
  }

  /** One of the choices, which are used again and again. */
  #choose<Choice>(first: Choice, ...others: readonly Choice[]): Choice {
    const drawn = this.#choices[this.#used % this.#choices.length] ?? 0;
    this.#used += 1;
    return [first, ...others][(drawn + this.#used) % (others.length + 1)] ?? first;
  }

  /** The node as it follows a key's colon or a dash at `column`; a block node begins on a line of its own. */
  #node(data: Json, column: number, inFlow: boolean, inList = false): string {
    if (Array.isArray(data)) {
      if (inFlow || data.length === 0 || this.#choose(0, 1, 2) === 0) return ` ${this.#flowList(data)}`;
      return this.#blockList(data, column, inList);
    }
    if (typeof data === "object" && data !== null) {
      const entries = Object.entries(data as Readonly<Record<string, Json>>);
      if (inFlow || entries.length === 0 || this.#choose(0, 1, 2, 3) === 0)
        return ` ${this.#flowMap(entries)}`;
      return this.#blockMap(entries, column);
    }
    if (typeof data === "string") return this.#string(data, column, inFlow);
    return ` ${this.#literal(data as null | boolean | number)}${inFlow ? "" : this.#trailing()}`;
  }

  #blockMap(entries: readonly (readonly [string, Json])[], column: number): string {
    const inner = Math.max(0, column + this.#choose(2, 2, 4, 1));
    const margin = " ".repeat(column === -1 ? 0 : inner);
    return entries
      .map(([name, value]) => {
        const lead = `\n${this.#between(margin)}${margin}`;
        const colon = Array.isArray(value) ? ":" : this.#choose(":", ":", ":", ":", ":", ":", `\n${margin}:`);
        const key = `${colon === ":" ? "" : "? "}${this.#key(name)}${colon}`;
        return `${lead}${key}${this.#node(value, margin.length, false)}`;
      })
      .join("");
  }

  /** A list may stand at the column of its key, but not at that of the dash it belongs to. */
  #blockList(items: readonly Json[], column: number, inList: boolean): string {
    const deeper = inList ? this.#choose(1, 2, 4) : this.#choose(0, 2, 4);
    const margin = " ".repeat(column === -1 ? 0 : column + deeper);
    return items
      .map((item) => `\n${this.#between(margin)}${margin}-${this.#item(item, margin.length)}`)
      .join("");
  }

  /** A mapping or list may begin on the line of its dash. */
  #item(item: Json, column: number): string {
    const written = this.#node(item, column, false, true);
    const lead = /^\n( *)(?! |#|\n)/.exec(written)?.[1];
    const onDashLine = lead !== undefined && lead.length > column + 1 && this.#choose(0, 1, 2) > 0;
    return onDashLine ? " ".repeat(lead.length - column - 1) + written.slice(1 + lead.length) : written;
  }

  #flowList(items: readonly Json[]): string {
    const written = items.map((item) => this.#node(item, 0, true).trimStart());
    return `[${written.join(this.#choose(", ", ",", " , "))}]`;
  }

  #flowMap(entries: readonly (readonly [string, Json])[]): string {
    const written = entries.map(
      ([name, value]) => `${this.#key(name)}: ${this.#node(value, 0, true).trimStart()}`,
    );
    return `{${written.join(this.#choose(", ", " , ", ","))}}`;
  }

  #key(name: string): string {
    if (isPlain(name)) return this.#choose(name, name, JSON.stringify(name), `'${name}'`);
    return name.includes("\t")
      ? JSON.stringify(name)
      : this.#choose(JSON.stringify(name), singleQuoted(name));
  }

  #string(value: string, column: number, inFlow: boolean): string {
    const styles: string[] = [];
    if (!/[\n\t]/.test(value)) styles.push(singleQuoted(value));
    if (isPlain(value)) styles.push(value, value);
    const isBlock = !inFlow && /^[^\s]/.test(value) && !value.includes("\t");
    const literal = isBlock ? blockString("|", value, column + 2) : undefined;
    // A folded string keeps its breaks when every line stands apart.
    const isFolded = isBlock && !/\n/.test(value.replace(/\n+$/, ""));
    const folded = isFolded ? blockString(">", value, column + 2) : undefined;
    const written = this.#choose(
      JSON.stringify(value),
      ...styles,
      literal ?? "",
      folded ?? "",
      literal ?? "",
    );
    if (written.startsWith("|") || written.startsWith(">")) {
      this.#isOpen = /^.\+/.test(written);
      return ` ${written}`;
    }
    return ` ${written === "" ? JSON.stringify(value) : written}${inFlow ? "" : this.#trailing()}`;
  }

  #literal(value: null | boolean | number): string {
    if (value === null) return this.#choose("null", "~", "Null");
    if (typeof value === "boolean")
      return value ? this.#choose("true", "yes", "On") : this.#choose("false", "no", "off");
    if (Number.isInteger(value) && value >= 0 && value < 2 ** 31) {
      return this.#choose(String(value), `0x${value.toString(16)}`, `0o${value.toString(8)}`, `+${value}`);
    }
    return String(value);
  }

  /** Lines that mean nothing, in front of an entry or item. */
  #between(margin: string): string {
    const emptyLine = this.#isOpen ? "" : "\n";
    this.#isOpen = false;
    return this.#choose(
      "",
      "",
      "",
      "",
      `${margin}# a comment: with - [signs]\n`,
      emptyLine,
      "# at the margin\n\n",
    );
  }

  #trailing(): string {
    return this.#choose("", "", "", "  # behind", " ");
  }
}

function singleQuoted(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

/** Whether a string may stand without quotes whatever is around it. */
function isPlain(value: string): boolean {
  return /^[a-z][a-z-]*(?: [a-z]+)*$/.test(value) && !/^(?:y|n|yes|no|on|off|true|false|null)$/.test(value);
}

/** A block string, or undefined where its first line would need an indentation in the header. */
function blockString(style: string, value: string, column: number): string | undefined {
  const body = value.replace(/\n+$/, "");
  const breaks = value.length - body.length;
  const chomping = ["-", "", "+"][Math.min(breaks, 2)] ?? "";
  // A folded line that begins or ends with a blank stands apart from its neighbours.
  if (body === "" || body.startsWith(" ") || (style === ">" && body.endsWith(" "))) return undefined;
  const margin = " ".repeat(Math.max(1, column));
  const lines = body.split("\n").map((line) => (line === "" ? "" : margin + line));
  return `${style}${chomping}\n${lines.join("\n")}${"\n".repeat(Math.max(0, breaks - 1))}`;
}
