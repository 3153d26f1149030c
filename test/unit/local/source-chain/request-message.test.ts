import { expect, it } from 'vitest';
import { formatBetaAddress } from '../../../../src/contract/addresses.js';
import { requestMessage } from '../../../../src/local/source-chain/request-message.js';

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
