import type { ExecutionErrorName } from 'crosscheck/local';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  createDestinationChain,
  type DestinationChain,
} from '../../../../src/local/evm/destination-chain.js';
import { standingClock } from '../../../../src/local/source-chain/schedule.js';
import { createSourceChain, type SourceChain } from '../../../../src/local/source-chain/source-chain.js';
import { balanceOf, requestTo, someCaller, timing } from './chain-under-test.js';

let destination: DestinationChain;
let source: SourceChain;
let restore: () => Promise<void>;
let misses = 0;

beforeAll(async () => {
  destination = await createDestinationChain();
  const faults = { delayMs: () => 0, missesQuorum: () => misses-- > 0 };
  source = createSourceChain(destination, standingClock, {
    ...timing,
    faults,
    accounts: [{ address: someCaller, balances: { '': 100n } }],
  });
  restore = await source.snapshot();
});
beforeEach(() => restore());
afterAll(async () => {
  await source?.stop();
  await destination?.stop();
});

const bounce = (): string => source.submit(requestTo(destination.contracts.targets.bounce, '7', 'bounce'));

it.each<[ExecutionErrorName, RegExp]>([
  ['NotEnoughGas', /out of gas/i],
  ['InvalidMerkleProof', /InvalidMerkleProof/],
  ['ProxyCallError', /NotExecutor/],
])('fails on the EVM with %s', async (errorName, content) => {
  const [operationId, other] = [bounce(), bounce()];
  await source.failExecution(operationId, errorName);
  await source.advance(10_000);
  expect(source.find(operationId)).toMatchObject({
    stage: 'includedInALPHAConsensus',
    success: false,
    note: { errorName, content: expect.stringMatching(content) },
    transactions: [{ blockchainType: 'BETA' }, { blockchainType: 'ALPHA' }],
  });
  expect(source.find(other)?.stage).toBe('executedInBETA');
});

it('has no root when one validator too few votes, and sets that of the next epoch', async () => {
  misses = 1;
  const operationId = bounce();
  await source.advance(130);
  expect(await destination.rootOf(0n)).toBeUndefined();
  expect((await source.proof(operationId)).isRootSet).toBe(false);
  await source.advance(120);
  expect(source.find(operationId)?.stage).toBe('executedInALPHA');
  expect(await destination.rootOf(1n)).toBe(source.roots().find(({ epoch }) => epoch === 1)?.root);
});

it('withdraws a root, after which the messages go with another one', async () => {
  const operationId = bounce();
  await source.advance(130);
  await source.reorganise(operationId);
  expect(await destination.rootOf(0n)).toBeUndefined();
  await source.advance(10_000);
  expect(source.operation(operationId)).toMatchObject({ stage: 'executedInBETA', note: null });
});

it('credits the caller with returned and rolled-back assets', async () => {
  const [, failed] = [bounce(), source.submit(requestTo(destination.contracts.targets.bounce, '9', 'none'))];
  await source.advance(10_000);
  expect(balanceOf(source)).toBe(91n);
  await source.rollBack(failed);
  await source.advance(10_000);
  expect(balanceOf(source)).toBe(100n);
  expect((await source.proof(failed)).isProven).toBe(true);
});

it('has the contract verify the proofs of both directions, and reject others', async () => {
  const ids = [bounce(), bounce(), bounce()];
  await source.configure({ quorum: 5 });
  await source.advance(10_000);
  for (const direction of ['outbound', 'inbound'] as const) {
    const proofs = await Promise.all(ids.map((id) => source.proof(id, direction)));
    for (const { leaf, proof, root, ...verdict } of proofs) {
      expect(verdict).toMatchObject({ direction, isProven: true, isRootSet: true });
      expect(await destination.isProven(leaf, [...proof, leaf], root)).toBe(false);
    }
  }
});
