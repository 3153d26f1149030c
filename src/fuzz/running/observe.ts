import type { CaseRequest } from '../../checks/case/case-plan.js';
import type { Observation, RequestSpan } from '../../checks/case/observation.js';
import { failureOf } from '../../client/network-failure.js';
import type { Call } from '../../client/transport.js';
import type { Deployment } from '../../deployment/deployment.js';
import { ReadAnswer } from './read-answer.js';

/**
 * Returns the observation of a request.
 *
 * @throws the reason of the signal that ended the call.
 */
export function observe(
  request: CaseRequest,
  call: Call,
  deployment: Deployment,
  span?: RequestSpan,
): Observation {
  const { outcome, exchange } = call;
  const { durationMs } = exchange;
  if (outcome.kind === 'response') {
    const answer = new ReadAnswer(request.endpoint, call, outcome.response, deployment);
    return { request, answer, durationMs, span };
  }
  if (outcome.kind === 'aborted') throw outcome.error;
  const message = exchange.redact(failureOf(outcome));
  return { request, failure: { kind: outcome.kind, message }, durationMs, span };
}
