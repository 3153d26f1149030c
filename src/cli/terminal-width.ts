import type { TextSink } from './cli-context.js';

const plainColumns = 80;

/** Returns the width of a terminal in columns: 80 if it is unknown or 0. */
export function terminalWidth({ isTTY, columns }: TextSink): number {
  return (isTTY && columns) || plainColumns;
}
