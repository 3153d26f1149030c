/**
 * `crosscheck/matchers`: the matchers without a test runner, for `expect.extend(matchers)` in Jest or Vitest.
 * `crosscheck/vitest` registers them by itself.
 */

export { type EqualityTester, equalityTesters, resultTesters } from '../checks/equality-testers.js';
export type {
  ContractError,
  ErrorArgument,
  FailurePredicate,
  FailureReason,
} from '../checks/failure-reason.js';
export type { AsymmetricPattern, Pattern } from '../checks/pattern.js';
export { type Configuration, configure, currentDeployment } from '../deployment/current-deployment.js';
export type { Amount } from './amount.js';
export type { CrosscheckAsymmetricMatchers, CrosscheckMatchers } from './crosscheck-matchers.js';
export type { InclusionSubject } from './inclusion-subject.js';
export type { Ends } from './integer-range.js';
export type { MatcherContext, MatcherResult } from './matcher-context.js';
export { matchers } from './matchers.js';
export type { ReachInclusionOptions, ReachStageOptions } from './reach-options.js';
export type { SimulationMatcherOptions, SimulationSubject } from './simulation-subject.js';
export { type SnapshotSerializer, snapshotSerializer } from './snapshot-serializer.js';
export type { Awaitable } from './subject.js';
export type { AdvanceOptions } from './to-be-consistent.js';
export type { NotePattern, RejectedOptions } from './to-be-rejected.js';
export type { OutMessagePattern } from './to-emit-out-message.js';
export type { InclusionTransactionPattern } from './to-have-inclusion-transaction.js';
export type { SimulationPattern } from './to-match-simulation.js';
export type { FuzzingOptions, FuzzingSubject } from './to-survive-fuzzing.js';
export type { Gas } from './to-use-gas-within.js';
export type { WindowOptions } from './window-options.js';
