import type { FuzzedCall } from 'crosscheck/fuzz';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sampleCall } from '../../../../src/fuzz/phases/oracles.js';

const failing: FuzzedCall = { request: { shardsKey: '1' }, succeeds: false };
const bridging: FuzzedCall = { request: { shardsKey: '2' }, succeeds: true, returns: [] };
const returning: FuzzedCall = { request: { shardsKey: '3' }, succeeds: true, returns: [{ amount: '1' }] };
const unknown: FuzzedCall = { request: { shardsKey: '4' } };

it.each([
  ['sends something back', returning, [failing, bridging, returning]],
  ['else one that succeeds', bridging, [failing, unknown, bridging]],
  ['else any', unknown, [unknown]],
])('takes a call that %s', (_, wanted, calls) => {
  expect(sampleCall(fc.constantFrom(...calls))).toBe(wanted);
});
