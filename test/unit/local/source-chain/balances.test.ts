import { formatBetaAddress } from 'crosscheck/contract';
import { expect, it } from 'vitest';
import { requestTo, startChain } from './chain-under-test.js';

const hash = 'ab'.repeat(32);
const raw = `0:${hash}`;
const friendly = formatBetaAddress({ workchain: 0, hash, form: 'test-non-bounceable' });
const red = `0:${'01'.repeat(32)}`;

interface Asset {
  readonly tokenAddress: string;
  readonly amount: string;
}

type Send = (betaCaller: string, ...assets: readonly Asset[]) => string;

function start() {
  const chain = startChain({
    accounts: [{ address: friendly, balances: { '': '10', [red]: 5n } }, { address: red }],
  });
  const target = chain.destination.contracts.targets.bounce;
  const send: Send = (betaCaller, ...assets) =>
    chain.source.submit({ ...requestTo(target), betaCaller, betaAssets: [...assets] });
  return { ...chain, send };
}

const most = `${2n ** 256n - 1n}`;

/** Returns a balance, which the rejection of a larger submission says; undefined if it is unlimited. */
function balanceOf(send: Send, caller: string, tokenAddress: string): bigint | undefined {
  try {
    send(caller, { tokenAddress, amount: most });
    return undefined;
  } catch (error) {
    return BigInt(/at most (\d+)/.exec(String(error))?.[1] ?? '');
  }
}

it('knows a caller by any form of its address', () => {
  const { send } = start();
  expect([balanceOf(send, raw, ''), balanceOf(send, friendly, red), balanceOf(send, raw, raw)]).toEqual([
    10n,
    5n,
    0n,
  ]);
  expect([balanceOf(send, red, ''), balanceOf(send, 'not an address', '')]).toEqual([undefined, undefined]);
});

it('takes nothing when one of the assets is too much, and names it', () => {
  const { send } = start();
  const assets: readonly Asset[] = [
    { tokenAddress: '', amount: '6' },
    { tokenAddress: red, amount: '5' },
    { tokenAddress: '', amount: '5' },
  ];
  expect(() => send(raw, ...assets)).toThrowErrorMatchingInlineSnapshot(`
    [UsageError: The caller has too little balance; nothing was submitted

    betaAssets[2].amount must be at most 4, which is what 0:abababababababababababababababababababababababababababababababab has, got 5]
  `);
  expect([balanceOf(send, raw, ''), balanceOf(send, raw, red)]).toEqual([10n, 5n]);
  send(raw, ...assets.slice(0, 2));
  expect([balanceOf(send, raw, ''), balanceOf(send, raw, red)]).toEqual([4n, 0n]);
});

it('asks nothing of whoever has as much as it asks for, also when assets have returned', async () => {
  const { send, source } = start();
  send(red, { tokenAddress: '', amount: '1' });
  await source.advance(250);
  expect(balanceOf(send, red, '')).toBeUndefined();
});
