import type { ExtendedRequest, Extension } from '../contract/extension.js';
import type { LooseSimulationRequest, SimulationRequest } from '../contract/simulation-request.js';
import type { Deployment } from '../deployment/deployment.js';
import type { FailureReason } from './failure-reason.js';
import type {
  ReachInclusionOptions,
  ReachStageOptions,
  StageArgument,
  WindowOptions,
} from './inclusion-matchers.js';
import type { AsymmetricPattern } from './pattern.js';
import type { Amount, Ends } from './ranges.js';
import type { ReceivedOptions, ReceivedRequestPattern } from './received-matchers.js';
import type { ConsistencyOptions, InclusionTransactionPattern, RejectedOptions } from './record-matchers.js';
import type {
  Gas,
  OutMessagePattern,
  SimulationMatcherOptions,
  SimulationPattern,
} from './simulation-matchers.js';
import type { FuzzingOptions } from './to-survive-fuzzing.js';

/** The matchers as assertions are written with them. The types of a test runner are merged with it: see docs/matchers.md. */
export interface CrosscheckMatchers {
  /**
   * Asserts that the verdict of a simulation is true (section 7); `.not`, that it is false. Takes a request, which it
   * sends, or the result of `client.simulate`. Throws an `InconclusiveError` for an answer without a verdict, also after
   * `.not`.
   *
   * @example
   * await expect(request).toSimulateSuccessfully();
   * await expect(request, 'too little output').not.toSimulateSuccessfully();
   */
  toSimulateSuccessfully(options?: SimulationMatcherOptions): Promise<void>;
  /**
   * Asserts that the verdict of a simulation is false (section 7), and that its error fits the reason if there is one: a
   * text that the error contains, a regular expression or an asymmetric matcher that the error text fits, the error of a
   * contract, or a predicate. A reason that every failure fits is an error: undefined, `{}`, `/.*\/`. `.not` passes on a true verdict and, with a reason, on a
   * false one for another reason. Throws an `InconclusiveError` when the answer has no verdict, or when a reason is
   * expected and the error does not say why.
   *
   * @example
   * await expect(request).toFailSimulation('too little output');
   * await expect(request).toFailSimulation(expect.stringContaining('output'));
   * await expect(request).toFailSimulation({ errorName: 'InsufficientOutput', args: [1_000n, 0n] });
   * await expect(request).toFailSimulation({ errorName: 'Panic', args: [0x11] });
   */
  toFailSimulation(options?: SimulationMatcherOptions): Promise<void>;
  toFailSimulation(reason: FailureReason, options?: SimulationMatcherOptions): Promise<void>;
  /**
   * Asserts that the `response` of a simulation (section 2.2) has the members of a pattern; other members may be anything.
   * For a result of a client, the pattern may have the members that the extension of its deployment declares; for a request,
   * write `toMatchSimulation<typeof extend>(…)`.
   * Write an integer as a bigint, a number or a decimal text, and `undefined` for a member that must be absent. `.not`
   * passes when a named member differs. Throws an `InconclusiveError` when all that differs are members that are absent. A
   * pattern that no answer can fit, because of a misspelt member or a RegExp in it, is an error.
   *
   * @example
   * await expect(request).toMatchSimulation({ simulationStatus: true, feeParams: { isEip1559: true } });
   */
  toMatchSimulation<Extended extends Extension = Extension>(
    pattern: SimulationPattern<Extended>,
    options?: SimulationMatcherOptions,
  ): Promise<void>;
  /**
   * Asserts that a call produces at least one outgoing message with the members of a pattern; `.not`, none. A null
   * `outMessages` means no messages. Throws an `InconclusiveError` when the verdict is not true, when `outMessages` is
   * absent, and when a message lacks the expected members.
   *
   * @example
   * await expect(request).toEmitOutMessage({ tokensBurned: [{ amount: 1_000_000_000n }] });
   */
  toEmitOutMessage<Extended extends Extension = Extension>(
    pattern: OutMessagePattern<Extended>,
    options?: SimulationMatcherOptions,
  ): Promise<void>;
  /**
   * Asserts how many outgoing messages a call produces; `.not`, that it is another number. A null `outMessages` means no
   * messages. Throws an `InconclusiveError` when the verdict is not true, and when `outMessages` is absent.
   *
   * @example
   * await expect(request).toHaveOutMessageCount(1);
   */
  toHaveOutMessageCount(count: number, options?: SimulationMatcherOptions): Promise<void>;
  /**
   * Asserts that the estimated gas of a call (section 2.2) lies within limits, both included; a number alone is the upper
   * one. Throws an `InconclusiveError` when the verdict is not true, and when the estimate is absent, 0 or beyond 64 bits.
   *
   * @example
   * await expect(request).toUseGasWithin({ min: 21_000, max: 300_000 });
   * await expect(request).toUseGasWithin(300_000n);
   */
  toUseGasWithin(limits: Gas | Ends<Gas>, options?: SimulationMatcherOptions): Promise<void>;
  /**
   * Asserts that the `estimatedJettonFeeAmount` of a call (section 2.2) is at most an amount, in base units of the fee
   * asset that the request names; `.not`, that it is more. Throws an `InconclusiveError` when the verdict is not true, and
   * when there is no such fee.
   *
   * @example
   * await expect(request).toCostAtMost('250000000');
   */
  toCostAtMost<Text extends string>(amount: Amount<Text>, options?: SimulationMatcherOptions): Promise<void>;
  /**
   * Waits until an operation's message is included in consensus on the source chain, and asserts that it is. Takes an
   * operation id, or a record of `client.inclusion`. Fails at once when the operation is rejected or ends on the destination
   * chain. Throws an `InclusionUnknownError` if no poll got an answer of the service. The wait ends before the test does, by
   * 250 ms or a quarter of the test timeout, whichever is shorter; inside `expect.poll` it is one poll. `.not` needs `forMs`, and is the same as `toRemainPending`.
   *
   * @example
   * await expect(operationId).toReachInclusion({ timeoutMs: 180_000 });
   */
  toReachInclusion(options?: ReachInclusionOptions | WindowOptions): Promise<void>;
  /**
   * Waits until an operation reaches a stage, or one after it in the deployment's order, and asserts that it does. A stage
   * that is not in the order must be shown itself, and has no `.not`. Takes and ends as `toReachInclusion`. `.not` needs
   * `forMs`: the operation does not reach the stage within that time. Throws a `UsageError` when the deployment names no
   * stages.
   *
   * @example
   * await expect(operationId).toReachStage('executedInALPHA', { timeoutMs: 60_000 });
   * await expect(operationId).not.toReachStage('collectedInBETA', { forMs: 2_000 });
   */
  toReachStage<Name extends string>(
    stage: StageArgument<Name>,
    options?: ReachStageOptions | WindowOptions,
  ): Promise<void>;
  /**
   * Asserts that an operation's message is not included for as long as `forMs` says. Fails at once when it is included.
   * Passes early when a record proves that it never will be; a rejection is no proof, because a rollback may follow. Throws
   * an `InconclusiveError` unless at least two polls got an answer, one of them at the end. A 404 counts only if the observer
   * does not answer every path with it. Has no `.not`: use `toReachInclusion`.
   *
   * @example
   * await expect(operationId).toRemainPending({ forMs: 5_000 });
   */
  toRemainPending(options: WindowOptions): Promise<void>;
  /**
   * Asserts that a record says "included" by the deployment's conventions; `.not`, that it says anything else. Sends
   * nothing. Throws an `InconclusiveError` when the record has no stage, has one that the deployment does not name, or
   * comes from a cache.
   *
   * @example
   * expect(await client.inclusion(operationId)).toBeIncluded();
   * await expect(client.inclusion(operationId)).resolves.not.toBeIncluded();
   */
  toBeIncluded(): void;
  /**
   * Asserts that a record says "rejected" by the deployment's conventions, and that its note fits if one is expected: a part
   * of any of its texts, a regular expression or an asymmetric matcher for any of them, or members (section 2.3). `.not`:
   * not rejected, or with another note. An `errorName` that the deployment does not name is an error. Sends nothing. Throws
   * an `InconclusiveError` when the record has no `success`, or is rejected without the expected note.
   *
   * @example
   * expect(record).toBeRejected({ note: { errorName: 'NotEnoughGas' } });
   */
  toBeRejected(options?: RejectedOptions): void;
  /**
   * Asserts that a record lists a transaction with the members of a pattern (section 2.3); `.not`, none. Chain types have
   * the neutral names or those of the deployment; one that the deployment does not name is an error. Sends nothing. Throws
   * an `InconclusiveError` when the record has no list; a null list has no transactions.
   *
   * @example
   * expect(record).toHaveInclusionTransaction({ blockchainType: 'ALPHA' });
   */
  toHaveInclusionTransaction<Name extends string>(pattern: InclusionTransactionPattern<Name>): void;
  /**
   * Asserts that a timeline is consistent: no stage goes back, no timestamp decreases, no transaction vanishes, and what is
   * included stays included (assumption). `.not`, that it has an inconsistency. Takes a timeline, or what `waitForInclusion`
   * returned or threw. Throws an `InconclusiveError` when no poll found a stage that the deployment names.
   *
   * @example
   * const { timeline } = await waitForInclusion(client, operationId);
   * expect(timeline).toBeConsistent();
   */
  toBeConsistent(options?: ConsistencyOptions): void;
  /**
   * Asserts that a local deployment has received a request with the members of a pattern; `.not`, none. With `times`, that
   * exactly as many have them. Sends nothing to the service, and does not wait for a request. The pattern can name the members of a
   * `ReceivedRequest`; `request` is the body of a simulation, with neutral names or those of the deployment. A member of
   * `request` that the extension declares needs its type: `toHaveReceivedRequest<typeof extend>(…)`, unless the type of `local`
   * has it. Throws a `UsageError` for a member that nobody declares and no request has, and an `InconclusiveError` when requests
   * that are no longer kept, an answer that is not sent yet, or a masked text could change the outcome.
   *
   * @example
   * await expect(local).toHaveReceivedRequest({ endpoint: 'simulate', request: { shardsKey: '7' } });
   * await expect(local).toHaveReceivedRequest({ endpoint: 'inclusion', operationId }, { times: 1 });
   */
  toHaveReceivedRequest<Extended extends Extension = Extension>(
    pattern: ReceivedRequestPattern<Extended>,
    options?: ReceivedOptions,
  ): Promise<void>;
  /**
   * Asserts that a campaign finds nothing new in a deployment; `.not`, that it finds something. Takes what
   * `defineDeployment` returns, and the options of `runCampaign`. Needs fast-check. Throws an `InconclusiveError` when too
   * much stayed inconclusive, or when the test's own timeout ended the campaign before it found anything.
   *
   * @example
   * await expect(deployment).toSurviveFuzzing({ cases: 500, seed: 7 });
   */
  toSurviveFuzzing(options?: FuzzingOptions): Promise<void>;
}

/** The matchers of {@link CrosscheckMatchers} that take other options without `.not`. */
export interface AffirmedMatchers {
  /** Waits until an operation is included. See {@link CrosscheckMatchers.toReachInclusion}; `forMs` needs `.not`. */
  toReachInclusion(options?: ReachInclusionOptions): Promise<void>;
  /** Waits until an operation reaches a stage. See {@link CrosscheckMatchers.toReachStage}; `forMs` needs `.not`. */
  toReachStage<Name extends string>(stage: StageArgument<Name>, options?: ReachStageOptions): Promise<void>;
}

/** The matchers of {@link CrosscheckMatchers} that take other options after `.not`. */
export interface NegatedMatchers {
  /**
   * Asserts that an operation's message is not included for as long as `forMs` says. The same as `toRemainPending`.
   *
   * @example
   * await expect(operationId).not.toReachInclusion({ forMs: 5_000 });
   */
  toReachInclusion(options: WindowOptions): Promise<void>;
  /**
   * Asserts that an operation does not reach a stage for as long as `forMs` says.
   *
   * @example
   * await expect(operationId).not.toReachStage('collectedInBETA', { forMs: 2_000 });
   */
  toReachStage<Name extends string>(stage: StageArgument<Name>, options: WindowOptions): Promise<void>;
  /** There is no `.not.toRemainPending`: assert `toReachInclusion` instead. */
  toRemainPending: never;
}

/** A runner's assertion with the types of affirmed matchers, and those of negated ones after `.not`. */
export type Typed<Assertion extends { readonly not: unknown }, Affirmed, Negated> = Affirmed &
  Omit<Assertion, 'not' | keyof Affirmed> & {
    readonly not: Omit<Assertion['not'], keyof Negated> & Negated;
  };

/** A runner's assertion without some matchers. Where one of them is called, the compiler shows the reason, which is not callable. */
export type Without<
  Assertion extends { readonly not: unknown },
  Names extends keyof CrosscheckMatchers,
  Reason extends string,
> = Typed<Assertion, Uncallable<Names, Reason>, Uncallable<Names, Reason>>;

type Uncallable<Names extends string, Reason extends string> = {
  readonly [Name in Names]: { readonly [Text in Reason]: never };
};

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

/**
 * Whether a subject is a request of which the compiler knows what it has. If any of its fields may be absent, or it has the names
 * of the deployment's chains (`evmCallParams`), only the deployment can decide whether it is complete.
 */
type IsKnownRequest<Subject> = object extends Subject
  ? false
  : Subject extends LooseSimulationRequest
    ? [Exclude<Extract<keyof Subject, `${string}CallParams`>, 'alphaCallParams'>] extends [never]
      ? Subject extends SimulationRequest
        ? true
        : keyof LooseSimulationRequest extends keyof Subject
          ? false
          : true
      : false
    : false;

/** The last argument: a request that lacks what the default conventions require needs the deployment that takes it. */
type LastArgument<Subject, Extended extends Extension, Request extends LooseSimulationRequest> =
  IsKnownRequest<Subject> extends false
    ? [options?: SimulationMatcherOptions]
    : Subject extends SimulationRequest
      ? [options?: RequestOptions<Subject, Extended, Request>]
      : [
          deploymentThatTakesIt: RequestOptions<Subject, Extended, Request> & {
            readonly deployment: Deployment<Request, Extended>;
          },
        ];

/** The matchers of {@link CrosscheckMatchers} that take a request. Their deployment says what the request must have, and what patterns may have. */
export interface RequestMatchers<Subject> {
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

/** The type of `expect(…)` if `expect(…).not` has a type of its own. */
interface Affirmed {
  readonly not: unknown;
}

/** The type of `expect(…).not` then: it has no `not`. */
interface Negated {
  readonly not?: never;
  readonly toReachInclusion: unknown;
}

/**
 * The matchers for Jest, in which `expect(…).not` has a type of its own, so that waiting matchers take other options there.
 * `Subject` is the type of what `expect` takes.
 *
 * @example
 * import type { CrosscheckAsymmetricMatchers, JestMatchers } from 'crosscheck/matchers';
 *
 * declare module 'expect' {
 *   interface Matchers<R extends void | Promise<void>, T = unknown> extends JestMatchers<T> {}
 *   interface AsymmetricMatchers extends CrosscheckAsymmetricMatchers {}
 * }
 */
export interface JestMatchers<Subject = unknown>
  extends Omit<CrosscheckMatchers, keyof NegatedMatchers | keyof RequestMatchers<unknown>>,
    RequestMatchers<Subject> {
  /** Waits until an operation is included. See {@link CrosscheckMatchers.toReachInclusion}; `forMs` needs `.not`. */
  toReachInclusion(this: Affirmed, options?: ReachInclusionOptions): Promise<void>;
  /** Asserts that an operation is not included for as long as `forMs` says. The same as `toRemainPending`. */
  toReachInclusion(this: Negated, options: WindowOptions): Promise<void>;
  /** Waits until an operation reaches a stage. See {@link CrosscheckMatchers.toReachStage}; `forMs` needs `.not`. */
  toReachStage<Name extends string>(
    this: Affirmed,
    stage: StageArgument<Name>,
    options?: ReachStageOptions,
  ): Promise<void>;
  /** Asserts that an operation does not reach a stage for as long as `forMs` says. */
  toReachStage<Name extends string>(
    this: Negated,
    stage: StageArgument<Name>,
    options: WindowOptions,
  ): Promise<void>;
  /** Asserts that an operation is not included for as long as `forMs` says. It has no `.not`. */
  toRemainPending(this: Affirmed, options: WindowOptions): Promise<void>;
}

/** The asymmetric matchers, for use inside another assertion. */
export interface CrosscheckAsymmetricMatchers {
  /**
   * Matches an outgoing message (section 2.2) with the members of a pattern; other members may be anything.
   *
   * @example
   * expect(response.outMessages).toContainEqual(expect.outMessage({ shardsKey: 7 }));
   */
  outMessage(pattern: OutMessagePattern): AsymmetricPattern;
  /**
   * Matches an operation id: `0x` and 64 hex digits (assumption).
   *
   * @example
   * expect(message).toMatchObject({ operationId: expect.operationId() });
   */
  operationId(): AsymmetricPattern;
  /**
   * Matches an amount, as a decimal text or a bigint, that is equal to the expected one or lies in a range, both ends
   * included.
   *
   * @example
   * expect(asset).toEqual({ amount: expect.amount({ min: '990000000', max: '1000000000' }) });
   */
  amount<Text extends string>(expected: Amount<Text> | Ends<Amount<Text>>): AsymmetricPattern;
}
