import { formatBetaAddress } from 'crosscheck/contract';
import { expect, it } from 'vitest';
import {
  type Balances,
  createBalances,
  initialBalances,
} from '../../../../src/local/source-chain/balances.js';

const hash = 'ab'.repeat(32);
const raw = `0:${hash}`;
const friendly = formatBetaAddress({ workchain: 0, hash, form: 'test-non-bounceable' });
const red = `0:${'01'.repeat(32)}`;

function start() {
  const balances = initialBalances([
    { address: friendly, balances: { '': '10', [red]: 5n } },
    { address: red },
  ]);
  return createBalances({ balances });
}

/** Returns a balance, which the rejection of a larger debit says; undefined if it is unlimited. */
function balanceOf(balances: Balances, caller: string, token: string): bigint | undefined {
  try {
    balances.debit(caller, [{ token, amount: 2n ** 256n }]);
    return undefined;
  } catch (error) {
    return BigInt(/at most (\d+)/.exec(String(error))?.[1] ?? '');
  }
}

it('knows a caller by any form of its address', () => {
  const balances = start();
  expect([
    balanceOf(balances, raw, ''),
    balanceOf(balances, friendly, red),
    balanceOf(balances, raw, raw),
  ]).toEqual([10n, 5n, 0n]);
  expect([balanceOf(balances, red, ''), balanceOf(balances, 'not an address', '')]).toEqual([
    undefined,
    undefined,
  ]);
});

it('takes nothing when one of the assets is too much, and names it', () => {
  const balances = start();
  const assets = [
    { token: '', amount: 6n },
    { token: red, amount: 5n },
    { token: '', amount: 5n },
  ];
  expect(() => balances.debit(raw, assets)).toThrowErrorMatchingInlineSnapshot(`
    [UsageError: The caller has too little balance; nothing was submitted

    betaAssets[2].amount must be at most 4, which is what 0:abababababababababababababababababababababababababababababababab has, got 5]
  `);
  expect([balanceOf(balances, raw, ''), balanceOf(balances, raw, red)]).toEqual([10n, 5n]);
  balances.debit(raw, assets.slice(0, 2));
  expect([balanceOf(balances, raw, ''), balanceOf(balances, raw, red)]).toEqual([4n, 0n]);
});

it('asks nothing of whoever has as much as it asks for', () => {
  const balances = start();
  balances.debit(red, [{ token: '', amount: 2n ** 256n - 1n }]);
  expect(balances.creditOf(red, [{ token: '', amount: 1n }])).toBeUndefined();
});

it('gives, and takes back all or nothing', () => {
  const balances = start();
  const credit = balances.creditOf(raw, [{ token: '', amount: 7n }]);
  if (credit === undefined) throw new Error('nothing is kept');
  balances.give(credit);
  balances.give(credit);
  expect(balanceOf(balances, raw, '')).toBe(24n);
  balances.debit(raw, [{ token: '', amount: 11n }]);
  expect(() => balances.takeBack([credit, credit])).toThrow('has already spent what it received');
  expect(balanceOf(balances, raw, '')).toBe(13n);
  balances.takeBack([credit]);
  expect(balanceOf(balances, raw, '')).toBe(6n);
});
