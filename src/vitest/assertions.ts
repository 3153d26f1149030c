import type { expect } from 'vitest';
import type {
  AffirmedMatchers,
  CrosscheckAsymmetricMatchers,
  CrosscheckMatchers,
  NegatedMatchers,
} from '../matchers/crosscheck-matchers.js';
import type { InclusionSubject } from '../matchers/inclusion-matchers.js';

declare global {
  // Vitest 3.2, 4 and 5 all read this interface. Their own differ in type parameters, and only identical ones merge.
  namespace Chai {
    interface Assertion extends CrosscheckMatchers {}
  }
}

/** Vitest's assertion on a subject. Its type parameters differ between versions, unlike those of `expect.soft`. */
type VitestAssertion<Subject> = ReturnType<typeof expect.soft<Subject>>;

/** An assertion with the types of affirmed matchers, and those of negated ones after `.not`. */
type NegatableAssertion<Assertion extends { readonly not: unknown }> = AffirmedMatchers &
  Omit<Assertion, 'not' | keyof AffirmedMatchers> & {
    readonly not: Omit<Assertion['not'], keyof NegatedMatchers> & NegatedMatchers;
  };

/** An assertion on an operation, or on a promise of one. */
type OperationAssertion<
  Assertion extends { readonly not: unknown; readonly resolves: { readonly not: unknown } },
> = NegatableAssertion<Omit<Assertion, 'resolves'>> & {
  readonly resolves: NegatableAssertion<Assertion['resolves']>;
};

declare module 'vitest' {
  interface AsymmetricMatchersContaining extends CrosscheckAsymmetricMatchers {}

  // `.not` has the same type as the assertion, so negated types must be declared where the assertion is created. Those of
  // `expect.soft` and `expect.poll` are properties, which other declarations cannot change.
  interface ExpectStatic {
    (actual: string, message?: string): OperationAssertion<VitestAssertion<string>>;
    <Subject extends InclusionSubject>(
      actual: Subject,
      message?: string,
    ): OperationAssertion<VitestAssertion<Subject>>;
  }
}
