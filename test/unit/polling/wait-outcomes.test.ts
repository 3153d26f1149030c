import '../../support/masked-traces.js';
import {
  type DeploymentOptions,
  InclusionNotApplicableError,
  InclusionRejectedError,
  InclusionTimeoutError,
  InclusionUnknownError,
  InconclusiveError,
  waitForInclusion,
} from 'crosscheck';
import { describe, expect, it } from 'vitest';
import { record, status } from '../../support/scripted-observer.js';
import { waitTimelessly } from '../../support/wait-timelessly.js';
import { clientAt } from '../client/calls.js';
import { caught, collected, id, included, observe, rejected } from './observe.js';

describe('waitForInclusion', () => {
  it('returns the record, the timeline and the duration', async () => {
    const { client, observer } = await observe([status(404), collected, collected, included]);
    const { outcome } = waitTimelessly(client, id, { intervals: 1000 });
    const { record: last, timeline, durationMs, inconsistencies } = await outcome;
    expect(last.response.stage).toBe('includedInBETAConsensus');
    expect(last.verdict).toBe('included');
    expect(last.operationId).toBe(id);
    expect(durationMs).toBe(3000);
    expect(inconsistencies).toEqual([]);
    expect(timeline.map(({ atMs, result }) => [atMs, result.status ?? result.stage, result.verdict])).toEqual(
      [
        [0, 404, 'pending'],
        [1000, 'collectedInBETA', 'pending'],
        [2000, 'collectedInBETA', 'pending'],
        [3000, 'includedInBETAConsensus', 'included'],
      ],
    );
    expect(timeline[1]?.result).toMatchObject({
      success: true,
      timestamp: 1_763_712_000n,
      transactions: undefined,
    });
    expect(timeline[2]?.result).toBe(timeline[1]?.result);
    expect(observer.polls.map(({ url }) => url)).toEqual(
      Array(4).fill(`/beta/observer/is-message-included-in-consensus?operationId=${id}`),
    );
  });

  it('times out with everything that it knows', async () => {
    const { client } = await observe([status(503), collected]);
    const error = await caught<InclusionTimeoutError>(
      waitTimelessly(client, id, { intervals: 4000, timeoutMs: 10_000 }).outcome,
    );
    expect(error).toBeInstanceOf(InclusionTimeoutError);
    expect(error).toMatchObject({ code: 'INCLUSION_TIMEOUT', operationId: id, deploymentName: 'staging' });
    expect(error.timeline).toHaveLength(4);
    expect(error.lastRecord?.response.stage).toBe('collectedInBETA');
    expect(error.lastError).toMatchObject({ code: 'HTTP_STATUS', status: 503 });
    expect(error.durationMs).toBe(10_000);
    expect(error.cause).toBeUndefined();
    expect(Object.keys(error)).not.toContain('timeline');
    expect(error.message).toMatchInlineSnapshot(`
      "Not included within 10 s

      Operation:  0x12ab000000000000000000000000000000000000000000000000000000000007   Deployment: staging
      Expected:   included
      Received:   collectedInBETA, success=true
      Waited:     10 s of 10 s, 4 polls: 3 ok, 1 failed
      Timeline:   +0 ms status 503 | +4 s ×3 collectedInBETA
      Last error: The observer of staging answered with status 503
      Trace ID:   TRACE
      What to do: raise timeoutMs if the deployment needs longer; inclusion takes minutes on some"
    `);
  });

  it('is unknown when the poll at the time limit fails, whatever earlier ones saw', async () => {
    const { client } = await observe([collected, 'reset']);
    const error = await caught<InclusionUnknownError>(
      waitTimelessly(client, id, { intervals: 4000, timeoutMs: 10_000 }).outcome,
    );
    expect(error).toMatchObject({ code: 'INCLUSION_UNKNOWN', cause: { code: 'HTTP_NETWORK' } });
    expect(error.message.replace(/127\.0\.0\.1:\d+/, '127.0.0.1:PORT')).toMatchInlineSnapshot(`
      "It is unknown whether the operation is included: The observer of staging could not be reached: connection reset by peer (ECONNRESET)

      Operation:  0x12ab000000000000000000000000000000000000000000000000000000000007   Deployment: staging
      Expected:   included
      Received:   collectedInBETA, success=true (10 s ago)
      Waited:     10 s of 10 s, 4 polls: 1 ok, 3 failed
      Timeline:   +0 ms collectedInBETA | +4 s ×3 connection reset by peer (ECONNRESET)
      Last error: The observer of staging could not be reached: connection reset by peer (ECONNRESET)
      Trace ID:   TRACE
      Request:    GET http://127.0.0.1:PORT/beta/observer/is-message-included-in-consensus?operationId=0x12ab000000000000000000000000000000000000000000000000000000000007
      What to do: check the base URL, and that the service runs and can be reached from here"
    `);
  });

  it('times out when the poll at the time limit succeeds after failed ones', async () => {
    const { client } = await observe([collected, 'reset', 'reset', collected]);
    const error = await caught<InclusionTimeoutError>(
      waitTimelessly(client, id, { intervals: 4000, timeoutMs: 10_000 }).outcome,
    );
    expect(error.code).toBe('INCLUSION_TIMEOUT');
    expect(error.cause).toBeUndefined();
  });

  it('times out when the observer never finds the operation', async () => {
    const { client } = await observe([status(404)]);
    const error = await caught<InclusionTimeoutError>(
      waitTimelessly(client, id, { intervals: 500, timeoutMs: 1000 }).outcome,
    );
    expect(error.lastRecord).toBeUndefined();
    expect(error.message).toMatchInlineSnapshot(`
      "Not included within 1 s

      Operation:  0x12ab000000000000000000000000000000000000000000000000000000000007   Deployment: staging
      Expected:   included
      Received:   the observer does not know the operation (404)
      Waited:     1 s of 1 s, 3 polls: 3 ok, 0 failed
      Timeline:   +0 ms ×3 404
      Trace ID:   TRACE
      What to do: check the operation id, the base URL of the observer and the chain names"
    `);
  });

  it('rejects at once when the operation is rejected', async () => {
    const { client, observer } = await observe([collected, rejected]);
    const error = await caught<InclusionRejectedError>(
      waitTimelessly(client, id, { intervals: 1000 }).outcome,
    );
    expect(error).toBeInstanceOf(InclusionRejectedError);
    expect(error).toMatchObject({ code: 'INCLUSION_REJECTED', operationId: id, deploymentName: 'staging' });
    expect(error.lastRecord?.response.note?.errorName).toBe('NotEnoughGas');
    expect(observer.polls).toHaveLength(2);
    expect(error.message).toMatchInlineSnapshot(`
      "The operation was rejected; it will not be included

      Operation:  0x12ab000000000000000000000000000000000000000000000000000000000007   Deployment: staging
      Expected:   included
      Received:   includedInALPHAConsensus, success=false, note "NotEnoughGas: ran out of gas"
      Waited:     1 s of 60 s, 2 polls: 2 ok, 0 failed
      Timeline:   +0 ms collectedInBETA | +1 s includedInALPHAConsensus success=false
      Inconsistency: +1 s the stage went back from collectedInBETA to includedInALPHAConsensus
      Trace ID:   TRACE
      What to do: read the note, which says why; failFast: false keeps waiting, for a rollback"
    `);
  });

  it('rejects at once when the operation ends on the destination chain', async () => {
    const { client, observer } = await observe([record({ stage: 'executedInALPHA', success: true })], {
      conventions: { endsOnAlpha: ({ stage }) => stage === 'executedInALPHA' },
    });
    const error = await caught<InclusionNotApplicableError>(waitForInclusion(client, id));
    expect(error).toBeInstanceOf(InclusionNotApplicableError);
    expect(observer.polls).toHaveLength(1);
    expect(error.message.replace(/\d+ ms/g, '… ms')).toMatchInlineSnapshot(`
      "The operation ends on the destination chain; nothing of it is ever included on the source chain

      Operation:  0x12ab000000000000000000000000000000000000000000000000000000000007   Deployment: staging
      Expected:   included
      Received:   executedInALPHA, success=true
      Waited:     … ms of 60 s, 1 poll: 1 ok, 0 failed
      Timeline:   +… ms executedInALPHA
      Trace ID:   TRACE
      What to do: assert its record instead, or send a call that produces outgoing messages"
    `);
  });

  it('rejects as unknown, not as a timeout, when every poll failed', async () => {
    const { client } = await observe(['reset', status(500), status(429), status(408)]);
    const error = await caught<InclusionUnknownError>(
      waitTimelessly(client, id, { intervals: 1000, timeoutMs: 4000 }).outcome,
    );
    expect(error).toBeInstanceOf(InclusionUnknownError);
    expect(error).toBeInstanceOf(InconclusiveError);
    expect(error).toMatchObject({ code: 'INCLUSION_UNKNOWN', operationId: id, durationMs: 4000 });
    expect(error.cause).toBe(error.lastError);
    expect(error.lastRecord).toBeUndefined();
    expect(error.message.replace(/127\.0\.0\.1:\d+/, '127.0.0.1:PORT')).toMatchInlineSnapshot(`
      "It is unknown whether the operation is included: The observer of staging answered with status 408

      Operation:  0x12ab000000000000000000000000000000000000000000000000000000000007   Deployment: staging
      Expected:   included
      Received:   nothing: every poll failed
      Waited:     4 s of 4 s, 5 polls: 0 ok, 5 failed
      Timeline:   +0 ms connection reset by peer (ECONNRESET) | +1 s status 500 | +2 s status 429 | +3 s ×2 status 408
      Last error: The observer of staging answered with status 408
      Trace ID:   TRACE
      Request:    GET http://127.0.0.1:PORT/beta/observer/is-message-included-in-consensus?operationId=0x12ab000000000000000000000000000000000000000000000000000000000007
      What to do: check whether the service is overloaded, and the network between it and here"
    `);
  });
});

describe('the conventions of the deployment', () => {
  it('decide what is included and what is rejected', async () => {
    const conventions: DeploymentOptions['conventions'] = {
      isIncluded: ({ stage }) => stage === 'rooted',
      isRejected: ({ stage }) => stage === 'dropped',
    };
    const rooted = await observe([included, record({ stage: 'rooted' })], { conventions });
    await expect(waitForInclusion(rooted.client, id, { intervals: 0 })).resolves.toMatchObject({
      record: { response: { stage: 'rooted' } },
    });
    const dropped = await observe([rejected, record({ stage: 'dropped' })], { conventions });
    await expect(waitForInclusion(dropped.client, id, { intervals: 0 })).rejects.toMatchObject({
      lastRecord: { response: { stage: 'dropped' } },
    });
  });

  it('do not have to contain a stage for the timeline to show it', async () => {
    const { client } = await observe([record({ stage: 'rebalancing' }), record({})]);
    const error = await caught<Error>(waitTimelessly(client, id, { timeoutMs: 100, intervals: 50 }).outcome);
    expect(error.message).toContain('Timeline:   +0 ms rebalancing | +50 ms ×2 no stage');
  });

  it('are named in the message when isIncluded does not say it for a stage that they contain', async () => {
    const { client } = await observe([collected], { conventions: { isIncluded: () => undefined } });
    const error = await caught<Error>(waitTimelessly(client, id, { timeoutMs: 100, intervals: 50 }).outcome);
    expect(error.message).toContain(
      'is included: the convention isIncluded does not say it for the stage collectedInBETA',
    );
    expect(error.message).toContain('make the convention isIncluded return true or false for this stage');
  });

  it('are named in the message when they do not contain the last stage', async () => {
    const { client } = await observe([record({ stage: 'includedInTVMConsensus', success: true })]);
    const error = await caught<Error>(waitTimelessly(client, id, { timeoutMs: 100, intervals: 50 }).outcome);
    expect(error).toBeInstanceOf(InclusionUnknownError);
    expect(error.message).toContain('What to do: check the chain names and the stages of the deployment');
  });

  it('translate stages to neutral names', async () => {
    const { client, observer } = await observe(
      [record({ stage: 'collectedInTVM' }), record({ stage: 'includedInTVMConsensus', success: true })],
      { chains: { alpha: 'evm', beta: 'tvm' } },
    );
    const { timeline } = await waitForInclusion(client, id, { intervals: 0 });
    expect(timeline.map(({ result }) => result.stage)).toEqual([
      'collectedInBETA',
      'includedInBETAConsensus',
    ]);
    expect(observer.polls[0]?.url).toContain('/tvm/observer/');
  });

  it.each([
    ['pending', InclusionTimeoutError, 3],
    ['rejected', InclusionRejectedError, 1],
    ['error', InclusionUnknownError, 1],
  ] as const)('decide that a 404 means %s', async (notFoundMeans, outcome, polls) => {
    const { client, observer } = await observe([status(404)], { conventions: { notFoundMeans } });
    const error = await caught<Error>(waitTimelessly(client, id, { intervals: 50, timeoutMs: 100 }).outcome);
    expect(error).toBeInstanceOf(outcome);
    expect(error.message).toMatch(/What to do: .*404|check the operation id|fix the last error/);
    expect(observer.polls).toHaveLength(polls);
  });
});

const here = 'wait-outcomes.test.ts';
const unreachable = clientAt('http://127.0.0.1:1');
const wait = () => waitForInclusion(unreachable, `0x${'01'.repeat(32)}`, { timeoutMs: 0 });

async function stackOf(call: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await call();
  } catch (error) {
    return (error as Error).stack;
  }
}

describe('the stack of an error', () => {
  it.each([
    ['a wait that is awaited', async () => void (await wait())],
    ['one of several waits', async () => void (await Promise.all([wait(), wait()]))],
    [
      'a wait that is awaited later',
      async () => {
        const waiting = wait();
        await Promise.resolve();
        await waiting;
      },
    ],
    ['a call of the client', async () => void (await unreachable.inclusion(`0x${'01'.repeat(32)}`))],
  ])('names the test file: %s', async (_, call) => {
    const stack = await stackOf(call);
    expect(stack).toContain(`${here}:`);
    expect(stack).toMatch(/^(?:InclusionUnknownError|HttpNetworkError|Error): /);
  });
});
