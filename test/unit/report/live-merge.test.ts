import { mergeReports, summaryOfEvents } from 'crosscheck/report';
import { expect, test } from 'vitest';
import type { CampaignEnded, CampaignEvent } from '../../../src/fuzz/campaign-event.js';
import { addExercised } from '../../../src/fuzz/counting/exercised.js';
import { LiveMerge } from '../../../src/report/live-merge.js';
import { EventSums } from '../../../src/report/summary.js';
import { ended, found, started, tick } from './events.js';

const first = found({ id: 'schema-0000000001' });
const second = found({ id: 'schema-0000000002' });
const stopped = ended({ endedBy: 'stopped', verdict: 'inconclusive', because: 'stopped' });

/** Two shards that have begun: `tell` gives whether they have enough, `close` what the whole ended with. */
function begun(maxInconclusive?: number) {
  const told: CampaignEvent[] = [];
  const sums = new EventSums();
  const emit = (event: CampaignEvent): void => {
    told.push(event);
    sums.take(event);
  };
  const merge = new LiveMerge(2, 2, emit);
  const tell = (shard: number, ...events: readonly CampaignEvent[]): boolean => {
    return events.map((event) => merge.take(shard, event)).includes(true);
  };
  const close = (): CampaignEnded | undefined => {
    merge.close(sums.totals);
    return told.find((event) => event.event === 'end');
  };
  for (const index of [0, 1])
    tell(index, started({ shard: { index, count: 2 }, settings: { maxInconclusive } }));
  const findings = () =>
    told.flatMap((event) => (event.event === 'finding' && !event.finding.isUnreported ? event.finding : []));
  return { tell, close, findings, told };
}

test('shards have found enough if both together have', () => {
  const { tell } = begun();
  expect(tell(0, first)).toBe(false);
  expect(tell(1, first)).toBe(false);
  expect(tell(1, second)).toBe(true);
});

test('known and unconfirmed findings do not count, until they are confirmed', () => {
  const { tell } = begun();
  const known = found({ id: 'schema-0000000003', isKnown: true });
  const unsure = found({ id: 'schema-0000000002', confidence: 'unconfirmed' });
  expect(tell(0, first, known, unsure)).toBe(false);
  expect(tell(1, second)).toBe(true);
});

test('counts findings of a shard from before the other began', () => {
  const merge = new LiveMerge(2, 1, () => {});
  merge.take(0, started({ shard: { index: 0, count: 2 } }));
  merge.take(0, found());
  expect(merge.take(1, started({ shard: { index: 1, count: 2 } }))).toBe(true);
});

test.each([
  ['stopped for that', [stopped, stopped], 'findings'],
  ['one of them at its end', [ended(), stopped], 'findings'],
  ['one of them without the deployment', [ended({ endedBy: 'unreachable' }), stopped], 'unreachable'],
])('with enough, shards end by their findings: %s', (_, [one, other], endedBy) => {
  const { tell, close } = begun();
  tell(0, first, second, one as CampaignEnded);
  tell(1, other as CampaignEnded);
  const end = close();
  expect(end).toMatchObject({ endedBy, verdict: 'findings' });
  expect(end?.because).toBeUndefined();
});

test('shards that are stopped without enough findings are stopped', () => {
  const { tell, close } = begun();
  tell(0, first, stopped);
  tell(1, stopped);
  expect(close()).toMatchObject({ endedBy: 'stopped', verdict: 'findings' });
});

test.each([
  [0.3, { verdict: 'clean' }],
  [
    0.2,
    {
      verdict: 'inconclusive',
      because: 'inconclusive-requests',
      gaps: ['5 of 20 requests to the observer were inconclusive'],
    },
  ],
])(
  'what was not seen is a share of the requests of all to an endpoint: with at most %d',
  (maxInconclusive, end) => {
    const { tell, close } = begun(maxInconclusive);
    const blind = { verdict: 'inconclusive', because: 'inconclusive-requests' } as const;
    const counted = (inconclusive: number) => ({
      ...addExercised([]),
      requests: { simulate: 100, inclusion: 10 },
      inconclusive: { inclusion: inconclusive },
    });
    tell(0, tick({ requests: 110 }), ended({ verdict: 'clean', exercised: counted(0) }));
    tell(1, tick({ requests: 110 }), ended({ ...blind, exercised: counted(5) }));
    expect(close()).toMatchObject({ endedBy: 'cases', ...end });
  },
);

/** A failure that one shard saw too seldom. */
const failure = (...times: readonly number[]) =>
  found({
    signature: { check: 'gateway-error', endpoint: 'simulate', path: '', class: 'status 502' },
    confidence: 'not-reproduced',
    runs: { shown: 0, of: 2 },
    frequency: {
      shown: times.length,
      of: 50,
      requests: 'valid requests',
      times: times.map((fromMs) => ({ fromMs, untilMs: fromMs + 1 })),
    },
    isUnreported: true,
  });

test('failures that each shard saw too seldom are a finding of all, emitted with the last one', () => {
  const { tell, close, findings } = begun();
  tell(0, failure(10, 20), ended({ verdict: 'clean' }));
  expect(findings()).toEqual([]);
  tell(1, failure(30), ended({ verdict: 'clean' }));
  expect(findings()).toMatchObject([{ confidence: 'flaky', frequency: { shown: 3, of: 100 } }]);
  expect(close()).toMatchObject({ verdict: 'findings' });
});

test('failures that all jobs of a shard saw too seldom are in its report, so that those of all shards add up', () => {
  const reports = [0, 1].map((index) => {
    const { tell, close, findings, told } = begun();
    tell(0, failure(10 + 100 * index), ended({ verdict: 'clean' }));
    tell(1, failure(20 + 100 * index), ended({ verdict: 'clean' }));
    close();
    expect(findings()).toEqual([]);
    return told.map((event) =>
      event.event === 'campaign' ? started({ shard: { index, count: 2 } }) : event,
    );
  });
  expect(summaryOfEvents(mergeReports(reports))).toMatchObject({
    end: { verdict: 'findings' },
    findings: [{ confidence: 'flaky', frequency: { shown: 4, of: 200 } }],
  });
});

/** The end of a shard with latency that seemed to grow, behind a more serious reason that the other shard removes. */
const openBehindDoubt = ended({ verdict: 'inconclusive', because: 'no-evidence', hasOpenFailure: true });

test.each<[string, CampaignEvent[]]>([
  ['a failure', [found({ confidence: 'unconfirmed', runs: { shown: 0, of: 0 }, isUnreported: true })]],
  ['latency that seemed to grow', []],
])('what a shard could not rerun is open, also behind another reason: %s', (_, events) => {
  const { tell, close, findings } = begun();
  tell(0, ...events, openBehindDoubt);
  tell(1, tick(), ended({ verdict: 'clean' }));
  expect(findings()).toEqual([]);
  expect(close()).toMatchObject({ verdict: 'inconclusive', because: 'unconfirmed' });
});

test('shards that run at once and those that are merged later have the same end', () => {
  const counted = (inconclusive: number) => ({
    ...addExercised([]),
    requests: { simulate: 100 },
    inconclusive: { simulate: inconclusive },
  });
  for (const [inconclusive, because] of [
    [20, 'unconfirmed'],
    [60, 'inconclusive-requests'],
  ] as const) {
    const { tell, close } = begun(0.25);
    const reports = [
      [tick(), { ...openBehindDoubt, exercised: counted(inconclusive) }],
      [tick(), ended({ verdict: 'clean', exercised: counted(0) })],
    ].map((events, index) => {
      tell(index, ...events);
      const shard = { index, count: 2 };
      return [started({ shard, settings: { maxInconclusive: 0.25 } }), ...events];
    });
    expect(close()).toMatchObject({ verdict: 'inconclusive', because });
    expect(summaryOfEvents(mergeReports(reports)).end).toEqual(close());
  }
});

test('has no end if one shard has none', () => {
  const { tell, close } = begun();
  tell(0, ended());
  expect(close()).toBeUndefined();
});
