import { type MatcherContext, type MatcherResult, refuseAsymmetricUse } from './matcher-context.js';

type AsyncMatcher = (this: MatcherContext, ...args: never[]) => Promise<MatcherResult>;

/**
 * Gives an asynchronous matcher that is loaded when it is first used: a test file loads all matchers, and uses few.
 * What it must refuse before there is a promise is refused here.
 */
export function whenUsed<Matcher extends AsyncMatcher>(name: string, load: () => Promise<Matcher>): Matcher {
  const matcher: AsyncMatcher = function (...args) {
    refuseAsymmetricUse(this, name);
    return load().then((loaded) => loaded.apply(this, args));
  };
  return matcher as Matcher;
}
