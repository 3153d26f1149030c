import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { noteNames, simulationNames, transactionNames } from '../../../src/contract/responses.js';
import { patternIssues } from '../../../src/matchers/pattern.js';

const faultsOf = (pattern: unknown): string[] =>
  patternIssues(pattern, simulationNames, '').map(({ path, message }) => `${path} ${message}`);

describe('a pattern is good', () => {
  it.each<[string, unknown]>([
    ['with members at every depth', { outMessages: [{ tokensBurned: [{ amount: 1n }] }], estimatedGas: 7 }],
    ['with null and undefined anywhere', { outMessages: null, feeParams: undefined, simulationError: null }],
    [
      'with asymmetric matchers anywhere',
      { outMessages: expect.any(Array), debugInfo: { to: expect.any(String) } },
    ],
    ['that is an asymmetric matcher, whatever is in it', expect.objectContaining({ simulationstatus: /x/ })],
    ['with members that the interface does not name and nothing near them', { zone: { a: [1] } }],
    ['from another realm', runInNewContext('({ outMessages: [{ payload: "0x" }] })')],
    ['without a prototype', Object.assign(Object.create(null), { estimatedGas: 7n })],
  ])('%s', (_, pattern) => {
    expect(faultsOf(pattern)).toEqual([]);
  });
});

class Account {
  id = 7;
}

describe('a pattern is bad', () => {
  it.each<[string, unknown, string]>([
    [
      'a RegExp',
      { simulationError: /paused/i },
      'simulationError is a RegExp, which no value equals; write expect.stringMatching(/paused/i)',
    ],
    ['a Map', { feeParams: new Map([['isEip1559', false]]) }, 'feeParams is an instance of Map'],
    ['a Set', { outMessages: new Set() }, 'outMessages is an instance of Set'],
    ['a Date', { debugInfo: { blockNumber: new Date(0) } }, 'debugInfo.blockNumber is an instance of Date'],
    ['a function', { outMessages: [{ payload: () => true }] }, 'outMessages[0].payload is a function'],
    ['a symbol', { message: Symbol('x') }, 'message is a symbol'],
    ['an instance below an unknown member', { zone: [new Account()] }, 'zone[0] is an instance of Account'],
    ['an instance as a whole', new Account(), 'the pattern is an instance of Account'],
    [
      'another case',
      { simulationstatus: true },
      'simulationstatus is no member that the interface names; did you mean simulationStatus?',
    ],
    [
      'a misspelt member below',
      { feeParams: { isEIP1159: true } },
      'feeParams.isEIP1159 is no member that the interface names; did you mean isEip1559?',
    ],
    [
      'a misspelt member in a list',
      { outMessages: [{}, { tokensBurned: [{ amonut: 1n }] }] },
      'outMessages[1].tokensBurned[0].amonut is no member that the interface names; did you mean amount?',
    ],
    ['a part of a name', { outMessages: [{ target: '0x' }] }, 'did you mean targetAddress?'],
    [
      'an object for a list',
      { outMessages: { payload: '0x' } },
      'outMessages is a list in every answer that has it, not an object',
    ],
    [
      'a list for an object',
      { feeParams: [] },
      'feeParams is an object in every answer that has it, not a list',
    ],
    [
      'an object for a value',
      { estimatedGas: { min: 1 } },
      'estimatedGas is a single value in every answer that has it, not an object',
    ],
    [
      'a value for a list',
      { outMessages: 1 },
      'outMessages is a list in every answer that has it, not a single value',
    ],
  ])('with %s', (_, pattern, says) => {
    expect(faultsOf(pattern)).toEqual([expect.stringContaining(says)]);
  });

  it('in each of its faults', () => {
    expect(faultsOf({ simulationErorr: 'x', message: /x/, estimatedGas: [] })).toHaveLength(3);
  });

  it('by the names of what it is about', () => {
    expect(patternIssues({ chain: 'BETA' }, transactionNames, '')).toMatchObject([
      { path: 'chain', message: expect.stringContaining('did you mean blockchainType?') },
    ]);
    expect(patternIssues({ errorname: 'x' }, noteNames, 'note')).toMatchObject([
      { path: 'note.errorname', message: expect.stringContaining('did you mean errorName?') },
    ]);
    expect(patternIssues({ status: 'x' }, noteNames, 'note')).toEqual([]);
  });
});
