import {
  configure,
  createClient,
  defineDeployment,
  type InclusionRecord,
  waitForInclusion,
  waitForInclusions,
} from 'crosscheck';
import { connectLocalDeployment, type LocalDeployment, startLocalDeployment } from 'crosscheck/local';
import 'crosscheck/vitest';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { exchange } from '../../support/http-exchange.js';

let local: LocalDeployment;
beforeAll(async () => {
  local = await startLocalDeployment({ clock: 'manual' });
  configure({ deployment: local.deployment });
  return () => local.stop();
});
afterEach(() => local.clearFaults());

const request = () => ({
  shardsKey: '7',
  alphaCallParams: { target: local.contracts.targets.bounce, methodName: 'bounce' },
  betaAssets: [{ amount: '5' }],
  betaCaller: local.accounts[0],
});

async function messageOf(assertion: PromiseLike<unknown>): Promise<string> {
  const error = await Promise.resolve(assertion).then(
    () => new Error('it passed'),
    (thrown: Error) => thrown,
  );
  expect(error.stack).toContain(error.message);
  return error.message;
}

const html = 'A fault is set on this local deployment: html';
const wait = { timeoutMs: 100, intervals: 20 } as const;

describe('a failure on a local deployment with a fault', () => {
  test.each<[string, () => Promise<string>]>([
    ['an assertion on a request', () => messageOf(expect(request()).toSimulateSuccessfully())],
    ['a negated assertion', () => messageOf(expect(request()).not.toSimulateSuccessfully())],
    [
      'an assertion that waits',
      async () => messageOf(expect(await local.submit(request())).toReachInclusion(wait)),
    ],
    [
      'a wait',
      async () =>
        messageOf(waitForInclusion(createClient(local.deployment), await local.submit(request()), wait)),
    ],
    [
      'a deployment that is defined by its URLs',
      async () => {
        const { simulatorUrl, observerUrl } = local;
        const deployment = defineDeployment({ simulatorUrl, observerUrl });
        return messageOf(expect(request()).toSimulateSuccessfully({ deployment }));
      },
    ],
  ])('names the fault once: %s', async (_, message) => {
    await local.setFault({ fault: 'html' });
    const lines = (await message()).split('\n').filter((line) => line === html);
    expect(lines).toEqual([html]);
  });

  test('names the fault in the outcomes of many waits', async () => {
    const id = await local.submit(request());
    await local.setFault({ fault: 'html' });
    const [outcome] = await waitForInclusions(createClient(local.deployment), [id], wait);
    expect(outcome).toMatchObject({ error: { message: expect.stringContaining(html) } });
  });

  test('names several faults, also where an answer is judged that came before', async () => {
    await local.setFault({ fault: 'stage-regression' });
    await local.setFault({ fault: 'delay', ms: 1 });
    const record: InclusionRecord = await createClient(local.deployment).inclusion(
      await local.submit(request()),
    );
    expect(() => expect(record).toBeIncluded()).toThrow(
      'Faults are set on this local deployment: stage-regression, delay',
    );
  });

  test('names interceptors', async () => {
    const connected = await connectLocalDeployment(local.controlUrl);
    await local.setFault({ fault: 'delay', ms: 1 });
    await connected.intercept({ name: 'no gas', answer: { patch: { response: { estimatedGas: 0 } } } });
    await local.intercept(() => ({ status: 500 }));
    expect(await messageOf(expect(request()).toSimulateSuccessfully())).toContain(
      'Faults are set on this local deployment: delay, interceptor no gas, interceptor',
    );
  });

  test('names a fault that another process has set', async () => {
    const connected = await connectLocalDeployment(local.controlUrl);
    await exchange(`${local.controlUrl}/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"fault":"html"}',
    });
    const { deployment } = connected;
    expect(await messageOf(expect(request()).toSimulateSuccessfully({ deployment }))).toContain(html);
  });

  test('says of a fault whose times are used up that they are', async () => {
    await local.setFault({ fault: 'html', endpoint: 'simulate', times: 1 });
    await local.setFault({ fault: 'delay', ms: 1, times: 3 });
    await createClient(local.deployment)
      .simulate(request())
      .catch(() => {});
    const message = await messageOf(expect(request()).not.toSimulateSuccessfully());
    expect(message).toContain(
      'Faults are set on this local deployment: html (used up: it triggered 1 time), delay',
    );
    expect(message).not.toContain('delay (');
  });

  test('names no fault once it is cleared, nor for misuse', async () => {
    const fault = await local.setFault({ fault: 'html' });
    expect(await messageOf(expect(request()).toSimulateSuccessfully({ oops: 1 } as never))).not.toContain(
      html,
    );
    await fault.clear();
    expect(await messageOf(expect(request()).not.toSimulateSuccessfully())).not.toContain('fault');
  });
});

describe('a wait on a local deployment whose clock is frozen', () => {
  const advice = 'advance the clock of the local deployment, which is frozen: await local.advance(ms)';
  const adviceOf = async (assertion: PromiseLike<unknown>): Promise<string | undefined> =>
    /What to do: (.*)/.exec(await messageOf(assertion))?.[1];

  test('advises to advance it, if it is manual', async () => {
    await using manual = await startLocalDeployment({ clock: 'manual' });
    const { deployment } = manual;
    const id = await manual.submit({ ...request(), betaCaller: manual.accounts[0] });
    const client = createClient(deployment);
    expect(await adviceOf(expect(id).toReachInclusion({ ...wait, deployment }))).toBe(advice);
    expect(await adviceOf(expect(id).toReachStage('executedInBETA', { ...wait, deployment }))).toBe(advice);
    expect(await adviceOf(expect.poll(() => id, { timeout: 100 }).toReachInclusion({ deployment }))).toBe(
      advice,
    );
    await expect(waitForInclusion(client, id, wait)).rejects.toMatchObject({ advice });
    expect(await waitForInclusions(client, [id], wait)).toMatchObject([{ error: { advice } }]);
  });

  test('names the page of one in another process', async () => {
    const connected = await connectLocalDeployment(`${local.controlUrl}/`);
    const id = await local.submit(request());
    const client = createClient(connected.deployment);
    await expect(waitForInclusion(client, id, wait)).rejects.toMatchObject({
      advice: `${advice}, or on its page ${local.controlUrl}`,
    });
  });

  test('advises to advance it while it is frozen, and otherwise to wait for longer', async () => {
    await using running = await startLocalDeployment({ epochMs: 60_000 });
    const client = createClient(running.deployment);
    const id = await running.submit({ ...request(), betaCaller: running.accounts[0] });
    await running.freeze();
    await expect(waitForInclusion(client, id, wait)).rejects.toMatchObject({ advice });
    await running.resume();
    await expect(waitForInclusion(client, id, wait)).rejects.toMatchObject({
      advice: 'raise timeoutMs if the deployment needs longer; inclusion takes minutes on some',
    });
  });
});
