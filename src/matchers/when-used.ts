import { isCrosscheckError } from '../errors.js';
import { followed } from '../internal/test-context.js';
import { type MatcherContext, type MatcherResult, refuseAsymmetricUse } from './matcher-context.js';

type AsyncMatcher = (this: MatcherContext, ...args: never[]) => Promise<MatcherResult>;

/**
 * Gives an asynchronous matcher that is loaded when it is first used: a test file loads all matchers, and uses few.
 * What it must refuse before there is a promise is refused here.
 */
export function whenUsed<Matcher extends AsyncMatcher>(name: string, load: () => Promise<Matcher>): Matcher {
  const matcher: AsyncMatcher = function (...args) {
    refuseAsymmetricUse(this, name);
    const text = `expect(...)${this.isNot ? '.not' : ''}.${name}(...)`;
    const failureOf = (value: unknown): string | undefined => {
      const { pass, message } = value as MatcherResult;
      return pass === (this.isNot ?? false) ? message() : undefined;
    };
    return followed({ text, entry: matcher, isWrapped: true, failureOf }, () => {
      const call: { stack?: string } = {};
      Error.captureStackTrace(call, matcher);
      return load()
        .then((loaded) => loaded.apply(this, args))
        .catch((error: unknown) => {
          throw withFramesOf(call, error);
        });
    });
  };
  return matcher as Matcher;
}

/** A runner reports where a matcher said no, but of an error only its stack, which does not reach to the assertion. */
function withFramesOf({ stack = '' }: { readonly stack?: string }, error: unknown): unknown {
  const frames = stack.indexOf('\n    at ');
  if (isCrosscheckError(error) && frames >= 0) error.stack += stack.slice(frames);
  return error;
}
