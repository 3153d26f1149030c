import 'crosscheck/vitest';
import {
  configure,
  createClient,
  exponential,
  InclusionAbortedError,
  InclusionInconsistentError,
  InclusionUnknownError,
  UsageError,
} from 'crosscheck';
import { matchers } from 'crosscheck/matchers';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createHandClock } from '../../support/hand-clock.js';
import { type Answer, record, startScriptedObserver, status } from '../../support/scripted-observer.js';
import { shortenTimeout } from '../../support/shorten-timeout.js';
import { masked, messageOf } from './messages.js';

const id = `0x12ab${'0'.repeat(59)}7`;
const collected = record({ stage: 'collectedInBETA', success: true });
const included = record({ stage: 'includedInBETAConsensus', success: true });
const rejected = record({ stage: 'start', success: false, note: { errorName: 'NotEnoughGas' } });

type Profile = NonNullable<Parameters<Awaited<ReturnType<typeof startScriptedObserver>>['deployment']>[0]>;

async function observe(answers: readonly Answer[], options?: Profile) {
  const observer = await startScriptedObserver(answers);
  onTestFinished(async () => observer[Symbol.asyncDispose]());
  return { observer, deployment: observer.deployment(options) };
}

afterEach(() => configure({ deployment: undefined }));

describe('toReachInclusion passes', () => {
  it('once the operation is included', async () => {
    const { deployment } = await observe([status(404), collected, included]);
    await expect(id).toReachInclusion({ deployment, intervals: exponential({ maxIntervalMs: 1 }) });
  });

  it('with the deployment in force', async () => {
    const { deployment, observer } = await observe([included]);
    configure({ deployment });
    await expect(id).toReachInclusion();
    expect(observer.polls).toHaveLength(1);
  });

  it('and returns the record', async () => {
    const { deployment } = await observe([included]);
    const result = await matchers.toReachInclusion.call({ promise: '' }, id, { deployment });
    expect(result).toMatchObject({ pass: true, actual: { operationId: id, verdict: 'included' } });
  });

  it('for a record, a promise, and a function that receives a signal', async () => {
    const { deployment, observer } = await observe([included]);
    const first = await createClient(deployment).inclusion(id);
    const caller = new AbortController();
    await expect(first).toReachInclusion({ deployment });
    await expect(Promise.resolve(id)).resolves.toReachInclusion({ deployment });
    await expect(Promise.resolve(id)).toReachInclusion({ deployment });
    let received: AbortSignal | undefined;
    await expect(({ signal }: { signal: AbortSignal }) => {
      received = signal;
      return Promise.resolve(id);
    }).toReachInclusion({ deployment, signal: caller.signal });
    caller.abort();
    expect(received?.aborted).toBe(true);
    expect(observer.polls.map(({ url }) => url.slice(-id.length))).toEqual(Array(5).fill(id));
  });
});

describe('toReachInclusion fails', () => {
  it('at the time limit', async () => {
    const { deployment } = await observe([collected]);
    const message = await messageOf(expect(id, 'swap').toReachInclusion({ timeoutMs: 0, deployment }));
    expect(masked(message)).toMatchInlineSnapshot(`
      "swap: expect(operationId).toReachInclusion() timed out (matcher timeout): collectedInBETA, success=true

      Operation:  0x12ab000000000000000000000000000000000000000000000000000000000007   Deployment: staging
      Expected:   included
      Received:   collectedInBETA, success=true
      Waited:     <time> of <time>, <n> polls: <n> ok, 0 failed
      Timeline:   +<time> collectedInBETA
      Trace ID:   <trace>
      What to do: raise timeoutMs if the deployment needs longer; inclusion takes minutes on some"
    `);
  });

  it('at once when the operation is rejected', async () => {
    const { deployment, observer } = await observe([rejected]);
    const message = await messageOf(expect(id).toReachInclusion({ deployment }));
    expect(observer.polls).toHaveLength(1);
    expect(masked(message)).toMatchInlineSnapshot(`
      "expect(operationId).toReachInclusion() failed: the operation was rejected: start, success=false, note "NotEnoughGas"

      Operation:  0x12ab000000000000000000000000000000000000000000000000000000000007   Deployment: staging
      Expected:   included
      Received:   start, success=false, note "NotEnoughGas"
      Waited:     <time> of <time>, <n> polls: <n> ok, 0 failed
      Timeline:   +<time> start success=false
      Trace ID:   <trace>
      What to do: read the note, which says why; failFast: false keeps waiting, for a rollback"
    `);
  });

  it('at once when the operation ends on the destination chain', async () => {
    const { deployment } = await observe([collected], { conventions: { endsOnAlpha: () => true } });
    const message = await messageOf(expect(id).toReachInclusion({ deployment }));
    expect(masked(message)).toMatchInlineSnapshot(`
      "expect(operationId).toReachInclusion() failed: the operation ends on the destination chain: collectedInBETA, success=true

      Operation:  0x12ab000000000000000000000000000000000000000000000000000000000007   Deployment: staging
      Expected:   included
      Received:   collectedInBETA, success=true
      Waited:     <time> of <time>, <n> polls: <n> ok, 0 failed
      Timeline:   +<time> collectedInBETA
      Trace ID:   <trace>
      What to do: assert its record instead, or send a call that produces outgoing messages"
    `);
  });
});

describe('toReachInclusion ends before the test', () => {
  beforeEach(({ task }) => shortenTimeout(task, 1500));

  it('with the last answer, when only the last poll was not answered', async () => {
    const { deployment } = await observe([collected, 'hang']);
    const message = await messageOf(expect(id).toReachInclusion({ deployment, intervals: 60_000 }));
    expect(masked(message)).toMatchInlineSnapshot(`
      "expect(operationId).toReachInclusion() timed out (the test's own timeout of <time>; timeoutMs is <time>): last seen collectedInBETA, <time> ago

      Operation:  0x12ab000000000000000000000000000000000000000000000000000000000007   Deployment: staging
      Expected:   included
      Received:   collectedInBETA, success=true (<time> ago)
      Waited:     <time> of <time>, <n> polls: <n> ok, 1 failed
      Timeline:   +<time> collectedInBETA | +<time> no answer by the deadline
      Last error: The observer of staging did not answer for <time>
      Request:    GET http://127.0.0.1:<port>/beta/observer/is-message-included-in-consensus?operationId=0x12ab000000000000000000000000000000000000000000000000000000000007
      Trace ID:   <trace>
      What to do: raise the test's own timeout if the deployment needs longer; inclusion takes minutes on some"
    `);
  });

  it('with a message that says for how long the observer has not answered', async () => {
    const { deployment } = await observe([collected, 'hang']);
    const message = await messageOf(expect(id).toReachInclusion({ deployment, intervals: 10 }));
    expect(masked(message)).toMatchInlineSnapshot(`
      "expect(operationId).toReachInclusion() is inconclusive (the test's own timeout of <time>; timeoutMs is <time>): The observer of staging did not answer for <time>

      Operation:  0x12ab000000000000000000000000000000000000000000000000000000000007   Deployment: staging
      Expected:   included
      Received:   collectedInBETA, success=true (<time> ago)
      Waited:     <time> of <time>, <n> polls: <n> ok, 2 failed
      Timeline:   +<time> collectedInBETA | +<time> ×<n> no answer by the deadline
      Last error: The observer of staging did not answer for <time>
      Request:    GET http://127.0.0.1:<port>/beta/observer/is-message-included-in-consensus?operationId=0x12ab000000000000000000000000000000000000000000000000000000000007
      Trace ID:   <trace>
      What to do: check that the observer runs and is not overloaded, or raise the test's own timeout"
    `);
  });

  it('or is rejected when too little time is left for stableForMs', async () => {
    const { deployment, observer } = await observe([included]);
    const rejected = expect(id).toReachInclusion({ deployment, stableForMs: 1500 });
    await expect(rejected).rejects.toBeInstanceOf(UsageError);
    const outcome = expect(id).toReachInclusion({ deployment, stableForMs: 1500 });
    expect(masked(await messageOf(outcome))).toMatchInlineSnapshot(`
      "The test's own timeout of <time> is too short for <time> of watching

      Left:       <time>
      What to do: raise the test's own timeout, or shorten the wait"
    `);
    expect(observer.polls).toHaveLength(0);
  });

  it('but not when it has its own clock', async () => {
    const { deployment } = await observe([included]);
    const clock = createHandClock();
    await expect(id).toReachInclusion({ deployment, clock, timeoutMs: 60_000 });
    expect(clock.timers).toBe(0);
  });
});

describe('toReachInclusion inside expect.poll', () => {
  it('is one poll', async () => {
    const { deployment, observer } = await observe([collected, collected, included]);
    await expect.poll(() => id, { interval: 5 }).toReachInclusion({ deployment, timeoutMs: 60_000 });
    expect(observer.polls).toHaveLength(3);
  });

  it('polls once at a time', async () => {
    const { deployment, observer } = await observe([collected]);
    let looks = 0;
    const subject = (): string => {
      looks++;
      return id;
    };
    const outcome = expect.poll(subject, { timeout: 100, interval: 20 }).toReachInclusion({ deployment });
    await expect(outcome).rejects.toThrow(/one poll, as expect\.poll asks/);
    expect(observer.polls).toHaveLength(looks);
  });

  it('rejects options that need several polls', async () => {
    const { deployment, observer } = await observe([included]);
    for (const hold of [{ stableForMs: 50 }, { minConsecutivePolls: 2 }]) {
      const outcome = expect.poll(() => id, { timeout: 20 }).toReachInclusion({ deployment, ...hold });
      await expect(outcome).rejects.toThrow(
        /makes one poll inside expect\.poll, which cannot check a duration/,
      );
    }
    expect(observer.polls).toHaveLength(0);
  });

  it('has its own message', async () => {
    const { deployment } = await observe([collected]);
    const outcome = expect.poll(() => id, { timeout: 20 }).toReachInclusion({ deployment });
    expect(masked(await messageOf(outcome))).toMatchInlineSnapshot(`
      "expect(operationId).toReachInclusion() timed out (one poll, as expect.poll asks): collectedInBETA, success=true

      Operation:  0x12ab000000000000000000000000000000000000000000000000000000000007   Deployment: staging
      Expected:   included
      Received:   collectedInBETA, success=true
      Waited:     <time> of <time>, <n> polls: <n> ok, 0 failed
      Timeline:   +<time> collectedInBETA
      Trace ID:   <trace>
      What to do: raise the timeout of expect.poll if the deployment needs longer; inclusion takes minutes on some"
    `);
  });
});

describe('toReachInclusion is inconclusive', () => {
  it('when every poll failed', async () => {
    const { deployment } = await observe([status(503)]);
    const outcome = expect(id).toReachInclusion({ timeoutMs: 0, deployment });
    await expect(outcome).rejects.toBeInstanceOf(InclusionUnknownError);
    await expect(outcome).rejects.toMatchObject({
      cause: { code: 'HTTP_STATUS', status: 503 },
      operationId: id,
      timeline: [{ result: { status: 503 } }],
    });
    expect(masked(await messageOf(outcome))).toMatchInlineSnapshot(`
      "expect(operationId).toReachInclusion() is inconclusive: The observer of staging answered with status 503

      Operation:  0x12ab000000000000000000000000000000000000000000000000000000000007   Deployment: staging
      Expected:   included
      Received:   nothing: every poll failed
      Waited:     <time> of <time>, <n> polls: <n> ok, 1 failed
      Timeline:   +<time> status 503
      Last error: The observer of staging answered with status 503
      Trace ID:   <trace>
      Request:    GET http://127.0.0.1:<port>/beta/observer/is-message-included-in-consensus?operationId=0x12ab000000000000000000000000000000000000000000000000000000000007
      What to do: read the response of the service, or check its logs"
    `);
  });

  it.for([0, 60_000])(
    'when the observer rejects it at once, which is no timeout: timeoutMs %i',
    async (timeoutMs) => {
      const { deployment } = await observe([status(403)]);
      const message = await messageOf(expect(id).toReachInclusion({ timeoutMs, deployment }));
      expect(message).toMatch(
        /^expect\(operationId\)\.toReachInclusion\(\) is inconclusive: The observer of staging .*403/,
      );
      expect(message).not.toContain('matcher timeout');
    },
  );

  it('when the time limit passed before any answer', async () => {
    const { deployment } = await observe([status(503)]);
    const message = await messageOf(
      expect(id).toReachInclusion({ timeoutMs: 50, intervals: 10, deployment }),
    );
    expect(message).toMatch(
      /^expect\(operationId\)\.toReachInclusion\(\) is inconclusive \(matcher timeout\)/,
    );
  });

  it('when it was aborted or the timeline is inconsistent', async () => {
    const { deployment } = await observe([collected, rejected]);
    const signal = AbortSignal.abort();
    await expect(expect(id).toReachInclusion({ deployment, signal })).rejects.toBeInstanceOf(
      InclusionAbortedError,
    );
    const window = expect(id).not.toReachInclusion({ deployment, signal, forMs: 100 });
    await expect(window).rejects.toThrow(
      /^expect\(operationId\)\.not\.toReachInclusion\(\) was aborted: [\s\S]*Expected: {3}not included for 100 ms\n/,
    );
    const stage = expect(id).toReachStage('executedInBETA', { deployment, signal });
    await expect(stage).rejects.toThrow(/Expected: {3}at stage executedInBETA or past it\n/);
    const options = { intervals: 1, deployment, failOnInconsistency: true, failFast: false };
    const inconsistent = expect(id).toReachInclusion(options);
    await expect(inconsistent).rejects.toBeInstanceOf(InclusionInconsistentError);
    await expect(inconsistent).rejects.toThrow(
      /^expect\(operationId\)\.toReachInclusion\(\) is inconclusive: the polls contradict each other\n/,
    );
  });

  it('when the subject rejects', async () => {
    const { deployment } = await observe([included]);
    const failure = new Error('nothing was submitted');
    await expect(expect(() => Promise.reject(failure)).toReachInclusion({ deployment })).rejects.toBe(
      failure,
    );
  });
});

describe('toReachInclusion rejects', () => {
  it('forMs without .not', async () => {
    // @ts-expect-error forMs needs .not
    const outcome = expect(id).toReachInclusion({ forMs: 5 });
    await expect(outcome).rejects.toThrowErrorMatchingInlineSnapshot(
      `[UsageError: toReachInclusion has invalid options: forMs is only for .not; did you mean timeoutMs?]`,
    );
  });

  it.each([
    ['an empty text', '', '"" (string)'],
    ['a number', 7, '7 (number)'],
    ['null', null, 'null'],
    ['undefined', undefined, 'undefined'],
    ['a request', { shardsKey: '1' }, 'an object with the member shardsKey'],
    ['a list', [1n], 'a list of 1: bigint'],
    ['an instance', new Map([['secret', 1]]), 'an instance of Map'],
  ])('%s as a subject', async (_, subject, text) => {
    const { deployment } = await observe([included]);
    const outcome = expect(subject).toReachInclusion({ deployment });
    await expect(outcome).rejects.toBeInstanceOf(UsageError);
    expect(await messageOf(outcome)).toBe(
      'expect(received).toReachInclusion() takes an operation id, or a record of client.inclusion\n\n' +
        `Received:   ${text}`,
    );
  });

  it('a malformed operation id before it sends anything', async () => {
    const { deployment, observer } = await observe([included]);
    const invalid = { name: 'SchemaMismatchError', code: 'REQUEST_INVALID' };
    await expect(expect('0x41').toReachInclusion({ deployment })).rejects.toMatchObject(invalid);
    await expect(expect('0x41').toReachStage('start', { deployment })).rejects.toMatchObject(invalid);
    expect(observer.polls).toEqual([]);
  });

  it('unknown and invalid options', async () => {
    const outcome = expect(id).toReachInclusion({ timeout: 5, deployment: {} } as never);
    await expect(outcome).rejects.toThrowErrorMatchingInlineSnapshot(`
      [UsageError: toReachInclusion has invalid options

      deployment must be created with defineDeployment
      timeout is not an option; did you mean timeoutMs?]
    `);
    await expect(expect(id).toReachInclusion(5000 as never)).rejects.toThrow(/options must be an object/);
  });

  it('use inside another assertion in both polarities', () => {
    const asymmetric = expect as unknown as Record<'toReachInclusion', () => unknown> & {
      not: Record<'toReachInclusion', () => unknown>;
    };
    for (const matcher of [asymmetric.toReachInclusion(), asymmetric.not.toReachInclusion()]) {
      expect(() => expect({ id }).toEqual({ id: matcher })).toThrow(
        'toReachInclusion is asynchronous and cannot be used inside another assertion; write: await expect(...).toReachInclusion()',
      );
    }
    expect(() => matchers.toReachInclusion.call({}, id)).toThrow(TypeError);
  });
});
