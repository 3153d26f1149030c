import { type Evidence, evidenceOf } from '../client/evidence.js';
import { simulationVerdict } from '../contract/verdicts.js';
import type { Expectation } from './case-plan.js';
import type { Observation } from './observation.js';

/** Returns what the outcome of a request proves. */
export function evidenceIn({ answer, failure }: Observation): Evidence {
  const response = answer && { status: answer.status, headers: answer.headers, body: answer.text };
  return evidenceOf({ response, failure });
}

/** Returns whether the outcome of a request proves nothing about it: it was not answered, or not read before a 404. */
export function isInconclusive(observation: Observation): boolean {
  const { expect } = observation.request;
  return isUnanswered(observation) || (isNotFound(observation) && isOpenNotFound(expect));
}

/** Returns whether a request got no answer to judge. After raw bytes, a closed connection is a rejection. */
export function isUnanswered(observation: Observation): boolean {
  const { request, failure } = observation;
  const isRejection = 'wire' in request && failure?.kind === 'closed';
  return evidenceIn(observation).kind === 'no-verdict' && !isRejection;
}

function isNotFound(observation: Observation): boolean {
  return evidenceIn(observation).kind === 'not-found';
}

/** Returns whether a 404 may be about what an invalid request asks for instead of what is wrong with it. */
function isOpenNotFound(expect: Expectation): boolean {
  return expect.kind === 'rejected' && expect.mayNotExist === true;
}

/**
 * Returns whether a request was answered as the interface requires, so that its answer can be judged: a valid call with a
 * verdict, a query with a record that has a stage, an unknown id with a record or a 404, an invalid request with a
 * rejection.
 */
export function isAnsweredAsExpected(observation: Observation): boolean {
  const { answer, failure } = observation;
  const { expect, endpoint } = observation.request;
  const { kind } = evidenceIn(observation);
  if (answer === undefined || kind === 'no-verdict')
    return failure?.kind === 'closed' && (expect.kind === 'rejected' || expect.kind === 'no-server-error');
  const { status, simulation = {}, inclusion } = answer;
  const hasVerdict = simulationVerdict(simulation) !== 'none';
  const isRejection = kind === 'rejection' || kind === 'not-found';
  switch (expect.kind) {
    case 'simulated':
      return hasVerdict;
    case 'known':
      return inclusion?.stage !== undefined || (expect.spelling !== undefined && isRejection);
    case 'unknown':
      return kind === 'not-found' || inclusion !== undefined;
    case 'answered':
      return (status >= 200 && status < 300) || (kind === 'not-found' && expect.exists !== true);
    case 'rejected':
      return isRejection && !(kind === 'not-found' && isOpenNotFound(expect));
    case 'wrong-method':
      return isRejection || status === 501;
    case 'no-server-error':
      return status !== 200 || endpoint !== 'simulate' ? status < 500 : hasVerdict;
  }
}

/**
 * Returns whether an endpoint accepted a valid request. Undefined if the request was not valid, or if a custom endpoint may
 * not have the requested item.
 */
export function isAccepted(observation: Observation): boolean | undefined {
  const { expect } = observation.request;
  const evidence = evidenceIn(observation).kind;
  switch (expect.kind) {
    case 'answered':
      return evidence === 'not-found' && expect.exists !== true ? undefined : evidence === 'answer';
    case 'simulated':
    case 'known':
    case 'unknown':
      return isAnsweredAsExpected(observation) && evidence !== 'rejection';
    default:
      return undefined;
  }
}
