/**
 * `crosscheck/matchers`: the matchers without a test runner, for `expect.extend(matchers)` in Jest or Vitest.
 * `crosscheck/vitest` registers them by itself.
 */
import { toReachInclusion } from './to-reach-inclusion.js';
import { toSimulateSuccessfully } from './to-simulate-successfully.js';

/** Every matcher, as `expect.extend` takes them. */
export const matchers = { toReachInclusion, toSimulateSuccessfully };

export { type Configuration, configure } from '../deployment/current-deployment.js';
export type { MatcherContext, MatcherResult } from './matcher-context.js';
export type { Awaitable } from './subject.js';
export type { ReachInclusionOptions } from './to-reach-inclusion.js';
export type { SimulationMatcherOptions } from './to-simulate-successfully.js';
