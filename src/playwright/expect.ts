import type { Expect } from '@playwright/test';
import { InconclusiveError, UsageError } from '../errors.js';
import type {
  AffirmedMatchers,
  CrosscheckAsymmetricMatchers,
  CrosscheckMatchers,
  NegatedMatchers,
  RequestMatchers,
  Typed,
  Without,
} from '../matchers/crosscheck-matchers.js';
import type { InclusionSubject } from '../matchers/inclusion-matchers.js';
import { asynchronousMatchers, matchers } from '../matchers/matchers.js';
import { invalidCallIn, unansweredIn } from '../properties/no-verdict.js';
import { unprovenAdvice } from '../running-test/expected-failure.js';
import { type CallSite, firstLineOf, followed } from '../running-test/test-context.js';
import { playwright } from './peer.js';

declare global {
  namespace PlaywrightTest {
    // Declarations that merge have the same type parameters.
    interface Matchers<R, T = unknown>
      extends Omit<CrosscheckMatchers, keyof RequestMatchers<unknown>>,
        RequestMatchers<T> {}
  }
}

type PlaywrightAssertion<Subject> = ReturnType<typeof playwright.expect<Subject>>;

/** An assertion on an operation, or on a promise of one: the matchers that wait take other options after `.not`. */
type OperationAssertion<Subject> = Typed<
  Omit<PlaywrightAssertion<Subject>, Settled>,
  AffirmedMatchers,
  NegatedMatchers
> & {
  readonly [Name in Settled]: Typed<PlaywrightAssertion<Subject>[Name], AffirmedMatchers, NegatedMatchers>;
};

type Settled = 'resolves' | 'rejects';

/** An assertion of `expect.poll`, which repeats only matchers that send nothing. */
type PollAssertion<Subject> = Without<
  ReturnType<typeof playwright.expect.poll<Subject>>,
  keyof typeof asynchronousMatchers,
  'expect.poll does not await this matcher: write await expect(…), or toPass to repeat more than that'
>;

/** Playwright's `expect` with the matchers. */
export type CrosscheckExpect = {
  <Subject extends InclusionSubject>(
    actual: Subject,
    messageOrOptions?: string | { message?: string },
  ): OperationAssertion<Subject>;
  readonly soft: CrosscheckExpect;
  configure(...configuration: Parameters<Expect['configure']>): CrosscheckExpect;
  poll<Subject>(...args: Parameters<typeof playwright.expect.poll<Subject>>): PollAssertion<Subject>;
} & Expect &
  CrosscheckAsymmetricMatchers;

/**
 * Playwright's `expect` with the matchers. Tests of `crosscheck/playwright` fail when one is not awaited. The matchers that wait
 * have their own option `timeoutMs`; they do not use the timeout of `expect`.
 *
 * @example
 * import { expect, test } from 'crosscheck/playwright';
 *
 * test('a call succeeds', async ({ client }) => {
 *   await expect(request).toSimulateSuccessfully();
 * });
 */
export const expect = followedExpect(playwright.expect.extend(matchers as never)) as CrosscheckExpect;

type Any = (...args: never[]) => unknown;
type AnyExpect = Any & Record<'soft' | 'poll' | 'configure' | 'extend', Any>;

/** Returns an `expect` whose asynchronous matchers the running test must await. */
function followedExpect(expect: object): object {
  return new Proxy(expect as AnyExpect, {
    apply(target, self, args: [unknown, ...never[]]) {
      const create = (subject: unknown): object =>
        Reflect.apply(target, self, [subject, ...args.slice(1)]) as object;
      return followedAssertion(create(args[0]), { text: 'expect(...)', subject: args[0], create });
    },
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      switch (name) {
        case 'soft':
          return followedExpect((target.configure as (given: object) => object)({ soft: true }));
        case 'poll':
          return (...args: never[]) =>
            followedAssertion(target.poll(...args) as object, { text: 'expect.poll(...)' });
        case 'configure':
        case 'extend':
          return (...args: never[]) => followedExpect(target[name](...args) as object);
        default:
          return member;
      }
    },
  });
}

/** What is known of an assertion. */
interface Chain {
  /** As messages write it: `expect(...).not`. */
  readonly text: string;
  readonly subject?: unknown;
  /** Makes the same assertion of another subject. `expect.poll` has none. */
  readonly create?: (subject: unknown) => object;
}

function followedAssertion(assertion: object, chain: Chain): object {
  return new Proxy(assertion, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof name !== 'string') return member;
      const text = `${chain.text}.${name}`;
      if (['not', 'resolves', 'rejects'].includes(name))
        return followedAssertion(member as object, { ...chain, text });
      if (Object.hasOwn(asynchronousMatchers, name))
        return chain.create === undefined
          ? () => {
              throw unsupportedInPoll(name);
            }
          : followedMatcher(member as Any, target, text);
      if (text === 'expect(...).not.toPass' && typeof chain.subject === 'function')
        return followedMatcher(negatedToPass(chain as Required<Chain>), undefined, text);
      const repeats = name === 'toPass' || chain.create === undefined;
      return repeats && typeof member === 'function'
        ? followedMatcher(member as Any, target, text, { followsInner: true })
        : member;
    },
  });
}

function followedMatcher(
  matcher: Any,
  self: unknown,
  text: string,
  options: Pick<CallSite, 'followsInner'> = {},
): Any {
  return function assertion(...args) {
    const call = { text: `${text}(...)`, entry: assertion, ...options };
    return followed(call, async () => await Reflect.apply(matcher, self, args));
  };
}

/** Playwright Test does not await what a matcher returns in `expect.poll`, so that it would pass at once. */
function unsupportedInPoll(name: string): UsageError {
  return new UsageError(
    `${name} is asynchronous, and Playwright's expect.poll does not await it: it would pass at once`,
    [
      `Write: await expect(...).${name}(...)`,
      `Or, to repeat more than that: await expect(async () => { await expect(...).${name}(...); }).toPass()`,
    ],
  );
}

/** `expect(work).not.toPass()`. In Playwright Test, any error satisfies it: also an outage, or a misspelt option. */
function negatedToPass({ subject, create }: Required<Chain>): Any {
  return async (...args: never[]) => {
    let thrown: unknown;
    const observed = async (...given: never[]): Promise<unknown> => {
      try {
        return await (subject as Any)(...given);
      } catch (error) {
        thrown = error;
        throw error;
      }
    };
    await (create(observed) as { not: { toPass: Any } }).not.toPass(...args);
    const invalid = invalidCallIn(thrown);
    if (invalid !== undefined) throw invalid;
    const unanswered = unansweredIn(thrown);
    if (unanswered !== undefined)
      throw new InconclusiveError({
        summary: `expect(...).not.toPass() is inconclusive: ${firstLineOf(unanswered)}`,
        details: [unprovenAdvice.unanswered],
        cause: thrown,
        describesCause: true,
      });
  };
}
