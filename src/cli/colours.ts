import { styleText } from 'node:util';
import type { CliContext, TextSink } from './cli-context.js';

/** A style that {@link Paint} knows. */
export type Style = 'bold' | 'red' | 'green' | 'yellow';

/** Writes a text in a style, where styles are seen; elsewhere it gives the text as it is. */
export type Paint = (style: Style, text: string) => string;

/**
 * Tells whether text that goes somewhere may have colours: on a terminal, unless `NO_COLOR` is set or the terminal is a
 * dumb one. `FORCE_COLOR` counts before both, as it does for Node.
 */
export function hasColours({ isTTY = false }: TextSink, env: CliContext['env']): boolean {
  const { FORCE_COLOR: forced, NO_COLOR: none, TERM: terminal } = env;
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  return isTTY && !none && terminal !== 'dumb';
}

/** Gives what paints text that goes somewhere. */
export function paintFor(sink: TextSink, env: CliContext['env']): Paint {
  return hasColours(sink, env) ? paint : (_, text) => text;
}

/** Writes a text in a style, wherever it goes. */
export const paint: Paint = (style, text) =>
  // What may have colours is decided above: styleText would look at the streams of the process.
  styleText(style, text, { validateStream: false });

/** Paints the word that an error starts with. */
export function paintError(text: string, paintText: Paint): string {
  return text.replace(/^error:/, (word) => paintText('red', word));
}
