import { isError, UsageError } from '../errors.js';
import { realClock, withTimeLimit } from './clock.js';
import { formatDuration, formatValue } from './print.js';

/**
 * Calls a user's predicate.
 *
 * @throws {UsageError} if it throws or returns anything but true or false: a promise or undefined would be taken as a
 * result.
 */
export function booleanOf(callback: string, call: () => unknown): boolean {
  const answer = answerOf(callback, call);
  if (typeof answer === 'boolean') return answer;
  throw new UsageError(`${callback} must return true or false, not ${describeAnswer(answer)}`);
}

/**
 * Calls a user's predicate that may return undefined if it cannot decide.
 *
 * @throws {UsageError} if it throws or returns anything but true, false or undefined.
 */
export function optionalBooleanOf(callback: string, call: () => unknown): boolean | undefined {
  const answer = answerOf(callback, call);
  if (typeof answer === 'boolean' || answer === undefined) return answer;
  throw new UsageError(`${callback} must return true, false or undefined, not ${describeAnswer(answer)}`);
}

/**
 * Wraps a user's callback that must not be asynchronous, because its promise would not be awaited.
 *
 * @throws {UsageError} from the callback, if it returns a promise.
 */
export function synchronous<Args extends unknown[]>(
  callback: string,
  call: (...args: Args) => unknown,
): (...args: Args) => void {
  return (...args) => {
    const answer = call(...args);
    if (isPromise(answer))
      throw new UsageError(`${callback} must not be asynchronous: it returned ${describeAnswer(answer)}`);
  };
}

/**
 * Calls a hook of a local deployment, and awaits its promise for a limited time.
 *
 * @param hookTimeoutMs - The limit, in milliseconds. Default: none.
 * @throws {UsageError} if the promise does not settle in time; whatever the hook throws.
 */
export async function callHook<Value>(
  call: () => Value | Promise<Value>,
  hookTimeoutMs: number | undefined,
): Promise<Value> {
  const answer = call();
  if (hookTimeoutMs === undefined || !isPromise(answer)) return answer;
  const late = Symbol('late');
  const work = Promise.resolve(answer);
  const settled = await withTimeLimit<Value | symbol>(work, hookTimeoutMs, () => late, realClock);
  if (settled !== late) return settled as Value;
  const limit = `${formatDuration(hookTimeoutMs)} (hookTimeoutMs)`;
  throw new UsageError(`its promise did not settle within ${limit}`);
}

/** Returns what a callback that failed says: the message of an error, or any other value that it threw. */
export function thrownText(error: unknown): string {
  const said: unknown = isError(error) ? error.message : error;
  return typeof said === 'string' ? said : formatValue(said);
}

function answerOf(callback: string, call: () => unknown): unknown {
  try {
    return call();
  } catch (error) {
    throw new UsageError(
      `${callback} threw: ${thrownText(error)}`,
      [{ advice: 'return true or false' }],
      error,
    );
  }
}

/** Describes an invalid result. Prevents an unhandled rejection of a promise. */
function describeAnswer(answer: unknown): string {
  if (!isPromise(answer)) return formatValue(answer);
  void Promise.resolve(answer).catch(() => {});
  return 'a promise';
}

function isPromise(answer: unknown): answer is PromiseLike<unknown> {
  return typeof (answer as PromiseLike<unknown> | null | undefined)?.then === 'function';
}
