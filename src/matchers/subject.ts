import { UsageError } from '../errors.js';
import { isPlainObject } from '../internal/objects.js';
import { shapeText } from './shape-text.js';

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

/**
 * Says what a matcher takes when it was given something else, without the values of its members; and which member
 * was probably meant, the first of `wrappers` (paths such as `inclusion.record`) that the thing has.
 */
export function wrongSubject(
  matcher: string,
  takes: string,
  received: unknown,
  wrappers: readonly string[] = [],
): UsageError {
  const meant = wrappers.find((path) => memberAt(received, path) !== undefined);
  return new UsageError(`expect(received).${matcher}() takes ${takes}`, [
    `Received: ${shapeText(received)}`,
    ...(meant === undefined ? [] : [`What to do: give it the member ${meant} of that`]),
  ]);
}

function memberAt(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce((at, name) => (isPlainObject(at) && Object.hasOwn(at, name) ? at[name] : undefined), value);
}
