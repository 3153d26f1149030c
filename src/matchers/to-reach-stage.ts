import { optionFaults, refuseFaults } from '../internal/options.js';
import { eventually } from './eventually.js';
import { stageGoal } from './goal.js';
import { type InclusionSubject, operationOf } from './inclusion-subject.js';
import { type MatcherContext, type MatcherResult, refuseAsymmetricUse } from './matcher-context.js';
import { neverWithin } from './never-within.js';
import { type ReachStageOptions, reachStageRules } from './reach-options.js';
import { windowOptions } from './window-options.js';

/**
 * Asserts that an operation comes to a stage or past it in the deployment's order, waiting for it; a stage that is
 * not in the order must be shown itself. Ends as `toReachInclusion` does. Negated, with `forMs`: that it does not
 * within that time.
 */
export function toReachStage(
  this: MatcherContext,
  received: InclusionSubject,
  stage: string,
  options?: ReachStageOptions,
): Promise<MatcherResult> {
  refuseAsymmetricUse(this, 'toReachStage');
  return this.isNot ? negated(this, received, stage, options) : judged(this, received, stage, options);
}

async function judged(
  context: MatcherContext,
  received: InclusionSubject,
  stage: string,
  options: ReachStageOptions = {},
): Promise<MatcherResult> {
  refuseFaults('toReachStage has bad options', optionFaults(options, reachStageRules));
  const { deployment: _deployment, forMs: _, ...wait } = options;
  const { operationId, deployment } = await operationOf('toReachStage', received, options);
  const goal = stageGoal(stage, deployment, false);
  return eventually(context, goal, operationId, wait);
}

async function negated(
  context: MatcherContext,
  received: InclusionSubject,
  stage: string,
  options: ReachStageOptions | undefined,
): Promise<MatcherResult> {
  const window = windowOptions(context, 'not.toReachStage', options);
  const { operationId, deployment } = await operationOf('not.toReachStage', received, window);
  const goal = stageGoal(stage, deployment, true);
  const { isReached, message } = await neverWithin(
    { ...goal, call: `not.${goal.call}` },
    operationId,
    window,
  );
  return { pass: isReached, message };
}
