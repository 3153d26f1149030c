import type { ObservedCase, RequestSpan } from '../case/observation.js';
import { rawBetaAddress } from '../contract/addresses.js';
import type { Extension } from '../contract/extension.js';
import type { LooseSimulationRequest } from '../contract/simulation-request.js';
import { simulationVerdict } from '../contract/verdicts.js';
import { formatText } from '../internal/print.js';
import { defineChecks, type Violation } from './check.js';
import { judgeAfter, judgeSimulations } from './judge.js';
import {
  declaredMembers,
  simulationMembers as members,
  type SimulationMember,
} from './simulation-members.js';
import {
  type CaseSimulation,
  caseSimulations,
  caseSuccesses,
  firstRepeatedText,
  groupByRequest,
  normalizedText,
  textWithoutValues,
} from './simulations.js';

export const consistencyChecks = defineChecks('meaning', 'verdicts', {
  'duplicate-operation-id': {
    severity: 'critical',
    needs: 'comparedMessages',
    about:
      'Two outgoing messages must not have the same operation id, neither in one simulation nor in calls that differ in shards key or caller.',
    source:
      'section 2.2; that an id belongs to one message, and depends on the shards key and caller: assumption',
    judge: (observed, context) => [...judgeEachAnswer(observed, context), ...sharedIds(observed)],
  },
  'unstable-members': {
    severity: 'major',
    needs: 'repeatedCalls',
    isFixedByAbsence: true,
    about:
      'The same request must be answered with the same members in the same form, and a success must have the members that other successes have.',
    source: 'section 2.2; that answers of one kind have the same members: assumption',
    judge(observed) {
      if (observed.observations.length < 2) return [];
      const found = new Map<string, Violation>();
      for (const violation of [
        ...changesOf(caseSimulations(observed)),
        ...missingOf(caseSuccesses(observed)),
      ])
        if (!found.has(violation.path)) found.set(violation.path, violation);
      return [...found.values()];
    },
  },
  'message-contradicts-verdict': {
    severity: 'major',
    needs: 'comparedCalls',
    contradictsVerdict: true,
    isFixedByAbsence: true,
    about:
      'The message of a verdict must not be the message that other answers have for the opposite verdict.',
    source: 'section 2.2; that messages that distinguish verdicts always do: assumption',
    judge(observed) {
      const texts = caseSimulations(observed).flatMap((one) => {
        const verdict = simulationVerdict(one.simulation);
        const { message } = one.simulation;
        return verdict === 'none' || !message
          ? []
          : [{ at: one.at, verdict, text: textWithoutValues(message), message }];
      });
      const countOf = (verdict: string, text: string): number =>
        texts.filter((one) => one.verdict === verdict && one.text === text).length;
      return texts.flatMap(({ at, verdict, text, message }) => {
        const other = verdict === 'success' ? 'failure' : 'success';
        const usual = texts.find((one) => one.verdict === verdict && countOf(other, one.text) === 0);
        if (usual === undefined || countOf(other, text) <= countOf(verdict, text)) return [];
        const { path } = members.message;
        return [
          {
            at,
            path,
            class: `of a ${other}`,
            expected: `a message for a ${verdict}`,
            received: `"${formatText(message)}", which other answers have for a ${other}`,
          },
        ];
      });
    },
  },
  /**
   * Chains add blocks without simulations, so their rate proves nothing: a deployment may be busy, and some chains add many
   * blocks at once. But concurrent simulations share blocks, unless each adds one.
   */
  'block-number': {
    severity: 'major',
    about: 'Simulations must not add blocks to the chain, and block numbers must not be timestamps.',
    source:
      'section 1: nothing is executed; that concurrent simulations share blocks, and that no chain has as many blocks as seconds since 1970: assumption',
    // A chain may grow between two concurrent simulations by chance, but not in every rerun. Smoke runs rerun nothing.
    inSmoke: 'no',
    needsControl: true,
    needsRerun: true,
    judge(observed) {
      const seen = caseSimulations(observed).flatMap(({ at, step, span, simulation }) => {
        const block = simulation.debugInfo?.blockNumber;
        return block === undefined || span === undefined ? [] : [{ at, step, span, block }];
      });
      const moment = seen.find(({ block, span }) => isTimeOfAnswer(block, span.endedAtMs));
      if (moment !== undefined) {
        return [
          {
            at: moment.at,
            path: blockPath,
            class: 'a timestamp',
            expected: 'a block number',
            received: `${moment.block}, which is the time of the answer`,
          },
        ];
      }
      // If two of them share a block, simulations do not add blocks.
      if (new Set(seen.map(({ block }) => block)).size < seen.length) return [];
      return [...new Set(seen.map(({ step }) => step))].flatMap((step) => {
        const together = seen.filter((one) => one.step === step);
        const [last] = together.slice(-1);
        if (last === undefined || together.length < minConcurrent || !wereTogether(together)) return [];
        return [
          {
            at: last.at,
            path: blockPath,
            class: 'one block per simulation',
            expected: 'simulations not to add blocks',
            received: `${together.length} blocks for ${together.length} concurrent simulations`,
          },
        ];
      });
    },
  },
  'simulation-changes-state': {
    severity: 'critical',
    needs: 'repeatedCalls',
    about:
      'The same request must get the same answer on the same block, even if it is sent for the first time.',
    source:
      'section 1: simulates without executing; that ids and gas of a call on one block stay the same: assumption',
    judge(observed, { conventions: { extend } }) {
      if (observed.observations.length < 3) return [];
      return groupByRequest(caseSimulations(observed)).flatMap((same) =>
        same.length < 3 ? [] : changesIn(same, extend),
      );
    },
  },
  'block-regression': {
    severity: 'major',
    // Several nodes of a deployment need not have the same block.
    inSmoke: 'notes',
    about:
      'The block of a simulation must not be lower than the block of a simulation that ended before it began.',
    source:
      'section 2.2; that all answers come from one chain, which only a reorganisation shortens: assumption',
    judge: judgeAfter(({ request, answer }, { startMs }, earlier) => {
      const block = request.endpoint === 'simulate' ? answer?.simulation?.debugInfo?.blockNumber : undefined;
      const before = earlier.blocks.before(startMs);
      if (block === undefined || before === undefined || block >= before.value) return undefined;
      return {
        path: blockPath,
        class: 'earlier block',
        expected: `block ${before.value} of an earlier answer or a later one`,
        received: `${block}`,
        to: before.request,
      };
    }),
  },
});

const idPath = members.messageIds.path;

const judgeEachAnswer = judgeSimulations(({ outMessages }) => {
  const repeated = firstRepeatedText(outMessages, ({ operationId }) => operationId);
  if (repeated === undefined) return undefined;
  return {
    path: idPath,
    class: 'repeated',
    expected: 'a different operation id for each outgoing message',
    received: `${formatText(repeated)} twice`,
  };
});

/** Finds ids that simulations share although their calls must have different ones. */
function sharedIds({ observations }: ObservedCase): Violation[] {
  if (observations.length < 2) return [];
  const owners = new Map<string, LooseSimulationRequest>();
  return observations.flatMap(({ request: { expect }, answer }, at) => {
    if (expect.kind !== 'simulated') return [];
    const ids = (answer?.simulation?.outMessages ?? []).flatMap(({ operationId }) => operationId || []);
    const shared = ids.find((id) => {
      const owner = owners.get(id.toLowerCase());
      if (owner === undefined) owners.set(id.toLowerCase(), expect.request);
      return owner !== undefined && isOtherMessage(owner, expect.request);
    });
    if (shared === undefined) return [];
    return [
      {
        at,
        path: idPath,
        class: 'shared by different calls',
        expected: 'operation ids to differ from those of a call with another shards key or caller',
        received: `${formatText(shared)} again`,
      },
    ];
  });
}

function isOtherMessage(one: LooseSimulationRequest, other: LooseSimulationRequest): boolean {
  const isOtherCaller = rawBetaAddress(one.betaCaller ?? '') !== rawBetaAddress(other.betaCaller ?? '');
  return one.shardsKey !== other.shardsKey || isOtherCaller;
}

/** The members that an answer has or lacks, in one form. Those of messages depend on the messages. */
const comparedForms: readonly SimulationMember[] = Object.values(members).filter(
  ({ path }) => !path.includes('[]'),
);

/** Answers to one request with one verdict have the same members, with addresses in the same form. */
function changesOf(all: readonly CaseSimulation[]): Violation[] {
  const groups = groupByRequest(all, ({ simulationStatus }) => simulationStatus);
  return groups
    .flatMap(([first, ...others]) => others.flatMap((one) => changeSince(first, one) ?? []))
    .sort((one, other) => one.at - other.at);
}

function changeSince(first: CaseSimulation, { at, simulation }: CaseSimulation): Violation | undefined {
  for (const { path, read } of comparedForms) {
    const [before, after] = [read(first.simulation), read(simulation)];
    const [was, is] = [writingOf(before), writingOf(after)];
    if (was !== is) {
      return {
        at,
        path,
        class: 'presence varies',
        expected: `${path} to be ${was}, as in an earlier answer`,
        received: is,
      };
    }
    if (typeof before !== 'string' || typeof after !== 'string' || !isOtherForm(path, before, after))
      continue;
    return {
      at,
      path,
      class: 'form varies',
      expected: `${path} in the form of an earlier answer, "${formatText(before)}"`,
      received: `"${formatText(after)}"`,
    };
  }
  return undefined;
}

/** Returns how a value, or its absence, is written. Other checks judge whether there are messages. */
function writingOf(value: unknown): string {
  if (value === undefined) return 'absent';
  if (value === null) return 'null';
  if (value === '') return 'an empty string';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'there';
  return 'there';
}

function isOtherForm(path: string, before: string, after: string): boolean {
  const isAddress = path === members.from.path || path === members.to.path;
  return isAddress && before !== after && normalizedText(before) === normalizedText(after);
}

/** The members about the gas, the fee and the block that every success has. Absent, null and empty count as the same. */
const ofEverySuccess = [
  members.fee,
  members.gasPrice,
  members.block,
  members.callData,
  members.from,
  members.to,
];

/** Finds a success without a member that two successes of other requests have. */
function missingOf(successes: readonly CaseSimulation[]): Violation[] {
  return ofEverySuccess.flatMap(({ path, read }) => {
    const lacking = successes.find(({ simulation }) => !read(simulation));
    if (lacking === undefined) return [];
    if (groupByRequest(successes.filter(({ simulation }) => read(simulation))).length < 2) return [];
    return [
      {
        at: lacking.at,
        path,
        class: 'missing',
        expected: `${path}, which other successes have`,
        received: 'none',
      },
    ];
  });
}

/** If as many concurrent simulations have different blocks, the growth of the chain does not explain it. */
const minConcurrent = 4;

const blockPath = members.block.path;
/** How much the clocks of the chain and of the campaign may differ, in milliseconds. */
const maxClockDifferenceMs = 600_000;

/** Returns whether a number is the time of an answer, in unix seconds or milliseconds. */
function isTimeOfAnswer(block: bigint, endedAtMs: number): boolean {
  return [1_000, 1].some((unitMs) => Math.abs(Number(block) * unitMs - endedAtMs) < maxClockDifferenceMs);
}

/** Returns whether all simulations were in progress at some moment. */
function wereTogether(all: readonly { readonly span: RequestSpan }[]): boolean {
  const lastStartMs = Math.max(...all.map(({ span }) => span.startMs));
  return all.every(({ span }) => span.endMs >= lastStartMs);
}

/** The members that must not change on one block. Only the first one that changes is reported. */
const ofOneBlock = [
  members.status,
  members.amountsSent,
  members.error,
  members.callData,
  members.messageIds,
  members.gas,
];

/** Those of them that must not be different each time. */
const neverRandom: readonly SimulationMember[] = [
  members.status,
  members.amountsSent,
  members.messageIds,
  members.gas,
];

function changesIn(same: readonly CaseSimulation[], extend: Extension): Violation[] {
  const block = same[0]?.simulation.debugInfo?.blockNumber;
  if (block === undefined || same.some(({ simulation }) => simulation.debugInfo?.blockNumber !== block))
    return [];
  const declared = declaredMembers(extend);
  for (const member of [...ofOneBlock, ...declared]) {
    const { path, text, isJson = false } = member;
    const [first, second, third, ...rest] = same.map(({ simulation }) => text(simulation)) as [
      string,
      string,
      string,
      ...string[],
    ];
    const isFirstOnly = first !== second && [third, ...rest].every((text) => text === second);
    const isNeverSame =
      [...neverRandom, ...declared].includes(member) &&
      new Set([first, second, third, ...rest]).size === same.length;
    if (!isFirstOnly && !isNeverSame) continue;
    // Two answers prove nothing, so that the case needs all requests up to the third.
    const { at } = same[2] as CaseSimulation;
    const shown = (text: string): string => (isJson ? formatText(text, 80) : `"${formatText(text, 80)}"`);
    return [
      {
        at,
        path,
        class: isFirstOnly ? 'differs after the first answer' : 'differs in every answer',
        expected: `the same answer as earlier on block ${block}`,
        received: `${path} ${shown(third)} after ${shown(isFirstOnly ? first : second)}`,
      },
    ];
  }
  return [];
}
