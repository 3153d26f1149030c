import { UsageError } from '../errors/usage-error.js';
import { printValue } from '../internal/print.js';

/** A thing, a promise of it, or a function that gives it and may be told to stop. */
export type Awaitable<T> =
  | T
  | PromiseLike<T>
  | ((context: { readonly signal: AbortSignal }) => T | PromiseLike<T>);

/** Unwraps what was given to `expect`. */
export async function resolveSubject<T>(received: Awaitable<T>, signal: AbortSignal | undefined): Promise<T> {
  if (typeof received !== 'function') return received;
  const give = received as (context: { readonly signal: AbortSignal }) => T | PromiseLike<T>;
  return give({ signal: signal ?? new AbortController().signal });
}

/** Says what a matcher takes when it was given something else. */
export function wrongSubject(matcher: string, takes: string, received: unknown): UsageError {
  return new UsageError(`expect(received).${matcher}() takes ${takes}`, [`Received: ${described(received)}`]);
}

/** Of an instance its class only: an answer may hold a secret that the service echoed. */
function described(received: unknown): string {
  if (received === undefined || received === null) return String(received);
  if (typeof received !== 'object') return `${printValue(received)} (${typeof received})`;
  const { name } = received.constructor ?? Object;
  return name === 'Object' || name === 'Array' ? printValue(received) : `a ${name}`;
}
