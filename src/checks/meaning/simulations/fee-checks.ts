import { rawBetaAddress } from '../../../contract/addresses.js';
import { amountOf } from '../../../contract/integer-range.js';
import type { FeeParams } from '../../../contract/responses.js';
import { type CaseSimulation, caseSimulations, caseSuccesses, pairsOf } from '../../case/case-simulations.js';
import type { Check, Violation } from '../../case/check.js';

export const unstableFeeParams: Check = {
  name: 'unstable-fee-params',
  family: 'meaning',
  severity: 'major',
  about:
    'Fee parameters must not depend on the call: one fee model, one base fee per block, and prices of one order of magnitude.',
  source: 'section 2.2; EIP-1559; that prices within a block differ by less than a factor of ten: assumption',
  judge(observed) {
    if (observed.observations.length < 2) return [];
    const found: Violation[] = [];
    const simulations = caseSimulations(observed).filter(({ simulation }) => simulation.feeParams);
    const [first, ...others] = simulations;
    for (const other of first === undefined ? [] : others) {
      found.push(...between(first as CaseSimulation, other));
      // The neighbour too: if blocks advance, the first is from another block.
      const before = simulations[simulations.indexOf(other) - 1];
      if (before !== undefined && before !== first) found.push(...between(before, other));
    }
    return found;
  },
};

const members = ['suggestedGasPrice', 'suggestedGasTip'] as const;

function between(one: CaseSimulation, other: CaseSimulation): Violation[] {
  const [fees, otherFees] = [one, other].map(({ simulation }) => simulation.feeParams ?? {}) as [
    FeeParams,
    FeeParams,
  ];
  const violation = (member: string, kind: string, before: unknown, after: unknown): Violation => ({
    at: other.at,
    path: `response.feeParams.${member}`,
    class: kind,
    message: `expected ${member} not to depend on the request, got ${after} after ${before}`,
  });
  const found: Violation[] = [];
  const { isEip1559: model } = fees;
  const { isEip1559: otherModel } = otherFees;
  if (model !== undefined && otherModel !== undefined && model !== otherModel)
    found.push(violation('isEip1559', 'fee model changes', model, otherModel));
  const [block, otherBlock] = [one, other].map(({ simulation }) => simulation.debugInfo?.blockNumber);
  if (block === undefined || block !== otherBlock) return found;
  const { currentBaseFee: base } = fees;
  const { currentBaseFee: otherBase } = otherFees;
  if (base && otherBase && base !== otherBase)
    found.push(violation('currentBaseFee', 'differs within a block', base, otherBase));
  for (const member of members) {
    const [before, after] = [amountOf(fees[member]), amountOf(otherFees[member])];
    if (before === undefined || after === undefined || areAlike(before, after)) continue;
    found.push(violation(member, 'another magnitude', before, after));
  }
  return found;
}

/** So little is as good as nothing, in wei. */
const leastPrice = 1_000_000n;

function areAlike(one: bigint, other: bigint): boolean {
  const [less, more] = one < other ? [one, other] : [other, one];
  return more < less * 10n || more < leastPrice;
}

const path = 'response.estimatedJettonFeeAmount';

export const feeIgnoresGas: Check = {
  name: 'fee-ignores-gas',
  family: 'meaning',
  severity: 'critical',
  about:
    'With the same fee parameters and fee asset, the fee must grow with the gas, at most in proportion. If it is gas times price for one call, it must be for all. It must never be zero.',
  source: 'section 2.2; that the fee is for the gas: assumption, the convention feeAmount',
  judge(observed, { conventions }) {
    if (conventions.feeAmount === 'unknown') return [];
    const paid = caseSuccesses(observed).flatMap((one) => paidFor(one) ?? []);
    const found = new Map<number, Violation>();
    for (const { at, fee, exact } of paid) {
      if (exact === undefined || !isRounded(fee, exact)) continue;
      const message = `expected exactly gas times price, ${exact}, got ${fee}`;
      found.set(at, { at, path, class: 'rounded', message });
    }
    for (const one of caseSuccesses(observed)) {
      if (!isFree(one)) continue;
      const message = `expected a fee above zero for ${one.simulation.estimatedGas} gas at a price of ${one.simulation.feeParams?.suggestedGasPrice}, got 0`;
      found.set(one.at, { at: one.at, path, class: 'zero', message });
    }
    for (const [one, other] of pairsOf(paid)) {
      if (one.terms !== other.terms) continue;
      const issue = proportionIssue(one, other);
      if (issue === undefined) continue;
      const { at, fee, gas } = other;
      const message = `expected a fee for ${gas} gas that is consistent with ${one.fee} for ${one.gas} gas, got ${fee}`;
      found.set(at, { at, path, class: issue, message });
    }
    return [...found.values()];
  },
};

interface Paid {
  readonly at: number;
  readonly gas: bigint;
  readonly fee: bigint;
  /** Gas times price: the fee if the fee asset has the value of the chain's coin. */
  readonly exact: bigint | undefined;
  /** Fee asset and fee parameters: what is paid for a unit of gas. */
  readonly terms: string;
}

function paidFor({ at, simulation, request }: CaseSimulation): Paid | undefined {
  const { estimatedGas: gas, estimatedJettonFeeAmount, feeParams } = simulation;
  const fee = amountOf(estimatedJettonFeeAmount);
  if (!gas || gas < 0n || !fee) return undefined;
  const price = amountOf(feeParams?.suggestedGasPrice);
  const { currentBaseFee, suggestedGasPrice, suggestedGasTip } = feeParams ?? {};
  const block = simulation.debugInfo?.blockNumber;
  const asset = rawBetaAddress(request.feeAssetAddress ?? '');
  return {
    at,
    gas,
    fee,
    exact: price === undefined ? undefined : gas * price,
    // Without parameters, only the same block shows that prices are the same.
    terms: [asset, ...(feeParams ? [currentBaseFee, suggestedGasPrice, suggestedGasTip] : [block])].join(' '),
  };
}

/** Gas that has a price costs something, whatever it is paid in. */
function isFree({
  simulation: { estimatedGas, estimatedJettonFeeAmount, feeParams },
}: CaseSimulation): boolean {
  const price = amountOf(feeParams?.suggestedGasPrice);
  return amountOf(estimatedJettonFeeAmount) === 0n && !!price && !!estimatedGas && estimatedGas > 0n;
}

/** Markets move while answers come: a tenth is nothing. */
function proportionIssue(one: Paid, other: Paid): string | undefined {
  const [less, more] = one.gas <= other.gas ? [one, other] : [other, one];
  if ((one.fee === one.exact) !== (other.fee === other.exact)) return 'not gas times price';
  if (more.fee * 10n < less.fee * 9n) return 'less for more gas';
  if (more.fee === less.fee && more.gas * 2n >= less.gas * 3n) return 'does not follow the gas';
  // Rounded up, a fee of few units is more than in proportion.
  const isOutOfProportion = (more.fee - 1n) * less.gas * 10n > (less.fee + 1n) * more.gas * 11n;
  return isOutOfProportion ? 'more than in proportion' : undefined;
}

/** Equal but for what floating-point numbers lose, or for the last digits, which are zeros. */
function isRounded(fee: bigint, exact: bigint): boolean {
  const difference = fee > exact ? fee - exact : exact - fee;
  if (difference === 0n || difference * 10n >= exact) return false;
  const zeros = /0*$/.exec(`${fee}`)?.[0].length ?? 0;
  return difference * 1_000_000n < exact || (zeros >= leastZeros && difference < 10n ** BigInt(zeros));
}

/** Fewer may stand at the end of any fee. */
const leastZeros = 4;
