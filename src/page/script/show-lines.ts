// A source's object beside its template: changed lines with their marks, unchanged ones folded but for those next to them.
import type { ChangedLines, HandLines, LineComparison, MarkedLine, SameLines } from "../page-data.ts";
import { button, counted, dataOf, element, onFirstOpen } from "./element.ts";

/** Unchanged lines that stay in sight before and behind a change. */
const context = 3;
/** Fewer are not worth a button. */
const fewest = 4;
/** More are drawn only where they are in sight. */
const many = 60;
/** Of the style of the lines. */
const lineHeight = 1.17;

/** Lets every object of the page show its lines once it is opened. */
export function showLines(): void {
  for (const details of document.querySelectorAll<HTMLDetailsElement>("details[data-lines]")) {
    onFirstOpen(details, () => {
      const lines = dataOf<LineComparison>(details.dataset["lines"] ?? "") ?? [];
      details
        .querySelector(".lines")
        ?.append(...lines.flatMap((stretch, index) => show(stretch, index, lines)));
    });
  }
}

function show(stretch: LineComparison[number], index: number, all: LineComparison): readonly Node[] {
  if ("hand" in stretch) return [byHand(stretch)];
  if ("reasons" in stretch) return [changed(stretch)];
  const { lines } = stretch;
  const before = index === 0 ? 0 : context;
  const behind = index === all.length - 1 ? lines.length : lines.length - context;
  if (behind - before < fewest) return [same(stretch, 0, lines.length)];
  const words = counted(behind - before, "unchanged line");
  const folded = element("div", { class: "folded", "data-words": words });
  folded.append(
    button(`Show ${words}`, () => {
      const shown = same(stretch, before, behind);
      folded.replaceWith(shown);
      shown.setAttribute("tabindex", "-1");
      shown.focus();
    }),
  );
  return [
    ...(before > 0 ? [same(stretch, 0, before)] : []),
    folded,
    ...(behind < lines.length ? [same(stretch, behind, lines.length)] : []),
  ];
}

function same({ source, template, lines }: SameLines, from: number, to: number): HTMLElement {
  const shown = lines.slice(from, to);
  const numbered = (first: number) =>
    shown.map((text, index): MarkedLine => ({ number: first + from + index, text, marks: [] }));
  const made = element(
    "div",
    { class: "stretch same" },
    sideOf("source", numbered(source)),
    sideOf("template", numbered(template)),
  );
  if (shown.length > many) {
    // Drawn where it comes into sight, with room for it until then.
    made.classList.add("long");
    made.style.containIntrinsicHeight = `${shown.length * lineHeight}rem`;
  }
  return made;
}

function changed({ source, template, reasons }: ChangedLines): HTMLElement {
  const words = reasons.length > 0 ? reasons.join(", ") : "changed";
  const label = source[0] ? `From line ${source[0].number}: ${words}` : `Added: ${words}`;
  return group(
    "changed",
    { label, words },
    named("source", "Source", source),
    named("template", "Template", template),
  );
}

function byHand({ generated, hand }: HandLines): HTMLElement {
  const words = "by hand";
  const line = hand[0] ?? generated[0];
  const label = `Line ${line?.number}: ${hand.length === 0 ? "taken out" : "changed"} by hand`;
  return group(
    "changed by-hand-lines",
    { label, words },
    named("source", "As compiled", generated),
    named("template", "By hand", hand),
  );
}

function group(
  kind: string,
  { label, words }: { readonly label: string; readonly words: string },
  ...sides: readonly (readonly Node[])[]
): HTMLElement {
  return element(
    "div",
    { class: `stretch ${kind}`, role: "group", "aria-label": label },
    element("p", { class: "why" }, words),
    ...sides.flat(),
  );
}

/** A side with its name, which is seen on narrow screens and heard on all; a side without lines has none. */
function named(side: Side, name: string, lines: readonly MarkedLine[]): readonly Node[] {
  const text = sideOf(side, lines);
  return lines.length === 0 ? [text] : [element("p", { class: "label" }, name), text];
}

type Side = "source" | "template";

function sideOf(side: Side, lines: readonly MarkedLine[]): HTMLElement {
  return element("pre", { class: side }, ...lines.map(line));
}

function line({ number, text, marks }: MarkedLine): HTMLElement {
  const made = element("span", { class: "line", "data-number": String(number ?? "") });
  let at = 0;
  for (const [start, end] of marks) {
    made.append(text.slice(at, start), element("mark", {}, text.slice(start, end)));
    at = end;
  }
  made.append(`${text.slice(at)}\n`);
  return made;
}
