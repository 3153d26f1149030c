import type { expect } from 'vitest';
import type { SimulationResult } from '../client/results.js';
import type { ExtendedRequest, Extension } from '../contract/extension.js';
import type { LooseSimulationRequest, SimulationRequest } from '../contract/simulation-request.js';
import type { Deployment } from '../deployment/deployment.js';
import type {
  AffirmedMatchers,
  CrosscheckAsymmetricMatchers,
  CrosscheckMatchers,
  NegatedMatchers,
} from '../matchers/crosscheck-matchers.js';
import type { FailureReason } from '../matchers/failure-reason.js';
import type { InclusionSubject } from '../matchers/inclusion-matchers.js';
import type { Amount, Ends } from '../matchers/ranges.js';
import type * as recordMatchers from '../matchers/record-matchers.js';
import type { InclusionTransactionPattern } from '../matchers/record-matchers.js';
import type {
  Gas,
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

interface Negatable {
  readonly not: unknown;
}

/** An assertion with the types of affirmed matchers, and those of negated ones after `.not`. */
type Typed<Assertion extends Negatable, Affirmed, Negated> = Affirmed &
  Omit<Assertion, 'not' | keyof Affirmed> & {
    readonly not: Omit<Assertion['not'], keyof Negated> & Negated;
  };

/** An assertion on an operation, or on a promise of one. */
type OperationAssertion<Assertion extends Negatable & { readonly resolves: Negatable }> = Typed<
  Omit<Assertion, 'resolves'>,
  AffirmedMatchers,
  NegatedMatchers
> & {
  readonly resolves: Typed<
    Assertion['resolves'],
    AffirmedMatchers & ResolvedMatchers,
    NegatedMatchers & ResolvedMatchers
  >;
};

/** Vitest makes the matchers after `resolves` return promises, and thereby loses their type parameters. */
interface ResolvedMatchers {
  /** See {@link CrosscheckMatchers.toHaveInclusionTransaction}. */
  toHaveInclusionTransaction<Name extends string>(pattern: InclusionTransactionPattern<Name>): Promise<void>;
}

/** An assertion without some matchers. Where one of them is called, the compiler shows the reason, which is not callable. */
type Without<
  Assertion extends Negatable,
  Names extends keyof CrosscheckMatchers,
  Reason extends string,
> = Typed<
  Assertion,
  { readonly [Name in Names]: { readonly [Text in Reason]: never } },
  { readonly [Name in Names]: { readonly [Text in Reason]: never } }
>;

type SynchronousMatcher = Exclude<keyof typeof recordMatchers, 'recordWrappers'>;

/** The options of a matcher of a request. The deployment that they name must take the request. */
type RequestOptions<Subject, Extended extends Extension, Request extends LooseSimulationRequest> = Omit<
  SimulationMatcherOptions,
  'deployment'
> & { readonly deployment?: Deployment<Request, Extended> | undefined } & (Subject extends ExtendedRequest<
    Request,
    Extended
  >
    ? unknown
    : { readonly deployment: 'the request lacks a member that this deployment requires' });

/** The last argument: a request that lacks what the default conventions require needs the deployment that takes it. */
type LastArgument<
  Subject,
  Extended extends Extension,
  Request extends LooseSimulationRequest,
> = Subject extends SimulationRequest
  ? [options?: RequestOptions<Subject, Extended, Request>]
  : [
      deploymentThatTakesIt: RequestOptions<Subject, Extended, Request> & {
        readonly deployment: Deployment<Request, Extended>;
      },
    ];

/** The matchers of a request. Their deployment says what the request must have, and what patterns may have. */
interface RequestMatchers<Subject> {
  /** Asserts that the verdict of a simulation is true. See {@link CrosscheckMatchers.toSimulateSuccessfully}. */
  toSimulateSuccessfully<
    Extended extends Extension = Extension,
    Request extends LooseSimulationRequest = SimulationRequest,
  >(...options: LastArgument<Subject, Extended, Request>): Promise<void>;
  /** Asserts that the verdict of a simulation is false, for the reason if there is one. See {@link CrosscheckMatchers.toFailSimulation}. */
  toFailSimulation<
    Extended extends Extension = Extension,
    Request extends LooseSimulationRequest = SimulationRequest,
  >(...options: LastArgument<Subject, Extended, Request>): Promise<void>;
  toFailSimulation<
    Extended extends Extension = Extension,
    Request extends LooseSimulationRequest = SimulationRequest,
  >(reason: FailureReason, ...options: LastArgument<Subject, Extended, Request>): Promise<void>;
  /** Asserts that `response` has the members of a pattern. See {@link CrosscheckMatchers.toMatchSimulation}. */
  toMatchSimulation<
    Extended extends Extension = Extension,
    Request extends LooseSimulationRequest = SimulationRequest,
  >(
    pattern: SimulationPattern<Extended>,
    ...options: LastArgument<Subject, Extended, Request>
  ): Promise<void>;
  /** Asserts that a call produces an outgoing message with the members of a pattern. See {@link CrosscheckMatchers.toEmitOutMessage}. */
  toEmitOutMessage<
    Extended extends Extension = Extension,
    Request extends LooseSimulationRequest = SimulationRequest,
  >(
    pattern: OutMessagePattern<Extended>,
    ...options: LastArgument<Subject, Extended, Request>
  ): Promise<void>;
  /** Asserts how many outgoing messages a call produces. See {@link CrosscheckMatchers.toHaveOutMessageCount}. */
  toHaveOutMessageCount<
    Extended extends Extension = Extension,
    Request extends LooseSimulationRequest = SimulationRequest,
  >(count: number, ...options: LastArgument<Subject, Extended, Request>): Promise<void>;
  /** Asserts that the estimated gas lies within limits, both included. See {@link CrosscheckMatchers.toUseGasWithin}. */
  toUseGasWithin<
    Extended extends Extension = Extension,
    Request extends LooseSimulationRequest = SimulationRequest,
  >(limits: Gas | Ends<Gas>, ...options: LastArgument<Subject, Extended, Request>): Promise<void>;
  /** Asserts that the estimated fee is at most an amount, in base units of the fee asset. See {@link CrosscheckMatchers.toCostAtMost}. */
  toCostAtMost<
    Text extends string,
    Extended extends Extension = Extension,
    Request extends LooseSimulationRequest = SimulationRequest,
  >(amount: Amount<Text>, ...options: LastArgument<Subject, Extended, Request>): Promise<void>;
}

/**
 * What is known of a request when it is compiled. If any of its fields may be absent, or it has the names of the deployment's
 * chains (`evmCallParams`), only sending it can tell.
 */
type IsKnownRequest<Subject> = object extends Subject
  ? false
  : [Exclude<Extract<keyof Subject, `${string}CallParams`>, 'alphaCallParams'>] extends [never]
    ? Subject extends SimulationRequest
      ? true
      : keyof LooseSimulationRequest extends keyof Subject
        ? false
        : true
    : false;

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
      ? IsKnownRequest<Subject> extends true
        ? Typed<VitestAssertion<Subject>, RequestMatchers<Subject>, RequestMatchers<Subject>>
        : VitestAssertion<Subject>
      : VitestAssertion<Subject>;

/** The matchers whose patterns have what the extension of a deployment declares. */
interface ExtendedMatchers<Extended extends Extension> {
  /** See {@link CrosscheckMatchers.toMatchSimulation}. */
  toMatchSimulation(pattern: SimulationPattern<Extended>, options?: SimulationMatcherOptions): Promise<void>;
  /** See {@link CrosscheckMatchers.toEmitOutMessage}. */
  toEmitOutMessage(pattern: OutMessagePattern<Extended>, options?: SimulationMatcherOptions): Promise<void>;
}

declare module 'vitest' {
  interface AsymmetricMatchersContaining extends CrosscheckAsymmetricMatchers {}

  // `.not` has the same type as the assertion, so negated types must be declared where the assertion is created. Those of
  // `expect.soft` and `expect.poll` are properties, which other declarations cannot change.
  interface ExpectStatic {
    (actual: string, message?: string): OperationAssertion<VitestAssertion<string>>;
    <Extended extends Extension>(
      actual: SimulationResult<Extended>,
      message?: string,
    ): Typed<
      VitestAssertion<SimulationResult<Extended>>,
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
