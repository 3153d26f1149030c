import {
  type Conventions,
  defaultConventions,
  defineDeployment,
  type InclusionVerdict,
  type PollResult,
} from 'crosscheck';
import {
  consistentTimelines,
  type InclusionTimeline,
  type InclusionTimelineKind,
  type InclusionTimelineOptions,
  inclusionTimeline,
  inconsistentTimelines,
  type ObserverAnswer,
} from 'crosscheck/arbitraries';
import { inclusionResponseSchema, jsonText } from 'crosscheck/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inconsistenciesIn } from '../../../src/polling/timeline.js';
import { describeArbitraryLaws, shrunkBy } from '../../support/arbitrary-laws.js';
import { verdictOf } from '../../support/verdict-of.js';

type InclusionState = Extract<ObserverAnswer, { status: 200 }>['body']['response'];

const allTimelines: readonly InclusionTimelineKind[] = [...consistentTimelines, ...inconsistentTimelines];
const zeroHash = `0x${'00'.repeat(32)}`;
const oneHash = `0x${'11'.repeat(32)}`;

const pollResultsOf = (
  { polls }: InclusionTimeline,
  conventions: Conventions = defaultConventions,
): PollResult[] =>
  polls.map((answer) => {
    if (answer.status === 404) return { status: 404, verdict: 'pending' };
    const { response } = answer.body;
    return {
      stage: response.stage,
      success: response.success,
      timestamp: response.timestamp,
      transactions: response.transactions?.flatMap(({ hash }) => hash ?? []),
      verdict: verdictOf(response, conventions),
    };
  });
const findingsOf = (timeline: InclusionTimeline, conventions: Conventions = defaultConventions): string[] =>
  inconsistenciesIn(
    pollResultsOf(timeline, conventions).map((result, atMs) => ({ atMs, result })),
    conventions.stages,
  ).map(({ kind }) => kind);
const statesOf = ({ polls }: InclusionTimeline): InclusionState[] =>
  polls.flatMap((answer) => (answer.status === 200 ? [answer.body.response] : []));
const isTimeline = (timeline: InclusionTimeline): boolean =>
  timeline !== undefined &&
  timeline !== null &&
  timeline.polls?.length > 0 &&
  timeline.polls.every(
    (answer) => answer.status === 404 || inclusionResponseSchema.safeParse(answer.body).success,
  );
const sample = (options?: InclusionTimelineOptions, numRuns = 400): InclusionTimeline[] =>
  fc.sample(inclusionTimeline(options), { numRuns, seed: 21 });

const at = (stage: string, more: Partial<InclusionState> = {}): ObserverAnswer => ({
  status: 200,
  body: { response: { stage, success: true, ...more } },
});
const unknown: ObserverAnswer = { status: 404 };
const failure = { note: { errorName: 'a' }, success: false };
const included = at('includedInBETAConsensus');
const listed = (hash: string) => ({ transactions: [{ hash }] });

const simplest: Record<InclusionTimelineKind, ObserverAnswer[]> = {
  included: [included],
  pending: [at('start')],
  rejected: [at('start', failure)],
  'rolled-back': [at('start', failure), included],
  'unknown-first': [unknown, included],
  'never-known': [unknown],
  'stage-regression': [at('collectedInALPHA'), at('start')],
  'timestamp-regression': [at('start', { timestamp: 1n }), at('start', { timestamp: 0n })],
  'transaction-vanished': [at('start', listed(zeroHash)), at('start', { transactions: [] })],
  'inclusion-withdrawn': [included, unknown],
};

const byHand: Record<InclusionTimelineKind, ObserverAnswer[]> = {
  included: [
    at('start', { note: null, timestamp: 1_763_712_000n, transactions: null }),
    at('executedInALPHA', { note: {}, timestamp: 1_763_712_060n, transactions: [] }),
    at('executedInBETA', { timestamp: 1_763_712_060n, transactions: [{ blockchainType: 'BETA' }] }),
  ],
  pending: [at('start'), at('start'), at('collectedInBETA', { success: false, note: {} })],
  rejected: [at('collectedInALPHA'), at('collectedInALPHA', { success: false, note: { errorName: 'é' } })],
  'rolled-back': [
    at('collectedInALPHA', { success: false, note: { errorName: 'NotEnoughGas' } }),
    at('collectedInBETA', { note: { errorName: 'NotEnoughGas' } }),
    at('executedInBETA'),
  ],
  'unknown-first': [unknown, unknown, at('start'), included],
  'never-known': [unknown, unknown, unknown],
  'stage-regression': [at('executedInALPHA'), at('collectedInALPHA'), at('executedInALPHA'), included],
  'timestamp-regression': [
    at('start'),
    at('start', { timestamp: 2n ** 53n }),
    included,
    at('executedInBETA', { timestamp: 7n }),
  ],
  'transaction-vanished': [
    at('start', listed(oneHash)),
    at('executedInALPHA', { transactions: [{ hash: oneHash }, { hash: zeroHash }] }),
    at('executedInALPHA', listed(zeroHash)),
  ],
  'inclusion-withdrawn': [at('start'), included, at('includedInBETAConsensus', { success: false }), included],
};

describe.each(allTimelines)('%s', (kind) => {
  const isConsistent = (consistentTimelines as readonly string[]).includes(kind);

  describeArbitraryLaws(`inclusionTimeline of kind ${kind}`, {
    arbitrary: inclusionTimeline({ kinds: [kind] }),
    chains: 1,
    isValid: (timeline) =>
      isTimeline(timeline) &&
      timeline.kind === kind &&
      findingsOf(timeline).join() === (isConsistent ? '' : kind),
    simplest: { kind, polls: simplest[kind] },
    handWritten: [{ kind, polls: byHand[kind] }],
    neverGenerated: [
      { kind, polls: [] },
      { kind, polls: byHand[kind], more: 1 },
      { kind: 'unheard-of', polls: byHand[kind] },
      { kind, polls: [{ status: 500 }] },
      { kind, polls: [{ status: 200 }] },
      { kind, polls: [{ status: 404, body: {} }] },
      { kind, polls: [null] },
      ...allTimelines.filter((other) => other !== kind).map((other) => ({ kind, polls: byHand[other] })),
    ],
  });
});

describe('inclusionTimeline', () => {
  it('generates all consistent kinds by default', () => {
    expect(new Set(sample().map(({ kind }) => kind))).toEqual(new Set(consistentTimelines));
  });

  it('generates every kind of the option kinds', () => {
    const timelines = sample({ kinds: allTimelines });
    expect(new Set(timelines.map(({ kind }) => kind))).toEqual(new Set(allTimelines));
    for (const timeline of timelines) {
      const { kind } = timeline;
      expect(findingsOf(timeline)).toEqual(kind in ends ? [] : [kind]);
    }
  });

  /** The verdicts of a consistent timeline without their repeats; a 404 is unknown. */
  const courseOf = (timeline: InclusionTimeline): (InclusionVerdict | 'unknown')[] =>
    pollResultsOf(timeline)
      .map(({ status, verdict }) => (status === 404 ? 'unknown' : (verdict as InclusionVerdict)))
      .filter((verdict, index, all) => verdict !== all[index - 1]);
  const ends: Record<(typeof consistentTimelines)[number], string[]> = {
    included: ['included', 'pending,included'],
    pending: ['pending'],
    rejected: ['rejected', 'pending,rejected'],
    'rolled-back': [
      'rejected,included',
      'rejected,pending,included',
      'pending,rejected,included',
      'pending,rejected,pending,included',
    ],
    'unknown-first': ['unknown,included', 'unknown,pending,included'],
    'never-known': ['unknown'],
  };

  it.each(consistentTimelines)('generates every course of the kind %s', (kind) => {
    const courses = sample({ kinds: [kind] }).map((timeline) => courseOf(timeline).join());
    expect([...new Set(courses)].sort()).toEqual(ends[kind].toSorted());
  });

  it('repeats polls, skips stages, and also has timelines with all stages', () => {
    const timelines = sample({ kinds: ['included'] }, 2000);
    const lengths = timelines.map(({ polls }) => polls.length);
    expect(Math.min(...lengths)).toBe(1);
    expect(Math.max(...lengths)).toBeGreaterThan(defaultConventions.stages.length);
    const repeats = timelines.filter((timeline) => {
      const texts = statesOf(timeline).map((state) => String(state.stage));
      return new Set(texts).size < texts.length;
    });
    expect(repeats.length / timelines.length).toBeGreaterThan(0.5);
    const paths = new Set(
      timelines.map((timeline) => [...new Set(statesOf(timeline).map(({ stage }) => stage))].join()),
    );
    expect(paths).toContain(defaultConventions.stages.join());
    expect(paths).toContain('includedInBETAConsensus');
    expect(paths.size).toBeGreaterThan(50);
  });

  it('leaves out notes, transactions and timestamps in every way', () => {
    const states = sample({ kinds: ['pending'] }).flatMap(statesOf);
    expect(new Set(states.map(({ note }) => note))).toEqual(new Set([undefined, null]));
    const none = states.map(({ transactions }) =>
      transactions?.length ? 'some' : JSON.stringify(transactions),
    );
    expect(new Set(none)).toEqual(new Set(['some', 'null', '[]', undefined]));
    expect(new Set(states.map(({ timestamp }) => typeof timestamp))).toEqual(
      new Set(['bigint', 'undefined']),
    );
  });

  it('keeps the note of the failure until a rolled-back operation is back', () => {
    let returns = 0;
    for (const timeline of sample({ kinds: ['rolled-back'] })) {
      const states = statesOf(timeline);
      const failedAt = states.findIndex(({ success }) => success === false);
      const { note } = states[failedAt] as InclusionState;
      expect(note?.errorName).toMatch(/./);
      expect(states.slice(failedAt).map((state) => state.note)).toEqual(
        states.slice(failedAt).map(() => note),
      );
      returns += states.slice(failedAt).filter(({ success }) => success === true).length;
    }
    expect(returns).toBeGreaterThan(400);
  });

  it('withdraws an inclusion with a 404 and with a pending record', () => {
    const last = sample({ kinds: ['inclusion-withdrawn'] }).map(({ polls }) => {
      const answer = polls.at(-1);
      if (answer?.status !== 200) return answer?.status;
      return verdictOf(answer.body.response);
    });
    expect(new Set(last)).toEqual(new Set([404, 'pending']));
  });

  it('goes back to an earlier stage before and after the inclusion', () => {
    const courses = sample({ kinds: ['stage-regression'] }).map((timeline) => courseOf(timeline).join());
    expect(new Set(courses)).toEqual(new Set(['pending', 'pending,included', 'included']));
  });

  it('shares no object between two polls', () => {
    const isRepeated = ({ polls: [one, other] }: InclusionTimeline): boolean =>
      other !== undefined && jsonText(one) === jsonText(other);
    const timeline = sample({ kinds: ['pending'] }).find(isRepeated) as InclusionTimeline;
    const [one, other] = statesOf(timeline);
    expect(one).not.toBe(other);
    expect(one?.transactions ?? []).not.toBe(other?.transactions);
  });

  it('shrinks to the shortest timeline that a poller handles wrongly', () => {
    const givesUp = ({ polls }: InclusionTimeline): boolean => polls.length < 4;
    expect(shrunkBy(inclusionTimeline({ kinds: ['included'] }), givesUp).polls).toEqual([
      ...[at('start'), at('start'), at('start')],
      included,
    ]);
  });
});

describe('the conventions of a timeline', () => {
  it('give the names of errors', () => {
    const errorNames = ['MyError', 'OtherError'];
    const timelines = fc.sample(inclusionTimeline({ kinds: ['rejected'], conventions: { errorNames } }), {
      numRuns: 500,
      seed: 21,
    });
    const names = timelines.flatMap(({ polls }) =>
      polls.flatMap((poll) => (poll.status === 200 ? (poll.body.response.note?.errorName ?? []) : [])),
    );
    const known = [...errorNames, ...defaultConventions.errorNames];
    expect(new Set(names.filter((name) => known.includes(name)))).toEqual(new Set(errorNames));
  });

  const deployment = defineDeployment({
    simulatorUrl: 'http://127.0.0.1:1',
    observerUrl: 'http://127.0.0.1:1',
    chains: { alpha: 'evm', beta: 'tvm' },
    conventions: { timestampUnit: 'ms' },
  });

  it('are those of the deployment, in its chain names', () => {
    const states = sample({ kinds: allTimelines, deployment }).flatMap(statesOf);
    const names = defaultConventions.stages.map(deployment.dialect.toWireName);
    expect(new Set(states.map(({ stage }) => stage))).toEqual(new Set(names));
    const types = states.flatMap(({ transactions }) => transactions ?? []).map((one) => one.blockchainType);
    expect(new Set(types)).toEqual(new Set(['EVM', 'TVM']));
    const timestamps = sample({ deployment })
      .flatMap(statesOf)
      .flatMap(({ timestamp }) => timestamp ?? []);
    expect(new Set(timestamps.map((timestamp) => `${timestamp}`.length))).toEqual(new Set([13]));
  });

  it('produce the inconsistency in the names of a deployment too', () => {
    const { fromWireInclusion } = deployment.dialect;
    for (const { kind, polls } of sample({ kinds: inconsistentTimelines, deployment })) {
      const neutral = polls.map((answer) =>
        answer.status === 404
          ? answer
          : { ...answer, body: { response: fromWireInclusion(answer.body.response) } },
      );
      expect(findingsOf({ kind, polls: neutral })).toEqual([kind]);
    }
  });

  it('may name no stages: then every kind but stage-regression is possible', () => {
    const conventions = { stages: [] };
    const kinds = allTimelines.filter((kind) => kind !== 'stage-regression');
    const timelines = sample({ kinds, conventions });
    expect(new Set(timelines.map(({ kind }) => kind))).toEqual(new Set(kinds));
    for (const timeline of timelines) {
      const isConsistent = (consistentTimelines as readonly string[]).includes(timeline.kind);
      expect(findingsOf(timeline, { ...defaultConventions, stages: [] })).toEqual(
        isConsistent ? [] : [timeline.kind],
      );
    }
  });

  it('may have their own predicates', () => {
    const isIncluded: Conventions['isIncluded'] = ({ stage, transactions }) =>
      stage === 'executedInBETA' &&
      (transactions ?? []).some(({ blockchainType }) => blockchainType === 'BETA');
    const conventions = { isIncluded };
    for (const timeline of sample({ kinds: ['included', 'rolled-back'], conventions }, 100)) {
      expect(pollResultsOf(timeline, { ...defaultConventions, isIncluded }).at(-1)?.verdict).toBe('included');
    }
  });

  it('leave out by default the kinds that they make impossible', () => {
    const kinds = new Set(sample({ conventions: { notFoundMeans: 'error' } }).map(({ kind }) => kind));
    expect(kinds).toEqual(new Set(consistentTimelines.filter((kind) => kind !== 'unknown-first')));
  });

  it('withdraw no inclusion with a 404 if a 404 is an error', () => {
    const timelines = sample({ kinds: ['inclusion-withdrawn'], conventions: { notFoundMeans: 'error' } });
    const statuses = timelines.flatMap(({ polls }) => polls.map(({ status }) => status));
    expect(new Set(statuses)).toEqual(new Set([200]));
  });
});

describe('invalid options of inclusionTimeline', () => {
  const bad: [string, unknown, string][] = [
    ['a misspelt option', { kind: ['included'] }, 'kind is not an option; did you mean kinds?'],
    [
      'an unknown kind',
      { kinds: ['included', 'rolledback'] },
      'kinds[1] must be one of included, pending, rejected, rolled-back, unknown-first, never-known, stage-regression',
    ],
    ['no kind', { kinds: [] }, 'kinds must not be empty, got []'],
    ['a kind instead of a list', { kinds: 'included' }, 'kinds must be a list, got "included"'],
    ['null instead of options', null, 'inclusionTimeline takes an object of options, got null'],
    [
      'a bad convention',
      { conventions: { notFoundMeans: 'no' } },
      'conventions.notFoundMeans must be one of',
    ],
    [
      'a stage that goes back where the conventions have no order',
      { kinds: ['stage-regression'], conventions: { stages: [] } },
      'kinds cannot be stage-regression: conventions.stages has no two in a known order',
    ],
    [
      'a stage that goes back where there is only one',
      { kinds: ['stage-regression'], conventions: { stages: ['begun'], includedStage: 'begun' } },
      'kinds cannot be stage-regression: conventions.stages has no two in a known order',
    ],
    [
      'a stage that goes back from after the inclusion to before it',
      { kinds: ['stage-regression'], conventions: { stages: ['start', 'end'], includedStage: 'end' } },
      'conventions.stages has no two in a known order on the same side of the inclusion',
    ],
    [
      'no stage before the included one',
      { kinds: ['pending'], conventions: { stages: ['begun', 'end'], includedStage: 'begun' } },
      'kinds cannot be pending: by conventions.isIncluded and includedStage it is pending at no stage',
    ],
    [
      'no stage after the one at which it fails',
      { kinds: ['rolled-back'], conventions: { stages: ['begun'], includedStage: 'begun' } },
      'kinds cannot be rolled-back: conventions.stages has no included stage after one at which it may fail',
    ],
    [
      'a record after a 404 that means rejected',
      { kinds: ['unknown-first'], conventions: { notFoundMeans: 'rejected' } },
      'kinds cannot be unknown-first: conventions.notFoundMeans is rejected, so nothing comes after a 404',
    ],
    [
      'an inclusion that isIncluded never reports',
      { kinds: ['included'], conventions: { isIncluded: () => false } },
      'kinds cannot be included: by conventions.isIncluded it is included at no stage',
    ],
    [
      'a rejection that isRejected never reports',
      { kinds: ['rejected'], conventions: { isRejected: () => false } },
      'kinds cannot be rejected: by conventions.isRejected it is rejected at no stage',
    ],
    [
      'a kind that only seems possible',
      {
        kinds: ['rejected'],
        conventions: { isRejected: ({ transactions }: InclusionState) => transactions?.[0]?.hash === '0x00' },
      },
      'kinds cannot be rejected: none of 100 generated timelines is rejected by the conventions',
    ],
  ];
  it.each(bad)('are rejected when the arbitrary is created: %s', (_, options, message) => {
    expect(() => inclusionTimeline(options as InclusionTimelineOptions)).toThrow(
      expect.objectContaining({ code: 'USAGE', message: expect.stringContaining(message) }),
    );
  });
});
