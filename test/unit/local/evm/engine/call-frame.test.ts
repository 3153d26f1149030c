import { expect, it } from 'vitest';
import { type CallFrame, failureOf, logsOf } from '../../../../../src/local/evm/engine/call-frame.js';

const logAt = (name: string, position?: `0x${string}`) => ({
  address: `0x${name}` as const,
  topics: ['0x00'] as const,
  data: '0x' as const,
  ...(position && { position }),
});
const frame: CallFrame = {
  gasUsed: '0x1',
  logs: [logAt('a', '0x0'), logAt('d', '0x2'), logAt('e', '0x2'), logAt('g', '0x3')],
  calls: [
    { gasUsed: '0x1', logs: [logAt('b', '0x0')], calls: [{ gasUsed: '0x1', logs: [logAt('c', '0x0')] }] },
    { gasUsed: '0x1', error: 'execution reverted', logs: [logAt('lost', '0x0')] },
    { gasUsed: '0x1', logs: [logAt('f')] },
  ],
};

it('returns the logs in order, without reverted ones', () => {
  expect(logsOf(frame).map(({ address }) => address)).toEqual([
    '0xa',
    '0xb',
    '0xc',
    '0xd',
    '0xe',
    '0xf',
    '0xg',
  ]);
});

it.each<[string, Partial<CallFrame>, ReturnType<typeof failureOf>]>([
  ['a success', {}, undefined],
  ['a revert', { error: 'execution reverted', output: '0x01' }, { data: '0x01', isOutOfGas: false }],
  ['a bare revert', { error: 'execution reverted' }, { data: '0x', isOutOfGas: false }],
  ['no more gas', { error: 'out of gas' }, { data: '0x', isOutOfGas: true }],
  ['no more gas in other words', { error: 'halted', gasUsed: '0x10' }, { data: '0x', isOutOfGas: true }],
])('reads %s', (_, changes, failure) => {
  expect(failureOf({ gasUsed: '0x1', ...changes }, '0x10')).toEqual(failure);
});
