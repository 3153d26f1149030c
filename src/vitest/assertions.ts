import type { expect } from 'vitest';
import type { SimulationResult } from '../client/results.js';
import type { Extension } from '../contract/extension.js';
import type { LooseSimulationRequest } from '../contract/simulation-request.js';
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
import type {
  ReceivedOptions,
  ReceivedRequestPattern,
  ReceivingDeployment,
} from '../matchers/received-matchers.js';
import type * as recordMatchers from '../matchers/record-matchers.js';
import type { InclusionTransactionPattern } from '../matchers/record-matchers.js';
import type {
  OutMessagePattern,
  SimulationMatcherOptions,
  SimulationPattern,
} from '../matchers/simulation-matchers.js';

declare global {
  // Vitest 3.2, 4 and 5 all read this interface. Their own differ in type parameters, and only identical ones merge.
  namespace Chai {
    interface Assertion extends CrosscheckMatchers {}
  }
}

/** Vitest's assertion on a subject. Its type parameters differ between versions, unlike those of `expect.soft`. */
type VitestAssertion<Subject> = ReturnType<typeof expect.soft<Subject>>;

/** An assertion on an operation, or on a promise of one. */
type OperationAssertion<Assertion extends Negatable & Readonly<Record<Settled, Negatable>>> = Typed<
  Omit<Assertion, Settled>,
  AffirmedMatchers,
  NegatedMatchers
> & {
  readonly [Name in Settled]: Typed<
    Assertion[Name],
    AffirmedMatchers & ResolvedMatchers,
    NegatedMatchers & ResolvedMatchers
  >;
};

type Settled = 'resolves' | 'rejects';
type Negatable = { readonly not: unknown };

/** Vitest makes the matchers after `resolves` return promises, and thereby loses their type parameters. */
interface ResolvedMatchers {
  /** See {@link CrosscheckMatchers.toHaveInclusionTransaction}. */
  toHaveInclusionTransaction<Name extends string>(pattern: InclusionTransactionPattern<Name>): Promise<void>;
}

type SynchronousMatcher = Exclude<keyof typeof recordMatchers, 'recordWrappers'>;

/** An assertion with the matchers that its subject fits; for `any`, all. */
type AssertionOn<Subject> = 0 extends 1 & Subject
  ? VitestAssertion<Subject>
  : Subject extends PromiseLike<unknown> | ((...args: never[]) => unknown)
    ? Without<
        VitestAssertion<Subject>,
        SynchronousMatcher,
        'this matcher is synchronous: await the value first, or write resolves'
      >
    : Subject extends LooseSimulationRequest
      ? Typed<VitestAssertion<Subject>, RequestMatchers<Subject>, RequestMatchers<Subject>>
      : VitestAssertion<Subject>;

/** The matchers whose patterns have what the extension of a deployment declares. */
interface ExtendedMatchers<Extended extends Extension> {
  /** See {@link CrosscheckMatchers.toMatchSimulation}. */
  toMatchSimulation(pattern: SimulationPattern<Extended>, options?: SimulationMatcherOptions): Promise<void>;
  /** See {@link CrosscheckMatchers.toEmitOutMessage}. */
  toEmitOutMessage(pattern: OutMessagePattern<Extended>, options?: SimulationMatcherOptions): Promise<void>;
  /** See {@link CrosscheckMatchers.toHaveReceivedRequest}. */
  toHaveReceivedRequest<Declared extends Extension = Extended>(
    pattern: ReceivedRequestPattern<Declared>,
    options?: ReceivedOptions,
  ): Promise<void>;
}

declare module 'vitest' {
  interface AsymmetricMatchersContaining extends CrosscheckAsymmetricMatchers {}

  // `.not` has the same type as the assertion, so negated types must be declared where the assertion is created. Those of
  // `expect.soft` and `expect.poll` are properties, which other declarations cannot change.
  interface ExpectStatic {
    (actual: string, message?: string): OperationAssertion<VitestAssertion<string>>;
    <Extended extends Extension>(
      actual: SimulationResult<Extended> | ReceivingDeployment<Extended>,
      message?: string,
    ): Typed<
      VitestAssertion<SimulationResult<Extended> | ReceivingDeployment<Extended>>,
      ExtendedMatchers<Extended>,
      ExtendedMatchers<Extended>
    >;
    <Subject extends InclusionSubject>(
      actual: Subject,
      message?: string,
    ): OperationAssertion<AssertionOn<Subject>>;
    <Subject extends PromiseLike<unknown> | LooseSimulationRequest>(
      actual: Subject,
      message?: string,
    ): AssertionOn<Subject>;
  }
}
