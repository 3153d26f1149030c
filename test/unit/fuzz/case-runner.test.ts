import { type Deployment, type DeploymentOptions, defineDeployment } from 'crosscheck';
import type { CasePlan, CaseStep, Check, HttpCaseRequest } from 'crosscheck/fuzz';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { CaseRunner } from '../../../src/fuzz/runner/case-runner.js';
import { createHandClock } from '../../support/hand-clock.js';
import { answerOf, startRawServer } from '../../support/raw-server.js';
import { realClock } from '../../support/real-clock.js';
import { operationId } from '../client/calls.js';

const simulated = answerOf(200, '{"response":{"simulationStatus":true,"estimatedGas":9007199254740993}}');
const included = answerOf(200, '{"response":{"stage":"collectedInEVM"}}');

const deploymentAt = (origin: string, options: Partial<DeploymentOptions> = {}): Deployment =>
  defineDeployment({ name: 'staging', simulatorUrl: origin, observerUrl: origin, ...options });

function runnerOf(
  deployment: Deployment,
  settings: Partial<ConstructorParameters<typeof CaseRunner>[1]> = {},
): CaseRunner {
  const limits = { slowThresholdMs: 5_000 };
  const common = { checks: [], limits, endpoints: [], clock: realClock };
  const runner = new CaseRunner(deployment, { ...common, ...settings });
  onTestFinished(() => runner.close());
  return runner;
}

const planOf = (...steps: readonly CaseStep[]): CasePlan => ({ phase: 'valid', kind: 'call', steps });
const stepOf = (...requests: readonly HttpCaseRequest[]): CaseStep => ({ requests });
const simulate = (body: HttpCaseRequest['body'] = '{}'): HttpCaseRequest => ({
  endpoint: 'simulate',
  body,
  expect: { kind: 'no-server-error', reason: 'test' },
});
const inclusion = (query = `operationId=${operationId}`): HttpCaseRequest => ({
  endpoint: 'inclusion',
  query,
  expect: { kind: 'unknown', operationId },
});

describe('what is sent', () => {
  it('is the request as it is planned', async () => {
    const { origin, requests } = await startRawServer(answerOf(405, ''));
    const runner = runnerOf(deploymentAt(origin, { headers: { authorization: 'Bearer secret-token' } }));
    await runner.run(
      planOf(
        stepOf(simulate('{"shardsKey":"é"}')),
        stepOf(simulate({ base64: Buffer.from([0x7b, 0x7d]).toString('base64') })),
        stepOf({ ...simulate('x'), headers: { 'content-type': 'text/plain', 'x-odd': '1' } }),
        stepOf({ ...inclusion('a=%00&a=%zz'), method: 'DELETE' }),
      ),
    );
    const json = 'application/json';
    const sent = requests.map(({ method, target, body, headers }) => [
      method,
      target,
      body,
      headers['content-type']?.[0],
    ]);
    const path = '/alpha/simulator/simulate-message';
    expect(sent).toEqual([
      ['POST', path, '{"shardsKey":"é"}', json],
      ['POST', path, '{}', json],
      ['POST', path, 'x', 'text/plain'],
      ['DELETE', '/beta/observer/is-message-included-in-consensus?a=%00&a=%zz', '', undefined],
    ]);
    expect(requests.map(({ headers }) => headers.authorization)).toEqual(
      Array(4).fill(['Bearer secret-token']),
    );
    expect(requests[2]?.headers['x-odd']).toEqual(['1']);
  });

  it('is one step after the other, with pauses by the clock', async () => {
    const { origin, requests } = await startRawServer(simulated);
    const clock = createHandClock(0);
    const done = runnerOf(deploymentAt(origin), { clock }).run(
      planOf(stepOf(simulate('1')), { pauseMs: 250, requests: [simulate('2')] }),
    );
    await expect.poll(() => clock.timers).toBe(1);
    await expect.poll(() => requests.length).toBe(1);
    clock.move(249);
    expect(requests).toHaveLength(1);
    clock.move(1);
    await done;
    expect(requests.map(({ body }) => body)).toEqual(['1', '2']);
  });

  it('is all of a step at the same time', async () => {
    const waiting: (() => void)[] = [];
    const { origin } = await startRawServer((socket) => {
      waiting.push(() => socket.write(simulated));
      if (waiting.length === 3) for (const answer of waiting) answer();
    });
    const { observed } = await runnerOf(deploymentAt(origin)).run(
      planOf(stepOf(simulate('1'), simulate('2'), simulate('3'))),
    );
    expect(observed.observations.map(({ request }) => (request as HttpCaseRequest).body)).toEqual([
      '1',
      '2',
      '3',
    ]);
  });
});

describe('an answer', () => {
  it('is read with exact integers and neutral names', async () => {
    const { origin } = await startRawServer(simulated, included);
    const deployment = deploymentAt(origin, { chains: { alpha: 'evm', beta: 'tvm' } });
    const { observed } = await runnerOf(deployment).run(planOf(stepOf(simulate()), stepOf(inclusion())));
    const [first, second] = observed.observations;
    expect(first?.answer?.simulation).toEqual({ simulationStatus: true, estimatedGas: 9007199254740993n });
    expect(first?.answer?.inclusion).toBeUndefined();
    expect(second?.answer?.inclusion).toEqual({ stage: 'collectedInALPHA' });
    expect(second?.answer?.simulation).toBeUndefined();
  });

  it.each([
    ['another status', answerOf(500, '{"response":{}}')],
    ['another status of success', answerOf(201, '{"response":{"simulationStatus":true,"estimatedGas":1}}')],
    ['another shape', answerOf(200, '{"response":{"simulationStatus":"yes"}}')],
    ['no JSON', answerOf(200, '{')],
  ])('with %s has no simulation', async (_, raw) => {
    const { origin } = await startRawServer(raw);
    const { observed } = await runnerOf(deploymentAt(origin)).run(planOf(stepOf(simulate())));
    expect(observed.observations[0]?.answer?.simulation).toBeUndefined();
  });

  it('states whether the answer is JSON and UTF-8, and whether it echoes a credential', async () => {
    const broken = Buffer.concat([
      Buffer.from('{"error":"secret-token '),
      Buffer.from([0xc3]),
      Buffer.from('"}'),
    ]);
    const { origin } = await startRawServer(
      answerOf(400, broken),
      answerOf(400, '{"error":"x-odd-value"}'),
      answerOf(400, '{"errors":[{"message":"got Bearer secret-token"}]}'),
    );
    const deployment = deploymentAt(origin, { headers: { authorization: 'Bearer secret-token' } });
    const odd = { ...simulate(), headers: { 'x-odd': 'x-odd-value' } };
    const { observed, exchanges } = await runnerOf(deployment).run(
      planOf(stepOf(simulate()), stepOf(odd), stepOf(simulate())),
    );
    const [first, second, third] = observed.observations.map(({ answer }) => answer);
    expect(first).toMatchObject({
      isUtf8: false,
      echoesCredential: true,
      credentialEcho: 'the value of authorization',
      json: { issue: 'the body is not UTF-8' },
    });
    expect(third?.credentialEcho).toBe('the value of authorization at errors[0].message');
    expect(second).toMatchObject({
      isUtf8: true,
      echoesCredential: false,
      json: { value: { error: 'x-odd-value' } },
    });
    expect(JSON.stringify(exchanges)).not.toContain('secret-token');
  });
});

describe('a request without a whole answer', () => {
  it.each([
    ['closed', answerOf(200, '{', { 'content-length': '2' }), {}],
    ['too-large', answerOf(200, 'x'.repeat(100)), { maxResponseBytes: 99 }],
    ['timeout', '', { attemptTimeoutMs: 50 }],
  ] as const)('is %s', async (kind, raw, options) => {
    const { origin } = await startRawServer((socket) => {
      socket.write(raw);
      if (kind === 'closed') socket.end();
    });
    const { observed } = await runnerOf(deploymentAt(origin, options)).run(planOf(stepOf(simulate())));
    expect(observed.observations[0]).toMatchObject({ failure: { kind } });
    expect(observed.observations[0]).not.toHaveProperty('answer');
  });

  it('has the kind network if nobody listens', async () => {
    const { observed } = await runnerOf(deploymentAt('http://127.0.0.1:1')).run(planOf(stepOf(simulate())));
    expect(observed.observations[0]?.failure).toEqual({
      kind: 'network',
      message: 'connection refused (ECONNREFUSED)',
    });
  });
});

describe('429 and 503', () => {
  it('are tried again, and each is observed', async () => {
    const { origin, requests } = await startRawServer(answerOf(429, ''), answerOf(503, ''), simulated);
    const { observed } = await runnerOf(deploymentAt(origin)).run(planOf(stepOf(simulate())));
    expect(observed.observations[0]?.answer?.status).toBe(200);
    expect(requests).toHaveLength(3);
    expect(observed.observations[0]?.retried).toMatchObject([{ status: 429 }, { status: 503 }]);
  });

  it('are the answer if they do not end', async () => {
    const { origin, requests } = await startRawServer(answerOf(429, ''));
    const { observed } = await runnerOf(deploymentAt(origin)).run(planOf(stepOf(simulate())));
    expect(observed.observations[0]?.answer?.status).toBe(429);
    expect(requests).toHaveLength(4);
  });

  it('are tried again after pauses that grow', async () => {
    const { origin } = await startRawServer(answerOf(503, ''));
    vi.spyOn(Math, 'random').mockReturnValue(1);
    onTestFinished(() => void vi.restoreAllMocks());
    const pauses: number[] = [];
    const deployment = deploymentAt(origin, { attemptTimeoutMs: 30_000 });
    const clock = {
      ...createHandClock(),
      setTimeout(callback: () => void, ms: number) {
        // The time-outs of requests are none of the pauses.
        if (ms === 30_000) return;
        pauses.push(ms);
        queueMicrotask(callback);
      },
    };
    await runnerOf(deployment, { clock }).run(planOf(stepOf(simulate())));
    expect(pauses).toEqual([100, 200, 400]);
  });
});

it('returns what the checks find', async () => {
  const { origin } = await startRawServer(simulated);
  const violation = { at: 0, path: '', class: 'slow', expected: 'a fast answer', received: 'a slow one' };
  const check: Check = {
    name: 'schema',
    family: 'transport',
    severity: 'minor',
    about: 'Nothing must be called.',
    source: 'assumption',
    judge: ({ plan }, { limits }) =>
      plan.kind === 'call' && limits.slowThresholdMs === 7 ? [violation] : [],
  };
  const runner = runnerOf(deploymentAt(origin), { checks: [check], limits: { slowThresholdMs: 7 } });
  expect((await runner.run(planOf(stepOf(simulate())))).violations).toEqual([{ check, violation }]);
});

it('ends with the reason of its signal, wherever it is', async () => {
  const { origin } = await startRawServer(() => {});
  const stop = new AbortController();
  const runner = runnerOf(deploymentAt(origin), { concurrency: 1 });
  const runs = [1, 2].map(() => runner.run(planOf(stepOf(simulate())), stop.signal));
  stop.abort(new Error('enough'));
  for (const run of runs) await expect(run).rejects.toThrow('enough');
});
