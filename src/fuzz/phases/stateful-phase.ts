import fc from 'fast-check';
import { operationId } from '../../arbitraries/values/values.js';
import {
  type CasePlan,
  type CaseRequest,
  type CaseStep,
  type Expectation,
  type HttpCaseRequest,
  inclusionRequest,
  inSequence,
  knownInclusionRequest,
} from '../../case/case-plan.js';
import { inclusionQuery } from '../../client/request.js';
import type { Deployment } from '../../deployment/deployment.js';
import { generatedPhase } from './generated-phase.js';
import type { Phase, PhaseContext } from './phase.js';

/**
 * How an operation is polled: repeatedly; concurrently; with an unknown one in between; unknown ones only; in turn with other
 * known ones; concurrently with them; with similar ids in between; with other spellings of its id; with two spellings in
 * turn, for as long as a cache may keep an answer.
 */
const pollingKinds = [
  'timeline',
  'concurrent-polls',
  'unknown-between',
  'unknown-only',
  'others-between',
  'others-at-once',
  'near-ids',
  'other-spellings',
  'watch',
] as const;

/** Long enough to see a quick operation progress, and too short to delay a campaign. */
const maxPauseMs = 50;
const maxSteps = 4;
const maxConcurrent = 4;
const maxOthers = 3;
/** How many operations are watched first, while they are most likely to progress. */
const maxWatched = 20;
/** Watching takes longest, so it is rarer. */
const laterKinds = [...pollingKinds, ...pollingKinds.filter((kind) => kind !== 'watch')];

/**
 * Creates the phase that polls the timelines of known operations, with pauses between the polls. Without known operations
 * it polls only unknown ones.
 */
export function createStatefulPhase(context: PhaseContext): Phase {
  const { operationIds } = context;
  const phases = new Map<string, Phase>();
  return {
    name: 'stateful',
    size: Number.POSITIVE_INFINITY,
    caseAt(seed, index) {
      const known = operationAt(operationIds, index);
      const isWatched = known !== undefined && index < Math.min(operationIds.length, maxWatched);
      const key = `${known} ${isWatched}`;
      const phase = phases.get(key) ?? phaseOf(known, isWatched ? ['watch'] : laterKinds, context);
      phases.set(key, phase);
      return phase.caseAt(seed, index);
    },
  };
}

/** Takes the operations in turn, so that each is polled throughout the campaign, and all of them in each shard. */
function operationAt(operationIds: readonly string[], index: number): string | undefined {
  const count = Math.max(1, operationIds.length);
  return operationIds[(index + Math.floor(index / count)) % count];
}

function phaseOf(
  known: string | undefined,
  kinds: readonly StatefulParts['kind'][],
  { operationIds, deployment }: PhaseContext,
): Phase {
  const parts = fc.record<StatefulParts>({
    kind: fc.noShrink(fc.constantFrom(...kinds)),
    known: fc.constant(known),
    others:
      operationIds.length < 2
        ? fc.constant([])
        : fc.uniqueArray(fc.constantFrom(...operationIds), { minLength: 1, maxLength: maxOthers }),
    allKnown: fc.constant(operationIds),
    near: fc.nat(7),
    unknown: operationId().filter((id) => !operationIds.includes(id)),
    pausesMs: fc.array(fc.nat(maxPauseMs), { minLength: 1, maxLength: maxSteps }),
    atOnce: fc.integer({ min: 2, max: maxConcurrent }),
  });
  return generatedPhase('stateful', parts, (generated) => statefulPlan(generated, deployment));
}

/** A record that is cached for a second is older than the answer for another spelling of the id in the meantime. */
const watching = { rounds: 5, pauseMs: 150 };

/** The parts of a stateful case. */
interface StatefulParts {
  readonly kind: (typeof pollingKinds)[number];
  /** A known operation; undefined if there is none. */
  readonly known: string | undefined;
  /** Other known operations. */
  readonly others: readonly string[];
  /** All known operations: none of them must be used as an unknown id. */
  readonly allKnown: readonly string[];
  /** An unknown id. */
  readonly unknown: string;
  /** The index of the first similar id. */
  readonly near: number;
  /** The pauses before each step but the first, in milliseconds. */
  readonly pausesMs: readonly number[];
  /** The number of concurrent polls. */
  readonly atOnce: number;
}

/** Plans consecutive polls of an operation. */
function statefulPlan(parts: StatefulParts, deployment: Deployment): CasePlan {
  const { known, unknown, pausesMs, atOnce } = parts;
  const unknownPoll = (operationId: string): CaseRequest =>
    inclusionRequest(operationId, { kind: 'unknown', operationId }, deployment);
  const poll = (operationId: string): CaseRequest => knownInclusionRequest(operationId, deployment);
  const ofUnknown = unknownPoll(unknown);
  const ofKnown = known === undefined ? ofUnknown : poll(known);
  const others = parts.others.filter((other) => other !== known).map(poll);
  const near = known === undefined ? [] : similarIds(known, parts.near, parts.allKnown).map(unknownPoll);
  const spellings = known === undefined ? [] : idSpellings(known, deployment);
  const polls: Record<StatefulParts['kind'], readonly CaseRequest[]> = {
    timeline: [ofKnown],
    'concurrent-polls': [...Array.from({ length: atOnce }, () => ofKnown), ofUnknown],
    'unknown-between': [ofKnown],
    'unknown-only': [ofUnknown],
    'others-between': [ofKnown],
    'others-at-once': [ofKnown, ...others],
    'near-ids': [ofKnown],
    'other-spellings': [ofKnown],
    watch: [ofKnown],
  };
  /** One after the other, before each step but the first. */
  const betweens: Partial<Record<StatefulParts['kind'], readonly CaseRequest[]>> = {
    'unknown-between': [ofUnknown],
    'others-between': others,
    'near-ids': near,
    'other-spellings': spellings,
  };
  const kind = known === undefined ? 'unknown-only' : parts.kind;
  const requests = polls[kind];
  const between = inSequence(betweens[kind] ?? []);
  const last = kind === 'unknown-only' ? [] : lastSteps(spellings, ofKnown, parts);
  if (kind === 'watch') {
    const [first = { requests }, ...rest] = last;
    const round = [{ ...first, pauseMs: watching.pauseMs }, ...rest];
    const rounds = Array.from({ length: watching.rounds }, () => round).flat();
    return { phase: 'stateful', kind, steps: [{ requests }, ...rounds] };
  }
  const steps = pausesMs.map((pauseMs): CaseStep => ({ pauseMs, requests }));
  return {
    phase: 'stateful',
    kind,
    steps: [{ requests }, ...steps.flatMap((step) => [...between, step]), ...last],
  };
}

/** Another spelling of the id, and the id again: a cached answer for one spelling differs from the answer for the other. */
function lastSteps(
  spellings: readonly CaseRequest[],
  ofKnown: CaseRequest,
  { near }: StatefulParts,
): CaseStep[] {
  const named = spellings.filter(({ expect }) => expect.kind === 'known');
  // A cache that decodes ids still treats the first spelling as a different id. The last one, encoded, is rarer.
  const spelling = named.at(near % 4 === 3 ? -1 : 0);
  return spelling === undefined ? [] : inSequence([spelling, ofKnown]);
}

const wholeId = /^0x[0-9a-f]{64}$/;

/** Writes ids that a faulty service confuses with a known one, because it reads only a part of it, a checksum, or nothing. */
const neighbours: readonly ((digits: string) => string)[] = [
  (digits) => digits.slice(0, -1) + otherDigit(digits.at(-1)),
  (digits) => otherDigit(digits[0]) + digits.slice(1),
  (digits) => digits.slice(0, 31) + otherDigit(digits[31]) + digits.slice(32),
  (digits) => digits.slice(0, 16) + reversedDigits(digits.slice(16)),
  (digits) => reversedDigits(digits.slice(0, 48)) + digits.slice(48),
  (digits) => reversedDigits(digits),
  () => '0'.repeat(64),
  () => 'f'.repeat(64),
];

const queriesAtOnce = 3;

/**
 * Returns well-formed unknown ids that are similar to a known one; none if the known one has another form.
 *
 * @param which - The index of the first one.
 */
function similarIds(known: string, which: number, allKnown: readonly string[]): string[] {
  if (!wholeId.test(known)) return [];
  const taken = new Set(allKnown.map((id) => id.toLowerCase()));
  return Array.from({ length: queriesAtOnce }, (_, index) => neighbours[(which + index) % neighbours.length])
    .map((change) => `0x${change?.(known.slice(2)) ?? ''}`)
    .filter((id) => !taken.has(id));
}

function otherDigit(digit = '0'): string {
  return (Number.parseInt(digit, 16) ^ 1).toString(16);
}

function reversedDigits(digits: string): string {
  return [...digits].reverse().join('');
}

/** Plans queries for an operation by its id in other spellings: in upper case, as far as that is known, and encoded. */
function idSpellings(operationId: string, deployment: Deployment): HttpCaseRequest[] {
  const upperCase = /^0x[0-9a-f]+$/.test(operationId)
    ? `0x${operationId.slice(2).toUpperCase()}`
    : operationId;
  const encoded = inclusionQuery(deployment, '') + operationId.replace(/./g, percentEncoded);
  return [
    ...(upperCase === operationId
      ? []
      : [inclusionRequest(upperCase, expectationOf(operationId, upperCase, deployment), deployment)]),
    {
      endpoint: 'inclusion',
      query: encoded,
      expect: { kind: 'known', operationId, spelling: 'percent-encoded' },
    },
  ];
}

function expectationOf(
  operationId: string,
  upperCase: string,
  { conventions: { operationIdCase } }: Deployment,
): Expectation {
  switch (operationIdCase) {
    case 'any':
      return { kind: 'known', operationId, spelling: 'upper-case' };
    case 'exact':
      return { kind: 'unknown', operationId: upperCase };
    case 'open':
      return { kind: 'no-server-error', reason: 'Whether its letter case matters is not known.' };
  }
}

function percentEncoded(character: string): string {
  return `%${(character.codePointAt(0) ?? 0).toString(16).padStart(2, '0').toUpperCase()}`;
}
