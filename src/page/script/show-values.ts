// The values reference: a key's values once it is opened, and a search over all.
import type { ValueGroup, ValueRow } from "../page-data.ts";
import { button, counted, dataOf, element, onFirstOpen } from "./element.ts";

/** So many rows are shown at once. */
const page = 100;

/** Lets every key of the page show its values once it is opened, and the search find them. */
export function showValues(): void {
  const groups = [...document.querySelectorAll<HTMLDetailsElement>("details[data-rows]")];
  for (const details of groups) {
    onFirstOpen(details, () => fill(details.querySelector(".rows"), rowsOf(details)));
  }
  const search = document.getElementById("values-search");
  if (search instanceof HTMLInputElement) searchIn(search, groups);
}

function rowsOf(details: HTMLDetailsElement): readonly ValueRow[] {
  return dataOf<ValueGroup>(details.dataset["rows"] ?? "")?.rows ?? [];
}

interface Entry {
  readonly row: ValueRow;
  readonly path: string;
  readonly text: string;
}

function searchIn(search: HTMLInputElement, groups: readonly HTMLDetailsElement[]): void {
  const found = document.getElementById("values-found");
  const listed = document.getElementById("values-groups");
  const told = search.parentElement?.querySelector("output");
  if (!found || !listed || !told) return;
  let entries: readonly Entry[] | undefined;
  search.addEventListener("input", () => {
    const words = search.value
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== "");
    found.hidden = words.length === 0;
    listed.hidden = words.length > 0;
    found.replaceChildren();
    told.textContent = "";
    if (words.length === 0) return;
    entries ??= groups.flatMap(rowsOf).map((row) => {
      const path = row.path.toLowerCase();
      return {
        row,
        path,
        text: `${path} ${row.description.toLowerCase()} ${(row.default ?? "").toLowerCase()}`,
      };
    });
    const matching = entries.filter(({ text }) => words.every((word) => text.includes(word)));
    // What has the words in its name comes first.
    const named = matching.filter(({ path }) => words.every((word) => path.includes(word)));
    const others = matching.filter((entry) => !named.includes(entry));
    fill(
      found,
      [...named, ...others].map(({ row }) => row),
    );
    told.textContent = `${counted(matching.length, "value")} of ${entries.length.toLocaleString("en")}`;
  });
}

/** The first rows, and a button for the next; returns the list of the first. */
function fill(target: Element | null, rows: readonly ValueRow[]): HTMLElement | undefined {
  if (!target) return undefined;
  const list = element("dl", { class: "rows" }, ...rows.slice(0, page).flatMap(entry));
  target.append(list);
  const rest = rows.slice(page);
  if (rest.length === 0) return list;
  const more = button(`Show ${Math.min(page, rest.length)} of ${counted(rest.length, "more value")}`, () => {
    more.remove();
    // Who pressed it goes on with what has come.
    const next = fill(target, rest);
    next?.setAttribute("tabindex", "-1");
    next?.focus({ preventScroll: true });
  });
  more.dataset["more"] = "";
  target.append(more);
  return list;
}

function entry({
  path,
  type,
  default: preset,
  description,
  source,
  readers = [],
}: ValueRow): readonly Node[] {
  const head = element("dt", {}, element("code", {}, path), " ", element("span", { class: "type" }, type));
  const facts = [
    ...(preset === undefined ? [] : [fact("Default", [preset])]),
    ...(source === undefined ? [] : [fact("Source", [source])]),
    ...(readers.length === 0 ? [] : [fact("Read by", readers)]),
  ];
  return [
    head,
    element(
      "dd",
      {},
      ...(description === "" ? [] : [element("p", {}, description)]),
      ...(facts.length === 0 ? [] : [element("ul", {}, ...facts)]),
    ),
  ];
}

function fact(name: string, texts: readonly string[]): HTMLElement {
  const codes = texts.flatMap((text, index) => [...(index === 0 ? [] : [", "]), element("code", {}, text)]);
  return element("li", {}, element("b", {}, name), " ", ...codes);
}
