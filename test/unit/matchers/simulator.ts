import { createClient, type SimulationRequest, type SimulationResult } from 'crosscheck';
import { onTestFinished } from 'vitest';
import { type Answer, record, startScriptedObserver } from '../../support/scripted-observer.js';

export const request: SimulationRequest = {
  shardsKey: '1763712000042',
  alphaCallParams: { target: '0x52908400098527886E0F7030069857D2E4169EE7', methodName: 'swap' },
  betaAssets: [{ amount: '1000000000' }],
  betaCaller: 'EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N',
};

/** What the deployment sends with each request, and a service may echo. */
export const secret = 'c2VjcmV0LW9mLXRoZS10ZXN0';

/** Starts a simulator with its answers; the two operations are alike on the wire, so the scripted observer will do. */
export async function simulator(...answers: readonly Answer[]) {
  const server = await startScriptedObserver(answers);
  onTestFinished(async () => server[Symbol.asyncDispose]());
  return server.deployment({ headers: { authorization: `Bearer ${secret}` } });
}

/** The result of a simulation that was answered with a `response`. */
export async function simulated(response: Readonly<Record<string, unknown>>): Promise<SimulationResult> {
  return createClient(await simulator(record(response))).simulate(request);
}
