import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createClient,
  defineDeployment,
  deploymentFromEnv,
  type Exchange,
  type HttpError,
  recordExchanges,
  replayExchanges,
  type SchemaMismatchError,
  waitForInclusion,
} from 'crosscheck';
import { assertions } from 'crosscheck/assert';
import { runCampaign } from 'crosscheck/fuzz';
import { runSmoke } from 'crosscheck/smoke';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { answerOf, type RawAnswer, type RawServer, startRawServer } from '../../support/raw-server.js';
import { ampleBudgets, serviceOf, simulated } from '../smoke/service.js';
import { clientAt, fullRequest, operationId, rejectionOf } from './calls.js';

const good = answerOf(200, '{"response":{"simulationStatus":true}}');
const pending = answerOf(200, '{"response":{"stage":"start","success":true}}');
const broken = answerOf(500, '{"error":"pool exhausted"}');

/** The parts of the header of each request: version, trace, span, flags. */
function tracesOf({ requests }: Pick<RawServer, 'requests'>): string[][] {
  return requests.map(({ headers }) => (headers.traceparent?.[0] ?? 'none').split('-'));
}

const header = ['00', expect.stringMatching(/^[\da-f]{32}$/), expect.stringMatching(/^[\da-f]{16}$/), '01'];

describe('a request has a traceparent', () => {
  it('with a new trace id for each call', async () => {
    const server = await startRawServer(good);
    const client = clientAt(server.origin);
    const results = [await client.simulate(fullRequest), await client.simulate(fullRequest)];
    const traces = tracesOf(server);
    expect(traces).toEqual([header, header]);
    expect(results.map(({ exchange }) => exchange.traceId)).toEqual(traces.map(([, traceId]) => traceId));
    expect(new Set(traces.map(([, traceId]) => traceId)).size).toBe(2);
  });

  it('whose trace id the retries of a call share, with a span id each', async () => {
    const server = await startRawServer(broken, broken, good);
    const { exchange } = await clientAt(server.origin).simulate(fullRequest);
    const traces = tracesOf(server);
    expect(traces).toEqual([header, header, header]);
    expect(traces.map(([, traceId]) => traceId)).toEqual(Array(3).fill(exchange.traceId));
    expect(new Set(traces.map(([, , span]) => span)).size).toBe(3);
  });

  it('that is another one for each poll of a wait, because waits may share polls', async () => {
    const server = await startRawServer(pending);
    const waited = waitForInclusion(clientAt(server.origin), operationId, {
      timeoutMs: 200,
      intervals: [20],
    });
    const { message, traceId } = await rejectionOf<Error & { traceId: string }>(waited);
    const traces = tracesOf(server).map(([, id]) => id);
    expect(traces.length).toBeGreaterThan(1);
    expect(new Set(traces).size).toBe(traces.length);
    expect(traceId).toBe(traces.at(-1));
    expect(message).toContain(`Trace ID:   ${traceId}`);
  });

  it('unless the headers of the deployment have one', async () => {
    const own = `00-${'a1'.repeat(16)}-${'b2'.repeat(8)}-00`;
    const server = await startRawServer(good);
    for (const headers of [{ traceparent: own }, () => ({ Traceparent: own })]) {
      const { exchange } = await clientAt(server.origin, { headers }).simulate(fullRequest);
      expect(exchange.traceId).toBe('a1'.repeat(16));
      expect(exchange.request.headers.traceparent).toBe(own);
    }
    expect(server.requests.map(({ headers }) => headers.traceparent)).toEqual([[own], [own]]);
  });

  it('unless the deployment turns it off', async () => {
    const server = await startRawServer(broken);
    const calls = [
      clientAt(server.origin, { traceparent: false }),
      createClient(
        deploymentFromEnv({
          CROSSCHECK_SIMULATOR_URL: server.origin,
          CROSSCHECK_TRACEPARENT: 'false',
          CROSSCHECK_RETRIES: '0',
        }) as ReturnType<typeof defineDeployment>,
      ),
    ];
    for (const client of calls) {
      const { message, exchange } = await rejectionOf<HttpError>(client.simulate(fullRequest));
      expect(exchange.traceId).toBeUndefined();
      expect(message).not.toContain('Trace');
    }
    expect(tracesOf(server)).toEqual(Array(server.requests.length).fill(['none']));
  });

  it('also in smoke runs and campaigns, whose retries share the trace', async () => {
    let isBusy = true;
    const server = await startRawServer(
      serviceOf(({ method }) => {
        if (method !== 'POST' || !isBusy) return undefined;
        isBusy = false;
        return answerOf(503, '{"error":"busy"}');
      }),
    );
    const { deployment } = clientAt(server.origin);
    await runSmoke({ deployment, samples: 0, budgets: ampleBudgets, ratePerSecond: 1000 });
    await runCampaign({ deployment, cases: 5, phases: ['valid', 'invalid'], corpus: false, seed: 7 });
    expect(tracesOf(server)).toEqual(Array(server.requests.length).fill(header));
    const simulations = server.requests.filter(({ method }) => method === 'POST');
    const [first, second] = tracesOf({ requests: simulations });
    expect(second?.[1]).toBe(first?.[1]);
    expect(second?.[2]).not.toBe(first?.[2]);
  });

  it('also in bytes of the wire phase that have the headers of the deployment', async () => {
    const server = await startRawServer(serviceOf());
    const { deployment } = clientAt(server.origin);
    const exchanges: Exchange[] = [];
    const seen = defineDeployment({
      simulatorUrl: deployment.simulatorUrl,
      observerUrl: deployment.observerUrl,
      onExchange: (exchange) => void exchanges.push(exchange),
    });
    await runCampaign({ deployment: seen, cases: 20, phases: { wire: 20 }, corpus: false, seed: 7 });
    const traced = exchanges.filter(({ traceId }) => traceId !== undefined);
    expect(traced.length).toBeGreaterThan(5);
    expect(exchanges.filter(({ request }) => request.body?.includes('traceparent'))).toEqual([]);
  });
});

describe('the trace id of a failure is shown', () => {
  const failing = async (answer: RawAnswer) => {
    const server = await startRawServer(answer);
    const error = await rejectionOf<HttpError | SchemaMismatchError>(
      clientAt(server.origin).simulate(fullRequest),
    );
    return { message: error.message, traceId: tracesOf(server).at(-1)?.[1], json: JSON.stringify(error) };
  };

  it.each<[string, RawAnswer]>([
    ['an error status', broken],
    ['an answer of another shape', answerOf(200, '{"response":{"simulationStatus":"yes"}}')],
    ['a body that is not JSON', answerOf(200, '<p>')],
    ['a closed connection', (socket) => void socket.destroy()],
  ])('by the error of %s', async (_, answer) => {
    const { message, traceId, json } = await failing(answer);
    expect(message.split('\n')).toContain(`Trace ID:   ${traceId}`);
    expect(json).toContain(traceId);
  });

  it('by the report of a smoke run, as JSON too', async () => {
    const server = await startRawServer(serviceOf(({ method }) => (method === 'POST' ? broken : undefined)));
    const { deployment } = clientAt(server.origin);
    const { checks } = await runSmoke({ deployment, samples: 0, ratePerSecond: 1000 });
    const traces = tracesOf(server).map(([, id]) => id);
    const failed = checks.filter(({ status, details }) => status === 'failed' && details.length > 0);
    expect(failed.length).toBeGreaterThan(0);
    for (const { details } of JSON.parse(JSON.stringify(failed)) as typeof failed)
      expect(details.filter((line) => traces.some((id) => line === `Trace ID:   ${id}`))).not.toEqual([]);
  });

  it('by the findings of a campaign, as JSON too, which are compared without it', async () => {
    const server = await startRawServer(
      serviceOf(({ method }) => (method === 'POST' ? simulated({ estimatedGas: 'many' }) : undefined)),
    );
    const { deployment } = clientAt(server.origin);
    const options = { deployment, cases: 10, phases: ['valid'] as const, corpus: false as const, seed: 7 };
    const [first, second] = [await runCampaign(options), await runCampaign(options)];
    const traces = tracesOf(server).map(([, id]) => id);
    const [finding] = first.findings;
    expect(traces).toContain(finding?.exchanges.at(finding.at ?? -1)?.traceId);
    expect(first.findings.map(({ id, caseId }) => [id, caseId])).toEqual(
      second.findings.map(({ id, caseId }) => [id, caseId]),
    );
    expect(first.findings.map(({ exchanges }) => exchanges.map(({ request }) => request))).toEqual(
      second.findings.map(({ exchanges }) => exchanges.map(({ request }) => request)),
    );
  });

  it('by the line of CROSSCHECK_DEBUG', async () => {
    const written: string[] = [];
    vi.stubEnv('CROSSCHECK_DEBUG', '1');
    const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(`${text}`) > 0);
    onTestFinished(() => {
      write.mockRestore();
      vi.unstubAllEnvs();
    });
    const server = await startRawServer(good);
    const { exchange } = await clientAt(server.origin).simulate(fullRequest);
    expect(written.join('')).toMatch(new RegExp(` 200 in [^ ]+ m?s trace ${exchange.traceId}\n$`));
  });
});

it('needs no traceparent in the curl command that repeats a request', async () => {
  const server = await startRawServer(good);
  const result = await clientAt(server.origin).simulate(fullRequest);
  expect(result.exchange.request.headers).not.toHaveProperty('traceparent');
  const { message } = await rejectionOf(assertions.toFailSimulation(result));
  expect(message).toMatch(/^Reproduce: +curl /m);
  expect(message).not.toContain('traceparent');
});

it('does not mistake a trace that a service echoes for a credential', async () => {
  const server = await startRawServer((socket, { headers }) =>
    socket.write(answerOf(200, JSON.stringify({ response: { message: headers.traceparent?.[0] } }))),
  );
  const { response, exchange } = await clientAt(server.origin).simulate(fullRequest);
  expect(exchange.redact(response.message ?? '')).toBe(response.message);
  const own = `00-${'a1'.repeat(16)}-${'b2'.repeat(8)}-01`;
  const given = await clientAt(server.origin, { headers: { traceparent: own } }).simulate(fullRequest);
  expect(given.exchange.response?.body).toContain(own);
});

it('is not in recordings, and a replay sends none', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'crosscheck-trace-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'recording.json');
  const server = await startRawServer(good);
  const recording = recordExchanges(clientAt(server.origin).deployment, { file });
  const { exchange } = await createClient(recording.deployment).simulate(fullRequest);
  await recording.save();
  const text = await readFile(file, 'utf8');
  expect(text).not.toContain('traceparent');
  expect(text).not.toContain(exchange.traceId);
  const replayed = await replayExchanges(clientAt(server.origin).deployment, { file });
  const again = await createClient(replayed).simulate(fullRequest);
  expect(again.exchange.traceId).toBeUndefined();
  expect(server.requests).toHaveLength(1);
});

it.each([
  ['', undefined],
  [`00-${'0'.repeat(32)}-${'b'.repeat(16)}-01`, undefined],
  [`00-${'A'.repeat(32)}-${'b'.repeat(16)}-01`, undefined],
  [`00-${'a'.repeat(31)}-${'b'.repeat(16)}-01`, undefined],
  [`00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`, 'a'.repeat(32)],
  [`cc-${'a'.repeat(32)}-${'b'.repeat(16)}-01-more`, 'a'.repeat(32)],
])('reads the trace id of the header %j of a deployment', async (traceparent, traceId) => {
  const server = await startRawServer(good);
  const { exchange } = await clientAt(server.origin, { headers: { traceparent } }).simulate(fullRequest);
  expect(exchange.traceId).toBe(traceId);
});
