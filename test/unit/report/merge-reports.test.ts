import type { LooseSimulationRequest } from 'crosscheck';
import type {
  CampaignEnded,
  CampaignEvent,
  CampaignStarted,
  CasePlan,
  Finding,
  Frequency,
  Gap,
} from 'crosscheck/fuzz';
import { mergeReports, summaryOfEvents } from 'crosscheck/report';
import { describe, expect, test } from 'vitest';
import {
  candidateFound,
  ended,
  exercised,
  finding,
  found,
  simulateRequest,
  started,
  tick,
} from './events.js';

/** The report of a shard of two. */
function shard(index: number, ...events: CampaignEvent[]): CampaignEvent[] {
  return [started({ shard: { index, count: 2 } }), ...events];
}
const planOf = (request: LooseSimulationRequest): CasePlan => ({
  phase: 'valid',
  kind: 'valid',
  steps: [{ requests: [{ ...simulateRequest, expect: { kind: 'simulated', request } }] }],
});
const clean = ended({ verdict: 'clean' });
const merged = (...reports: CampaignEvent[][]) => summaryOfEvents(mergeReports(reports));

test('adds up what the shards counted', () => {
  const one = shard(
    0,
    { event: 'phase', atMs: 0, phase: 'valid', cases: 50 },
    tick(),
    tick({ atMs: 2000 }),
    clean,
  );
  const other = shard(
    1,
    { event: 'phase', atMs: 0, phase: 'valid', cases: 50 },
    tick({ atMs: 1500 }),
    ended(),
  );
  const report = merged(one, other);
  const { phases, latencyUs, missingShards } = report;
  expect(report).toMatchObject({ cases: 30, requests: 36, statuses: { 200: 27, 400: 6 } });
  expect(phases).toEqual([{ phase: 'valid', planned: 100, cases: 30, requests: 36 }]);
  expect(latencyUs).toEqual({ 900: 18, 1984: 12, 40960: 3 });
  expect(report).toMatchObject({ seed: 7, merged: [0, 1] });
  expect(missingShards).toEqual([]);
});

test('does not depend on the order of the reports, or on merging them step by step', () => {
  const reports = [0, 1, 2].map((index) => [
    started({ shard: { index, count: 3 }, startedAt: `2026-11-21T10:00:0${index}.000Z` }),
    tick({ atMs: 1000 + index }),
    found({ firstSeenMs: 100 * index, caseId: `7:valid/${index}` }),
    ended(),
  ]);
  const [a, b, c] = reports as [CampaignEvent[], CampaignEvent[], CampaignEvent[]];
  const whole = mergeReports([a, b, c]);
  expect(whole[0]).toMatchObject({ startedAt: '2026-11-21T10:00:00.000Z' });
  expect(mergeReports([c, b, a])).toEqual(whole);
  expect(mergeReports([mergeReports([a, c]), b])).toEqual(whole);
});

test('has each finding once, with summed occurrences, and the case and the runs of the most certain one', () => {
  const sure = finding({ occurrences: 2, firstSeenMs: 900, caseId: '7:valid/2', message: 'sure' });
  const unsure = finding({
    confidence: 'not-reproduced',
    runs: { shown: 0, of: 5 },
    firstSeenMs: 300,
    caseId: '7:valid/1',
  });
  const { findings } = merged(
    shard(0, found(unsure), clean),
    shard(1, found({ ...sure, confidence: 'unconfirmed' }), found(sure), ended()),
  );
  expect(findings).toEqual([{ ...sure, occurrences: 5, firstSeenMs: 300, caseId: '7:valid/1' }]);
});

test.each([
  ['stable', 'flaky', 'stable'],
  ['flaky', 'unconfirmed', 'flaky'],
  ['not-reproduced', 'unconfirmed', 'unconfirmed'],
] as const)('a finding that is %s in one shard and %s in another is %s', (here, there, confidence) => {
  const { findings } = merged(shard(0, found({ confidence: here })), shard(1, found({ confidence: there })));
  expect(findings.map((each) => each.confidence)).toEqual([confidence]);
});

describe('a finding that no rerun showed', () => {
  const gateway = (kind = 'status 502'): Partial<Finding> => ({
    signature: { check: 'gateway-error', endpoint: 'simulate', path: '', class: kind },
    isUnreported: true,
  });
  const slow: Partial<Finding> = {
    signature: { check: 'slow-response', endpoint: 'simulate', path: '', class: 'slow' },
  };
  const seen = (
    at: number,
    finding: Partial<Finding> = {},
    requests: Frequency['requests'] = 'valid requests',
  ): CampaignEvent =>
    found({
      confidence: 'not-reproduced',
      runs: { shown: 0, of: 5 },
      occurrences: 1,
      frequency: { shown: 1, of: 50, requests, times: [{ fromMs: at, untilMs: at + 5 }] },
      ...finding,
    });
  const mergedOf = (...events: CampaignEvent[]) => {
    const count = events.length;
    const shards = events.map((event, index) => [started({ shard: { index, count } }), event, clean]);
    const { verdict, findings } = merged(...shards);
    return { confidence: findings[0]?.confidence, verdict };
  };

  test.each([
    ['a wrong answer in two shards', [seen(0), seen(10)]],
    ['a failure of a valid request in three', [0, 10, 20].map((at) => seen(at, gateway()))],
    ['a slow answer in three', [0, 10, 20].map((at) => seen(at, slow))],
    [
      'a failure of valid requests in three, and of an odd one in another',
      [seen(0, gateway(), 'odd requests'), ...[10, 20, 30].map((at) => seen(at, gateway()))],
    ],
  ])('is flaky: %s', (_, events) => {
    expect(mergedOf(...events)).toEqual({ confidence: 'flaky', verdict: 'findings' });
  });

  test.each([
    ['a wrong answer in one moment', [seen(0), seen(3)], 'not-reproduced'],
    ['what another check explains', [seen(0, { isExplained: true }), seen(10)], 'not-reproduced'],
    ['a slow answer in two shards', [seen(0, slow), seen(10, slow)], 'not-reproduced'],
    ['a failure in two', [seen(0, gateway()), seen(10, gateway())], undefined],
    ['a failure of three in one moment', [0, 2, 4].map((at) => seen(at, gateway())), undefined],
    ['overload', [0, 10, 20].map((at) => seen(at, gateway('status 503'))), undefined],
    ['failures of odd requests', [0, 10, 20].map((at) => seen(at, gateway(), 'odd requests')), undefined],
  ])('is not flaky: %s', (_, events, confidence) => {
    expect(mergedOf(...events)).toEqual({ confidence, verdict: 'clean' });
  });

  test('adds up if reports are merged step by step', () => {
    const [a, b, c] = [0, 10, 20].map((at, index) => [
      started({ shard: { index, count: 3 } }),
      seen(at, gateway()),
      clean,
    ]) as [CampaignEvent[], CampaignEvent[], CampaignEvent[]];
    expect(mergeReports([mergeReports([c, a]), b])).toEqual(mergeReports([a, b, c]));
  });
});

test.each([
  [0, 1, undefined, [undefined, 'not with executorAddress']],
  [1, 0, undefined, [undefined, 'not with executorAddress']],
  [0, 1, 'concurrency', [undefined]],
] as const)(
  'a finding of one shard that does not meet the condition of another is another finding: in shards %i and %i, context %s',
  (here, there, context, expected) => {
    const condition = { set: ['executorAddress'], absent: [] };
    const findings = merged(
      shard(here, found({ condition, plan: planOf({ executorAddress: `0x${'11'.repeat(20)}` }) })),
      shard(there, found({ context, plan: planOf({}) })),
    ).findings;
    expect(new Set(findings.map(({ signature }) => signature.condition))).toEqual(new Set(expected));
    for (const { occurrences } of findings) expect(occurrences).toBe(6 / expected.length);
  },
);

test('a finding is known if every shard that has it knows it', () => {
  const known = found({ isKnown: true });
  expect(merged(shard(0, known), shard(1, known)).findings[0]?.isKnown).toBe(true);
  expect(merged(shard(0, known), shard(1, found())).findings[0]?.isKnown).toBe(false);
});

test('a candidate of one shard is a finding if another shard found it', () => {
  const { id } = finding();
  expect(merged(shard(0, candidateFound(id)), shard(1, found())).candidates).toEqual([]);
});

test('has the number of planned cases if every shard has it', () => {
  const cut = ended({ plannedCases: 100 });
  const plannedOf = (other: CampaignEnded) =>
    summaryOfEvents(mergeReports([shard(0, cut), shard(1, other)])).plannedCases;
  expect([plannedOf(cut), plannedOf(ended())]).toEqual([200, undefined]);
});

test.each([
  ['clean ones', [shard(0, clean), shard(1, clean)], { verdict: 'clean', endedBy: 'cases' }],
  [
    'one that found',
    [shard(0, clean), shard(1, found(), ended())],
    { verdict: 'findings', endedBy: 'cases' },
  ],
  [
    'an inconclusive one',
    [shard(0, ended({ verdict: 'inconclusive', endedBy: 'unreachable' })), shard(1, clean)],
    { verdict: 'inconclusive', endedBy: 'unreachable' },
  ],
  [
    'an inconclusive one and one that found',
    [shard(0, ended({ verdict: 'inconclusive', endedBy: 'stopped' })), shard(1, found(), ended())],
    { verdict: 'findings', endedBy: 'stopped' },
  ],
  ['a part', [shard(1, clean)], { verdict: 'inconclusive', endedBy: 'cases' }],
  [
    'one that was cut off',
    [shard(0, clean), shard(1, tick())],
    { verdict: 'inconclusive', because: 'cut-off', endedBy: undefined },
  ],
  [
    'one that was cut off and one that found',
    [shard(0, found(), ended()), shard(1, tick())],
    { verdict: 'findings', endedBy: undefined },
  ],
])('has the end of one campaign: %s', (_, reports, end) => {
  const { verdict, because, endedBy } = summaryOfEvents(mergeReports(reports));
  expect({ verdict, because, endedBy }).toMatchObject(end);
});

test('has the reason why it is inconclusive, until the missing shards are merged', () => {
  const doubtful = ended({ verdict: 'inconclusive', because: 'unconfirmed', hasOpenFailure: true });
  const endOf = (...reports: CampaignEvent[][]) =>
    merged(...reports.map((events) => [...events.slice(0, 1), tick(), ...events.slice(1)]));
  expect(endOf(shard(0, doubtful), shard(1, clean))).toMatchObject({ because: 'unconfirmed' });
  const blind = ended({
    verdict: 'inconclusive',
    because: 'no-evidence',
    exercised: exercised({}, { endpoints: { x: 0 } }),
  });
  const sighted = ended({ verdict: 'clean', exercised: exercised({}, { endpoints: { x: 2 } }) });
  expect(endOf(shard(0, blind), shard(1, blind))).toMatchObject({ because: 'no-evidence' });
  expect(endOf(shard(0, blind), shard(1, sighted))).toMatchObject({ verdict: 'clean' });
  const open = found({ confidence: 'unconfirmed', runs: { shown: 0, of: 0 } });
  expect(endOf(shard(0, open, blind), shard(1, sighted))).toMatchObject({ because: 'unconfirmed' });
  const part = mergeReports([shard(0, clean)]);
  expect(merged(part)).toMatchObject({ verdict: 'inconclusive', because: 'missing-shards' });
  expect(endOf(part, shard(1, clean))).toMatchObject({ verdict: 'clean' });
});

test('counts what had no verdict over all shards, also if it is as much in each', () => {
  const half = ended({
    verdict: 'inconclusive',
    because: 'inconclusive-requests',
    exercised: exercised({ validCalls: 10, verdicts: 4, succeeded: 4 }, { stages: { start: 1 } }),
    gaps: [{ text: '6 of 10 valid calls got no verdict' }, { text: 'no operation got past its first stage' }],
  });
  expect(merged(shard(0, half), shard(1, half)).gaps).toEqual([
    { text: '12 of 20 valid calls got no verdict' },
    { text: 'no operation got past its first stage' },
  ]);
});

test('has the gaps of one campaign, whatever they are called, and what no shard measured', () => {
  const start = (index: number): CampaignEvent[] => [
    started({
      shard: { index, count: 2 },
      phases: ['stateful', 'valid'],
      checks: ['gas-missing', 'server-error'],
    }),
  ];
  const endOf = (counts: Parameters<typeof exercised>[0], gaps: readonly Gap[]): CampaignEvent =>
    ended({ exercised: exercised(counts), required: ['records'], gaps });
  const calls = { validCalls: 9, verdicts: 9 };
  const depth = { text: 'the time of deep requests', growth: 'depth' } as const;
  const one = endOf({ ...calls, records: 1 }, [{ text: 'no success', exercise: 'succeeded' }, depth]);
  const other = endOf(calls, [
    { text: 'no success', exercise: 'succeeded' },
    { text: 'no record', exercise: 'records' },
  ]);
  expect(merged([...start(0), one], [...start(1), other]).gaps).toEqual([
    { text: 'no simulation succeeded', exercise: 'succeeded' },
    depth,
  ]);
});

test('has the expired entries of all shards, and the corpus only if all have the same', () => {
  const start = (index: number, corpus: string | false, expired?: string[]): CampaignEvent[] => [
    started({ shard: { index, count: 2 }, corpus, expired }),
  ];
  const one = start(0, 'cases', ['b-0000000002']);
  expect(merged(one, start(1, 'cases', ['a-0000000001', 'b-0000000002']))).toMatchObject({
    corpus: 'cases',
    expired: ['a-0000000001', 'b-0000000002'],
  });
  expect(merged(one, start(1, 'others')).corpus).toBe(false);
});

test('lists the missing shards', () => {
  const parts = [0, 3].map((index) => [started({ shard: { index, count: 5 } }), clean]);
  expect(merged(...parts).missingShards).toEqual([1, 2, 4]);
});

test.each<[string, CampaignEvent[][], string]>([
  ['nothing', [], 'There are no reports to merge'],
  ['a shard twice', [shard(1), shard(1)], 'Shard 2 of 2 occurs twice: leave one report out'],
  [
    'a merged report and one of its shards',
    [mergeReports([shard(0), shard(1)]), shard(1)],
    'Shard 2 of 2 occurs twice: leave one report out',
  ],
  [
    'other seeds',
    [shard(0), [started({ seed: 8, shard: { index: 1, count: 2 } })]],
    'Reports must be of one campaign, got seed 7 in 2 shards and seed 8 in 2 shards',
  ],
  [
    'other counts of shards',
    [shard(0), [started()]],
    'Reports must be of one campaign, got seed 7 in 2 shards and seed 7 in 1 shard',
  ],
])('rejects %s', (_, reports, message) => {
  expect(() => mergeReports(reports)).toThrow(expect.objectContaining({ code: 'USAGE', message }));
});

const unlike = (changes: Partial<CampaignStarted>): CampaignEvent[][] => [
  shard(0, clean),
  [started({ shard: { index: 1, count: 2 }, ...changes }), clean],
];
const deployment = started().deployment;

test.each<[string, CampaignEvent[][], string]>([
  ['versions', unlike({ version: '0.2.0' }), 'version: 0.1.0 in shard 1, 0.2.0 in shard 2'],
  [
    'deployments',
    unlike({ deployment: { ...deployment, name: 'production' } }),
    'deployment: staging in shard 1, production in shard 2',
  ],
  [
    'addresses',
    unlike({ deployment: { ...deployment, observerUrl: 'https://other.example.org/' } }),
    'observer: https://observer.example.org/ in shard 1, https://other.example.org/ in shard 2',
  ],
  [
    'phases',
    unlike({ phases: ['smoke'] }),
    'phases: ["invalid","smoke","valid"] in shard 1, ["smoke"] in shard 2',
  ],
  [
    'checks',
    unlike({ checks: ['schema'] }),
    'checks: ["gas-missing","schema","server-error"] in shard 1, ["schema"] in shard 2',
  ],
  [
    'case counts',
    [
      [started({ shard: { index: 0, count: 2 }, phaseCases: { valid: 300 } }), clean],
      [started({ shard: { index: 1, count: 2 }, phaseCases: { valid: 301 } }), clean],
    ],
    'cases.valid: 300 in shard 1, 301 in shard 2',
  ],
  [
    'conventions',
    [
      [started({ shard: { index: 0, count: 2 }, settings: { conventions: { timestampUnit: 's' } } }), clean],
      [started({ shard: { index: 1, count: 2 }, settings: { conventions: { timestampUnit: 'ms' } } }), clean],
    ],
    'conventions.timestampUnit: s in shard 1, ms in shard 2',
  ],
])('rejects shards with different %s, and says what differs', (_, reports, difference) => {
  expect(() => mergeReports(reports)).toThrow(
    expect.objectContaining({ code: 'USAGE', message: expect.stringContaining(difference) }),
  );
});

test('rejects shards whose phases have different numbers of cases, also in reports without phaseCases', () => {
  const phase = (cases: number): CampaignEvent => ({ event: 'phase', atMs: 0, phase: 'valid', cases });
  expect(() => mergeReports([shard(0, phase(50), clean), shard(1, phase(500), clean)])).toThrow(
    'their case counts differ: one shard runs 50 cases of the phase valid, another 500',
  );
  const merged = mergeReports([shard(0, phase(51), clean), shard(1, phase(50), clean)]);
  expect(merged.filter(({ event }) => event === 'phase')).toEqual([phase(51), phase(50)]);
});

test('rejects a shard that the campaign does not have', () => {
  expect(() => mergeReports([shard(0, clean), shard(4, clean)])).toThrow(
    'There are only 2 shards, got a report of shard 5',
  );
});
