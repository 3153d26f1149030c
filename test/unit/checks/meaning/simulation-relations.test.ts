import { defaultConventions } from 'crosscheck';
import { describe, expect, it } from 'vitest';
import type { Observation } from '../../../../src/checks/case/observation.js';
import type { Conventions } from '../../../../src/contract/conventions.js';
import type { LooseSimulationRequest } from '../../../../src/contract/simulation-request.js';
import { answered, check, classes, context, simulate } from '../transport/observed.js';

const simulation = (request: LooseSimulationRequest, response: object) =>
  answered(simulate({ kind: 'simulated', request }), { body: { response } });
const withConventions = (changed: Partial<Conventions>) => ({
  conventions: { ...defaultConventions, ...changed },
});

const [pool, bank, layer, executor] = ['a1', 'b2', 'c3', 'd4'].map((byte) => `0x${byte.repeat(20)}`) as [
  string,
  string,
  string,
  string,
];
const [gold, silver] = [`0:${'aa'.repeat(32)}`, `0:${'bb'.repeat(32)}`];

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

  it('is an exchange and one back that make more of what was given', () => {
    expect(
      classes(check('round-trip-gains'), [there, exchange([2_000_000n, silver], [1_000_000n, gold])]),
    ).toEqual(['response.outMessages: more than was given']);
  });

  it('is none that loses, nor one that gains no more than rounding does', () => {
    expect(
      classes(check('round-trip-gains'), [there, exchange([2_000_000n, silver], [990_000n, gold])]),
    ).toEqual([]);
    expect(
      classes(check('round-trip-gains'), [there, exchange([2_010_000n, silver], [1_000_001n, gold])]),
    ).toEqual([]);
    expect(classes(check('round-trip-gains'), [there, exchange([2n, silver], [2n, gold])])).toEqual([]);
  });

  it('is none at two targets, on two blocks, or where the conventions do not conserve assets', () => {
    const back: [[bigint, string], [bigint, string]] = [
      [2_000_000n, silver],
      [1_000_000n, gold],
    ];
    expect(classes(check('round-trip-gains'), [there, exchange(...back, { target: bank })])).toEqual([]);
    expect(classes(check('round-trip-gains'), [there, exchange(...back, { blockNumber: 8n })])).toEqual([]);
    expect(
      classes(
        check('round-trip-gains'),
        [there, exchange(...back)],
        withConventions({ conserveAssets: false }),
      ),
    ).toEqual([]);
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

  it('is a token in the other list than before, and the native coin of a call that is locked', () => {
    expect(classes(check('burn-lock-mismatch'), [sent([['1', gold]]), sent([], [['2', gold]])])).toEqual([
      'response.outMessages[].tokensLocked: both burned and locked',
    ]);
    expect(classes(check('burn-lock-mismatch'), sent([], [['5', '']]))).toEqual([
      'response.outMessages[].tokensLocked: native coin',
    ]);
  });

  it('is no token that stays in its list, and no native coin of the destination chain', () => {
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
    expect(
      classes(check('burn-lock-mismatch'), sent([], [['5', '']]), withConventions({ conserveAssets: false })),
    ).toEqual([]);
  });
});

describe('call-recipient', () => {
  const call = (
    target: string,
    to: string,
    { data = '0x01', from = executor, methodName = 'deposit' } = {},
  ) => simulation({ alphaCallParams: { target, methodName } }, { debugInfo: { to, from, callData: data } });
  const namesMethod = `0x12345678${Buffer.from('deposit').toString('hex')}`;

  it('is the target of a call where another one went through a contract', () => {
    expect(classes(check('call-recipient'), [call(pool, layer), call(bank, bank)])).toEqual([
      'response.debugInfo.to: target of the call',
    ]);
  });

  it('is the target of each call where the call data is for another contract', () => {
    const calls = [call(pool, pool, { data: namesMethod }), call(bank, bank, { data: namesMethod })];
    expect(classes(check('call-recipient'), calls)).toEqual([
      'response.debugInfo.to: not who the call data is for',
    ]);
    expect(classes(check('call-recipient'), calls, withConventions({ callRecipient: 'any' }))).toEqual([]);
  });

  it('is none where each goes to its target, or where that is the contract that others go through', () => {
    expect(classes(check('call-recipient'), [call(pool, pool), call(bank, bank)])).toEqual([]);
    expect(classes(check('call-recipient'), [call(pool, layer), call(layer, layer)])).toEqual([]);
    // Assets alone may go another way than calls.
    expect(
      classes(check('call-recipient'), [call(pool, layer, { methodName: '' }), call(bank, bank)]),
    ).toEqual([]);
  });

  it('is no sender who calls himself', () => {
    expect(classes(check('call-recipient'), call(pool, layer, { from: layer }))).toEqual([
      'response.debugInfo.from: who is called',
    ]);
    expect(classes(check('call-recipient'), call(pool, layer))).toEqual([]);
  });

  it('is not the executor of the request, if another is the sender', () => {
    const ofExecutor = (from: string, to: string) =>
      simulation(
        { alphaCallParams: { target: pool, methodName: 'deposit' }, executorAddress: executor.toUpperCase() },
        { debugInfo: { from, to } },
      );
    const swapped = ofExecutor(layer, executor);
    expect(classes(check('call-recipient'), swapped)).toEqual([
      'response.debugInfo.to: sender and recipient swapped',
    ]);
    expect(classes(check('call-recipient'), swapped, withConventions({ callRecipient: 'any' }))).toEqual([]);
    for (const right of [ofExecutor(executor, layer), ofExecutor(executor, executor)])
      expect(classes(check('call-recipient'), right)).toEqual([]);
    const others = [layer, layer, layer].map((to) => call(pool, to));
    expect(classes(check('cross-request-leak'), [...others, swapped])).toEqual([]);
    expect(classes(check('cross-request-leak'), [...others, call(pool, bank)])).toContain(
      'response.debugInfo.to: another recipient',
    );
  });
});

describe('unstable-members', () => {
  const first: LooseSimulationRequest = { shardsKey: '1' };
  const success = (request: LooseSimulationRequest, more: object) =>
    simulation(request, { simulationStatus: true, ...more });

  it('is a member that comes and goes, or is written in two ways', () => {
    expect(
      classes(check('unstable-members'), [
        success(first, { outMessages: null }),
        success(first, { outMessages: [] }),
      ]),
    ).toEqual(['response.outMessages: comes and goes']);
    const checksummed = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
    const to = (text: string) => success(first, { debugInfo: { to: text } });
    expect(classes(check('unstable-members'), [to(checksummed), to(checksummed.toLowerCase())])).toEqual([
      'response.debugInfo.to: written in two ways',
    ]);
  });

  it('is a success without a fee where other calls have one', () => {
    const [second, third] = [{ shardsKey: '2' }, { shardsKey: '3' }];
    const paid = [first, second].map((request) => success(request, { estimatedJettonFeeAmount: '5' }));
    const free = success(third, { estimatedJettonFeeAmount: '' });
    expect(classes(check('unstable-members'), [...paid, free])).toEqual([
      'response.estimatedJettonFeeAmount: missing',
    ]);
    expect(
      classes(check('unstable-members'), [...paid, free], withConventions({ simulationMembers: 'any' })),
    ).toEqual([]);
  });

  it('is none between requests, nor between verdicts', () => {
    const [one, other] = [
      success(first, { outMessages: null }),
      success({ shardsKey: '2' }, { outMessages: [] }),
    ];
    expect(classes(check('unstable-members'), [one, other])).toEqual([]);
    const failure = simulation(first, { simulationStatus: false, simulationError: 'reverted' });
    expect(classes(check('unstable-members'), [success(first, {}), failure])).toEqual([]);
  });
});

describe('block-number', () => {
  const spanned = (block: bigint, startMs: number, endMs: number, endedAtMs = 1_800_000_000_000) => ({
    ...simulation({ shardsKey: '1' }, { debugInfo: { blockNumber: block } }),
    span: { startMs, endMs, endedAtMs },
  });
  /** In one step, as requests at the same time are. */
  const together = (observations: readonly Observation[], changed = context) =>
    check('block-number')
      .judge(
        {
          plan: {
            phase: 'metamorphic',
            kind: 'concurrency',
            steps: [{ requests: observations.map(({ request }) => request) }],
          },
          observations,
        },
        changed,
      )
      .map((violation) => violation.class);

  it('is one of its own for each of four simulations that were under way together, however long they took', () => {
    expect(together([1n, 2n, 3n, 4n].map((block) => spanned(block, 0, 60_000)))).toEqual([
      'grows by simulating',
    ]);
  });

  it('is none that two have in common, that came one after the other, or that many blocks at once explain', () => {
    expect(together([1n, 2n, 3n, 3n].map((block) => spanned(block, 0, 10)))).toEqual([]);
    expect(together([1n, 2n, 3n, 4n].map((block, at) => spanned(block, 20 * at, 20 * at + 10)))).toEqual([]);
    expect(
      classes(check('block-number'), [spanned(1n, 0, 1), spanned(19n, 2, 3), spanned(37n, 4, 5)]),
    ).toEqual([]);
  });

  it('is no time', () => {
    expect(together([spanned(1_800_000_000n, 0, 1)])).toEqual(['a time']);
    const open = { ...context, ...withConventions({ blockNumbers: 'any' }) };
    expect(together([spanned(1_800_000_000n, 0, 1)], open)).toEqual([]);
  });
});

describe('gas and fees', () => {
  const costing = (request: LooseSimulationRequest, estimatedGas: bigint, estimatedJettonFeeAmount = '1') =>
    simulation(request, {
      simulationStatus: true,
      estimatedGas,
      estimatedJettonFeeAmount,
      debugInfo: { blockNumber: 7n },
      feeParams: { suggestedGasPrice: '1' },
    });

  it('do not follow the shards key', () => {
    const [one, other] = [{ shardsKey: '1' }, { shardsKey: '2' }];
    expect(classes(check('gas-ignores-call'), [costing(one, 200_000n), costing(other, 300_000n)])).toEqual([
      'response.estimatedGas: follows the shards key',
    ]);
    expect(classes(check('gas-ignores-call'), [costing(one, 200_000n), costing(other, 220_000n)])).toEqual(
      [],
    );
  });

  it('are not less for more assets', () => {
    const [gold1, silver1] = [gold, silver].map((tokenAddress) => ({ amount: '1', tokenAddress })) as [
      { amount: string; tokenAddress: string },
      { amount: string; tokenAddress: string },
    ];
    const two = costing({ betaAssets: [gold1, silver1] }, 100_000n);
    const one = (gas: bigint) => costing({ betaAssets: [silver1] }, gas);
    expect(classes(check('gas-ignores-call'), [two, one(180_000n)])).toEqual([
      'response.estimatedGas: less for more assets',
    ]);
    expect(classes(check('gas-ignores-call'), [two, one(90_000n)])).toEqual([]);
  });

  it('are exact, where they are gas times price', () => {
    const paying = (fee: string) => classes(check('fee-ignores-gas'), costing({}, 61_795_156_544_957n, fee));
    for (const rounded of ['62000000000000', '61700000000000', '61795100000000', '61795156544958'])
      expect(paying(rounded)).toEqual(['response.estimatedJettonFeeAmount: rounded']);
    // Not of this price, or a fixed fee.
    for (const other of ['61795156544957', '61701234567890', '1000000000000000000'])
      expect(paying(other)).toEqual([]);
  });

  it('are not zero where gas has a price', () => {
    expect(classes(check('fee-ignores-gas'), costing({}, 200_000n, '0'))).toEqual([
      'response.estimatedJettonFeeAmount: zero',
    ]);
    expect(
      classes(
        check('fee-ignores-gas'),
        costing({}, 200_000n, '0'),
        withConventions({ feeAmount: 'unknown' }),
      ),
    ).toEqual([]);
  });
});

describe('call data', () => {
  const encoded = (request: LooseSimulationRequest, ...words: number[]) =>
    simulation(request, {
      debugInfo: {
        callData: `0x12345678${words.map((value) => value.toString(16).padStart(64, '0')).join('')}`,
      },
    });
  const extraData = `0x${'5a'.repeat(64)}`;

  it('has all of a part that it begins with', () => {
    const text = '0123456789abcdef'.repeat(5);
    const bytes = (data: string) => simulation({ extraData: `0x${text}` }, { debugInfo: { callData: data } });
    const whole = `0x12345678${(40).toString(16).padStart(64, '0')}${text.padEnd(128, '0')}`;
    const incomplete = ['response.debugInfo.callData: incomplete extra data'];
    expect(classes(check('calldata-encoding'), bytes(whole))).toEqual([]);
    expect(classes(check('calldata-encoding'), bytes(whole.slice(0, -64)))).toEqual(incomplete);
    expect(classes(check('calldata-encoding'), bytes(`${whole.slice(0, -2)}01`))).toEqual(incomplete);
    // Only a hash of it.
    expect(classes(check('calldata-encoding'), bytes(`0x12345678${'ab12'.repeat(16)}`))).toEqual([]);
  });

  it('ignores no part of a message of which it shows another', () => {
    const calls = [
      encoded({ shardsKey: '1' }, 1),
      encoded({ shardsKey: '2' }, 2),
      encoded({ shardsKey: '1', extraData }, 1),
    ];
    expect(classes(check('calldata-encoding'), calls)).toEqual([
      'response.debugInfo.callData: ignores the extra data',
    ]);
    expect(
      classes(check('calldata-encoding'), calls, withConventions({ callDataEncoding: 'unknown' })),
    ).toEqual([]);
  });

  it('is the same for a default that is left out, and may be that of the call alone', () => {
    const [one, other] = [encoded({ shardsKey: '1' }, 1), encoded({ shardsKey: '2' }, 2)];
    expect(
      classes(check('calldata-encoding'), [one, other, encoded({ shardsKey: '1', extraData: '0x' }, 1)]),
    ).toEqual([]);
    const alone = [{ shardsKey: '1' }, { shardsKey: '2' }, { shardsKey: '1', extraData }];
    expect(
      classes(
        check('calldata-encoding'),
        alone.map((request) => encoded(request, 7)),
      ),
    ).toEqual([]);
  });
});
