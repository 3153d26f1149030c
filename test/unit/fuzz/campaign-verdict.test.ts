import { describe, expect, it } from 'vitest';
import { type CampaignOutcome, campaignEnd } from '../../../src/fuzz/campaign-verdict.js';
import { addExercised, type Exercised } from '../../../src/fuzz/exercised.js';
import type { Finding } from '../../../src/fuzz/findings/finding.js';

const seen = { cases: 10, requests: 10, inconclusive: 0 };
const finding = (confidence: Finding['confidence'], isKnown = false): Finding =>
  ({ confidence, isKnown }) as Finding;
const exercised = (counts: Partial<Exercised['counts']>): Exercised => ({
  ...addExercised([]),
  counts: { ...addExercised([]).counts, ...counts },
});
const verdictOf = (parts: Partial<CampaignOutcome>) => {
  const seenAll = {
    atMs: 0,
    totals: seen,
    planned: { phases: ['valid'], checks: ['server-error'] },
    endedBy: 'cases',
    maxInconclusive: 0.2,
    exercised: exercised({ validCalls: 10, verdicts: 10 }),
    required: ['verdicts'],
    otherGaps: [],
  } as const;
  const all = { findings: [], ...seenAll, ...parts };
  const { verdict, because } = campaignEnd(all);
  return because === undefined ? verdict : `${verdict}, ${because}`;
};

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
  ])('of %o, whatever is known or skipped, is %s', (counts, verdict) => {
    expect(verdictOf({ exercised: exercised(counts), findings: [finding('stable', true)] })).toBe(verdict);
  });

  it('is clean without requests only when the cases that there were are those of other shards', () => {
    const totals = { cases: 0, requests: 0, inconclusive: 0 };
    expect(verdictOf({ totals })).toBe('clean');
    expect(verdictOf({ totals, planned: { phases: [], checks: [] } })).toBe('inconclusive, no-cases');
    expect(verdictOf({ totals, endedBy: 'time' })).toBe('inconclusive, no-cases');
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
    expect(verdictOf({ ...parts, maxInconclusive: max })).toBe(verdict);
  });
});
