import { type DeploymentOptions, defineDeployment, defineEndpoint } from 'crosscheck';
import { runSmoke, type SmokeOptions } from 'crosscheck/smoke';
import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { answerOf, type ReceivedRequest } from '../../support/raw-server.js';
import { realClock } from '../../support/real-clock.js';
import {
  type Answers,
  ampleBudgets,
  checkIn,
  operationId,
  recorded,
  simulated,
  smokeOf,
  startService,
  statuses,
} from './service.js';

const isUnknown = ({ target }: ReceivedRequest): boolean => target.includes('0xc0dec0de');
const known = { operationIds: [operationId] };

describe('inclusion-conformance without a record', () => {
  it.each([
    ['an empty record', answerOf(200, '{"response":{}}')],
    ['the stage start', recorded({ stage: 'start', transactions: [] })],
  ])('is inconclusive when an unknown operation is answered by %s', async (_, answer) => {
    const report = await smokeOf((request) => (isUnknown(request) ? answer : undefined), { samples: 0 });
    expect(checkIn(report, 'inclusion-conformance')).toMatchObject({
      status: 'inconclusive',
      message: 'no operation is configured: set operationIds; the query for an unknown id got status 200',
    });
  });

  it('is skipped, not passed, when an unknown operation is answered by 404', async () => {
    const report = await smokeOf(undefined, { samples: 0 });
    expect(checkIn(report, 'inclusion-conformance').status).toBe('skipped');
    expect(report.verdict).toBe('passed');
  });

  it('is inconclusive when a configured operation is answered by an empty record', async () => {
    const empty: Answers = ({ target }) =>
      target.includes(operationId) ? answerOf(200, '{"response":{}}') : undefined;
    const report = await smokeOf(empty, { samples: 1, ...known });
    expect(statuses(report)).toMatchObject({
      'inclusion-conformance': 'inconclusive',
      'known-operations': 'inconclusive',
      'inclusion-latency': 'inconclusive',
    });
  });

  it('judges the records of all configured operations, not of the first alone', async () => {
    const second = `0x${'4d'.repeat(32)}`;
    const answers: Answers = ({ target }) =>
      target.includes(second) ? recorded({ stage: 'executedInBETA', success: 'yes' }) : undefined;
    const report = await smokeOf(answers, { samples: 0, operationIds: [operationId, second] });
    expect(checkIn(report, 'inclusion-conformance')).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('response.success'),
    });
  });
});

describe('a service that rejects everything after its first answers', () => {
  const rejected = answerOf(400, '{"error":"no"}');
  const simulator = ['empty-body', 'not-json', 'missing-field', 'bad-address'] as const;
  const observer = ['missing-operation-id', 'empty-operation-id'] as const;

  it.each([
    ['simulator', ({ method }: ReceivedRequest) => method === 'POST', 1, simulator],
    ['simulator', ({ method }: ReceivedRequest) => method === 'POST', 3, simulator.slice(1)],
    ['observer', ({ target }: ReceivedRequest) => target.includes('is-message-included'), 2, observer],
  ] as const)('has proven nothing by the rejections of the %s', async (_, isIts, answers, checks) => {
    let requests = 0;
    const report = await smokeOf(
      (request) => (isIts(request) && ++requests > answers ? rejected : undefined),
      { samples: 0 },
    );
    for (const name of checks)
      expect(checkIn(report, name)).toMatchObject({
        status: 'inconclusive',
        message: expect.stringMatching(
          /^rejected with status 400, which proves nothing: the valid request right after it is not answered as expected: .*got 400 with/,
        ),
        details: expect.arrayContaining([expect.stringMatching(/^Control: {4}(?:GET|POST) /)]),
        advice: 'check the logs of the service: it accepted the same request before',
      });
    expect(report.verdict).toBe('inconclusive');
    const passed = [...simulator, ...observer].filter((name) => checkIn(report, name).status === 'passed');
    expect(passed).toEqual([...simulator, ...observer].filter((name) => !checks.some((one) => one === name)));
  });
});

describe('a simulator that answers no valid request', () => {
  const rejects: Answers = ({ method }) =>
    method === 'POST' ? answerOf(413, '{"error":"too large"}') : undefined;

  it('has proven nothing by its rejections and their speed', async () => {
    const report = await smokeOf(rejects);
    const seen = statuses(report);
    for (const name of ['empty-body', 'not-json', 'missing-field', 'bad-address', 'simulate-latency'])
      expect([name, seen[name]]).toEqual([name, 'inconclusive']);
    expect(seen['simulate-conformance']).not.toBe('passed');
    expect(checkIn(report, 'empty-body').message).toBe(
      'rejected with status 413, which proves nothing: the valid request before it is not answered as expected: status 413',
    );
  });

  it('has no latency without a verdict', async () => {
    const empty: Answers = ({ body }) =>
      body.includes('betaCaller') ? answerOf(200, '{"response":{}}') : undefined;
    expect(statuses(await smokeOf(empty))).toMatchObject({
      'simulate-conformance': 'inconclusive',
      'simulate-latency': 'inconclusive',
    });
  });
});

test.each([
  ['JSON', answerOf(404, '{"error":"no such route"}')],
  ['a text', answerOf(404, 'no such route', { 'content-type': 'text/plain' })],
])('an observer that is not at its path, where %s is answered, passes nothing', async (_, answer) => {
  const report = await smokeOf(({ method }) => (method === 'GET' ? answer : undefined));
  const seen = statuses(report);
  expect(seen).toMatchObject({
    'observer-reachability': 'failed',
    'inclusion-conformance': 'skipped',
    'missing-operation-id': 'skipped',
    'empty-operation-id': 'skipped',
    'unknown-operation-id': 'skipped',
    'inclusion-latency': 'skipped',
  });
});

test('a check that was not run because the service asks for fewer requests is inconclusive, not skipped', async () => {
  let calls = 0;
  const report = await smokeOf(({ method }) => {
    if (method !== 'POST') return undefined;
    calls++;
    return calls > 1 ? answerOf(429, '{"error":"slow down"}') : simulated();
  });
  expect(statuses(report)).toMatchObject({
    'not-json': 'inconclusive',
    'bad-address': 'inconclusive',
    'empty-operation-id': 'inconclusive',
  });
  expect(report.verdict).toBe('inconclusive');
});

/** Runs the checks on a simulator and an observer that are two servers. */
async function smokeOfTwo(simulator: Answers, observer: Answers, options: Partial<SmokeOptions> = {}) {
  const [one, other] = [await startService(simulator), await startService(observer)];
  const urls: DeploymentOptions = { simulatorUrl: one.origin, observerUrl: other.origin };
  return await runSmoke({
    deployment: defineDeployment(urls),
    samples: 0,
    budgets: ampleBudgets,
    ...options,
  });
}

describe('a record that is not of the operation that was asked about', () => {
  const hash = `0x${'ab'.repeat(32)}`;
  const included = (more = {}, headers = {}) =>
    answerOf(
      200,
      JSON.stringify({
        response: {
          stage: 'executedInBETA',
          success: true,
          timestamp: 1_763_712_000,
          transactions: [{ hash, blockchainType: 'BETA' }],
          ...more,
        },
      }),
      headers,
    );
  const second = `0x${'4d'.repeat(32)}`;

  it.each<[string, Buffer, readonly string[], string, RegExp]>([
    [
      'names another one',
      included({ operationId: second }),
      [operationId],
      'failed',
      /^expected an answer about 0x7c.*, got one about "0x4d.* \(other-operation\)$/,
    ],
    [
      'has the transactions of another one',
      included(),
      [operationId, second],
      'failed',
      /^expected transactions of 0x4d\S+, got 0xab\S+, which 0x7c\S+ lists too/,
    ],
    [
      'comes from a cache',
      included({}, { age: '3600' }),
      [operationId],
      'inconclusive',
      /^The observer of staging sent a cached answer \(Age: 3600\)$/,
    ],
  ])('passes no check when it %s', async (_, answer, operationIds, status, message) => {
    const report = await smokeOf(
      ({ target }) => (operationIds.some((id) => target.includes(id)) ? answer : undefined),
      { samples: 0, operationIds },
    );
    for (const name of ['inclusion-conformance', 'known-operations'])
      expect(checkIn(report, name)).toMatchObject({ status, message: expect.stringMatching(message) });
  });

  it('may have the same transactions where operations share them', async () => {
    const report = await smokeOf(
      ({ target }) => ([operationId, second].some((id) => target.includes(id)) ? included() : undefined),
      {
        samples: 0,
        operationIds: [operationId, second],
        deployment: { conventions: { transactionsShared: true } },
      },
    );
    expect(statuses(report)).toMatchObject({
      'inclusion-conformance': 'passed',
      'known-operations': 'passed',
    });
  });
});

test('a clock that only one of two servers reports is not the clock of both', async () => {
  const report = await smokeOfTwo(
    ({ body }) =>
      body.includes('betaCaller') ? simulated({}, { date: new Date().toUTCString() }) : undefined,
    () => undefined,
  );
  expect(checkIn(report, 'clock-skew')).toMatchObject({
    status: 'skipped',
    message: expect.stringMatching(
      /no measurable difference; The observer of .+: no header Date to compare$/,
    ),
  });
});

test('an operation that is configured twice is one', async () => {
  const report = await smokeOf(undefined, { samples: 0, operationIds: [operationId, operationId] });
  expect(checkIn(report, 'known-operations').message).toBe('1 included');
});

test('an observer whose 404 may not be about the operation id is checked, but not trusted', async () => {
  const report = await smokeOf(
    ({ method, target }) =>
      method === 'GET' && target.includes('is-message') && !target.includes(operationId)
        ? answerOf(404, '{"error":"operation not found"}')
        : undefined,
    { operationIds: [operationId] },
  );
  expect(checkIn(report, 'observer-reachability')).toMatchObject({
    status: 'inconclusive',
    message:
      'The observer of staging answers a request without an operation id as one with an unknown id, with status 404',
  });
  expect(statuses(report)).toMatchObject({
    'known-operations': 'passed',
    'inclusion-conformance': 'passed',
    'unknown-operation-id': 'inconclusive',
    'missing-operation-id': 'inconclusive',
  });
});

test('an observer whose errors differ only in a code is at its path', async () => {
  const failure = (code: number) =>
    answerOf(
      404,
      JSON.stringify({ code, error: 'not found', requestId: `${Math.random()}`, time: Date.now() }),
    );
  const report = await smokeOf((request) => {
    if (request.method !== 'GET') return undefined;
    if (!request.target.includes('is-message')) return failure(40400);
    return failure(request.target.includes('operationId=0x') ? 40401 : 40002);
  });
  expect(checkIn(report, 'observer-reachability').status).toBe('passed');
});

describe('a bad request', () => {
  const badRequests = ['empty-body', 'not-json', 'missing-field', 'bad-address'] as const;
  const answering =
    (status: number): Answers =>
    ({ method, body }) =>
      method !== 'POST' || (body.includes('betaCaller') && !body.includes('5a5a'))
        ? undefined
        : answerOf(status, '{"error":"bad"}');

  it.each([405, 413, 415, 425, 431, 451, 499])('is not rejected by status %i', async (status) => {
    const report = await smokeOf(answering(status), { samples: 0 });
    for (const name of badRequests)
      expect(checkIn(report, name)).toMatchObject({
        status: 'inconclusive',
        message: `status ${status} does not show that the service rejected the content`,
      });
    expect(report.verdict).toBe('inconclusive');
  });

  it.each([400, 404, 418, 422])('is rejected by status %i', async (status) => {
    const report = await smokeOf(answering(status), { samples: 0 });
    for (const name of badRequests)
      expect(checkIn(report, name)).toMatchObject({
        status: 'passed',
        message: `rejected with status ${status}`,
      });
    expect(report.verdict).toBe('passed');
    const notes = report.checks.flatMap((check) => check.notes);
    expect(notes.filter((note) => /undocumented-status/.test(note))).toHaveLength(status === 400 ? 0 : 1);
  });

  it('is not rejected by a redirect', async () => {
    const report = await smokeOf(answering(302), { samples: 0 });
    for (const name of badRequests) expect(checkIn(report, name).status).toBe('failed');
  });
});

test('call data of an unknown encoding is not held against the call if the run skips the check', async () => {
  const debugInfo = { callData: '0xdeadbeef', to: `0x${'11'.repeat(20)}` };
  const answers: Answers = ({ method, body }) =>
    method === 'POST' && body.includes('betaCaller') && !body.includes('5a5a')
      ? simulated({ debugInfo })
      : undefined;
  const found = await smokeOf(answers, { samples: 0 });
  expect(checkIn(found, 'simulate-conformance').status).toBe('failed');
  const skipChecks = ['calldata-mismatch', 'calldata-encoding', 'gas-missing'] as const;
  const report = await smokeOf(answers, { samples: 0, skipChecks });
  expect(checkIn(report, 'simulate-conformance').status).toBe('passed');
});

describe('a cached answer', () => {
  const age = { age: '500' };
  const isValid = ({ method, body }: ReceivedRequest): boolean =>
    method === 'POST' && body.includes('betaCaller') && !body.includes('5a5a');

  it.each([
    ['Age', age, 'Age: 500'],
    ['Cache-Status', { 'cache-status': 'edge; hit' }, 'Cache-Status: hit'],
  ])('to each simulation, shown by %s, passes no check of the simulator', async (_, headers, shown) => {
    const report = await smokeOf((request) => (isValid(request) ? simulated({}, headers) : undefined));
    const cached = `The simulator of staging sent a cached answer (${shown})`;
    expect(report.verdict).toBe('inconclusive');
    for (const name of ['simulator-reachability', 'simulate-conformance'])
      expect(checkIn(report, name)).toMatchObject({
        status: 'inconclusive',
        message: cached,
        advice: expect.stringMatching(/^exclude these answers from the cache/),
      });
    expect(checkIn(report, 'simulate-latency').message).toBe(`sample 1 of 1: ${cached}`);
    expect(checkIn(report, 'empty-body')).toMatchObject({
      status: 'inconclusive',
      message: expect.stringContaining(`the valid request before it is not answered as expected: a cached`),
    });
    expect(statuses(report)).toMatchObject({ 'missing-operation-id': 'passed' });
  });

  it('to a sample alone is not measured', async () => {
    let simulations = 0;
    const report = await smokeOf(
      (request) => (isValid(request) && ++simulations > 6 ? simulated({}, age) : undefined),
      { samples: 3 },
    );
    expect(checkIn(report, 'simulate-conformance').status).toBe('passed');
    expect(checkIn(report, 'simulate-latency')).toMatchObject({
      status: 'inconclusive',
      message: 'sample 2 of 3: The simulator of staging sent a cached answer (Age: 500)',
    });
  });

  it('to an unknown id, to a configured one and to an invalid request passes no check', async () => {
    const [notFound, rejected] = [
      answerOf(404, '{"error":"not found"}', age),
      answerOf(400, '{"error":"bad"}', age),
    ];
    const report = await smokeOf(
      (request) => {
        if (isValid(request) || request.target.includes('no-such-operation')) return undefined;
        return request.target.includes('operationId=0x') ? notFound : rejected;
      },
      { operationIds: [operationId] },
    );
    const passed = report.checks.filter(({ status }) => status === 'passed').map(({ name }) => name);
    expect(passed).toEqual(['simulator-reachability', 'simulate-conformance', 'simulate-latency']);
    expect(report.verdict).toBe('inconclusive');
  });

  it('of a custom endpoint is inconclusive, and a 404 of it fails', async () => {
    const statistics = defineEndpoint({
      name: 'statistics',
      server: 'observer',
      method: 'GET',
      path: '/statistics',
      response: z.object({}),
    });
    const answering = (answer: Buffer) =>
      smokeOf(({ target }) => (target === '/statistics' ? answer : undefined), {
        samples: 0,
        endpoints: [statistics],
      });
    expect(checkIn(await answering(answerOf(200, '{}', age)), 'endpoint:statistics')).toMatchObject({
      status: 'inconclusive',
      message: 'The observer of staging sent a cached answer (Age: 500)',
    });
    const missing = await answering(answerOf(404, '{"error":"no such path"}'));
    expect(checkIn(missing, 'endpoint:statistics').status).toBe('failed');
  });

  it('says nothing of the clock of its server', async () => {
    const headers = { ...age, date: new Date().toUTCString() };
    const report = await smokeOf((request) => (isValid(request) ? simulated({}, headers) : undefined));
    expect(checkIn(report, 'clock-skew').status).toBe('skipped');
  });
});

describe('the samples of one request', () => {
  const flipping = (
    isLater: (request: ReceivedRequest) => boolean,
    answer: () => Buffer,
    // Requests before the second sample.
    before = 2,
  ): Answers => {
    let count = 0;
    return (request) => (isLater(request) && ++count > before ? answer() : undefined);
  };
  // The first one, one after each invalid request, and the first sample.
  const [beforeSimulations, beforeUnknown] = [6, 4];
  const isValid = ({ body }: ReceivedRequest): boolean =>
    body.includes('betaCaller') && !body.includes('5a5a');

  it.each<[string, string, Answers, Partial<SmokeOptions>, string]>([
    [
      'verdicts',
      'simulate-latency',
      flipping(
        isValid,
        () => simulated({ simulationStatus: false, simulationError: 'paused' }),
        beforeSimulations,
      ),
      {},
      'sample 2 of 3: expected the same response.simulationStatus with the request sent once more, got false instead of true',
    ],
    [
      'a record where nothing was known',
      'inclusion-latency',
      flipping(isUnknown, () => recorded({ stage: 'start', transactions: [] }), beforeUnknown),
      {},
      'expected no record of 0xc0dec0de',
    ],
    [
      'inclusions',
      'inclusion-latency',
      flipping(
        ({ target }) => target.includes(operationId),
        () => recorded({ stage: 'start', success: false, note: { errorName: 'NotEnoughGas' } }),
      ),
      known,
      'sample 2 of 3: expected no reverted change, got this one: the stage went back from executedInBETA to start',
    ],
    [
      'a rejection among verdicts',
      'simulate-latency',
      flipping(isValid, () => answerOf(400, '{"error":"bad request"}'), beforeSimulations),
      {},
      'sample 2 of 3: expected a valid request',
    ],
    [
      'a success with an error among verdicts',
      'simulate-latency',
      flipping(isValid, () => simulated({ simulationError: 'paused' }), beforeSimulations),
      {},
      'sample 2 of 3: expected no error for a success, got "paused"',
    ],
  ])('fail when they differ: %s', async (_, name, answers, options, message) => {
    const report = await smokeOf(answers, { samples: 3, ...options });
    expect(checkIn(report, name)).toMatchObject({
      status: 'failed',
      message: expect.stringContaining(message),
    });
    expect(report.verdict).toBe('failed');
  });

  it('may show that a pending operation was included meanwhile', async () => {
    let polls = 0;
    const pending = recorded({ stage: 'collectedInALPHA', transactions: [] });
    const report = await smokeOf(
      ({ target }) => (target.includes(operationId) && ++polls < 3 ? pending : undefined),
      { samples: 3, ...known },
    );
    expect(checkIn(report, 'inclusion-latency').status).toBe('passed');
  });
});

test('a pause until a date is counted by the clock of the run', async () => {
  const unixMs = Date.UTC(2020, 0, 1);
  const later = answerOf(429, '', { 'retry-after': new Date(unixMs + 30_000).toUTCString() });
  const report = await smokeOf(({ method }) => (method === 'POST' ? later : undefined), {
    samples: 0,
    clock: { ...realClock, unixNow: () => unixMs },
    deployment: { timeoutMs: 1_000 },
  });
  expect(checkIn(report, 'simulator-reachability')).toMatchObject({
    status: 'inconclusive',
    advice: expect.stringContaining('it asks for a pause of 30 s'),
  });
});
