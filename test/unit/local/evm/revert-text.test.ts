import { expect, it } from 'vitest';
import { createRevertReader } from '../../../../src/local/evm/revert-text.js';
import { encodeArguments } from './message-to.js';

const revertText = createRevertReader();

it.each([
  ['0x1', 'assertion failed'],
  ['0x12', 'division or modulo by zero'],
  ['0x32', 'array index out of bounds'],
  ['0x99', 'unknown panic'],
])('names the panic %s', (code, meaning) => {
  const data = encodeArguments('uint256', BigInt(code)).slice(2);
  expect(revertText(`0x4e487b71${data}`)).toBe(`execution reverted: Panic(${code}): ${meaning}`);
});

it.each(['0x08c379a0', '0x08c379a0ff', '0x4e487b71', '0x12', '0x5cf20d63'] as const)(
  'returns data unchanged if it only starts like an error: %s',
  (data) => expect(revertText(data)).toBe(`execution reverted: ${data}`),
);

it('quotes texts within a custom error, so that its arguments stay apart', () => {
  const data = encodeArguments('uint256, string', 1n, 'a", "b').slice(2);
  expect(revertText(`0x${refusedSelector}${data}`)).toBe('execution reverted: Refused(1, "a\\", \\"b")');
});

const refusedSelector = 'a85e02ba';
