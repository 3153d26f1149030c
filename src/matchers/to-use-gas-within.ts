import { isWithin } from '../checks/integer-range.js';
import { assertionMessage } from './assertion-message.js';
import { type EndForm, type Ends, integerRange, rangeText } from './integer-range.js';
import { type MatcherContext, type MatcherResult, refuseAsymmetricUse } from './matcher-context.js';
import { simulationLines } from './simulation-lines.js';
import {
  inconclusive,
  type SimulationMatcherOptions,
  type SimulationSubject,
  successfulSimulationOf,
} from './simulation-subject.js';

/** An amount of gas. */
export type Gas = bigint | number;

const gas: EndForm = {
  read: (value) => {
    const integer = Number.isSafeInteger(value) ? BigInt(value as number) : value;
    return typeof integer === 'bigint' && integer >= 0n ? integer : undefined;
  },
  takes: 'an integer of at least 0, as a bigint or a number',
};

const mostGas = 2n ** 64n - 1n;

/**
 * Asserts that the estimated gas of a call (section 2.2) lies within a range, both ends included, or is at most a
 * number; negated, that it lies outside. Inconclusive without a true verdict, without an estimate,
 * or with one that cannot be: 0, below it, or beyond 64 bits.
 */
export function toUseGasWithin(
  this: MatcherContext,
  received: SimulationSubject,
  limits: Gas | Ends<Gas>,
  options?: SimulationMatcherOptions,
): Promise<MatcherResult> {
  refuseAsymmetricUse(this, 'toUseGasWithin');
  return judged(this, received, limits, options);
}

async function judged(
  { isNot = false }: MatcherContext,
  received: SimulationSubject,
  limits: Gas | Ends<Gas>,
  options?: SimulationMatcherOptions,
): Promise<MatcherResult> {
  const range = integerRange('toUseGasWithin', typeof limits === 'object' ? limits : { max: limits }, gas);
  const result = await successfulSimulationOf('toUseGasWithin', received, options);
  const expected = `gas ${isNot ? 'not ' : ''}${rangeText(range)}`;
  const { estimatedGas } = result.response;
  if (estimatedGas === undefined) throw inconclusive('The answer has no estimatedGas', result, expected);
  // Every call that succeeds uses some gas, and block gas limits are 64-bit numbers.
  if (typeof estimatedGas !== 'bigint' || !isWithin(estimatedGas, { min: 1n, max: mostGas }))
    throw inconclusive(
      `The estimatedGas ${estimatedGas} is no amount of gas that a call can use`,
      result,
      expected,
    );
  const lines = (): string[] => simulationLines(result, { expected, received: `gas ${estimatedGas}` });
  return {
    pass: isWithin(estimatedGas, range),
    message: () => assertionMessage('simulation', isNot, 'toUseGasWithin(limits)', lines()),
  };
}
