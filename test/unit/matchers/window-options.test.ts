import { describe, expect, it } from 'vitest';
import { windowOptions } from '../../../src/matchers/window-options.js';

describe('what a window without forMs, or inside expect.poll, is told to write', () => {
  it.each([
    ['toRemainPending', 'toRemainPending({ forMs: 5_000 })'],
    ['not.toReachInclusion', 'not.toReachInclusion({ forMs: 5_000 })'],
    ['not.toReachStage', 'not.toReachStage(stage, { forMs: 5_000 })'],
  ])('%s can be pasted', (assertion, call) => {
    const advice = `Write: await expect(operationId).${call}`;
    expect(() => windowOptions({ promise: '' }, assertion, {})).toThrow(advice);
    expect(() => windowOptions({ promise: '', poll: true }, assertion, { forMs: 5 })).toThrow(advice);
  });
});
