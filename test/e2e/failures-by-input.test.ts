import { type Clock, defineDeployment } from 'crosscheck';
import { type CampaignEvent, type CampaignOptions, replayCase, runCampaign } from 'crosscheck/fuzz';
import { mergeReports, summaryOfEvents } from 'crosscheck/report';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createHandClock } from '../support/hand-clock.js';
import { observerAnswer } from '../support/observer-answer.js';
import { answerOf, type RawAnswer, type ReceivedRequest, startRawServer } from '../support/raw-server.js';

const good = answerOf(200, '{"response":{"simulationStatus":true,"estimatedGas":21000}}');
const gateway = (status: number): Buffer => answerOf(status, '{"error":"upstream"}', { 'retry-after': '0' });
const reset: RawAnswer = (socket) => socket.resetAndDestroy();

const calls = fc.record({
  request: fc.record({
    shardsKey: fc.nat().map(String),
    alphaCallParams: fc.constant({ target: `0x${'11'.repeat(20)}` }),
    betaAssets: fc.array(fc.record({ amount: fc.nat().map(String) }), { maxLength: 3 }),
    betaCaller: fc.constant(`0:${'22'.repeat(32)}`),
  }),
});

/** Ten times as fast, for campaigns that pause before they try again. */
const quickClock: Clock = {
  now: () => 10 * performance.now(),
  setTimeout: (callback, ms) => setTimeout(callback, ms / 10),
  clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout),
};

/** A service that treats simulations as a function says, given how many came before. */
async function serviceOf(
  answer: (request: ReceivedRequest, earlier: number) => RawAnswer,
  attemptTimeoutMs = 10_000,
) {
  let simulations = 0;
  const server = await startRawServer((socket, request) => {
    const given = request.method === 'POST' ? answer(request, simulations++) : observerAnswer(request);
    if (typeof given === 'function') given(socket, request);
    else socket.write(given);
  });
  const url = server.origin;
  const deployment = defineDeployment({
    name: 'staging',
    simulatorUrl: url,
    observerUrl: url,
    attemptTimeoutMs,
  });
  const fuzz = (options: Partial<CampaignOptions> = {}) =>
    runCampaign({ deployment, calls, cases: 80, phases: ['valid'], seed: 3, shrinkRuns: 40, ...options });
  return { deployment, fuzz };
}

/** Of two assets and more something breaks. */
const hasTwo = ({ body }: ReceivedRequest): boolean => (body.match(/"amount"/g) ?? []).length >= 2;

describe('a failure that a particular input causes, while control requests are answered', () => {
  it.each([403, 502, 503, 504])('is a finding, shrunk, and replays: status %s', async (status) => {
    const { deployment, fuzz } = await serviceOf((request) => (hasTwo(request) ? gateway(status) : good));
    const { findings, verdict } = await fuzz({ clock: quickClock });
    expect(verdict).toBe('findings');
    const [finding, ...others] = findings.filter(({ signature }) => signature.check === 'gateway-error');
    expect(others).toEqual([]);
    expect(finding).toMatchObject({
      confidence: 'stable',
      signature: { endpoint: 'simulate', class: `status ${status}` },
    });
    const [request] = finding?.plan.steps[0]?.requests ?? [];
    expect(request).toMatchObject({ expect: { request: { betaAssets: [{}, {}] } } });

    const plan = finding?.plan as NonNullable<typeof finding>['plan'];
    const replay = await replayCase({ deployment, plan, runs: 2 });
    expect(replay.findings).toContainEqual(
      expect.objectContaining({ id: finding?.id, confidence: 'stable' }),
    );
  });

  const clock = createHandClock();
  it.each<[string, RawAnswer, Partial<CampaignOptions>, string]>([
    ['a reset', reset, {}, 'connection closed'],
    ['a time-out', () => clock.move(60), { clock, concurrency: 1 }, 'no complete answer in time'],
  ])('is a finding, shrunk: %s', async (_, failure, options, kind) => {
    const { fuzz } = await serviceOf((request) => (hasTwo(request) ? failure : good), options.clock && 60);
    const { findings } = await fuzz(options);
    expect(findings).toMatchObject([
      { signature: { check: 'no-answer', class: kind, path: '' }, confidence: 'stable' },
    ]);
    const [request] = findings[0]?.plan.steps[0]?.requests ?? [];
    expect(request).toMatchObject({ expect: { request: { betaAssets: [{}, {}] } } });
  });
});

describe('an outage', () => {
  it.each([403, 502, 503, 504])(
    'is not a finding while each control request fails too: status %s',
    async (status) => {
      const { fuzz } = await serviceOf((_, earlier) => (earlier > 20 ? gateway(status) : good));
      const { findings, verdict } = await fuzz({
        clock: quickClock,
        maxInconclusive: 0.1,
        skipChecks: ['missing-retry-after-header'],
      });
      expect(findings).toEqual([]);
      expect(verdict).toBe('inconclusive');
    },
  );

  it('is one flaky finding when it comes and goes, with its share of the valid requests', async () => {
    const { fuzz } = await serviceOf((_, earlier) => (earlier % 3 === 2 ? gateway(502) : good));
    const { findings, inconclusive } = await fuzz({ maxInconclusive: 0.9 });
    expect(findings).toMatchObject([
      {
        signature: { check: 'gateway-error' },
        confidence: 'flaky',
        frequency: { requests: 'valid requests' },
      },
    ]);
    expect(inconclusive).toBeGreaterThan(10);
  });
});

it('that each of three shards sees once is a finding of all', async () => {
  let toFail = Number.POSITIVE_INFINITY;
  const { fuzz } = await serviceOf(() => (--toFail === 0 ? gateway(502) : good));
  const reports = [];
  for (const index of [0, 1, 2]) {
    const events: CampaignEvent[] = [];
    toFail = 20;
    const { findings, verdict } = await fuzz({
      shard: { index, count: 3 },
      onEvent: (event) => events.push(event),
    });
    expect({ findings, verdict }).toEqual({ findings: [], verdict: 'clean' });
    reports.push(events);
  }
  expect(summaryOfEvents(mergeReports(reports))).toMatchObject({
    verdict: 'findings',
    findings: [
      {
        signature: { check: 'gateway-error' },
        confidence: 'flaky',
        frequency: { shown: 3, requests: 'valid requests' },
      },
    ],
  });
});

describe('a connection that breaks', () => {
  it('is one finding for each operation, whatever was sent over it', async () => {
    let requests = 0;
    const server = await startRawServer((socket, request) => {
      requests++;
      if (requests > 8 && requests % 4 === 0) return void socket.resetAndDestroy();
      socket.write(request.method === 'POST' ? good : observerAnswer(request));
    });
    const url = server.origin;
    const deployment = defineDeployment({ simulatorUrl: url, observerUrl: url });
    const { findings } = await runCampaign({
      deployment,
      calls,
      cases: 400,
      phases: ['smoke', 'coverage', 'invalid'],
      seed: 1,
      clock: quickClock,
      shrinkRuns: 5,
      skipChecks: [
        'invalid-request-accepted',
        'wrong-method-accepted',
        'invalid-operation-id-accepted',
        'undocumented-status',
      ],
    });
    const broken = findings.filter(({ signature }) => signature.check === 'no-answer');
    expect(broken.map(({ signature }) => signature.endpoint).sort()).toEqual(['inclusion', 'simulate']);
  });
});
