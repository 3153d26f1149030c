import { isDeepStrictEqual } from 'node:util';
import type { Conventions } from '../../../contract/conventions.js';
import type { SimulationRequest } from '../../../contract/request-schema.js';
import type { Simulation } from '../../../contract/simulation-schema.js';
import { printText } from '../../../internal/print.js';
import { type CaseSimulation, caseSimulations } from '../../case/case-simulations.js';
import type { Check, Violation } from '../../case/check.js';
import { simulationVerdict } from '../../simulation-verdict.js';
import { amountsSent, tokenTotals } from '../../token-totals.js';

/** No chain is known that adds blocks faster for long. */
const shortestBlockMs = 50;
/** Some may come at once. */
const blocksAtOnce = 3n;

/** Blocks come by themselves, whatever is simulated. */
export const blockNumber: Check = {
  name: 'block-number',
  family: 'meaning',
  severity: 'major',
  about: 'The chain must not grow by simulating.',
  source:
    'section 1: nothing is executed; that no chain adds a block in 50 ms: assumption, the convention blockNumbers',
  judge(observed, { conventions }) {
    if (conventions.blockNumbers === 'any' || observed.observations.length < 2) return [];
    const path = 'response.debugInfo.blockNumber';
    const seen = caseSimulations(observed).flatMap((one) => {
      const block = one.simulation.debugInfo?.blockNumber;
      return block === undefined ? [] : [{ ...one, block }];
    });
    const [first, last] = [seen[0], seen.at(-1)];
    if (first?.span === undefined || last?.span === undefined) return [];
    const grown = last.block - first.block;
    const elapsedMs = Math.ceil(last.span.endMs - first.span.startMs);
    if (grown <= blocksAtOnce + BigInt(Math.max(0, Math.ceil(elapsedMs / shortestBlockMs)))) return [];
    const message = `expected the chain to move on by itself, got ${grown} blocks in ${seen.length} simulations`;
    return [{ at: last.at, path, class: 'grows by simulating', message }];
  },
};

/** To simulate leaves nothing behind. */
export const simulationChangesState: Check = {
  name: 'simulation-changes-state',
  family: 'meaning',
  severity: 'critical',
  about: 'The same request must be answered on one block as before, also where it was never asked before.',
  source: 'section 1: simulates without executing',
  judge(observed, { conventions }) {
    if (observed.observations.length < 3) return [];
    const groups: CaseSimulation[][] = [];
    for (const one of caseSimulations(observed)) {
      const same = groups.find(([other]) => isSameRequest(one.request, other?.request));
      if (same === undefined) groups.push([one]);
      else same.push(one);
    }
    return groups.flatMap((same) => (same.length < 3 ? [] : changesIn(same, conventions)));
  },
};

function isSameRequest(one: SimulationRequest, other: SimulationRequest | undefined): boolean {
  return other !== undefined && isDeepStrictEqual(one, other);
}

/** In words of one member each. */
const members: readonly (readonly [path: string, read: (simulation: Simulation) => string])[] = [
  ['response.simulationStatus', (simulation) => simulationVerdict(simulation)],
  ['response.outMessages', ({ outMessages }) => totalsText(outMessages)],
  [
    'response.outMessages[].operationId',
    ({ outMessages }) => (outMessages ?? []).map(({ operationId }) => operationId).join(),
  ],
  ['response.estimatedGas', ({ estimatedGas }) => String(estimatedGas)],
  ['response.simulationError', ({ simulationError = '' }) => simulationError],
  ['response.debugInfo.callData', ({ debugInfo }) => String(debugInfo?.callData)],
];

const gasPath = 'response.estimatedGas';

/** Those that mean the outcome, and not how it is told. */
const outcome: readonly string[] = ['response.simulationStatus', 'response.outMessages', gasPath];

function changesIn(same: readonly CaseSimulation[], { gasEstimate }: Conventions): Violation[] {
  const block = same[0]?.simulation.debugInfo?.blockNumber;
  if (block === undefined || same.some(({ simulation }) => simulation.debugInfo?.blockNumber !== block))
    return [];
  for (const [path, read] of members) {
    if (path === gasPath && gasEstimate === 'unknown') continue;
    const [first, second, ...rest] = same.map(({ simulation }) => read(simulation)) as [
      string,
      string,
      ...string[],
    ];
    const isFirstOnly = first !== second && rest.every((text) => text === second);
    const isNeverSame = outcome.includes(path) && new Set([first, second, ...rest]).size === same.length;
    if (!isFirstOnly && !isNeverSame) continue;
    const { at } = same[1] as CaseSimulation;
    const message = `expected the same answer as before on block ${block}, got ${path} "${printText(second, 80)}" after "${printText(first, 80)}"`;
    return [{ at, path, class: isFirstOnly ? 'other after the first' : 'other each time', message }];
  }
  return [];
}

function totalsText(messages: Simulation['outMessages']): string {
  return Array.from(tokenTotals(amountsSent(messages)), ([token, amount]) => `${amount} ${token}`)
    .sort()
    .join();
}

/** A text beside the verdict is of that verdict. */
export const messageOfOtherVerdict: Check = {
  name: 'message-of-other-verdict',
  family: 'meaning',
  severity: 'major',
  about: 'The text beside a verdict must not be the one that other answers have beside the other verdict.',
  source: 'section 2.2; that texts that tell verdicts apart always do: assumption',
  judge(observed) {
    const told = caseSimulations(observed).flatMap((one) => {
      const verdict = simulationVerdict(one.simulation);
      const { message } = one.simulation;
      return verdict === 'none' || !message
        ? []
        : [{ at: one.at, verdict, text: withoutValues(message), message }];
    });
    const countOf = (verdict: string, text: string): number =>
      told.filter((one) => one.verdict === verdict && one.text === text).length;
    return told.flatMap(({ at, verdict, text, message }) => {
      const other = verdict === 'success' ? 'failure' : 'success';
      const own = told.find((one) => one.verdict === verdict && countOf(other, one.text) === 0);
      if (own === undefined || countOf(other, text) <= countOf(verdict, text)) return [];
      const path = 'response.message';
      return [
        {
          at,
          path,
          class: `of a ${other}`,
          message: `expected a text about a ${verdict}, got "${printText(message)}", which is said of a ${other}`,
        },
      ];
    });
  },
};

function withoutValues(text: string): string {
  return text.replace(/0x[0-9a-f]+|\d+/gi, '#');
}
