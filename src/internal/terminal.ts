import { styleText } from 'node:util';
import { realClock, type Timer } from './clock.js';

/** A destination of text. */
export interface TextSink {
  write(text: string): unknown;
  /** Whether it is a terminal, whose lines can be overwritten. */
  readonly isTTY?: boolean | undefined;
  /** The width in columns. */
  readonly columns?: number | undefined;
}

/** Returns the width of a terminal in columns: 80 if it is unknown or 0. */
export function terminalWidth({ isTTY, columns }: TextSink): number {
  return (isTTY && columns) || 80;
}

/** How a table is laid out. */
interface TableOptions {
  /** Before each line. Default: none. */
  readonly indent?: string;
  /** The minimum widths of its columns, so that tables with the same ones line up. Default: 0. */
  readonly widths?: readonly number[];
}

/** Returns rows of cells as lines, each column as wide as it needs. */
export function textTable(
  rows: readonly (readonly string[])[],
  { indent = '', widths: minWidths = [] }: TableOptions = {},
): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(minWidths[column] ?? 0, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)));
  return lines.map((cells) => `${`${indent}${cells.join('  ')}`.trimEnd()}\n`).join('');
}

/** Returns a line with a label: `Request:    POST /simulate`. Labels of up to ten characters share a column. */
export function labelled(label: string, text: string | number): string {
  return `${`${label}:`.padEnd(11)} ${text}`;
}

/** Returns the text after a label in a message, with the lines that belong to it; undefined if there is no such label. */
export function labelledText(label: string, message: string): string | undefined {
  const lines = message.split('\n');
  const start = labelled(label, '');
  const first = lines.findIndex((line) => line.startsWith(start));
  if (first < 0) return undefined;
  const after = lines.slice(first + 1);
  const end = after.findIndex((line) => !/^[-+ ]/.test(line));
  return [lines[first]?.slice(start.length), ...(end < 0 ? after : after.slice(0, end))].join('\n');
}

/** Returns the width of a column: that of its longest text. */
export function widthOf(texts: readonly string[]): number {
  return Math.max(0, ...texts.map(({ length }) => length));
}

/** The width of texts that are broken into lines. */
export const textWidth = 80;

/**
 * Breaks a line to fit into {@link textWidth} columns: at spaces, and in JSON and other long words after commas or anywhere.
 *
 * @param hanging - The indentation of all lines but the first.
 */
export function wrapped(text: string, hanging: string): string {
  const lines: string[] = [];
  let current = '';
  for (const [at, word] of text.split(/(?<=\S) /).entries()) {
    for (const [part, piece] of piecesOf(word).entries()) {
      const separator = at > 0 && part === 0 ? ' ' : '';
      if (current.length + separator.length + piece.length > textWidth) {
        lines.push(current);
        current = hanging + piece;
      } else current += separator + piece;
    }
  }
  return [...lines, current].join('\n');
}

/** Pieces of a word that fit into a line. Numbers such as 25,000 stay whole, and so do values of JSON that fit. */
function piecesOf(word: string): string[] {
  return word
    .split(/(?<=,)(?!\d)/)
    .flatMap((piece) => (piece.length <= maxPiece ? piece : piece.split(/(?<=[{[]|":)/)))
    .flatMap((piece) => (piece.length <= maxPiece ? piece : (piece.match(/.{1,66}/gsu) ?? [])));
}

const maxPiece = 66;

/** Quotes a text for a POSIX shell. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Returns a text as one word of a POSIX shell, with quotes only if it needs them. */
export function shellWord(text: string): string {
  return /^[\w./:,@-]+$/.test(text) ? text : shellQuoted(text);
}

/** A style that {@link Paint} knows. */
export type Style = 'bold' | 'red' | 'green' | 'yellow';

/** Returns a text in a style, if the destination shows styles; otherwise returns it unchanged. */
export type Paint = (style: Style, text: string) => string;

/**
 * Returns whether a destination may get colours: a terminal does, unless `NO_COLOR` is set or it is a dumb terminal.
 * `FORCE_COLOR` takes precedence over both, as in Node.
 */
export function hasColours({ isTTY = false }: TextSink, env: Environment): boolean {
  const { FORCE_COLOR: forced, NO_COLOR: none, TERM: terminal } = env;
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  return isTTY && !none && terminal !== 'dumb';
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Returns a painter for a destination. */
export function paintFor(sink: TextSink, env: Environment): Paint {
  return hasColours(sink, env) ? paint : (_, text) => text;
}

/** Returns a text in a style for any destination. */
export const paint: Paint = (style, text) =>
  // hasColours has already decided this; styleText would check the streams of the process.
  styleText(style, text, { validateStream: false });

const eraseLine = '\r\u001b[2K';
/** How often a line of progress is overwritten. */
const progressEveryMs = 500;
/** How often a line is written if it cannot be overwritten. */
const plainEveryMs = 10_000;

/** A line of progress. On a terminal, it is overwritten. */
export class ProgressLine {
  readonly #sink: TextSink;
  #timer: Timer;
  #lastMs: number | undefined;

  constructor(sink: TextSink) {
    this.#sink = sink;
  }

  /** Whether the line can be overwritten. */
  get isTerminal(): boolean {
    return this.#sink.isTTY === true;
  }

  /**
   * Overwrites the line twice a second; elsewhere than on a terminal, writes a new one every ten seconds.
   *
   * @param atMs - Since the start of what is in progress.
   * @param textOf - Called only if the line is written.
   */
  update(atMs: number, textOf: () => string): void {
    const dueMs = this.isTerminal
      ? (this.#lastMs ?? -progressEveryMs) + progressEveryMs
      : (this.#lastMs ?? 0) + plainEveryMs;
    if (atMs < dueMs) return;
    this.#lastMs = atMs;
    if (this.isTerminal) this.overwrite(textOf());
    else this.write(textOf());
  }

  /** Overwrites the line with the text of a function, now and twice a second. */
  repeat(textOf: () => string): void {
    if (!this.isTerminal) return;
    this.overwrite(textOf());
    this.#timer = realClock.setTimeout(() => this.repeat(textOf), progressEveryMs);
  }

  overwrite(text: string): void {
    if (this.isTerminal) this.#sink.write(eraseLine + text.slice(0, terminalWidth(this.#sink) - 1));
  }

  /** Writes a line that stays. */
  write(line: string): void {
    this.#sink.write(`${this.isTerminal ? eraseLine : ''}${line}\n`);
  }

  /** Removes the line. */
  end(): void {
    realClock.clearTimeout(this.#timer);
    if (this.isTerminal) this.#sink.write(eraseLine);
  }
}
