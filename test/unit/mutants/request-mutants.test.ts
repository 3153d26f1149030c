import { formatBetaAddress } from 'crosscheck/contract';
import type { Hex } from 'crosscheck/local';
import { expect, it } from 'vitest';
import type { MutantName } from '../../mutants/mutants.js';
import { request, type ServedWithFaults, serveWithFaults } from '../local/faults/serve-with-faults.js';

type Message = ServedWithFaults['simulated'][number];

const target: Hex = `0x${'0a'.repeat(20)}`;
const another: Hex = `0x${'a0'.repeat(20)}`;
const token = { workchain: 0, hash: 'ab'.repeat(32), form: 'raw' } as const;
const rawToken = formatBetaAddress(token);
const friendlyToken = formatBetaAddress({ ...token, form: 'bounceable' });
const anotherToken = `0:${'ba'.repeat(32)}`;
const assets = [{ amount: '1', tokenAddress: rawToken }, { amount: '2' }];

/** What comes of a request, without a fault and with it: what is simulated of it, or the status of a rejection. */
interface Reading {
  readonly fault: MutantName;
  readonly sent: object | string;
  readonly without: number | Partial<Message>;
  readonly with: number | Partial<Message>;
}

const read = (
  fault: MutantName,
  sent: object | string,
  without: Reading['without'],
  withFault: Reading['with'],
): Reading => ({ fault, sent, without, with: withFault });

const amounts = (...given: bigint[]): Partial<Message> => ({
  assets: given.map((amount) => ({ token: '', amount })),
});
const ofNative = (...given: unknown[]): object => ({ betaAssets: given.map((amount) => ({ amount })) });
const callOf = (call: object): object => ({ alphaCallParams: { target, ...call } });

const readings: readonly Reading[] = [
  read('loose-numbers', { shardsKey: ' 0x10' }, 400, { shardsKey: 16n }),
  read('loose-numbers', { shardsKey: '' }, 400, { shardsKey: 0n }),
  read('loose-numbers', { shardsKey: '-1' }, 400, 400),
  read('loose-numbers', { shardsKey: 'x' }, 400, 400),
  read(
    'loose-numbers',
    { shardsKey: '18446744073709551615' },
    { shardsKey: 2n ** 64n - 1n },
    { shardsKey: 2n ** 64n - 1n },
  ),
  read('loose-numbers', ofNative('1e3', 7, '+01', '2.9'), 400, amounts(1000n, 7n, 1n, 2n)),
  read('loose-hex', { extraData: 'ABCg' }, 400, { extraData: '0xab' }),
  read('loose-hex', callOf({ arguments: '0X123', methodName: 'a' }), 400, { arguments: '0x12' }),
  read('loose-hex', { alphaCallParams: { target: '0A'.repeat(20) } }, 400, { target }),
  read('loose-hex', { alphaCallParams: { target: '0x0a' } }, 400, 400),
  read('overflow-wraps', { shardsKey: `${2n ** 64n + 5n}` }, 400, { shardsKey: 5n }),
  read('overflow-wraps', ofNative(`${2n ** 256n + 5n}`, '-1', '3'), 400, amounts(5n, 2n ** 256n - 1n, 3n)),
  read('overflow-wraps', ofNative('01'), 400, 400),
  read('member-case-ignored', { shardsKey: undefined, ShardsKey: '7' }, 400, { shardsKey: 7n }),
  read('member-case-ignored', { ShardsKeys: '7' }, 400, 400),
  read('any-json-accepted', '[1]', 400, { shardsKey: 0n, target: `0x${'00'.repeat(20)}`, assets: [] }),
  read('any-json-accepted', 'null', 400, { shardsKey: 0n }),
  read('any-json-accepted', { betaAssets: {}, shardsKey: '7' }, 400, { shardsKey: 7n, assets: [] }),
  read('any-json-accepted', { shardsKey: '07' }, 400, 400),
  read('valid-request-rejected', { shardsKey: `${2n ** 63n}` }, { shardsKey: 2n ** 63n }, 400),
  read('valid-request-rejected', { shardsKey: `${2n ** 63n - 1n}` }, {}, {}),
  read('error-on-empty', { betaAssets: [] }, {}, 500),
  read('error-on-empty', { ...ofNative('1'), ...callOf({ methodName: '' }) }, {}, 500),
  read('error-on-empty', ofNative('1'), {}, {}),
  read('error-on-huge', { extraData: `0x${'0'.repeat(8192)}` }, {}, 500),
  read('error-on-huge', { extraData: `0x${'0'.repeat(8190)}` }, {}, {}),
  read('error-on-huge', callOf({ arguments: `0x${'0'.repeat(8192)}`, methodName: 'a' }), {}, 500),
  read('default-differs', {}, { extraData: '0x' }, { extraData: '0x00' }),
  read('default-differs', { extraData: '0x' }, { extraData: '0x' }, { extraData: '0x' }),
  read('address-case-matters', callOf({ target: `0x${'0A'.repeat(20)}` }), {}, { target: another }),
  read('address-case-matters', callOf({}), { target: target }, { target: target }),
  read(
    'address-form-matters',
    { betaAssets: [{ amount: '1', tokenAddress: friendlyToken }, ...assets] },
    {
      assets: [
        { token: rawToken, amount: 1n },
        { token: rawToken, amount: 1n },
        { token: '', amount: 2n },
      ],
    },
    {
      assets: [
        { token: anotherToken, amount: 1n },
        { token: rawToken, amount: 1n },
        { token: '', amount: 2n },
      ],
    },
  ),
  read('asset-order-matters', ofNative('1', '2'), amounts(1n, 2n), amounts(1n, 1n)),
  read('asset-order-matters', ofNative('2', '1'), amounts(2n, 1n), amounts(2n, 2n)),
  read(
    'duplicate-assets-ignored',
    {
      betaAssets: [
        ...assets,
        { amount: '3', tokenAddress: friendlyToken },
        { amount: '4', tokenAddress: '' },
      ],
    },
    {},
    {
      assets: [
        { token: rawToken, amount: 1n },
        { token: '', amount: 2n },
      ],
    },
  ),
  read('duplicate-assets-ignored', ofNative('1'), amounts(1n), amounts(1n)),
];

it.each(readings)('$fault reads $sent', async ({ fault, sent, without, with: withFault }) => {
  const { set, post, simulated } = await serveWithFaults([]);
  const body = typeof sent === 'string' ? sent : JSON.stringify({ ...request, ...sent });
  const outcome = async (): Promise<number | Message | undefined> => {
    const { status } = await post(body);
    return status === 200 ? simulated.at(-1) : status;
  };
  const expected = (reading: Reading['with']): unknown =>
    typeof reading === 'number' ? reading : expect.objectContaining(reading);
  expect(await outcome()).toEqual(expected(without));
  await set({ fault });
  expect(await outcome()).toEqual(expected(withFault));
});

it('key-order-matters reads no assets that stand before the call', async () => {
  const { post, simulated } = await serveWithFaults([{ fault: 'key-order-matters' }]);
  const { alphaCallParams, ...others } = { ...request, ...ofNative('1') };
  await post(JSON.stringify({ alphaCallParams, ...others }));
  await post(JSON.stringify({ ...others, alphaCallParams }));
  expect(simulated).toMatchObject([amounts(1n), { assets: [] }]);
});

it.each(['text/plain', ''])('content-type-ignored reads JSON of the content type %j', async (type) => {
  const { set, post } = await serveWithFaults([]);
  const sent = (): Promise<{ status: number }> => post(JSON.stringify(request), { 'content-type': type });
  expect(await sent()).toMatchObject({ status: 415 });
  await set({ fault: 'content-type-ignored' });
  expect(await sent()).toMatchObject({ status: 200 });
});

it('counts each request that it changes as a trigger, and ends after the given number', async () => {
  const { faults, post } = await serveWithFaults([
    { fault: 'valid-request-rejected' },
    { fault: 'loose-numbers', times: 1 },
  ]);
  const statusOf = async (shardsKey: string): Promise<number> =>
    (await post(JSON.stringify({ ...request, shardsKey }))).status;
  expect([await statusOf('1'), await statusOf('01'), await statusOf('01')]).toEqual([200, 200, 400]);
  expect(await statusOf(`${2n ** 63n}`)).toBe(400);
  expect(faults.list()).toMatchObject([{ triggered: 1 }, { triggered: 1 }]);
});
