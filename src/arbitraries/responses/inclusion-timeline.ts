import { isDeepStrictEqual } from 'node:util';
import fc, { type Arbitrary } from 'fast-check';
import { z } from 'zod';
import type { InclusionState } from '../../contract/conventions.js';
import type { InclusionNote, InclusionResponse } from '../../contract/responses.js';
import type { InclusionVerdict } from '../../contract/verdicts.js';
import { definedMembers } from '../../internal/objects.js';
import { choice, usageError } from '../../internal/options.js';
import { type Inconsistency, inconsistenciesIn, type PollResult } from '../../polling/timeline.js';
import { constantsOr, members, oneOfOrdered, shrunkWithoutContext } from '../values/combinators.js';
import { nonEmptyList, parseArbitraryOptions, profileIssues, profileShape } from '../values/options.js';
import { inclusionNote, inclusionState, type Observer, observerOf } from './inclusion-response.js';
import { alwaysPresent, perSecond, recentTimestamp, transactionHash } from './response-values.js';

/**
 * Timelines that can be, by what becomes of the operation: `included`, at last; `pending`, not there yet; `rejected`,
 * it fails and stays so; `rolled-back`, it fails, then comes back over the return stages and is included;
 * `unknown-first`, 404s, then it is known and at last included; `never-known`, 404s only. Source: practice.
 */
export const consistentTimelines = [
  'included',
  'pending',
  'rejected',
  'rolled-back',
  'unknown-first',
  'never-known',
] as const;

/** Timelines with one thing in them that cannot be right, by the name of the inconsistency. Source: assumption. */
export const inconsistentTimelines = [
  'stage-regression',
  'timestamp-regression',
  'transaction-vanished',
  'inclusion-withdrawn',
] as const satisfies readonly Inconsistency['kind'][];

export type ConsistentTimeline = (typeof consistentTimelines)[number];
export type InconsistentTimeline = (typeof inconsistentTimelines)[number];
export type InclusionTimelineKind = ConsistentTimeline | InconsistentTimeline;

/** What an observer answers to one poll. */
export type ObserverAnswer =
  | { readonly status: 200; readonly body: InclusionResponse }
  | { readonly status: 404 };

/** What an observer answers about one operation, poll after poll. */
export interface InclusionTimeline {
  readonly kind: InclusionTimelineKind;
  readonly polls: readonly ObserverAnswer[];
}

const kindSchema: z.ZodType<InclusionTimelineKind, InclusionTimelineKind> = choice(
  ...consistentTimelines,
  ...inconsistentTimelines,
);
const timelineShape = {
  ...profileShape,
  /**
   * Kinds to generate, of `consistentTimelines` and `inconsistentTimelines`. Default: the consistent ones that there can be
   * under the conventions.
   */
  kinds: nonEmptyList(kindSchema).optional(),
};

const timelineOptions = z.strictObject(timelineShape);

/** What {@link inclusionTimeline} generates. */
export interface InclusionTimelineOptions extends Readonly<z.input<z.ZodObject<typeof timelineShape>>> {}

/**
 * Returns an arbitrary of what an observer answers about one operation to one poll after the other, to test what polls:
 * stages in the deployment's order, some of them missed, most answers repeated; timestamps and transactions that grow, or
 * are never given. A consistent timeline has no inconsistency, an inconsistent one exactly the one that it
 * is named after; shrinks to the shortest of its kind. Knows no time between polls, and no failing requests. Names are
 * neutral; with `chains` or `deployment` they are those on the wire. Section 2.3; the order is practice.
 *
 * @throws {UsageError} for an option that is unknown or invalid, and for a kind that the conventions rule out.
 * @example
 * import { inclusionTimeline, inconsistentTimelines } from 'crosscheck/arbitraries';
 * import fc from 'fast-check';
 *
 * const timelines = inclusionTimeline({ kinds: inconsistentTimelines, conventions: { timestampUnit: 'ms' } });
 * fc.assert(fc.property(timelines, ({ polls }) => polls.length >= 2));
 */
export function inclusionTimeline(options: InclusionTimelineOptions = {}): Arbitrary<InclusionTimeline> {
  parseArbitraryOptions('inclusionTimeline', timelineOptions, options, profileIssues);
  const observer = observerOf(options);
  const stages = stagesOf(observer);
  const wanted = options.kinds ?? consistentTimelines;
  const impossible = wanted.flatMap((kind) => {
    const reason = whyImpossible(kind, stages, observer);
    return reason === undefined ? [] : [{ kind, path: 'kinds', message: `cannot be ${kind}: ${reason}` }];
  });
  const kinds = wanted.filter((kind) => !impossible.some((issue) => issue.kind === kind));
  if (impossible.length > 0 && (options.kinds !== undefined || kinds.length === 0))
    throw usageError('inclusionTimeline has invalid options', impossible);

  const isOfItsKind = ({ kind, polls }: InclusionTimeline): boolean => kindOf(polls, observer) === kind;
  const generated = fc
    .constantFrom(...kinds)
    .chain((kind) => generatedPolls(kind, stages, observer).map((polls) => ({ kind, polls })));
  const anyTimeline = members<InclusionTimeline>({
    kind: oneOfOrdered(kinds),
    polls: fc.array(observerAnswers(observer)),
  });
  return shrunkWithoutContext(generated.filter(isOfItsKind), anyTimeline.filter(isOfItsKind));
}

/** Stage and success are always present: an answer without them is undecided. */
function observerAnswers(observer: Observer): Arbitrary<ObserverAnswer> {
  const states = constantsOr([undefined], inclusionState(observer, alwaysPresent), 1);
  return states.map(answerOf, (answer) => {
    const { response } = (answer as { body?: Partial<InclusionResponse> }).body ?? {};
    if (!isDeepStrictEqual(answer, answerOf(response))) throw new TypeError('not an answer of an observer');
    return response;
  });
}

function answerOf(response: InclusionState | undefined): ObserverAnswer {
  return response === undefined ? { status: 404 } : { status: 200, body: { response } };
}

// The kinds of timelines.

/** The stages at which an operation is in a certain way, by the conventions; positions in the observer's stages. */
interface TimelineStages {
  /** All is well, and it is not included yet. */
  readonly pending: readonly number[];
  /** All is well, and it is included. */
  readonly included: readonly number[];
  /** It failed, which the note says. */
  readonly rejected: readonly number[];
}

/** A time in which the observer answers the same: a stage by its position, or a 404. */
type Segment = 'unknown' | { readonly stage: number; readonly how: 'well' | 'failed' | 'withdrawn' };

/** What the way of an operation consists of: stages that polls see. */
interface Journey {
  /** Some pending ones, or none. */
  readonly passed: readonly number[];
  /** Some pending ones: at least one, if there is one. */
  readonly begun: readonly number[];
  /** Some included ones: at least one, if there is one. */
  readonly arrived: readonly number[];
  /** One at which it fails. */
  readonly failing: number;
  /** Two on the same side of the inclusion. */
  readonly pair: readonly number[];
  readonly isIncluded: boolean;
  readonly isForgotten: boolean;
}

/** How a timeline of one kind is recognised and generated. */
interface Kind {
  /** If consistent: its polls, one letter each: u(nknown), p(ending), i(ncluded), r(ejected), n(ot-applicable). */
  readonly word?: RegExp;
  /** Of which stages the conventions must have one. */
  readonly needs: readonly (keyof TimelineStages)[];
  /** The way of the operation. With unusual conventions it may be of another kind. */
  readonly way: (journey: Journey) => Segment[];
}

const twoSegments: Kind['way'] = ({ passed, begun, arrived, isIncluded }) => {
  const segments = isIncluded ? well(...passed, ...arrived) : well(...begun);
  return segments.length === 1 ? [...segments, ...segments] : segments;
};

const kindRows: Readonly<Record<InclusionTimelineKind, Kind>> = {
  included: {
    word: /^p*i+$/,
    needs: ['included'],
    way: ({ passed, arrived }) => well(...passed, ...arrived),
  },
  pending: { word: /^p+$/, needs: ['pending'], way: ({ begun }) => well(...begun) },
  rejected: { word: /^p*r+$/, needs: ['rejected'], way: failed },
  'rolled-back': {
    word: /^p*r+p*i+$/,
    needs: ['rejected', 'included'],
    way: (journey) => {
      const { passed, arrived, failing } = journey;
      return [...failed(journey), ...well(...[...passed, ...arrived].filter((stage) => stage > failing))];
    },
  },
  'unknown-first': {
    word: /^u+p*i+$/,
    needs: ['included'],
    way: ({ passed, arrived }) => ['unknown', ...well(...passed, ...arrived)],
  },
  'never-known': { word: /^u+$/, needs: [], way: () => ['unknown'] },
  // Back among the stages before inclusion, or among those after it: else the inclusion would be withdrawn too.
  'stage-regression': {
    needs: [],
    way: ({ passed, arrived, pair: [to = 0, from = 0], isIncluded }) => [
      ...well(...passed.filter((stage) => stage < from), from, to),
      ...well(...arrived.filter((stage) => isIncluded && stage > from)),
    ],
  },
  'timestamp-regression': { needs: [], way: twoSegments },
  'transaction-vanished': { needs: [], way: twoSegments },
  // The observer forgets the operation, or says at the same stage that it is not included, without a note.
  'inclusion-withdrawn': {
    needs: ['included'],
    way: ({ passed, arrived, isForgotten }) => [
      ...well(...passed, ...arrived),
      isForgotten ? 'unknown' : { stage: arrived.at(-1) ?? 0, how: 'withdrawn' },
    ],
  },
};

function well(...stages: readonly number[]): Segment[] {
  return stages.map((stage) => ({ stage, how: 'well' }));
}

function failed({ passed, failing }: Journey): Segment[] {
  return [...well(...passed.filter((stage) => stage <= failing)), { stage: failing, how: 'failed' }];
}

/** Polls are seldom enough to see each stage. */
function journeys({ pending, included, rejected }: TimelineStages): Arbitrary<Journey> {
  const some = (stages: readonly number[], minLength: number) =>
    fc.subarray([...stages], { minLength: Math.min(minLength, stages.length) });
  return fc.record({
    passed: some(pending, 0),
    begun: some(pending, 1),
    arrived: some(included, 1),
    failing: fc.constantFrom(...rejected, ...(rejected.length === 0 ? [0] : [])),
    // Mostly before the inclusion: one after it cannot shrink to one before it.
    pair: fc.oneof(
      ...[included, pending, pending, pending]
        .filter(({ length }) => length > 1)
        .map((side) => fc.subarray([...side], { minLength: 2, maxLength: 2 })),
      fc.constant([]),
    ),
    isIncluded: fc.boolean(),
    isForgotten: fc.boolean(),
  });
}

/** Judges what an observer answered: its only inconsistency, or what becomes of the operation; undefined for neither. */
function kindOf(polls: readonly ObserverAnswer[], observer: Observer): InclusionTimelineKind | undefined {
  const results = polls.map((answer) => pollResultOf(answer, observer));
  const timeline = results.map((result, atMs) => ({ atMs, result }));
  const [first, ...others] = inconsistenciesIn(timeline, observer.conventions.stages);
  if (first !== undefined)
    return others.length === 0 ? inconsistentTimelines.find((kind) => kind === first.kind) : undefined;
  const word = results.map(letterOf).join('');
  return consistentTimelines.find((kind) => kindRows[kind].word?.test(word));
}

/** Here an undecided record counts as pending. */
function letterOf({ status, verdict }: PollResult): string | undefined {
  if (status === 404) return 'u';
  return verdict === 'unknown' ? 'p' : verdict?.[0];
}

function pollResultOf(answer: ObserverAnswer, { conventions, neutral, verdictOf }: Observer): PollResult {
  if (answer.status === 404) {
    const { notFoundMeans } = conventions;
    return { status: 404, verdict: notFoundMeans === 'error' ? undefined : notFoundMeans };
  }
  const { response } = answer.body;
  const { stage, success, timestamp, transactions } = neutral(response);
  const hashes = transactions?.flatMap(({ hash }) => hash ?? []);
  return { stage, success, timestamp, transactions: hashes, verdict: verdictOf(response) };
}

// What can be under the conventions.

/** Applies the conventions to every stage. */
function stagesOf({ stages, blockchainTypes, errorNames, verdictOf }: Observer): TimelineStages {
  const transactions = blockchainTypes.map((blockchainType) => ({ blockchainType, hash: '0x00' }));
  const where = (wanted: InclusionVerdict, success: boolean, note: InclusionNote | null): number[] =>
    [...stages.keys()].filter((index) => {
      const stage = stages[index] as string;
      return verdictOf({ note, stage, success, timestamp: 1_700_000_000n, transactions }) === wanted;
    });
  return {
    pending: where('pending', true, null),
    included: where('included', true, null),
    rejected: where('rejected', false, { errorName: errorNames[0] }),
  };
}

const noStages: Readonly<Record<keyof TimelineStages, string>> = {
  included: 'by conventions.isIncluded it is included at no stage',
  rejected: 'by conventions.isRejected it is rejected at no stage',
  pending: 'by conventions.isIncluded and includedStage it is pending at no stage',
};

const maxTries = 100;

/** Returns why a kind is impossible under the conventions, so that its filter would never terminate. */
function whyImpossible(
  kind: InclusionTimelineKind,
  found: TimelineStages,
  observer: Observer,
): string | undefined {
  const { pending, included, rejected } = found;
  const { stages, notFoundMeans } = observer.conventions;
  const missing = kindRows[kind].needs.find((name) => found[name].length === 0);
  if (missing !== undefined) return noStages[missing];
  if (kind === 'unknown-first' && notFoundMeans !== 'pending')
    return `conventions.notFoundMeans is ${notFoundMeans}, so nothing comes after a 404`;
  if (kind === 'rolled-back' && Math.max(...included) <= Math.min(...rejected))
    return 'conventions.stages has no included stage after one at which it may fail';
  if (kind === 'stage-regression' && (stages.length < 2 || Math.max(pending.length, included.length) < 2))
    return 'conventions.stages has no two in a known order on the same side of the inclusion';
  const tries = fc.sample(generatedPolls(kind, found, observer), { numRuns: maxTries, seed: 1 });
  return tries.some((polls) => kindOf(polls, observer) === kind)
    ? undefined
    : `none of ${maxTries} generated timelines is ${kind} by the conventions`;
}

// How the way of an operation becomes polls.

function generatedPolls(
  kind: InclusionTimelineKind,
  stages: TimelineStages,
  observer: Observer,
): Arbitrary<ObserverAnswer[]> {
  const { blockchainTypes, errorNames, conventions } = observer;
  const [timeGoesBack, oneVanishes] = [kind === 'timestamp-regression', kind === 'transaction-vanished'];
  const transaction = fc.record({
    hash: transactionHash(),
    blockchainType: fc.constantFrom(...blockchainTypes),
  });
  // What the records have in common; unknown is always described in the same way.
  const story = fc.record({
    start: recentTimestamp(conventions.timestampUnit),
    hasTimestamps: timeGoesBack ? fc.constant(true) : fc.constantFrom(false, true, true, true),
    transactions: fc.array(transaction, { minLength: Number(oneVanishes), maxLength: Number(oneVanishes) }),
    noTransactions: fc.constantFrom(...(oneVanishes ? [[]] : [undefined, null, []])),
    note: inclusionNote(errorNames),
    errorName: fc.constantFrom(...errorNames),
    noNote: fc.constantFrom(undefined, null),
    oddSegment: fc.nat(),
    lost: fc.nat(),
  });
  const segmentOf = fc.record({
    pause: fc.oneof(
      fc.constantFrom(0n, 1n),
      fc.bigInt({ min: 0n, max: 600n * perSecond(conventions.timestampUnit) }),
    ),
    added: fc.option(transaction, { freq: 2 }),
    polls: fc.constantFrom(1, 1, 2, 3),
  });
  const answersOf = (way: readonly Segment[]): Arbitrary<ObserverAnswer[]> =>
    fc.tuple(story, ...way.map(() => segmentOf)).map(([{ start, ...given }, ...segments]) => {
      let [timestamp, transactions] = [start, given.transactions];
      let hasFailed = false;
      const odd = 1 + (given.oddSegment % Math.max(1, way.length - 1));
      return way.flatMap((segment, index): ObserverAnswer[] => {
        const { pause, added, polls } = segments[index] as (typeof segments)[number];
        if (segment === 'unknown') return Array.from({ length: polls }, () => answerOf(undefined));
        timestamp += timeGoesBack && index === odd ? -1n - pause : pause;
        if (oneVanishes && index === odd)
          transactions = transactions.toSpliced(given.lost % transactions.length, 1);
        if (added !== null) transactions = [...transactions, added];
        // A rollback brings the operation back, but what failed is still worth a note.
        hasFailed ||= segment.how === 'failed';
        const failure = { ...given.note, errorName: given.note.errorName || given.errorName };
        const response = definedMembers<InclusionState>({
          note: hasFailed ? failure : given.noNote,
          stage: observer.stages[segment.stage],
          success: segment.how === 'well',
          timestamp: given.hasTimestamps ? timestamp : undefined,
          transactions: transactions.length > 0 ? transactions : given.noTransactions,
        }) as InclusionState;
        // A copy for each poll, so that a test can modify it.
        return Array.from({ length: polls }, () => answerOf(structuredClone(response)));
      });
    });
  return journeys(stages).map(kindRows[kind].way).chain(answersOf);
}
