import { isDeepStrictEqual } from 'node:util';
import type { Conventions } from '../../../contract/conventions.js';
import type { Simulation } from '../../../contract/responses.js';
import type { LooseSimulationRequest } from '../../../contract/simulation-request.js';
import { simulationVerdict } from '../../../contract/verdicts.js';
import { formatText } from '../../../internal/print.js';
import { type CaseSimulation, caseSimulations } from '../../case/case-simulations.js';
import type { Check, Violation } from '../../case/check.js';
import type { RequestSpan } from '../../case/observation.js';
import { amountsSent, tokenTotals } from '../../token-totals.js';

/** So many concurrent simulations on different blocks cannot be caused by the chain. */
const leastTogether = 4;

/**
 * Blocks come by themselves, whatever is simulated. Their rate proves nothing: a deployment may be busy, and
 * some chains add many blocks at once. But simulations that are under way together share blocks, unless each adds one.
 */
export const blockNumber: Check = {
  name: 'block-number',
  family: 'meaning',
  severity: 'major',
  about: 'Simulations must not add blocks to the chain, and block numbers must not be timestamps.',
  source:
    'section 1: nothing is executed; that concurrent simulations share blocks, and that no chain has as many blocks as seconds since 1970: assumption, the convention blockNumbers',
  // A chain that happens to grow between them does so once, and not each time.
  needsControl: true,
  minOccurrences: Number.POSITIVE_INFINITY,
  judge(observed, { conventions }) {
    if (conventions.blockNumbers === 'any') return [];
    const seen = caseSimulations(observed).flatMap(({ at, step, span, simulation }) => {
      const block = simulation.debugInfo?.blockNumber;
      return block === undefined || span === undefined ? [] : [{ at, step, span, block }];
    });
    const moment = seen.find(({ block, span }) => isNow(block, span.endedAtMs));
    if (moment !== undefined) {
      const message = `expected a block number, got ${moment.block}, which is the time of the answer`;
      return [{ at: moment.at, path: blockPath, class: 'a time', message }];
    }
    // One block for two of them is enough: then it is not the simulations that add blocks.
    if (new Set(seen.map(({ block }) => block)).size < seen.length) return [];
    return [...new Set(seen.map(({ step }) => step))].flatMap((step) => {
      const together = seen.filter((one) => one.step === step);
      const [last] = together.slice(-1);
      if (last === undefined || together.length < leastTogether || !wereTogether(together)) return [];
      return [
        {
          at: last.at,
          path: blockPath,
          class: 'grows by simulating',
          message: `expected simulations not to add blocks, got ${together.length} blocks for ${together.length} concurrent simulations`,
        },
      ];
    });
  },
};

const blockPath = 'response.debugInfo.blockNumber';
/** How much clocks may differ. */
const nearMs = 600_000;

/** Whether a number is the time of an answer, in unix seconds or milliseconds. */
function isNow(block: bigint, endedAtMs: number): boolean {
  return [1_000, 1].some((unitMs) => Math.abs(Number(block) * unitMs - endedAtMs) < nearMs);
}

/** Whether there was a moment at which all of them were under way. */
function wereTogether(all: readonly { readonly span: RequestSpan }[]): boolean {
  const lastStartMs = Math.max(...all.map(({ span }) => span.startMs));
  return all.every(({ span }) => span.endMs >= lastStartMs);
}

export const simulationChangesState: Check = {
  name: 'simulation-changes-state',
  family: 'meaning',
  severity: 'critical',
  about:
    'The same request must get the same answer on the same block, even if it is sent for the first time.',
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

function isSameRequest(one: LooseSimulationRequest, other: LooseSimulationRequest | undefined): boolean {
  return other !== undefined && isDeepStrictEqual(one, other);
}

const idPath = 'response.outMessages[].operationId';

/** In words of one member each. */
const members: readonly (readonly [path: string, read: (simulation: Simulation) => string])[] = [
  ['response.simulationStatus', (simulation) => simulationVerdict(simulation)],
  ['response.outMessages', ({ outMessages }) => totalsText(outMessages)],
  [idPath, ({ outMessages }) => (outMessages ?? []).map(({ operationId }) => operationId).join()],
  ['response.estimatedGas', ({ estimatedGas }) => String(estimatedGas)],
  ['response.simulationError', ({ simulationError = '' }) => simulationError],
  ['response.debugInfo.callData', ({ debugInfo }) => String(debugInfo?.callData)],
];

const gasPath = 'response.estimatedGas';

/** Members with the meaning of the outcome, not its presentation. */
const outcome: readonly string[] = ['response.simulationStatus', 'response.outMessages', gasPath];

function changesIn(same: readonly CaseSimulation[], { gasEstimate, operationIds }: Conventions): Violation[] {
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
    const isSteady = outcome.includes(path) || (path === idPath && operationIds === 'message');
    const isNeverSame = isSteady && new Set([first, second, ...rest]).size === same.length;
    if (!isFirstOnly && !isNeverSame) continue;
    const { at } = same[1] as CaseSimulation;
    const message = `expected the same answer as earlier on block ${block}, got ${path} "${formatText(second, 80)}" after "${formatText(first, 80)}"`;
    return [{ at, path, class: isFirstOnly ? 'other after the first' : 'other each time', message }];
  }
  return [];
}

function totalsText(messages: Simulation['outMessages']): string {
  return Array.from(tokenTotals(amountsSent(messages)), ([token, amount]) => `${amount} ${token}`)
    .sort()
    .join();
}

export const messageContradictsVerdict: Check = {
  name: 'message-contradicts-verdict',
  family: 'meaning',
  severity: 'major',
  about: 'The message of a verdict must not be the message that other answers have for the opposite verdict.',
  source: 'section 2.2; that messages that distinguish verdicts always do: assumption',
  judge(observed) {
    const texts = caseSimulations(observed).flatMap((one) => {
      const verdict = simulationVerdict(one.simulation);
      const { message } = one.simulation;
      return verdict === 'none' || !message
        ? []
        : [{ at: one.at, verdict, text: withoutValues(message), message }];
    });
    const countOf = (verdict: string, text: string): number =>
      texts.filter((one) => one.verdict === verdict && one.text === text).length;
    return texts.flatMap(({ at, verdict, text, message }) => {
      const other = verdict === 'success' ? 'failure' : 'success';
      const own = texts.find((one) => one.verdict === verdict && countOf(other, one.text) === 0);
      if (own === undefined || countOf(other, text) <= countOf(verdict, text)) return [];
      const path = 'response.message';
      return [
        {
          at,
          path,
          class: `of a ${other}`,
          message: `expected a message for a ${verdict}, got "${formatText(message)}", which other answers have for a ${other}`,
        },
      ];
    });
  },
};

function withoutValues(text: string): string {
  return text.replace(/0x[0-9a-f]+|\d+/gi, '#');
}
