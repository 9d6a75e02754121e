// A generated values file as it stands in the folder: what of it is chartwright's and what somebody wrote into it.
// Lines with ## and settings that are commented out behind them are chartwright's; all else is kept.
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { positionAt } from "../diagnostics/position.ts";
import { parseDocument } from "../yaml/document.ts";
import { normaliseLineBreaks, splitStream } from "../yaml/stream.ts";
import { type Entry, entryOf, type Node } from "../yaml/tree.ts";

/** Where comments stand: above a setting, at a line that holds the file together, or behind everything. */
export type Anchor = `setting ${string}` | `key ${string}` | "end";

/** Comments of somebody's own: those above the generated words, and those between them and the line itself. */
export interface KeptComments {
  readonly above: readonly string[];
  readonly below: readonly string[];
}

/** Lines that are set, without their indentation, and the comments above them. */
export interface KeptEntry {
  readonly key: string;
  readonly lines: readonly string[];
  /** Where the key stands in the file. */
  readonly offset: number;
}

/** What a values file holds. */
export interface ValuesFileLines {
  readonly comments: ReadonlyMap<Anchor, KeptComments>;
  /** Comments behind something on its line. */
  readonly trailing: ReadonlyMap<Anchor, string>;
  /** What is set in the map of the settings. */
  readonly settings: ReadonlyMap<string, KeptEntry>;
  /** What else is set: in front of the section, beside the map of the settings, behind the section. */
  readonly before: readonly KeptEntry[];
  readonly beside: readonly KeptEntry[];
  readonly after: readonly KeptEntry[];
  /** The generated lines of each setting. */
  readonly generated: ReadonlyMap<string, readonly string[]>;
}

/** The keys that hold a values file together: `provider`, and `providerConfigs` with the map of one group. */
export interface ValuesFileShape {
  readonly section: string;
  readonly group: string;
  /** Keys at the top whose lines are generated. */
  readonly fixed: readonly string[];
  /** The variables of the settings that there are. */
  readonly variables: ReadonlySet<string>;
}

export type ReadValuesFile =
  | { readonly ok: true; readonly lines: ValuesFileLines }
  | { readonly ok: false; readonly diagnostic: Diagnostic };

/** Reads the text of the values file `name`. */
export function readValuesFile(name: string, source: string, shape: ValuesFileShape): ReadValuesFile {
  const text = normaliseLineBreaks(source);
  const documents = splitStream(text);
  const fault = (offset: number, found: string, hint: string): ReadValuesFile => ({
    ok: false,
    diagnostic: {
      severity: "error",
      code: "flags/values-file",
      message: `"${name}" cannot be brought up to date.`,
      position: positionAt(name, text, offset),
      found,
      expected: "one YAML document, in block style where settings are set",
      hint,
    },
  });
  if (documents.length > 1) return fault(0, `${documents.length} documents`, "Keep the first one only.");
  const parsed = parseDocument(text);
  if (!parsed.ok) {
    const isEmptyMap = text.includes(`${shape.group}: {}`);
    const hint = isEmptyMap ? `Take out the {} behind "${shape.group}:".` : "Mend it, or delete the file.";
    return fault(parsed.fault.offset, parsed.fault.message, hint);
  }
  const twice = parsed.faults.find(({ kind }) => kind === "duplicate-key");
  if (twice) return fault(twice.offset, twice.message, "Take one of them out.");
  const other = otherThanMap(parsed.document.root, shape);
  if (other)
    return fault(
      other.start,
      `a ${other.kind === "sequence" ? "list" : "text"} in the place of a map`,
      "Write one setting a line, or take it out.",
    );
  const reading = new LineReader(text, parsed.document.root, shape);
  if (reading.flow) return fault(reading.flow.start, "settings in braces", "Write one setting a line.");
  return { ok: true, lines: reading.read() };
}

/** What stands where the maps of the file belong, and is none. */
function otherThanMap(root: Node | undefined, { section, group }: ValuesFileShape): Node | undefined {
  const inside = entryOf(root, section)?.value;
  const maps = [root, inside, entryOf(inside, group)?.value];
  return maps.find((node) => node && node.kind !== "mapping" && !isNothing(node));
}

function isNothing(node: Node): boolean {
  return node.kind === "scalar" && /^(?:|~|null)$/i.test(node.value);
}

interface Start {
  readonly anchor: Anchor;
  readonly entry: Entry;
  readonly keptIn?: "settings" | "before" | "beside" | "after";
}

class LineReader {
  /** A map of settings that is written in braces. */
  readonly flow: Node | undefined;
  readonly #text: string;
  readonly #shape: ValuesFileShape;
  readonly #lines: readonly string[];
  /** The offset at which each line starts. */
  readonly #offsets: readonly number[];
  readonly #starts = new Map<number, Start>();
  readonly #comments = new Map<Anchor, { above: string[]; below: string[] }>();
  readonly #trailing = new Map<Anchor, string>();
  readonly #kept = { settings: [], before: [], beside: [], after: [] } as Record<
    "settings" | "before" | "beside" | "after",
    KeptEntry[]
  >;
  readonly #generated = new Map<string, readonly string[]>();
  #above: string[] = [];
  #below: string[] = [];
  #words: string[] = [];

  constructor(text: string, root: Node | undefined, shape: ValuesFileShape) {
    this.#text = text;
    this.#shape = shape;
    this.#lines = text.split("\n");
    let offset = 0;
    this.#offsets = this.#lines.map((line) => {
      const start = offset;
      offset += line.length + 1;
      return start;
    });
    const section = entryOf(root, shape.section)?.value;
    const group = entryOf(section, shape.group)?.value;
    this.flow = [root, section, group].find(
      (node) => node?.kind === "mapping" && node.flow && node.entries.length > 0,
    );
    this.#markTop(root);
    this.#mark(section, (key) => (key === shape.group ? undefined : "beside"));
    this.#mark(group, () => "settings");
  }

  read(): ValuesFileLines {
    for (let line = 0; line < this.#lines.length; line += 1) {
      const start = this.#starts.get(line);
      if (start) line = this.#take(start, line);
      else this.#readComment((this.#lines[line] ?? "").trim(), line);
    }
    this.#flush("end");
    return {
      comments: this.#comments,
      trailing: this.#trailing,
      settings: new Map(this.#kept.settings.map((entry) => [entry.key, entry])),
      before: this.#kept.before,
      beside: this.#kept.beside,
      after: this.#kept.after,
      generated: this.#generated,
    };
  }

  #markTop(root: Node | undefined): void {
    let isBehind = false;
    this.#mark(root, (key) => {
      if (key === this.#shape.section) isBehind = true;
      if (key === this.#shape.section || this.#shape.fixed.includes(key)) return undefined;
      return isBehind ? "after" : "before";
    });
  }

  #mark(node: Node | undefined, placeOf: (key: string) => Start["keptIn"]): void {
    for (const entry of node?.kind === "mapping" ? node.entries : []) {
      const keptIn = placeOf(entry.key);
      const anchor: Anchor = keptIn === "settings" ? `setting ${entry.key}` : `key ${entry.key}`;
      this.#starts.set(this.#lineAt(entry.start), { anchor, entry, ...(keptIn ? { keptIn } : {}) });
    }
  }

  /** Reads what starts at `line`, and gives the last line of it. */
  #take({ anchor, entry, keptIn }: Start, line: number): number {
    this.#flush(anchor);
    if (keptIn === undefined) {
      const { value } = entry;
      // A map's own lines follow; behind its key there is at most a comment.
      const end =
        value.kind === "mapping" && !value.flow ? this.#text.indexOf(":", entry.start) + 1 : value.end;
      const rest = this.#text.slice(end, this.#endOfLine(end)).trim();
      if (rest.startsWith("#")) this.#trailing.set(anchor, rest);
      return line;
    }
    const last = this.#lineAt(Math.max(entry.start, entry.end - 1));
    const column = entry.start - (this.#offsets[line] ?? 0);
    const lines = this.#lines.slice(line, last + 1).map((text) => text.slice(Math.min(column, blanks(text))));
    this.#kept[keptIn].push({ key: entry.key, lines, offset: entry.start });
    return last;
  }

  #readComment(line: string, index: number): void {
    if (line.startsWith("##")) {
      this.#words.push(line);
      return;
    }
    if (!line.startsWith("#")) return;
    const variable = this.#commentedOut(line, index);
    if (variable !== undefined) {
      this.#words.push(line);
      this.#flush(`setting ${variable}`);
    } else if (this.#words.length > 0) this.#below.push(line);
    else this.#above.push(line);
  }

  /** The variable of a setting that is commented out: behind generated words, in the form that they are written in. */
  #commentedOut(line: string, index: number): string | undefined {
    if (this.#words.length === 0) return undefined;
    const variable = /^# ("?)([A-Za-z_][A-Za-z0-9_.-]*)\1:(?: "(?:[^"\\]|\\.)*")?$/.exec(line)?.[2];
    if (variable === undefined || this.#shape.variables.has(variable)) return variable;
    // The line of a setting that is gone ends its block; otherwise it is somebody's note, such as `# TODO:`.
    const next = (this.#lines[index + 1] ?? "").trim();
    return next === "" || next.startsWith("##") ? variable : undefined;
  }

  #flush(anchor: Anchor): void {
    if (this.#above.length > 0 || this.#below.length > 0) {
      const { above, below } = this.#comments.get(anchor) ?? { above: [], below: [] };
      this.#comments.set(anchor, { above: [...above, ...this.#above], below: [...below, ...this.#below] });
    }
    if (anchor.startsWith("setting ")) this.#generated.set(anchor.slice("setting ".length), this.#words);
    this.#above = [];
    this.#below = [];
    this.#words = [];
  }

  #lineAt(offset: number): number {
    const next = this.#offsets.findIndex((start) => start > offset);
    return (next === -1 ? this.#offsets.length : next) - 1;
  }

  #endOfLine(offset: number): number {
    const end = this.#text.indexOf("\n", offset);
    return end === -1 ? this.#text.length : end;
  }
}

function blanks(line: string): number {
  return line.length - line.trimStart().length;
}
