import type { CaseRequest } from '../../checks/case/case-plan.js';
import { unknownInclusionRequest } from '../../checks/case/inclusion-request.js';
import type { Answer, Observation, RequestSpan } from '../../checks/case/observation.js';
import { failureOf } from '../../client/network-failure.js';
import type { Call } from '../../client/transport.js';
import type { Deployment } from '../../deployment/deployment.js';
import { ReadAnswer } from './read-answer.js';

/**
 * Returns the observation of a request.
 *
 * @param retried - Earlier calls of the same request.
 * @throws the reason of the signal that ended the call.
 */
export function observe(
  request: CaseRequest,
  call: Call,
  deployment: Deployment,
  span?: RequestSpan,
  retried: readonly Call[] = [],
): Observation {
  const { outcome, exchange } = call;
  const { durationMs } = exchange;
  const answersOf = (one: Call): Answer[] =>
    one.outcome.kind === 'response'
      ? [new ReadAnswer(request.endpoint, one, one.outcome.response, deployment)]
      : [];
  const common = {
    request,
    durationMs,
    span,
    ...(retried.length > 0 ? { retried: retried.flatMap(answersOf) } : {}),
  };
  if (outcome.kind === 'response') return { ...common, answer: answersOf(call)[0] };
  if (outcome.kind === 'aborted') throw outcome.error;
  const message = exchange.redact(failureOf(outcome));
  return { ...common, failure: { kind: outcome.kind, message } };
}

/** Returns the observations of two control requests: a valid call, and a query for an unknown id. */
export function observeControls(
  [simulated, included]: readonly [Call, Call],
  deployment: Deployment,
): Observation[] {
  const valid = { endpoint: 'simulate', expect: { kind: 'simulated', request: {} } } as const;
  return [
    observe(valid, simulated, deployment),
    observe(unknownInclusionRequest(deployment), included, deployment),
  ];
}
