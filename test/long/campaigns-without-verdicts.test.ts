import { defineDeployment, defineEndpoint } from 'crosscheck';
import { type CampaignEvent, type CampaignOptions, knownChecks, runCampaign } from 'crosscheck/fuzz';
import { formatReport, mergeReports, summaryOfEvents } from 'crosscheck/report';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { observerAnswer } from '../support/observer-answer.js';
import { answerOf, type RawAnswer, type ReceivedRequest, startRawServer } from '../support/raw-server.js';
import { cliRun } from '../unit/cli/cli-run.js';

const operationId = `0x${'ab'.repeat(32)}`;
const succeeded = '{"response":{"simulationStatus":true,"estimatedGas":21000}}';
const failed = '{"response":{"simulationStatus":false,"simulationError":"paused"}}';
const empty = '{"response":{}}';

const things = defineEndpoint({
  name: 'number-of-things',
  server: 'observer',
  method: 'GET',
  path: '/number-of-things',
  query: z.object({ owner: z.string().min(1) }),
  response: z.object({ response: z.int() }),
});

/** What an observer answers that knows one operation. */
function known(request: ReceivedRequest): Buffer {
  const record = '{"response":{"stage":"collected","success":true}}';
  return request.target.toLowerCase().includes(operationId) ? answerOf(200, record) : observerAnswer(request);
}

/** A service of which every simulation, and every record of a known operation, has this body. */
async function campaignOf(simulation: string, record = empty, own = answerOf(404, '{"error":"none"}')) {
  const server = await startRawServer((socket, request) => {
    if (request.method === 'POST') return void socket.write(answerOf(200, simulation));
    if (request.target.includes('/number-of-things')) return void socket.write(own);
    const { searchParams } = new URL(request.target, 'http://localhost');
    const isKnown = searchParams.get('operationId')?.toLowerCase() === operationId;
    socket.write(isKnown ? answerOf(200, record) : observerAnswer(request));
  });
  const url = server.origin;
  const deployment = defineDeployment({ name: 'staging', simulatorUrl: url, observerUrl: url });
  const events: CampaignEvent[] = [];
  const run = (options: Partial<CampaignOptions> = {}) =>
    runCampaign({
      deployment,
      cases: 40,
      phases: ['valid'],
      seed: 7,
      onEvent: (event) => events.push(event),
      ...options,
    });
  return { url, deployment, events, run };
}

describe('a campaign proves nothing', () => {
  it('when no simulation gave a verdict', async () => {
    const { run, events } = await campaignOf(empty);
    const expected = {
      verdict: 'inconclusive',
      because: 'no-evidence',
      gaps: [{ text: 'no valid call got a verdict' }, { text: '41 of 41 valid calls got no verdict' }],
    };
    expect(await run()).toMatchObject({ ...expected, findings: [], inconclusive: 0 });
    expect(events.at(-1)).toMatchObject(expected);
    expect(formatReport(summaryOfEvents(events), 'text')).toContain(
      'is inconclusive: no valid call got a verdict',
    );
  });

  it.each([empty, '{"response":{"transactions":null}}', '{"response":{"note":{}}}'])(
    'when each known operation has the record %s',
    async (record) => {
      const { run } = await campaignOf(succeeded, record);
      const report = await run({
        phases: ['stateful'],
        operationIds: [operationId],
      });
      expect(report).toMatchObject({ verdict: 'inconclusive', because: 'no-evidence' });
      expect(report.gaps).toContainEqual(
        expect.objectContaining({ text: 'no record of a known operation had a stage' }),
      );
    },
  );

  it('when an operation of its own never answers with success', async () => {
    const { run } = await campaignOf(succeeded);
    const report = await run({ phases: ['valid', 'endpoints'], endpoints: [things] }).catch((error) => error);
    expect(report).toMatchObject({
      verdict: 'inconclusive',
      exercised: { endpoints: { 'number-of-things': 0 } },
    });
  });

  it('in a shard of it', async () => {
    const { run, events } = await campaignOf(empty);
    await run({ shard: { index: 0, count: 2 } });
    const first = events.splice(0);
    await run({ shard: { index: 1, count: 2 } });
    const report = summaryOfEvents(mergeReports([first, events]));
    expect(report).toMatchObject({ verdict: 'inconclusive', because: 'no-evidence' });
    expect(report.gaps).toContainEqual(expect.objectContaining({ text: 'no valid call got a verdict' }));
  });
});

describe('a campaign without a single successful simulation', () => {
  it('says so in its result and in each form of report', async () => {
    const { run, events } = await campaignOf(failed);
    expect(await run()).toMatchObject({ verdict: 'clean', gaps: [{ text: 'no simulation succeeded' }] });
    expect(events.at(-1)).toMatchObject({ event: 'end', gaps: [{ text: 'no simulation succeeded' }] });
    const summary = summaryOfEvents(events);
    for (const format of ['text', 'markdown', 'junit', 'json', 'html'] as const)
      expect(formatReport(summary, format)).toMatch(/no simulation succeeded/i);
  });

  it('says so in the terminal', async () => {
    const { url } = await campaignOf(failed);
    const flags = [
      '--simulator-url',
      url,
      '--observer-url',
      url,
      '--seed',
      '7',
      '--phase',
      'valid',
      '--cases',
      '20',
      '--no-report',
      '--no-corpus',
    ];
    const { stdout } = await cliRun(['fuzz', ...flags]);
    expect(stdout).toContain('Note: No simulation succeeded; name a contract and its function (--target');
  });

  it('names what its phases require before everything else that is missing', async () => {
    const { run } = await campaignOf(failed);
    const report = await run({ phases: ['valid', 'stateful'] });
    expect(report).toMatchObject({ verdict: 'inconclusive', because: 'no-evidence' });
    expect(report.gaps?.slice(0, 2).map(({ text }) => text)).toEqual([
      'no record of a known operation had a stage',
      'no simulation succeeded',
    ]);
  });

  it('says nothing of it when one succeeded', async () => {
    const { run } = await campaignOf(succeeded);
    expect(await run()).toMatchObject({ verdict: 'clean' });
    expect((await run()).gaps).not.toContainEqual(
      expect.objectContaining({ text: 'no simulation succeeded' }),
    );
  });
});

describe('a campaign is not clean', () => {
  /** A deployment whose simulator gives one answer to everything, or one that depends on the number of the call. */
  const serviceOf = async (answer: (call: number) => RawAnswer) => {
    let calls = 0;
    const server = await startRawServer((socket, request) => {
      if (request.method !== 'POST') return void socket.write(observerAnswer(request));
      const answered = answer(calls++);
      if (typeof answered === 'function') answered(socket, request);
      else socket.write(answered);
    });
    const deployment = defineDeployment({
      name: 'staging',
      simulatorUrl: server.origin,
      observerUrl: server.origin,
    });
    return (options: Partial<CampaignOptions> = {}) =>
      runCampaign({ deployment, cases: 30, phases: ['valid'], seed: 7, ...options });
  };
  const rejecting = () => answerOf(400, '{"error":"no"}');
  const failing = () => answerOf(500, '{"error":"boom"}');
  // All but one that these services cannot violate.
  const allChecks = knownChecks.flatMap(({ name }) => (name === 'slow-response' ? [] : name));

  it.each([
    ['server-error is skipped', { skipChecks: ['server-error'] as const }],
    ['every other check is skipped as well', { skipChecks: allChecks }],
  ])('when every valid call gets a 500 and %s', async (_, options) => {
    const report = await (await serviceOf(failing))(options);
    expect(report).toMatchObject({ verdict: 'inconclusive', because: 'no-evidence', findings: [] });
    expect(report.gaps).toContainEqual(expect.objectContaining({ text: 'no valid call got a verdict' }));
  });

  it('when the phase invalid runs alone against a simulator that rejects everything', async () => {
    const run = await serviceOf(rejecting);
    const report = await run({ phases: ['invalid'] });
    expect(report).toMatchObject({ verdict: 'inconclusive', because: 'no-evidence', findings: [] });
    const accepting = await serviceOf(() => answerOf(200, succeeded));
    const accepted = await accepting({ phases: ['invalid'], skipChecks: allChecks });
    expect(accepted).toMatchObject({ verdict: 'clean', exercised: { counts: { verdicts: 2 } } });
  });

  it.each(
    (['invalid', 'wire', 'coverage', 'smoke'] as const).flatMap((phase) =>
      [1, 8].map((answers) => ({ phase, answers })),
    ),
  )(
    'when the simulator rejects everything after $answers answers, in the phase $phase',
    async ({ phase, answers }) => {
      const run = await serviceOf((call) => (call < answers ? answerOf(200, succeeded) : rejecting()));
      const report = await run({ phases: [phase], skipChecks: allChecks });
      expect(report).toMatchObject({ verdict: 'inconclusive', findings: [] });
      if (phase !== 'invalid' && phase !== 'wire') return;
      expect(report.because).toBe('no-evidence');
      expect(report.gaps?.[0]?.text).toBe(
        'the simulator accepted no valid request after the last invalid ones',
      );
    },
  );

  it('unless the observer was only too busy for one valid request after the invalid ones', async () => {
    let control: string | undefined;
    let isBusy = false;
    const server = await startRawServer((socket, request) => {
      if (request.method === 'POST') return void socket.write(answerOf(200, succeeded));
      control ??= request.target;
      const answer = isBusy
        ? answerOf(503, '{"error":"busy"}', { 'retry-after': '0' })
        : observerAnswer(request);
      isBusy = request.target !== control;
      socket.write(answer);
    });
    const url = server.origin;
    const deployment = defineDeployment({ name: 'staging', simulatorUrl: url, observerUrl: url });
    const run = { deployment, seed: 7, cases: 30, phases: ['invalid'] as const, concurrency: 1 };
    expect(await runCampaign({ ...run, maxInconclusive: 1, skipChecks: allChecks })).toMatchObject({
      verdict: 'clean',
    });
  });

  it('when an endpoint rejects everything after the last valid call', async () => {
    const events: CampaignEvent[] = [];
    let isInvalid = false;
    const onEvent = (event: CampaignEvent): void => {
      if (event.event === 'phase') isInvalid = event.phase === 'invalid';
      events.push(event);
    };
    const accepting = await serviceOf(() => (isInvalid ? rejecting() : answerOf(200, succeeded)));
    const skipped = { skipChecks: allChecks, phases: ['valid', 'invalid'] as const, onEvent };
    expect(await accepting(skipped)).toMatchObject({ verdict: 'inconclusive', because: 'no-evidence' });
    const [end] = mergeReports([events]).slice(-1);
    expect(end).toMatchObject({
      verdict: 'inconclusive',
      gaps: expect.arrayContaining([
        { text: 'the simulator accepted no valid request after the last invalid ones' },
      ]),
    });
  });

  it('when the observer rejects everything after its first answers', async () => {
    let queries = 0;
    const server = await startRawServer((socket, request) => {
      if (request.method === 'POST') return void socket.write(answerOf(200, succeeded));
      const isObserver = request.target.includes('/is-message-included-in-consensus');
      const isBad = isObserver && ++queries > 2;
      socket.write(isBad ? answerOf(400, '{"error":"no"}') : observerAnswer(request));
    });
    const url = server.origin;
    const deployment = defineDeployment({ name: 'staging', simulatorUrl: url, observerUrl: url });
    const run = { deployment, seed: 7, cases: 30, phases: ['invalid'] as const, skipChecks: allChecks };
    const report = await runCampaign(run);
    expect(report).toMatchObject({ verdict: 'inconclusive', because: 'no-evidence' });
    expect(report.gaps?.[0]?.text).toBe('the observer accepted no valid request after the last invalid ones');
  });

  it.each([
    [401, 3],
    [503, 3],
  ])('when the observer answers %i to everything after its first answers', async (status, answers) => {
    let queries = 0;
    const server = await startRawServer((socket, request) => {
      if (request.method === 'POST') return void socket.write(answerOf(200, succeeded));
      const isObserver = request.target.includes('/is-message-included-in-consensus');
      const isBad = isObserver && ++queries > answers;
      socket.write(isBad ? answerOf(status, '{"error":"no"}', { 'retry-after': '0' }) : known(request));
    });
    const url = server.origin;
    const deployment = defineDeployment({ name: 'staging', simulatorUrl: url, observerUrl: url });
    const events: CampaignEvent[] = [];
    const report = await runCampaign({
      deployment,
      seed: 7,
      phases: [
        ['valid', 120],
        ['stateful', 3],
      ],
      operationIds: [operationId],
      skipChecks: allChecks,
      onEvent: (event) => events.push(event),
    });
    expect(report).toMatchObject({ verdict: 'inconclusive', because: 'inconclusive-requests' });
    expect(report.inconclusive / report.requests).toBeLessThan(0.2);
    expect(report.gaps?.[0]?.text).toMatch(/^\d+ of \d+ requests to the observer were inconclusive$/);
    for (const merged of [events, mergeReports([events])])
      expect(formatReport(summaryOfEvents(merged), 'junit')).toMatch(
        /name="slow-response"[^>]*>\s*<skipped message="found nothing, but [^"]*requests to the observer were inconclusive/,
      );
  });

  it('when its time is over before the first case', async () => {
    const run = await serviceOf(() => answerOf(200, succeeded));
    const report = await run({ durationMs: 1 });
    expect(report).toMatchObject({ verdict: 'inconclusive', because: 'no-cases', cases: 0 });
  });

  it('and is not run when every check is skipped', async () => {
    const run = await serviceOf(() => answerOf(200, succeeded));
    const skipChecks = knownChecks.map(({ name }) => name);
    await expect(run({ skipChecks })).rejects.toMatchObject({
      code: 'USAGE',
      message: expect.stringContaining('skipChecks must leave a check: without any, nothing is judged'),
    });
  });

  it.each([400, 500])('when the observer answers %i to everything', async (status) => {
    const server = await startRawServer((socket, request) => {
      if (request.method === 'POST') return void socket.write(answerOf(200, succeeded));
      const isObserver = request.target.includes('/is-message-included-in-consensus');
      socket.write(isObserver ? answerOf(status, '{"error":"no"}') : answerOf(404, '{"error":"no route"}'));
    });
    const url = server.origin;
    const deployment = defineDeployment({ name: 'staging', simulatorUrl: url, observerUrl: url });
    for (const phase of ['smoke', 'invalid'] as const) {
      const run = { deployment, seed: 7, cases: 20, phases: [phase], skipChecks: allChecks };
      const report = await runCampaign(run);
      expect(report).toMatchObject({ verdict: 'inconclusive', because: 'no-evidence' });
      expect(report.gaps).toContainEqual(
        expect.objectContaining({ text: 'no answer of the observer could be judged' }),
      );
    }
  });

  it('when 26 of 30 valid calls get no verdict, and names the share', async () => {
    const run = await serviceOf((call) => (call < 5 ? answerOf(200, succeeded) : rejecting()));
    const report = await run({ concurrency: 1, skipChecks: allChecks });
    expect(report).toMatchObject({ verdict: 'inconclusive', because: 'inconclusive-requests' });
    expect(report.gaps?.[0]?.text).toBe('26 of 31 valid calls got no verdict');
    expect(await run({ concurrency: 1, skipChecks: allChecks, maxInconclusive: 0.9 })).toMatchObject({
      verdict: 'inconclusive',
      because: 'no-evidence',
    });
  });

  it('when a cache answers the simulations', async () => {
    const run = await serviceOf(() => answerOf(200, succeeded, { age: '500' }));
    expect(await run()).toMatchObject({ verdict: 'inconclusive', exercised: { counts: { verdicts: 0 } } });
  });

  it('when each simulation is a success with an error', async () => {
    const run = await serviceOf(() =>
      answerOf(200, '{"response":{"simulationStatus":true,"simulationError":"paused"}}'),
    );
    expect(await run({ skipChecks: allChecks })).toMatchObject({
      verdict: 'inconclusive',
      exercised: { counts: { verdicts: 0, succeeded: 0 } },
    });
  });

  it('when the phase stateful is selected and no operation is known', async () => {
    const run = await serviceOf(() => answerOf(200, succeeded));
    expect(await run({ phases: ['stateful'], cases: 5 })).toMatchObject({
      verdict: 'inconclusive',
      because: 'no-evidence',
      gaps: [{ text: 'no record of a known operation had a stage' }],
    });
  });

  it.each([
    ['404', answerOf(404, '{"error":"none"}')],
    ['a cached answer', answerOf(200, '{"response":1}', { age: '500' })],
  ])('when a custom endpoint only gets %s', async (_, own) => {
    const { run } = await campaignOf(succeeded, empty, own);
    const report = await run({
      phases: ['valid', 'endpoints'],
      endpoints: [things],
      skipChecks: allChecks,
    });
    expect(report).toMatchObject({ verdict: 'inconclusive', because: 'no-evidence' });
    expect(report.gaps).toContainEqual(
      expect.objectContaining({ text: 'no answer of number-of-things was a success' }),
    );
  });
});

it('skips checks in JUnit that nothing exercised', async () => {
  const { run, events } = await campaignOf(succeeded);
  expect(await run()).toMatchObject({ verdict: 'clean' });
  const junit = formatReport(summaryOfEvents(events), 'junit');
  expect(junit).toMatch(
    /name="stage-regression"[^>]*>\s*<skipped message="found nothing, but no record of a known operation had a stage/,
  );
  const skipped = (check: string): string | undefined =>
    new RegExp(`name="${check}"[^>]*>\\s*<skipped message="found nothing, but ([^"]*)`).exec(junit)?.[1];
  expect(skipped('gas-missing')).toBeUndefined();
  expect(skipped('duplicate-operation-id')).toBe('no case got two messages');
  expect(skipped('determinism')).toBe('no case of the phase metamorphic was run');
  expect(skipped('wrong-method-accepted')).toBe('no case of the phases smoke, wire was run');
  for (const check of ['server-error', 'verdict-contradicts-error', 'block-regression', 'date-regression'])
    expect([check, skipped(check)]).toEqual([check, undefined]);
});

it('lists as gaps what its checks need', async () => {
  const { run } = await campaignOf(failed);
  const skipChecks = knownChecks.map(({ name }) => name).filter((name) => name !== 'server-error');
  expect(await run({ skipChecks })).toMatchObject({ verdict: 'clean' });
  expect((await run({ skipChecks })).gaps).toBeUndefined();
});

it('starts against an observer whose errors are plain texts, and judges it', async () => {
  const text = { 'content-type': 'text/plain' };
  const server = await startRawServer((socket, request) => {
    if (request.method === 'POST') return void socket.write(answerOf(200, succeeded));
    const { pathname, searchParams } = new URL(request.target, 'http://localhost');
    const isObserver = pathname.endsWith('/is-message-included-in-consensus');
    const id = searchParams.get('operationId') ?? '';
    if (!isObserver) socket.write(answerOf(404, '404 page not found', text));
    else if (/^0x[0-9a-f]{64}$/i.test(id)) socket.write(answerOf(404, 'operation not found', text));
    else socket.write(answerOf(400, 'operationId must be 0x and 64 hex digits', text));
  });
  const deployment = defineDeployment({
    name: 'staging',
    simulatorUrl: server.origin,
    observerUrl: server.origin,
  });
  const report = await runCampaign({ deployment, seed: 7, phases: ['smoke'] });
  expect(report.exercised?.counts.observerAnswers).toBeGreaterThan(0);
  expect(report.notes).toEqual([expect.stringContaining('writes errors as a text')]);
});
