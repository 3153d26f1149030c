import { optionFaults, refuseFaults } from '../internal/options.js';
import { eventually } from './eventually.js';
import { inclusionGoal } from './goal.js';
import { type InclusionSubject, operationOf } from './inclusion-subject.js';
import { type MatcherContext, type MatcherResult, refuseAsymmetricUse } from './matcher-context.js';
import { neverWithin } from './never-within.js';
import { type ReachInclusionOptions, reachInclusionRules } from './reach-options.js';
import { windowOptions } from './window-options.js';

/**
 * Asserts that an operation's message is included in consensus, waiting for it. Takes an operation id or a record.
 * Fails when the time is up, at once when the operation is rejected or ends on the destination chain; throws when
 * nothing could be seen, which is no verdict. Negated, with `forMs`, it is `toRemainPending`.
 */
export function toReachInclusion(
  this: MatcherContext,
  received: InclusionSubject,
  options?: ReachInclusionOptions,
): Promise<MatcherResult> {
  refuseAsymmetricUse(this, 'toReachInclusion');
  return this.isNot ? negated(this, received, options) : judged(this, received, options);
}

async function judged(
  context: MatcherContext,
  received: InclusionSubject,
  options: ReachInclusionOptions = {},
): Promise<MatcherResult> {
  refuseFaults('toReachInclusion has bad options', optionFaults(options, reachInclusionRules));
  const { deployment: _deployment, forMs: _, ...wait } = options;
  const { operationId, deployment } = await operationOf('toReachInclusion', received, options);
  return eventually(context, inclusionGoal('toReachInclusion()', deployment), operationId, wait);
}

async function negated(
  context: MatcherContext,
  received: InclusionSubject,
  options: ReachInclusionOptions | undefined,
): Promise<MatcherResult> {
  const window = windowOptions(context, 'not.toReachInclusion', options);
  const { operationId, deployment } = await operationOf('not.toReachInclusion', received, window);
  const goal = inclusionGoal('not.toReachInclusion()', deployment);
  const { isReached, message } = await neverWithin(goal, operationId, window);
  return { pass: isReached, message };
}
