import { formatBetaAddress } from 'crosscheck/contract';
import type { Expectation } from 'crosscheck/fuzz';
import { describe, expect, it } from 'vitest';
import { answered, check, classes, found, simulate, simulation, validCall } from './observed.js';

const simulated = (response: object, expect: Expectation = validCall) =>
  answered(simulate(expect), { body: { response } });
const call = (known: object): Expectation => ({ kind: 'simulated', request: {}, ...known });
const [pool, bank] = ['a1', 'b2'].map((byte) => `0x${byte.repeat(20)}`) as [string, string];
const [gold, silver] = [`0:${'aa'.repeat(32)}`, `0:${'bb'.repeat(32)}`];

describe('assets-not-conserved', () => {
  const hash = 'a1'.repeat(32);
  const friendly = formatBetaAddress({ workchain: 0, hash, form: 'bounceable' });
  const returns = [
    { amount: '5', tokenAddress: `0:${hash}` },
    { amount: '0', tokenAddress: '' },
  ];
  const sent = (outMessages: object[] | null, known: object = { returns }, simulationStatus = true) =>
    found(check('assets-not-conserved'), simulated({ simulationStatus, outMessages }, call(known)));

  it('finds assets that were lost or created, over all messages together', () => {
    expect(sent(null)).toEqual([
      {
        at: 0,
        path: 'response.outMessages',
        class: 'lost',
        expected: `outgoing messages to burn and lock 5 of 0:${hash}`,
        received: '0',
      },
    ]);
    const more = [
      { tokensBurned: [{ amount: '6', tokenAddress: `0:${hash}` }], tokensLocked: [{ amount: '1' }] },
    ];
    expect(sent(more)).toMatchObject([{ class: 'created', received: '6' }]);
    expect(
      classes(
        check('assets-not-conserved'),
        simulated({ simulationStatus: true, outMessages: more }, call({ returns: [] })),
      ),
    ).toEqual(['response.outMessages: created']);
  });

  it('finds nothing if the sum is right, in any form, list and message', () => {
    const parts = [
      { tokensBurned: [{ amount: '2', tokenAddress: `0:${hash.toUpperCase()}` }] },
      { tokensBurned: null, tokensLocked: [{ amount: '3', tokenAddress: friendly }] },
    ];
    expect(sent(parts)).toEqual([]);
  });

  it('finds nothing if the result is unknown or nothing is sent', () => {
    expect(sent(null, {})).toEqual([]);
    expect(sent(null, { returns }, false)).toEqual([]);
  });
});

describe('round-trip-gains', () => {
  const exchange = (
    [amount, tokenAddress]: [bigint, string],
    [sent, sentToken]: [bigint, string],
    { target = pool, blockNumber: block = 7n } = {},
  ) =>
    simulation(
      {
        alphaCallParams: { target, methodName: 'swap' },
        betaAssets: [{ amount: `${amount}`, tokenAddress }],
      },
      {
        simulationStatus: true,
        debugInfo: { blockNumber: block },
        outMessages: [{ tokensBurned: [{ amount: `${sent}`, tokenAddress: sentToken }] }],
      },
    );
  const there = exchange([1_000_000n, gold], [2_010_000n, silver]);

  it('finds an exchange and its reverse that return more than was given', () => {
    expect(
      classes(check('round-trip-gains'), [there, exchange([2_000_000n, silver], [1_000_000n, gold])]),
    ).toEqual(['response.outMessages: more than was given']);
  });

  it('accepts losses, and gains within rounding', () => {
    expect(
      classes(check('round-trip-gains'), [there, exchange([2_000_000n, silver], [990_000n, gold])]),
    ).toEqual([]);
    expect(
      classes(check('round-trip-gains'), [there, exchange([2_010_000n, silver], [1_000_001n, gold])]),
    ).toEqual([]);
    expect(classes(check('round-trip-gains'), [there, exchange([2n, silver], [2n, gold])])).toEqual([]);
  });

  it('does not compare two targets or blocks, or anything if the conventions do not conserve assets', () => {
    const back: [[bigint, string], [bigint, string]] = [
      [2_000_000n, silver],
      [1_000_000n, gold],
    ];
    expect(classes(check('round-trip-gains'), [there, exchange(...back, { target: bank })])).toEqual([]);
    expect(classes(check('round-trip-gains'), [there, exchange(...back, { blockNumber: 8n })])).toEqual([]);
  });
});

describe('burn-lock-mismatch', () => {
  const sent = (
    burned: readonly [string, string][],
    locked: readonly [string, string][] = [],
    given = '5',
  ) => {
    const amounts = (all: typeof burned) => all.map(([amount, tokenAddress]) => ({ amount, tokenAddress }));
    const outMessages = [{ tokensBurned: amounts(burned), tokensLocked: amounts(locked) }];
    const request = { betaAssets: [{ amount: given }] };
    return simulation(request, { simulationStatus: true, outMessages });
  };

  it('finds a token that moves to the other list, and a native coin that is locked', () => {
    expect(classes(check('burn-lock-mismatch'), [sent([['1', gold]]), sent([], [['2', gold]])])).toEqual([
      'response.outMessages[].tokensLocked: both burned and locked',
    ]);
    expect(classes(check('burn-lock-mismatch'), sent([], [['5', '']]))).toEqual([
      'response.outMessages[].tokensLocked: native coin',
    ]);
  });

  it('accepts a token that stays in its list, and the native coin of the destination chain', () => {
    const one = sent(
      [
        ['5', ''],
        ['1', gold],
      ],
      [['2', silver]],
    );
    expect(classes(check('burn-lock-mismatch'), [one, one])).toEqual([]);
    expect(classes(check('burn-lock-mismatch'), sent([['5', '']], [['5', '']]))).toEqual([]);
    expect(classes(check('burn-lock-mismatch'), sent([], [['7', '']]))).toEqual([]);
  });
});
