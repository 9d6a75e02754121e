// What all parts of the page look like: a section with a heading, a table, a place.
import { type Content, type Html, html, when } from "./html.ts";

/** A part of the page with a heading, which the contents lead to. */
export interface Section {
  readonly id: string;
  readonly title: string;
  readonly body: Html;
}

/** A section; its id is what the contents lead to. */
export function section(id: string, title: string, body: Html): Section {
  return { id, title, body };
}

/** A column of a table: its heading and, for numbers, that they stand at the right. */
export interface Column {
  readonly title: string;
  readonly isNumber?: boolean;
}

/** A table with a name. The first cell of a row names it. The script makes one that has to be scrolled a stop of the Tab key. */
export function table(
  name: string,
  columns: readonly (string | Column)[],
  rows: readonly (readonly Content[])[],
): Html {
  const all = columns.map((column): Column => (typeof column === "string" ? { title: column } : column));
  const cell = (content: Content, index: number) =>
    index === 0
      ? html`<th scope="row">${content}</th>`
      : html`<td${when(all[index]?.isNumber, () => html` class="number"`)}>${content}</td>`;
  // Numbers far from what they count cannot be read.
  const isNumbers = all.slice(1).every(({ isNumber }) => isNumber);
  return html`<div class="table${when(isNumbers, () => " numbers")}"><table aria-label="${name}">
<thead><tr>${all.map(({ title, isNumber }) => html`<th scope="col"${when(isNumber, () => html` class="number"`)}>${title}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${row.map(cell)}</tr>\n`)}</tbody>
</table></div>`;
}

/** Each of `items` as code, one below the other. */
export function codeList(items: readonly string[]): Html {
  return html`${items.map((item, index) => html`${when(index > 0, () => html`<br>`)}<code>${item}</code>`)}`;
}

/** Rows beyond these are not in the page until somebody opens them. */
const mostRows = 12;

/**
 * A part that opens, and whose content is no part of the page until then: a template, which the script puts in its place. It
 * may hold others.
 */
export function later(summary: Content, content: Content, attributes: Content = ""): Html {
  return html`<details data-later${attributes}><summary>${summary}</summary><template>${content}</template></details>
`;
}

/** A table as it is where it is short, else one that opens under `summary`. */
export function longTable(
  name: string,
  columns: readonly (string | Column)[],
  rows: readonly (readonly Content[])[],
  summary: Content,
): Html {
  const whole = table(name, columns, rows);
  return rows.length <= mostRows ? whole : later(summary, whole);
}
