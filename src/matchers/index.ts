/**
 * `crosscheck/matchers`: the matchers without a test runner, for `expect.extend(matchers)` in Jest or Vitest.
 * `crosscheck/vitest` registers them by itself.
 */
export { type Configuration, configure, currentDeployment } from '../deployment/current-deployment.js';
export type { MatcherContext, MatcherResult } from './matcher-context.js';
export { matchers } from './matchers.js';
export type { Awaitable } from './subject.js';
export type { ReachInclusionOptions } from './to-reach-inclusion.js';
export type { SimulationMatcherOptions } from './to-simulate-successfully.js';
