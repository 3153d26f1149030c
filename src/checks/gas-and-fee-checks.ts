import { isDeepStrictEqual } from 'node:util';
import { rawBetaAddress } from '../contract/addresses.js';
import { amountOf } from '../contract/integer-range.js';
import type { FeeParams } from '../contract/responses.js';
import type { LooseSimulationRequest } from '../contract/simulation-request.js';
import { simulationVerdict } from '../contract/verdicts.js';
import { defineChecks, type Violation } from './check.js';
import { type AnswerViolation, judgeSimulations } from './judge.js';
import {
  areOnOneBlock,
  type CaseSimulation,
  caseSimulations,
  caseSuccesses,
  hexBytes,
  isSameBut,
  pairsOf,
} from './simulations.js';

export const gasAndFeeChecks = defineChecks('meaning', 'verdicts', {
  'gas-missing': {
    severity: 'major',
    needs: 'succeeded',
    about: 'A simulation that succeeds must estimate gas above zero.',
    source: 'section 2.2; that a success has an estimate: assumption',
    judge: judgeSimulations((simulation) => {
      const { estimatedGas: gas } = simulation;
      if (simulationVerdict(simulation) !== 'success' || (gas !== undefined && gas > 0n)) return undefined;
      return {
        path: 'response.estimatedGas',
        class: gas === undefined ? 'absent' : gas === 0n ? 'zero' : 'negative',
        expected: 'a gas estimate above zero for a success',
        received: `${gas ?? 'none'}`,
      };
    }),
  },
  'fee-contradiction': {
    severity: 'major',
    about:
      'Fee parameters must not have a tip without EIP-1559, or a gas price below the base fee or the tip.',
    source: 'section 2.2; practice: fee fields that contradict each other',
    judge: judgeSimulations(({ feeParams }) => feeContradictions(feeParams ?? {})),
  },
  'gas-below-minimum': {
    severity: 'major',
    needs: 'succeeded',
    about: 'Estimated gas must be at least what the chain requires for a transaction with the call data.',
    source: 'EIP-2028; that the estimate is for such a transaction: assumption',
    judge: judgeSimulations((simulation) => {
      const { estimatedGas: gas, debugInfo } = simulation;
      const data = debugInfo?.callData ?? '';
      if (simulationVerdict(simulation) !== 'success') return undefined;
      if (gas === undefined || gas <= 0n || !hexBytes.test(data)) return undefined;
      const minGas = intrinsicGas(data);
      if (gas >= minGas) return undefined;
      return {
        path: gasPath,
        class: 'below the intrinsic gas',
        expected: `at least ${minGas} gas, which the chain requires for ${data.length / 2 - 1} bytes of call data`,
        received: `${gas}`,
      };
    }),
  },
  'gas-ignores-call': {
    severity: 'critical',
    needs: 'succeeded',
    about:
      'Estimated gas must grow with the extra data, must not shrink with more assets, and must not depend on the shards key.',
    source:
      'EIP-2028; that the estimate is for a transaction with the call, with a tolerance of a tenth plus 25,000 for what it stores: assumption',
    judge(observed) {
      if (observed.observations.length < 2) return [];
      const found = new Map<number, Violation>();
      for (const [one, other] of pairsOf(caseSuccesses(observed))) {
        const difference = gasDifference(one, other);
        if (difference !== undefined) found.set(other.at, { at: other.at, ...difference });
        const [less, more] = extraDataBytes(one) < extraDataBytes(other) ? [one, other] : [other, one];
        const [gas, moreGas] = [less.simulation.estimatedGas, more.simulation.estimatedGas];
        // `gas-missing` reports an estimate that is absent or zero.
        if (!gas || !moreGas || moreGas > gas) continue;
        if (
          extraDataBytes(more) - extraDataBytes(less) < minExtraBytes ||
          !isSameBut('extraData', less.request, more.request)
        )
          continue;
        if (hexBytes.test(callDataOf(less)) && callDataOf(less).length === callDataOf(more).length) continue;
        found.set(more.at, {
          at: more.at,
          path: gasPath,
          class: moreGas === gas ? 'does not follow the call' : 'less for more',
          expected: `more than ${gas} gas for ${extraDataBytes(more)} bytes of extra data instead of ${extraDataBytes(less)}`,
          received: `${moreGas}`,
        });
      }
      return [...found.values()];
    },
  },
  'unstable-fee-params': {
    severity: 'major',
    needs: 'comparedCalls',
    about:
      'Fee parameters must not depend on the call: one fee model, one base fee per block, and prices of one order of magnitude.',
    source:
      'section 2.2; EIP-1559; that prices within a block differ by less than a factor of ten: assumption',
    judge(observed) {
      if (observed.observations.length < 2) return [];
      const found: Violation[] = [];
      const simulations = caseSimulations(observed).filter(({ simulation }) => simulation.feeParams);
      const [first, ...others] = simulations;
      for (const other of first === undefined ? [] : others) {
        found.push(...feeParamViolations(first as CaseSimulation, other));
        // Also with the one before: if the chain advances, the first is from another block.
        const before = simulations[simulations.indexOf(other) - 1];
        if (before !== undefined && before !== first) found.push(...feeParamViolations(before, other));
      }
      return found;
    },
  },
  'fee-ignores-gas': {
    severity: 'critical',
    about:
      'With the same fee parameters and fee asset, the fee must grow with the gas, at most in proportion. If it is gas times price for one call, it must be for all. It must never be zero.',
    source: 'section 2.2; that the fee is for the gas: assumption',
    judge(observed) {
      const paid = caseSuccesses(observed).flatMap((one) => paidFor(one) ?? []);
      const found = new Map<number, Violation>();
      for (const { at, fee, exact } of paid) {
        if (exact === undefined || !isRounded(fee, exact)) continue;
        found.set(at, {
          at,
          path: feePath,
          class: 'rounded',
          expected: `exactly gas times price, ${exact}`,
          received: `${fee}`,
        });
      }
      for (const one of caseSuccesses(observed)) {
        if (!isFree(one)) continue;
        found.set(one.at, {
          at: one.at,
          path: feePath,
          class: 'zero',
          expected: `a fee above zero for ${one.simulation.estimatedGas} gas at a price of ${one.simulation.feeParams?.suggestedGasPrice}`,
          received: '0',
        });
      }
      for (const [one, other] of pairsOf(paid)) {
        if (one.terms !== other.terms) continue;
        const issue = proportionIssue(one, other);
        if (issue === undefined) continue;
        const { at, fee, gas } = other;
        found.set(at, {
          at,
          path: feePath,
          class: issue,
          expected: `a fee for ${gas} gas that is consistent with ${one.fee} for ${one.gas} gas`,
          received: `${fee}`,
        });
      }
      return [...found.values()];
    },
  },
});

/** Finds fee parameters that contradict each other. The price of a unit of gas is the base fee plus the tip. */
function feeContradictions({
  isEip1559,
  currentBaseFee,
  suggestedGasPrice,
  suggestedGasTip,
}: FeeParams): AnswerViolation[] {
  const [fee, price, tip] = [currentBaseFee, suggestedGasPrice, suggestedGasTip].map((text) =>
    amountOf(text),
  );
  const found: AnswerViolation[] = [];
  const add = (member: string, kind: string, expected: string, received: bigint): number =>
    found.push({ path: `response.feeParams.${member}`, class: kind, expected, received: `${received}` });
  if (isEip1559 === false && tip)
    add('suggestedGasTip', 'tip without EIP-1559', 'no gas tip without an EIP-1559 fee model', tip);
  if (fee !== undefined && price !== undefined && price < fee)
    add('suggestedGasPrice', 'price below base fee', `a gas price of at least the base fee ${fee}`, price);
  if (price !== undefined && tip !== undefined && tip > price)
    add('suggestedGasTip', 'tip above price', `a tip of at most the gas price ${price}`, tip);
  return found;
}

const gasPath = 'response.estimatedGas';

/** The gas that a chain requires for a transaction, and for each byte of its data (EIP-2028). */
const transactionGas = 21_000n;
const zeroByteGas = 4n;
const nonZeroByteGas = 16n;

/** About how much more gas a call takes if it is the first to write a slot of storage. */
const storageGas = 25_000n;

/** Finds calls on one block that take more gas for another shards key or for fewer assets. */
function gasDifference(one: CaseSimulation, other: CaseSimulation): AnswerViolation | undefined {
  const [gas, otherGas] = [one.simulation.estimatedGas, other.simulation.estimatedGas];
  if (!gas || !otherGas || !areOnOneBlock(one, other)) return undefined;
  if (
    one.request.shardsKey !== other.request.shardsKey &&
    isSameBut('shardsKey', one.request, other.request)
  ) {
    if (!isMuchMore(gas, otherGas) && !isMuchMore(otherGas, gas)) return undefined;
    return {
      path: gasPath,
      class: 'follows the shards key',
      expected: `about ${gas} gas for the same call with another shards key`,
      received: `${otherGas}`,
    };
  }
  const [fewer, more] = assetCount(one) < assetCount(other) ? [one, other] : [other, one];
  if (!hasAssetsOf(more.request, fewer.request)) return undefined;
  const [gasOfFewer = 0n, gasOfMore = 0n] = [fewer.simulation.estimatedGas, more.simulation.estimatedGas];
  if (!isMuchMore(gasOfFewer, gasOfMore)) return undefined;
  return {
    path: gasPath,
    class: 'less for more assets',
    expected: `about ${gasOfFewer} gas or more for the same call with more assets`,
    received: `${gasOfMore}`,
  };
}

function isMuchMore(gas: bigint, than: bigint): boolean {
  return gas > than + than / 10n + storageGas;
}

function assetCount({ request: { betaAssets = [] } }: CaseSimulation): number {
  return betaAssets.length;
}

/** Returns whether a request is another one with added assets. */
function hasAssetsOf(more: LooseSimulationRequest, fewer: LooseSimulationRequest): boolean {
  const { betaAssets = [] } = more;
  const { betaAssets: fewerAssets = [] } = fewer;
  if (betaAssets.length <= fewerAssets.length || !isSameBut('betaAssets', more, fewer)) return false;
  let found = 0;
  for (const asset of betaAssets) if (isDeepStrictEqual(asset, fewerAssets[found])) found++;
  return found === fewerAssets.length;
}

/** The smallest difference in bytes that is compared, because estimates may be rounded: as many bytes take 16,000 gas. */
const minExtraBytes = 1_000;

function extraDataBytes({ request: { extraData = '0x' } }: CaseSimulation): number {
  return hexBytes.test(extraData) ? extraData.length / 2 - 1 : 0;
}

function callDataOf({ simulation }: CaseSimulation): string {
  return simulation.debugInfo?.callData ?? '';
}

/** Returns the gas that the chain requires for a transaction with call data (EIP-2028). */
export function intrinsicGas(data: string): bigint {
  const bytes = Buffer.from(data.slice(2), 'hex');
  let zeros = 0;
  for (const byte of bytes) if (byte === 0) zeros++;
  return transactionGas + zeroByteGas * BigInt(zeros) + nonZeroByteGas * BigInt(bytes.length - zeros);
}

const prices = ['suggestedGasPrice', 'suggestedGasTip'] as const;

function feeParamViolations(one: CaseSimulation, other: CaseSimulation): Violation[] {
  const [fees, otherFees] = [one, other].map(({ simulation }) => simulation.feeParams ?? {}) as [
    FeeParams,
    FeeParams,
  ];
  const violation = (member: string, kind: string, before: unknown, after: unknown): Violation => ({
    at: other.at,
    path: `response.feeParams.${member}`,
    class: kind,
    expected: `${member} not to depend on the request`,
    received: `${after} after ${before}`,
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
  for (const member of prices) {
    const [before, after] = [amountOf(fees[member]), amountOf(otherFees[member])];
    if (before === undefined || after === undefined || haveSameMagnitude(before, after)) continue;
    found.push(violation(member, 'another magnitude', before, after));
  }
  return found;
}

/** Lower prices count as zero, in wei. */
const negligiblePrice = 1_000_000n;

function haveSameMagnitude(one: bigint, other: bigint): boolean {
  const [less, more] = one < other ? [one, other] : [other, one];
  return more < less * 10n || more < negligiblePrice;
}

const feePath = 'response.estimatedJettonFeeAmount';

interface Paid {
  readonly at: number;
  readonly gas: bigint;
  readonly fee: bigint;
  /** Gas times price: the fee if the fee asset has the value of the chain's coin. */
  readonly exact: bigint | undefined;
  /** Fee asset and fee parameters, which determine the price of a unit of gas. */
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

/** Returns whether a call with gas and a gas price costs nothing. */
function isFree({
  simulation: { estimatedGas, estimatedJettonFeeAmount, feeParams },
}: CaseSimulation): boolean {
  const price = amountOf(feeParams?.suggestedGasPrice);
  return amountOf(estimatedJettonFeeAmount) === 0n && !!price && !!estimatedGas && estimatedGas > 0n;
}

/** Returns how two fees contradict each other. A tenth is tolerated, because markets move between two answers. */
function proportionIssue(one: Paid, other: Paid): string | undefined {
  const [less, more] = one.gas <= other.gas ? [one, other] : [other, one];
  if ((one.fee === one.exact) !== (other.fee === other.exact)) return 'not gas times price';
  if (more.fee * 10n < less.fee * 9n) return 'less for more gas';
  if (more.fee === less.fee && more.gas * 2n >= less.gas * 3n) return 'does not follow the gas';
  // A small fee that is rounded up is more than proportional.
  const isOutOfProportion = (more.fee - 1n) * less.gas * 10n > (less.fee + 1n) * more.gas * 11n;
  return isOutOfProportion ? 'more than in proportion' : undefined;
}

/** Returns whether a fee differs from the exact one only by floating-point rounding, or in last digits that are zeros. */
function isRounded(fee: bigint, exact: bigint): boolean {
  const difference = fee > exact ? fee - exact : exact - fee;
  if (difference === 0n || difference * 10n >= exact) return false;
  const zeros = /0*$/.exec(`${fee}`)?.[0].length ?? 0;
  return difference * 1_000_000n < exact || (zeros >= minTrailingZeros && difference < 10n ** BigInt(zeros));
}

/** Any fee may end in fewer zeros. */
const minTrailingZeros = 4;
