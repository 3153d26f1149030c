import { framesAbove } from '../errors.js';
import { labelledText } from '../internal/terminal.js';
import type { MatcherContext, MatcherResult } from './matcher.js';
import { assertionMatchers } from './matchers.js';

/** The name of a matcher that is an assertion. */
export type AssertionName = keyof typeof assertionMatchers;

/** The names of all matchers that are assertions. */
export const assertionNames = Object.keys(assertionMatchers) as AssertionName[];

/** The data of a failure for the `AssertionError` of an assertion library. */
export interface AssertionFailure {
  readonly message: string;
  /** The matcher with negation: `not.toReachInclusion`. */
  readonly operator: string;
  /** What was received and expected, as the message shows it; undefined if it does not. */
  readonly actual: string | undefined;
  readonly expected: string | undefined;
  /** The function where the stack of the error begins, for runtimes that do not read `stack`. */
  readonly stackStartFn: (...args: never[]) => unknown;
}

/** How an assertion library makes an assertion. */
export interface AssertionLibrary {
  readonly isNot: boolean;
  /** The function that the user called, where the stack of an error begins. */
  readonly entry: (...args: never[]) => unknown;
  /** Creates the error that is thrown if the assertion does not hold. */
  readonly errorOf: (failure: AssertionFailure) => Error;
}

type Untyped = (this: MatcherContext, ...args: readonly unknown[]) => MatcherResult | Promise<MatcherResult>;

/**
 * Makes an assertion without an `expect`: throws unless it holds. An inconclusive assertion and an invalid call have errors of their own.
 * Returns a promise for an asynchronous matcher.
 */
export function assertWith(
  { isNot, entry, errorOf }: AssertionLibrary,
  name: AssertionName,
  args: readonly unknown[],
): void | Promise<void> {
  const frames = framesAbove(entry);
  const matcher = assertionMatchers[name] as Untyped;
  const result = matcher.call({ isNot, promise: '', entry }, ...args);
  const isLater = result instanceof Promise;
  const check = ({ pass, message: messageOf }: MatcherResult): void => {
    if (pass !== isNot) return;
    const message = messageOf();
    const error = errorOf({
      message,
      operator: isNot ? `not.${name}` : name,
      actual: labelledText('Received', message),
      expected: labelledText('Expected', message),
      stackStartFn: isLater ? check : entry,
    });
    error.stack = `${error.name}: ${error.message}${frames}`;
    throw error;
  };
  return isLater ? result.then(check) : check(result);
}
