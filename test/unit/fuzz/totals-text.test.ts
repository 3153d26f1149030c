import { expect, it } from 'vitest';
import { totalsText } from '../../../src/fuzz/campaign-texts.js';

it.each([
  [1, '1 case, 1 request (0 inconclusive) in 5 ms, seed 7'],
  [2, '2 cases, 2 requests (0 inconclusive) in 5 ms, seed 7'],
])('counts %d in plain words', (count, text) => {
  const report = { cases: count, requests: count, inconclusive: 0, durationMs: 5, seed: 7 };
  expect(totalsText(report)).toBe(text);
});

it('counts the answers that were retried', () => {
  const report = { cases: 60, requests: 60, inconclusive: 0, durationMs: 5, seed: 7 };
  expect(totalsText({ ...report, retried: { 429: 1, 503: 10 } })).toBe(
    '60 cases, 60 requests (0 inconclusive; retried: 1 answer with status 429, 10 answers with status 503) in 5 ms, seed 7',
  );
});
