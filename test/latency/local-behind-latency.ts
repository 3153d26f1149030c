import { startLocalDeployment } from 'crosscheck/local';
import type { TestProject } from 'vitest/node';
import '../../src/vitest/provided-local.js';
import { startLatencyProxy } from '../support/latency-proxy.js';

/** The latency behind which the examples and the false passes run. */
const latency = { delayMs: 200, jitterMs: 100 };

/** A global setup like `crosscheck/vitest/local-setup`, with a local deployment behind latency. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const local = await startLocalDeployment();
  const simulator = await startLatencyProxy(local.simulatorUrl, latency);
  const observer = await startLatencyProxy(local.observerUrl, { ...latency, seed: 2 });
  const { controlUrl, chains } = local;
  project.provide('crosscheck', {
    simulatorUrl: simulator.url,
    observerUrl: observer.url,
    controlUrl,
    chains,
    isExtended: false,
  });
  return async () => {
    await Promise.all([simulator.stop(), observer.stop()]);
    await local.stop();
  };
}
