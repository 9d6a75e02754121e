// Columns of text, aligned as kubectl aligns them.

/** `rows` with every column but the last padded to its widest cell; `margin` blanks in front. */
export function textTable(rows: readonly (readonly string[])[], margin = 0): string {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, cell.length);
  }
  return rows
    .map((row) => {
      const cells = row.map((cell, column) =>
        column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0),
      );
      return `${" ".repeat(margin)}${cells.join("   ")}`.trimEnd();
    })
    .join("\n");
}
