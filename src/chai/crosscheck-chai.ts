import { UsageError } from '../errors.js';
import { assertionNames, assertWith } from '../matchers/assert-with.js';
import type {
  AffirmedMatchers,
  CrosscheckMatchers,
  NegatedMatchers,
} from '../matchers/crosscheck-matchers.js';
import type { InclusionSubject } from '../matchers/inclusion-matchers.js';

declare global {
  namespace Chai {
    interface Assertion extends CrosscheckMatchers {}
    interface LanguageChains {}
    interface ExpectStatic {
      // biome-ignore lint/style/useShorthandFunctionType: only an interface merges.
      (operation: InclusionSubject, message?: string): OperationAssertion<AffirmedMatchers>;
    }
  }
}

/** An assertion on an operation, also after `to` and the like: the matchers that wait take other options after `not`. */
type OperationAssertion<Matchers> = Matchers & {
  [Name in keyof Chai.Assertion as Exclude<Name, keyof Matchers>]: Name extends 'not'
    ? OperationAssertion<NegatedMatchers>
    : Name extends keyof Chai.LanguageChains
      ? OperationAssertion<Matchers>
      : Chai.Assertion[Name];
};

/** What the plugin uses of chai. */
interface Chai {
  readonly Assertion: {
    addMethod(name: string, method: (this: object, ...args: readonly unknown[]) => unknown): void;
  };
  readonly AssertionError: new (message: string, properties: object) => Error;
}

/** What the plugin uses of chai's utilities. */
interface ChaiUtilities {
  flag(assertion: object, name: string): unknown;
}

/**
 * Adds every matcher to the assertions of chai, with the names that they have in other runners. Throws chai's
 * `AssertionError` if an assertion does not hold. Await the asynchronous ones.
 *
 * @example
 * import { expect, use } from 'chai';
 * import { crosscheckChai } from 'crosscheck/chai';
 *
 * use(crosscheckChai);
 *
 * await expect(operationId).toReachInclusion({ timeoutMs: 180_000 });
 * await expect(operationId).not.toReachInclusion({ forMs: 5_000 });
 *
 * @throws {UsageError} if it is not called by chai.
 */
export function crosscheckChai(chai: Chai, utilities: ChaiUtilities): void {
  if (typeof chai?.Assertion?.addMethod !== 'function' || typeof utilities?.flag !== 'function')
    throw new UsageError('crosscheckChai is a plugin of chai: write chai.use(crosscheckChai)');
  for (const name of assertionNames) {
    chai.Assertion.addMethod(name, function method(...args) {
      const flag = (of: string): unknown => utilities.flag(this, of);
      const given = flag('message');
      return assertWith(
        {
          isNot: flag('negate') === true,
          entry: flag('ssfi') as typeof method,
          // Mocha would print the difference of two texts that the message has already.
          errorOf: ({ message, ...rest }) =>
            new chai.AssertionError(given ? `${given}: ${message}` : message, { ...rest, showDiff: false }),
        },
        name,
        [flag('object'), ...args],
      );
    });
  }
}
