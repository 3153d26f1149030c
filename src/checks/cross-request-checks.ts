import { isDeepStrictEqual } from 'node:util';
import { rawBetaAddress } from '../contract/addresses.js';
import type { LooseSimulationRequest } from '../contract/simulation-request.js';
import { simulationVerdict } from '../contract/verdicts.js';
import { formatText } from '../internal/print.js';
import { defineChecks, type Violation } from './check.js';
import { simulationMembers as members, type SimulationMember } from './simulation-members.js';
import {
  amountsSent,
  type CaseSimulation,
  caseSimulations,
  groupByRequest,
  isDistinctive,
  normalizedText,
  tokenTotals,
} from './simulations.js';

export const crossRequestChecks = defineChecks('meaning', 'verdicts', {
  /**
   * Compares each answer with its own request and with the other requests of the case. If two answers repeat a value of their
   * requests in a member, every answer must. A value that only one request has must not occur in the answer to another one.
   */
  'cross-request-leak': {
    severity: 'critical',
    needs: 'comparedCalls',
    about: 'An answer must not show the shards key, caller, executor or messages of another request.',
    source:
      'practice: state that leaks between requests; that a member that repeats a value of the request always does: assumption',
    judge(observed) {
      if (observed.observations.length < 2) return [];
      const simulations = caseSimulations(observed);
      return [
        ...echoes.flatMap((echo) => echoViolations(echo, simulations)),
        ...textViolations(simulations),
        ...messageViolations(simulations),
        ...oddAnswers(simulations),
      ];
    },
  },
});

/** A member of answers that may repeat a field of the request. */
interface Echo {
  readonly path: string;
  /** Returns the values of the member in canonical form: several for members of messages. */
  readonly shown: (one: CaseSimulation) => readonly string[];
  /** Returns the value of a request that it would repeat. */
  readonly sent: (request: LooseSimulationRequest) => string | undefined;
  /** Returns the group of a request. Only answers of one group are compared. Default: one group. */
  readonly group?: (request: LooseSimulationRequest) => string;
}

const targetOf = ({ alphaCallParams }: LooseSimulationRequest): string | undefined =>
  alphaCallParams?.target?.toLowerCase();

const echoes: readonly Echo[] = [
  {
    path: 'response.outMessages[].shardsKey',
    shown: ({ simulation }) =>
      (simulation.outMessages ?? []).flatMap(({ shardsKey }) => shardsKey?.toString() ?? []),
    sent: ({ shardsKey }) => shardsKey,
  },
  {
    path: 'response.outMessages[].targetAddress',
    shown: ({ simulation }) =>
      (simulation.outMessages ?? []).flatMap(({ targetAddress }) =>
        targetAddress ? rawBetaAddress(targetAddress) : [],
      ),
    sent: ({ betaCaller }) => betaCaller && rawBetaAddress(betaCaller),
    group: (request) => targetOf(request) ?? '',
  },
  {
    path: 'response.debugInfo.from',
    shown: ({ simulation }) =>
      [simulation.debugInfo?.from ?? ''].filter(Boolean).map((text) => text.toLowerCase()),
    sent: ({ executorAddress }) => executorAddress?.toLowerCase() || undefined,
  },
];

function echoViolations(
  { path, shown, sent, group = () => '' }: Echo,
  all: readonly CaseSimulation[],
): Violation[] {
  const comparable = all.flatMap((one) => {
    const [value, texts] = [sent(one.request), shown(one)];
    return value === undefined || texts.length === 0
      ? []
      : [{ one, value, texts, group: group(one.request) }];
  });
  return comparable.flatMap(({ one, value, texts, group: ofOne }) => {
    const unexpected = texts.find((text) => text !== value);
    if (unexpected === undefined) return [];
    const alike = comparable.filter((other) => other.group === ofOne);
    const right = new Set(
      alike
        .filter((other) => isDecisive(other.value) && other.texts.every((text) => text === other.value))
        .map((other) => other.value),
    );
    const isOfOther = isDecisive(unexpected) && all.some((other) => sent(other.request) === unexpected);
    // One request that shows its own value suffices if this value belongs to another.
    if (right.size < (isOfOther ? 1 : 2)) return [];
    return [
      {
        at: one.at,
        path,
        class: isOfOther ? "another request's" : "not the request's",
        expected: `${path} to be ${formatText(value)}, as in its request`,
        received: `${formatText(unexpected)}${isOfOther ? ' of another request' : ''}`,
      },
    ];
  });
}

/** Finds errors with a value that only another request has. */
function textViolations(all: readonly CaseSimulation[]): Violation[] {
  return all.flatMap((one) => {
    const error = one.simulation.simulationError ?? '';
    if (simulationVerdict(one.simulation) !== 'failure' || error === '') return [];
    const sent = canonicalText(JSON.stringify(one.request));
    const text = canonicalText(error);
    const foreign = all
      .filter(({ request }) => !isDeepStrictEqual(request, one.request))
      .flatMap(({ request }) => distinctTexts(request))
      .find((value) => text.includes(value) && !sent.includes(value));
    if (foreign === undefined) return [];
    const path = 'response.simulationError';
    return [
      {
        at: one.at,
        path,
        class: "another request's",
        expected: 'an error about this request',
        received: `"${formatText(error)}", where ${formatText(foreign)} is from another request`,
      },
    ];
  });
}

/** Finds stored answers: the messages of another call, with an amount that only that call sent. */
function messageViolations(all: readonly CaseSimulation[]): Violation[] {
  return all.flatMap((one) => {
    const { outMessages } = one.simulation;
    const sent = JSON.stringify(one.request);
    // First, because comparing all messages with each other takes 60 µs a request, a seventh of a metamorphic campaign.
    const unexpected = amountsSent(outMessages).flatMap(({ amount }) =>
      amount !== undefined && !sent.includes(amount) && isDecisive(amount) ? amount : [],
    );
    if (unexpected.length === 0) return [];
    const given = tokenTotals(one.request.betaAssets ?? []);
    const foreign = all
      .filter(({ simulation }) => isDeepStrictEqual(simulation.outMessages, outMessages))
      .filter(({ request }) => !isDeepStrictEqual(tokenTotals(request.betaAssets ?? []), given))
      .flatMap(({ request }) => distinctTexts(request))
      .find((text) => unexpected.includes(text));
    if (foreign === undefined) return [];
    const path = 'response.outMessages';
    return [
      {
        at: one.at,
        path,
        class: "another request's",
        expected: 'the messages of this request',
        received: `those of another request, which contains ${foreign}`,
      },
    ];
  });
}

/** Returns a text with addresses and hex bytes in one form. A service may write them in another form than the request. */
function canonicalText(text: string): string {
  return normalizedText(text).toLowerCase();
}

function distinctTexts({ betaCaller = '', betaAssets = [] }: LooseSimulationRequest): string[] {
  const amounts = betaAssets.flatMap(({ amount = '' }) => (amount.length > 16 ? amount : []));
  return [...amounts, ...(betaCaller.length >= 48 ? [canonicalText(betaCaller)] : [])].filter(isDecisive);
}

/** Returns whether a text identifies a request. Zeros, maxima and addresses of one repeated digit do not. */
function isDecisive(text: string): boolean {
  if (/^\d+$/.test(text)) return isDistinctive(BigInt(text).toString(16));
  return isDistinctive(text.replace(/^0x|^-?\d+:/, ''));
}

/** The members that are the same in all answers to one request. */
const stableMembers = [members.from, members.to, members.message];

/** Finds the one answer that differs from at least three others to the same request with the same verdict. */
function oddAnswers(all: readonly CaseSimulation[]): Violation[] {
  return groupByRequest(all, ({ simulationStatus }) => simulationStatus)
    .filter(({ length }) => length >= 4)
    .flatMap((same) => stableMembers.flatMap((member) => oddOne(same, member)));
}

function oddOne(same: readonly CaseSimulation[], { path, text: textOf }: SimulationMember): Violation[] {
  const texts = same.map(({ simulation }) => textOf(simulation));
  const odd = texts.findIndex((text) => texts.filter((other) => other === text).length === 1);
  if (odd === -1 || new Set(texts).size !== 2) return [];
  const usual = texts[odd === 0 ? 1 : 0];
  return [
    {
      at: (same[odd] as CaseSimulation).at,
      path,
      class: 'differs in one answer',
      expected: `${path} "${formatText(`${usual}`)}", as in all other answers to the request`,
      received: `"${formatText(`${texts[odd]}`)}"`,
    },
  ];
}
