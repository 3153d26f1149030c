import { amountOf } from '../../contract/integer-range.js';
import type { FeeParams } from '../../contract/responses.js';
import type { Check } from '../case/check.js';
import type { Flaw } from '../case/judge-each.js';
import { judgeSimulations } from './judge-meaning.js';

/** The fee parameters of a simulation do not contradict each other. */
export const feeContradiction: Check = {
  name: 'fee-contradiction',
  family: 'meaning',
  severity: 'major',
  about: 'Fee parameters must not have a tip without EIP-1559, or a gas price below the base fee or the tip.',
  source: 'section 2.2; practice: fee fields that contradict each other',
  judge: judgeSimulations(({ feeParams }) =>
    feeParams ? [...tipFlaws(feeParams), ...priceFlaws(feeParams), ...sharedFlaws(feeParams)] : undefined,
  ),
};

function tipFlaws({ isEip1559, suggestedGasTip }: FeeParams): Flaw[] {
  const tip = amountOf(suggestedGasTip);
  if (isEip1559 !== false || tip === undefined || tip === 0n) return [];
  return [
    {
      path: 'response.feeParams.suggestedGasTip',
      class: 'tip without EIP-1559',
      message: `expected no gas tip without an EIP-1559 fee model, got ${tip}`,
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

/** The price of a unit of gas is what the block takes of it, and the tip. */
function sharedFlaws({ suggestedGasPrice, suggestedGasTip }: FeeParams): Flaw[] {
  const [price, tip] = [amountOf(suggestedGasPrice), amountOf(suggestedGasTip)];
  if (price === undefined || tip === undefined || tip <= price) return [];
  return [
    {
      path: 'response.feeParams.suggestedGasTip',
      class: 'tip above price',
      message: `expected a tip of at most the gas price ${price}, got ${tip}`,
    },
  ];
}
