import { UsageError } from '../errors.js';
import { inclusionGoal } from './goal.js';
import { type InclusionSubject, operationOf } from './inclusion-subject.js';
import { type MatcherContext, type MatcherResult, refuseAsymmetricUse } from './matcher-context.js';
import { neverWithin } from './never-within.js';
import { type WindowOptions, windowOptions } from './window-options.js';

/**
 * Asserts that an operation's message is not included for as long as `forMs` says. Fails at once when it is; passes
 * early only when a record proves that it never will be: at its end on the destination chain, or, with `failFast: true`,
 * rejected, after which no rollback is awaited. Throws when the window was not seen. The readable name of `.not.toReachInclusion({ forMs })`.
 */
export function toRemainPending(
  this: MatcherContext,
  received: InclusionSubject,
  options: WindowOptions,
): Promise<MatcherResult> {
  refuseAsymmetricUse(this, 'toRemainPending');
  return judged(this, received, options);
}

async function judged(
  context: MatcherContext,
  received: InclusionSubject,
  options: WindowOptions,
): Promise<MatcherResult> {
  if (context.isNot) {
    throw new UsageError('expect(operationId).not.toRemainPending() says it twice', [
      'Write: await expect(operationId).toReachInclusion({ timeoutMs })',
    ]);
  }
  const window = windowOptions(context, 'toRemainPending', options);
  const { operationId, deployment } = await operationOf('toRemainPending', received, window);
  const goal = inclusionGoal('toRemainPending()', deployment);
  const { isReached, message } = await neverWithin(goal, operationId, window);
  return { pass: !isReached, message };
}
