import { describe, expect, test } from 'vitest';
import { allCoverageClasses } from '../../../src/fuzz/coverage-classes.js';
import type { Finding } from '../../../src/fuzz/findings/finding.js';
import { coverageOf } from '../../../src/report/page/coverage.js';
import { distributionOf } from '../../../src/report/page/distribution.js';
import { pageData } from '../../../src/report/page/page-data.js';
import { pageFinding } from '../../../src/report/page/page-finding.js';
import { latencyText } from '../../../src/report/summary/latency-text.js';
import { summaryOfEvents } from '../../../src/report/summary/summary-of-events.js';
import { ended, exchange, finding, found, simulateRequest, started } from './events.js';

describe('a distribution', () => {
  test('has all values in few bins that follow one another', () => {
    const counts = Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => [Math.round(1.05 ** index), 2]),
    );
    const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
    const { bins } = distributionOf(counts, String) ?? { bins: [] };
    expect(bins.length).toBeLessThanOrEqual(24);
    expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(total);
    expect(bins.map(({ from }) => from).slice(1)).toEqual(bins.map(({ to }) => to).slice(0, -1));
    expect(bins[0]?.from).toBe('1');
    expect(bins.at(-1)?.count).toBeGreaterThan(0);
  });

  test.each([
    [{}, undefined],
    [{ 5: 3 }, [{ from: '5', to: '6', count: 3 }]],
    [{ 0: 1, 1: 1 }, [{ from: '0', to: '1.2', count: 2 }]],
  ])('of %j is %j', (counts, bins) => {
    expect(distributionOf(counts, (value) => String(Number(value.toFixed(1))))?.bins).toEqual(bins);
  });
});

test.each([
  [0, '0 ms'],
  [640, '0.64 ms'],
  [1234, '1.2 ms'],
  [12_345, '12 ms'],
  [1_234_567, '1.2 s'],
])('%i microseconds are %s', (us, text) => {
  expect(latencyText(us)).toBe(text);
});

test('coverage has the coverageClasses that were never tried, and those of another version', () => {
  const groups = coverageOf({ 'executorAddress: absent': 3, 'ofTheFuture: a: b': 1 });
  expect(groups.find(({ field }) => field === 'executorAddress')?.classes.slice(0, 2)).toEqual([
    { name: 'absent', requests: 3 },
    { name: 'empty', requests: 0 },
  ]);
  expect(groups.at(-1)).toEqual({ field: 'ofTheFuture', classes: [{ name: 'a: b', requests: 1 }] });
  expect(groups.flatMap(({ classes }) => classes)).toHaveLength(allCoverageClasses().length + 1);
});

describe('a finding of the page', () => {
  const pageOf = (lead: Finding, corpus: string | false = '.crosscheck/corpus') =>
    pageFinding({ lead, others: [] }, corpus);

  test('has the places of one cause in a table', () => {
    const signature = { ...finding().signature, path: 'response.debugInfo.blockNumber' };
    const { findings } = pageData(summaryOfEvents([started(), found(), found({ signature }), ended()]));
    expect(findings).toMatchObject([
      {
        message:
          'response.estimatedGas must be an integer, got "51200" (and 1 more, probably with one cause)',
        places: [
          [expect.stringMatching(/^schema-/), 'stable 5/5', expect.stringMatching(/^string for integer at /)],
        ],
      },
    ]);
  });

  test('is cut where it is too long to open, and its test reads the corpus', () => {
    const body = 'x'.repeat(100_000);
    const {
      exchanges,
      plan,
      test: code,
    } = pageOf(
      finding({
        plan: { phase: 'coverage', kind: 'growth', steps: [{ requests: [{ ...simulateRequest, body }] }] },
        exchanges: [exchange({ response: { status: 200, headers: {}, body } })],
      }),
    );
    for (const text of [exchanges[0]?.response, plan, code]) expect(text?.length).toBeLessThan(21_000);
    expect(code).toContain(`file: '.crosscheck/corpus/${finding().id}.json'`);
  });

  test('that no corpus has is replayed by its place, and its test never reads a file', () => {
    const long = { ...simulateRequest, body: 'x'.repeat(100_000) };
    const plan = { phase: 'coverage', kind: 'growth', steps: [{ requests: [long] }] } as const;
    const page = pageOf(finding({ label: 'not-reproduced', plan }));
    expect(page.replay).toBe('npx crosscheck replay 7:valid/123');
    expect(page.test).toMatch(/^\/\/ Its case is too long for this page/);
    expect(pageOf(finding({ label: 'unconfirmed' })).test).toContain('plan: {');
  });

  test.each([
    [
      { label: 'flaky', runs: { shown: 2, of: 5 } },
      { text: 'flaky 2/5', mark: '≈', style: 'rolled-back' },
    ],
    [
      { label: 'unconfirmed', runs: { shown: 0, of: 0 } },
      { text: 'unconfirmed', mark: '?', style: 'under-way' },
    ],
    [{ isKnown: true }, { text: 'stable 5/5, known', mark: '✓', style: 'done' }],
  ] as const)('%j is marked as %j', (changes, mark) => {
    expect(pageOf(finding(changes), false).label).toEqual(mark);
  });
});
