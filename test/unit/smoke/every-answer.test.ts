import { runSmoke, type SmokeOptions } from 'crosscheck/smoke';
import { describe, expect, it, test } from 'vitest';
import { createPatientClock } from '../../support/hand-clock.js';
import { answerOf, openRawServer, type ReceivedRequest, startRawServer } from '../../support/raw-server.js';
import {
  type Answers,
  ampleBudgets,
  checkIn,
  deploymentAt,
  operationId,
  recorded,
  serviceOf,
  simulated,
  smokeOf,
  statuses,
} from './service.js';

const isValid = ({ method, body }: ReceivedRequest): boolean =>
  method === 'POST' && body.includes('betaCaller') && !body.includes('5a5a');
const isKnown = ({ target }: ReceivedRequest): boolean => target.includes(operationId);
const isUnknown = ({ target }: ReceivedRequest): boolean =>
  target.includes('is-message') && target.includes('0xc0de');
const now = (): number => Math.floor(Date.now() / 1_000);
const text = { 'content-type': 'text/plain' };
const dated = () => ({ date: new Date(0).toUTCString() });
const included = { stage: 'executedInBETA', note: null, success: true, timestamp: 1_763_712_000 };
const transactions = [{ blockchainType: 'BETA', hash: `0x${'41'.repeat(32)}` }];
const record = (more: object, headers = {}): Buffer =>
  answerOf(200, JSON.stringify({ response: { ...included, transactions, ...more } }), headers);

const executor = `0x${'0e'.repeat(20)}`;

type Case = readonly [name: string, isOf: (request: ReceivedRequest) => boolean, wrong: () => Buffer, RegExp];

const simulations: readonly Case[] = [
  ['no gas', isValid, () => simulated({ estimatedGas: 0 }), /gas-missing/],
  [
    'another verdict',
    isValid,
    () => simulated({ simulationStatus: false, simulationError: 'paused' }),
    /simulationStatus with the request sent once more, got false instead of true .determinism/,
  ],
  [
    'other messages',
    isValid,
    () => simulated({ outMessages: [{ tokensBurned: [{ tokenAddress: '', amount: '7' }] }] }),
    /determinism/,
  ],
  ['another recipient', isValid, () => simulated({ debugInfo: { to: executor } }), /determinism/],
  [
    'a success with an error',
    isValid,
    () => simulated({ simulationError: 'paused' }),
    /verdict-contradicts-error/,
  ],
  ['a text', isValid, () => simulated({}, text), /content-type/],
  ['a member that comes and goes', isValid, () => simulated({ message: 'ok' }), /unstable-members/],
  [
    'a wrong clock',
    isValid,
    () => simulated({}, dated()),
    /has a clock .+ behind the clock of this machine: more than 5 s/,
  ],
];
const records: readonly Case[] = [
  ['another operation', isKnown, () => record({ operationId: `0x${'99'.repeat(32)}` }), /other-operation/],
  [
    'no transactions',
    isKnown,
    () => record({ transactions: [] }),
    /included-without-transaction|transaction-vanished/,
  ],
  ['a timestamp of 1970', isKnown, () => record({ timestamp: 5 }), /timestamp-unit|timestamp-regression/],
  ['milliseconds', isKnown, () => record({ timestamp: Date.now() }), /timestamp-unit/],
  ['a timestamp of tomorrow', isKnown, () => record({ timestamp: now() + 86_400 }), /timestamp-in-future/],
  ['an earlier stage', isKnown, () => record({ stage: 'includedInBETAConsensus' }), /stage-regression/],
  [
    'another success',
    isKnown,
    () => record({ success: false, note: { errorName: 'NotEnoughGas' } }),
    /an included operation before, and now with an included operation that failed/,
  ],
  [
    'an unknown stage',
    isKnown,
    () => record({ stage: 'bogus' }),
    /now with a record that does not say whether it is included, stage bogus/,
  ],
  ['a text', isKnown, () => record({}, text), /content-type/],
  ['404', isKnown, () => answerOf(404, '{"error":"operation not found"}'), /404/],
  ['a wrong clock', isKnown, () => record({}, dated()), /has a clock .+ behind/],
];

/** Answers rightly so many times, then wrongly. */
function wrongAfter(times: number, [, isOf, wrong]: Case): Answers {
  let count = 0;
  return (request) => (isOf(request) && ++count > times ? wrong() : undefined);
}

const known = { operationIds: [operationId] };

describe('a run in which an answer to the same request has', () => {
  // The first request, one after each of four invalid ones, then samples.
  it.each(simulations.flatMap((one) => [1, 3, 5, 7].map((times) => [one[0], times, one] as const)))(
    '%s fails, after %i right simulations',
    async (_, times, one) => {
      const report = await smokeOf(wrongAfter(times, one), { samples: 3 });
      const failed = report.checks.filter(({ status }) => status === 'failed');
      expect(failed[0]?.message).toMatch(one[3]);
      if (times > 4)
        expect(failed).toMatchObject([
          { name: 'simulate-latency', message: expect.stringMatching(`^sample ${times - 4} of 3: `) },
        ]);
    },
  );

  it.each(records.flatMap((one) => [1, 2].map((times) => [one[0], times, one] as const)))(
    '%s fails, after %i right records',
    async (_, times, one) => {
      const report = await smokeOf(wrongAfter(times, one), { samples: 3, ...known });
      expect(report.checks.filter(({ status }) => status === 'failed')).toMatchObject([
        { name: 'inclusion-latency', message: expect.stringMatching(one[3]) },
      ]);
      expect(checkIn(report, 'inclusion-latency').message).toMatch(`sample ${times} of 3: `);
    },
  );
});

test('the valid request after each invalid one is judged, without samples too', async () => {
  const report = await smokeOf(wrongAfter(2, simulations[0] as Case), { samples: 0 });
  const message = expect.stringMatching(
    /^the valid request right after it: expected a gas estimate above zero/,
  );
  expect(report.checks.filter(({ status }) => status === 'failed')).toMatchObject([
    { name: 'not-json', message },
    { name: 'missing-field', message },
    { name: 'bad-address', message },
  ]);
});

test('a verdict that changes after an invalid request is compared with the one before', async () => {
  const report = await smokeOf(wrongAfter(1, simulations[1] as Case), {
    samples: 0,
    expectedVerdict: 'success',
  });
  expect(checkIn(report, 'empty-body').message).toMatch(
    /^the valid request right after it: expected the same .*simulationStatus .*got false instead of true/,
  );
});

test('an answer above the limit of the deployment names the limit', async () => {
  const report = await smokeOf(() => undefined, { samples: 0, deployment: { maxResponseBytes: 10 } });
  expect(checkIn(report, 'simulate-conformance')).toMatchObject({
    status: 'failed',
    message: expect.stringMatching(/, got more than 10 bytes, the limit maxResponseBytes; raise it/),
  });
});

test('reports a problem of every answer with the first one', async () => {
  const report = await smokeOf(wrongAfter(0, simulations[0] as Case), { samples: 3 });
  const failed = report.checks.filter(({ status }) => status === 'failed');
  expect(failed.map(({ name }) => name)).toEqual(['simulate-conformance']);
});

test('the first record and the answer for an unknown operation are judged where both are there', async () => {
  const future = await smokeOf(wrongAfter(0, records[4] as Case), { samples: 0, ...known });
  expect(checkIn(future, 'inclusion-conformance')).toMatchObject({
    status: 'failed',
    message: expect.stringContaining('timestamp-in-future'),
  });
  const report = await smokeOf(
    (request) => (isUnknown(request) ? answerOf(404, '{"error":"not found"}', text) : undefined),
    { samples: 0, ...known },
  );
  expect(checkIn(report, 'unknown-operation-id')).toMatchObject({
    status: 'failed',
    message: expect.stringContaining('content-type'),
  });
});

test.each([
  [
    'an invalid request',
    ({ body, method }: ReceivedRequest) => method === 'POST' && body === '',
    'empty-body',
  ],
  ['a configured operation', isKnown, 'inclusion-conformance'],
  ['an unknown operation', isUnknown, 'clock-skew'],
])('the clock of the answer to %s is judged', async (_, isOf, name) => {
  const report = await smokeOf(
    (request) => {
      if (!isOf(request)) return undefined;
      if (isKnown(request)) return record({}, dated());
      return answerOf(isUnknown(request) ? 404 : 400, '{"error":"no"}', dated());
    },
    { samples: 0, ...known },
  );
  expect(report.checks.filter(({ status }) => status === 'failed')[0]).toMatchObject({
    name,
    message: expect.stringMatching(/has a clock .+ behind the clock of this machine/),
  });
});

test('a deployment may have nodes at different blocks, which is noted', async () => {
  let count = 0;
  const report = await smokeOf(
    (request) =>
      isValid(request) ? simulated({ debugInfo: { blockNumber: 10 - (++count % 2) } }) : undefined,
    { samples: 3, skipChecks: ['gas-missing'] },
  );
  expect(report.verdict).toBe('passed');
  expect(checkIn(report, 'not-json').notes.join()).toContain('(block-regression)');
});

test('an operation may go on between the answers about it', async () => {
  let count = 0;
  const stages = ['collectedInBETA', 'includedInBETAConsensus', 'executedInBETA'];
  const report = await smokeOf(
    (request) =>
      isKnown(request) ? recorded({ stage: stages[Math.min(count++, 2)], timestamp: now() - 60 }) : undefined,
    { samples: 3, ...known },
  );
  expect(statuses(report)).toMatchObject({
    'inclusion-conformance': 'passed',
    'inclusion-latency': 'passed',
  });
});

describe('a request that gets no answer', () => {
  const brokenAfter = (
    times: number,
    then: (request: ReceivedRequest) => Buffer | 'hang' | undefined,
  ): Answers => {
    let count = 0;
    return (request) => (request.method === 'POST' && ++count > times ? then(request) : undefined);
  };

  it('is inconclusive when a valid one right after it gets none either, and no more are sent', async () => {
    let simulations = 0;
    const clock = createPatientClock();
    const report = await smokeOf(
      brokenAfter(5, () => {
        simulations++;
        clock.moveToNext();
        return 'hang';
      }),
      { samples: 2, attemptTimeoutMs: 100, clock },
    );
    const none =
      'The simulator of staging sent no complete answer within 100 ms (attemptTimeoutMs), twice in a row';
    expect(checkIn(report, 'missing-field')).toMatchObject({ status: 'inconclusive', message: none });
    for (const name of ['bad-address', 'simulate-latency'])
      expect(checkIn(report, name)).toMatchObject({ status: 'inconclusive', message: `not sent: ${none}` });
    expect(simulations).toBe(2);
    expect(checkIn(report, 'inclusion-latency').status).toBe('passed');
    expect(report.verdict).toBe('inconclusive');
  });

  it('is inconclusive with the cause when it is the valid one after an invalid one', async () => {
    const clock = createPatientClock();
    const report = await smokeOf(
      brokenAfter(4, () => {
        clock.moveToNext();
        return 'hang';
      }),
      { samples: 0, attemptTimeoutMs: 100, clock },
    );
    expect(checkIn(report, 'not-json')).toMatchObject({
      status: 'inconclusive',
      message: expect.stringMatching(
        /^the valid request right after it: The simulator .+ sent no complete answer within 100 ms .+, twice in a row$/,
      ),
    });
  });

  it('is inconclusive when the service is gone', async () => {
    const service = await openRawServer(
      serviceOf(
        brokenAfter(5, () => {
          void service.close();
          return 'hang';
        }),
      ),
    );
    const deployment = deploymentAt(service.origin);
    const report = await runSmoke({ deployment, samples: 2, budgets: ampleBudgets });
    expect(checkIn(report, 'missing-field')).toMatchObject({
      status: 'inconclusive',
      message: expect.stringMatching(
        / could not be reached: connection refused \(ECONNREFUSED\), twice in a row$/,
      ),
    });
    expect(report.verdict).toBe('inconclusive');
  });

  it.each([5, 6, 9])('fails when the next one is answered, after %i requests', async (times) => {
    let count = 0;
    const answer = serviceOf();
    const { origin } = await startRawServer((socket, request) => {
      if (request.method === 'POST' && ++count === times + 1) socket.destroy();
      else answer(socket, request);
    });
    const report = await runSmoke({ deployment: deploymentAt(origin), samples: 2, budgets: ampleBudgets });
    expect(report.checks.filter(({ status }) => status === 'failed')).toMatchObject([
      { message: expect.stringContaining('(no-answer)') },
    ]);
  });
});

test('errors may have no body, which is noted once for each endpoint', async () => {
  const report = await smokeOf(
    ({ method, target, body }) => {
      if (method === 'POST')
        return isValid({ method, body } as ReceivedRequest) ? undefined : answerOf(400, '');
      if (!target.includes('is-message') || isKnown({ target } as ReceivedRequest)) return undefined;
      return answerOf(target.includes('=0x') ? 404 : 400, '');
    },
    { samples: 1, ...known },
  );
  expect(report.verdict).toBe('passed');
  expect(report.checks.flatMap(({ notes }) => notes)).toEqual([
    expect.stringMatching(/The simulator of staging rejects a request without saying why/),
    expect.stringMatching(/The observer of staging rejects a request without saying why/),
  ]);
});

test('a success may have no gas estimate if the run skips gas-missing', async () => {
  const of = (skipChecks: SmokeOptions['skipChecks']) =>
    smokeOf((request) => (isValid(request) ? simulated({ estimatedGas: undefined }) : undefined), {
      skipChecks,
    });
  const skipped = await of(['gas-missing']);
  expect(skipped.verdict).toBe('passed');
  expect(checkIn(skipped, 'gas-missing')).toMatchObject({ status: 'skipped' });
  expect(checkIn(await of([]), 'simulate-conformance')).toMatchObject({
    status: 'failed',
    advice: expect.stringContaining('add gas-missing to skipChecks'),
  });
});

test.each<[string, () => Buffer]>([
  ['gas as a string', () => simulated({ estimatedGas: '53021' })],
  ['a success with an error', () => simulated({ simulationError: 'reverted' })],
])('a defect of every valid answer is reported once: %s', async (_, wrong) => {
  const report = await smokeOf((request) => (isValid(request) ? wrong() : undefined), { samples: 6 });
  const failed = report.checks.filter(({ status }) => status === 'failed').map(({ name }) => name);
  expect(failed).toEqual(['simulate-conformance']);
  expect(checkIn(report, 'simulate-latency')).toMatchObject({
    status: 'inconclusive',
    message: 'sample 1 of 6: the first answer had the same problem, so latency is not judged',
    advice: 'see simulate-conformance',
  });
  expect(checkIn(report, 'empty-body')).toMatchObject({
    status: 'inconclusive',
    message: expect.stringContaining(checkIn(report, 'simulate-conformance').message),
    details: expect.arrayContaining([expect.stringMatching(/^Control: {4}POST /)]),
  });
});
