import {
  createClient,
  type Deployment,
  InclusionTimeoutError,
  type InclusionUnknownError,
  InconclusiveError,
  replayExchanges,
  waitForInclusion,
} from 'crosscheck';
import { matchers } from 'crosscheck/matchers';
import type {} from 'crosscheck/vitest';
import { expect, test } from 'vitest';
import { type Answer, status } from '../../support/scripted-observer.js';
import { masked } from '../matchers/messages.js';
import { collected, id, included, observed, rejected } from '../matchers/observed.js';
import { deploymentAt, nowhere, recorded } from './recorded-calls.js';

expect.extend(matchers);

/** Records what is done while an observer answers, and gives the deployment that replays it. */
async function replayOf(
  answers: readonly Answer[],
  use: (deployment: Deployment) => Promise<unknown>,
): Promise<Deployment> {
  const { deployment } = await observed(answers, { name: 'staging' });
  const { file } = await recorded(deployment, use);
  return replayExchanges(deploymentAt(nowhere), { file });
}

function rejectionOf(promise: Promise<unknown>): Promise<Error> {
  return promise.then(
    () => new Error('it passed'),
    (error: Error) => error,
  );
}

test.each([
  ['a record', collected],
  ['a 404', status(404)],
])('a window is replayed for the recorded time and no longer: %s', async (_, answer) => {
  const replays = async (): Promise<Deployment> =>
    await replayOf([answer], (deployment) =>
      expect(id).toRemainPending({ forMs: 100, intervals: 50, deployment }),
    );
  await expect(id).toRemainPending({ forMs: 100, intervals: 1, deployment: await replays() });

  const longer = { forMs: 4000, deployment: await replays() };
  const error = await rejectionOf(expect(id).toRemainPending(longer));
  expect(error).toBeInstanceOf(InconclusiveError);
  expect(error.message).toMatch(/The recording .*a\.json ends after \d+ ms of this wait/);
  expect(error.message).toContain('record again');
});

test('a poll outside of a wait is not a window', async () => {
  const replay = await replayOf([collected], (deployment) => createClient(deployment).inclusion(id));
  const error = await rejectionOf(expect(id).toRemainPending({ forMs: 1000, deployment: replay }));
  expect(error).toBeInstanceOf(InconclusiveError);
  expect(error.message).toContain('ends after 0 ms of this wait');
});

test('a wait that outlasts its recording does not end as a timeout', async () => {
  const replay = await replayOf([collected], (deployment) =>
    rejectionOf(waitForInclusion(createClient(deployment), id, { timeoutMs: 30 })),
  );
  const same = await rejectionOf(waitForInclusion(createClient(replay), id, { timeoutMs: 30 }));
  expect(same).toBeInstanceOf(InclusionTimeoutError);
  const longer = await rejectionOf(waitForInclusion(createClient(replay), id, { timeoutMs: 60_000 }));
  expect((longer as InclusionUnknownError).code).toBe('INCLUSION_UNKNOWN');
});

test('more polls than a window has do not make it longer', async () => {
  const replay = await replayOf([collected], (deployment) =>
    expect(id).toRemainPending({ forMs: 60, intervals: 1, deployment }),
  );
  const error = await rejectionOf(
    expect(id).toRemainPending({ forMs: 200, intervals: 60_000, deployment: replay }),
  );
  expect(error).toBeInstanceOf(InconclusiveError);
});

test('an end that was recorded is final', async () => {
  const once = (deployment: Deployment) => createClient(deployment).inclusion(id);
  const toIncluded = createClient(await replayOf([included], once));
  const { timeline } = await waitForInclusion(toIncluded, id, { minConsecutivePolls: 3, timeoutMs: 2000 });
  expect(timeline).toHaveLength(3);
  const stable = await rejectionOf(waitForInclusion(toIncluded, id, { stableForMs: 200, timeoutMs: 2000 }));
  expect((stable as InclusionUnknownError).code).toBe('INCLUSION_UNKNOWN');
  const toRejected = await replayOf([rejected], once);
  await expect(id).toRemainPending({ forMs: 1000, deployment: toRejected });
});

test('an additional wait does not use the window of another', async () => {
  const replay = await replayOf([collected], (deployment) =>
    expect(id).toRemainPending({ forMs: 100, intervals: 50, deployment }),
  );
  await expect(id).toRemainPending({ forMs: 100, intervals: 1, deployment: replay });
  const error = await rejectionOf(
    expect(id).toRemainPending({ forMs: 20, intervals: 1, deployment: replay }),
  );
  expect(error).toBeInstanceOf(InconclusiveError);
  expect(error.message).toMatch(
    /The recording .*a\.json has no wait number 2 for operation 0x12ab0+7; .*with 2 waits for it/,
  );
});

test.each([
  ['was repeated', 1],
  ['is left of the recorded wait', 2],
])(
  'an additional wait is not in the recording, even if a final record %s',
  async (_, minConsecutivePolls) => {
    const replay = await replayOf([included], (deployment) =>
      waitForInclusion(createClient(deployment), id, { minConsecutivePolls, timeoutMs: 1000 }),
    );
    await waitForInclusion(createClient(replay), id, { timeoutMs: 1000 });
    const error = await rejectionOf(waitForInclusion(createClient(replay), id, { timeoutMs: 1000 }));
    expect((error as InclusionUnknownError).code).toBe('INCLUSION_UNKNOWN');
    expect(masked(error.message).replace(/\/\S+(?=a\.json)/g, '')).toMatchInlineSnapshot(`
      "It is unknown whether the operation is included: The recording a.json has no wait number 2 for operation 0x12ab000000000000000000000000000000000000000000000000000000000007; record again, with recordExchanges, with 2 waits for it

      Operation:  0x12ab000000000000000000000000000000000000000000000000000000000007   Deployment: staging
      Expected:   included
      Received:   nothing: every poll failed
      Waited:     <time> of <time>, <n> polls: <n> ok, 1 failed
      Timeline:   +<time> the recording has no wait number 2
      Last error: The recording a.json has no wait number 2 for operation 0x12ab000000000000000000000000000000000000000000000000000000000007; record again, with recordExchanges, with 2 waits for it
      What to do: fix the last error and run the test again: it says nothing about the operation"
    `);
    const asserted = await rejectionOf(expect(id).toReachInclusion({ deployment: replay }));
    expect(asserted.message).toMatch(/^expect\(operationId\)\.toReachInclusion\(\) .* has no wait number 3 /);
    expect(asserted.message).toContain(id);
  },
);

test('overlapping and aborted waits for an operation are recorded as waits', async () => {
  const use = async (deployment: Deployment): Promise<void> => {
    const client = createClient(deployment);
    const wait = (signal?: AbortSignal) =>
      waitForInclusion(client, id, { timeoutMs: 1000, intervals: 1, signal });
    await expect(wait(AbortSignal.abort())).rejects.toThrow('aborted');
    await Promise.all([wait(), wait()]);
    await wait();
  };
  await use(await replayOf([collected, included], use));
});

test('polls that were recorded outside of a wait end any number of waits', async () => {
  const replay = await replayOf([included], (deployment) => createClient(deployment).inclusion(id));
  for (const _ of [1, 2]) await waitForInclusion(createClient(replay), id, { timeoutMs: 1000 });
});
