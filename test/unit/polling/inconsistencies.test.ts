import { defaultConventions } from 'crosscheck';
import { describe, expect, it } from 'vitest';
import { inconsistenciesIn, type PollResult } from '../../../src/polling/timeline.js';

const seen = (result: Partial<PollResult>): PollResult => ({ verdict: 'pending', ...result });
const at = (stage: string, more: Partial<PollResult> = {}): PollResult => seen({ stage, ...more });
const unknown = seen({ status: 404 });
const failed: PollResult = { status: 503, failure: 'status 503' };

const findings = (
  sights: readonly PollResult[],
  stages = defaultConventions.stages,
): [string, number, string][] =>
  inconsistenciesIn(
    sights.map((result, index) => ({ atMs: index, result })),
    stages,
  ).map(({ kind, atMs, message }) => [kind, atMs, message]);

describe('the findings of a history', () => {
  it('are none when it goes forward', () => {
    const history = [
      unknown,
      failed,
      ...defaultConventions.stages.map((stage, index) => at(stage, { timestamp: BigInt(index) })),
    ];
    expect(findings(history)).toEqual([]);
    expect(findings([])).toEqual([]);
  });

  it('are a stage that went back', () => {
    expect(findings([at('executedInALPHA'), at('start')])).toEqual([
      ['stage-went-back', 1, 'the stage went back from executedInALPHA to start'],
    ]);
  });

  it('are a stage that went back behind polls that say nothing of it', () => {
    for (const between of [unknown, failed, at('rebalancing'), seen({})]) {
      expect(
        findings([at('executedInALPHA'), between, at('start')]).map(([kind, atMs]) => [kind, atMs]),
      ).toEqual([['stage-went-back', 2]]);
    }
  });

  it('are each step back once', () => {
    const history = [at('executedInALPHA'), at('start'), at('start'), at('executedInALPHA')];
    expect(findings(history)).toHaveLength(1);
  });

  it('say nothing of stages whose order is not known', () => {
    expect(findings([at('executedInALPHA'), at('start')], [])).toEqual([]);
    expect(findings([at('beyond'), at('start'), at('beyond')])).toEqual([]);
  });

  it('are a timestamp that decreased, exact beyond 2^53', () => {
    const [later, earlier] = [9_007_199_254_740_993n, 9_007_199_254_740_992n];
    expect(findings([seen({ timestamp: later }), seen({}), seen({ timestamp: earlier })])).toEqual([
      ['timestamp-decreased', 2, `the timestamp decreased from ${later} to ${earlier}`],
    ]);
  });

  it('are transactions that vanished, but not behind a 404', () => {
    const both = seen({ transactions: ['0x01', '0x02'] });
    expect(findings([both, unknown, seen({ transactions: ['0x02', '0x03'] })])).toEqual([
      ['transaction-vanished', 2, 'a transaction vanished: 0x01'],
    ]);
    expect(findings([both, seen({ transactions: ['0x02', '0x01'] })])).toEqual([]);
    expect(findings([both, seen({ transactions: [] })])).toHaveLength(1);
  });

  it('are no transactions that an answer says nothing of, or writes in other letters', () => {
    const upper = seen({ transactions: ['0xAA'] });
    expect(findings([upper, seen({}), seen({ transactions: ['0xaa'] })])).toEqual([]);
    expect(findings([upper, seen({}), seen({ transactions: ['0xbb'] })])).toHaveLength(1);
  });

  it.each([
    [at('includedInBETAConsensus', { verdict: 'rejected' }), 'rejected (includedInBETAConsensus)'],
    [unknown, 'pending (404)'],
    [seen({}), 'pending (no stage)'],
  ])('are an inclusion that was withdrawn', (after, text) => {
    const included = at('includedInBETAConsensus', { verdict: 'included' });
    expect(findings([included, failed, after])).toEqual([
      ['inclusion-withdrawn', 2, `it was included, then ${text}`],
    ]);
  });
});
