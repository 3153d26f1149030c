import { AssertionError } from 'node:assert';
import type { InclusionRecord, SimulationResult } from '../client/results.js';
import type { Extension } from '../contract/extension.js';
import type { LooseSimulationRequest } from '../contract/simulation-request.js';
import { type AssertionFailure, assertionNames, assertWith } from '../matchers/assert-with.js';
import type {
  CrosscheckAsymmetricMatchers,
  CrosscheckMatchers,
  NegatedMatchers,
} from '../matchers/crosscheck-matchers.js';
import type { FailureReason } from '../matchers/failure-reason.js';
import type {
  InclusionSubject,
  ReachInclusionOptions,
  ReachStageOptions,
  StageArgument,
  WindowOptions,
} from '../matchers/inclusion-matchers.js';
import type { MatcherContext, MatcherResult } from '../matchers/matcher.js';
import { type assertionMatchers, asymmetricMatchers } from '../matchers/matchers.js';
import type { Amount } from '../matchers/ranges.js';
import type {
  ReceivedOptions,
  ReceivedRequestPattern,
  ReceivingDeployment,
} from '../matchers/received-matchers.js';
import type { InclusionTransactionPattern } from '../matchers/record-matchers.js';
import type {
  OutMessagePattern,
  SimulationMatcherOptions,
  SimulationPattern,
  SimulationSubject,
} from '../matchers/simulation-matchers.js';
import type { Awaitable } from '../matchers/subject.js';

/** Every matcher as a function. */
type FunctionsOfMatchers = {
  readonly [Name in keyof CrosscheckMatchers]: (
    received: Parameters<(typeof assertionMatchers)[Name]>[0],
    ...args: Parameters<CrosscheckMatchers[Name]>
  ) => ReturnType<CrosscheckMatchers[Name]>;
};

/** The functions with overloads or type parameters, which cannot be derived: TypeScript would keep only the last overload, and no literals. */
interface GenericAssertions {
  /** See {@link CrosscheckMatchers.toFailSimulation}. */
  toFailSimulation(received: SimulationSubject, options?: SimulationMatcherOptions): Promise<void>;
  toFailSimulation(
    received: SimulationSubject,
    reason: FailureReason,
    options?: SimulationMatcherOptions,
  ): Promise<void>;
  /** See {@link CrosscheckMatchers.toMatchSimulation}. */
  toMatchSimulation<Extended extends Extension = Extension>(
    received: Awaitable<LooseSimulationRequest | SimulationResult<Extended>>,
    pattern: SimulationPattern<Extended>,
    options?: SimulationMatcherOptions,
  ): Promise<void>;
  /** See {@link CrosscheckMatchers.toEmitOutMessage}. */
  toEmitOutMessage<Extended extends Extension = Extension>(
    received: Awaitable<LooseSimulationRequest | SimulationResult<Extended>>,
    pattern: OutMessagePattern<Extended>,
    options?: SimulationMatcherOptions,
  ): Promise<void>;
  /** See {@link CrosscheckMatchers.toHaveReceivedRequest}. */
  toHaveReceivedRequest<Extended extends Extension = Extension>(
    received: Awaitable<ReceivingDeployment<Extended>>,
    pattern: ReceivedRequestPattern<Extended>,
    options?: ReceivedOptions,
  ): Promise<void>;
  /** See {@link CrosscheckMatchers.toCostAtMost}. */
  toCostAtMost<Text extends string>(
    received: SimulationSubject,
    amount: Amount<Text>,
    options?: SimulationMatcherOptions,
  ): Promise<void>;
  /** See {@link CrosscheckMatchers.toHaveInclusionTransaction}. */
  toHaveInclusionTransaction<Name extends string>(
    received: InclusionRecord,
    pattern: InclusionTransactionPattern<Name>,
  ): void;
}

/** The functions for matchers that take the same arguments with and without negation. */
interface EitherAssertions
  extends GenericAssertions,
    Omit<FunctionsOfMatchers, keyof GenericAssertions | keyof NegatedMatchers> {}

/** The functions that assert the opposite: `assertions.not.toBeIncluded(record)` is `expect(record).not.toBeIncluded()`. */
export interface NegatedAssertions extends EitherAssertions {
  /** See {@link NegatedMatchers.toReachInclusion}. */
  toReachInclusion(received: InclusionSubject, options: WindowOptions): Promise<void>;
  /** See {@link NegatedMatchers.toReachStage}. */
  toReachStage<Name extends string>(
    received: InclusionSubject,
    stage: StageArgument<Name>,
    options: WindowOptions,
  ): Promise<void>;
}

/**
 * The matchers of {@link CrosscheckMatchers} as functions, whose first argument is what `expect` takes:
 * `assertions.toBeIncluded(record)` is `expect(record).toBeIncluded()`.
 */
export interface Assertions extends EitherAssertions {
  /** See {@link CrosscheckMatchers.toReachInclusion}. */
  toReachInclusion(received: InclusionSubject, options?: ReachInclusionOptions): Promise<void>;
  /** See {@link CrosscheckMatchers.toReachStage}. */
  toReachStage<Name extends string>(
    received: InclusionSubject,
    stage: StageArgument<Name>,
    options?: ReachStageOptions,
  ): Promise<void>;
  /** See {@link CrosscheckMatchers.toRemainPending}. */
  toRemainPending(received: InclusionSubject, options: WindowOptions): Promise<void>;
  /** The functions that assert the opposite. */
  readonly not: NegatedAssertions;
}

/**
 * Every matcher as a function, for runners without an `expect`, such as `node:test`. Throws an `AssertionError` of `node:assert` if the
 * assertion does not hold; what is inconclusive, or an invalid call, has its own error. Await the asynchronous ones.
 *
 * @example
 * await assertions.toReachInclusion(operationId, { timeoutMs: 180_000 });
 * await assertions.not.toReachInclusion(operationId, { forMs: 5_000 });
 */
export const assertions: Assertions = { ...functions(false), not: functions(true) } as never;

type Assert = (...args: readonly unknown[]) => void | Promise<void>;

function functions(isNot: boolean): Readonly<Record<string, Assert>> {
  const errorOf = (failure: AssertionFailure): AssertionError => new AssertionError(failure);
  return Object.fromEntries(
    assertionNames.map((name) => {
      const entry: Assert = (...args) => assertWith({ isNot, entry, errorOf }, name, args);
      return [name, entry];
    }),
  );
}

/** The matchers for parts of a pattern, as `expect` has them in other runners. */
export interface Patterns extends CrosscheckAsymmetricMatchers {
  /** What these match does not match. An absent value does not match either. */
  readonly not: CrosscheckAsymmetricMatchers;
}

/**
 * The matchers for parts of a pattern: `patterns.amount(…)` is `expect.amount(…)`.
 *
 * @example
 * await assertions.toEmitOutMessage(request, { tokensBurned: [{ amount: patterns.amount({ min: 1n }) }] });
 */
export const patterns: Patterns = { ...asymmetric(false), not: asymmetric(true) };

function asymmetric(inverse: boolean): CrosscheckAsymmetricMatchers {
  return Object.fromEntries(
    Object.entries(asymmetricMatchers).map(([name, matcher]) => [
      name,
      (...sample: readonly unknown[]) => ({
        inverse,
        sample,
        asymmetricMatch: (received: unknown) =>
          (matcher as Immediate).call({ isNot: inverse }, received, ...sample).pass !== inverse,
        toString: () => `${inverse ? 'not.' : ''}${name}`,
      }),
    ]),
  ) as never;
}

type Immediate = (this: MatcherContext, ...args: readonly unknown[]) => MatcherResult;
