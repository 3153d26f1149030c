import { expect, it } from 'vitest';
import { applyDiff } from '../../../../../src/local/evm/engine/overlay.js';

const a = `0x${'aa'.repeat(20)}` as const;
const b = `0x${'bb'.repeat(20)}` as const;
const [one, two, three] = ['1', '2', '3'].map((digit) => `0x${digit.padStart(64, '0')}` as const) as [
  `0x${string}`,
  `0x${string}`,
  `0x${string}`,
];
const empty = `0x${'0'.repeat(64)}` as const;

it('merges the changes of a transaction with earlier ones', () => {
  const before = { [a]: { balance: '0x1', stateDiff: { [one]: two } }, [b]: { code: '0x60' } } as const;
  const after = applyDiff(before, {
    pre: { [a]: { balance: '0x1', storage: { [two]: one } } },
    post: { [a]: { nonce: 16, storage: { [two]: three } } },
  });
  expect(after).toEqual({
    [a]: { balance: '0x1', nonce: '0x10', stateDiff: { [one]: two, [two]: three } },
    [b]: { code: '0x60' },
  });
  expect(before[a]?.stateDiff).toEqual({ [one]: two });
});

it('clears the slots that are missing afterwards', () => {
  const diff = {
    pre: { [a]: { storage: { [one]: two, [two]: two } } },
    post: { [a]: { storage: { [two]: one } } },
  };
  expect(applyDiff({}, diff)).toEqual({ [a]: { stateDiff: { [one]: empty, [two]: one } } });
});

it('removes a deleted account completely', () => {
  const diff = { pre: { [a]: { balance: '0x5', code: '0x60', storage: { [one]: two } } }, post: {} } as const;
  expect(applyDiff({}, diff)).toEqual({
    [a]: { balance: '0x0', nonce: '0x0', code: '0x', stateDiff: { [one]: empty } },
  });
});

it('ignores the letter case of addresses', () => {
  const mixed = `0x${'aA'.repeat(20)}` as const;
  const after = applyDiff({ [a]: { balance: '0x1' } }, { pre: {}, post: { [mixed]: { nonce: 1 } } });
  expect(after).toEqual({ [a]: { balance: '0x1', nonce: '0x1' } });
});
