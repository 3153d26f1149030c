import { expect, it } from 'vitest';
import { returnLeafOf } from '../../../../src/local/source-chain/return-leaf.js';

const token = `0x${'05'.repeat(20)}` as const;
const message = {
  operationId: `0x${'01'.repeat(32)}`,
  caller: `0x${'02'.repeat(20)}`,
  target: 'somebody',
  payload: '0x03',
  shardsKey: 4n,
  burned: [{ token, amount: 6n }],
  locked: [],
} as const;

it('changes with every part of the message', () => {
  const others = [
    message,
    { ...message, operationId: `0x${'11'.repeat(32)}` as const },
    { ...message, caller: token },
    { ...message, target: 'somebody else' },
    { ...message, payload: '0x' as const },
    { ...message, shardsKey: 5n },
    { ...message, burned: [], locked: message.burned },
    { ...message, burned: [{ token, amount: 7n }] },
  ];
  expect(new Set(others.map(returnLeafOf)).size).toBe(others.length);
});
