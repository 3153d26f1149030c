import {
  createClient,
  defineDeployment,
  exponential,
  UsageError,
  type WaitOptions,
  waitForInclusion,
} from 'crosscheck';
import { describe, expect, it } from 'vitest';
import { status } from '../../support/scripted-observer.js';
import { caught, id, observe } from './observe.js';

describe('waitForInclusion', () => {
  const client = createClient(
    defineDeployment({ simulatorUrl: 'http://localhost:9', observerUrl: 'http://localhost:9' }),
  );

  it('reports every invalid option, with suggestions', async () => {
    const options = {
      timeout: 5,
      timeoutMs: -1,
      interval: 3,
      intervals: [],
      attemptTimeoutMs: 0,
      stableForMs: Number.NaN,
      minConsecutivePolls: 0.5,
      failfast: true,
      failOnInconsistency: 1,
      ignoreErrors: 'all',
      onPoll: 3,
      signal: {},
      clock: {},
      zebra: 1,
    };
    const error = await caught<Error>(waitForInclusion(client, id, options as never));
    expect(error).toBeInstanceOf(UsageError);
    expect(error.message).toMatchInlineSnapshot(`
      "The wait has invalid options

      timeoutMs must be a number from 0 to 2147483647, got -1
      intervals must be milliseconds, a list of them, or a schedule such as exponential(), got []
      attemptTimeoutMs must be an integer from 1 to 2147483647, got 0
      stableForMs must be a number from 0 to 2147483647, got NaN
      minConsecutivePolls must be an integer of at least 1, got 0.5
      failOnInconsistency must be true or false, got 1
      ignoreErrors must be a boolean or a function, got "all"
      onPoll must be a function, got 3
      signal must be an AbortSignal, got {}
      clock must be a clock: now, setTimeout and clearTimeout, got {}
      timeout is not an option; did you mean timeoutMs?
      interval is not an option; did you mean intervals?
      failfast is not an option; did you mean failFast?
      zebra is not an option; the options are timeoutMs, intervals, attemptTimeoutMs, stableForMs, minConsecutivePolls, failFast, failOnInconsistency, ignoreErrors, onPoll, signal, clock"
    `);
  });

  it.each<[string, WaitOptions]>([
    ['stableForMs', { timeoutMs: 100, stableForMs: 100 }],
    ['minConsecutivePolls', { timeoutMs: 0, minConsecutivePolls: 2 }],
  ])('rejects %s when it can never be reached', async (name, options) => {
    await expect(waitForInclusion(client, id, options)).rejects.toThrow(
      `The wait has invalid options: ${name} must`,
    );
  });

  it('rejects a clock that does not know the time', async () => {
    const clock = { now: () => Number.NaN, setTimeout, clearTimeout } as never;
    await expect(waitForInclusion(client, id, { clock })).rejects.toThrow(
      'clock must be a clock whose now() returns a number of milliseconds',
    );
  });

  it('rejects exponential that was not called', async () => {
    const bad = { intervals: exponential as never };
    await expect(waitForInclusion(client, id, bad)).rejects.toThrow(
      /intervals must be called: exponential\(\)/,
    );
  });

  it.each<WaitOptions>([
    { onPoll: async () => Promise.reject(new Error('never handled')) },
    { ignoreErrors: (async () => false) as never },
  ])('rejects asynchronous callbacks: %o', async (options) => {
    const { client: polling } = await observe([status(403)]);
    await expect(waitForInclusion(polling, id, options)).rejects.toThrow(
      /must not be asynchronous|not a promise/,
    );
  });

  it.each([5000, null, 'fast'])('rejects %s as options', async (options) => {
    await expect(waitForInclusion(client, id, options as never)).rejects.toThrow(/options must be an object/);
  });

  it('rejects arguments that are not a client and an operation id', async () => {
    await expect(waitForInclusion({} as never, id)).rejects.toThrow(/expects a client from createClient/);
    const half = { inclusion: () => {} } as never;
    await expect(waitForInclusion(half, id)).rejects.toThrow(/expects a client from createClient/);
    await expect(waitForInclusion(undefined as never, id)).rejects.toBeInstanceOf(UsageError);
    await expect(waitForInclusion(client, '')).rejects.toThrow(/takes an operation id/);
    await expect(waitForInclusion(client, 7 as never)).rejects.toBeInstanceOf(UsageError);
  });

  it('rejects a malformed operation id before it sends anything', async () => {
    await expect(waitForInclusion(client, '0x41')).rejects.toMatchObject({
      code: 'REQUEST_INVALID',
      issues: [{ path: 'operationId' }],
    });
  });
});
