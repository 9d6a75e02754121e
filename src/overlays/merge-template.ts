// One object as several providers have it → one template, and what of it stands in the files of single providers.
import type { Template } from "../template/edit.ts";
import { call, type Expression, type Fragment, text } from "../template/expression.ts";
import { printTemplate } from "../template/print.ts";
import { hasProviderPart, type ProviderPart, providerPart } from "../template/provider-parts.ts";
import type { EditedTemplate } from "../transform/chart-template.ts";
import { mergePassages, type Shared, type Slot, type Templates } from "./merge-passages.ts";
import { type Passage, passagesOf } from "./passages.ts";
import { slotNames } from "./slot-names.ts";

/** A merged template. */
export interface MergedTemplate {
  readonly lines: readonly MergedLines[];
  readonly parts: ReadonlyMap<string, readonly ProviderPart[]>;
}

/** One passage of the merged template, and the line of each provider's own manifest that it comes from. */
export interface MergedLines {
  readonly fragments: readonly Fragment[];
  readonly origins: ReadonlyMap<string, number>;
}

/**
 * Merges the templates of one object, by provider. `name` is that of the object's file, after which parts are called.
 * Of what is not shared, that of more than half of the providers stays in the template, and gives way to a part.
 */
export function mergeTemplate(
  chart: string,
  name: string,
  templates: ReadonlyMap<string, EditedTemplate>,
): MergedTemplate {
  const passages: Templates = new Map(
    [...templates].map(([provider, { manifest, edits }]) => [provider, passagesOf(manifest, edits)]),
  );
  const merged = mergePassages(passages);
  const names = slotNames(name, merged, passages);
  const parts = new Map<string, ProviderPart[]>();
  const lines: MergedLines[] = [];
  for (const entry of merged) {
    if (entry.kind === "shared") lines.push(sharedLine(entry, passages));
    else {
      lines.push(...guard(lines));
      const slot = fillSlot(chart, names.get(entry) ?? name, entry, passages);
      lines.push(...slot.lines);
      for (const [provider, part] of slot.parts) {
        parts.set(provider, [...(parts.get(provider) ?? []), part]);
      }
    }
  }
  return { lines, parts };
}

/** The lines under a condition; of a named template, which stands alone, those inside. */
export function onlyIf(
  expression: Expression,
  lines: readonly MergedLines[],
  isNamed: boolean,
): readonly MergedLines[] {
  if (isNamed) {
    const [first, ...others] = lines;
    const last = others.at(-1);
    if (first && last) return [first, ...onlyIf(expression, others.slice(0, -1), false), last];
  }
  const inside = [...lines, ...guard(lines)];
  const origins = inside[0]?.origins ?? new Map<string, number>();
  return [
    { fragments: [{ kind: "if", expression }], origins },
    ...inside,
    { fragments: [{ kind: "end" }], origins: inside.at(-1)?.origins ?? origins },
  ];
}

/** The template as one provider sees it: the text is everybody's, the origins are lines of the provider's manifest. */
export function printMerged(lines: readonly MergedLines[], provider: string): Template {
  const fragments = lines.flatMap((line, index) =>
    index === 0 ? line.fragments : [text("\n"), ...line.fragments],
  );
  const origins = lines.flatMap((line) => {
    const first = line.origins.get(provider) ?? 0;
    return Array.from({ length: lineCount(line.fragments) }, (_, index) => first + index);
  });
  return { text: printTemplate(fragments), origins };
}

function lineCount(fragments: readonly Fragment[]): number {
  return fragments.reduce(
    (count, fragment) => count + (fragment.kind === "text" ? fragment.text.split("\n").length - 1 : 0),
    1,
  );
}

function sharedLine({ at }: Shared, templates: Templates): MergedLines {
  const found = [...at].flatMap(([provider, index]) => {
    const passage = templates.get(provider)?.[index];
    return passage ? [{ provider, passage }] : [];
  });
  return {
    fragments: found[0]?.passage.fragments ?? [],
    origins: new Map(found.map(({ provider, passage }) => [provider, passage.origin])),
  };
}

/** What the providers have in a slot: equal contents together, the first of each standing for all. */
interface Content {
  readonly providers: readonly string[];
  readonly passages: readonly Passage[];
}

function fillSlot(
  chart: string,
  name: string,
  slot: Slot,
  templates: Templates,
): { readonly lines: readonly MergedLines[]; readonly parts: readonly (readonly [string, ProviderPart])[] } {
  const contents = contentsOf(slot, templates);
  const origins = originsOf(slot, templates);
  const linesOf = (passages: readonly Passage[]) =>
    passages.map(({ fragments }): MergedLines => ({ fragments, origins }));
  const [first] = contents;
  if (first && contents.every(({ passages }) => passages.every(saysNothing))) {
    return { lines: linesOf(first.passages), parts: [] };
  }
  const usual = commonContent(contents);
  // Without anything in common, what is not there needs no words.
  const own = contents.filter((content) => content !== usual && (usual || content.passages.length > 0));
  const hasContent = own.some(({ passages }) => passages.length > 0);
  const parts = own.flatMap(({ providers, passages }) => {
    const lines = guarded(passages.map(({ fragments }) => fragments));
    const text = hasContent ? { name, lines } : { name };
    return providers.map((provider) => [provider, text] as const);
  });
  const margin = marginOf(contents);
  const line = (...fragments: readonly Fragment[]): MergedLines => ({
    fragments: margin === "" ? fragments : [text(margin), ...fragments],
    origins,
  });
  const part = line({ kind: "output", expression: providerPart(chart, name), trimLeft: true });
  if (!usual || usual.passages.length === 0) return { lines: [part], parts };
  const hasPart = hasProviderPart(chart, name);
  const opening = hasContent
    ? [line({ kind: "if", expression: hasPart }), part, line({ kind: "else" })]
    : [line({ kind: "if", expression: call("not", hasPart) })];
  const rest = guarded(usual.passages.map(({ fragments }) => fragments));
  const lines = [...opening, ...rest.map((fragments) => ({ fragments, origins })), line({ kind: "end" })];
  return { lines, parts };
}

function contentsOf({ ranges }: Slot, templates: Templates): readonly Content[] {
  const contents = new Map<string, { providers: string[]; passages: readonly Passage[] }>();
  for (const [provider, [start, end]] of ranges) {
    const passages = templates.get(provider)?.slice(start, end) ?? [];
    const key = passages.map(({ fragments }) => printTemplate(fragments)).join("\n");
    const known = contents.get(`${passages.length} ${key}`);
    if (known) known.providers.push(provider);
    else contents.set(`${passages.length} ${key}`, { providers: [provider], passages });
  }
  return [...contents.values()];
}

/** An empty line, or a comment: which one stays makes no difference. */
function saysNothing({ fragments }: Passage): boolean {
  return /^(?:#.*)?$/.test(printTemplate(fragments).trim());
}

/** What more than half of the providers have. */
function commonContent(contents: readonly Content[]): Content | undefined {
  const count = contents.reduce((sum, { providers }) => sum + providers.length, 0);
  return contents.find(({ providers }) => providers.length * 2 > count);
}

function originsOf({ ranges }: Slot, templates: Templates): ReadonlyMap<string, number> {
  return new Map(
    [...ranges].map(([provider, [start]]) => {
      const passages = templates.get(provider) ?? [];
      return [provider, (passages[start] ?? passages.at(-1))?.origin ?? 0];
    }),
  );
}

/** The blanks in front of the first line that any provider has there. */
function marginOf(contents: readonly Content[]): string {
  const [first] = contents.flatMap(({ passages }) => passages);
  return /^ */.exec(printTemplate(first?.fragments ?? []))?.[0] ?? "";
}

/** Lines in front of an action, which eats blanks: those that belong to a text are kept by a comment behind it. */
function guarded(lines: readonly (readonly Fragment[])[]): readonly (readonly Fragment[])[] {
  const last = lines.map((fragments) => printTemplate(fragments)).findLast((line) => line.trim() !== "");
  return last !== undefined && /\s$/.test(last) ? [...lines, comment] : lines;
}

const comment: readonly Fragment[] = [text("# The blanks at the end of the text above belong to it.")];

function guard(lines: readonly MergedLines[]): readonly MergedLines[] {
  const all = lines.map(({ fragments }) => fragments);
  const origins = lines.at(-1)?.origins ?? new Map<string, number>();
  return guarded(all).length === all.length ? [] : [{ fragments: comment, origins }];
}
