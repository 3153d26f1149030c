import type { Simulation } from 'crosscheck/contract';
import type { FaultName } from 'crosscheck/local';
import { expect, it } from 'vitest';
import { knownFaults } from '../../../../src/local/faults/known-faults.js';
import type { MutantName } from '../../../mutants/mutants.js';
import { operationId, request, serveWithFaults } from './serve-with-faults.js';

const coin = { amount: '7', tokenAddress: '' };
const message = {
  operationId,
  payload: '0x01',
  tokensBurned: [{ amount: '5', tokenAddress: 'a' }, coin],
  tokensLocked: [coin],
};
const locking = { operationId, tokensBurned: [], tokensLocked: [coin] };

const succeeding = {
  debugInfo: { callData: '0x12345678000ab0' },
  estimatedGas: 21_000n,
  estimatedJettonFeeAmount: '21000',
  feeParams: { currentBaseFee: '101', isEip1559: true, suggestedGasPrice: '201', suggestedGasTip: '2' },
  outMessages: [message],
  simulationError: '',
  simulationStatus: true,
} satisfies Simulation;

const { estimatedGas, estimatedJettonFeeAmount, ...rest } = succeeding;
const failing = { ...rest, outMessages: null, simulationError: 'out of gas', simulationStatus: false };
const { feeParams } = succeeding;
const empty: Simulation = { simulationStatus: false, simulationError: '' };

/** A fault, what the deployment would answer, and what it answers. */
type Row = readonly [fault: FaultName | MutantName, meant: Simulation, answered: Simulation | 'the same'];

const rows: readonly Row[] = [
  ['contradicting-error', succeeding, { ...succeeding, simulationError: 'execution reverted' }],
  ['contradicting-error', failing, 'the same'],
  ['failing-without-error', failing, { ...failing, simulationError: '' }],
  ['failing-without-error', succeeding, 'the same'],
  ['failing-without-error', empty, 'the same'],
  ['zero-gas', succeeding, { ...succeeding, estimatedGas: 0n }],
  ['zero-gas', failing, 'the same'],
  ['lost-message', succeeding, { ...succeeding, outMessages: [] }],
  ['lost-message', { outMessages: [locking, {}] }, { outMessages: [locking] }],
  ['lost-message', failing, 'the same'],
  ['tip-without-eip1559', succeeding, { ...succeeding, feeParams: { ...feeParams, isEip1559: false } }],
  [
    'tip-without-eip1559',
    { ...failing, feeParams: { suggestedGasTip: '0' } },
    { ...failing, feeParams: { isEip1559: false, suggestedGasTip: '1000000000' } },
  ],
  ['tip-without-eip1559', empty, 'the same'],
  [
    'price-below-base-fee',
    succeeding,
    { ...succeeding, feeParams: { ...feeParams, suggestedGasPrice: '50' } },
  ],
  ['price-below-base-fee', { feeParams: { currentBaseFee: '0' } }, 'the same'],
  ['price-below-base-fee', { feeParams: null }, 'the same'],
  ['other-calldata', succeeding, { ...succeeding, debugInfo: { callData: '0x12345678000000' } }],
  ['other-calldata', { debugInfo: { callData: '0x12345678' } }, 'the same'],
  ['other-calldata', empty, 'the same'],
  [
    'lost-asset',
    succeeding,
    { ...succeeding, outMessages: [{ ...message, tokensBurned: message.tokensBurned.slice(0, 1) }] },
  ],
  ['lost-asset', { outMessages: [{}, locking] }, { outMessages: [{}, { ...locking, tokensLocked: [] }] }],
  ['lost-asset', failing, 'the same'],
  [
    'created-asset',
    succeeding,
    {
      ...succeeding,
      outMessages: [{ ...message, tokensBurned: [message.tokensBurned[0] ?? {}, { ...coin, amount: '8' }] }],
    },
  ],
  ['created-asset', failing, 'the same'],
  [
    'repeated-operation-id',
    succeeding,
    { ...succeeding, outMessages: [message, { ...message, tokensBurned: [], tokensLocked: [] }] },
  ],
  ['repeated-operation-id', failing, 'the same'],
  ['repeated-operation-id', { outMessages: [] }, 'the same'],
];

/** The public faults that need several calls, and have tests below. */
const ofSeveralCalls = [
  'varying-verdict',
  'stale-messages',
  'block-regression',
] as const satisfies FaultName[];

it('each public fault of simulations is tried with an answer that it changes, and with one that it leaves', () => {
  const publicFaults = knownFaults.flatMap(({ fault, changes }) => (changes === 'simulation' ? [fault] : []));
  for (const leaves of [false, true]) {
    const tried = rows
      .filter(([, , answered]) => (answered === 'the same') === leaves)
      .map(([fault]) => fault);
    expect(
      publicFaults.filter((fault) => ![...tried, ...ofSeveralCalls].includes(fault)),
      `${leaves}`,
    ).toEqual([]);
  }
});

it.each(rows)('%s makes of %o', async (fault, meant, answered) => {
  const { faults, client } = await serveWithFaults([{ fault }], { simulate: async () => meant });
  expect((await client().simulate(request)).response).toEqual(answered === 'the same' ? meant : answered);
  expect(faults.list()).toMatchObject([{ triggered: answered === 'the same' ? 0 : 1 }]);
});

it('varying-verdict reports some successful calls as failed, and no failed call as successful', async () => {
  let meant: Simulation = succeeding;
  const { client } = await serveWithFaults([{ fault: 'varying-verdict' }], { simulate: async () => meant });
  const verdicts = async (): Promise<unknown[]> => {
    const answers = [];
    for (let count = 0; count < 20; count++) answers.push((await client().simulate(request)).response);
    return answers;
  };
  const answers = await verdicts();
  expect(answers).toContainEqual(succeeding);
  expect(answers).toContainEqual({ ...failing, simulationError: 'execution reverted' });
  meant = failing;
  expect(await verdicts()).toEqual(Array.from({ length: 20 }, () => failing));
});

it('stale-messages shows the messages of the call before, if both have some', async () => {
  const meant: Simulation[] = [succeeding, failing, { ...succeeding, outMessages: [locking] }, succeeding];
  const remaining = [...meant];
  const { client, faults } = await serveWithFaults([{ fault: 'stale-messages' }], {
    simulate: async () => remaining.shift() as Simulation,
  });
  const answers: Simulation[] = [];
  for (const _call of meant) answers.push((await client().simulate(request)).response);
  expect(answers).toEqual([...meant.slice(0, 3), { ...succeeding, outMessages: [locking] }]);
  expect(faults.list()).toMatchObject([{ triggered: 1 }]);
});

it.each([
  ['block-regression', 97n],
  ['block-in-future', 1100n],
] as const)('%s names another block now and then', async (fault, other) => {
  const meant = { ...succeeding, debugInfo: { blockNumber: 100n } };
  const { client } = await serveWithFaults([{ fault }], { simulate: async () => meant });
  const blocks = new Set<bigint | undefined>();
  for (let call = 0; call < 60; call++)
    blocks.add((await client().simulate(request)).response.debugInfo?.blockNumber);
  expect(blocks).toEqual(new Set([100n, other]));
});
