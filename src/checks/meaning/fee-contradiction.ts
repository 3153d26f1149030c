import type { FeeParams } from '../../contract/simulation-schema.js';
import type { Check } from '../case/check.js';
import type { Flaw } from '../case/judge-each.js';
import { amountOf } from '../integer-range.js';
import { judgeSimulations } from './judge-meaning.js';

/** The fee parameters of a simulation do not contradict each other. */
export const feeContradiction: Check = {
  name: 'fee-contradiction',
  family: 'meaning',
  severity: 'major',
  about: 'Fee parameters must have no tip without EIP-1559, and no gas price below the base fee.',
  source: 'section 2.2; practice: fee fields that contradict each other',
  judge: judgeSimulations(({ feeParams }) =>
    feeParams ? [...tipFlaws(feeParams), ...priceFlaws(feeParams)] : undefined,
  ),
};

function tipFlaws({ isEip1559, suggestedGasTip }: FeeParams): Flaw[] {
  const tip = amountOf(suggestedGasTip);
  if (isEip1559 !== false || tip === undefined || tip === 0n) return [];
  return [
    {
      path: 'response.feeParams.suggestedGasTip',
      class: 'tip without EIP-1559',
      message: `expected no gas tip where the fee model is not of the EIP-1559 kind, got ${tip}`,
    },
  ];
}

function priceFlaws({ currentBaseFee, suggestedGasPrice }: FeeParams): Flaw[] {
  const [fee, price] = [amountOf(currentBaseFee), amountOf(suggestedGasPrice)];
  if (fee === undefined || price === undefined || price >= fee) return [];
  return [
    {
      path: 'response.feeParams.suggestedGasPrice',
      class: 'price below base fee',
      message: `expected a gas price of at least the base fee ${fee}, got ${price}`,
    },
  ];
}
