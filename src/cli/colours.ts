import { styleText } from 'node:util';
import type { CliContext, TextSink } from './cli-context.js';

/** A style that {@link Paint} knows. */
export type Style = 'bold' | 'red' | 'green' | 'yellow';

/** Returns a text in a style, if the destination shows styles; otherwise returns it unchanged. */
export type Paint = (style: Style, text: string) => string;

/**
 * Returns whether a destination may get colours: a terminal does, unless `NO_COLOR` is set or it is a dumb terminal.
 * `FORCE_COLOR` takes precedence over both, as in Node.
 */
export function hasColours({ isTTY = false }: TextSink, env: CliContext['env']): boolean {
  const { FORCE_COLOR: forced, NO_COLOR: none, TERM: terminal } = env;
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  return isTTY && !none && terminal !== 'dumb';
}

/** Returns a painter for a destination. */
export function paintFor(sink: TextSink, env: CliContext['env']): Paint {
  return hasColours(sink, env) ? paint : (_, text) => text;
}

/** Returns a text in a style for any destination. */
export const paint: Paint = (style, text) =>
  // hasColours has already decided this; styleText would check the streams of the process.
  styleText(style, text, { validateStream: false });

/** Paints the first word of an error. */
export function paintError(text: string, paintText: Paint): string {
  return text.replace(/^error:/, (word) => paintText('red', word));
}
