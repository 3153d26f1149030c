import { expect, it } from 'vitest';
import type { Hex } from '../../../../src/local/evm/destination-chain.js';
import { createOperationLedger } from '../../../../src/local/source-chain/operation-ledger.js';

const id: Hex = '0x01';
const submission = { blockchainType: 'BETA', hash: '0x02' };

function openedLedger() {
  const ledger = createOperationLedger(1_700_000_000_900);
  ledger.open(id, submission, 0);
  return ledger;
}

it('opens a record at the start, in unix seconds', () => {
  expect(openedLedger().get(id)).toEqual({
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
  expect(ledger.get(id)).toMatchObject({ stage: 'executedInALPHA', timestamp: 1_700_000_001n });
});

it('keeps the stage of what failed, with the time of the failure', () => {
  const ledger = openedLedger();
  ledger.reach(id, 'includedInALPHAConsensus', 0);
  ledger.fail(id, { errorName: 'ProxyCallError' }, 2000);
  expect(ledger.get(id)).toMatchObject({
    stage: 'includedInALPHAConsensus',
    success: false,
    note: { errorName: 'ProxyCallError' },
    timestamp: 1_700_000_002n,
  });
});

it('does not change a record that it gave', () => {
  const ledger = openedLedger();
  const before = ledger.get(id);
  ledger.addTransaction(id, { blockchainType: 'ALPHA', hash: '0x03' });
  ledger.annotate(id, { content: 'noted' });
  expect(before).toMatchObject({ note: null, transactions: [submission] });
  expect(ledger.get(id)).toMatchObject({
    note: { content: 'noted' },
    success: true,
    transactions: [submission, { blockchainType: 'ALPHA', hash: '0x03' }],
  });
});
