import { formatBetaAddress } from 'crosscheck/contract';
import { expect, it } from 'vitest';
import { requestMessage, returnLeafOf, syntheticHash } from '../../../../src/local/source-chain/messages.js';

const operationId = `0x${'01'.repeat(32)}` as const;
const target = `0x${'02'.repeat(20)}`;
const hash = 'ab'.repeat(32);
const required = { shardsKey: '7', alphaCallParams: { target }, betaAssets: [], betaCaller: `0:${hash}` };

it('fills in absent members of a request', () => {
  expect(requestMessage(required, operationId)).toEqual({
    operationId,
    shardsKey: 7n,
    caller: `0:${hash}`,
    target,
    methodName: '',
    arguments: '0x',
    assets: [],
    executor: undefined,
    extraData: '0x',
  });
});

it('writes every form of a token in the raw one, and keeps two entries of one token', () => {
  const forms = ['raw', 'bounceable', 'non-bounceable', 'test-bounceable', 'test-non-bounceable'] as const;
  const betaAssets = forms.map((form) => ({
    amount: '1',
    tokenAddress: formatBetaAddress({ workchain: -1, hash, form }),
  }));
  const { assets } = requestMessage({ ...required, betaAssets }, operationId);
  expect(assets).toEqual(forms.map(() => ({ token: `-1:${hash}`, amount: 1n })));
});

it('leaves the caller as it was written', () => {
  const betaCaller = formatBetaAddress({ workchain: 0, hash, form: 'test-bounceable' });
  expect(requestMessage({ ...required, betaCaller }, operationId).caller).toBe(betaCaller);
});

const alphaToken = `0x${'05'.repeat(20)}` as const;
const message = {
  operationId: `0x${'01'.repeat(32)}`,
  caller: `0x${'02'.repeat(20)}`,
  target: 'somebody',
  payload: '0x03',
  shardsKey: 4n,
  burned: [{ token: alphaToken, amount: 6n }],
  locked: [],
} as const;

it('hashes every part of a returned message in its leaf', () => {
  const others = [
    message,
    { ...message, operationId: `0x${'11'.repeat(32)}` as const },
    { ...message, caller: alphaToken },
    { ...message, target: 'somebody else' },
    { ...message, payload: '0x' as const },
    { ...message, shardsKey: 5n },
    { ...message, burned: [], locked: message.burned },
    { ...message, burned: [{ token: alphaToken, amount: 7n }] },
  ];
  expect(new Set(others.map(returnLeafOf)).size).toBe(others.length);
});

it('hashes the kind of a hash, and how its parts are divided', () => {
  const hashes = [
    syntheticHash('operation', 'ab', 'c'),
    syntheticHash('simulation', 'ab', 'c'),
    syntheticHash('operation', 'a', 'bc'),
    syntheticHash('operation', 'abc'),
  ];
  expect(new Set(hashes).size).toBe(hashes.length);
  expect(syntheticHash('operation', 'ab', 'c')).toBe(hashes[0]);
});
