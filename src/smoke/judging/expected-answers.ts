import { stalenessOf } from '../../client/evidence.js';
import { simulationVerdict } from '../../contract/verdicts.js';
import type { Asked, SmokeRun } from '../smoke-run.js';

/** Returns whether an answer is a simulation with a verdict, true or false. */
export function hasVerdict({ observation: { answer } }: Asked): boolean {
  return answer?.simulation !== undefined && simulationVerdict(answer.simulation) !== 'none';
}

/**
 * Returns whether an answer is of the kind that its request asks for: a verdict, a record with a stage, or a 404 for an
 * unknown operation. Rejections, empty answers and cached ones do not show how the service works.
 */
export function isExpectedAnswer(run: SmokeRun, asked: Asked): boolean {
  const { request, answer } = asked.observation;
  if (stalenessOf(asked.call.exchange.response) !== undefined) return false;
  if (request.endpoint === 'simulate') return hasVerdict(asked);
  if (request.expect.kind === 'unknown' && answer?.status === 404) return !run.isNotFoundOpen;
  return answer?.inclusion !== undefined && Object.values(answer.inclusion).some((member) => member != null);
}
