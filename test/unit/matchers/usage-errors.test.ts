import 'crosscheck/vitest';
import { configure, createClient, defineDeployment, UsageError, waitForInclusions } from 'crosscheck';
import { matchers } from 'crosscheck/matchers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { record } from '../../support/scripted-observer.js';
import { id, included, observed, recordOf } from './observed.js';
import { request, secret, simulated, simulator } from './simulator.js';

const failed = record({ stage: 'start', success: false, note: { content: `echo of ${secret}` } });
const says = (assertion: () => unknown): string => {
  try {
    assertion();
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError);
    return (error as Error).message.split('\n\n')[1] as string;
  }
  return expect.fail('the assertion should have failed');
};

describe('a wrong subject of a matcher of records', () => {
  it('is described without the values of its members', async () => {
    const record = await recordOf(failed);
    const { response } = record;
    expect(says(() => expect([record, response, id, null, 7n]).toBeIncluded())).toBe(
      'Received:   a list of 5: InclusionRecord, Object, string, null, bigint',
    );
    expect(says(() => expect([record, record]).not.toBeRejected())).toBe(
      'Received:   a list of 2: InclusionRecord',
    );
    expect(says(() => expect(response).toBeRejected())).toBe(
      'Received:   an object with the members stage, success, note',
    );
    expect(says(() => expect(new Error(secret)).toBeRejected())).toBe('Received:   an instance of Error');
    expect(says(() => expect((() => secret) as unknown).toBeIncluded())).toBe('Received:   a function');
    expect(says(() => expect({ [`a\n${'b'.repeat(500)}`]: 1 }).toBeIncluded())).toMatch(/^.{0,250}$/);
  });

  it('is described with the member to use instead', async () => {
    const { deployment } = await observed([included]);
    const client = createClient(deployment);
    const inclusion = { record: await client.inclusion(id), durationMs: 7 };
    const [outcome] = await waitForInclusions(client, [id]);
    expect(says(() => expect(inclusion).toBeIncluded())).toBe(
      'Received:   an object with the members record, durationMs\nWhat to do: give it the member record of that',
    );
    expect(says(() => expect(outcome).toBeIncluded())).toBe(
      'Received:   an object with the members operationId, status, inclusion\nWhat to do: give it the member inclusion.record of that',
    );
    await expect(expect(inclusion as never).toReachInclusion({ deployment })).rejects.toThrow(
      'give it the member record of that',
    );
  });
});

describe('a wrong subject of a matcher of simulations', () => {
  it('can be an instance of another class', async () => {
    const options = { deployment: await simulator(record({ simulationStatus: true })) };
    const client = createClient(options.deployment);
    const seen = await client.inclusion(id);
    const failure = Promise.reject(new TypeError(secret));
    for (const outcome of [
      expect(client).toSimulateSuccessfully(options),
      expect(new Date(0)).toSimulateSuccessfully(options),
      expect(failure).rejects.not.toSimulateSuccessfully(options),
      expect(seen).toSimulateSuccessfully(options),
    ]) {
      await expect(outcome).rejects.toBeInstanceOf(UsageError);
      await expect(outcome).rejects.toThrow(/takes a simulation request, or a result of client\.simulate/);
    }
    await expect(expect(failure).rejects.toSimulateSuccessfully(options)).rejects.toThrow(
      /\nReceived: {3}an instance of TypeError$/,
    );
  });

  it('can be an object without any member of a request', async () => {
    const { response } = await simulated({ message: secret });
    for (const [subject, text] of [
      [{ request }, 'Received:   an object with the member request'],
      [response, 'Received:   an object with the member message'],
    ] as const) {
      await expect(expect(subject as never).not.toSimulateSuccessfully()).rejects.toThrow(
        new RegExp(`\\n\\n${text}$`),
      );
    }
  });

  it('is neither an incomplete request nor the result of another copy of the package', async () => {
    const options = { deployment: await simulator(record({ simulationStatus: true })) };
    for (const lacking of [{}, { shardsKey: '1' }] as unknown[]) {
      await expect(expect(lacking).toSimulateSuccessfully(options)).rejects.toMatchObject({
        code: 'REQUEST_INVALID',
      });
    }
    const { response, exchange } = await simulated({ simulationStatus: true });
    class SimulationResult {
      request = request;
      response = response;
      exchange = exchange;
    }
    await expect(new SimulationResult()).toSimulateSuccessfully(options);
  });
});

it.each([
  ['toRemainPending', 'toRemainPending({ forMs: 5_000 })', false, []],
  ['toReachInclusion', 'not.toReachInclusion({ forMs: 5_000 })', true, []],
  ['toReachStage', 'not.toReachStage(stage, { forMs: 5_000 })', true, ['start']],
] as const)(
  'the error of %s without forMs or inside expect.poll says what to write',
  async (name, call, isNot, before) => {
    const advice = `Write: await expect(operationId).${call}`;
    const judge = matchers[name] as (...args: unknown[]) => Promise<unknown>;
    await expect(judge.call({ promise: '', isNot }, '0x01', ...before, {})).rejects.toThrow(advice);
    const polled = judge.call({ promise: '', isNot, poll: true }, '0x01', ...before, { forMs: 5 });
    await expect(polled).rejects.toThrow(advice);
  },
);

it.each([
  ['an unknown option', { timeout: 400 }, 'UsageError'],
  ['an unreachable deployment', { timeoutMs: 0 }, 'InclusionUnknownError'],
])('the stack of an error names the test file: %s', async (_, options, name) => {
  const url = 'http://127.0.0.1:1';
  configure({ deployment: defineDeployment({ simulatorUrl: url, observerUrl: url }) });
  onTestFinished(() => configure({ deployment: undefined }));
  const error = await Promise.resolve(
    expect(`0x${'01'.repeat(32)}`).toReachInclusion(options as object),
  ).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name, stack: expect.stringContaining('usage-errors.test.ts:') });
});
