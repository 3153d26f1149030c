import type { expect } from 'vitest';
import type { InclusionRecord } from '../client/results.js';
import type {
  CrosscheckAsymmetricMatchers,
  CrosscheckMatchers,
  NegatedMatchers,
} from '../matchers/crosscheck-matchers.js';

declare global {
  // The one place that Vitest 3.2, 4 and 5 all read. Their own interfaces differ in type parameters, and can only be merged
  // with the same ones.
  namespace Chai {
    interface Assertion extends CrosscheckMatchers {}
  }
}

/** Vitest's assertion of a subject; its type parameters differ between versions, those of `expect.soft` do not. */
type VitestAssertion<Subject> = ReturnType<typeof expect.soft<Subject>>;

/** An assertion about an operation, which knows what the matchers take after `.not`. */
type OperationAssertion<Assertion extends { readonly not: unknown }> = Omit<Assertion, 'not'> & {
  readonly not: Omit<Assertion['not'], keyof NegatedMatchers> & NegatedMatchers;
};

declare module 'vitest' {
  interface AsymmetricMatchersContaining extends CrosscheckAsymmetricMatchers {}

  // `.not` of an assertion has the type of the assertion, so what differs after it is said where the assertion begins.
  interface ExpectStatic {
    (actual: string, message?: string): OperationAssertion<VitestAssertion<string>>;
    <Subject extends Pick<InclusionRecord, 'operationId'>>(
      actual: Subject,
      message?: string,
    ): OperationAssertion<VitestAssertion<Subject>>;
  }
}
