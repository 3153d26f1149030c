import { formatText } from '../../internal/print.js';

/** GitHub takes 1 MiB for the summary of a step; some of it is left to what else the step says. */
const maxBytes = 900_000;

/** Joins lines until they are too many bytes for the summary of a step on GitHub, and counts the others. */
export function joinWithin(parts: readonly string[]): { whole: string; left: number } {
  let bytes = 0;
  const fitting = parts.findIndex((part) => {
    bytes += Buffer.byteLength(part) + 1;
    return bytes > maxBytes;
  });
  const end = fitting === -1 ? parts.length : fitting;
  return { whole: `${parts.slice(0, end).join('\n')}\n`, left: parts.length - end };
}

/** Writes a table of foreign texts. */
export function tableLines(heads: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]): string => `| ${cells.map(escaped).join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)];
}

/** Writes a text of several lines that opens at a click. */
export function foldedText(title: string, text: string): string {
  const fence = '`'.repeat(Math.max(3, ...(text.match(/`+/g) ?? []).map(({ length }) => length + 1)));
  return `<details><summary>${escaped(title)}</summary>\n\n${fence}text\n${text}\n${fence}\n\n</details>\n`;
}

/** Writes foreign text on one line, none of it markup. */
export function escaped(text: string): string {
  return formatText(text, 1000).replace(/[\\`*_[\]<>#|~&!]/g, '\\$&');
}
