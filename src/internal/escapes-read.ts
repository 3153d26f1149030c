/** A text with its escapes read. */
export interface EscapesRead {
  readonly text: string;
  /** Where a part of it, from and up to a place, stands in the text as it was. */
  placeOf(part: readonly [start: number, end: number]): readonly [start: number, end: number];
}

const escapeText = String.raw`%(?:25)*([\da-f]{2})|\\+u([\da-f]{4})|\\+(["'/\\])`;
const anyEscape = new RegExp(escapeText, 'i');

/** Reads the escapes of URLs and JSON in a text, also those that were written more than once; undefined without any. */
export function escapesRead(text: string): EscapesRead | undefined {
  if (!(text.includes('%') || text.includes('\\')) || !anyEscape.test(text)) return undefined;
  let read = '';
  let end = 0;
  const starts: number[] = [];
  const take = (upTo: number): void => {
    for (let at = end; at < upTo; at++) starts.push(at);
    read += text.slice(end, upTo);
  };
  for (const { index, 0: written, 1: byte, 2: unit, 3: character } of text.matchAll(
    new RegExp(escapeText, 'gi'),
  )) {
    take(index);
    starts.push(index);
    read += character ?? String.fromCharCode(Number.parseInt((byte ?? unit) as string, 16));
    end = index + written.length;
  }
  take(text.length);
  starts.push(text.length);
  return {
    text: read,
    placeOf: ([from, to]) => [starts[from] as number, starts[to] as number],
  };
}
