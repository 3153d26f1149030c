import { defaultConventions, defineDeployment } from 'crosscheck';
import type { LocalOperation } from 'crosscheck/local';
import { expect, it } from 'vitest';
import { createWireNames } from '../../../../src/local/model/wire-names.js';

const url = 'http://127.0.0.1:1';
const chains = { alpha: 'evm', beta: 'tvm' };
const names = createWireNames(defineDeployment({ simulatorUrl: url, observerUrl: url, chains }));

it('renames the chain of a transaction, and keeps every other member of it', () => {
  const transaction = { blockchainType: 'BETA', hash: '0x01', confirmations: 7 };
  expect(names.transaction(transaction)).toEqual({ ...transaction, blockchainType: 'TVM' });
});

it('translates an operation to the names of the deployment and back', () => {
  const operation = {
    operationId: '0x01',
    request: { betaCaller: 'x', alphaCallParams: { target: '0x02' } },
    stage: defaultConventions.stages[1],
    transactions: [{ blockchainType: 'ALPHA', hash: '0x01', confirmations: 7 }],
    history: [{ stage: 'start', success: true, atMs: 1 }],
  } as unknown as LocalOperation;
  const wire = names.operation(operation);
  expect(wire).toMatchObject({
    request: { tvmCaller: 'x', evmCallParams: { target: '0x02' } },
    stage: 'collectedInEVM',
    transactions: [{ blockchainType: 'EVM', hash: '0x01', confirmations: 7 }],
  });
  expect(names.operationOf(wire)).toEqual(operation);
});
