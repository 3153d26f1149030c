import 'crosscheck/vitest';
import {
  configure,
  createClient,
  InclusionTimeoutError,
  InconclusiveError,
  type Timeline,
  UsageError,
  waitForInclusion,
} from 'crosscheck';
import { afterEach, expect, it } from 'vitest';
import { record } from '../../support/scripted-observer.js';
import { collected, id, included, observed } from './observed.js';

const executed = record({ stage: 'executedInALPHA', success: true });

/** What a wait saw of these answers. */
async function timelineOf(...answers: Parameters<typeof observed>[0]) {
  const { deployment, often } = await observed(answers);
  configure({ deployment });
  const { intervals, clock, onPoll } = often;
  return waitForInclusion(createClient(deployment), id, { intervals, clock, onPoll });
}

afterEach(() => configure({ deployment: undefined }));

it('passes for a consistent timeline, the result of a wait or its error', async () => {
  const inclusion = await timelineOf(executed, 'reset', collected, included);
  expect(inclusion.timeline).toBeConsistent();
  expect(inclusion).toBeConsistent();
  const { deployment } = await observed([collected]);
  const error: unknown = await waitForInclusion(createClient(deployment), id, { timeoutMs: 0 }).catch(
    (thrown) => thrown,
  );
  expect(error).toBeInstanceOf(InclusionTimeoutError);
  expect(error).toBeConsistent({ deployment });
});

it('fails for an inconsistent timeline, and for a consistent one when negated', async () => {
  const { timeline } = await timelineOf(collected, executed, included);
  expect(timeline).not.toBeConsistent();
  const still: Timeline = timeline.map(({ result }, index) => ({ atMs: 1000 * index, result }));
  expect(() => expect(still).toBeConsistent()).toThrowErrorMatchingInlineSnapshot(`
    [Error: expect(timeline).toBeConsistent(): the stage went back from collectedInBETA to executedInALPHA

    Expected:   no inconsistency
    Timeline:   +0 ms collectedInBETA | +1 s executedInALPHA | +2 s includedInBETAConsensus
    Inconsistency: +1 s the stage went back from collectedInBETA to executedInALPHA]
  `);
  expect(() => expect(still.slice(1)).not.toBeConsistent()).toThrowErrorMatchingInlineSnapshot(`
    [Error: expect(timeline).not.toBeConsistent(): no inconsistency in 2 polls

    Expected:   an inconsistency
    Timeline:   +1 s executedInALPHA | +2 s includedInBETAConsensus]
  `);
});

it('uses the order of stages of the deployment', async () => {
  const { timeline } = await timelineOf(collected, executed, included);
  const stages = ['collectedInBETA', 'executedInALPHA', 'includedInBETAConsensus'];
  const { deployment } = await observed([], { conventions: { stages } });
  // Of a copy nobody knows where it was seen.
  expect([...timeline]).toBeConsistent({ deployment });
});

it('is inconclusive in both polarities when no poll has a verdict', async () => {
  const { deployment } = await observed([]);
  const failed: Timeline = [{ atMs: 0, result: { transactions: [], failure: 'connection refused' } }];
  for (const history of [[], failed]) {
    expect(() => expect(history).toBeConsistent({ deployment })).toThrow(InconclusiveError);
    expect(() => expect(history).not.toBeConsistent({ deployment })).toThrow(InconclusiveError);
  }
});

it.each([[id], [null], [[7]], [{ timeline: 7 }]])('rejects %j in both polarities', (subject) => {
  for (const assertion of [expect(subject), expect(subject).not]) {
    expect(() => assertion.toBeConsistent()).toThrow(UsageError);
  }
});
