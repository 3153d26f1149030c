import '../../../src/vitest/index.js';
import { matchers } from 'crosscheck/matchers';
import { expect, it } from 'vitest';

it.each([
  ['toRemainPending', 'toRemainPending({ forMs: 5_000 })', false, []],
  ['toReachInclusion', 'not.toReachInclusion({ forMs: 5_000 })', true, []],
  ['toReachStage', 'not.toReachStage(stage, { forMs: 5_000 })', true, ['start']],
] as const)(
  '%s without forMs, or inside expect.poll, says what to write',
  async (name, call, isNot, before) => {
    const advice = `Write: await expect(operationId).${call}`;
    const judge = matchers[name] as (...args: unknown[]) => Promise<unknown>;
    await expect(judge.call({ promise: '', isNot }, '0x01', ...before, {})).rejects.toThrow(advice);
    const polled = judge.call({ promise: '', isNot, poll: true }, '0x01', ...before, { forMs: 5 });
    await expect(polled).rejects.toThrow(advice);
  },
);
