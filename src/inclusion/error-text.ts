import { printText } from '../internal/print.js';

/** Says in one line what was thrown: the first line of an error's message. */
export function errorText(error: unknown): string {
  const text = error instanceof Error ? (error.message.split('\n', 1)[0] as string) : String(error);
  return printText(text, 400);
}
