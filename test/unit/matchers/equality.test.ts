import 'crosscheck/vitest';
import { createClient, defineEndpoint } from 'crosscheck';
import { formatBetaAddress } from 'crosscheck/contract';
import { equalityTesters } from 'crosscheck/matchers';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startScriptedObserver } from '../../support/scripted-observer.js';
import { simulated } from './simulator.js';

const address = '0x52908400098527886E0F7030069857D2E4169EE7';

describe('crosscheck/vitest', () => {
  it('does not affect assertions about other values', () => {
    expect({ amount: '5' }).not.toEqual({ amount: 5n });
    expect({ amount: '5' }).not.toStrictEqual({ amount: 5n });
    expect([{ to: address }]).not.toEqual([{ to: address.toLowerCase() }]);
    expect('5').not.toEqual(5n);
    expect({ amount: 5n, to: address }).not.toMatchObject({ amount: '5', to: address.toLowerCase() });
    expect([5n]).not.toContainEqual('5');
  });

  it('makes toEqual compare the forms of values within an answer', async () => {
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

  it('keeps toStrictEqual strict within an answer', async () => {
    const { response } = await simulated({ estimatedGas: 120000 });
    expect(response).toStrictEqual({ estimatedGas: 120000n });
    expect(response).not.toStrictEqual({ estimatedGas: '120000' });
    expect(response).not.toStrictEqual({ estimatedGas: 120000n, message: undefined });
  });

  it('does not affect copies of an answer', async () => {
    const { response } = await simulated({ estimatedGas: 120000 });
    expect({ ...response }).not.toEqual({ estimatedGas: '120000' });
  });

  it('makes toEqual compare the forms of values within the answer of a custom endpoint', async () => {
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

  it('does so within objects that a transform returned, frozen or not, and does not change them', async () => {
    await using server = await startScriptedObserver([{ status: 200, body: '{"frozen":1,"shared":2}' }]);
    const frozen = Object.freeze({ count: 7n });
    const shared = { count: 7n };
    const kinds = defineEndpoint({
      name: 'kinds',
      server: 'observer',
      method: 'GET',
      path: '/kinds',
      response: z.object({
        frozen: z.int().transform(() => frozen),
        shared: z.int().transform(() => shared),
      }),
    });
    const { response } = await createClient(server.deployment()).call(kinds);
    expect(response.frozen).toEqual({ count: '7' });
    expect(response.shared).toEqual({ count: '7' });
    expect(Reflect.ownKeys(shared)).toEqual(['count']);
  });
});

const hash = '83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8';
const forms = ['raw', 'bounceable', 'non-bounceable', 'test-bounceable', 'test-non-bounceable'] as const;
const betaForms = forms.map((form) => formatBetaAddress({ workchain: 0, hash, form }));

const verdicts = (a: unknown, b: unknown): (true | undefined)[] =>
  equalityTesters.flatMap((tester) => [tester(a, b), tester(b, a)]);

type Row = [what: string, a: unknown, b: unknown];

// Last, because testers stay for the whole file.
describe('equalityTesters', () => {
  beforeAll(() => expect.addEqualityTesters(equalityTesters));

  it('compare every value once they are added', () => {
    expect({ amount: '5' }).toEqual({ amount: 5n });
  });

  it.each<Row>([
    ['destination-chain addresses in another letter case', address, address.toLowerCase()],
    ['raw source-chain addresses in another letter case', `0:${hash}`, `0:${hash.toUpperCase()}`],
    ...betaForms.map(
      (form): Row => ['a source-chain address, raw and friendly', `0:${hash.toUpperCase()}`, form],
    ),
    ['hex in another letter case', '0xAB', '0xab'],
    ['a bigint and its decimal text', 2n ** 64n, '18446744073709551616'],
    ['a negative integer', -1n, '-1'],
    ['zero', 0n, '0'],
    ['a bigint and a number', 7n, 7],
    ['a number and a decimal text', 7, '7'],
  ])('make equal %s: %s and %s', (_, a, b) => {
    expect(verdicts(a, b).filter(Boolean)).toHaveLength(2);
    expect({ at: [a] }).toEqual({ at: [b] });
    expect([b]).toContainEqual(a);
  });

  it.each([
    ['different addresses', address, `${address.slice(0, -1)}8`],
    ['an address without its prefix', address.slice(2), address.slice(2).toLowerCase()],
    ['hex of another prefix', '0XAB', '0xab'],
    ['text that is not hex', '0xAZ', '0xaz'],
    ['different accounts', `0:${hash}`, `0:${'0'.repeat(64)}`],
    ['different workchains', `0:${hash}`, `-1:${hash}`],
    ['a friendly address with a wrong checksum', `0:${hash}`, `${betaForms[1]?.slice(0, -1)}A`],
    ['a leading zero', 7n, '07'],
    ['an integer in hex', 7n, '0x7'],
    ['an integer with spaces', 7n, ' 7'],
    ['a bigint and another number', 7n, 8],
    ['a rounded number', 2n ** 53n, 2 ** 53],
    ['strings', '7', '07'],
    ['null and undefined', null, undefined],
  ])('do not decide about %s: %s and %s', (_, a, b) => {
    expect(verdicts(a, b).filter((verdict) => verdict !== undefined)).toEqual([]);
    expect(a).not.toEqual(b);
  });

  it('do not affect toBe', () => {
    expect(address.toLowerCase()).not.toBe(address);
    expect('7').not.toBe(7n);
  });
});
