import { expect, it } from 'vitest';
import { amountOf } from '../../../src/contract/integer-range.js';

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
