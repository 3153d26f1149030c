import { expect, it } from 'vitest';
import type { Simulation } from '../../../../src/contract/index.js';
import { crossRequestFaults } from '../../../../src/local/faults/cross-request-faults.js';
import type { FaultName } from '../../../../src/local/faults/fault-rule.js';
import { simulationValueFaults } from '../../../../src/local/faults/simulation-faults.js';
import { request, serveWithFaults } from './serve-with-faults.js';

const word = (digits: string): string => digits.padStart(64, '0');
const callDataOf = (key: bigint): string =>
  [
    '0x12345678',
    word('40'),
    word(key.toString(16)),
    word('6'),
    '626f756e6365'.padEnd(64, '0'),
    '00'.repeat(480),
  ].join('');

const address = '0xa16E02E87b7454126E5E10d957A927A7F5B5d2be';
const base = {
  debugInfo: { blockNumber: 7n, callData: callDataOf(2n ** 63n + 1n), from: address, to: address },
  estimatedGas: 300_000n,
  estimatedJettonFeeAmount: '579380040123456',
  feeParams: {
    currentBaseFee: '931266800',
    isEip1559: true,
    suggestedGasPrice: '1931266800',
    suggestedGasTip: '1000000000',
  },
  message: 'the call succeeds',
  outMessages: [
    {
      callerAddress: address,
      operationId: `0x0a${'cd'.repeat(31)}`,
      payload: `0x0a${'bc'.repeat(40)}`,
      shardsKey: 9223372036854775809n,
      targetAddress: `0:${'ab'.repeat(32)}`,
      tokensBurned: [{ amount: `${2n ** 70n + 1n}`, tokenAddress: '' }],
      tokensLocked: [],
    },
  ],
  simulationError: '',
  simulationStatus: true,
} satisfies Simulation;
const { estimatedGas, estimatedJettonFeeAmount, ...rest } = base;
const failing = { ...rest, message: 'the call fails', outMessages: null, simulationStatus: false };

/** Each other in all that a fault may show of the one before. */
const answers: readonly Simulation[] = [
  base,
  base,
  {
    ...base,
    estimatedGas: 400_000n,
    estimatedJettonFeeAmount: '250000000000000',
    debugInfo: {
      ...base.debugInfo,
      from: `0x${'01'.repeat(20)}`,
      to: `0x${'02'.repeat(20)}`,
      callData: callDataOf(2n ** 62n + 1n),
    },
    outMessages: [{ ...base.outMessages[0], payload: '0x', shardsKey: 5n }],
  },
  { ...failing, simulationError: 'execution reverted: one' },
  { ...failing, simulationError: 'execution reverted: other' },
];

const faults = Object.keys({ ...simulationValueFaults, ...crossRequestFaults }) as FaultName[];

it.each(faults)('%s changes some of these simulations', async (fault) => {
  let meant: Simulation = base;
  const { faults: set, post } = await serveWithFaults([{ fault }], { simulate: async () => meant });
  for (const answer of answers) {
    meant = answer;
    const { status } = await post(JSON.stringify(request));
    expect(status).toBe(200);
  }
  const [applied] = set.list();
  expect(applied?.triggered).toBeGreaterThan(0);
});

it('a simulation shows in those after it, and in none before it', async () => {
  let meant: Simulation = base;
  const { client } = await serveWithFaults([{ fault: 'key-of-before' }], { simulate: async () => meant });
  const keyOf = async (shardsKey: bigint): Promise<unknown> => {
    meant = { ...base, outMessages: [{ shardsKey }] };
    return (await client().simulate(request)).response.outMessages?.[0]?.shardsKey;
  };
  expect([await keyOf(1n), await keyOf(2n), await keyOf(3n)]).toEqual([1n, 1n, 2n]);
});
