import '../../../src/vitest/index.js';
import { createClient, defineEndpoint } from 'crosscheck';
import { equalityTesters } from 'crosscheck/matchers';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startScriptedObserver } from '../../support/scripted-observer.js';
import { simulated } from './simulator.js';

const address = '0x52908400098527886E0F7030069857D2E4169EE7';

describe('crosscheck/vitest', () => {
  it("leaves other people's assertions alone", () => {
    expect({ amount: '5' }).not.toEqual({ amount: 5n });
    expect({ amount: '5' }).not.toStrictEqual({ amount: 5n });
    expect([{ to: address }]).not.toEqual([{ to: address.toLowerCase() }]);
    expect('5').not.toEqual(5n);
    expect({ amount: 5n, to: address }).not.toMatchObject({ amount: '5', to: address.toLowerCase() });
    expect([5n]).not.toContainEqual('5');
  });

  it('lets toEqual see through the forms inside of an answer', async () => {
    const { response } = await simulated({
      estimatedGas: 120000,
      debugInfo: { to: address },
      outMessages: [{ shardsKey: 7, tokensLocked: [{ amount: '5' }] }],
    });
    const expected = {
      estimatedGas: '120000',
      debugInfo: { to: address.toLowerCase() },
      outMessages: [{ shardsKey: '7', tokensLocked: [{ amount: 5n }] }],
    };
    expect(response).toEqual(expected);
    expect(response).toMatchObject({ estimatedGas: '120000' });
    expect(response.debugInfo).toEqual(expected.debugInfo);
    expect({ wrapped: [response] }).toEqual({ wrapped: [expected] });
    expect(response).not.toEqual({ ...expected, estimatedGas: '120001' });
    expect(response).not.toEqual({ ...expected, outMessages: [] });
  });

  it('keeps toStrictEqual strict, also inside of an answer', async () => {
    const { response } = await simulated({ estimatedGas: 120000 });
    expect(response).toStrictEqual({ estimatedGas: 120000n });
    expect(response).not.toStrictEqual({ estimatedGas: '120000' });
    expect(response).not.toStrictEqual({ estimatedGas: 120000n, message: undefined });
  });

  it('compares copies of an answer as anything else', async () => {
    const { response } = await simulated({ estimatedGas: 120000 });
    expect({ ...response }).not.toEqual({ estimatedGas: '120000' });
  });

  it('sees through the forms in the answer of a custom endpoint', async () => {
    await using server = await startScriptedObserver([{ status: 200, body: '{"count":7}' }]);
    const count = defineEndpoint({
      name: 'count',
      server: 'observer',
      method: 'GET',
      path: '/count',
      response: z.object({ count: z.bigint() }),
    });
    const { response } = await createClient(server.deployment()).call(count);
    expect(response).toEqual({ count: '7' });
  });
});

// Last, because testers stay for the whole file.
describe('equalityTesters', () => {
  it('see through the forms of every value where somebody adds them', () => {
    expect.addEqualityTesters(equalityTesters);
    expect({ amount: '5' }).toEqual({ amount: 5n });
  });
});
