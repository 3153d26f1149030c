import { amountArgument, receivedAmount } from './amount-form.js';
import { assertionMessage } from './assertion-message.js';
import { type MatcherContext, type MatcherResult, refuseAsymmetricUse } from './matcher-context.js';
import { simulationLines } from './simulation-lines.js';
import {
  inconclusive,
  type SimulationMatcherOptions,
  type SimulationSubject,
  successfulSimulationOf,
} from './simulation-subject.js';

/**
 * Asserts that a call costs at most an amount: its `estimatedJettonFeeAmount` (section 2.2), which is in the fee
 * asset that the request names, in base units (practice). Negated, that it costs more. The gas and its price are no
 * part of it. Inconclusive without a true verdict, or without a fee that is a decimal integer.
 */
export function toCostAtMost(
  this: MatcherContext,
  received: SimulationSubject,
  amount: bigint | string,
  options?: SimulationMatcherOptions,
): Promise<MatcherResult> {
  refuseAsymmetricUse(this, 'toCostAtMost');
  return judged(this, received, amount, options);
}

async function judged(
  { isNot = false }: MatcherContext,
  received: SimulationSubject,
  amount: bigint | string,
  options?: SimulationMatcherOptions,
): Promise<MatcherResult> {
  const max = amountArgument('toCostAtMost', amount);
  const result = await successfulSimulationOf('toCostAtMost', received, options);
  const { feeAssetAddress } = result.request;
  const expected = `fee ${isNot ? 'more than' : 'at most'} ${max} base units of ${feeAssetAddress || 'the native coin'}`;
  const fee = receivedAmount(result.response.estimatedJettonFeeAmount);
  if (fee === undefined) {
    throw inconclusive(
      'The answer has no estimatedJettonFeeAmount that is a decimal integer below 2^256',
      result,
      expected,
    );
  }
  const lines = (): string[] => simulationLines(result, { expected, received: `fee ${fee}` });
  return {
    pass: fee <= max,
    message: () => assertionMessage('simulation', isNot, `toCostAtMost(${max})`, lines()),
  };
}
