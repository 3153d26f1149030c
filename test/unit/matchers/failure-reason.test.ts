import { describe, expect, it } from 'vitest';
import {
  type ContractError,
  type FailurePredicate,
  type FailureReason,
  reasonDifferences,
} from '../../../src/matchers/failure-reason.js';

const refused = 'execution reverted: Refused(7, "too late", 0xAb01, true, -3)';
const differing = (
  simulationError: string | undefined,
  reason: Exclude<FailureReason, FailurePredicate>,
): unknown[] => reasonDifferences({ simulationError }, reason);

describe('a reason fits', () => {
  it.each<[string, string | RegExp | ContractError]>([
    ['a part of the text', 'too late'],
    ['an expression, also one that remembers where it was', /refused\(/gi],
    ['a name', { errorName: 'Refused' }],
    ['a name and no arguments asked', { errorName: 'Refused', args: undefined }],
    [
      'arguments as bigint, text, hex of any case, boolean',
      { errorName: 'Refused', args: [7n, 'too late', '0xaB01', true, -3n] },
    ],
    ['arguments as numbers', { errorName: 'Refused', args: [7, 'too late', 0xab01, true, -3] }],
    ['arguments as texts', { errorName: 'Refused', args: ['7', 'too late', '0xAb01', 'true', '-3'] }],
    [
      'asymmetric matchers',
      {
        errorName: 'Refused',
        args: [expect.stringMatching(/^\d$/), expect.stringContaining('late'), expect.any(String), true, -3n],
      },
    ],
  ])('as %s', (_, reason) => {
    for (let again = 0; again < 2; again++) expect(differing(refused, reason)).toEqual([]);
  });

  it('as a panic or a plain reason', () => {
    expect(
      differing('execution reverted: Panic(0x11): overflow', { errorName: 'Panic', args: [0x11] }),
    ).toEqual([]);
    expect(differing('execution reverted: paused', { errorName: 'Error', args: ['paused'] })).toEqual([]);
  });

  it('as an asymmetric matcher of the whole text', () => {
    expect(differing(refused, expect.stringContaining('too late'))).toEqual([]);
    expect(differing(refused, expect.not.stringContaining('too early'))).toEqual([]);
    expect(differing(refused, expect.stringMatching(/^Refused/))).toMatchObject([
      { path: 'simulationError' },
    ]);
  });

  it.each([
    ['call to swap(uint256) not allowed'],
    ['swap(uint256) is not allowed'],
    ['transfer(): no balance'],
    ['swap(uint256)'],
  ])('as a plain reason with parentheses: %s', (text) => {
    for (const error of [text, `execution reverted: ${text}`]) {
      expect(differing(error, { errorName: 'Error', args: [text] })).toEqual([]);
      expect(differing(error, { errorName: 'Error', args: [`${text}!`] })).toHaveLength(1);
      expect(differing(error, { errorName: 'Error', args: [text, text] })).toHaveLength(1);
    }
  });

  it('as a part of a plain reason with parentheses', () => {
    const error = 'execution reverted: call to swap(uint256) not allowed';
    const args = [expect.stringContaining('not allowed')];
    expect(differing(error, { errorName: 'Error', args })).toEqual([]);
  });

  it('as the nearest of several errors of one name', () => {
    expect(differing('Wrapped(1) by Wrapped(2, 3)', { errorName: 'Wrapped', args: [2, 3] })).toEqual([]);
  });
});

describe('a reason differs', () => {
  it.each([[refused], ['execution reverted: Panic(0x11): overflow']])(
    'as a plain reason from the error of a contract, whatever its arguments: %s',
    (text) => {
      for (const args of [undefined, [expect.any(String)], [expect.stringContaining('e')]]) {
        expect(differing(text, { errorName: 'Error', args })).toMatchObject([{ path: 'errorName' }]);
      }
    },
  );

  it.each<[string, string | RegExp | ContractError, unknown]>([
    [
      'a text that is not in it',
      'Too late',
      { path: 'simulationError', expected: 'Too late', received: refused },
    ],
    ['an expression', /^Refused/, { path: 'simulationError', expected: /^Refused/, received: refused }],
    ['a name', { errorName: 'Refuse' }, { path: 'errorName', expected: 'Refuse', received: 'Refused' }],
    [
      'the number of arguments',
      { errorName: 'Refused', args: [] },
      { path: 'args', expected: [], received: ['7', 'too late', '0xAb01', 'true', '-3'] },
    ],
    [
      'one argument',
      { errorName: 'Refused', args: [8n, 'too late', '0xAb01', true, -3n] },
      { path: 'args[0]', expected: 8n, received: '7' },
    ],
    [
      'an argument that is no integer',
      { errorName: 'Refused', args: [7, 5n, '0xAb01', true, -3n] },
      { path: 'args[1]', expected: 5n, received: 'too late' },
    ],
    [
      'bytes of another length, though the same number',
      { errorName: 'Refused', args: [7, 'too late', '0x00Ab01', true, -3n] },
      { path: 'args[2]', expected: '0x00Ab01', received: '0xAb01' },
    ],
  ])('in %s', (_, reason, difference) => {
    expect(differing(refused, reason)).toEqual([difference]);
  });
});
