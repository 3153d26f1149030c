import { describe, expect, it } from 'vitest';
import { hashes, judged, listed, one, other, poll } from './polls.js';

describe('the checks of timestamps by what was seen', () => {
  const second = 1_763_712_000n;
  const moved = (stage: string, timestamp: bigint, time: [number, number], operationId = one) =>
    poll({ stage, success: true, timestamp }, time, operationId);

  it('find a change that is dated long before an answer without it', () => {
    const before = moved('start', second - 7200n, [0, 5]);
    const early = [before, moved('collectedInALPHA', second - 7200n, [10, 15])];
    expect(judged('timestamp-before-change', early)).toMatchObject([
      { path: 'response.timestamp', class: 'before the change', contradicts: before.request },
    ]);
    expect(
      judged('timestamp-before-change', [before, moved('collectedInALPHA', second - 900n, [10, 15])]),
    ).toEqual([]);
    // Nobody saw when it came to its stage.
    expect(judged('timestamp-before-change', [before, moved('start', second - 7200n, [10, 15])])).toEqual([]);
  });

  it('find a change that is dated before records that were there without it', () => {
    const newer = moved('executedInBETA', second, [0, 1], other);
    const meanwhile = moved('executedInBETA', second, [2, 3], other);
    const before = moved('start', second - 300n, [2, 3]);
    const changed = (timestamp: bigint) => moved('collectedInALPHA', timestamp, [4, 5]);
    expect(judged('timestamp-before-change', [newer, before, changed(second - 100n)])).toMatchObject([
      { class: 'before the change' },
    ]);
    expect(judged('timestamp-before-change', [newer, before, changed(second - 30n)])).toEqual([]);
    expect(judged('timestamp-before-change', [before, newer, changed(second - 100n)])).toHaveLength(1);
    expect(judged('timestamp-before-change', [before, meanwhile, changed(second - 100n)])).toEqual([]);
  });

  it('find timestamps that are rounded to minutes, where changes were seen apart', () => {
    const minute = second - (second % 60n);
    const rounded = [
      moved('start', minute, [0, 5]),
      moved('collectedInALPHA', minute, [1_000, 1_005]),
      moved('collectedInALPHA', minute, [6_000, 6_005]),
      moved('executedInALPHA', minute, [7_000, 7_005]),
    ];
    expect(judged('timestamp-rounded', rounded)).toMatchObject([{ class: 'whole minutes' }]);
    expect(judged('timestamp-rounded', rounded.slice(0, 3))).toEqual([]);
    const exact = moved('start', minute + 1n, [0, 1], other);
    expect(judged('timestamp-rounded', [exact, ...rounded])).toEqual([]);
  });
});

describe('the check of what records of different operations have', () => {
  const stage = 'includedInALPHAConsensus';
  const whole = {
    stage,
    success: true,
    timestamp: 1_763_712_000n,
    note: null,
    ...listed([hashes[0], 'BETA']),
  };
  const incomplete = (response: object, others: readonly object[] = [whole], changed = {}) =>
    judged(
      'record-incomplete',
      [
        ...others.map((theirs, place) => poll(theirs, [place, place], `0x${`${place}c`.repeat(32)}`)),
        poll(response, [10, 11]),
      ],
      changed,
    ).map(({ path, class: kind }) => `${path}: ${kind}`);

  it('finds members that one record lacks and another one has at the same stage', () => {
    expect(incomplete({ ...whole, timestamp: 0n })).toEqual(['response.timestamp: absent or 0']);
    expect(incomplete({ ...whole, transactions: null })).toEqual(['response.transactions: absent or null']);
    const { note, success, ...rest } = whole;
    expect(incomplete({ ...rest, success })).toEqual(['response.note: absent instead of null']);
    expect(incomplete({ ...rest, note })).toContain('response.success: absent');
    expect(incomplete({ ...whole, timestamp: 0n }, [{ ...whole, stage: 'start' }])).toEqual([]);
    expect(incomplete(whole)).toEqual([]);
  });

  it('finds a failure without a reason, but not where false is "not yet"', () => {
    const failed = { ...whole, success: false };
    expect(incomplete(failed)).toEqual(['response.note: no reason']);
    expect(incomplete(failed, [{ ...whole, stage: 'executedInBETA' }])).toEqual([]);
    const complete = { errorName: 'NotEnoughGas', internalMsg: 'the delivery reverted' };
    const other = { ...failed, note: complete };
    expect(incomplete({ ...failed, note: { ...complete, errorName: '' } }, [other])).toEqual([
      'response.note.errorName: absent',
    ]);
    expect(incomplete({ ...failed, note: complete }, [other])).toEqual([]);
  });
});
