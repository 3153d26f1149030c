import {
  type Client,
  createClient,
  type DeploymentOptions,
  defineDeployment,
  type LooseSimulationRequest,
  type SimulationRequest,
} from 'crosscheck';
import { expect } from 'vitest';

/** A client of one server for both operations, whose retries do not wait. */
export function clientAt(
  origin: string,
  options: Partial<DeploymentOptions> = {},
): Client<LooseSimulationRequest> {
  return createClient(
    defineDeployment({
      name: 'staging',
      simulatorUrl: origin,
      observerUrl: origin,
      retries: { limit: 2, minIntervalMs: 0 },
      ...options,
    }),
  );
}

/** A request with every field of section 2.1. */
export const fullRequest: SimulationRequest = {
  shardsKey: '1763712000042',
  alphaCallParams: {
    target: '0x52908400098527886e0f7030069857d2e4169ee7',
    arguments: '0x00ff',
    methodName: 'swap(bytes,bytes)',
  },
  betaAssets: [
    { amount: '1000000000' },
    { amount: '250000', tokenAddress: 'EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N' },
  ],
  betaCaller: 'EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N',
  executorAddress: '',
  extraData: '0x',
  feeAssetAddress: '',
};

export const operationId = `0x${'7c'.repeat(32)}`;

/** What a promise rejects with, seen as the error that the test expects. */
export async function rejectionOf<E = Error>(promise: Promise<unknown>): Promise<E> {
  const outcome = await promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  expect(outcome).toHaveProperty('error');
  return (outcome as { error: E }).error;
}

/** A message without what differs from run to run: ports, traces, and when the attempts started. */
export function steady(message: string): string {
  return message
    .replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:PORT')
    .replace(/(Trace ID: +)[\da-f]{32}/g, '$1TRACE')
    .replace(/at \+[\d.]+ m?s/g, 'at +N ms');
}
