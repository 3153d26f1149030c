import { describe, expect, it } from 'vitest';
import { decodedErrors, isContractErrorOnly } from '../../../src/matchers/failure-reason.js';

describe('the errors that a text shows', () => {
  it.each([
    ['execution reverted: Refused(7, "too late")', [['Refused', '7', 'too late']]],
    ['execution reverted: Panic(0x11): arithmetic overflow or underflow', [['Panic', '0x11']]],
    ['execution reverted: too little output', [['Error', 'too little output']]],
    ['Execution reverted without data', [['Error', 'without data']]],
    ['too late', [['Error', 'too late']]],
    ['', [['Error', '']]],
    ['Stopped()', [['Stopped']]],
    ['Stopped( )', [['Stopped']]],
    ['Named("")', [['Named', '']]],
    ['Named("a \\"quoted\\", (bracketed) text", 2)', [['Named', 'a "quoted", (bracketed) text', '2']]],
    ['Nested((1, [2, 3]), {a: "x)"}, 4)', [['Nested', '(1, [2, 3])', '{a: "x)"}', '4']]],
    [
      'Outer(Inner(1)) then Later(2)',
      [
        ['Outer', 'Inner(1)'],
        ['Later', '2'],
      ],
    ],
    ['failed with Refused(7) at 0x01', [['Refused', '7']]],
    ['Open(1, 2', [['Error', 'Open(1, 2']]],
    ['Open(1, Closed(2)', [['Closed', '2']]],
    ['Bad("\\q", 1)', [['Bad', '"\\q"', '1']]],
    ['Bad("never closed, 1)', [['Error', 'Bad("never closed, 1)']]],
  ])('%j', (text, errors) => {
    expect(decodedErrors(text)).toEqual(errors.map(([errorName, ...args]) => ({ errorName, args })));
  });

  it('are searched in the first 8 KiB, so that a service cannot keep a test busy', () => {
    expect(decodedErrors(`${'a('.repeat(1_000_000)}Late(1)`)).toHaveLength(1);
    expect(decodedErrors(`${' '.repeat(20_000)}Late(1)`)[0]?.errorName).toBe('Error');
  });
});

describe('a text is nothing but the error of a contract', () => {
  it.each([
    ['execution reverted: Refused(7, "too late")', true],
    ['Stopped()', true],
    ['execution reverted: Panic(0x11): arithmetic overflow or underflow', true],
    ['execution reverted: call to swap(uint256) not allowed', false],
    ['execution reverted: swap(uint256) is not allowed', false],
    ['execution reverted: transfer(): no balance', false],
    ['execution reverted: paused', false],
    ['', false],
  ])('%j: %j', (text, isOnly) => {
    expect(isContractErrorOnly(text)).toBe(isOnly);
  });
});
