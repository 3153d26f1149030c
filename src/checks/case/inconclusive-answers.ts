import { type Evidence, evidenceOf } from '../../client/evidence.js';
import type { Observation } from './observation.js';

/** Returns what the outcome of a request proves. */
export function evidenceIn({ answer, failure }: Observation): Evidence {
  const response = answer && { status: answer.status, headers: answer.headers, body: answer.text };
  return evidenceOf({ response, failure });
}

/** Returns whether the outcome of a request proves nothing about it. */
export function isInconclusive(observation: Observation): boolean {
  return evidenceIn(observation).kind === 'no-verdict';
}
