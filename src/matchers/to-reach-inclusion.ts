import { isDeployment } from '../deployment/current-deployment.js';
import type { Deployment } from '../deployment/deployment.js';
import { refuseFaults } from '../errors/refuse-faults.js';
import { UsageError } from '../errors/usage-error.js';
import type { InclusionRecord } from '../http/inclusion-record.js';
import {
  type InclusionError,
  InclusionNotApplicableError,
  InclusionRejectedError,
  InclusionTimeoutError,
} from '../inclusion/inclusion-error.js';
import { waitForInclusion } from '../inclusion/wait-for-inclusion.js';
import { type WaitOptions, waitRules } from '../inclusion/wait-options.js';
import { type OptionRule, optionFaults } from '../internal/options.js';
import { clientOf } from './client-of.js';
import { type MatcherContext, type MatcherResult, refuseAsymmetricUse } from './matcher-context.js';
import { type Awaitable, resolveSubject, wrongSubject } from './subject.js';

/** What `toReachInclusion` takes: everything that `waitForInclusion` does, and the deployment to ask. */
export interface ReachInclusionOptions extends WaitOptions {
  /** The deployment that is asked. Default: the one in force. */
  readonly deployment?: Deployment | undefined;
}

const rules: Record<keyof ReachInclusionOptions, OptionRule> = { ...waitRules, deployment: isDeployment };

/**
 * Asserts that an operation's message is included in consensus, waiting for it. Takes an operation id or a record.
 * Fails when the time is up, at once when the operation is rejected or ends on the destination chain; throws when
 * nothing could be seen, which is no verdict.
 */
export function toReachInclusion(
  this: MatcherContext,
  received: Awaitable<string | InclusionRecord>,
  options?: ReachInclusionOptions,
): Promise<MatcherResult> {
  refuseAsymmetricUse(this, 'toReachInclusion');
  return judged(this, received, options);
}

async function judged(
  { isNot }: MatcherContext,
  received: Awaitable<string | InclusionRecord>,
  options: ReachInclusionOptions = {},
): Promise<MatcherResult> {
  refuseFaults('toReachInclusion has bad options', optionFaults(options, rules));
  if (isNot) throw negated();
  const { deployment, ...waitOptions } = options;
  const operationId = operationIdOf(await resolveSubject(received, options.signal));
  try {
    const { record } = await waitForInclusion(clientOf(deployment), operationId, waitOptions);
    return { pass: true, actual: record, message: () => `expect(operationId).not.toReachInclusion()` };
  } catch (error) {
    const ending = verdictText(error);
    if (ending === undefined) throw error;
    const { details } = error as InclusionError;
    return {
      pass: false,
      message: () => `expect(operationId).toReachInclusion() ${ending}\n\n${details.join('\n')}`,
    };
  }
}

/** What a wait's error says of the operation; undefined when it says nothing of it. */
function verdictText(error: unknown): string | undefined {
  if (error instanceof InclusionTimeoutError) return 'timed out';
  if (error instanceof InclusionRejectedError) return 'failed: the operation was rejected';
  if (error instanceof InclusionNotApplicableError)
    return 'failed: the operation ends on the destination chain';
  return undefined;
}

function operationIdOf(subject: string | InclusionRecord): string {
  const operationId = typeof subject === 'object' && subject !== null ? subject.operationId : subject;
  if (typeof operationId === 'string' && operationId !== '') return operationId;
  throw wrongSubject('toReachInclusion', 'an operation id, or a record of client.inclusion', subject);
}

function negated(): UsageError {
  return new UsageError('expect(operationId).not.toReachInclusion() does not say for how long', [
    'It would pass at the first "not yet". Wait for the opposite with a time of your own instead:',
    'await expect(waitForInclusion(client, operationId, { timeoutMs })).rejects.toThrow(InclusionTimeoutError)',
  ]);
}
