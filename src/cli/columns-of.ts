import type { TextSink } from './cli-context.js';

const plainColumns = 80;

/** How wide lines may be: 80 where nobody knows, as on a terminal that says 0. */
export function columnsOf({ isTTY, columns }: TextSink): number {
  return (isTTY && columns) || plainColumns;
}
