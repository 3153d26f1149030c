import type { CampaignEnded, CampaignEvent, CampaignStarted, Finding } from 'crosscheck/fuzz';
import { mergeReports, summaryOfEvents } from 'crosscheck/report';
import { describe, expect, it } from 'vitest';
import { finding as anyFinding, ended, exercised, started, tick } from '../report/events.js';

const finding = (confidence: Finding['confidence'], isKnown = false): Finding =>
  anyFinding({ id: `schema-${confidence}-${isKnown}`, confidence, isKnown });

/** What a campaign counted, found and planned, and how it ended. */
interface Run extends Pick<CampaignEnded, 'endedBy' | 'exercised'> {
  readonly requests: number;
  readonly findings: readonly Finding[];
  readonly planned: Partial<CampaignStarted>;
}
const eventsOf = ({ requests, findings, planned }: Omit<Run, 'endedBy'>): CampaignEvent[] => [
  started({ phases: ['valid'], checks: ['server-error'], ...planned }),
  tick({ atMs: 1, cases: requests, requests, inconclusive: 0 }),
  ...findings.map((found) => ({ event: 'finding' as const, atMs: 2, finding: found })),
];
/** Merging reports judges the campaign anew, whatever verdict they end with. */
const verdictOf = ({ requests = 10, findings = [], planned = {}, ...parts }: Partial<Run>) => {
  const end = ended({
    atMs: 3,
    verdict: 'clean',
    exercised: exercised({ validCalls: 10, verdicts: 10 }),
    required: ['verdicts'],
    ...parts,
  });
  const merged = mergeReports([[...eventsOf({ requests, findings, planned }), end]]);
  const { verdict, because } = summaryOfEvents(merged);
  return because === undefined ? verdict : `${verdict}, ${because}`;
};

describe('the end of a campaign', () => {
  const endedBy = (findings: readonly Finding[]) => {
    const shards = [0, 1].map((index) => {
      const planned = { settings: { maxFindings: 1 }, shard: { index, count: 2 } };
      return [...eventsOf({ requests: 10, findings, planned }), ended({ endedBy: 'stopped' })];
    });
    return summaryOfEvents(mergeReports(shards)).endedBy;
  };

  it('is that it has enough findings if its shards were stopped for them', () => {
    expect(endedBy([finding('stable')])).toBe('findings');
  });

  it('is that it was stopped if it has fewer', () => {
    expect(endedBy([])).toBe('stopped');
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
    const blind = { exercised: exercised({ verdicts: 1 }, { endpoints: { 'shard-statistics': 0 } }) };
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
    const parts = { exercised: exercised({ validCalls: 10, verdicts: 10 }, counted) };
    expect(verdictOf({ ...parts, planned: { settings: { maxInconclusive: max } } })).toBe(verdict);
  });

  it('is inconclusive when shards are missing, unless there are findings', () => {
    const planned = { shard: { index: 0, count: 3 }, merged: [0, 2] };
    expect(verdictOf({ planned })).toBe('inconclusive, missing-shards');
    expect(verdictOf({ planned, findings: [finding('flaky')] })).toBe('findings');
    expect(verdictOf({ planned: { ...planned, merged: [0, 1, 2] } })).toBe('clean');
  });

  it('of one that was cut off is findings or inconclusive', () => {
    const cutOff = (confidence: Finding['confidence']) =>
      summaryOfEvents(eventsOf({ requests: 10, planned: {}, findings: [finding(confidence)] }));
    const without = cutOff('not-reproduced');
    expect(without).toMatchObject({ verdict: 'inconclusive', because: 'cut-off' });
    expect(without.endedBy).toBeUndefined();
    const report = cutOff('stable');
    expect(report).toMatchObject({ verdict: 'findings', requests: 10, durationMs: 2 });
    expect([report.because, report.endedBy]).toEqual([undefined, undefined]);
  });
});
