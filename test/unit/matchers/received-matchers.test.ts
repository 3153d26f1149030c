import 'crosscheck/vitest';
import { createClient, type SimulationRequest } from 'crosscheck';
import {
  type ConnectedLocalDeployment,
  connectLocalDeployment,
  type LocalDeployment,
  startLocalDeployment,
} from 'crosscheck/local';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { masked, messageOf } from './messages.js';

let local: LocalDeployment;
let connected: ConnectedLocalDeployment;
beforeAll(async () => {
  local = await startLocalDeployment({ clock: 'manual', chains: { alpha: 'evm', beta: 'tvm' } });
  connected = await connectLocalDeployment(local.controlUrl);
  return () => local.stop();
});
beforeEach(() => local.clearRequests());

const request = (shardsKey = '7') => ({
  shardsKey,
  alphaCallParams: { target: local.contracts.targets.bounce, methodName: 'bounce' },
  betaAssets: [{ amount: '5' }],
  betaCaller: local.accounts[0],
});
const simulate = (shardsKey?: string) => createClient(local.deployment).simulate(request(shardsKey));

describe.each([
  ['in this process', () => local],
  ['in another one', () => connected],
])('toHaveReceivedRequest, of a deployment %s', (_, handle) => {
  it('finds a request by any of its members', async () => {
    const { exchange } = await simulate();
    const it = () => expect(handle());
    await it().toHaveReceivedRequest({ endpoint: 'simulate' });
    await it().toHaveReceivedRequest({ request: request() });
    await it().toHaveReceivedRequest({ request: { betaAssets: [{ amount: 5n }] } });
    await it().toHaveReceivedRequest({ request: { evmCallParams: { methodName: 'bounce' } } as never });
    await it().toHaveReceivedRequest({ request: { extraData: undefined }, answer: { status: 200 } });
    await it().toHaveReceivedRequest({ traceId: exchange.traceId, headers: { 'user-agent': 'crosscheck' } });
    await it().toHaveReceivedRequest({ body: expect.stringContaining('bounce') });
    await it().toHaveReceivedRequest(expect.objectContaining({ method: 'POST' }));
    await it().not.toHaveReceivedRequest({ endpoint: 'inclusion' });
    await it().not.toHaveReceivedRequest({ request: { shardsKey: '8' } });
    await it().not.toHaveReceivedRequest({ answer: { status: 400 } });
  });

  it('counts requests, and limits them to those since a time', async () => {
    await simulate();
    await simulate('8');
    await simulate();
    const pattern = { request: { shardsKey: '7' } };
    await expect(handle()).toHaveReceivedRequest(pattern, { times: 2 });
    await expect(handle()).not.toHaveReceivedRequest(pattern, { times: 1 });
    await expect(handle()).toHaveReceivedRequest({ request: { shardsKey: '9' } }, { times: 0 });
    await expect(handle()).not.toHaveReceivedRequest(pattern, { sinceMs: Date.now() + 1 });
  });
});

it('takes a promise of a deployment', async () => {
  await simulate();
  await expect(Promise.resolve(connected)).toHaveReceivedRequest({ method: 'POST' });
  await expect(connectLocalDeployment(local.controlUrl)).resolves.toHaveReceivedRequest({ method: 'POST' });
});

describe('a member of a request beyond the interface', () => {
  const extend = {
    simulationRequest: {
      calculateRollbackFee: z.boolean().optional(),
      alphaExecutors: z.array(z.string()).optional(),
    },
    betaAsset: { assetType: z.enum(['fungible', 'nft']).optional() },
  };
  let extended: LocalDeployment<SimulationRequest, typeof extend>;
  beforeAll(async () => {
    const chains = { alpha: 'evm', beta: 'tvm' };
    extended = await startLocalDeployment({ clock: 'manual', chains, extend });
    return () => extended.stop();
  });
  beforeEach(() => extended.clearRequests());

  const send = (members: object) =>
    fetch(`${extended.simulatorUrl}/evm/simulator/simulate-message`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ shardsKey: '7', ...members }),
    });

  it('can be one that the extension declares, under both of its names', async () => {
    await send({ calculateRollbackFee: true, evmExecutors: ['0x1'], tvmAssets: [{ assetType: 'nft' }] });
    await expect(extended).toHaveReceivedRequest({ request: { calculateRollbackFee: true } });
    await expect(extended).not.toHaveReceivedRequest({ request: { calculateRollbackFee: false } });
    await expect(extended).toHaveReceivedRequest({ request: { betaAssets: [{ assetType: 'nft' }] } });
    await expect(extended).toHaveReceivedRequest({ request: { alphaExecutors: ['0x1'] } });
    await expect(extended).toHaveReceivedRequest({ request: { evmExecutors: ['0x1'] } as object });
    await expect(extended).not.toHaveReceivedRequest({ request: { evmExecutors: ['0x2'] } as object });
    const pattern = {
      alphaCallParams: expect.objectContaining({ target: '0x1' }),
      betaAssets: expect.any(Array),
    };
    await expect(extended).not.toHaveReceivedRequest({ request: pattern });
  });

  it('can be an undeclared one that a received request has, also an earlier one', async () => {
    await send({ tvmAssets: [{}, { trace: 'on' }] });
    const sinceMs = Date.now() + 1;
    const pattern = { request: { betaAssets: [{ trace: 'on' }] } as object };
    await expect(extended).not.toHaveReceivedRequest(pattern);
    await expect(extended).not.toHaveReceivedRequest(pattern, { sinceMs });
  });

  it('is an error if nothing declares it and no request has it, in both polarities', async () => {
    await send({ calculateRollbackFee: true, tvmAssets: [{ assetType: 'nft' }] });
    const request = { calculateRollbackFees: undefined, betaAssets: [{ asetType: 'nft' }], trace: 'on' };
    for (const assertion of [expect(extended), expect(extended).not])
      await expect(assertion.toHaveReceivedRequest({ request: request as object })).rejects.toMatchObject({
        code: 'USAGE',
      });
    const misspelt = expect(extended).not.toHaveReceivedRequest({ request: request as object });
    expect(await messageOf(misspelt)).toMatchInlineSnapshot(`
      "toHaveReceivedRequest has an invalid pattern

      request.calculateRollbackFees is declared by neither the interface nor the extension, and no received request has it; did you mean calculateRollbackFee? (if it is meant, declare it, or look for it with expect.objectContaining({ calculateRollbackFees: … }))
      request.betaAssets[0].asetType is declared by neither the interface nor the extension, and no received request has it; did you mean assetType? (if it is meant, declare it, or look for it with expect.objectContaining({ asetType: … }))
      request.trace is declared by neither the interface nor the extension, and no received request has it (if it is meant, declare it, or look for it with expect.objectContaining({ trace: … }))"
    `);
    const meant = expect.objectContaining({ trace: 'on' });
    await expect(extended).not.toHaveReceivedRequest({ request: meant });
  });
});

describe('the message of toHaveReceivedRequest', () => {
  const messageFor = async (assertion: Promise<unknown>) => masked(await messageOf(assertion));

  it('shows the closest request, and what differs', async () => {
    await createClient(local.deployment)
      .inclusion(`0x${'0'.repeat(64)}`, { retries: 0 })
      .catch(() => {});
    await simulate();
    const pattern = {
      endpoint: 'simulate',
      request: { shardsKey: '8', betaAssets: [{ amount: '6' }] },
    } as const;
    expect(await messageFor(expect(local).toHaveReceivedRequest(pattern))).toMatchInlineSnapshot(`
      "expect(local).toHaveReceivedRequest(pattern): none of 2 matches; requests[1].request.shardsKey is "7", expected "8" (and 1 more difference)

      Expected:   a request { endpoint: "simulate", request: { shardsKey: "8", betaAssets: [{ amount: "6" }] } }
      Received:   2 requests
      Closest:    requests[1] POST /evm/simulator/simulate-message, answered 200
      - request.shardsKey
          expected: "8"
          received: "7"
      - request.betaAssets[0].amount
          expected: "6"
          received: "5"
      Trace ID:   <trace>"
    `);
  });

  it('reports that nothing was received', async () => {
    expect(await messageFor(expect(local).toHaveReceivedRequest({ method: 'POST' }))).toMatchInlineSnapshot(`
      "expect(local).toHaveReceivedRequest(pattern): no request was received

      Expected:   a request { method: "POST" }
      Received:   none"
    `);
  });

  it('shows a request that must not have been received', async () => {
    await simulate();
    expect(
      await messageFor(expect(local).not.toHaveReceivedRequest({ method: 'POST' })),
    ).toMatchInlineSnapshot(`
      "expect(local).not.toHaveReceivedRequest(pattern): 1 of 1 request matches

      Expected:   no request { method: "POST" }
      Received:   1 request
      Fits:       requests[0] POST /evm/simulator/simulate-message, answered 200
      Trace ID:   <trace>"
    `);
  });

  it('counts the requests that match', async () => {
    await simulate();
    await simulate('8');
    const counted = expect(local).toHaveReceivedRequest({ endpoint: 'simulate' }, { times: 1 });
    expect(await messageFor(counted)).toMatchInlineSnapshot(`
      "expect(local).toHaveReceivedRequest(pattern, { times }): 2 of 2 requests match

      Expected:   1 request { endpoint: "simulate" }
      Received:   2 requests
      Fits:       requests[0] POST /evm/simulator/simulate-message, answered 200
      Trace ID:   <trace>"
    `);
  });

  it('names the faults of the deployment', async () => {
    const fault = await local.setFault({ fault: 'html', endpoint: 'inclusion' });
    onTestFinished(() => fault.clear());
    const message = await messageFor(expect(local).toHaveReceivedRequest({ method: 'POST' }));
    expect(message).toContain('A fault is set on this local deployment: html');
  });
});

describe('is inconclusive in both polarities', () => {
  const expectInconclusive = async (
    deployment: ConnectedLocalDeployment,
    pattern: Parameters<ReturnType<typeof expect>['toHaveReceivedRequest']>[0],
    message: string,
  ) => {
    for (const assertion of [expect(deployment), expect(deployment).not])
      await expect(assertion.toHaveReceivedRequest(pattern)).rejects.toMatchObject({
        code: 'INCONCLUSIVE',
        message: expect.stringContaining(message),
      });
  };

  it('when requests that could fit are no longer kept', async () => {
    const small = await startLocalDeployment({ clock: 'manual', maxKeptRequests: 1 });
    onTestFinished(() => small.stop());
    const client = createClient(small.deployment);
    for (const shardsKey of ['1', '2'])
      await client.simulate({
        ...request(shardsKey),
        alphaCallParams: { target: small.contracts.targets.bounce },
      });
    await expectInconclusive(small, { request: { shardsKey: '1' } }, '1 earlier request is no longer kept');
    await expect(small).toHaveReceivedRequest({ request: { shardsKey: '2' } });
    await expect(small).not.toHaveReceivedRequest({ request: { shardsKey: '2' } }, { times: 0 });
    const sinceMs = Date.now() + 1;
    await expect(small).not.toHaveReceivedRequest({ request: { shardsKey: '1' } }, { sinceMs });
  });

  it('when the answer is not sent yet', async () => {
    const fault = await local.setFault({ fault: 'delay', ms: 300 });
    const pending = simulate();
    await expect.poll(async () => (await local.requests()).requests.length).toBe(1);
    await expectInconclusive(local, { answer: { status: 200 } }, 'requests[0] has no answer');
    await fault.clear();
    await pending;
    await expect(local).toHaveReceivedRequest({ answer: { status: 200 } });
  });

  it.each([
    ['repeats a member', '{"shardsKey":"1","shardsKey":"2"}', {}],
    ['has a member under two names', '{"evmCallParams":{},"alphaCallParams":{},"shardsKey":"1"}', {}],
    ['is not JSON', '{"shardsKey":"1"', {}],
    ['was not read', '{"shardsKey":"1"}', { 'content-type': 'text/plain' }],
  ])('when the body of a request %s', async (_, body, headers) => {
    await fetch(`${local.simulatorUrl}/evm/simulator/simulate-message`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
    const reason = 'requests[0] has a body that cannot be read as a request';
    await expectInconclusive(local, { request: { shardsKey: '1' } }, reason);
    await expectInconclusive(local, { request: { shardsKey: undefined } }, reason);
    await expectInconclusive(local, { request: expect.anything() }, reason);
    await expectInconclusive(local, expect.objectContaining({ request: { shardsKey: '1' } }), reason);
    await expect(local).toHaveReceivedRequest({
      endpoint: 'simulate',
      answer: { status: expect.any(Number) },
    });
    await expect(local).not.toHaveReceivedRequest({ endpoint: 'inclusion', request: { shardsKey: '1' } });
  });

  it('when the deployment was restarted after the handle connected', async () => {
    const first = await startLocalDeployment({ clock: 'manual' });
    const { controlUrl } = first;
    const handle = await connectLocalDeployment(controlUrl);
    await fetch(`${first.simulatorUrl}/alpha/simulator/simulate-message`, { method: 'POST' });
    await expect(handle).toHaveReceivedRequest({ method: 'POST' });
    await first.stop();
    const second = await startLocalDeployment({
      clock: 'manual',
      controlPort: Number(new URL(controlUrl).port),
    });
    onTestFinished(() => second.stop());
    const message = `Another local deployment answers at ${new URL(controlUrl).origin}`;
    await expectInconclusive(handle, { method: 'POST' }, message);
    await expect(await connectLocalDeployment(controlUrl)).not.toHaveReceivedRequest({ method: 'POST' });
  });

  it('when the body of a request was not read', async () => {
    const { simulatorUrl } = local;
    await fetch(`${simulatorUrl}/evm/simulator/simulate-message`, { method: 'POST', body: 'x' });
    await expectInconclusive(local, { body: 'x' }, 'requests[0] has a body that cannot be read as a request');
  });

  it('when a header is masked', async () => {
    const { simulatorUrl } = local;
    await fetch(`${simulatorUrl}/x`, { headers: { authorization: 'Bearer hunter2-hunter2' } });
    await expectInconclusive(
      local,
      { headers: { authorization: 'Bearer hunter3' } },
      'requests[0].headers.authorization is masked',
    );
  });

  it('when a part of a body is masked', async () => {
    const { simulatorUrl } = local;
    const body = '{"shardsKey":"hunter2-hunter2-1"}';
    await fetch(`${simulatorUrl}/evm/simulator/simulate-message`, {
      method: 'POST',
      headers: { authorization: 'Bearer hunter2-hunter2', 'content-type': 'application/json' },
      body,
    });
    await expectInconclusive(local, { body }, 'requests[0].body is masked');
    await expectInconclusive(local, { request: JSON.parse(body) }, 'requests[0].request.shardsKey is masked');
  });
});

describe('is an error', () => {
  it.each<[string, unknown, unknown[], string]>([
    ['a subject other than a local deployment', {}, [{ method: 'GET' }], 'takes a local deployment of'],
    ['an empty pattern', undefined, [{}], 'takes an object with the members to look for'],
    ['a misspelt member', undefined, [{ endpont: 'simulate' }], 'did you mean endpoint?'],
    [
      'a misspelt member of a request',
      undefined,
      [{ request: { shardKey: '7' } }],
      'did you mean shardsKey?',
    ],
    ['a value of another type', undefined, [{ body: { shardsKey: '7' } }], 'body is a string'],
    [
      'an unknown endpoint',
      undefined,
      [{ endpoint: 'observe' }],
      'endpoint must be one of simulate, inclusion',
    ],
    ['a method in lower case', undefined, [{ method: 'post' }], 'method must be in upper case, got "post"'],
    ['a malformed trace id', undefined, [{ traceId: 'A1' }], 'traceId must be 32 hex digits'],
    ['an unknown option', undefined, [{ method: 'GET' }, { time: 1 }], 'did you mean times?'],
    ['an invalid option', undefined, [{ method: 'GET' }, { times: -1 }], 'times must be an integer'],
  ])('for %s, in both polarities', async (_, subject = local, args, message) => {
    for (const assertion of [expect(subject), expect(subject).not])
      await expect(
        (assertion.toHaveReceivedRequest as (...args: unknown[]) => Promise<void>)(...args),
      ).rejects.toMatchObject({ code: 'USAGE', message: expect.stringContaining(message) });
  });
});
