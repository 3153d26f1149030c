import { AssertionError } from 'node:assert';
import { createClient, defineDeployment, HttpNetworkError, InconclusiveError, UsageError } from 'crosscheck';
import { assertions, patterns } from 'crosscheck/assert';
import { matchers } from 'crosscheck/matchers';
import { describe, expect, it } from 'vitest';
import { record } from '../../support/scripted-observer.js';
import { collected, id, included, observed, recordOf } from '../matchers/observed.js';
import { request, simulated, simulator } from '../matchers/simulator.js';

const success = record({ simulationStatus: true, outMessages: null });
const failure = record({ simulationStatus: false, simulationError: 'execution reverted: paused' });
const nobody = defineDeployment({
  simulatorUrl: 'http://127.0.0.1:9',
  observerUrl: 'http://127.0.0.1:9',
  retries: 0,
});

/** The error of an assertion, which must not hold. */
async function errorOf(assertion: () => void | Promise<void>): Promise<Error & Partial<AssertionError>> {
  try {
    await assertion();
  } catch (error) {
    return error as Error;
  }
  return expect.fail('the assertion should have failed');
}

it('has a function for each matcher that is an assertion, and a pattern for each of the others', () => {
  const names = Object.keys(matchers);
  const asserting = names.filter((name) => name.startsWith('to'));
  const { not, ...affirmed } = assertions;
  expect(Object.keys(affirmed)).toEqual(asserting);
  expect(Object.keys(not)).toEqual(asserting);
  const { not: _, ...others } = patterns;
  expect([...asserting, ...Object.keys(others)]).toEqual(names);
});

describe('an assertion', () => {
  it('passes when it holds, and when its opposite does not', async () => {
    await assertions.toSimulateSuccessfully(request, { deployment: await simulator(success) });
    await assertions.not.toSimulateSuccessfully(request, { deployment: await simulator(failure) });
    await assertions.toFailSimulation(request, 'paused', { deployment: await simulator(failure) });
    await assertions.toReachInclusion(id, (await observed([collected, included])).often);
    await assertions.not.toReachInclusion(id, { ...(await observed([collected])).often, forMs: 5_000 });
    expect(assertions.toBeIncluded(await recordOf(included))).toBeUndefined();
    expect(assertions.not.toBeIncluded(await recordOf(collected))).toBeUndefined();
  });

  it('throws an AssertionError with what was received and expected', async () => {
    const deployment = await simulator(failure);
    const error = await errorOf(() => assertions.toSimulateSuccessfully(request, { deployment }));
    expect(error).toBeInstanceOf(AssertionError);
    expect(error.message).toMatch(
      /^expect\(simulation\)\.toSimulateSuccessfully\(\): simulation failed: execution reverted: paused\n/,
    );
    expect(error).toMatchObject({
      code: 'ERR_ASSERTION',
      operator: 'toSimulateSuccessfully',
      expected: 'simulationStatus true',
    });
  });

  it('throws for a synchronous matcher too', async () => {
    const read = await recordOf(included);
    const error = await errorOf(() => assertions.not.toBeIncluded(read));
    expect(error).toBeInstanceOf(AssertionError);
    expect(error).toMatchObject({
      operator: 'not.toBeIncluded',
      actual: 'included: includedInBETAConsensus, success=true',
      expected: 'not included',
    });
  });

  it('shows all differences as what was received', async () => {
    const result = await simulated({ simulationStatus: true, outMessages: [{ shardsKey: 7 }] });
    const error = await errorOf(() => assertions.toEmitOutMessage(result, { shardsKey: 8 }));
    expect(error.actual).toBe(
      'the closest is outMessages[0], which differs:\n- shardsKey\n    expected: 8\n    received: 7',
    );
  });

  it('begins its stack at the line that makes it', async () => {
    const deployment = await simulator(failure);
    for (const assertion of [
      () => assertions.toSimulateSuccessfully(request, { deployment }),
      () => assertions.toSimulateSuccessfully(request, { deployment: nobody }),
    ]) {
      const { stack = '', message } = await errorOf(assertion);
      const [first] = stack.slice(stack.indexOf(message) + message.length + 1).split('\n');
      expect(first).toContain('assertions.test.ts');
    }
  });
});

describe('with and without negation', () => {
  it.each([assertions, assertions.not])('an outage is a network error', async (library) => {
    const error = await errorOf(() => library.toSimulateSuccessfully(request, { deployment: nobody }));
    expect(error).toBeInstanceOf(HttpNetworkError);
  });

  it.each([assertions, assertions.not])('an answer without a verdict is inconclusive', async (library) => {
    const result = await simulated({ estimatedGas: 5 });
    expect(await errorOf(() => library.toSimulateSuccessfully(result))).toBeInstanceOf(InconclusiveError);
    const read = await recordOf(record({ success: true }));
    expect(await errorOf(() => library.toBeIncluded(read))).toBeInstanceOf(InconclusiveError);
  });

  it.each([assertions, assertions.not])('an invalid call is a usage error', async (library) => {
    const given = { misspelt: true } as object;
    expect(await errorOf(() => library.toSimulateSuccessfully(request, given))).toBeInstanceOf(UsageError);
  });

  it('a window without forMs and the opposite of a window are usage errors', async () => {
    const { often } = await observed([collected]);
    const window = assertions.not.toReachInclusion as typeof assertions.toReachInclusion;
    expect((await errorOf(() => window(id, often))).message).toMatch(/needs forMs/);
    const { toRemainPending } = assertions.not as unknown as typeof assertions;
    const error = await errorOf(() => toRemainPending(id, { ...often, forMs: 5 }));
    expect(error.message).toMatch(/^toRemainPending has no \.not/);
  });
});

describe('patterns', () => {
  const messages = [{ operationId: id, tokensBurned: [{ amount: '5' }] }];

  it('match parts of an answer', async () => {
    const result = await simulated({ simulationStatus: true, outMessages: messages });
    await assertions.toEmitOutMessage(result, {
      operationId: patterns.operationId(),
      tokensBurned: [{ amount: patterns.amount({ min: 5n }) }],
    });
    await assertions.toMatchSimulation(result, { outMessages: [patterns.outMessage({ operationId: id })] });
    await assertions.not.toEmitOutMessage(result, { tokensBurned: [{ amount: patterns.not.amount(5n) }] });
  });

  it('are inconclusive for a value that cannot be read', async () => {
    const result = await simulated({
      simulationStatus: true,
      outMessages: [{ tokensBurned: [{ amount: '0x05' }] }],
    });
    for (const amount of [patterns.amount(5n), patterns.not.amount(5n)]) {
      const assertion = () => assertions.toEmitOutMessage(result, { tokensBurned: [{ amount }] });
      expect(await errorOf(assertion)).toBeInstanceOf(InconclusiveError);
    }
  });

  it('are named in messages', async () => {
    const result = await simulated({ simulationStatus: true, outMessages: messages });
    const pattern = { tokensBurned: [{ amount: patterns.amount({ max: 4n }) }] };
    const { message } = await errorOf(() => assertions.toEmitOutMessage(result, pattern));
    expect(message).toContain('expected amount<[{ max: 4 }]>');
  });
});

it('judges a record of a client', async () => {
  const { deployment } = await observed([included]);
  assertions.toBeIncluded(await createClient(deployment).inclusion(id));
});
