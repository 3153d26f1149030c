import '../../support/masked-traces.js';
import { hasSubscribers } from 'node:diagnostics_channel';
import { defineEndpoint, UsageError } from 'crosscheck';
import { runSmoke, type SmokeCheck } from 'crosscheck/smoke';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import manifest from '../../../package.json' with { type: 'json' };
import { builtInCheckNames } from '../../../src/smoke/smoke-check-names.js';
import { smokeReportSchema } from '../../../src/smoke/smoke-report.js';
import { answerOf, type ReceivedRequest, startRawServer } from '../../support/raw-server.js';
import { realClock } from '../../support/real-clock.js';
import { rejectionOf } from '../client/calls.js';
import {
  type Answers,
  ampleBudgets,
  checkIn,
  deploymentAt,
  notPassed,
  operationId,
  recorded,
  serviceOf,
  simulated,
  smokeOf,
  startService,
  statuses,
} from './service.js';

/** A clock that moves by ten milliseconds each time somebody looks. */
const tickingClock = () => {
  let ms = 0;
  return { ...realClock, now: () => (ms += 10) };
};

const html = { 'content-type': 'text/html' };
const anHour = 3_600_000;
const dated = (ms: number) => ({ date: new Date(Date.now() + ms).toUTCString() });
const isPost: (answers: () => ReturnType<Answers>) => Answers =
  (answers) =>
  ({ method }) =>
    method === 'POST' ? answers() : undefined;

describe('a service that works', () => {
  it('passes', async () => {
    const report = await smokeOf(undefined, { operationIds: [operationId] });
    expect(statuses(report)).toMatchSnapshot();
    expect(report.checks.map(({ name }) => name)).toEqual(builtInCheckNames);
    expect(report).toMatchObject({ verdict: 'passed', deployment: { name: 'staging' } });
    expect(smokeReportSchema.parse(report)).toEqual(report);
    // What looks at certificates would look at those of everybody else for ever.
    expect(hasSubscribers('undici:client:connected')).toBe(false);
  });

  it('gets requests only to both endpoints and an unknown path, with the user agent of smoke runs, and as many as reported', async () => {
    const { origin, requests } = await startService();
    const headers = { 'user-agent': 'nightly/3' };
    const report = await runSmoke({ deployment: deploymentAt(origin, { headers }) });
    expect(new Set(requests.map(({ method, target }) => `${method} ${target.replace(/\?.*/, '')}`))).toEqual(
      new Set([
        'POST /alpha/simulator/simulate-message',
        'GET /beta/observer/is-message-included-in-consensus',
        'GET /beta/observer/no-such-operation',
      ]),
    );
    const agents = requests.map((request) => request.headers['user-agent']?.join());
    expect(new Set(agents)).toEqual(new Set([`nightly/3 crosscheck-smoke/${manifest.version}`]));
    expect(report.requests).toBe(requests.length);
  });

  it('has each check reported when it ends', async () => {
    const ended: SmokeCheck[] = [];
    const report = await smokeOf(undefined, { onCheck: (check) => ended.push(check) });
    expect(ended).toEqual(report.checks);
  });

  it('may answer with members that are not named: that is a note', async () => {
    const report = await smokeOf(isPost(() => simulated({ shard: 'east' })));
    expect(checkIn(report, 'missing-field').status).toBe('failed');
    expect(checkIn(report, 'simulate-conformance')).toMatchObject({
      status: 'passed',
      notes: [expect.stringContaining('response.shard: "east" (drift)')],
    });
  });

  it('may need a retry, which is noted', async () => {
    let simulations = 0;
    const report = await smokeOf(
      isPost(() => (++simulations === 1 ? answerOf(503, '{"error":"pool exhausted"}') : simulated())),
      { samples: 0, skipChecks: ['empty-body', 'not-json', 'missing-field', 'bad-address'] },
    );
    expect(report.verdict).toBe('passed');
    expect(checkIn(report, 'simulator-reachability')).toMatchObject({
      status: 'passed',
      notes: ['passed only after retries: status 503: pool exhausted'],
    });
  });

  it('may give no verdict, which is inconclusive', async () => {
    const report = await smokeOf(
      isPost(() => answerOf(200, '{"response":{}}')),
      { samples: 0 },
    );
    expect(checkIn(report, 'simulate-conformance')).toMatchObject({
      status: 'inconclusive',
      message: 'the answer has no verdict: simulationStatus is absent',
    });
  });

  const failing: Answers = ({ body }) =>
    body.includes('betaCaller') && !body.includes(`${'5a'.repeat(19)}5`)
      ? simulated({ simulationStatus: false, simulationError: 'execution reverted: paused' })
      : undefined;
  const request = {
    shardsKey: '1',
    alphaCallParams: { target: `0x${'11'.repeat(20)}` },
    betaAssets: [],
    betaCaller: `0:${'22'.repeat(32)}`,
  };

  it.each([
    { given: 'the request', verdict: 'failure', answers: failing, options: { request } },
    {
      given: 'a request that must fail',
      verdict: 'success',
      answers: undefined,
      options: { request, expectedVerdict: 'failure' as const },
    },
    {
      given: 'the default request that must succeed',
      verdict: 'failure',
      answers: failing,
      options: { expectedVerdict: 'success' as const },
    },
  ])('must not give a $verdict to $given', async ({ verdict, answers, options }) => {
    const report = await smokeOf(answers, options);
    expect(report.verdict).toBe('failed');
    const reason = verdict === 'failure' ? ' "execution reverted: paused"' : '';
    expect(checkIn(report, 'simulate-conformance')).toMatchObject({
      status: 'failed',
      message: expect.stringContaining(`, got a ${verdict}${reason} at response.simulationStatus`),
      advice: expect.stringContaining('expectedVerdict'),
    });
  });

  it.each([
    { answers: undefined, expectedVerdict: undefined },
    { answers: failing, expectedVerdict: 'failure' as const },
    { answers: failing, expectedVerdict: 'any' as const },
  ])('gives the request its verdict: $expectedVerdict', async ({ answers, expectedVerdict }) => {
    const report = await smokeOf(answers, { request, expectedVerdict });
    expect(checkIn(report, 'simulate-conformance').status).toBe('passed');
  });

  it('may say that the default call fails', async () => {
    const report = await smokeOf(failing);
    expect(checkIn(report, 'simulate-conformance')).toMatchObject({
      status: 'passed',
      message: 'matches the interface; verdict false, "execution reverted: paused", gas 53021',
    });
  });
});

const faults: Readonly<Record<string, Answers>> = {
  'HTML to everything': () => answerOf(200, '<!doctype html><title>Sign in</title>', html),
  'a demand for credentials': () => answerOf(401, '{"error":"who are you?"}'),
  'an overload of an hour': () => answerOf(429, '', { 'retry-after': '3600' }),
  'a gateway that reaches nothing': () => answerOf(502, '<h1>Bad gateway</h1>', html),
  'a redirect': () => answerOf(307, '', { location: 'https://sso.example.org/?token=abc' }),
  'a page of another server': () => answerOf(404, '<html>nginx</html>', html),
  '500 to every simulation': isPost(() => answerOf(500, '{"error":"boom"}')),
  'simulations of another shape': isPost(() => simulated({ estimatedGas: '53021' })),
  'a record for an unknown id': ({ target }) =>
    target.includes('0xc0dec0de') ? recorded({ stage: 'executedInBETA' }) : undefined,
  'verdicts to invalid requests': isPost(() => simulated()),
  'the same 404 to every path': ({ method }) =>
    method === 'GET' ? answerOf(404, '{"error":"not found"}') : undefined,
  'a clock that is an hour ahead': () => undefined,
};

describe('a service that answers with', () => {
  it.each(Object.entries(faults))('%s', async (name, answers) => {
    const skewed: Answers = isPost(() => simulated({}, dated(anHour)));
    const report = await smokeOf(name.includes('clock') ? skewed : answers);
    expect(`${report.verdict}\n\n${notPassed(report)}`).toMatchSnapshot();
  });
});

it('shows the control request that got no answer', async () => {
  const report = await smokeOf(
    ({ method, target }) =>
      method === 'GET' && !target.startsWith('/beta/observer/is-message-included') ? 'hang' : undefined,
    { attemptTimeoutMs: 50 },
  );
  const { status, details } = checkIn(report, 'observer-reachability');
  expect(status).toBe('inconclusive');
  expect(details[0]).toMatch(/^Request: +GET http:\/\/(?!.*is-message-included)/);
  expect(details.join('\n')).not.toContain('Response');
});

it('never answers', async () => {
  const report = await smokeOf(() => 'hang', { attemptTimeoutMs: 50 });
  expect(report.verdict).toBe('inconclusive');
  expect(notPassed(report)).toContain('sent no complete answer within 50 ms (attemptTimeoutMs)');
});

it('cannot be reached', async () => {
  const report = await runSmoke({ deployment: deploymentAt('http://127.0.0.1:1') });
  expect(`${report.verdict}\n\n${notPassed(report)}`).toMatchSnapshot();
  expect(statuses(report)).toMatchObject({ 'empty-body': 'skipped', 'unknown-operation-id': 'skipped' });
});

describe('an operation that is configured', () => {
  it.each([
    ['included', { stage: 'executedInBETA' }, 'passed'],
    ['not yet included', { stage: 'collectedInALPHA' }, 'inconclusive'],
    ['rejected', { stage: 'start', success: false, note: { errorName: 'NotEnoughGas' } }, 'failed'],
  ] as const)('is %s', async (_, record, status) => {
    const known: Answers = ({ target }) => (target.includes(operationId) ? recorded(record) : undefined);
    const check = checkIn(await smokeOf(known, { operationIds: [operationId] }), 'known-operations');
    expect(check.status).toBe(status);
    expect(check.message).toMatchSnapshot();
    expect(check.details.some((line) => line.startsWith('Repeat:'))).toBe(status !== 'passed');
  });

  const ending = recorded({
    stage: 'start',
    success: true,
    note: { content: 'ends here' },
    transactions: [],
  });
  const second = `0x${'4d'.repeat(32)}`;

  it.each([
    { ids: [second], message: '1 ended on the destination chain' },
    { ids: [operationId, second], message: '1 included, 1 ended on the destination chain' },
  ])('may end on the destination chain: $message', async ({ ids, message }) => {
    const conventions = { endsOnAlpha: ({ stage }: { stage?: string | undefined }) => stage === 'start' };
    const report = await smokeOf(({ target }) => (target.includes(second) ? ending : undefined), {
      operationIds: ids,
      deployment: { conventions },
    });
    expect(checkIn(report, 'known-operations')).toMatchObject({ status: 'passed', message });
  });

  it('is not known', async () => {
    const report = await smokeOf(undefined, { operationIds: [operationId, `0x${'00'.repeat(32)}`] });
    expect(checkIn(report, 'known-operations')).toMatchObject({
      status: 'failed',
      message: `expected the observer to know 0x${'00'.repeat(32)}, got 404`,
      details: [
        expect.stringContaining('Request:    GET http'),
        expect.stringContaining('Response:   404'),
        expect.stringMatching(/^Trace ID: {3}[\da-f]{32}$/),
        expect.stringContaining('Repeat:     curl'),
      ],
    });
  });
});

describe('an unknown operation', () => {
  it.each([
    ['a failure', answerOf(500, '{"error":"boom"}')],
    ['nothing', answerOf(200, '')],
    ['no JSON', answerOf(200, '{"response":')],
  ])('of which %s says nothing is skipped, or fails where nobody else looks at it', async (_, answer) => {
    const answers: Answers = ({ target }) => (target.includes('0xc0dec0de') ? answer : undefined);
    const report = await smokeOf(answers, { samples: 0 });
    expect(checkIn(report, 'unknown-operation-id')).toMatchObject({
      status: 'skipped',
      message: 'the answer does not say whether it is known: see inclusion-conformance',
    });
    expect(checkIn(report, 'inclusion-conformance').status).toBe('failed');
    const { origin } = await startService(answers);
    const knowing = await runSmoke({
      deployment: deploymentAt(origin),
      samples: 0,
      operationIds: [operationId],
    });
    expect(checkIn(knowing, 'unknown-operation-id').status).toBe('failed');
  });

  it('that is rejected by another status than 404 is advised about ids', async () => {
    const answers: Answers = ({ target }) =>
      target.includes('0xc0dec0de') ? answerOf(400, '{"error":"no such form"}') : undefined;
    const { advice } = checkIn(await smokeOf(answers, { samples: 0 }), 'unknown-operation-id');
    expect(advice).toMatch(/^read the service's reason;.* operationIds$/);
  });
});

describe('the errors of a service', () => {
  const problem = { 'content-type': 'application/problem+json' };

  it.each<[string, (text: string) => string, Readonly<Record<string, string>>, string]>([
    [
      'problem+json',
      (detail) => JSON.stringify({ type: 'about:blank', title: 'Error', detail }),
      problem,
      'detail',
    ],
    ['message', (message) => JSON.stringify({ message }), {}, 'message'],
    ['code and message', (message) => JSON.stringify({ code: 3, message }), {}, 'message'],
    ['detail', (detail) => JSON.stringify({ detail }), {}, 'detail'],
    ['errors', (detail) => JSON.stringify({ errors: [{ detail }] }), {}, 'errors.0.detail'],
    ['plain text', (text) => text, { 'content-type': 'text/plain' }, ''],
  ])('may have the form %s, which is noted once for each endpoint', async (_, bodyOf, headers, path) => {
    const answer = (status: number, text: string) => answerOf(status, bodyOf(text), headers);
    const report = await smokeOf(({ method, target, body }) => {
      const isCall = body.includes('betaCaller') && !body.includes('5a5a');
      if (method === 'POST') return isCall ? undefined : answer(400, 'the request is not valid');
      if (!target.includes('is-message')) return answer(404, 'no such path');
      return target.includes('operationId=0x')
        ? answer(404, 'operation not found')
        : answer(400, 'the operation id is missing');
    });
    const bad = report.checks.filter(({ status }) => status === 'failed' || status === 'inconclusive');
    expect(bad).toEqual([]);
    const noted = report.checks.flatMap(({ name, notes }) => notes.map((note) => `${name}: ${note}`));
    const form = path === '' ? 'as a text' : `as JSON with the text at ${path}`;
    expect(noted).toEqual([
      expect.stringMatching(`^empty-body: The simulator of staging writes errors ${form}\\.`),
      expect.stringMatching(`^missing-operation-id: The observer of staging writes errors ${form}\\.`),
    ]);
  });
});

describe('latencies', () => {
  it('over their budgets fail', async () => {
    const budgets = { simulateP50Ms: 1, inclusionP95Ms: 1 };
    const report = await smokeOf(undefined, { samples: 3, budgets, clock: tickingClock() });
    expect(notPassed(report).replace(/\d+ ms/g, 'N ms')).toMatchSnapshot();
  });

  it('are not measured of endpoints that answer with errors', async () => {
    let simulations = 0;
    const report = await smokeOf(
      isPost(() => (++simulations > 5 ? answerOf(500, '{"error":"boom"}') : undefined)),
      { samples: 3 },
    );
    expect(checkIn(report, 'simulate-latency')).toMatchObject({
      status: 'failed',
      message: expect.stringMatching(/^sample 1 of 3: expected a valid request .+ \(server-error\)$/),
    });
  });

  it('are not measured of a request that no longer gets its verdict', async () => {
    let simulations = 0;
    const flaky = isPost(() => (++simulations > 7 ? simulated({ simulationStatus: false }) : undefined));
    const report = await smokeOf(flaky, { samples: 5, expectedVerdict: 'success' });
    expect(checkIn(report, 'simulate-conformance').status).toBe('passed');
    expect(checkIn(report, 'simulate-latency')).toMatchObject({
      status: 'failed',
      message: expect.stringMatching(
        /^sample \d of 5: expected the same response.simulationStatus .*, got false instead of true /,
      ),
    });
    expect(report.verdict).toBe('failed');
  });

  it('are not measured without samples', async () => {
    expect(statuses(await smokeOf(undefined, { samples: 0 }))).toMatchObject({
      'simulate-latency': 'skipped',
      'inclusion-latency': 'skipped',
    });
  });
});

describe('a custom endpoint', () => {
  const statistics = (changes = {}) =>
    defineEndpoint({
      name: 'shard-statistics',
      server: 'observer',
      method: 'GET',
      path: '/{beta}/observer/shards-statistics',
      response: z.object({ shards: z.int() }),
      ...changes,
    });
  const answering =
    (body: string, status = 200): Answers =>
    ({ target }) =>
      target.endsWith('/shards-statistics') ? answerOf(status, body) : undefined;

  it.each([
    ['passes', '{"shards":4}', 200, 'passed'],
    ['of another shape fails', '{"shards":"4"}', 200, 'failed'],
    ['that fails fails', '{"error":"boom"}', 500, 'failed'],
    ['that wants credentials is inconclusive', '{"error":"who?"}', 401, 'inconclusive'],
  ])('%s', async (_, body, status, expected) => {
    const report = await smokeOf(answering(body, status), { endpoints: [statistics()] });
    const check = checkIn(report, 'endpoint:shard-statistics');
    expect(check.status).toBe(expected);
    expect(check.details.some((line) => line.startsWith('Repeat:'))).toBe(expected !== 'passed');
  });

  it('is asked again after 503', async () => {
    let asked = 0;
    const report = await smokeOf(
      (request) =>
        request.target.endsWith('/shards-statistics') && asked++ === 0
          ? answerOf(503, '', { 'retry-after': '0' })
          : answering('{"shards":4}')(request),
      { endpoints: [statistics()] },
    );
    const { status, notes } = checkIn(report, 'endpoint:shard-statistics');
    expect({ status, notes, asked }).toEqual({
      status: 'passed',
      notes: ['passed only after retries: status 503'],
      asked: 2,
    });
  });

  it('rejects a param of another form, which still is a segment of a path', async () => {
    const known = `0x${'41'.repeat(32)}`;
    const operation = statistics({
      path: '/{beta}/observer/operations/{id}',
      params: z.object({ id: z.string().regex(/^0x[0-9a-f]{64}$/) }),
      example: { params: { id: known } },
    });
    const paths: string[] = [];
    const report = await smokeOf(
      ({ target }) => {
        const id = /\/operations\/([^/?]+)$/.exec(target)?.[1];
        if (id === undefined) return undefined;
        paths.push(id);
        return id === known ? answerOf(200, '{"shards":4}') : answerOf(400, '{"error":"invalid id"}');
      },
      { endpoints: [operation] },
    );
    expect(checkIn(report, 'endpoint:shard-statistics')).toMatchObject({
      status: 'passed',
      message: expect.stringContaining('rejects 1 invalid request'),
    });
    expect(paths).toContain(known);
    expect(paths.some((id) => id !== known)).toBe(true);
  });

  it('is judged by the checks of status, headers and body', async () => {
    const answer = answerOf(200, '{"shards":4,"nodes":2}', { 'content-type': 'text/plain' });
    const report = await smokeOf(
      ({ target }) => (target.endsWith('/shards-statistics') ? answer : undefined),
      { endpoints: [statistics()] },
    );
    const { message, details, advice } = checkIn(report, 'endpoint:shard-statistics');
    expect([
      message,
      ...details.filter((line) => /^(Also|Source)/.test(line)),
      advice,
    ]).toMatchInlineSnapshot(`
      [
        "expected the content type application/json for JSON, got text/plain (content-type)",
        "Source:     practice: what the two endpoints of the interface do",
        "check whether a proxy changes the header; otherwise fix it in the service",
      ]
    `);
  });

  describe.each([
    ['GET', statistics({ query: z.object({ limit: z.int() }), example: { query: { limit: 3 } } })],
    [
      'POST',
      statistics({
        method: 'POST',
        readOnly: true,
        body: z.object({ limit: z.int() }),
        example: { body: { limit: 3 } },
      }),
    ],
  ])('by %s', (method, endpoint) => {
    const name = 'endpoint:shard-statistics';
    const isValid = ({ target, body }: ReceivedRequest) =>
      method === 'GET' ? target.endsWith('?limit=3') : body === '{"limit":3}';
    const strict: Answers = (request) =>
      request.target.includes('/shards-statistics')
        ? isValid(request)
          ? answerOf(200, '{"shards":4}')
          : answerOf(400, '{"error":"limit must be an integer"}')
        : undefined;
    const instead = (
      answer: Buffer | 'hang',
      isFor: (request: ReceivedRequest, nth: number) => boolean,
    ): Answers => {
      let nth = 0;
      return (request) =>
        request.target.includes('/shards-statistics') && isFor(request, nth++) ? answer : strict(request);
    };
    const checkOf = async (answers: Answers, options = {}) =>
      checkIn(await smokeOf(answers, { endpoints: [endpoint], samples: 0, ...options }), name);

    it('passes if it rejects invalid requests', async () => {
      const { status, message } = await checkOf(strict);
      expect(status).toBe('passed');
      expect(message).toContain(`rejects ${method === 'GET' ? '1 invalid request' : '2 invalid requests'}`);
    });

    it('fails if it accepts an invalid request', async () => {
      const accepts = instead(answerOf(200, '{"shards":4}'), () => true);
      expect(await checkOf(accepts)).toMatchObject({
        status: 'failed',
        message: expect.stringContaining('limit: It is required, but missing.), got'),
        advice: expect.stringContaining('or the schema of the endpoint in defineEndpoint'),
      });
    });

    it.each([429, 503])('sends each request again after %i', async (status) => {
      const busy = answerOf(status, '', { 'retry-after': '0' });
      expect(await checkOf(instead(busy, (_, nth) => nth === 0))).toMatchObject({
        status: 'passed',
        notes: [`passed only after retries: status ${status}`],
      });
      expect((await checkOf(instead(busy, (_, nth) => nth === 1))).status).toBe('passed');
    });

    it('is inconclusive if it stays overloaded, or does not answer in time', async () => {
      const busy = answerOf(503, '', { 'retry-after': '0' });
      expect((await checkOf(instead(busy, () => true))).status).toBe('inconclusive');
      const slow = await checkOf(
        instead('hang', () => true),
        { attemptTimeoutMs: 200 },
      );
      expect(slow).toMatchObject({
        status: 'inconclusive',
        message: expect.stringContaining('sent no complete answer within 200 ms (attemptTimeoutMs)'),
      });
    });

    it('fails by the type of its content, also of a rejection', async () => {
      const page = answerOf(400, '{"error":"limit"}', { 'content-type': 'text/plain' });
      expect(await checkOf(instead(page, (request) => !isValid(request)))).toMatchObject({
        status: 'failed',
        message: expect.stringContaining('(content-type)'),
      });
    });

    it('is inconclusive if it no longer accepts the valid request', async () => {
      const denied = answerOf(400, '{"error":"no"}');
      expect(await checkOf(instead(denied, (_, nth) => nth > 0))).toMatchObject({ status: 'inconclusive' });
    });
  });

  it('that is broken off is inconclusive', async () => {
    const right = serviceOf();
    const { origin } = await startRawServer((socket, request) => {
      if (request.target.endsWith('/shards-statistics')) socket.destroy();
      else right(socket, request);
    });
    const report = await runSmoke({
      deployment: deploymentAt(origin),
      samples: 0,
      endpoints: [statistics()],
    });
    expect(statuses(report)['endpoint:shard-statistics']).toBe('inconclusive');
  });

  it('is called without an example when it needs nothing', async () => {
    const optional = { query: z.object({ limit: z.int().optional() }) };
    const report = await smokeOf(answering('{"shards":4}'), { endpoints: [statistics(optional)] });
    expect(statuses(report)['endpoint:shard-statistics']).toBe('passed');
  });

  it('is not called if it may change something, or lacks a required example', async () => {
    const { origin, requests } = await startService();
    const query = z.object({ limit: z.int() });
    const endpoints = [
      statistics({ readOnly: false }),
      statistics({ name: 'limited', query }),
      statistics({
        name: 'given',
        method: 'POST',
        readOnly: true,
        body: z.object({ keys: z.array(z.int()) }),
      }),
    ];
    const report = await runSmoke({ deployment: deploymentAt(origin), samples: 1, endpoints });
    expect(statuses(report)).toMatchObject({
      'endpoint:shard-statistics': 'skipped',
      'endpoint:limited': 'skipped',
    });
    expect(checkIn(report, 'endpoint:limited').message).toBe(
      'not sent: limited needs query.limit, and has no example: set `example` in defineEndpoint',
    );
    expect(checkIn(report, 'endpoint:given').message).toContain('given needs body, and has no example');
    expect(requests.some(({ target }) => target.includes('statistics'))).toBe(false);
  });
});

describe('a budget of requests that is used up', () => {
  it('leaves checks inconclusive, and the run', async () => {
    const { origin, requests } = await startService();
    const report = await runSmoke({ deployment: deploymentAt(origin), maxRequests: 3 });
    expect(requests).toHaveLength(3);
    expect(report).toMatchObject({ requests: 3, verdict: 'inconclusive' });
    expect(checkIn(report, 'not-json')).toMatchObject({
      status: 'inconclusive',
      message: 'not sent: the budget of 3 requests (maxRequests) is used up',
      advice: 'raise maxRequests, or take fewer samples',
    });
  });

  it('of one request is named in the singular', async () => {
    const { origin } = await startService();
    const { checks } = await runSmoke({ deployment: deploymentAt(origin), maxRequests: 1 });
    expect(checks.map(({ message }) => message)).toContain(
      'not sent: the budget of 1 request (maxRequests) is used up',
    );
  });

  it.each([
    [
      'are reported',
      ampleBudgets,
      'inconclusive',
      /^p50 .+, 1 sample of 9; the next was not sent: the budget of 17 req/,
    ],
    [
      'fail when they are over theirs',
      { simulateP50Ms: 1 },
      'failed',
      /^p50 over .+, 1 sample of 9; the next was not/,
    ],
  ])('after some samples %s', async (_, budgets, status, message) => {
    const options = { maxRequests: 17, samples: 9, budgets, clock: tickingClock() };
    expect(checkIn(await smokeOf(undefined, options), 'simulate-latency')).toMatchObject({
      status,
      message: expect.stringMatching(message),
    });
  });
});

it('sends nothing more to a service that still asks for fewer requests', async () => {
  const { origin, requests } = await startService(() => answerOf(503, '{"error":"busy"}'));
  const report = await runSmoke({ deployment: deploymentAt(origin) });
  expect(requests).toHaveLength(2);
  expect(checkIn(report, 'observer-reachability').message).toContain('is overloaded or down (status 503)');
});

describe('credentials', () => {
  const secret = 'c2VjcmV0LW9mLXRoZS10ZXN0';
  const headers = { authorization: `Bearer ${secret}` };

  it.each([
    ['in a rejection', () => answerOf(400, JSON.stringify({ error: `bad token ${secret}` })), 'failed'],
    ['in a verdict', isPost(() => simulated({ simulationStatus: false, simulationError: secret })), 'failed'],
    ['with a verdict', isPost(() => simulated({ simulationError: secret })), 'failed'],
    ['in a member of another type', isPost(() => simulated({ estimatedGas: secret })), 'failed'],
    ['in a member that nobody knows', isPost(() => simulated({ [secret]: secret })), 'failed'],
  ] as const)('that a service echoes %s are not shown', async (_, answers, verdict) => {
    const report = await smokeOf(answers, { deployment: { headers } });
    expect(report.verdict).toBe(verdict);
    expect(JSON.stringify(report)).not.toContain(secret);
  });

  it('in an address are not shown', async () => {
    const { origin } = await startService();
    const simulatorUrl = origin.replace('//', `//me:${secret}@`);
    const deployment = { ...deploymentAt(origin), simulatorUrl };
    expect(JSON.stringify(await runSmoke({ deployment, samples: 0 }))).not.toContain(secret);
  });
});

describe('a run that is stopped', () => {
  it('reports its results, and which checks it did not run', async () => {
    const stop = new AbortController();
    const ended: SmokeCheck[] = [];
    const report = await smokeOf(
      ({ method, body }) => {
        if (method !== 'POST') return undefined;
        if (body !== '') return simulated({ estimatedGas: 0 });
        stop.abort(new Error('enough'));
        return 'hang';
      },
      { signal: stop.signal, onCheck: (check) => ended.push(check) },
    );
    expect(report).toMatchObject({ verdict: 'failed', isStopped: true, checks: ended });
    expect(report.checks.map(({ name }) => name)).toEqual(builtInCheckNames);
    expect(statuses(report)).toMatchObject({
      'simulator-reachability': 'passed',
      'simulate-conformance': 'failed',
      'empty-body': 'inconclusive',
      'not-json': 'skipped',
      'inclusion-latency': 'skipped',
    });
    expect(checkIn(report, 'not-json').message).toBe('not run: the run was stopped');
  });

  it('before it began is inconclusive, and sends nothing', async () => {
    const { origin, requests } = await startService();
    const report = await runSmoke({ deployment: deploymentAt(origin), signal: AbortSignal.abort() });
    expect(report).toMatchObject({ verdict: 'inconclusive', isStopped: true, requests: 0 });
    expect(requests).toEqual([]);
  });

  it('while it takes samples is inconclusive there', async () => {
    const stop = new AbortController();
    let count = 0;
    const report = await smokeOf(
      isPost(() => {
        if (++count < 11) return undefined;
        stop.abort();
        return 'hang';
      }),
      { signal: stop.signal, samples: 3 },
    );
    expect(checkIn(report, 'simulate-latency')).toMatchObject({
      status: 'inconclusive',
      message: 'stopped before its end',
    });
    expect(checkIn(report, 'inclusion-latency').status).toBe('skipped');
  });
});

it('rejects invalid options', async () => {
  const bad = { sample: 3, budgets: { simulateP99Ms: 1 }, maxRequests: 0 } as object;
  const error = await rejectionOf(smokeOf(undefined, bad));
  expect(error).toBeInstanceOf(UsageError);
  expect(error.message).toMatchSnapshot();
  const request = { shardsKey: '01', alphaCallParams: { target: '0x' }, betaAssets: [] };
  expect((await rejectionOf(smokeOf(undefined, { request }))).message).toMatchSnapshot();
});

it.each([undefined, null, 3, { signal: 'x' }])('rejects the options %j', async (options) => {
  await expect(runSmoke(options as never)).rejects.toMatchObject({
    code: 'USAGE',
    message: expect.stringMatching(/run has invalid options|campaign has invalid options/),
  });
});
