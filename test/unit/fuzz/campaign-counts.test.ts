import { type DeploymentOptions, defineDeployment, type SimulationRequest } from 'crosscheck';
import { type CampaignReport, type CaseRequest, type Expectation, runCampaign } from 'crosscheck/fuzz';
import type { Counts } from 'crosscheck/report';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createPatientClock } from '../../support/hand-clock.js';
import { instantDispatcher } from '../../support/instant-dispatcher.js';
import { projectFolder } from '../../support/project-folder.js';
import { answerOf, type RawAnswer } from '../../support/raw-server.js';
import { sampleFinding, writeCorpusEntry } from '../../support/sample-finding.js';
import { skipChecks, startScriptedService, success } from './scripted-service.js';

const request: SimulationRequest = {
  shardsKey: '1',
  alphaCallParams: { target: `0x${'ab'.repeat(20)}` },
  betaAssets: [],
  betaCaller: `0:${'ca'.repeat(32)}`,
  executorAddress: '',
};
const call: CaseRequest = {
  endpoint: 'simulate',
  body: JSON.stringify(request),
  expect: { kind: 'simulated', request },
};
const odd: Expectation = { kind: 'no-server-error', reason: 'odd' };
const other: CaseRequest = { endpoint: 'simulate', body: '{', expect: odd };
const wire: CaseRequest = {
  endpoint: 'simulate',
  wire: [{ bytes: 'POST {path} HTTP/1.1\r\nHost: {host}\r\n\r\n' }],
  expect: odd,
};

/** The report of a campaign with one case, whose requests get these answers one after the other. */
async function reportOf(
  requests: readonly CaseRequest[],
  answers: readonly RawAnswer[],
  options: Partial<DeploymentOptions> = {},
): Promise<CampaignReport> {
  const corpus = await projectFolder();
  const steps = requests.map((one) => ({ requests: [one] }));
  const plan = { phase: 'valid', kind: 'call', steps } as const;
  await writeCorpusEntry(corpus, sampleFinding({ plan, answers: undefined }));
  const { deployment } = await startScriptedService([...answers, success()], options);
  return await runCampaign({ deployment, phases: ['corpus'], corpus, skipChecks });
}

const closing: RawAnswer = (socket) => socket.destroy();
const silent: RawAnswer = () => {};

it('counts cases, requests and what came of them', async () => {
  // Pauses before retries are random, from nothing on.
  const random = vi.spyOn(Math, 'random').mockReturnValue(0);
  onTestFinished(() => random.mockRestore());
  const failure = answerOf(200, '{"response":{"simulationStatus":false,"estimatedGas":1}}');
  const busy = Array<Buffer>(4).fill(answerOf(503, '{}'));
  const answers = [success(1_000), failure, answerOf(400, '{}'), answerOf(400, '{}')];
  const report = await reportOf(
    [call, call, call, other, other, call, wire],
    [...answers, answerOf(429, '{}'), closing, ...busy, closing],
  );
  const { cases, requests, inconclusive, inconclusiveOutcomes, statuses, failures, verdicts, gas } = report;
  expect({ cases, requests, inconclusive, inconclusiveOutcomes, statuses, failures, verdicts, gas }).toEqual({
    cases: 1,
    requests: 7,
    inconclusive: 2,
    inconclusiveOutcomes: { 503: 1, closed: 1 },
    statuses: { 200: 2, 400: 2, 429: 1, 503: 4 },
    // A closed connection is a sufficient answer to malformed HTTP.
    failures: { closed: 2 },
    verdicts: { success: 1, failure: 1, none: 2 },
    gas: { 992: 1 },
  });
  expect(report.coverageClasses).toMatchObject({ 'executorAddress: empty': 4 });
  expect(Object.values(report.latencyUs).reduce((sum, count) => sum + count, 0)).toBe(5);
});

it.each<[string, RawAnswer, CaseRequest, boolean]>([
  ['a time-out', silent, call, true],
  ['a closed connection', closing, call, true],
  ['504', answerOf(504, '{}'), call, true],
  ['401, as when credentials expire', answerOf(401, '{}'), call, true],
  ['403', answerOf(403, '{}'), call, true],
  ['an answer from a cache', answerOf(200, '{"response":{}}', { age: '7' }), call, true],
  ['404', answerOf(404, '{}'), call, false],
  ['500', answerOf(500, '{}'), call, false],
  ['a connection closed after raw bytes', closing, wire, false],
  ['a time-out after raw bytes', silent, wire, true],
])('a request is inconclusive or not after %s', async (_, answer, request, isInconclusive) => {
  const options = answer === silent ? { attemptTimeoutMs: 200 } : {};
  const report = await reportOf([request], [answer], options);
  expect(report.inconclusive).toBe(isInconclusive ? 1 : 0);
});

describe('a histogram', () => {
  /** Runs as many cases as there are values, each answered with the gas that a function returns. */
  const campaign = async (
    values: readonly number[],
    gasAt = (value: number): number => value,
    clock = createPatientClock(),
  ) => {
    const url = 'http://127.0.0.1:1';
    let simulations = 0;
    const dispatcher = instantDispatcher(({ method, path }) => {
      if (method === 'GET') return [path.includes('/is-message-included-in-consensus?') ? 404 : 400, '{}'];
      const value = values[simulations++ - 1];
      const gas = value === undefined ? 1 : gasAt(value);
      return [200, `{"response":{"simulationStatus":true,"estimatedGas":${gas}}}`];
    });
    const deployment = defineDeployment({ simulatorUrl: url, observerUrl: url, dispatcher });
    const calls = fc.constant({ request });
    const cases = values.length;
    return await runCampaign({
      deployment,
      phases: [['valid', cases]],
      calls,
      concurrency: 1,
      clock,
      skipChecks,
    });
  };
  /** The bucket of each value: smaller ones are in buckets with smaller bounds. */
  const boundsOf = (values: readonly number[], counts: Counts): [value: number, bound: number][] => {
    const bounds = Object.entries(counts)
      .map(([bound, count]) => ({ bound: Number(bound), count }))
      .sort((one, other) => one.bound - other.bound)
      .flatMap(({ bound, count }) => Array<number>(count).fill(bound));
    expect(bounds).toHaveLength(values.length);
    const sorted = values.toSorted((one, other) => one - other);
    return sorted.map((value, at) => [value, bounds[at] as number]);
  };

  it('of gas has lower bounds that are no more than a sixteenth away', async () => {
    const random = fc.sample(fc.integer({ min: 1, max: 2 ** 53 - 1 }), { numRuns: 50, seed: 1 });
    const powers = Array.from({ length: 54 }, (_, exponent) => 2 ** exponent);
    const values = [...random, ...powers.slice(0, -1), ...powers.slice(1).map((power) => power - 1)];
    const { gas } = await campaign(values);
    for (const [value, bound] of boundsOf(values, gas)) {
      expect(bound).toBeLessThanOrEqual(value);
      expect(value - bound).toBeLessThanOrEqual(bound / 16);
    }
  });

  it('of gas has these bounds', async () => {
    const values = [0, 31, 32, 33, 63, 1_000_000];
    const { gas } = await campaign(values);
    expect(gas).toEqual({ 0: 1, 31: 1, 32: 2, 62: 1, 983040: 1 });
  });

  it('of latencies has microseconds', async () => {
    const clock = createPatientClock();
    const { latencyUs } = await campaign(
      [0, 0.5, 1.5, 1_000],
      (ms) => {
        clock.move(ms);
        return 1;
      },
      clock,
    );
    expect(latencyUs).toEqual({ 0: 1, 496: 1, 1472: 1, 983040: 1 });
  });
});
