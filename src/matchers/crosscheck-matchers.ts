import type { FailureReason } from './failure-reason.js';
import type {
  ReachInclusionOptions,
  ReachStageOptions,
  StageArgument,
  WindowOptions,
} from './inclusion-matchers.js';
import type { AsymmetricPattern } from './pattern.js';
import type { Amount, Ends } from './ranges.js';
import type { ConsistencyOptions, InclusionTransactionPattern, RejectedOptions } from './record-matchers.js';
import type {
  Gas,
  OutMessagePattern,
  SimulationMatcherOptions,
  SimulationPattern,
} from './simulation-matchers.js';
import type { FuzzingOptions } from './to-survive-fuzzing.js';

/** The matchers as assertions are written with them. A test runner's types are merged with it: see the README. */
export interface CrosscheckMatchers {
  /**
   * Asserts that a simulation's verdict is true (section 7); `.not`, that it is false. Takes a request, which it
   * sends, or the result of `client.simulate`; an answer without a verdict is an error in both polarities.
   *
   * @example
   * await expect(request).toSimulateSuccessfully();
   * await expect(request, 'too little output').not.toSimulateSuccessfully();
   */
  toSimulateSuccessfully(options?: SimulationMatcherOptions): Promise<void>;
  /**
   * Asserts that a simulation's verdict is false (section 7), and for the given reason if there is one: a text
   * that the error contains, an expression or an asymmetric matcher that the error text fits, the error of a
   * contract, or a predicate. Undefined is no reason and is refused. `.not` passes on a true verdict, and with a
   * reason also on a false one for another reason.
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
   * Asserts that a simulation's `response` (section 2.2) has the members of a pattern; the others may be anything.
   * An integer may be written as a bigint, a number or a decimal text. `.not` passes when a named member differs.
   * Inconclusive when nothing differs but members that are absent; `undefined` in a pattern says absent.
   * A pattern that no answer can fit, for a misspelt member or a RegExp in it, is refused.
   *
   * @example
   * await expect(request).toMatchSimulation({ simulationStatus: true, feeParams: { isEip1559: true } });
   */
  toMatchSimulation(pattern: SimulationPattern, options?: SimulationMatcherOptions): Promise<void>;
  /**
   * Asserts that a call produces at least one outgoing message with the members of a pattern; `.not`, none.
   * `outMessages` that are null are none. Inconclusive unless the verdict is true, and when `outMessages` are absent or
   * a message lacks the members that are asked for.
   *
   * @example
   * await expect(request).toEmitOutMessage({ tokensBurned: [{ amount: 1_000_000_000n }] });
   */
  toEmitOutMessage(pattern: OutMessagePattern, options?: SimulationMatcherOptions): Promise<void>;
  /**
   * Asserts how many outgoing messages a call produces; null is none. Inconclusive unless the verdict is true, and when
   * `outMessages` are absent.
   *
   * @example
   * await expect(request).toHaveOutMessageCount(1);
   */
  toHaveOutMessageCount(count: number, options?: SimulationMatcherOptions): Promise<void>;
  /**
   * Asserts that the estimated gas of a call (section 2.2) lies within limits, both included; a number alone is
   * the upper one. Inconclusive unless the verdict is true and there is an estimate that can be: above 0, in 64 bits.
   *
   * @example
   * await expect(request).toUseGasWithin({ min: 21_000, max: 300_000 });
   * await expect(request).toUseGasWithin(300_000n);
   */
  toUseGasWithin(limits: Gas | Ends<Gas>, options?: SimulationMatcherOptions): Promise<void>;
  /**
   * Asserts that the `estimatedJettonFeeAmount` of a call (section 2.2) is at most an amount: base units of the
   * fee asset that the request names (practice). Inconclusive unless the verdict is true and there is such a fee.
   *
   * @example
   * await expect(request).toCostAtMost('250000000');
   */
  toCostAtMost(amount: Amount, options?: SimulationMatcherOptions): Promise<void>;
  /**
   * Asserts that an operation's message is included in consensus on the source chain, waiting for it. Takes an
   * operation id, or a record of `client.inclusion`. Fails at once when the operation is rejected; throws when
   * nothing could be seen. The wait ends 250 ms before the test does. Inside `expect.poll` it is one look.
   * `.not` needs `forMs` and is `toRemainPending`.
   *
   * @example
   * await expect(operationId).toReachInclusion({ timeoutMs: 180_000 });
   */
  toReachInclusion(options?: ReachInclusionOptions | WindowOptions): Promise<void>;
  /**
   * Asserts that an operation comes to a stage or past it in the deployment's order, waiting for it; a stage that
   * is not in the order must be shown itself, and has no `.not`. Takes and ends as `toReachInclusion`. `.not` needs
   * `forMs`: that it does not within that time. A `UsageError` where the deployment names no stages.
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
   * Asserts that an operation's message is not included for as long as `forMs` says. Fails at once when it is;
   * passes early only when a record proves that it never will be, which a rejection does not. An `InconclusiveError` unless at least two looks
   * could see, one of them at the end; a 404 counts only where the observer does not answer every path alike. Has no `.not`: that is `toReachInclusion`.
   *
   * @example
   * await expect(operationId).toRemainPending({ forMs: 5_000 });
   */
  toRemainPending(options: WindowOptions): Promise<void>;
  /**
   * Asserts that a record says "included" by the deployment's conventions; `.not`, that it says anything else.
   * Asks nobody. An `InconclusiveError` when the record has no stage, one that the deployment does not name, or comes
   * from a cache.
   *
   * @example
   * expect(await client.inclusion(operationId)).toBeIncluded();
   * await expect(client.inclusion(operationId)).resolves.not.toBeIncluded();
   */
  toBeIncluded(): void;
  /**
   * Asserts that a record says "rejected" by the deployment's conventions, and its note what is asked: a part of
   * any of its texts, an expression or an asymmetric matcher for any of them, or members (section 2.3). `.not`: not
   * rejected, or for another reason. An `InconclusiveError` when it is rejected without the note that is asked for, or has no `success`.
   * Asks nobody.
   *
   * @example
   * expect(record).toBeRejected({ note: { errorName: 'NotEnoughGas' } });
   */
  toBeRejected(options?: RejectedOptions): void;
  /**
   * Asserts that a record lists a transaction with the members of a pattern (section 2.3), chain types neutral or as the
   * deployment writes them; `.not`, none like it. Asks nobody. An `InconclusiveError` when there is no list, and an error
   * for a chain type that the deployment does not name.
   *
   * @example
   * expect(record).toHaveInclusionTransaction({ blockchainType: 'ALPHA' });
   */
  toHaveInclusionTransaction(pattern: InclusionTransactionPattern): void;
  /**
   * Asserts that a timeline can be right: no stage goes back, no timestamp decreases, no transaction vanishes,
   * what is included stays included (assumption). Takes also what `waitForInclusion` gave or threw. `.not`, that
   * something in it cannot be. An `InconclusiveError` when no look saw a stage that the deployment names.
   *
   * @example
   * const { timeline } = await waitForInclusion(client, operationId);
   * expect(timeline).toBeConsistent();
   */
  toBeConsistent(options?: ConsistencyOptions): void;
  /**
   * Asserts that a campaign finds nothing new in a deployment; `.not`, that it finds something. Takes what
   * `defineDeployment` gives, and the options of `runCampaign`; needs fast-check. An `InconclusiveError` when too
   * little could be seen, or when the test's own timeout cut the campaign short before it found anything.
   *
   * @example
   * await expect(deployment).toSurviveFuzzing({ cases: 500, seed: 7 });
   */
  toSurviveFuzzing(options?: FuzzingOptions): Promise<void>;
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
}

/** The matchers that stand inside another assertion, as `expect` has them. */
export interface CrosscheckAsymmetricMatchers {
  /**
   * Matches an outgoing message (section 2.2) with the members of a pattern; the others may be anything.
   *
   * @example
   * expect(response.outMessages).toContainEqual(expect.outMessage({ shardsKey: 7 }));
   */
  outMessage(pattern: OutMessagePattern): AsymmetricPattern;
  /**
   * Matches an operation id: `0x` and 64 hex digits (practice).
   *
   * @example
   * expect(message).toMatchObject({ operationId: expect.operationId() });
   */
  operationId(): AsymmetricPattern;
  /**
   * Matches an amount, a decimal text or a bigint, that is the expected one or lies in a range, both ends included.
   *
   * @example
   * expect(asset).toEqual({ amount: expect.amount({ min: '990000000', max: '1000000000' }) });
   */
  amount(expected: Amount | Ends<Amount>): AsymmetricPattern;
}
