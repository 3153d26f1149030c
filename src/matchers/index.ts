/**
 * `crosscheck/matchers`: the matchers without a test runner, for `expect.extend(matchers)` in Jest or Vitest.
 * `crosscheck/vitest` registers them by itself.
 */

export type { ChainName, CustomChains, CustomStages, Stage } from '../contract/names.js';
export { type FollowOptions, followTests, type TestHooks } from '../running-test/follow-tests.js';
export type {
  AffirmedMatchers,
  CrosscheckAsymmetricMatchers,
  CrosscheckMatchers,
  JestMatchers,
  NegatedMatchers,
  RequestMatchers,
} from './crosscheck-matchers.js';
export { type EqualityTester, equalityTesters, resultTesters } from './equality.js';
export type { ContractError, ErrorArgument, FailurePredicate, FailureReason } from './failure-reason.js';
export type {
  InclusionSubject,
  ReachInclusionOptions,
  ReachStageOptions,
  StageArgument,
  WindowOptions,
} from './inclusion-matchers.js';
export type { MatcherContext, MatcherResult } from './matcher.js';
export { type FuzzingSubject, matchers } from './matchers.js';
export type { AsymmetricPattern, Pattern } from './pattern.js';
export type { Amount, Ends } from './ranges.js';
export type {
  ReceivedOptions,
  ReceivedRequestPattern,
  ReceivedSubject,
  ReceivingDeployment,
} from './received-matchers.js';
export type {
  ConsistencyOptions,
  InclusionTransactionPattern,
  NotePattern,
  RejectedOptions,
} from './record-matchers.js';
export type {
  Gas,
  OutMessagePattern,
  SimulationMatcherOptions,
  SimulationPattern,
  SimulationSubject,
} from './simulation-matchers.js';
export { type SnapshotSerializer, snapshotSerializer } from './snapshot-serializer.js';
export type { Awaitable } from './subject.js';
export type { FuzzingOptions } from './to-survive-fuzzing.js';
