import type { CampaignEvent, CampaignStarted, Finding } from 'crosscheck/fuzz';
import { describe, expect, it } from 'vitest';
import { CampaignSums, campaignEnd } from '../../../src/fuzz/campaign-verdict.js';
import { addExercised, type Exercised } from '../report/events.js';

const finding = (confidence: Finding['confidence'], isKnown = false): Finding =>
  ({ id: `${confidence} ${isKnown}`, confidence, isKnown }) as Finding;
const empty = { statuses: {}, failures: {}, verdicts: {}, latencyUs: {}, gas: {}, coverageClasses: {} };
const start: CampaignStarted = {
  event: 'campaign',
  format: 1,
  version: '0.1.0',
  seed: 7,
  shard: { index: 0, count: 1 },
  deployment: { name: 'staging', simulatorUrl: 'http://127.0.0.1', observerUrl: 'http://127.0.0.1' },
  startedAt: '2026-01-01T00:00:00Z',
  phases: ['valid'],
  checks: ['server-error'],
  corpus: false,
};
/** What a campaign counted, found and planned, and how it ended. */
type CampaignOutcome = Parameters<typeof campaignEnd>[1];

interface Run extends CampaignOutcome {
  readonly requests: number;
  readonly findings: readonly Finding[];
  readonly planned: Partial<CampaignStarted>;
}
const sumsOf = ({ requests, findings, planned }: Pick<Run, 'requests' | 'findings' | 'planned'>) => {
  const counts = { cases: requests, requests, inconclusive: 0 };
  const events: readonly CampaignEvent[] = [
    { ...start, ...planned },
    { event: 'tick', atMs: 1, phase: 'valid', ...counts, ...empty },
    ...findings.map((found) => ({ event: 'finding' as const, atMs: 2, finding: found })),
  ];
  return new CampaignSums(events);
};
const exercised = (counts: Partial<Exercised['counts']>): Exercised => ({
  ...addExercised([]),
  counts: { ...addExercised([]).counts, ...counts },
});
const verdictOf = ({ requests = 10, findings = [], planned = {}, ...parts }: Partial<Run>) => {
  const seenAll = {
    atMs: 3,
    endedBy: 'cases',
    exercised: exercised({ validCalls: 10, verdicts: 10 }),
    required: ['verdicts'],
    unmeasured: [],
  } as const;
  const sums = sumsOf({ requests, findings, planned });
  const { verdict, because } = campaignEnd(sums, { ...seenAll, ...parts });
  return because === undefined ? verdict : `${verdict}, ${because}`;
};

describe('the end of a campaign', () => {
  const endedBy = (planned: Run['planned'], findings: readonly Finding[]) =>
    campaignEnd(sumsOf({ requests: 10, findings, planned }), {
      atMs: 3,
      endedBy: 'stopped',
      exercised: addExercised([]),
      required: [],
      unmeasured: [],
    }).endedBy;
  const merged = { settings: { maxFindings: 1 }, merged: [0, 1] };

  it('is that it has enough findings if its shards were stopped for them', () => {
    expect(endedBy(merged, [finding('stable')])).toBe('findings');
  });

  it('is that it was stopped if it has fewer, or ran in one process', () => {
    expect(endedBy(merged, [])).toBe('stopped');
    expect(endedBy({ ...merged, merged: undefined }, [finding('stable')])).toBe('stopped');
  });
});

describe('the verdict of a campaign', () => {
  it.each(['stable', 'flaky'] as const)(
    'is findings with a %s one, whatever ended the campaign',
    (confidence) => {
      expect(verdictOf({ findings: [finding(confidence)] })).toBe('findings');
      expect(verdictOf({ findings: [finding(confidence)], endedBy: 'unreachable' })).toBe('findings');
    },
  );

  it('is clean with findings that are known, and with findings that were not reproduced', () => {
    expect(verdictOf({ findings: [finding('stable', true), finding('not-reproduced')] })).toBe('clean');
  });

  it('is inconclusive with one that could not be confirmed, unless it is known', () => {
    expect(verdictOf({ findings: [finding('unconfirmed')] })).toBe('inconclusive, unconfirmed');
    expect(verdictOf({ findings: [finding('unconfirmed', true)] })).toBe('clean');
  });

  it('is inconclusive when nothing was seen of a custom endpoint, unless there are findings', () => {
    const blind = { exercised: { ...exercised({ verdicts: 1 }), endpoints: { 'shard-statistics': 0 } } };
    expect(verdictOf(blind)).toBe('inconclusive, no-evidence');
    expect(verdictOf({ ...blind, findings: [finding('stable')] })).toBe('findings');
  });

  it.each([
    ['a phase that is not planned', ['key-order', 'determinism'], 'inconclusive, no-evidence'],
    ['what was not seen', ['duplicate-operation-id'], 'inconclusive, no-evidence'],
    ['either', ['key-order', 'duplicate-operation-id'], 'inconclusive, no-evidence'],
    ['what was seen, one of them', ['key-order', 'wrong-verdict'], 'clean'],
    ['any answer, one of them', ['key-order', 'schema'], 'clean'],
  ])('of checks that need %s', (_, checks, verdict) => {
    expect(verdictOf({ planned: { phases: ['valid'], checks } })).toBe(verdict);
    expect(verdictOf({ planned: { phases: ['corpus'], checks: ['key-order'] } })).toBe('clean');
  });

  it.each([
    [{ validCalls: 10, verdicts: 0 }, 'inconclusive, no-evidence'],
    [{ validCalls: 10, verdicts: 7 }, 'inconclusive, inconclusive-requests'],
    [{ validCalls: 10, verdicts: 8 }, 'clean'],
  ])('of %o is %s, with any baseline and skipped checks', (counts, verdict) => {
    expect(verdictOf({ exercised: exercised(counts), findings: [finding('stable', true)] })).toBe(verdict);
  });

  it('is clean without requests only if all cases belong to other shards', () => {
    expect(verdictOf({ requests: 0 })).toBe('clean');
    expect(verdictOf({ requests: 0, planned: { phases: [], checks: [] } })).toBe('inconclusive, no-cases');
    expect(verdictOf({ requests: 0, endedBy: 'time' })).toBe('inconclusive, no-cases');
  });

  it.each([
    ['cases', 'clean'],
    ['time', 'clean'],
    ['stopped', 'inconclusive, stopped'],
    ['unreachable', 'inconclusive, unreachable'],
  ] as const)('of one without findings that was ended by %s is %s', (endedBy, verdict) => {
    expect(verdictOf({ endedBy })).toBe(verdict);
  });

  it.each([
    [2, 0.2, 'clean'],
    [3, 0.2, 'inconclusive, inconclusive-requests'],
    [9, 1, 'clean'],
    [10, 1, 'inconclusive, inconclusive-requests'],
    [0, 0, 'clean'],
  ])('of %d inconclusive requests of 10 to an endpoint with at most %d is %s', (observer, max, verdict) => {
    const counted = { requests: { simulate: 990, inclusion: 10 }, inconclusive: { inclusion: observer } };
    const parts = { exercised: { ...exercised({ validCalls: 10, verdicts: 10 }), ...counted } };
    expect(verdictOf({ ...parts, planned: { settings: { maxInconclusive: max } } })).toBe(verdict);
  });

  it('is inconclusive when shards are missing, unless there are findings', () => {
    const planned = { shard: { index: 0, count: 3 }, merged: [0, 2] };
    expect(verdictOf({ planned })).toBe('inconclusive, missing-shards');
    expect(verdictOf({ planned, findings: [finding('flaky')] })).toBe('findings');
    expect(verdictOf({ planned: { ...planned, merged: [0, 1, 2] } })).toBe('clean');
  });

  it('of one that was cut off is findings or inconclusive', () => {
    const cutOff = { requests: 10, planned: {} };
    const without = sumsOf({ ...cutOff, findings: [finding('not-reproduced')] }).report;
    expect(without).toMatchObject({ verdict: 'inconclusive', because: 'cut-off' });
    expect(without.endedBy).toBeUndefined();
    const { report } = sumsOf({ ...cutOff, findings: [finding('stable')] });
    expect(report).toMatchObject({ verdict: 'findings', requests: 10, durationMs: 2 });
    expect([report.because, report.endedBy]).toEqual([undefined, undefined]);
  });
});
