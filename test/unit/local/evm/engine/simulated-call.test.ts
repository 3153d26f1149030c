import { expect, it } from 'vitest';
import { readSimulatedCall } from '../../../../../src/local/evm/engine/simulated-call.js';

it.each([
  ['as the data that it returns', { returnData: '0x0102' }],
  ['with its error alone', { returnData: '0x', error: { code: 3, message: 'reverted', data: '0x0102' } }],
  ['in both places', { returnData: '0x0102', error: { code: 3, message: 'reverted', data: '0x0102' } }],
])('reads what a call reverted with where a node gives it %s', (_, call) => {
  const answer = [{ calls: [{ status: '0x0', logs: [], ...call }] }];
  expect(readSimulatedCall(answer)).toMatchObject({ status: '0x0', returnData: '0x0102' });
});
