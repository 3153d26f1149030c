import { type Deployment, defineDeployment } from 'crosscheck';
import { type CampaignOptions, localFuzzedCalls, runCampaign } from 'crosscheck/fuzz';
import { type LocalDeployment, startLocalDeployment } from 'crosscheck/local';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTamperingProxy, type Tamper } from '../../support/tampering-proxy.js';

let local: LocalDeployment;
const operationIds: string[] = [];

beforeAll(async () => {
  local = await startLocalDeployment({ clock: 'manual' });
  for (let number = 0; number < 3; number++) operationIds.push(await submitted(number));
  const failing = await submitted(3);
  await local.failExecution(failing, { errorName: 'ProxyCallError' });
  await local.advance(2_000);
  operationIds.push(failing, await submitted(4));
  await local.advance(150);
});
afterAll(() => local.stop());

describe('a campaign accepts', () => {
  it.each([
    ['problems', { title: 'Bad Request', status: 400 }, 'detail'],
    ['messages', {}, 'message'],
    ['messages with a code', { code: 3 }, 'message'],
    ['details', {}, 'detail'],
    ['lists of errors', {}, 'errors'],
  ])('errors that are %s, and notes it', async (form, members, name) => {
    const type = form === 'problems' ? 'application/problem+json' : 'application/json';
    const { verdict, findings, notes } = await campaign((answer) => {
      if (answer.status === 200 || !answer.body.startsWith('{"error"')) return undefined;
      const { error } = JSON.parse(answer.body);
      const body = JSON.stringify({ ...members, [name]: name === 'errors' ? [error] : error });
      return { ...answer, headers: { ...answer.headers, 'content-type': type }, body };
    });
    expect(findings).toEqual([]);
    expect(verdict).toBe('clean');
    expect(notes).toContainEqual(
      `The observer of local writes errors as JSON with the text at ${name === 'errors' ? 'errors.0' : name}. In practice they are {"error": "…"}, but the interface shows no error body`,
    );
  });

  it('answers that a proxy does not change, without a note', async () => {
    const report = await campaign(() => undefined);
    expect(report).toMatchObject({ verdict: 'clean', findings: [] });
    expect(report.notes).toBeUndefined();
  });
});

describe('a campaign finds', () => {
  const overload: Tamper = (answer, { number }) =>
    number % 7 === 0 ? { ...answer, status: 429, body: '{"error":"slow down"}' } : undefined;

  it('429 without Retry-After to every seventh request', async () => {
    const { verdict, findings } = await campaign(overload);
    expect(findings).toMatchObject([
      { severity: 'minor', signature: { check: 'overload-without-retry-after' } },
      { severity: 'minor', signature: { check: 'overload-without-retry-after' } },
    ]);
    expect(verdict).toBe('findings');
  });

  it('nothing if it says when to retry', async () => {
    const polite: Tamper = async (answer, request) => {
      const busy = await overload(answer, request);
      return busy && { ...busy, headers: { ...busy.headers, 'retry-after': '0' } };
    };
    expect(await campaign(polite)).toMatchObject({ verdict: 'clean', findings: [] });
  });
});

/** Runs a campaign against the local deployment behind a proxy that changes its answers. */
async function campaign(tamper: Tamper, options: Partial<CampaignOptions> = {}) {
  await using proxy = await startTamperingProxy(local.simulatorUrl, tamper);
  await using observer = await startTamperingProxy(local.observerUrl, tamper);
  const deployment: Deployment = defineDeployment({
    name: 'local',
    simulatorUrl: proxy.url,
    observerUrl: observer.url,
    chains: local.chains,
  });
  const phases = ['smoke', ['valid', 20], ['invalid', 30], ['stateful', 20]] as const;
  const calls = localFuzzedCalls(local);
  return await runCampaign({ deployment, calls, operationIds, phases, seed: 1, shrinkRuns: 3, ...options });
}

function submitted(number: number): Promise<string> {
  return local.submit({
    shardsKey: `${1_763_712_000_000 + number}`,
    alphaCallParams: { target: local.contracts.targets.bounce, methodName: 'bounce' },
    betaAssets: [{ amount: `${1_000_000 + number}` }],
    betaCaller: local.accounts[0],
  });
}
