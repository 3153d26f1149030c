import { isDeepStrictEqual } from 'node:util';
import type { LooseSimulationRequest } from '../../../contract/simulation-request.js';
import { simulationVerdict } from '../../../contract/verdicts.js';
import { areOnOneBlock, type CaseSimulation, caseSuccesses, pairsOf } from '../../case/case-simulations.js';
import type { Check, Violation } from '../../case/check.js';
import { type AnswerViolation, judgeSimulations } from '../../case/judge-each.js';

const path = 'response.estimatedGas';
const hexBytes = /^0x(?:[0-9a-f]{2})*$/i;

/** What a chain demands of any transaction, and for each byte of its data (EIP-2028). */
const ofTransaction = 21_000n;
const ofZero = 4n;
const ofOther = 16n;

export const gasBelowMinimum: Check = {
  name: 'gas-below-minimum',
  family: 'meaning',
  severity: 'major',
  about: 'Estimated gas must be at least what the chain requires for a transaction with the call data.',
  source: 'EIP-2028; that the estimate is for such a transaction: assumption, the convention gasEstimate',
  judge: judgeSimulations((simulation, _, { conventions }) => {
    const { estimatedGas: gas, debugInfo } = simulation;
    const data = debugInfo?.callData ?? '';
    if (conventions.gasEstimate === 'unknown' || simulationVerdict(simulation) !== 'success')
      return undefined;
    if (gas === undefined || gas <= 0n || !hexBytes.test(data)) return undefined;
    const least = intrinsicGas(data);
    if (gas >= least) return undefined;
    return {
      path,
      class: 'below what the data takes',
      message: `expected at least ${least} gas, which the chain requires for ${data.length / 2 - 1} bytes of call data, got ${gas}`,
    };
  }),
};

export const gasIgnoresCall: Check = {
  name: 'gas-ignores-call',
  family: 'meaning',
  severity: 'critical',
  about:
    'Estimated gas must grow with the extra data, must not shrink with more assets, and must not depend on the shards key.',
  source:
    'EIP-2028; that the estimate is for a transaction with the call, with a tolerance of a tenth plus 25,000 for what it stores: assumption, the convention gasEstimate',
  judge(observed, { conventions }) {
    if (conventions.gasEstimate === 'unknown' || observed.observations.length < 2) return [];
    const found = new Map<number, Violation>();
    for (const [one, other] of pairsOf(caseSuccesses(observed))) {
      const difference = gasDifference(one, other);
      if (difference !== undefined) found.set(other.at, { at: other.at, ...difference });
      const [less, more] = sizeOf(one) < sizeOf(other) ? [one, other] : [other, one];
      const [gas, moreGas] = [less.simulation.estimatedGas, more.simulation.estimatedGas];
      // None at all is `gas-missing`'s.
      if (!gas || !moreGas || moreGas > gas) continue;
      if (sizeOf(more) - sizeOf(less) < leastDifference || !differInExtraDataOnly(less, more)) continue;
      if (hexBytes.test(callDataOf(less)) && callDataOf(less).length === callDataOf(more).length) continue;
      found.set(more.at, {
        at: more.at,
        path,
        class: moreGas === gas ? 'does not follow the call' : 'less for more',
        message: `expected more than ${gas} gas for ${sizeOf(more)} bytes of extra data instead of ${sizeOf(less)}, got ${moreGas}`,
      });
    }
    return [...found.values()];
  },
};

/** A slot of storage that one of two calls is the first to write takes about so much more. */
const ofStorage = 25_000n;

/** What calls on one block must not take more gas for: another shards key, and an asset less. */
function gasDifference(one: CaseSimulation, other: CaseSimulation): AnswerViolation | undefined {
  const [gas, otherGas] = [one.simulation.estimatedGas, other.simulation.estimatedGas];
  if (!gas || !otherGas || !areOnOneBlock(one, other)) return undefined;
  if (differInKeyOnly(one.request, other.request)) {
    if (!isMuchMore(gas, otherGas) && !isMuchMore(otherGas, gas)) return undefined;
    return {
      path,
      class: 'follows the shards key',
      message: `expected about ${gas} gas for the same call with another shards key, got ${otherGas}`,
    };
  }
  const [fewer, more] = assetsOf(one) < assetsOf(other) ? [one, other] : [other, one];
  if (!hasAssetsOf(more.request, fewer.request)) return undefined;
  const [gasOfFewer = 0n, gasOfMore = 0n] = [fewer.simulation.estimatedGas, more.simulation.estimatedGas];
  if (!isMuchMore(gasOfFewer, gasOfMore)) return undefined;
  return {
    path,
    class: 'less for more assets',
    message: `expected about ${gasOfFewer} gas or more for the same call with more assets, got ${gasOfMore}`,
  };
}

function isMuchMore(gas: bigint, than: bigint): boolean {
  return gas > than + than / 10n + ofStorage;
}

function differInKeyOnly(one: LooseSimulationRequest, other: LooseSimulationRequest): boolean {
  const { shardsKey, ...rest } = one;
  const { shardsKey: otherKey, ...otherRest } = other;
  return shardsKey !== otherKey && isDeepStrictEqual(rest, otherRest);
}

function assetsOf({ request: { betaAssets = [] } }: CaseSimulation): number {
  return betaAssets.length;
}

/** Whether a request is another one with assets added to it. */
function hasAssetsOf(more: LooseSimulationRequest, fewer: LooseSimulationRequest): boolean {
  const { betaAssets = [], ...rest } = more;
  const { betaAssets: fewerAssets = [], ...fewerRest } = fewer;
  if (betaAssets.length <= fewerAssets.length || !isDeepStrictEqual(rest, fewerRest)) return false;
  let found = 0;
  for (const asset of betaAssets) if (isDeepStrictEqual(asset, fewerAssets[found])) found++;
  return found === fewerAssets.length;
}

/** Estimates may be rounded; this many bytes take 16,000 gas. */
const leastDifference = 1_000;

function differInExtraDataOnly(one: CaseSimulation, other: CaseSimulation): boolean {
  const rest = ({ request: { extraData, ...others } }: CaseSimulation): LooseSimulationRequest => others;
  return isDeepStrictEqual(rest(one), rest(other));
}

function sizeOf({ request: { extraData = '0x' } }: CaseSimulation): number {
  return hexBytes.test(extraData) ? extraData.length / 2 - 1 : 0;
}

function callDataOf({ simulation }: CaseSimulation): string {
  return simulation.debugInfo?.callData ?? '';
}

function intrinsicGas(data: string): bigint {
  const bytes = Buffer.from(data.slice(2), 'hex');
  let zeros = 0;
  for (const byte of bytes) if (byte === 0) zeros++;
  return ofTransaction + ofZero * BigInt(zeros) + ofOther * BigInt(bytes.length - zeros);
}
