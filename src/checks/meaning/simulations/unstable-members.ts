import { isDeepStrictEqual } from 'node:util';
import type { Simulation } from '../../../contract/responses.js';
import { formatText } from '../../../internal/print.js';
import { type CaseSimulation, caseSimulations, caseSuccesses } from '../../case/case-simulations.js';
import type { Check, Violation } from '../../case/check.js';
import { normalizedText } from '../../metamorphic/relation-check.js';

export const unstableMembers: Check = {
  name: 'unstable-members',
  family: 'meaning',
  severity: 'major',
  about:
    'The same request must be answered with the same members in the same form, and a success must have the members that other successes have.',
  source:
    'section 2.2; that answers of one kind have the same members: assumption, the convention simulationMembers',
  judge(observed, { conventions }) {
    if (conventions.simulationMembers === 'any' || observed.observations.length < 2) return [];
    const found = new Map<string, Violation>();
    for (const violation of [...changesOf(caseSimulations(observed)), ...missingOf(caseSuccesses(observed))])
      if (!found.has(violation.path)) found.set(violation.path, violation);
    return [...found.values()];
  },
};

type Read = readonly [path: string, read: (simulation: Simulation) => unknown];

const written: readonly Read[] = [
  ['response.debugInfo', ({ debugInfo }) => debugInfo],
  ['response.debugInfo.callData', ({ debugInfo }) => debugInfo?.callData],
  ['response.debugInfo.from', ({ debugInfo }) => debugInfo?.from],
  ['response.debugInfo.to', ({ debugInfo }) => debugInfo?.to],
  ['response.debugInfo.blockNumber', ({ debugInfo }) => debugInfo?.blockNumber],
  ['response.estimatedGas', ({ estimatedGas }) => estimatedGas],
  ['response.estimatedJettonFeeAmount', ({ estimatedJettonFeeAmount }) => estimatedJettonFeeAmount],
  ['response.feeParams', ({ feeParams }) => feeParams],
  ['response.feeParams.currentBaseFee', ({ feeParams }) => feeParams?.currentBaseFee],
  ['response.feeParams.isEip1559', ({ feeParams }) => feeParams?.isEip1559],
  ['response.feeParams.suggestedGasPrice', ({ feeParams }) => feeParams?.suggestedGasPrice],
  ['response.feeParams.suggestedGasTip', ({ feeParams }) => feeParams?.suggestedGasTip],
  ['response.message', ({ message }) => message],
  ['response.outMessages', ({ outMessages }) => outMessages],
  ['response.simulationError', ({ simulationError }) => simulationError],
];

/** Of one request, what is there in one answer is there in each of the same verdict, and addresses are written alike. */
function changesOf(all: readonly CaseSimulation[]): Violation[] {
  return all.flatMap((one, index) => {
    const other = all
      .slice(0, index)
      .find(
        ({ request, simulation }) =>
          simulation.simulationStatus === one.simulation.simulationStatus &&
          isDeepStrictEqual(request, one.request),
      );
    if (other === undefined) return [];
    for (const [path, read] of written) {
      const [before, after] = [read(other.simulation), read(one.simulation)];
      const [was, is] = [writingOf(before), writingOf(after)];
      if (was !== is)
        return [
          changed(
            one.at,
            path,
            'comes and goes',
            `expected ${path} to be ${was}, as in an earlier answer, got ${is}`,
          ),
        ];
      if (typeof before !== 'string' || typeof after !== 'string' || !isOtherForm(path, before, after))
        continue;
      const message = `expected ${path} in the form of an earlier answer, "${formatText(before)}", got "${formatText(after)}"`;
      return [changed(one.at, path, 'written in two ways', message)];
    }
    return [];
  });
}

function changed(at: number, path: string, kind: string, message: string): Violation {
  return { at, path, class: kind, message };
}

/** How a value, or none, is written. Whether there are messages is for others to judge. */
function writingOf(value: unknown): string {
  if (value === undefined) return 'absent';
  if (value === null) return 'null';
  if (value === '') return 'an empty string';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'there';
  return 'there';
}

function isOtherForm(path: string, before: string, after: string): boolean {
  const isAddress = path === 'response.debugInfo.from' || path === 'response.debugInfo.to';
  return isAddress && before !== after && normalizedText(before) === normalizedText(after);
}

/** The cost and the place of a success. Whether they are absent, null or empty does not matter. */
const named: readonly Read[] = [
  ['response.estimatedJettonFeeAmount', ({ estimatedJettonFeeAmount }) => estimatedJettonFeeAmount],
  ['response.feeParams.suggestedGasPrice', ({ feeParams }) => feeParams?.suggestedGasPrice],
  ['response.debugInfo.blockNumber', ({ debugInfo }) => debugInfo?.blockNumber],
  ['response.debugInfo.callData', ({ debugInfo }) => debugInfo?.callData],
  ['response.debugInfo.from', ({ debugInfo }) => debugInfo?.from],
  ['response.debugInfo.to', ({ debugInfo }) => debugInfo?.to],
];

/** What two successes of other requests name, each names. */
function missingOf(successes: readonly CaseSimulation[]): Violation[] {
  return named.flatMap(([path, read]) => {
    const naming = successes.filter(({ simulation }) => read(simulation));
    const others = naming.filter(
      ({ request }, index) => !naming.slice(0, index).some((one) => isDeepStrictEqual(one.request, request)),
    );
    if (others.length < 2) return [];
    return successes
      .filter(({ simulation }) => !read(simulation))
      .slice(0, 1)
      .map(({ at }) =>
        changed(at, path, 'missing', `expected ${path}, which other successes have, got none`),
      );
  });
}
