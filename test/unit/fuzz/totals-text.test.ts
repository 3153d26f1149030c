import { expect, it } from 'vitest';
import { totalsText } from '../../../src/fuzz/campaign-texts.js';

it.each([
  [1, '1 case, 1 request (0 inconclusive) in 5 ms, seed 7'],
  [2, '2 cases, 2 requests (0 inconclusive) in 5 ms, seed 7'],
])('counts %d in plain words', (count, text) => {
  const report = { cases: count, requests: count, inconclusive: 0, durationMs: 5, seed: 7 };
  expect(totalsText(report)).toBe(text);
});
