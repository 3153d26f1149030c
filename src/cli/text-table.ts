/** Writes rows of cells as lines whose columns are as wide as they need. */
export function textTable(rows: readonly (readonly string[])[]): string {
  const lines = rows.map((row) =>
    row.map((cell, column) => cell.padEnd(Math.max(...rows.map((other) => other[column]?.length ?? 0)))),
  );
  return lines.map((cells) => `${cells.join('  ').trimEnd()}\n`).join('');
}
