import { type Latency, startLatencyProxy } from '../support/latency-proxy.js';
import { answerOf, openRawServer, type RawServer } from '../support/raw-server.js';
import { runVitest, type VitestRun } from '../support/vitest-process.js';
import { ampleBudgets, recorded, serviceOf } from '../unit/smoke/service.js';
import { latencyFixture, operationIds, type PendingAnswer } from './latency-fixture.js';

/** Starts a service for the fixture. */
function openLatencyService(pending: PendingAnswer): Promise<RawServer & { close(): Promise<void> }> {
  return openRawServer(
    serviceOf(({ method, target }) => {
      if (method !== 'GET') return undefined;
      const id = new URL(target, 'http://observer').searchParams.get('operationId');
      if (id === operationIds.included) return recorded({ stage: 'includedInBETAConsensus' });
      if (id !== operationIds.pending || pending === 404) return undefined;
      return answerOf(200, JSON.stringify({ response: { stage: 'start', success: true } }));
    }),
  );
}

/** Runs work with the URL of a service behind latency. */
export async function behindLatency<T>(
  pending: PendingAnswer,
  latency: Latency,
  run: (url: string) => Promise<T>,
): Promise<T> {
  const service = await openLatencyService(pending);
  const proxy = await startLatencyProxy(service.origin, latency);
  try {
    return await run(proxy.url);
  } finally {
    await proxy.stop();
    await service.close();
  }
}

/** The smoke suite against the service. */
const smokeSuite = `
import { defineDeployment } from 'crosscheck';
import { defineSmokeSuite } from 'crosscheck/vitest';
const url = process.env.LATENCY_URL;
const deployment = defineDeployment({ name: 'staging', simulatorUrl: url, observerUrl: url });
defineSmokeSuite(deployment, { budgets: ${JSON.stringify(ampleBudgets)} });
`;

/** Runs the fixture, and a smoke suite, in a Vitest process. */
export function runFixtureInVitest(url: string): Promise<VitestRun> {
  const files = { 'latency.test.mjs': latencyFixture('vitest'), 'smoke.test.mjs': smokeSuite };
  return runVitest(files, { maxConcurrency: 50 }, { LATENCY_URL: url });
}
