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
  return html`<div class="table"><table aria-label="${name}">
<thead><tr>${all.map(({ title, isNumber }) => html`<th scope="col"${when(isNumber, () => html` class="number"`)}>${title}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${row.map(cell)}</tr>\n`)}</tbody>
</table></div>`;
}

/** Each of `items` as code, one below the other. */
export function codeList(items: readonly string[]): Html {
  return html`${items.map((item, index) => html`${when(index > 0, () => html`<br>`)}<code>${item}</code>`)}`;
}
