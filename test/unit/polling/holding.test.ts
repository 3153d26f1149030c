import { InclusionInconsistentError, type Poll, waitForInclusion } from 'crosscheck';
import { describe, expect, it } from 'vitest';
import { record, status } from '../../support/scripted-observer.js';
import { waitTimelessly } from '../../support/wait-timelessly.js';
import { caught, collected, id, included, observe, rejected } from './observe.js';

const polledAt = ({ timeline }: { timeline: readonly Poll[] }): number[] => timeline.map(({ atMs }) => atMs);

describe('inclusion must hold', () => {
  it('for so many polls in a row', async () => {
    const { client } = await observe([included, collected, included, status(503), included, included]);
    const { outcome } = waitTimelessly(client, id, { intervals: 100, minConsecutivePolls: 2 });
    expect(polledAt(await outcome)).toEqual([0, 100, 200, 300, 400, 500]);
  });

  it('for so long without a break', async () => {
    const { client } = await observe([included, collected, included]);
    const { outcome } = waitTimelessly(client, id, { intervals: 100, stableForMs: 250 });
    expect(polledAt(await outcome)).toEqual([0, 100, 200, 300, 400, 450]);
  });

  it('for so many polls and so long, without looking early for the time alone', async () => {
    const { client } = await observe([included]);
    const { outcome } = waitTimelessly(client, id, {
      intervals: 100,
      stableForMs: 50,
      minConsecutivePolls: 3,
    });
    expect(polledAt(await outcome)).toEqual([0, 100, 200]);
  });

  it('until so long has passed', async () => {
    const { client } = await observe([included]);
    const { outcome } = waitTimelessly(client, id, { intervals: 100, minDurationMs: 250 });
    expect(polledAt(await outcome)).toEqual([0, 100, 200, 250]);
  });

  it('or else it is a timeout that says so', async () => {
    const { client } = await observe([collected, included]);
    const { outcome } = waitTimelessly(client, id, { intervals: 500, timeoutMs: 1000, stableForMs: 900 });
    const error = await caught<Error>(outcome);
    expect(error).toMatchObject({ code: 'INCLUSION_TIMEOUT' });
    expect(error.message).toMatchInlineSnapshot(`
      "Not included within 1 s

      Operation:  0x12ab000000000000000000000000000000000000000000000000000000000007   Deployment: staging
      Expected:   included, for 900 ms
      Received:   includedInBETAConsensus, success=true
      Waited:     1 s of 1 s, 3 polls: 3 ok, 0 failed
      Timeline:   +0 ms collectedInBETA | +500 ms ×2 includedInBETAConsensus
      What to do: raise timeoutMs: it was seen included, but not for as long or as often as was asked"
    `);
  });
});

describe('failFast: false', () => {
  it('waits on over a rejection', async () => {
    const { client } = await observe([rejected, rejected, included]);
    const { outcome } = waitTimelessly(client, id, { intervals: 100, failFast: false });
    expect(polledAt(await outcome)).toEqual([0, 100, 200]);
  });

  it('times out when no rollback comes', async () => {
    const { client } = await observe([rejected]);
    const { outcome } = waitTimelessly(client, id, { intervals: 50, timeoutMs: 100, failFast: false });
    const error = await caught<Error>(outcome);
    expect(error).toMatchObject({ code: 'INCLUSION_TIMEOUT' });
    expect(error.message).toContain('What to do: read the note: it was rejected, and no rollback');
  });
});

describe('what cannot be right', () => {
  const wrong = [
    record({ stage: 'includedInBETAConsensus', timestamp: 1_763_712_020, transactions: [{ hash: '0xaa' }] }),
    record({ stage: 'collectedInBETA', timestamp: 1_763_712_010, transactions: [] }),
    included,
  ];

  it('is found, and no failure', async () => {
    const { client } = await observe(wrong);
    const { inconsistencies } = await waitTimelessly(client, id, {
      intervals: 100,
      minConsecutivePolls: 2,
      timeoutMs: 300,
    }).outcome;
    expect(inconsistencies.map(({ kind, atMs }) => [kind, atMs])).toEqual([
      ['stage-went-back', 100],
      ['timestamp-decreased', 100],
      ['transaction-vanished', 100],
      ['inclusion-withdrawn', 100],
    ]);
  });

  it('is a failure with failOnInconsistency', async () => {
    const { client, observer } = await observe(wrong);
    const { outcome } = waitTimelessly(client, id, {
      intervals: 100,
      minConsecutivePolls: 2,
      failOnInconsistency: true,
    });
    const error = await caught<InclusionInconsistentError>(outcome);
    expect(error).toBeInstanceOf(InclusionInconsistentError);
    expect(error.inconsistencies).toHaveLength(4);
    expect(observer.polls).toHaveLength(2);
    expect(error.message).toMatchInlineSnapshot(`
      "The history of the operation cannot be right

      Operation:  0x12ab000000000000000000000000000000000000000000000000000000000007   Deployment: staging
      Expected:   included, 2 polls in a row
      Received:   collectedInBETA, success=absent
      Waited:     100 ms of 60 s, 2 polls: 2 ok, 0 failed
      Timeline:   +0 ms includedInBETAConsensus tx 0xaa | +100 ms collectedInBETA
      Inconsistency: +100 ms the stage went back from includedInBETAConsensus to collectedInBETA
      Inconsistency: +100 ms the timestamp decreased from 1763712020 to 1763712010
      Inconsistency: +100 ms a transaction vanished: 0xaa
      Inconsistency: +100 ms it was included, then pending (collectedInBETA)
      What to do: see the findings; leave out failOnInconsistency to wait on over a reorganisation"
    `);
  });
});

describe('onPoll', () => {
  it('is told of every poll, also one that failed', async () => {
    const { client } = await observe([status(404), status(503), collected, included]);
    const told: Poll[] = [];
    const { timeline } = await waitForInclusion(client, id, {
      intervals: 0,
      onPoll: (poll) => told.push(poll),
    });
    expect(told).toEqual(timeline);
    expect(told.map(({ result }) => result.failure ?? result.verdict)).toEqual([
      'pending',
      'status 503',
      'pending',
      'included',
    ]);
  });

  it('ends the wait by throwing', async () => {
    const { client, observer } = await observe([collected]);
    const enough = new Error('enough');
    const onPoll = (): never => {
      throw enough;
    };
    expect(await caught(waitForInclusion(client, id, { onPoll }))).toBe(enough);
    expect(observer.polls).toHaveLength(1);
  });
});
