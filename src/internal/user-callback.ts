import { UsageError } from '../errors.js';
import { printValue } from './print.js';

/**
 * Returns the answer of a user's predicate.
 *
 * @throws {UsageError} when it throws, and when it returns anything but true or false: a promise, or nothing, would be
 * taken for an answer that it never gave.
 */
export function booleanOf(callback: string, call: () => unknown): boolean {
  const answer = answerOf(callback, call);
  if (typeof answer === 'boolean') return answer;
  throw new UsageError(`${callback} must return true or false, not ${heldAnswer(answer)}`);
}

/**
 * Returns the answer of a user's predicate that may leave open what it cannot tell: undefined.
 *
 * @throws {UsageError} when it throws, and when it returns anything but true, false and undefined.
 */
export function optionalBooleanOf(callback: string, call: () => unknown): boolean | undefined {
  const answer = answerOf(callback, call);
  if (typeof answer === 'boolean' || answer === undefined) return answer;
  throw new UsageError(`${callback} must return true, false or undefined, not ${heldAnswer(answer)}`);
}

/**
 * Returns a user's callback that must not be asynchronous: nobody would hear of its answer or of its failure.
 *
 * @throws {UsageError} from the callback, when it returns a promise.
 */
export function synchronous<Args extends unknown[]>(
  callback: string,
  call: (...args: Args) => unknown,
): (...args: Args) => void {
  return (...args) => {
    const answer = call(...args);
    if (isPromise(answer))
      throw new UsageError(`${callback} must not be asynchronous: it returned ${heldAnswer(answer)}`);
  };
}

function answerOf(callback: string, call: () => unknown): unknown {
  try {
    return call();
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${callback} threw: ${text}`, ['What to do: return true or false'], error);
  }
}

/** Says what came. The failure of a promise is not reported apart from this. */
function heldAnswer(answer: unknown): string {
  if (!isPromise(answer)) return printValue(answer);
  void Promise.resolve(answer).catch(() => {});
  return 'a promise';
}

function isPromise(answer: unknown): answer is PromiseLike<unknown> {
  return typeof (answer as PromiseLike<unknown> | null | undefined)?.then === 'function';
}
