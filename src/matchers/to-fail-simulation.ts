import { isUnreadableRevert } from '../checks/decoded-error.js';
import type { FailureReason } from '../checks/failure-reason.js';
import { simulationVerdict } from '../checks/simulation-verdict.js';
import type { Exchange } from '../client/exchange.js';
import { assertionMessage } from './assertion-message.js';
import { differenceLines } from './difference-lines.js';
import { type FailureArguments, failureArguments } from './failure-arguments.js';
import { failureDifferences, isContractError, needsText, reasonText } from './failure-reason.js';
import { type MatcherContext, type MatcherResult, refuseAsymmetricUse } from './matcher-context.js';
import { simulationLines } from './simulation-lines.js';
import { inconclusive, type SimulationSubject, simulationOf, withoutVerdict } from './simulation-subject.js';

/**
 * Asserts that a simulation's verdict is false (section 7), and for the given reason if there is one. Negated: that
 * the verdict is true, or with a reason, that it is true or false for another reason. An answer without a verdict,
 * and with a reason one that does not say why, is an error in both polarities.
 */
export function toFailSimulation(
  this: MatcherContext,
  received: SimulationSubject,
  ...given: FailureArguments
): Promise<MatcherResult> {
  refuseAsymmetricUse(this, 'toFailSimulation');
  return judged(this, received, given);
}

async function judged(
  { isNot = false }: MatcherContext,
  received: SimulationSubject,
  given: FailureArguments,
): Promise<MatcherResult> {
  const { reason, options } = failureArguments(given);
  const result = await simulationOf('toFailSimulation', received, options);
  const expected = expectation(reason, isNot, result.exchange);
  const verdict = simulationVerdict(result.response);
  if (verdict === 'none') throw withoutVerdict(result, expected);
  if (verdict === 'failure' && needsText(reason) && !result.response.simulationError) {
    throw inconclusive('The simulation fails and does not say why', result, expected);
  }
  const differing = verdict === 'failure' ? failureDifferences(result.response, reason) : [];
  if (differing.length > 0 && isUnreadable(result.response.simulationError, reason))
    throw inconclusive('The simulation fails with an error that does not say why', result, expected);
  const lines = (): string[] => {
    // Below a text that was not found the error itself says all.
    const details = isContractError(reason) ? differenceLines(differing, result.exchange) : [];
    return simulationLines(result, { expected, details });
  };
  return {
    pass: verdict === 'failure' && differing.length === 0,
    message: () =>
      assertionMessage(
        'simulation',
        isNot,
        `toFailSimulation(${reason === undefined ? '' : 'reason'})`,
        lines(),
      ),
  };
}

/** A revert without a reason fits no reason and refutes none; revert data that nobody read neither name an error nor rule it out. */
function isUnreadable(text: string | undefined, reason: FailureReason | undefined): boolean {
  if (!needsText(reason)) return false;
  const kind = isUnreadableRevert(text ?? '');
  return kind === 'no-reason' || (kind === 'raw-data' && isContractError(reason));
}

function expectation(reason: FailureReason | undefined, isNot: boolean, exchange: Exchange): string {
  if (reason === undefined) return `simulationStatus ${isNot}`;
  const text = reasonText(reason, exchange);
  return isNot ? `simulationStatus true, or false without ${text}` : `simulationStatus false with ${text}`;
}
