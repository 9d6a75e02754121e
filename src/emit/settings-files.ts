// The values files of a group of settings: `<group>.yaml` documents each setting and shows its default, and
// `<group>-secrets.yaml` is the template for what belongs into a Secret. What somebody wrote into one is kept.
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { positionAt } from "../diagnostics/position.ts";
import type { Setting, SettingGroup } from "../flags/setting.ts";
import { printYaml } from "../yaml/print.ts";
import { commentedOut, flagWords, generatedLines, keyText, wordsOf } from "./setting-lines.ts";
import {
  type Anchor,
  type KeptEntry,
  readValuesFile,
  type ValuesFileLines,
  type ValuesFileShape,
} from "./values-file-lines.ts";

/** A values file brought up to date. */
export interface SettingsFile {
  readonly text: string;
  /** The settings whose generated lines are not the same as before. */
  readonly changes: readonly SettingChange[];
  readonly diagnostics: readonly Diagnostic[];
}

/** A setting with what was said of it and what is; neither for one that came or went. */
export interface SettingChange {
  readonly variable: string;
  readonly before?: readonly string[];
  readonly after?: readonly string[];
}

/** The keys of the values that hold settings and secrets, by group. */
const sections = { settings: "providerConfigs", secrets: "providerSecrets" } as const;

const anew =
  "Lines with ## and settings that are commented out are written anew each time. What you set, and comments of your own with one #, are kept.";

/** What a file says of itself, to those who keep it up to date. */
const headers = {
  settings: (group: string) =>
    `Settings of ${group}, written by \`chartwright flags values\` from the Go sources.\n\n${anew}`,
  secrets: (group: string) =>
    `Secrets of ${group}: a template, written by \`chartwright flags values\`. Copy it, fill it in, and keep the copy out of version control.\n\n${anew}`,
} as const;

/** Which settings a group's file of a kind holds, by variable. */
export function settingsIn(group: SettingGroup, kind: keyof typeof sections): readonly Setting[] {
  return group.settings.filter(({ env, secret }) => env !== undefined && secret === (kind === "secrets"));
}

/** Whether a group has something to say in its file of a kind. */
export function hasSettings(group: SettingGroup, kind: keyof typeof sections): boolean {
  return settingsIn(group, kind).length > 0 || (kind === "settings" && flagsAlone(group).length > 0);
}

/** The settings that no variable sets. */
function flagsAlone({ settings }: SettingGroup): readonly Setting[] {
  return settings.filter(({ env, type }) => env === undefined && type !== "function");
}

/** What the file of a group is called. */
export function settingsFileName(group: string, kind: keyof typeof sections): string {
  return `${group}${kind === "secrets" ? "-secrets" : ""}.yaml`;
}

/**
 * The text of a group's values file `name`, with what `existing` has of somebody's own. With an error among the
 * diagnostics it is `existing` as it stands. `header` is said of the file itself.
 */
export function settingsFile(
  name: string,
  group: SettingGroup,
  kind: keyof typeof sections,
  existing?: string,
  header: string = headers[kind](group.name),
): SettingsFile {
  const settings = settingsIn(group, kind);
  const variables = new Set(settings.map(({ env = "" }) => env));
  const shape: ValuesFileShape = {
    section: sections[kind],
    group: group.name,
    fixed: kind === "settings" ? ["provider"] : [],
    variables,
  };
  const read = existing === undefined ? undefined : readValuesFile(name, existing, shape);
  if (read && !read.ok) return { text: existing ?? "", changes: [], diagnostics: [read.diagnostic] };
  const printer = new SettingsFilePrinter(group.name, kind, { shape, header }, read?.lines);
  const text = printer.print(settings, kind === "settings" ? flagsAlone(group) : []);
  const unknown = [...(read?.lines.settings.values() ?? [])].filter(({ key }) => !variables.has(key));
  const isSecret = (key: string) =>
    kind === "settings" && group.settings.some(({ env, secret }) => secret && env === key);
  return {
    text: existing !== undefined && isSameButForBlankLines(existing, text) ? existing : text,
    changes: read ? changesOf(read.lines, printer.generated) : [],
    diagnostics: unknown.map(({ key, offset }) => ({
      severity: "warning",
      code: "flags/unknown-setting",
      message: isSecret(key) ? `"${key}" is a secret.` : `"${key}" is no setting of "${group.name}".`,
      position: positionAt(name, existing ?? "", offset),
      found: key,
      expected: isSecret(key) ? `it in ${sections.secrets}` : "a variable that the sources register",
      hint: isSecret(key)
        ? `Move it to "${group.name}-secrets.yaml".`
        : "Take it out, or add it under `settings` of the group in the project file.",
    })),
  };
}

class SettingsFilePrinter {
  /** The generated lines of each setting. */
  readonly generated = new Map<string, readonly string[]>();
  readonly #name: string;
  readonly #kind: keyof typeof sections;
  readonly #shape: ValuesFileShape;
  readonly #words: string;
  readonly #kept: ValuesFileLines | undefined;
  readonly #used = new Set<Anchor>();

  constructor(
    name: string,
    kind: keyof typeof sections,
    { shape, header }: { readonly shape: ValuesFileShape; readonly header: string },
    kept: ValuesFileLines | undefined,
  ) {
    this.#name = name;
    this.#kind = kind;
    this.#shape = shape;
    this.#words = header;
    this.#kept = kept;
  }

  /** The file; `flags` are told of, and have no key. */
  print(settings: readonly Setting[], flags: readonly Setting[]): string {
    const { before = [], beside = [], after = [], settings: live } = this.#kept ?? {};
    const { section } = this.#shape;
    const variables = new Set(settings.map(({ env }) => env));
    const entries = settings.map((setting) => this.#setting(setting));
    const unknown = [...(live?.values() ?? [])].filter(({ key }) => !variables.has(key));
    const isEmpty = entries.every(({ isSet }) => !isSet) && unknown.length === 0;
    const blocks = [
      this.#header(),
      ...(this.#kind === "settings" ? [this.#fixed("provider", ` ${printYaml(this.#name)}`, "")] : []),
      ...before.map((entry) => this.#entry(entry, `key ${entry.key}`, "")),
      [
        ...this.#fixed(section, "", ""),
        // There whatever is set, so that setting something changes no generated line.
        ...(settings.some((setting) => this.#mustBeSet(setting))
          ? []
          : ["  ## Without a setting this is {}: take the braces out when you set one."]),
        ...this.#fixed(this.#name, isEmpty ? " {}" : "", "  "),
        ...entries.flatMap(({ lines }, index) => (index === 0 ? lines : ["", ...lines])),
        ...unknown.flatMap((entry) => ["", ...this.#entry(entry, `setting ${entry.key}`, "    ")]),
        ...beside.flatMap((entry) => ["", ...this.#entry(entry, `key ${entry.key}`, "  ")]),
      ],
      ...after.map((entry) => this.#entry(entry, `key ${entry.key}`, "")),
      flagLines(flags),
      this.#remaining(),
    ];
    return `${blocks
      .filter((lines) => lines.length > 0)
      .map((lines) => lines.join("\n"))
      .join("\n\n")}\n`;
  }

  #header(): readonly string[] {
    const lines = generatedLines(this.#words, 0);
    return [...this.#commentsAt(`key ${this.#first}`).above, ...lines];
  }

  /** The key of the first line, whose comments may stand above the header. */
  get #first(): string {
    return this.#shape.fixed[0] ?? this.#shape.section;
  }

  /** A line that holds the file together. */
  #fixed(key: string, rest: string, indentation: string): readonly string[] {
    const anchor: Anchor = `key ${key}`;
    const trailing = this.#kept?.trailing.get(anchor);
    const { above, below } = this.#commentsAt(anchor);
    const line = `${keyText(key)}${rest}${trailing === undefined ? "" : ` ${trailing}`}`;
    return [...(key === this.#first ? [] : above), ...below, line].map((each) => indentation + each);
  }

  #entry(entry: KeptEntry, anchor: Anchor, indentation: string): readonly string[] {
    const { above, below } = this.#commentsAt(anchor);
    return [...above, ...below, ...entry.lines].map((line) => (line === "" ? line : indentation + line));
  }

  #setting(setting: Setting): { readonly lines: readonly string[]; readonly isSet: boolean } {
    const variable = setting.env ?? "";
    const words = wordsOf(setting);
    const live = this.#kept?.settings.get(variable)?.lines;
    const mustBeSet = this.#mustBeSet(setting);
    const shown = mustBeSet ? [`${keyText(variable)} ""`] : [commentedOut(variable, setting)];
    this.generated.set(variable, mustBeSet || live ? words : [...words, ...shown]);
    const { above, below } = this.#commentsAt(`setting ${variable}`);
    const lines = [...above, ...words, ...below, ...(live ?? shown)];
    return {
      lines: lines.map((line) => (line === "" ? line : `    ${line}`)),
      isSet: live !== undefined || mustBeSet,
    };
  }

  #mustBeSet({ required }: Setting): boolean {
    return this.#kind === "secrets" || required;
  }

  #commentsAt(anchor: Anchor): { readonly above: readonly string[]; readonly below: readonly string[] } {
    this.#used.add(anchor);
    return this.#kept?.comments.get(anchor) ?? { above: [], below: [] };
  }

  /** Comments at the end, and those of settings that are gone. */
  #remaining(): readonly string[] {
    return [...(this.#kept?.comments ?? [])].flatMap(([anchor, { above, below }]) =>
      this.#used.has(anchor) ? [] : [...above, ...below],
    );
  }
}

/** The settings that are on the command line alone. */
function flagLines(flags: readonly Setting[]): readonly string[] {
  if (flags.length === 0) return [];
  const words =
    "On the command line alone, since the program reads no variable for them: arguments of its container (extraArgs).";
  return [...generatedLines(words, 0), ...flags.flatMap((flag) => ["##", ...flagWords(flag)])];
}

function changesOf(
  kept: ValuesFileLines,
  generated: ReadonlyMap<string, readonly string[]>,
): readonly SettingChange[] {
  const variables = [...new Set([...kept.generated.keys(), ...generated.keys()])].toSorted();
  return variables.flatMap((variable) => {
    const before = kept.generated.get(variable);
    const after = generated.get(variable);
    // What is set without generated words was set by hand.
    if (before?.join("\n") === after?.join("\n") || (!after && before?.length === 0)) return [];
    return { variable, ...(before ? { before } : {}), ...(after ? { after } : {}) };
  });
}

function isSameButForBlankLines(a: string, b: string): boolean {
  const dense = (text: string) =>
    text
      .replace(/[ \t\r]+$/gm, "")
      .replace(/\n+/g, "\n")
      .trim();
  return dense(a) === dense(b);
}
