import { simulationVerdict } from '../../contract/verdicts.js';
import type { Asked } from '../smoke-run.js';

/** Tells whether an answer is a simulation with a verdict, whichever. */
export function hasVerdict({ observation: { answer } }: Asked): boolean {
  return answer?.simulation !== undefined && simulationVerdict(answer.simulation) !== 'none';
}

/**
 * Tells whether an answer is what its request is for: a verdict, a record that says something of the operation, or a 404
 * where nothing is to be known of it. A rejection and an empty answer are not: they say nothing of how the service works.
 */
export function isExpectedAnswer(asked: Asked): boolean {
  const { request, answer } = asked.observation;
  if (request.endpoint === 'simulate') return hasVerdict(asked);
  if (request.expect.kind === 'unknown' && answer?.status === 404) return true;
  return answer?.inclusion !== undefined && Object.values(answer.inclusion).some((member) => member != null);
}
