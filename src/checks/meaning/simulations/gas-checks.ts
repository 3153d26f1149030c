import { isDeepStrictEqual } from 'node:util';
import type { SimulationRequest } from '../../../contract/request-schema.js';
import { type CaseSimulation, caseSuccesses, pairsOf } from '../../case/case-simulations.js';
import type { Check, Violation } from '../../case/check.js';
import { simulationVerdict } from '../../simulation-verdict.js';
import { judgeSimulations } from '../judge-meaning.js';

const path = 'response.estimatedGas';
const hexBytes = /^0x(?:[0-9a-f]{2})*$/i;

/** What a chain demands of any transaction, and for each byte of its data (EIP-2028). */
const ofTransaction = 21_000n;
const ofZero = 4n;
const ofOther = 16n;

/** A transaction takes at least what the chain demands before it runs it. */
export const gasBelowTransaction: Check = {
  name: 'gas-below-transaction',
  family: 'meaning',
  severity: 'major',
  about: 'Estimated gas must be at least what the chain demands of a transaction with the call data.',
  source: 'EIP-2028; that it is of such a transaction: assumption, the convention gasEstimate',
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
      message: `expected at least ${least} gas, which the chain demands for ${data.length / 2 - 1} bytes of call data, got ${gas}`,
    };
  }),
};

/** More data takes more gas. */
export const gasIgnoresCall: Check = {
  name: 'gas-ignores-call',
  family: 'meaning',
  severity: 'critical',
  about: 'Estimated gas must be more for a call that differs only in more extra data.',
  source: 'EIP-2028; that it is of a transaction with the call: assumption, the convention gasEstimate',
  judge(observed, { conventions }) {
    if (conventions.gasEstimate === 'unknown' || observed.observations.length < 2) return [];
    const found = new Map<number, Violation>();
    for (const [one, other] of pairsOf(caseSuccesses(observed))) {
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
        message: `expected more than ${gas} gas for ${sizeOf(more)} bytes of extra data in the place of ${sizeOf(less)}, got ${moreGas}`,
      });
    }
    return [...found.values()];
  },
};

/** Estimates may be rounded; this many bytes take 16,000 gas. */
const leastDifference = 1_000;

function differInExtraDataOnly(one: CaseSimulation, other: CaseSimulation): boolean {
  const rest = ({ request: { extraData, ...others } }: CaseSimulation): SimulationRequest => others;
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
