import { isDeepStrictEqual } from 'node:util';
import type { Simulation } from 'crosscheck/contract';
import type { FaultName } from 'crosscheck/local';
import { expect, it } from 'vitest';
import { crossRequestMutants } from '../../mutants/cross-request-mutants.js';
import type { MutantName } from '../../mutants/mutants.js';
import { simulationMutants } from '../../mutants/simulation-mutants.js';
import { request, serveWithFaults } from '../local/faults/serve-with-faults.js';

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

const special = ['block-as-time', 'block-in-future', 'state-leak', 'parallel-leak', 'proto-pollution'];
const faults = [
  ...Object.keys({ ...simulationMutants, ...crossRequestMutants }),
  'lost-message',
  'stale-messages',
]
  .filter((name) => !special.includes(name))
  .map((name) => name as FaultName | MutantName);

it('each fault changes what its name says, and nothing else', async () => {
  const changed: Record<string, string> = {};
  for (const fault of faults) {
    let meant: Simulation = base;
    const { client } = await serveWithFaults([{ fault }], { simulate: async () => meant });
    for (const answer of answers) {
      meant = answer;
      changed[fault] ||= changesOf(answer, (await client().simulate(request)).response).join(', ');
    }
  }
  expect(changed).toMatchInlineSnapshot(`
    {
      "address-case-flips": "debugInfo.from: a16E02E87b74541 → a16e02e87b74541, debugInfo.to: a16E02E87b74541 → a16e02e87b74541",
      "amounts-as-doubles": "outMessages.0.tokensBurned.0.amount: 3425 → 3424",
      "amounts-doubled": "outMessages.0.tokensBurned.0.amount: 118059162071 → 236118324143",
      "amounts-of-64-bits": "outMessages.0.tokensBurned.0.amount: 1180591620717 → 1",
      "amounts-with-exponent": "outMessages.0.tokensBurned.0.amount: 1180591620717 → 1.18059162071",
      "base-fee-moves": "feeParams.currentBaseFee: 1266800 → 1267800, feeParams.suggestedGasPrice: 1266800 → 1267800",
      "better-rates": "outMessages.0.tokensBurned.0.amount: 11805916207174 → 11923975369245",
      "block-by-simulation": "debugInfo.blockNumber: 7 → 8",
      "calldata-key": "debugInfo.callData: 000100000000000 → 000000000000000",
      "calldata-lengths": "debugInfo.callData: 0006626f756e636 → 0005626f756e636",
      "constant-fee": "estimatedJettonFeeAmount: 579380040123 → 250000000000",
      "constant-gas": "estimatedGas: 300000 → 200000",
      "created-asset": "outMessages.0.tokensBurned.0.amount: 3425 → 3426",
      "executed-before": "estimatedGas: 300000 → undefined, estimatedJettonFeeAmount: 579380040123 → undefined, outMessages: [object Obje → null, simulationError:  → execution re, simulationStatus: true → false",
      "execution-gas": "estimatedGas: 300000 → 269208",
      "fee-as-hex": "estimatedJettonFeeAmount: 579380040123 → 0x20ef16d7b4",
      "fee-in-gwei": "estimatedJettonFeeAmount: 380040123456 → 380",
      "fee-left-out": "estimatedJettonFeeAmount: 250000000000 → ",
      "fee-model-flips": "feeParams.isEip1559: true → false, feeParams.suggestedGasTip: 1000000000 → 0",
      "fee-of-single-precision": "estimatedJettonFeeAmount: 80040123456 → 80015267840",
      "fee-of-zero": "estimatedJettonFeeAmount: 579380040123 → 0",
      "fee-with-exponent": "estimatedJettonFeeAmount: 5793800401234 → 5.79380040123",
      "fee-with-zeros": "estimatedJettonFeeAmount: 579380040123 → 000579380040",
      "gas-by-key": "estimatedGas: 300000 → 450000, estimatedJettonFeeAmount: 579380040123 → 869070060000",
      "gas-drops-on-repeat": "estimatedGas: 300000 → 297900",
      "gas-in-thousands": "estimatedGas: 300000 → 300",
      "id-without-key": "outMessages.0.operationId: 0x0acdcdcdcdcd → 0x6eb0c45a5fa6",
      "id-without-prefix": "outMessages.0.operationId: 0x0acdcdcdcdc → 0acdcdcdcdcdc",
      "id-without-zeros": "outMessages.0.operationId: 0x0acdcdcdcdcd → 0xacdcdcdcdcdc",
      "lost-asset": "outMessages.0.tokensBurned.0: [object Obje → undefined",
      "lost-message": "outMessages.0: [object Obje → undefined",
      "message-of-failure": "outMessages: null → [object Obje",
      "message-twice": "outMessages.1: undefined → [object Obje",
      "null-messages-flip": "outMessages: null → ",
      "odd-calldata": "debugInfo.callData: 0000 → 000",
      "other-calldata": "debugInfo.callData: 000400000000000 → 000000000000000",
      "payload-cut": "outMessages.0.payload: cbcbcbcbcbcbcbc → cbc",
      "payload-odd": "outMessages.0.payload: 0x0abcbcbcbcbc → 0xabcbcbcbcbcb",
      "periodic-block-regression": "debugInfo.blockNumber: 7 → 10",
      "price-below-base-fee": "feeParams.suggestedGasPrice: 1931266800 → 465633400",
      "price-in-gwei": "feeParams.currentBaseFee: 931266800 → 0, feeParams.suggestedGasPrice: 1931266800 → 1, feeParams.suggestedGasTip: 1000000000 → 1",
      "recipient-is-target": "debugInfo.to: 0x020202020202 → 0xa16E02E87b74",
      "repeated-operation-id": "outMessages.1: undefined → [object Obje",
      "short-calldata": "debugInfo.callData: 000000000000000 → 000",
      "stale-debug-info": "debugInfo.callData: 000400000000000 → 000800000000000, debugInfo.from: 0x010101010101 → 0xa16E02E87b74, debugInfo.to: 0x020202020202 → 0xa16E02E87b74",
      "stale-error": "simulationError: : other → : one",
      "stale-gas": "estimatedGas: 400000 → 300000",
      "stale-messages": "outMessages.0.payload: 0x → 0x0abcbcbcbcbc, outMessages.0.shardsKey: 5 → 922337203685",
      "stale-payload": "outMessages.0.payload: 0x → 0x0abcbcbcbcbc",
      "stale-sender": "debugInfo.from: 0x010101010101 → 0xa16E02E87b74",
      "stale-shards-key": "outMessages.0.shardsKey: 5 → 922337203685",
      "stale-text-message": "message: ll fails → ll succeeds",
      "tip-above-price": "feeParams.suggestedGasTip: 1000000000 → 3862533600",
      "tip-without-eip1559": "feeParams.isEip1559: true → false",
      "unpadded-calldata": "debugInfo.callData: 00000000000 → 000deadbeef",
      "upper-case-ids": "outMessages.0.operationId: 0x0acdcdcdcdcdc → 0x0ACDCDCDCDCDC",
      "verdict-flips": "estimatedGas: 300000 → undefined, estimatedJettonFeeAmount: 579380040123 → undefined, outMessages: [object Obje → null, simulationError:  → execution re, simulationStatus: true → false",
      "wrong-checksum": "debugInfo.to: 0xa16E02E87b74 → 0xA16E02E87b74",
    }
  `);
});

it('block-as-time shows the time in seconds', async () => {
  const { client } = await serveWithFaults([{ fault: 'block-as-time' }], { simulate: async () => base });
  const secondsNow = (): bigint => BigInt(Math.floor(Date.now() / 1_000));
  const earliest = secondsNow();
  const block = (await client().simulate(request)).response.debugInfo?.blockNumber;
  expect(block).toBeGreaterThanOrEqual(earliest);
  expect(block).toBeLessThanOrEqual(secondsNow());
});

/** The members that differ, with the place of the difference in both values. */
function changesOf(before: unknown, after: unknown, path = ''): string[] {
  if (isDeepStrictEqual(before, after)) return [];
  if (typeof before === 'object' && typeof after === 'object' && before && after) {
    const names = new Set([...Object.keys(before), ...Object.keys(after)]);
    const member = (of: object, name: string): unknown => of[name as never];
    return [...names].flatMap((name) =>
      changesOf(member(before, name), member(after, name), path ? `${path}.${name}` : name),
    );
  }
  const [one, other] = [String(before), String(after)];
  let same = 0;
  while (same < one.length && one[same] === other[same]) same++;
  const [was, is] = [one, other].map((text) => text.slice(Math.max(0, same - 3), same + 12));
  return [`${path}: ${was} → ${is}`];
}

it('a simulation shows in those after it, and in none before it', async () => {
  let meant: Simulation = base;
  const { client } = await serveWithFaults([{ fault: 'stale-shards-key' }], { simulate: async () => meant });
  const keyOf = async (shardsKey: bigint): Promise<unknown> => {
    meant = { ...base, outMessages: [{ shardsKey }] };
    return (await client().simulate(request)).response.outMessages?.[0]?.shardsKey;
  };
  expect([await keyOf(1n), await keyOf(2n), await keyOf(3n)]).toEqual([1n, 1n, 2n]);
});
