import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type DeploymentOptions, defineDeployment, type SimulationRequest } from 'crosscheck';
import {
  type CampaignEvent,
  type CampaignOptions,
  type CampaignReport,
  type CasePlan,
  type CaseRequest,
  type Finding,
  type FindingCondition,
  findingText,
  knownChecks,
  phaseNames,
  replayCase,
  runCampaign,
  type Tick,
  writeBaseline,
} from 'crosscheck/fuzz';
import { formatReport, summaryOfEvents } from 'crosscheck/report';
import fc from 'fast-check';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { shardStatistics } from '../../support/custom-endpoints.js';
import { failsCampaign } from '../../support/fails-campaign.js';
import { createHandClock } from '../../support/hand-clock.js';
import { nonEmpty } from '../../support/non-empty.js';
import { observerAnswer } from '../../support/observer-answer.js';
import { answerOf, type RawAnswer, type ReceivedRequest, startRawServer } from '../../support/raw-server.js';
import { sampleFinding, writeCorpusEntry } from '../../support/sample-finding.js';
import { cliRun } from '../cli/cli-run.js';

const folder = mkdtempSync(join(tmpdir(), 'campaign-'));
afterAll(() => rmSync(folder, { recursive: true }));

const simulated = answerOf(
  200,
  '{"response":{"simulationStatus":false,"simulationError":"no such contract"}}',
);
const failed = answerOf(500, '{"error":"internal error"}');

/** Answers control requests, which every campaign makes first, and cases with the given function. */
async function service(answer: RawAnswer = simulated, options: Partial<DeploymentOptions> = {}) {
  let isControlled = false;
  const server = await startRawServer((socket, request) => {
    if (request.method === 'GET') return void socket.write(observerAnswer(request));
    const given = isControlled ? answer : simulated;
    isControlled = true;
    if (typeof given === 'function') given(socket, request);
    else socket.write(given);
  });
  const url = server.origin;
  const deployment = defineDeployment({ name: 'staging', simulatorUrl: url, observerUrl: url, ...options });
  const events: CampaignEvent[] = [];
  const fuzz = (options: Partial<CampaignOptions> = {}): Promise<CampaignReport> =>
    runCampaign({
      deployment,
      seed: 7,
      cases: 30,
      phases: only('valid'),
      onEvent: (event) => events.push(event),
      ...options,
    });
  return { deployment, events, fuzz, requests: server.requests };
}

function only(...names: readonly string[]): CampaignOptions['phases'] {
  return Object.fromEntries(phaseNames.map((name) => [name, names.includes(name)]));
}

/** The bodies of cases, without that of the control request. */
function bodiesOf(requests: readonly ReceivedRequest[]): string[] {
  return requests
    .filter(({ method }) => method === 'POST')
    .slice(1)
    .map(({ body }) => body)
    .sort();
}

function sumOf(events: readonly CampaignEvent[], count: (tick: Tick) => number | undefined): number {
  return events.reduce((sum, event) => sum + (event.event === 'tick' ? (count(event) ?? 0) : 0), 0);
}

describe('a campaign', () => {
  it('counts the cases of each phase as its own', async () => {
    const { fuzz, events } = await service();
    const report = await fuzz({ cases: 60, phases: ['smoke', ['valid', 20], ['invalid', 15]] });
    const { phases, cases } = summaryOfEvents(events);
    expect(phases.map(({ phase, cases }) => [phase, cases])).toEqual([
      ['smoke', expect.any(Number)],
      ['valid', 20],
      ['invalid', 15],
    ]);
    expect(phases.map(({ cases }) => cases)).toEqual(phases.map(({ planned }) => planned));
    expect(cases).toBe(report.cases);
  });

  it('writes the case, curl commands and a test of each new finding next to its report', async () => {
    const { fuzz } = await service(failed);
    const { findings } = await fuzz({ report: join(folder, 'campaign.ndjson') });
    const files = findings.filter(({ confidence }) => confidence === 'stable').map(({ id }) => id);
    expect(files).not.toEqual([]);
    expect(readdirSync(join(folder, 'campaign')).sort()).toEqual(
      files.flatMap((id) => [`${id}.json`, `${id}.sh`, `${id}-test.ts`]).sort(),
    );
  });

  it('keeps the kind of an answer that is too long for its report', async () => {
    const response = { simulationStatus: false, simulationError: 'no '.repeat(30_000), estimatedGas: '1' };
    const { fuzz } = await service(answerOf(200, JSON.stringify({ response })));
    const { findings } = await fuzz({ cases: 5 });
    expect(nonEmpty(findings).map(({ answers }) => answers)).toContainEqual(['failure']);
  });

  it('runs its cases and reports them', async () => {
    const { fuzz, events, requests } = await service();
    const report = await fuzz();
    expect(report).toMatchObject({
      seed: 7,
      verdict: 'clean',
      endedBy: 'cases',
      findings: [],
      cases: 30,
      plannedCases: 30,
      requests: 30,
      inconclusive: 0,
    });
    expect(bodiesOf(requests)).toHaveLength(30);
    expect(events.map(({ event }) => event)).toEqual(['campaign', 'phase', 'tick', 'end']);
    expect(events[1]).toMatchObject({ phase: 'valid', cases: 30 });
    expect(events[2]).toMatchObject({ cases: 30, statuses: { 200: 30 }, verdicts: { failure: 30 } });
    expect(sumOf(events, ({ latencyUs }) => Object.values(latencyUs).reduce((a, b) => a + b, 0))).toBe(30);
  });

  it('sends the same for the same seed, and something else for another', async () => {
    const [first, again, other] = [await service(), await service(), await service()];
    await first.fuzz();
    await again.fuzz({ concurrency: 1 });
    await other.fuzz({ seed: 8 });
    expect(bodiesOf(again.requests)).toEqual(bodiesOf(first.requests));
    expect(bodiesOf(other.requests)).not.toEqual(bodiesOf(first.requests));
  });

  it('is the union of its shards', async () => {
    const whole = await service();
    await whole.fuzz();
    const shards = await Promise.all([0, 1, 2, 3].map(() => service()));
    for (const [index, { fuzz }] of shards.entries()) await fuzz({ shard: { index, count: 4 } });
    const sizes = shards.map(({ requests }) => bodiesOf(requests).length);
    expect(sizes).toEqual([8, 8, 7, 7]);
    expect(shards.flatMap(({ events }) => events).filter(({ event }) => event === 'phase')).toMatchObject(
      sizes.map((cases) => ({ cases })),
    );
    expect(shards.flatMap(({ requests }) => bodiesOf(requests)).sort()).toEqual(bodiesOf(whole.requests));
  });

  it('without cases of its shard is clean', async () => {
    const { fuzz, events } = await service();
    for (const [index, cases] of [1, 1, 0].entries())
      expect(await fuzz({ cases: 2, shard: { index, count: 3 } })).toMatchObject({ verdict: 'clean', cases });
    expect(events.slice(-2).map(({ event }) => event)).toEqual(['campaign', 'end']);
  });

  it.each([
    ['a corpus that is not there', { corpus: join(folder, 'nowhere'), phases: only('corpus') }],
    ['no phases', { phases: only() }],
  ])('that has nothing to send proves nothing: %s', async (_, options) => {
    const nothing = { verdict: 'inconclusive', because: 'no-cases', cases: 0, endedBy: 'cases' };
    expect(await (await service()).fuzz(options)).toMatchObject(nothing);
    expect(await (await service()).fuzz({ ...options, shard: { index: 1, count: 2 } })).toMatchObject(
      nothing,
    );
  });
});

describe('a fault', () => {
  it('is found once, and ends the campaign at maxFindings', async () => {
    const { fuzz, events } = await service(failed);
    const report = await fuzz({ cases: 100_000, maxFindings: 1, shrinkRuns: 5 });
    expect(report).toMatchObject({ verdict: 'findings', endedBy: 'findings' });
    expect(report.findings[0]).toMatchObject({ signature: { check: 'server-error' }, confidence: 'stable' });
    expect(report.cases).toBeLessThan(100_000);
    expect(new Set(events.map(({ event }) => event))).toEqual(
      new Set(['campaign', 'phase', 'candidate', 'finding', 'tick', 'end']),
    );
  });

  it('does not hide that the campaign was stopped when it had enough', async () => {
    const stop = new AbortController();
    const { fuzz } = await service(failed);
    const onEvent = ({ event }: CampaignEvent): void => {
      if (event === 'finding') stop.abort();
    };
    expect(
      await fuzz({ cases: 100_000, maxFindings: 1, shrinkRuns: 5, signal: stop.signal, onEvent }),
    ).toMatchObject({
      verdict: 'findings',
      endedBy: 'stopped',
    });
  });

  it('is found first from the corpus next time, and does not fail if a baseline has it', async () => {
    const corpus = join(folder, 'corpus');
    const { findings } = await (await service(failed)).fuzz({ corpus, cases: 5, shrinkRuns: 1 });
    const ids = nonEmpty(findings).map(({ id }) => id);
    expect(readdirSync(corpus).sort()).toEqual(ids.map((id) => `${id}.json`).sort());

    const replayed = await service(failed);
    const report = await replayed.fuzz({ corpus, phases: only('corpus') });
    expect(report.findings.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
    expect(report.cases).toBe(ids.length);
    expect(replayed.events[0]).toMatchObject({ corpus });
    for (const finding of report.findings) expect(existsSync(join(corpus, `${finding.id}.json`))).toBe(true);

    const baseline = join(folder, 'known.json');
    await writeBaseline(baseline, report.findings);
    const known = await (await service(failed)).fuzz({ baseline, cases: 5 });
    expect(known.verdict).toBe('inconclusive');
    expect(new Set(known.findings.map(({ isKnown }) => isKnown))).toEqual(new Set([true]));
  });
});

it('does not hide a failure of other calls behind a known failure of some', async () => {
  const failing =
    (isFailing: (hasMethod: boolean) => boolean): RawAnswer =>
    (socket, { body }) =>
      socket.write(isFailing(/"methodName":"[^"]/.test(body)) ? failed : simulated);
  const baseline = join(folder, 'method.json');
  const first = await (await service(failing((hasMethod) => hasMethod))).fuzz();
  const [known] = first.findings;
  expect(first.findings).toMatchObject([
    { confidence: 'stable', condition: { set: ['alphaCallParams.methodName'], absent: [] } },
  ]);
  await writeBaseline(baseline, first.findings);
  const same = await (await service(failing((hasMethod) => hasMethod))).fuzz({ baseline });
  expect(same.findings).toMatchObject([{ id: known?.id, isKnown: true }]);
  expect(same.verdict).not.toBe('findings');

  const corpus = join(folder, 'method-corpus');
  const others = await service(failing((hasMethod) => !hasMethod));
  const report = await others.fuzz({ baseline, corpus });
  const [other] = report.findings;
  expect(report).toMatchObject({ verdict: 'findings' });
  expect(report.findings).toMatchObject([
    { confidence: 'stable', isKnown: false, signature: { condition: 'not with alphaCallParams.methodName' } },
  ]);
  expect(other?.id).not.toBe(known?.id);
  const replay = (await service(failing((hasMethod) => !hasMethod))).deployment;
  expect(await replayCase({ deployment: replay, id: other?.id ?? '', corpus, runs: 2 })).toMatchObject({
    isShown: true,
    findings: [{ id: other?.id }],
  });
});

it('does not hide a defect of another member behind a known one of the same check', async () => {
  const defects = (...members: readonly string[]) =>
    answerOf(
      200,
      JSON.stringify({
        response: {
          simulationStatus: true,
          estimatedGas: members.includes('gas') ? true : 21_000,
          message: members.includes('message') ? 7 : 'ok',
        },
      }),
    );
  const baseline = join(folder, 'member.json');
  const first = await (await service(defects('gas'))).fuzz();
  const [{ signature: known } = {}] = first.findings;
  await writeBaseline(baseline, first.findings);
  const same = await (await service(defects('gas'))).fuzz({ baseline });
  expect(same.findings).toMatchObject([{ signature: known, isKnown: true }]);
  const report = await (await service(defects('gas', 'message'))).fuzz({ baseline });
  expect(report).toMatchObject({ verdict: 'findings' });
  expect(report.findings.filter(({ isKnown }) => !isKnown)).toMatchObject([
    { signature: { check: known?.check, path: 'response.message' }, confidence: 'stable' },
  ]);
});

describe('the condition of a failure', () => {
  const failingIf =
    (...fails: readonly RegExp[]): RawAnswer =>
    (socket, { body }) =>
      socket.write(fails.some((pattern) => pattern.test(body)) ? failed : simulated);

  const minimal: SimulationRequest = {
    shardsKey: '7',
    alphaCallParams: { target: `0x${'11'.repeat(20)}` },
    betaAssets: [],
    betaCaller: `0:${'22'.repeat(32)}`,
  };
  const method = { alphaCallParams: { ...minimal.alphaCallParams, methodName: 'swap', arguments: '0x0a' } };
  const assets = { betaAssets: [{ amount: '5', tokenAddress: `0:${'33'.repeat(32)}` }] };
  const executor = { executorAddress: `0x${'44'.repeat(20)}` };
  const fee = { feeAssetAddress: `0:${'55'.repeat(32)}` };
  const requests = [{}, method, assets, executor, fee, { extraData: '0x0a' }];
  /** Calls with each optional field alone, and with all: so many cases have each of them, whatever the seed. */
  const calls = fc.constantFrom(
    ...[...requests, Object.assign({}, ...requests)].map((given) => ({ request: { ...minimal, ...given } })),
  );

  it.each<[string, RegExp, FindingCondition]>([
    ['a text', /"executorAddress":"0x/, { set: ['executorAddress'], absent: [] }],
    ['a text that is not there', /^(?!.*"extraData":"0x\w)/, { set: [], absent: ['extraData'] }],
    ['a list', /"amount"/, { set: ['betaAssets'], absent: [] }],
    [
      'a member of an item',
      /"tokenAddress":"\w/,
      { set: ['betaAssets', 'betaAssets[].tokenAddress'], absent: [] },
    ],
    [
      'a text that needs another one',
      /"arguments":"0x\w/,
      { set: ['alphaCallParams.arguments', 'alphaCallParams.methodName'], absent: [] },
    ],
  ])('names %s', async (_, pattern, condition) => {
    const { findings } = await (await service(failingIf(pattern))).fuzz({ cases: 60, calls });
    expect(findings).toMatchObject([
      { signature: { check: 'server-error' }, confidence: 'stable', condition },
    ]);
  });

  it('names no member with which the call is rejected', async () => {
    const rejects: RawAnswer = (socket, { body }) =>
      socket.write(/"feeAssetAddress":"\w/.test(body) ? answerOf(400, '{"error":"no such asset"}') : failed);
    const { findings } = await (await service(rejects)).fuzz({ calls });
    const finding = findings.find(({ signature }) => signature.check === 'server-error');
    expect(finding).toMatchObject({ confidence: 'stable' });
    expect(finding).not.toHaveProperty('condition');
  });

  it('distinguishes two causes in one campaign, and a third one that the baseline does not have', async () => {
    const [named, chosen, paid] = [/"methodName":"\w/, /"executorAddress":"0x/, /"feeAssetAddress":"\w/];
    const two = await service(failingIf(named, chosen));
    const { findings } = await two.fuzz({ cases: 60, calls });
    expect(findings).toHaveLength(2);
    expect(new Set(findings.map(({ condition }) => condition?.set.join()))).toEqual(
      new Set(['alphaCallParams.methodName', 'executorAddress']),
    );
    expect(findings.filter(({ signature }) => signature.condition === undefined)).toHaveLength(1);

    const baseline = join(folder, 'two-causes.json');
    await writeBaseline(baseline, findings);
    const same = await (await service(failingIf(named, chosen))).fuzz({ cases: 60, calls, baseline });
    expect(same.findings.map(({ isKnown }) => isKnown)).toEqual([true, true]);
    const third = await (await service(failingIf(named, chosen, paid))).fuzz({ cases: 60, calls, baseline });
    expect(third.findings.filter(({ isKnown }) => !isKnown)).toMatchObject([
      { confidence: 'stable', condition: { set: ['feeAssetAddress'], absent: [] } },
    ]);
  });
});

describe('a case of the corpus about an operation that the deployment does not know', () => {
  const operationId = `0x${'3c'.repeat(32)}`;
  const request: CaseRequest = {
    endpoint: 'inclusion',
    query: `operationId=${operationId}`,
    expect: { kind: 'known', operationId },
  };

  it('is left out, because operations are lost when a deployment restarts', async () => {
    const corpus = mkdtempSync(join(folder, 'life-'));
    const plan: CasePlan = { phase: 'stateful', kind: 'repeated', steps: [{ requests: [request, request] }] };
    await writeCorpusEntry(corpus, sampleFinding({ plan }));
    const before = readdirSync(corpus);
    const { fuzz } = await service();
    const report = await fuzz({ corpus, phases: { ...only('valid'), corpus: true } });
    expect(report).toMatchObject({ verdict: 'clean', findings: [], cases: 30 });
    expect(report.notes).toEqual([
      'Left out 1 case of the corpus about operations that staging does not know',
    ]);
    expect(readdirSync(corpus)).toEqual(before);
    const nothing = await (await service()).fuzz({ corpus, phases: only('corpus') });
    expect(nothing).toMatchObject({ verdict: 'inconclusive', because: 'no-cases' });
    const known = await (await service()).fuzz({
      corpus,
      phases: only('corpus'),
      operationIds: [operationId],
    });
    expect(known.findings).toMatchObject([{ signature: { check: 'valid-request-rejected' } }]);
  });
});

describe('what ends a campaign early', () => {
  it('is its time, of which a tenth is kept for findings', async () => {
    const clock = createHandClock();
    let answered = 0;
    const { fuzz } = await service((socket) => {
      socket.write(simulated);
      if (++answered === 100) clock.move(9_000);
    });
    const report = await fuzz({ cases: 10 ** 9, durationMs: 10_000, clock });
    expect(report).toMatchObject({ endedBy: 'time', verdict: 'clean', durationMs: 9_000 });
    expect(clock.timers).toBe(0);
  });

  it('is its time, and that proves nothing when nothing was answered', async () => {
    const clock = createHandClock();
    let asked = 0;
    const { fuzz, events } = await service(() => {
      if (++asked === 8) clock.move(10_000);
    });
    const report = await fuzz({ durationMs: 10_000, clock });
    const inconclusive = { endedBy: 'time', verdict: 'inconclusive', because: 'no-cases' };
    // What it cut off itself says nothing of the deployment.
    expect(report).toMatchObject({
      ...inconclusive,
      cases: 0,
      plannedCases: 30,
      requests: 0,
      inconclusive: 0,
    });
    expect(sumOf(events, ({ inconclusive }) => inconclusive)).toBe(0);
  });

  it('is a deployment that answers only 429 for 30 s', async () => {
    const clock = createHandClock();
    const { fuzz } = await service(answerOf(429, '', { 'retry-after': '3600' }), {
      attemptTimeoutMs: 60_000,
    });
    const onEvent = (event: CampaignEvent): void => {
      if (event.event === 'phase') setImmediate(() => clock.move(30_000));
    };
    expect(await fuzz({ clock, onEvent })).toMatchObject({ endedBy: 'unreachable', cases: 0 });
  });

  it('is a deployment that sends no conclusive answer for 10 s', async () => {
    const clock = createHandClock();
    let asked = 0;
    const { fuzz } = await service((socket) => {
      if (++asked === 20) clock.move(10_000);
      socket.destroy();
    });
    const report = await fuzz({ cases: 10_000, clock, skipChecks: ['no-answer'] });
    expect(report).toMatchObject({ endedBy: 'unreachable', because: 'unreachable' });
    expect(report.cases).toBeLessThan(200);
  });

  it('is not a deployment that is silent for a minute, but answers control requests', async () => {
    const clock = createHandClock();
    let asked = 0;
    const { fuzz } = await service(
      (socket) => {
        if (++asked === 20) clock.move(60_000);
        socket.write(simulated);
      },
      { attemptTimeoutMs: 120_000, timeoutMs: 120_000 },
    );
    const report = await fuzz({ cases: 100, clock, skipChecks: ['slow-response'] });
    expect(report).toMatchObject({ endedBy: 'cases', verdict: 'clean', cases: 100 });
  });

  it('is its signal, with a report that is whole', async () => {
    const stop = new AbortController();
    const path = join(folder, 'stopped.ndjson');
    const { fuzz } = await service((socket) => {
      stop.abort();
      socket.write(simulated);
    });
    const report = await fuzz({ signal: stop.signal, report: path });
    expect(report).toMatchObject({ endedBy: 'stopped', verdict: 'inconclusive' });
    const lines = readFileSync(path, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines[0]).toMatchObject({ event: 'campaign', format: 1, seed: 7, phases: ['valid'] });
    expect(lines.at(-1)).toMatchObject({ event: 'end', endedBy: 'stopped' });
  });

  it.each<[string, RawAnswer]>([
    ['closes every connection', (socket) => socket.destroy()],
    ['has a gateway that does not reach it any more', answerOf(502, '{"error":"bad gateway"}')],
    ['lets nobody in any more', answerOf(401, '{"error":"token expired"}')],
  ])('is a deployment that %s', async (_, answer) => {
    const { fuzz } = await service(answer);
    const report = await fuzz({ cases: 10_000, skipChecks: ['no-answer'] });
    expect(report).toMatchObject({
      endedBy: 'unreachable',
      verdict: 'inconclusive',
      because: 'unreachable',
    });
    expect(report.cases).toBeLessThan(300);
  });

  it('is a cache in front of the deployment, which is named', async () => {
    const { fuzz } = await service(answerOf(200, '{"response":{"simulationStatus":true}}', { age: '7' }));
    const report = await fuzz({ cases: 10_000 });
    expect(report).toMatchObject({
      endedBy: 'unreachable',
      verdict: 'inconclusive',
      inconclusiveOutcomes: { cache: report.inconclusive },
    });
  });

  it('comes soon when reruns of its findings hang, which then say that they were not rerun', async () => {
    let cases = 0;
    const withoutGas = answerOf(200, '{"response":{"simulationStatus":true,"estimatedGas":0}}');
    const { fuzz } = await service((socket) => void (cases++ === 0 && socket.write(withoutGas)));
    const report = await fuzz({ cases: 1, confirmTimeoutMs: 100 });
    expect(report).toMatchObject({ endedBy: 'cases', verdict: 'inconclusive', because: 'unconfirmed' });
    expect(report.findings.map(({ confidence, runs }) => [confidence, runs])).toContainEqual([
      'unconfirmed',
      { shown: 0, of: 0 },
    ]);
    expect(findingText(report.findings[0] as Finding)).toContain('unconfirmed, it was not rerun');
  });

  it('is an error that a listener throws', async () => {
    const { fuzz } = await service();
    const onEvent = (event: CampaignEvent): void => {
      if (event.event === 'phase') throw new Error('full');
    };
    await expect(fuzz({ onEvent })).rejects.toThrow('full');
  });

  it('is a headers function that fails', async () => {
    let calls = 0;
    const headers = (): Record<string, string> => {
      if (calls++ === 10) throw new Error('no token');
      return {};
    };
    const { fuzz, events } = await service(simulated, { headers });
    await expect(fuzz()).rejects.toThrow('The headers function of staging failed');
    expect(events.at(-1)?.event).not.toBe('end');
  });
});

it.each<[string, Record<string, string>, string]>([
  [
    'skips leaked-secret in JUnit if no credential was sent',
    {},
    '<skipped message="found nothing, but no request had a credential"',
  ],
  ['passes leaked-secret in JUnit if one was', { authorization: 'Bearer sesame-0123456789' }, ''],
])('%s', async (_, headers, within) => {
  const { fuzz, events } = await service(simulated, { headers });
  expect(await fuzz()).toMatchObject({
    verdict: 'clean',
    gaps: [{ text: 'no simulation succeeded', exercise: 'succeeded' }],
  });
  const [, content = ''] = /name="leaked-secret" time="0.000"(?:\/>|>\s*(.*?)\s*<\/testcase>)/.exec(
    formatReport(summaryOfEvents(events), 'junit'),
  ) ?? [undefined, 'no test case'];
  expect(content).toBe(within === '' ? '' : `${within}/>`);
});

it('names options, not flags, in the report of a gap', async () => {
  const { fuzz, events } = await service(simulated);
  expect(await fuzz()).toMatchObject({ gaps: [{ text: 'no simulation succeeded', exercise: 'succeeded' }] });
  expect(formatReport(summaryOfEvents(events), 'text')).toContain(
    'No simulation succeeded; pass calls that the deployment knows (calls).',
  );
});

it('ticks about once a second', async () => {
  const clock = createHandClock(0);
  const { fuzz, events } = await service((socket) => {
    clock.move(100);
    socket.write(simulated);
  });
  await fuzz({ clock, concurrency: 1, cases: 25 });
  const ticks = events.filter((event): event is Tick => event.event === 'tick');
  expect(ticks.map(({ atMs }) => atMs)).toEqual([1000, 2000, 2500]);
  expect(ticks.reduce((sum, { cases }) => sum + cases, 0)).toBe(25);
});

describe('everything that a campaign sends', () => {
  const operationId = `0x${'0b'.repeat(32)}`;

  /** Runs a campaign with every kind of request, and returns what its server measured by the clock of the campaign. */
  async function measured(options: Partial<CampaignOptions>) {
    const clock = createHandClock(0);
    let begun = 0;
    let ended = 0;
    let isOver = false;
    let inProgress = 0;
    let most = 0;
    let posts = 0;
    const arrivals: { readonly target: string; readonly atMs: number }[] = [];
    const busy = new WeakSet<object>();
    const server = await startRawServer((socket, request) => {
      const { target } = request;
      // What raw bytes look like after a first request is none.
      if (busy.has(socket)) return;
      busy.add(socket);
      most = Math.max(most, ++inProgress);
      arrivals.push({ target, atMs: clock.now() });
      const isPost = request.method === 'POST';
      if (isPost) posts++;
      const answer = isPost
        ? [simulated, failed, answerOf(502, '')][posts < 3 ? 0 : posts % 3]
        : target.includes('/shards-statistics')
          ? answerOf(200, '{"shards":[]}')
          : observerAnswer(request);
      setTimeout(() => {
        inProgress--;
        busy.delete(socket);
        socket.write(answer as Buffer);
      }, 2);
    });
    const deployment = defineDeployment({
      simulatorUrl: server.origin,
      observerUrl: server.origin,
      // Called for each request, also for raw bytes, which no dispatcher sends.
      headers() {
        begun++;
        return {};
      },
      onExchange: () => void ended++,
    });
    const corpus = mkdtempSync(join(folder, 'pace-'));
    const known: CaseRequest = { endpoint: 'inclusion', expect: { kind: 'known', operationId } };
    const plan: CasePlan = { phase: 'stateful', kind: 'poll', steps: [{ requests: [known] }] };
    await writeCorpusEntry(corpus, sampleFinding({ plan }));
    const running = runCampaign({
      deployment,
      clock,
      corpus,
      seed: 7,
      cases: 20,
      shrinkRuns: 2,
      confirmTimeoutMs: 3_600_000,
      endpoints: [shardStatistics],
      phases: only('corpus', 'valid', 'endpoints'),
      ...options,
    }).finally(() => {
      isOver = true;
    });
    // Time stands still while a request is on its way.
    for (; !isOver; await nextTurn()) if (begun === ended && clock.timers > 0) clock.moveToNext();
    return { arrivals, most, report: await running };
  }

  /** Which kinds of requests arrived, besides cases. */
  function kindsOf(arrivals: readonly { readonly target: string }[]): string[] {
    const has = (text: string): boolean => arrivals.some(({ target }) => target.includes(text));
    return [
      ...(has('no-such-operation') ? ['preflight'] : []),
      ...(has('c0de'.repeat(16)) ? ['controls'] : []),
      ...(has('shards-statistics') ? ['custom endpoints'] : []),
      ...(has(operationId) ? ['operations of the corpus'] : []),
    ];
  }
  const allKinds = ['preflight', 'controls', 'custom endpoints', 'operations of the corpus'];

  // With seed 9, some of them are raw bytes.
  it.each([7, 9])('obeys one limit of concurrent requests, with the seed %i', async (seed) => {
    const { most, arrivals, report } = await measured({ concurrency: 2, seed });
    expect(kindsOf(arrivals)).toEqual(allKinds);
    // Reruns of findings are not counted as requests.
    expect(arrivals.length).toBeGreaterThan(report.requests + 20);
    expect(most).toBe(2);
  });

  it.each([7, 9])('obeys one rate, with the seed %i', async (seed) => {
    const { arrivals, report } = await measured({ ratePerSecond: 10, seed });
    expect(kindsOf(arrivals)).toEqual(allKinds);
    expect(arrivals.length).toBeGreaterThan(report.requests + 20);
    const gaps = arrivals.slice(1).map(({ atMs }, at) => atMs - (arrivals[at]?.atMs ?? atMs));
    expect(Math.min(...gaps)).toBe(100);
  });
});

describe('what a campaign did not see', () => {
  const skipChecks = knownChecks.map(({ name }) => name).filter((name) => name !== 'superlinear-latency');
  const latency = { phases: only('coverage'), cases: 4, skipChecks };
  const growing = { ...latency, cases: 20, durationMs: 900 };

  it('names the checks that it leaves out in its notes, which every report shows', async () => {
    const { fuzz } = await service(simulated);
    const report = await fuzz({ skipChecks: ['gas-missing', 'no-answer'] });
    expect(report.notes).toContain('Skipped by skipChecks: no-answer, gas-missing');
  });

  it('names what latency was not measured for in time', async () => {
    const { fuzz } = await service((socket) => void setTimeout(() => socket.write(simulated), 150));
    expect(await fuzz(growing)).toMatchObject({
      endedBy: 'time',
      verdict: 'clean',
      gaps: [
        {
          text: 'how latency grows with the number of assets (betaAssets) was not measured',
          growth: 'assets',
        },
        {
          text: 'how latency grows with the length of a text (alphaCallParams.arguments, extraData) was not measured',
          growth: 'text',
        },
        { text: 'how latency grows with the depth of nesting (extraData) was not measured', growth: 'depth' },
      ],
    });
  });

  it('proves nothing when latency looked as if it grew too fast, and time ran out', async () => {
    const clock = createHandClock();
    // By the square of the length of a text: time runs out in the case after that of the assets.
    const { fuzz } = await service((socket, { body }) => {
      const hasManyAssets = body.split('"amount"').length > 10;
      clock.move(hasManyAssets ? 0 : (body.length / 4_096) ** 2);
      socket.write(simulated);
    });
    expect(await fuzz({ ...growing, durationMs: 700, clock, concurrency: 1 })).toMatchObject({
      endedBy: 'time',
      verdict: 'inconclusive',
      because: 'unconfirmed',
    });
  });

  it('proves nothing with checks alone that its phases do not exercise', async () => {
    const { fuzz } = await service();
    const others = knownChecks.flatMap(({ name, family }) => (family === 'metamorphic' ? [] : name));
    expect(await fuzz({ phases: only('valid'), cases: 5, skipChecks: others })).toMatchObject({
      verdict: 'inconclusive',
      because: 'no-evidence',
      gaps: [
        { text: 'the selected checks could not find anything: no case of the phase metamorphic was run' },
      ],
    });
  });

  it.each([
    ['unstable-members', 'no case got two verdicts for the same call'],
    ['cross-request-leak', 'no case got verdicts for different calls'],
    ['message-contradicts-verdict', 'no case got verdicts for different calls'],
    ['simulation-changes-state', 'no case got two verdicts for the same call'],
    ['unstable-fee-params', 'no case got verdicts for different calls'],
    ['duplicate-operation-id', 'no case got two messages'],
  ])(
    'proves nothing with %s alone, which compares answers, where there is nothing to compare',
    async (name, gap) => {
      const message = '{"operationId":"OPERATION","shardsKey":1}';
      const { fuzz } = await service(
        answerOf(200, `{"response":{"simulationStatus":true,"outMessages":[${message}]}}`),
      );
      const others = knownChecks.map((check) => check.name).filter((other) => other !== name);
      const report = await fuzz({ phases: only('smoke', 'valid'), cases: 2, skipChecks: others });
      expect(report).toMatchObject({
        ...{ cases: 2, findings: [], verdict: 'inconclusive', because: 'no-evidence' },
        gaps: [{ text: `the selected checks could not find anything: ${gap}` }],
      });
    },
  );

  it.each(['unstable-members', 'cross-request-leak'])(
    'is clean with %s alone, where there is something to compare',
    async (name) => {
      const { fuzz } = await service();
      const others = knownChecks.map((check) => check.name).filter((other) => other !== name);
      const { verdict } = await fuzz({ phases: only('metamorphic'), cases: 8, skipChecks: others });
      expect(verdict).toBe('clean');
    },
  );

  it('proves nothing about latency over time with a few answers', async () => {
    const { fuzz } = await service();
    const others = knownChecks.flatMap(({ name }) => (name === 'creeping-latency' ? [] : name));
    expect(await fuzz({ phases: only('valid'), cases: 5, skipChecks: others })).toMatchObject({
      verdict: 'inconclusive',
      because: 'no-evidence',
      gaps: [
        {
          text: 'the selected checks could not find anything: creeping-latency needs 144 answers of one endpoint',
        },
      ],
    });
  });

  it('is not about latency if all of it was measured', async () => {
    const { fuzz } = await service();
    const { verdict, gaps } = await fuzz(latency);
    expect([verdict, gaps]).toEqual(['clean', undefined]);
  });

  it('is an operation past its first stage', async () => {
    const operationIds = [`0x${'1a'.repeat(32)}`, `0x${'2b'.repeat(32)}`];
    const server = await startRawServer((socket, request) => {
      if (request.method !== 'GET') return void socket.write(simulated);
      const isKnown = operationIds.some((id) => request.target.toLowerCase().includes(id));
      const record =
        '{"response":{"operationId":"ID","stage":"start","success":true,"note":{},"transactions":[]}}';
      const id = /0x[0-9a-f]{64}/i.exec(request.target)?.[0] ?? '';
      socket.write(isKnown ? answerOf(200, record.replace('ID', id)) : observerAnswer(request));
    });
    const deployment = defineDeployment({
      name: 'staging',
      simulatorUrl: server.origin,
      observerUrl: server.origin,
    });
    const report = await runCampaign({
      deployment,
      seed: 7,
      cases: 4,
      phases: only('stateful'),
      operationIds,
    });
    expect(report.gaps).toContainEqual({ text: 'no operation got past its first stage' });
  });
});

describe('a file that cannot be written', () => {
  it.each([join(process.execPath, 'corpus'), '/proc/no-such/corpus'])(
    'is rejected as a corpus before anything is sent: %s',
    async (corpus) => {
      const { fuzz, requests } = await service();
      await expect(fuzz({ corpus })).rejects.toThrow(/^The corpus .+ cannot be (?:read|written)/);
      expect(requests).toEqual([]);
    },
  );

  it('is rejected as a baseline before a campaign', async () => {
    const file = join(folder, 'no-such-folder', 'baseline.json');
    const fuzz = ['fuzz', '--simulator-url', 'http://127.0.0.1:1', '--connect-timeout', '100ms'];
    expect(await cliRun([...fuzz, '--write-baseline', file])).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: `error: The baseline ${file} cannot be written: there is no such file or folder (ENOENT)\n`,
    });
    // The deployment cannot be reached.
    const writable = join(folder, 'new.json');
    expect(await cliRun([...fuzz, '--no-report', '--write-baseline', writable])).toMatchObject({
      exitCode: 3,
    });
    expect(existsSync(writable)).toBe(false);
  });
});

/** A clock that runs twenty times as fast, because the pauses before retries would take ten seconds. */
function hurriedClock() {
  const clock = createHandClock();
  const hurry = setInterval(() => clock.move(20), 1);
  onTestFinished(() => clearInterval(hurry));
  return clock;
}

describe('valid requests that fail now and then', () => {
  const every = (count: number, failure: RawAnswer): RawAnswer => {
    let asked = 0;
    return (socket, request) => {
      const answer = ++asked % count === 0 ? failure : simulated;
      if (typeof answer === 'function') answer(socket, request);
      else socket.write(answer);
    };
  };

  it.each<[string, number, RawAnswer, string, string]>([
    ['500', 10, failed, 'server-error', 'status 500 for a valid request'],
    ['a reset', 6, (socket) => socket.resetAndDestroy(), 'no-answer', 'connection closed'],
    ['a connection that is closed', 25, (socket) => socket.destroy(), 'no-answer', 'connection closed'],
    [
      'an answer that is cut off',
      25,
      (socket) => socket.end(simulated.subarray(0, -10)),
      'no-answer',
      'connection closed',
    ],
    ['502', 6, answerOf(502, '<html>'), 'gateway-error', 'status 502'],
    ['408', 6, answerOf(408, '{"error":"timeout"}'), 'gateway-error', 'status 408'],
    ['401', 6, answerOf(401, '{"error":"no"}'), 'gateway-error', 'status 401'],
    ['an empty 200', 6, answerOf(200, ''), 'malformed-json', 'empty'],
  ])('are a flaky finding with their rate: %s, every %d requests', async (_, count, failure, check, kind) => {
    const { fuzz } = await service(every(count, failure));
    const report = await fuzz({ cases: 100, shrinkRuns: 5 });
    const finding = report.findings.find(({ signature }) => signature.check === check);
    expect(report.verdict).toBe('findings');
    expect(finding).toMatchObject({
      confidence: 'flaky',
      signature: { class: expect.stringContaining(kind) },
      frequency: { of: 100, requests: 'valid requests' },
    });
    expect(finding).not.toHaveProperty('context');
    expect(findingText(finding as Finding).replace(/\n {14}/g, ' ')).toMatch(
      /Confidence: flaky, (?:one more run|(?:none|\d|all) of \d runs) (?:showed|did not show) it.*; \d+ of 100 valid requests of the campaign showed it/,
    );
  });

  it.each<[string, Buffer]>([
    ['fail once', failed],
    ['are not answered for a while', answerOf(502, '')],
  ])('are not a finding if they %s', async (_, failure) => {
    let asked = 0;
    const until = failure === failed ? 41 : 55;
    const { fuzz } = await service((socket) => {
      asked++;
      socket.write(asked > 40 && asked <= until ? failure : simulated);
    });
    const report = await fuzz({ cases: 200, shrinkRuns: 5, concurrency: 4 });
    expect(report.findings.filter(failsCampaign)).toEqual([]);
    expect(report.verdict).toBe('clean');
  });

  it('are not reported if they are outages with 503, which need no Retry-After', async () => {
    let asked = 0;
    const busy = answerOf(503, '{"error":"no upstream"}');
    const { fuzz, events } = await service((socket) => {
      asked++;
      socket.write(asked > 40 && asked % 100 < 30 ? busy : simulated);
    });
    const report = await fuzz({ cases: 300, shrinkRuns: 5, concurrency: 4 });
    expect(report).toMatchObject({ verdict: 'clean', findings: [] });
    expect(events.filter(({ event }) => event === 'candidate' || event === 'finding')).toEqual([]);
  });

  it('are counted if a retry replaced them', async () => {
    let asked = 0;
    let busy = 0;
    const { fuzz } = await service((socket) => {
      if (++asked % 7 !== 0) return void socket.write(simulated);
      busy++;
      socket.write(answerOf(503, '{"error":"busy"}', { 'retry-after': '0' }));
    });
    const report = await fuzz({ cases: 30, concurrency: 1 });
    expect(report).toMatchObject({ verdict: 'clean', inconclusive: 0, retried: { 503: busy } });
  });

  it('are shown with the answer that was wrong, not with that to a retry', async () => {
    const { fuzz } = await service(every(20, answerOf(429, '{"error":"slow down"}')), {
      attemptTimeoutMs: 120_000,
      timeoutMs: 120_000,
    });
    // One request after the other, so that each run of the test has the same ones rejected.
    const { findings } = await fuzz({
      ...{ cases: 100, concurrency: 1, shrinkRuns: 5, clock: hurriedClock(), skipChecks: ['slow-response'] },
    });
    expect(findings).toMatchObject([
      { signature: { check: 'missing-retry-after-header' }, confidence: 'flaky', at: expect.any(Number) },
    ]);
    const [{ exchanges, at }] = findings as [Finding];
    expect(exchanges[at ?? 0]?.response?.status).toBe(429);
  });

  it('are a finding if a request gets 503 each time while others are answered', async () => {
    const { fuzz } = await service(
      (socket, { body }) =>
        socket.write(/"methodName":"\w/.test(body) ? answerOf(503, '{"error":"busy"}') : simulated),
      { attemptTimeoutMs: 120_000, timeoutMs: 120_000 },
    );
    const clock = hurriedClock();
    const report = await fuzz({ cases: 20, shrinkRuns: 5, clock, skipChecks: ['slow-response'] });
    expect(report.findings.map(({ signature, confidence }) => [signature.check, confidence])).toEqual([
      ['gateway-error', 'stable'],
      ['missing-retry-after-header', 'stable'],
    ]);
  });
});

it.each([undefined, null, 3, { signal: 'x' }])('rejects the options %j', async (options) => {
  await expect(runCampaign(options as never)).rejects.toMatchObject({
    code: 'USAGE',
    message: expect.stringMatching(/run has invalid options|campaign has invalid options/),
  });
});
