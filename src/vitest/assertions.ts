import type { expect } from 'vitest';
import type { InclusionRecord } from '../client/results.js';
import type {
  AffirmedMatchers,
  CrosscheckAsymmetricMatchers,
  CrosscheckMatchers,
  NegatedMatchers,
} from '../matchers/crosscheck-matchers.js';

declare global {
  // Vitest 3.2, 4 and 5 all read this interface. Their own differ in type parameters, and only identical ones merge.
  namespace Chai {
    interface Assertion extends CrosscheckMatchers {}
  }
}

/** Vitest's assertion on a subject. Its type parameters differ between versions, unlike those of `expect.soft`. */
type VitestAssertion<Subject> = ReturnType<typeof expect.soft<Subject>>;

/** An assertion on an operation, with the types of negated matchers after `.not`. */
type OperationAssertion<Assertion extends { readonly not: unknown }> = AffirmedMatchers &
  Omit<Assertion, 'not' | keyof AffirmedMatchers> & {
    readonly not: Omit<Assertion['not'], keyof NegatedMatchers> & NegatedMatchers;
  };

declare module 'vitest' {
  interface AsymmetricMatchersContaining extends CrosscheckAsymmetricMatchers {}

  // `.not` has the same type as the assertion, so negated types must be declared where the assertion is created.
  interface ExpectStatic {
    (actual: string, message?: string): OperationAssertion<VitestAssertion<string>>;
    <Subject extends Pick<InclusionRecord, 'operationId'>>(
      actual: Subject,
      message?: string,
    ): OperationAssertion<VitestAssertion<Subject>>;
  }
}
