import 'crosscheck/vitest';
import { defineDeployment, InclusionAbortedError, InconclusiveError, UsageError } from 'crosscheck';
import { matchers } from 'crosscheck/matchers';
import { describe, expect, it } from 'vitest';
import { type Answer, record, status } from '../../support/scripted-observer.js';
import { shortenTimeout } from '../../support/shorten-timeout.js';
import { masked, messageOf } from './messages.js';
import { collected, id, included, observed, rejected } from './observed.js';

type Window = { readonly forMs: number; readonly passOnRejection?: boolean } & Awaited<
  ReturnType<typeof observed>
>['often'];

/** The two ways to write it. */
const spellings = [
  ['toRemainPending', (window: Window) => expect(id).toRemainPending(window)],
  ['.not.toReachInclusion', (window: Window) => expect(id).not.toReachInclusion(window)],
] as const;

describe.each(spellings)('%s', (_, assertion) => {
  it('passes when the operation is pending until the end of the window', async () => {
    const { observer, often } = await observed([status(404), collected]);
    await assertion({ ...often, forMs: 10_000 });
    expect(observer.polls).toHaveLength(11);
  });

  it('passes with a poll at each end when the window is shorter than the pause', async () => {
    const { observer, often } = await observed([collected]);
    await assertion({ ...often, forMs: 20 });
    expect(observer.polls).toHaveLength(2);
  });

  it('passes after an outage that ended before the window did', async () => {
    const { often } = await observed([collected, 'reset', status(503), collected]);
    await assertion({ ...often, forMs: 10_000 });
  });

  it('is inconclusive when the observer had a record and lost it', async () => {
    const { often } = await observed([collected, status(404)]);
    const error = await assertion({ ...often, forMs: 3000 }).then(undefined, (thrown: Error) => thrown);
    expect(error).toBeInstanceOf(InconclusiveError);
    expect(error?.message).toContain('is inconclusive: the observer no longer knows the operation (404)');
    expect(error?.message).toContain('Inconsistency: +1 s the record vanished: collectedInBETA, then 404');
    expect(error?.message).toContain('What to do: check the observer: it lost the record');
  });

  it('passes early when a record proves that the operation never will be included', async () => {
    const { observer, often } = await observed([rejected]);
    await assertion({ ...often, passOnRejection: true, forMs: 10_000 });
    const ending = await observed([collected], { conventions: { endsOnAlpha: () => true } });
    await assertion({ ...ending.often, forMs: 10_000 });
    expect([observer.polls.length, ending.observer.polls.length]).toEqual([1, 1]);
  });

  it('does not pass early for a rejection, which a rollback may follow', async () => {
    const { observer, often } = await observed([rejected]);
    await assertion({ ...often, forMs: 10_000 });
    expect(observer.polls).toHaveLength(11);
    const late = await observed([rejected, rejected, included]);
    await expect(assertion({ ...late.often, forMs: 10_000 })).rejects.toThrow(/failed after/);
  });

  it('does not pass early for a 404, whatever it means for the deployment', async () => {
    const { observer, often } = await observed([status(404)], { conventions: { notFoundMeans: 'rejected' } });
    await assertion({ ...often, forMs: 10_000 });
    expect(observer.polls).toHaveLength(11);
    const late = await observed([status(404), included], { conventions: { notFoundMeans: 'rejected' } });
    await expect(assertion({ ...late.often, forMs: 10_000 })).rejects.toThrow(/failed after/);
  });

  it('fails at once on inclusion', async () => {
    const { observer, often } = await observed([collected, included]);
    await expect(assertion({ ...often, forMs: 10_000 })).rejects.toThrow(/failed after .+: it is included/);
    expect(observer.polls).toHaveLength(2);
  });

  it.each<[string, Answer[]]>([
    ['every poll fails', [status(503)]],
    ['nothing listens', ['reset']],
    ['the final poll fails', [collected, collected, 'reset']],
    ['the final poll has no answer', [collected, collected, 'hang']],
    ['the observer answers 401', [status(401)]],
    ['the answer does not match the schema', [collected, record({ stage: 7 })]],
  ])('is inconclusive in both polarities when %s', async (_, answers) => {
    const { often } = await observed(answers);
    const outcome = assertion({ ...often, forMs: 2000, attemptTimeoutMs: 500 } as Window);
    await expect(outcome).rejects.toBeInstanceOf(InconclusiveError);
    await expect(outcome).rejects.toMatchObject({ code: 'INCLUSION_UNKNOWN', cause: expect.any(Error) });
  });

  it.each<[string, Answer]>([
    ['that the deployment does not have', record({ stage: 'executedInTVM', success: true })],
    ['that is missing', record({ success: true })],
  ])('is inconclusive in both polarities at a stage %s', async (_, unknown) => {
    const { often } = await observed([unknown]);
    await expect(assertion({ ...often, forMs: 2000 })).rejects.toBeInstanceOf(InconclusiveError);
    const known = await observed([unknown, collected]);
    await assertion({ ...known.often, forMs: 2000 });
  });

  it('trusts a predicate for a stage that is not in the order', async () => {
    const unknown = record({ stage: 'executedInTVM', success: true });
    const isIncluded = ({ stage }: { stage?: string | undefined }): boolean => stage === 'done';
    const { often } = await observed([unknown], { conventions: { isIncluded } });
    await assertion({ ...often, forMs: 2000 });
    const unordered = await observed([unknown], { conventions: { stages: [], isIncluded } });
    await assertion({ ...unordered.often, forMs: 2000 });
  });

  it('is inconclusive with a single poll', async () => {
    const { often } = await observed(['reset', collected]);
    await expect(assertion({ ...often, forMs: 20 })).rejects.toBeInstanceOf(InconclusiveError);
  });

  it('ends when its signal aborts', async () => {
    const { often } = await observed([collected]);
    const window = { ...often, forMs: 10_000, signal: AbortSignal.abort() };
    await expect(assertion(window)).rejects.toBeInstanceOf(InclusionAbortedError);
  });

  it('requires forMs and rejects other limits', async () => {
    const { often, observer } = await observed([collected]);
    await expect(assertion(often as Window)).rejects.toThrow(/needs forMs/);
    const limited = { ...often, forMs: 10, timeoutMs: 10 };
    await expect(assertion(limited)).rejects.toThrow(/timeoutMs is not an option/);
    const failingFast = { ...often, forMs: 10, failFast: true };
    await expect(assertion(failingFast)).rejects.toThrow(/failFast is not an option.*passOnRejection/);
    await expect(assertion({ ...often, forMs: 0 })).rejects.toThrow(/forMs must be a number from 1/);
    await expect(assertion(5000 as never)).rejects.toBeInstanceOf(UsageError);
    expect(observer.polls).toHaveLength(0);
  });

  it('rejects a window that does not fit into the test', async ({ task }) => {
    shortenTimeout(task, 500);
    const { deployment, observer } = await observed([collected]);
    await expect(assertion({ deployment, forMs: 500 } as Window)).rejects.toThrow(
      /test's own timeout of 500 ms is too short/,
    );
    expect(observer.polls).toHaveLength(0);
  });
});

describe('the messages of', () => {
  it('toRemainPending', async () => {
    const { often } = await observed([collected, included]);
    const message = await messageOf(expect(id).toRemainPending({ ...often, forMs: 10_000 }));
    expect(masked(message)).toMatchInlineSnapshot(`
      "expect(operationId).toRemainPending() failed after <time>: it is included: includedInBETAConsensus, success=true

      Operation:  0x12ab000000000000000000000000000000000000000000000000000000000007   Deployment: staging
      Expected:   not included for <time>
      Received:   includedInBETAConsensus, success=true
      Waited:     <time> of <time>, <n> polls: <n> ok, 0 failed
      Timeline:   +<time> collectedInBETA | +<time> includedInBETAConsensus
      Trace ID:   <trace>"
    `);
  });

  it('.not.toReachInclusion', async () => {
    const { often } = await observed([included]);
    const message = await messageOf(expect(id).not.toReachInclusion({ ...often, forMs: 10_000 }));
    expect(masked(message)).toMatchInlineSnapshot(`
      "expect(operationId).not.toReachInclusion() failed after <time>: it is included: includedInBETAConsensus, success=true

      Operation:  0x12ab000000000000000000000000000000000000000000000000000000000007   Deployment: staging
      Expected:   not included for <time>
      Received:   includedInBETAConsensus, success=true
      Waited:     <time> of <time>, <n> polls: <n> ok, 0 failed
      Timeline:   +<time> includedInBETAConsensus
      Trace ID:   <trace>"
    `);
  });

  it('a window at an unknown stage', async () => {
    const { often } = await observed([record({ stage: 'executedInTVM', success: true })]);
    const message = await messageOf(expect(id).toRemainPending({ ...often, forMs: 2000 }));
    expect(masked(message)).toMatchInlineSnapshot(`
      "expect(operationId).toRemainPending() is inconclusive: the stage executedInTVM is not a stage of the deployment

      Operation:  0x12ab000000000000000000000000000000000000000000000000000000000007   Deployment: staging
      Expected:   not included for <time>
      Received:   executedInTVM, success=true
      Waited:     <time> of <time>, <n> polls: <n> ok, 0 failed
      Timeline:   +<time> ×<n> executedInTVM
      Trace ID:   <trace>
      What to do: check the chain names and the stages of the deployment: the record shows none of them"
    `);
  });

  it('a window without answers', async () => {
    const { often } = await observed([collected, status(503)]);
    const message = await messageOf(expect(id).toRemainPending({ ...often, forMs: 2000 }));
    expect(masked(message)).toMatchInlineSnapshot(`
      "expect(operationId).toRemainPending() is inconclusive: The observer of staging answered with status 503

      Operation:  0x12ab000000000000000000000000000000000000000000000000000000000007   Deployment: staging
      Expected:   not included for <time>
      Received:   collectedInBETA, success=true (<time> ago)
      Waited:     <time> of <time>, <n> polls: <n> ok, 2 failed
      Timeline:   +<time> collectedInBETA | +<time> ×<n> status 503
      Last error: The observer of staging answered with status 503
      Trace ID:   <trace>
      Request:    GET http://127.0.0.1:<port>/beta/observer/is-message-included-in-consensus?operationId=0x12ab000000000000000000000000000000000000000000000000000000000007
      What to do: read the response of the service, or check its logs"
    `);
  });

  it('a missing forMs', async () => {
    // @ts-expect-error forMs is missing
    await expect(expect(id).not.toReachInclusion()).rejects.toThrowErrorMatchingInlineSnapshot(`
      [UsageError: not.toReachInclusion needs forMs: for how long to watch, in milliseconds

      Without it the assertion would pass at the first "not yet".
      Write: await expect(operationId).not.toReachInclusion({ forMs: 5_000 })]
    `);
  });

  it('.not.toRemainPending', async () => {
    // @ts-expect-error it is toReachInclusion
    const outcome: Promise<void> = expect(id).not.toRemainPending({ forMs: 10 });
    await expect(outcome).rejects.toThrowErrorMatchingInlineSnapshot(`
      [UsageError: toRemainPending has no .not

      Write: await expect(operationId).toReachInclusion({ timeoutMs })]
    `);
  });

  it('a window inside expect.poll', async () => {
    const outcome = expect.poll(() => id, { timeout: 5 }).toRemainPending({ forMs: 10 });
    await expect(outcome).rejects.toThrowErrorMatchingInlineSnapshot(`
      [UsageError: toRemainPending watches for a period, and expect.poll stops at its first passing poll

      Write: await expect(operationId).toRemainPending({ forMs: 5_000 })]
    `);
  });
});

it('toRemainPending rejects wrong subjects and asymmetric use', async () => {
  await expect(expect(7).toRemainPending({ forMs: 10 })).rejects.toThrow(
    /toRemainPending\(\) takes an operation id/,
  );
  await expect(expect(null).not.toReachInclusion({ forMs: 10 })).rejects.toThrow(/takes an operation id/);
  expect(() => matchers.toRemainPending.call({}, id, { forMs: 10 })).toThrow(/cannot be used inside another/);
});

it('toRemainPending rejects a malformed id as client.inclusion does and sends nothing', async () => {
  const url = 'http://127.0.0.1:9';
  const deployment = defineDeployment({ simulatorUrl: url, observerUrl: url });
  await expect(expect('0x12').toRemainPending({ forMs: 10, deployment })).rejects.toMatchObject({
    name: 'SchemaMismatchError',
    code: 'REQUEST_INVALID',
  });
});

it('toRemainPending is inconclusive at a neutral stage that the deployment names differently', async () => {
  const neutral = record({ stage: 'collectedInALPHA', success: true });
  const { often } = await observed([neutral], { chains: { alpha: 'evm', beta: 'tvm' } });
  await expect(expect(id).toRemainPending({ forMs: 3_000, ...often })).rejects.toBeInstanceOf(
    InconclusiveError,
  );
});
