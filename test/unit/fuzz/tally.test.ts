import type { Expectation, Observation } from 'crosscheck/fuzz';
import { expect, it } from 'vitest';
import type { JudgedCase } from '../../../src/fuzz/case-runner.js';
import { Tally } from '../../../src/fuzz/tally.js';

const call: Expectation = { kind: 'simulated', request: { executorAddress: '' } };
const other: Expectation = { kind: 'no-server-error', reason: 'odd' };
const empty = { headers: {}, text: '' };
const observed = (expect: Expectation, came: object) =>
  ({ request: { endpoint: 'simulate', expect }, durationMs: 1.5, ...came }) as Observation;
const judged = (...observations: readonly Observation[]) =>
  ({
    observed: { plan: { steps: [{ requests: observations.map(({ request }) => request) }] }, observations },
  }) as unknown as JudgedCase;

it('counts cases, requests and what came of them since the last tick', () => {
  const tally = new Tally();
  expect(tally.hasNews).toBe(false);
  tally.count(
    judged(
      observed(call, {
        answer: { ...empty, status: 200, simulation: { simulationStatus: true, estimatedGas: 1_000n } },
      }),
      observed(call, {
        answer: { ...empty, status: 200, simulation: { simulationStatus: false, estimatedGas: 1n } },
      }),
      observed(call, { answer: { ...empty, status: 400 } }),
      observed(other, { answer: { ...empty, status: 400, simulation: { simulationStatus: true } } }),
      observed(other, { retried: [{ ...empty, status: 429 }], failure: { kind: 'timeout' } }),
      observed(call, { answer: { ...empty, status: 503 } }),
      // A closed connection is a sufficient answer to malformed HTTP.
      { ...observed(other, { failure: { kind: 'closed' } }), request: { wire: [], expect: other } } as never,
    ),
  );
  expect(tally.hasNews).toBe(true);
  const { coverageClasses, ...tick } = tally.takeTick('valid', 7);
  expect(tick).toEqual({
    event: 'tick',
    atMs: 7,
    phase: 'valid',
    cases: 1,
    requests: 7,
    inconclusive: 2,
    inconclusiveOutcomes: { 503: 1, timeout: 1 },
    statuses: { 200: 2, 400: 2, 429: 1, 503: 1 },
    failures: { timeout: 1, closed: 1 },
    verdicts: { success: 1, failure: 1, none: 2 },
    latencyUs: { 1472: 5 },
    gas: { 992: 1 },
  });
  expect(Object.entries(coverageClasses)).toContainEqual(['executorAddress: empty', 4]);
  expect(tally.hasNews).toBe(false);
  expect(tally.takeTick('valid', 8)).toMatchObject({ requests: 0, statuses: {}, coverageClasses: {} });
});
