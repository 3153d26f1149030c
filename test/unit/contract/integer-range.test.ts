import { expect, it } from 'vitest';
import { amountOf, isWithin } from '../../../src/contract/integer-range.js';

it.each([
  [1n, {}, true],
  [1n, { min: 1n, max: 1n }, true],
  [0n, { min: 1n }, false],
  [2n, { max: 1n }, false],
  [2n ** 64n, { min: 0n }, true],
])('%s lies within %o: %s', (value, range, verdict) => {
  expect(isWithin(value, range)).toBe(verdict);
});

it.each([
  ['0', 0n],
  ['18446744073709551616', 2n ** 64n],
  [7n, 7n],
  [-7n, undefined],
  ['-7', undefined],
  ['07', undefined],
  [' 7', undefined],
  ['0x7', undefined],
  ['7.0', undefined],
  ['', undefined],
  [7, undefined],
  [null, undefined],
])('the amount of %o is %s', (value, amount) => {
  expect(amountOf(value)).toBe(amount);
});
