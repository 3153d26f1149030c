import { summaryOfEvents } from 'crosscheck/report';
import { expect, test } from 'vitest';
import { candidateFound, found, started, tick, wholeReport } from './events.js';

/** A chart cannot show more. */
const maxSlots = 120;

test('adds up ticks in total and for each phase', () => {
  const report = summaryOfEvents(wholeReport());
  const { phases, latencyUs, gas, coverageClasses, durationMs } = report;
  expect(report).toMatchObject({
    cases: 32,
    requests: 36,
    retried: { 429: 1 },
    inconclusive: 5,
    inconclusiveOutcomes: { 429: 4 },
    statuses: { 200: 25, 400: 2, 404: 4, 429: 5 },
    failures: { timeout: 1 },
    verdicts: { success: 24, failure: 3 },
  });
  expect(phases).toEqual([
    { phase: 'smoke', planned: 12, cases: 12, requests: 12 },
    { phase: 'valid', planned: 500, cases: 20, requests: 24 },
  ]);
  expect(latencyUs).toEqual({ 900: 18, 1984: 12, 40960: 3 });
  expect(gas).toEqual({ 51200: 15, 98304: 9 });
  expect(coverageClasses).toEqual({ 'executorAddress: absent': 27, 'betaAssets: 1': 12 });
  expect(durationMs).toBe(2500);
});

test('has each finding in its last state: confirmed ones first, whatever their severity, of these the new ones', () => {
  const ids = ['a-0000000001', 'b-0000000002', 'c-0000000003', 'd-0000000004', 'e-0000000005'];
  const [a, b, c, d, e] = ids as [string, string, string, string, string];
  const { findings } = summaryOfEvents([
    started(),
    found({ id: a, severity: 'minor' }),
    found({ id: b, severity: 'critical', isKnown: true }),
    found({ id: c, severity: 'major', confidence: 'unconfirmed' }),
    found({ id: d, severity: 'major', confidence: 'flaky' }),
    found({ id: e, severity: 'critical', confidence: 'not-reproduced' }),
    found({ id: c, severity: 'major', confidence: 'stable' }),
  ]);
  expect(findings.map(({ id, confidence }) => `${id} ${confidence}`)).toEqual([
    `${c} stable`,
    `${d} flaky`,
    `${a} stable`,
    `${b} stable`,
    `${e} not-reproduced`,
  ]);
});

test('keeps candidates that were never rerun', () => {
  const { candidates } = summaryOfEvents([
    started(),
    candidateFound('schema-0000000001'),
    candidateFound('schema-0000000002'),
    found({ id: 'schema-0000000001' }),
  ]);
  expect(candidates.map(({ id }) => id)).toEqual(['schema-0000000002']);
});

test('sorts ticks into slots by the time before them, and findings by when they were first seen', () => {
  const { timeline } = summaryOfEvents([
    started(),
    tick({ atMs: 1000, phase: 'smoke' }),
    tick({ atMs: 1001, requests: 11, inconclusive: 0, statuses: { 200: 11 } }),
    tick({ atMs: 3000, inconclusive: 4, statuses: {}, latencyUs: {}, requests: 4 }),
    found({ firstSeenMs: 1500 }),
  ]);
  expect(timeline).toEqual({
    slotMs: 1000,
    slots: [
      { seen: { smoke: 11 }, inconclusive: 1, p95Us: 40_960, newFindings: 0 },
      { seen: { valid: 11 }, inconclusive: 0, p95Us: 40_960, newFindings: 1 },
      { seen: { valid: 0 }, inconclusive: 4, p95Us: undefined, newFindings: 0 },
    ],
  });
});

test('has as many slots for a longer campaign, and loses nothing', () => {
  const hours = 3;
  const ticks = Array.from({ length: hours * 3600 }, (_, index) => tick({ atMs: (index + 1) * 1000 }));
  const { timeline } = summaryOfEvents([started(), ...ticks, found({ firstSeenMs: hours * 3_600_000 })]);
  expect(timeline.slots.length).toBeLessThanOrEqual(maxSlots);
  expect(timeline.slotMs * timeline.slots.length).toBeGreaterThanOrEqual(hours * 3_600_000);
  const seen = timeline.slots.reduce((sum, slot) => sum + (slot.seen.valid ?? 0) + slot.inconclusive, 0);
  expect(seen).toBe(12 * ticks.length);
  expect(timeline.slots.filter(({ newFindings }) => newFindings > 0)).toHaveLength(1);
});

test('rejects events without a start', () => {
  expect(() => summaryOfEvents([tick()])).toThrow(expect.objectContaining({ code: 'USAGE' }));
});
