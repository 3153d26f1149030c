import { simulationVerdict } from '../checks/simulation-verdict.js';
import { assertionMessage } from './assertion-message.js';
import { type MatcherContext, type MatcherResult, refuseAsymmetricUse } from './matcher-context.js';
import { simulationLines } from './simulation-lines.js';
import {
  type SimulationMatcherOptions,
  type SimulationSubject,
  simulationOf,
  withoutVerdict,
} from './simulation-subject.js';

/**
 * Asserts that a simulation's verdict is true; negated, that it is false. Takes a request, which it sends, or the
 * result of `client.simulate`. An answer without a verdict, or none at all, is an error in both polarities.
 */
export function toSimulateSuccessfully(
  this: MatcherContext,
  received: SimulationSubject,
  options?: SimulationMatcherOptions,
): Promise<MatcherResult> {
  refuseAsymmetricUse(this, 'toSimulateSuccessfully');
  return judged(this, received, options);
}

async function judged(
  { isNot = false }: MatcherContext,
  received: SimulationSubject,
  options?: SimulationMatcherOptions,
): Promise<MatcherResult> {
  const result = await simulationOf('toSimulateSuccessfully', received, options);
  const verdict = simulationVerdict(result.response);
  const expected = `simulationStatus ${!isNot}`;
  if (verdict === 'none') throw withoutVerdict(result, expected);
  return {
    pass: verdict === 'success',
    message: () =>
      assertionMessage(
        'simulation',
        isNot,
        'toSimulateSuccessfully()',
        simulationLines(result, { expected }),
      ),
  };
}
