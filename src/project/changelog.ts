// The changelog of a project's charts, as https://keepachangelog.com lays it out: what a version says, and a new one.

import type { Project } from "./project.ts";
import { projectSources } from "./versions.ts";

/** The file beside the project file. */
export const changelogName = "CHANGELOG.md";

/** The kinds of changes, in the order in which an entry has them: those that Artifact Hub knows, too. */
export const changeKinds = ["added", "changed", "deprecated", "removed", "fixed", "security"] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** One change, in plain words. */
export interface ChangelogItem {
  readonly kind: ChangeKind;
  readonly description: string;
  readonly links: readonly { readonly name: string; readonly url: string }[];
}

/** A version's entry. */
export interface ChangelogEntry {
  readonly version: string;
  /** Such as 2026-11-30. */
  readonly date: string;
  /** What stands before the lists. */
  readonly introduction: string;
  readonly items: readonly { readonly kind: ChangeKind; readonly text: string }[];
}

/**
 * Whether the changelog beside the project file is one of its charts: of a project that names the operator's release, or is
 * made of components. Another one's may be the operator's own.
 */
export function hasChangelog(project: Project): boolean {
  return project.version !== undefined || projectSources(project).length === 0;
}

/** What the entry of `version` lists; nothing where it has none. */
export function changesOf(changelog: string, version: string): readonly ChangelogItem[] {
  const lines = changelog.split(/\r?\n/);
  const headings = headingsOf(lines);
  const index = headings.findIndex((heading) => heading.version === version);
  const from = headings[index];
  if (!from) return [];
  return itemsOf(lines.slice(from.line + 1, headings[index + 1]?.line ?? lines.length));
}

/** `changelog` with the entry on top of all versions; as it is where it has that version. A new one gets a title. */
export function withEntry(changelog: string | undefined, entry: ChangelogEntry): string {
  const text = changelog ?? "# Changelog\n";
  const lineBreak = text.includes("\r\n") ? "\r\n" : "\n";
  const lines = text.split(/\r?\n/);
  const headings = headingsOf(lines);
  if (headings.some(({ version }) => version === entry.version)) return text;
  const next = headings.find(({ version }) => version !== undefined);
  const at = next?.line ?? headings.at(-1)?.line;
  // Without an older version: behind what is unreleased, or at the end.
  const before = next ? lines.slice(0, at) : lines;
  const after = next ? lines.slice(at) : [];
  const head = trimmedEnd(before);
  return [
    ...head,
    ...(head.length === 0 ? [] : [""]),
    ...printEntry(entry),
    ...(next ? ["", ...after] : [""]),
  ].join(lineBreak);
}

/** The lines of an entry. */
export function printEntry({ version, date, introduction, items }: ChangelogEntry): readonly string[] {
  const sections = changeKinds.flatMap((kind) => {
    const own = items.filter((item) => item.kind === kind);
    return own.length === 0 ? [] : ["", `### ${titleOf(kind)}`, "", ...own.map(({ text }) => `- ${text}`)];
  });
  return [`## ${version} - ${date}`, "", introduction, ...sections];
}

interface Heading {
  readonly line: number;
  /** Undefined for what is unreleased, and for other words. */
  readonly version: string | undefined;
}

/** The second-level headings, but for those in code. */
function headingsOf(lines: readonly string[]): readonly Heading[] {
  let isCode = false;
  return lines.flatMap((text, line) => {
    if (/^ {0,3}(?:```|~~~)/.test(text)) isCode = !isCode;
    if (isCode || !/^##\s/.test(text)) return [];
    return { line, version: /^##\s+\[?v?(\d+\.\d+\.\d+[^\s\])]*)/.exec(text)?.[1] };
  });
}

function itemsOf(lines: readonly string[]): readonly ChangelogItem[] {
  let kind: ChangeKind | undefined;
  const items: { kind: ChangeKind; text: string }[] = [];
  let isOpen = false;
  for (const line of lines) {
    const title = /^###\s+(\w+)/.exec(line)?.[1]?.toLowerCase();
    if (title !== undefined) kind = changeKinds.find((known) => known === title);
    const bullet = /^[-*+]\s+(.*)$/.exec(line)?.[1];
    const last = items.at(-1);
    if (bullet !== undefined && kind) items.push({ kind, text: bullet });
    else if (isOpen && last && /^\s+\S/.test(line)) last.text += ` ${line.trim()}`;
    isOpen = (bullet !== undefined && kind !== undefined) || (isOpen && /^\s+\S/.test(line));
  }
  return items.map(({ kind: itsKind, text }) => ({ kind: itsKind, ...plainText(text) }));
}

/** Markdown in words, with its links apart. */
function plainText(text: string): Pick<ChangelogItem, "description" | "links"> {
  const link = /\[([^\]]+)\]\((https?:\/\/[^\s)]+)\)/g;
  const links = [...text.matchAll(link)].map(([, name = "", url = ""]) => ({
    name: name.replaceAll("`", ""),
    url,
  }));
  return { description: text.replace(link, "$1").replaceAll(/[`*]/g, "").trim(), links };
}

function trimmedEnd(lines: readonly string[]): readonly string[] {
  const last = lines.findLastIndex((line) => line.trim() !== "");
  return lines.slice(0, last + 1);
}

function titleOf(kind: ChangeKind): string {
  return kind.charAt(0).toUpperCase() + kind.slice(1);
}
