import '../../support/masked-traces.js';
import { type Poll, waitForInclusion } from 'crosscheck';
import { describe, expect, it } from 'vitest';
import { record, status } from '../../support/scripted-observer.js';
import { waitTimelessly } from '../../support/wait-timelessly.js';
import { caught, collected, id, included, observe, rejected } from './observe.js';

const polledAt = ({ timeline }: { timeline: readonly Poll[] }): number[] => timeline.map(({ atMs }) => atMs);

describe('a wait for stable inclusion', () => {
  it('ends after minConsecutivePolls', async () => {
    const { client } = await observe([included, collected, included, status(503), included, included]);
    const { outcome } = waitTimelessly(client, id, { intervals: 100, minConsecutivePolls: 2 });
    expect(polledAt(await outcome)).toEqual([0, 100, 200, 300, 400, 500]);
  });

  it('ends after stableForMs without interruption', async () => {
    const { client } = await observe([included, collected, included]);
    const { outcome } = waitTimelessly(client, id, { intervals: 100, stableForMs: 250 });
    expect(polledAt(await outcome)).toEqual([0, 100, 200, 300, 400, 450]);
  });

  it('ends after both, without an extra poll for stableForMs', async () => {
    const { client } = await observe([included]);
    const { outcome } = waitTimelessly(client, id, {
      intervals: 100,
      stableForMs: 50,
      minConsecutivePolls: 3,
    });
    expect(polledAt(await outcome)).toEqual([0, 100, 200]);
  });

  it('ends as included when the execution fails after the inclusion was seen', async () => {
    const failed = record({
      stage: 'includedInBETAConsensus',
      success: false,
      note: { errorName: 'NotEnoughGas', content: 'ran out of gas' },
    });
    const { client } = await observe([included, failed, failed]);
    const options = { intervals: 100, stableForMs: 150, failOnInconsistency: true };
    const inclusion = await waitTimelessly(client, id, options).outcome;
    expect(polledAt(inclusion)).toEqual([0, 100, 150]);
    expect(inclusion.record.verdict).toBe('included');
    expect(inclusion.timeline.map(({ result }) => result.success)).toEqual([true, false, false]);
    expect(inclusion.inconsistencies).toEqual([]);
  });

  it.each([
    ['after the inclusion was withdrawn', [included, collected]],
    ['although no inclusion was seen', []],
  ])('is rejected when the execution fails at that stage %s', async (_, before) => {
    const failed = record({
      stage: 'includedInBETAConsensus',
      success: false,
      note: { content: 'ran out of gas' },
    });
    const { client } = await observe([...before, failed]);
    const { outcome } = waitTimelessly(client, id, { intervals: 100, minConsecutivePolls: 3 });
    expect(await caught<Error>(outcome)).toMatchObject({ code: 'INCLUSION_REJECTED' });
  });

  it('times out with a message that says what was not reached', async () => {
    const { client } = await observe([collected, included]);
    const { outcome } = waitTimelessly(client, id, { intervals: 500, timeoutMs: 1000, stableForMs: 900 });
    const error = await caught<Error>(outcome);
    expect(error).toMatchObject({ code: 'INCLUSION_TIMEOUT' });
    expect(error.message).toMatchInlineSnapshot(`
      "It was included, but not for the required time or number of polls within 1 s

      Operation:  0x12ab000000000000000000000000000000000000000000000000000000000007   Deployment: staging
      Expected:   included, for 900 ms
      Received:   includedInBETAConsensus, success=true
      Waited:     1 s of 1 s, 3 polls: 3 ok, 0 failed
      Timeline:   +0 ms collectedInBETA | +500 ms ×2 includedInBETAConsensus
      Trace ID:   TRACE
      What to do: raise timeoutMs, or lower stableForMs and minConsecutivePolls"
    `);
  });
});

describe('failFast: false', () => {
  it('continues after a rejection', async () => {
    const { client } = await observe([rejected, rejected, included]);
    const { outcome } = waitTimelessly(client, id, { intervals: 100, failFast: false });
    expect(polledAt(await outcome)).toEqual([0, 100, 200]);
  });

  it('times out when no rollback follows', async () => {
    const { client } = await observe([rejected]);
    const { outcome } = waitTimelessly(client, id, { intervals: 50, timeoutMs: 100, failFast: false });
    const error = await caught<Error>(outcome);
    expect(error).toMatchObject({ code: 'INCLUSION_TIMEOUT' });
    expect(error.message).toContain('What to do: read the note: it was rejected, and no rollback');
  });
});

describe('onPoll', () => {
  it('is called after every poll, including failed ones', async () => {
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

  it('ends the wait when it throws', async () => {
    const { client, observer } = await observe([collected]);
    const enough = new Error('enough');
    const onPoll = (): never => {
      throw enough;
    };
    expect(await caught(waitForInclusion(client, id, { onPoll }))).toBe(enough);
    expect(observer.polls).toHaveLength(1);
  });
});
