import type { Hex } from 'crosscheck/local';
import { expect, it } from 'vitest';
import { createOperationLedger } from '../../../../src/local/source-chain/operation-ledger.js';

const id: Hex = '0x01';
const submission = { blockchainType: 'BETA', hash: '0x02' };

function openedLedger() {
  const ledger = createOperationLedger({ operations: new Map() }, 1_700_000_000_900);
  ledger.open(id, {}, submission, 0);
  return ledger;
}

it('opens a record at the start, in unix seconds', () => {
  expect(openedLedger().get(id)?.record).toEqual({
    note: null,
    stage: 'start',
    success: true,
    timestamp: 1_700_000_000n,
    transactions: [submission],
  });
  expect(openedLedger().get('0x02')).toBeUndefined();
});

it('never goes back to a stage, nor to its time', () => {
  const ledger = openedLedger();
  ledger.reach(id, 'executedInALPHA', 100);
  ledger.reach(id, 'collectedInALPHA', 5000);
  ledger.reach(id, 'executedInALPHA', 5000);
  expect(ledger.get(id)?.record).toMatchObject({ stage: 'executedInALPHA', timestamp: 1_700_000_001n });
});

it('keeps the stage of what failed, with the time of the failure', () => {
  const ledger = openedLedger();
  ledger.reach(id, 'includedInALPHAConsensus', 0);
  ledger.fail(id, { errorName: 'ProxyCallError' }, 2000);
  expect(ledger.get(id)?.record).toMatchObject({
    stage: 'includedInALPHAConsensus',
    success: false,
    note: { errorName: 'ProxyCallError' },
    timestamp: 1_700_000_002n,
  });
});

it('does not change a record that it returned', () => {
  const ledger = openedLedger();
  const before = ledger.get(id)?.record;
  ledger.addTransaction(id, { blockchainType: 'ALPHA', hash: '0x03' });
  ledger.annotate(id, { content: 'noted' });
  expect(before).toMatchObject({ note: null, transactions: [submission] });
  expect(ledger.get(id)?.record).toMatchObject({
    note: { content: 'noted' },
    success: true,
    transactions: [submission, { blockchainType: 'ALPHA', hash: '0x03' }],
  });
});

it('goes back to a stage without the transaction that never was, once for all of its messages', () => {
  const ledger = openedLedger();
  ledger.reach(id, 'executedInBETA', 100);
  for (const hash of ['0x03', '0x04']) ledger.addTransaction(id, { blockchainType: 'BETA', hash });
  for (const hash of ['0x03', '0x04'] as const) ledger.goBack(id, 'collectedInBETA', hash, 200);
  const operation = ledger.get(id);
  expect(operation?.record).toMatchObject({ stage: 'collectedInBETA', transactions: [submission] });
  expect(operation?.history.map(({ stage, atMs }) => [stage, atMs])).toEqual([
    ['start', 1_700_000_000_900],
    ['executedInBETA', 1_700_000_001_000],
    ['collectedInBETA', 1_700_000_001_100],
  ]);
});

it('notes each epoch once, and a stage only when it is a new one', () => {
  const ledger = openedLedger();
  for (const epoch of [1, 1, 2])
    ledger.collect(id, { direction: 'outbound', epoch }, 'collectedInALPHA', epoch);
  const operation = ledger.get(id);
  expect(operation?.epochs).toEqual([1, 2].map((epoch) => ({ direction: 'outbound', epoch })));
  expect(operation?.history).toHaveLength(2);
});

it('succeeds again when a rollback is collected, and keeps the note of the failure', () => {
  const ledger = openedLedger();
  ledger.fail(id, { errorName: 'NotEnoughGas' }, 100);
  ledger.rollBack(id);
  expect(ledger.get(id)).toMatchObject({ isRolledBack: true, record: { success: false } });
  ledger.collect(id, { direction: 'inbound', epoch: 1 }, 'collectedInBETA', 200);
  expect(ledger.get(id)?.record).toMatchObject({ success: true, note: { errorName: 'NotEnoughGas' } });
});
