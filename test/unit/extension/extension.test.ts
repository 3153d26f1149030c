import { createClient, defineDeployment } from 'crosscheck';
import { invalidRequest, localCalls, simulationRequest } from 'crosscheck/arbitraries';
import { serviceDocument } from 'crosscheck/contract';
import { type Finding, findingText, localFuzzedCalls, runCampaign } from 'crosscheck/fuzz';
import { type LocalDeploymentOptions, startLocalDeployment } from 'crosscheck/local';
import { runSmoke } from 'crosscheck/smoke';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';

const extend = {
  simulationRequest: {
    alphaValidExecutors: z.array(z.string()).optional(),
    betaValidExecutors: z.array(z.string()).optional(),
    calculateRollbackFee: z.boolean().optional().describe('Whether to add the fee of a rollback.'),
  },
  callParams: { alphaGasLimit: z.int().min(0).optional() },
  betaAsset: { assetType: z.enum(['fungible', 'nft']).optional(), betaKind: z.string().optional() },
  simulationResponse: {
    suggestedAlphaExecutionFee: z.string().optional(),
    suggestedBetaExecutionFee: z
      .string()
      .meta({ examples: ['77'] })
      .optional(),
  },
  outMessage: { queryId: z.bigint().optional(), alphaNote: z.string().optional() },
  inclusionResponse: { confirmations: z.int().optional() },
};
const listOfItself: z.ZodType = z.array(z.lazy(() => listOfItself));
let count = 0;
const urls = { simulatorUrl: 'http://127.0.0.1:1', observerUrl: 'http://127.0.0.1:1' };
const chains = { alpha: 'evm', beta: 'tvm' };

describe('a deployment with an extension', () => {
  const seen: unknown[] = [];
  const start = (options: LocalDeploymentOptions = {}) =>
    startLocalDeployment({
      ...options,
      chains,
      extend,
      onSimulate: (request, { estimatedGas }) => {
        seen.push(request);
        return { suggestedAlphaExecutionFee: `${(estimatedGas ?? 0n) * 2n}` };
      },
    });
  let local: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    local = await start();
  });
  afterAll(() => local.stop());
  const request = () => ({
    shardsKey: '7',
    alphaCallParams: { target: local.contracts.targets.bounce, methodName: 'bounce', alphaGasLimit: 9 },
    betaAssets: [{ amount: '10', assetType: 'fungible' as const, betaKind: 'x' }],
    betaCaller: local.accounts[0],
    alphaValidExecutors: [],
    calculateRollbackFee: true,
  });

  it('sends the members that it declares under the names of the deployment, and reads those of answers', async () => {
    const {
      response,
      request: sent,
      drift,
      exchange,
    } = await createClient(local.deployment).simulate(request());
    expect(JSON.parse(exchange.request.body ?? '')).toMatchObject({
      evmValidExecutors: [],
      calculateRollbackFee: true,
      evmCallParams: { evmGasLimit: 9 },
      tvmAssets: [{ assetType: 'fungible', tvmKind: 'x' }],
    });
    expect(sent).toMatchObject({ alphaValidExecutors: [] });
    expect(seen.at(-1)).toMatchObject({
      alphaValidExecutors: [],
      calculateRollbackFee: true,
      alphaCallParams: { alphaGasLimit: 9 },
      betaAssets: [{ betaKind: 'x' }],
    });
    expect(response.simulationStatus).toBe(true);
    expect(response.suggestedAlphaExecutionFee).toBe(`${(response.estimatedGas ?? 0n) * 2n}`);
    expect(response.suggestedBetaExecutionFee).toBe('77');
    expect(response.outMessages).toMatchObject([{ queryId: 0n, alphaNote: '' }]);
    expect(drift).toEqual([]);
    expect(exchange.response?.body).toContain('suggestedEvmExecutionFee');
    expect(exchange.response?.body).toContain('evmNote');
  });

  it('keeps what it does not declare as drift', async () => {
    const { simulatorUrl, observerUrl } = local;
    const plain = defineDeployment({ simulatorUrl, observerUrl, chains });
    const { alphaValidExecutors: _, calculateRollbackFee: __, ...others } = request();
    const { alphaGasLimit: ___, ...alphaCallParams } = others.alphaCallParams;
    const { drift, response } = await createClient(plain).simulate({
      ...others,
      alphaCallParams,
      betaAssets: [{ amount: '10' }],
    });
    expect(drift.map(({ path }) => path)).toContain('response.suggestedEvmExecutionFee');
    expect(response).toHaveProperty('suggestedEvmExecutionFee');
  });

  it('reads the members of records', async () => {
    const operationId = await local.submit(request());
    expect((await local.operation(operationId)).request).toEqual(request());
    const { response, drift } = await createClient(local.deployment).inclusion(operationId);
    expect(response.confirmations).toBe(0);
    expect(drift).toEqual([]);
  });

  it('passes a campaign and a smoke run without drift', async () => {
    const { deployment } = local;
    const report = await runCampaign({
      deployment,
      calls: localFuzzedCalls(local),
      phases: ['smoke', ['coverage', 40], ['valid', 40], ['invalid', 80], ['metamorphic', 20]],
      seed: 1,
    });
    expect(report.findings).toEqual([]);
    await local.clearRequests();
    const smoke = await runSmoke({ deployment, request: request(), samples: 0 });
    expect(smoke.verdict).toBe('passed');
    expect(smoke.checks.flatMap(({ notes = [] }) => notes)).toEqual([]);
    const rejected = { status: 'passed', message: 'rejected with status 400' };
    expect(smoke.checks).toContainEqual(
      expect.objectContaining({ name: 'bad-declared-member', ...rejected }),
    );
    const { requests } = await local.requests({ status: 400 });
    expect(requests.map(({ body }) => body)).toContainEqual(
      expect.stringContaining('"evmValidExecutors":{}'),
    );
  });

  it('names the extension, not the interface, as the source of what a smoke run finds in its members', async () => {
    const fault = await local.intercept({
      endpoint: 'simulate',
      answer: ({ answer }) => ({ body: answer.body.replace(/"queryId":0/g, '"queryId":"none"') }),
    });
    const { checks } = await runSmoke({ deployment: local.deployment, request: request(), samples: 0 });
    await fault.clear();
    const failed = checks.find(({ status }) => status === 'failed');
    expect(failed?.message).toBe('expected integer at response.outMessages[0].queryId, got string (schema)');
    expect(failed?.details?.join('\n')).toMatch(/^Source: +the extension of the deployment$/m);
    expect(failed?.advice).toBe(
      'compare the extension with what the service answers; crosscheck fuzz finds other differences',
    );
  });

  it.each([
    [
      'of another type',
      (text: string) => text.replace(/"suggestedEvmExecutionFee":"\d+"/, '"suggestedEvmExecutionFee":7'),
      'schema',
      'response.suggestedEvmExecutionFee',
    ],
    [
      'that differs each time',
      (text: string) =>
        text.replace(/"suggestedEvmExecutionFee":"\d+"/, () => `"suggestedEvmExecutionFee":"${++count}"`),
      'simulation-changes-state',
      'response.suggestedAlphaExecutionFee',
    ],
  ])('finds a declared member %s', async (_, replace, check, path) => {
    const fault = await local.intercept({
      endpoint: 'simulate',
      answer: ({ answer }) => ({ body: replace(answer.body) }),
    });
    const { findings } = await runCampaign({
      deployment: local.deployment,
      calls: fc.constant({ request: request() }),
      phases: [
        ['valid', 5],
        ['metamorphic', 60],
      ],
      shrinkRuns: 0,
      seed: 1,
    });
    await fault.clear();
    expect(findings.map(({ signature }) => signature.check)).toContain(check);
    expect(findings.map(({ signature }) => signature.path)).toContain(path);
  });

  it('shrinks a finding in a member that differs each time to the requests that show it', async () => {
    const fault = await local.intercept({
      endpoint: 'simulate',
      answer: ({ answer }) => ({
        body: answer.body.replace(
          /"suggestedEvmExecutionFee":"\d+"/,
          () => `"suggestedEvmExecutionFee":"${++count}"`,
        ),
      }),
    });
    const { findings } = await runCampaign({
      deployment: local.deployment,
      calls: fc.constant({ request: request() }),
      phases: [['metamorphic', 20]],
      seed: 1,
    });
    await fault.clear();
    const [finding] = findings.filter(({ signature }) => signature.check === 'simulation-changes-state');
    expect(finding?.plan.steps).toHaveLength(3);
    expect(finding?.received).toMatch(/^response\.suggestedAlphaExecutionFee "\d+" after "\d+"$/);
    expect(findingText(finding as Finding).replace(/\n +/g, ' ')).toContain(
      'if suggestedAlphaExecutionFee may differ in every answer, add .meta({ volatile: true }) to its schema in the extension;',
    );
  });

  it('rejects a value that a declared member cannot have, and sends nothing', async () => {
    const client = createClient(local.deployment);
    const wrong = { ...request(), calculateRollbackFee: 'yes' } as unknown as Parameters<
      typeof client.simulate
    >[0];
    await expect(client.simulate(wrong)).rejects.toMatchObject({
      code: 'REQUEST_INVALID',
      message: expect.stringContaining('calculateRollbackFee'),
    });
  });
});

describe('a local deployment whose extension requires members of requests', () => {
  const required = {
    simulationRequest: { tenant: z.string().regex(/^[a-z]{2,8}$/) },
    callParams: { alphaGasLimit: z.int().min(1) },
    betaAsset: { assetType: z.enum(['fungible', 'nft']) },
  };

  it('passes a campaign of its own calls, and a smoke run', async () => {
    const local = await startLocalDeployment({ chains, extend: required });
    const { deployment } = local;
    for (const { request } of fc.sample(localCalls(local), { numRuns: 20, seed: 1 })) {
      expect(request).toMatchObject({
        tenant: expect.stringMatching(/^[a-z]{2,8}$/),
        alphaCallParams: { alphaGasLimit: expect.any(Number) },
      });
      for (const asset of request.betaAssets) expect(asset).toHaveProperty('assetType');
    }
    const { findings } = await runCampaign({
      deployment,
      calls: localFuzzedCalls(local),
      phases: ['smoke', ['coverage', 40], ['valid', 40], ['invalid', 80], ['metamorphic', 20]],
      seed: 1,
    });
    const smoke = await runSmoke({ deployment, samples: 0 });
    await local.stop();
    expect(findings).toEqual([]);
    expect(smoke.verdict).toBe('passed');
  });
});

describe('onSimulate', () => {
  const members = {
    simulationResponse: { fee: z.string().optional() },
    outMessage: { queryId: z.bigint().optional() },
  };
  it.each<[string, LocalDeploymentOptions['onSimulate'], string]>([
    ['throws', () => Promise.reject(new Error('no price')), 'onSimulate failed: no price'],
    ['throws no error', () => Promise.reject(Object.create(null)), 'onSimulate failed: {}'],
    ['returns no object', () => 5 as never, 'onSimulate must return an object of members, or nothing'],
    [
      'returns a member that nothing declares',
      () => ({ feee: '9' }),
      'onSimulate returned feee, which the extension does not declare',
    ],
    [
      'returns a member of the interface',
      () => ({ simulationStatus: false }),
      'onSimulate returned simulationStatus, which the extension does not declare',
    ],
    [
      'returns a value of another type',
      () => ({ fee: 7 }),
      'onSimulate returned fee: Invalid input: expected string, received number',
    ],
    [
      'adds a message',
      () => ({ outMessages: [] }),
      'onSimulate must return as many outMessages as the answer has, 1',
    ],
    [
      'returns another member of a message',
      () => ({ outMessages: [{ q: '1' }] }),
      'onSimulate returned outMessages[0].q, which the extension does not declare',
    ],
  ])('that %s makes the answer an error that names it', async (_, onSimulate, message) => {
    const local = await startLocalDeployment({ extend: members, onSimulate });
    const request = {
      shardsKey: '7',
      alphaCallParams: { target: local.contracts.targets.bounce, methodName: 'bounce' },
      betaAssets: [{ amount: '10' }],
      betaCaller: local.accounts[0],
    };
    const answer = await fetch(`${local.simulatorUrl}/alpha/simulator/simulate-message`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(request),
    });
    await local.stop();
    expect([answer.status, await answer.json()]).toEqual([500, { error: message }]);
  });

  it('that does not settle makes the answer an error after hookTimeoutMs', async () => {
    const local = await startLocalDeployment({ onSimulate: () => new Promise(() => {}), hookTimeoutMs: 20 });
    const answer = await fetch(`${local.simulatorUrl}/alpha/simulator/simulate-message`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        shardsKey: '7',
        alphaCallParams: { target: local.contracts.targets.bounce, methodName: 'bounce' },
        betaAssets: [],
        betaCaller: local.accounts[0],
      }),
    });
    await local.stop();
    expect([answer.status, await answer.json()]).toEqual([
      500,
      { error: 'onSimulate failed: its promise did not settle within 20 ms (hookTimeoutMs)' },
    ]);
  });

  it('cannot change what the EVM computed', async () => {
    const local = await startLocalDeployment({
      extend: members,
      onSimulate: (_, answer) => {
        answer.simulationStatus = false;
        answer.outMessages = [];
        return undefined;
      },
    });
    const { response } = await createClient(local.deployment).simulate({
      shardsKey: '7',
      alphaCallParams: { target: local.contracts.targets.bounce, methodName: 'bounce' },
      betaAssets: [{ amount: '10' }],
      betaCaller: local.accounts[0],
    });
    await local.stop();
    expect(response.simulationStatus).toBe(true);
    expect(response.outMessages).toMatchObject([{ queryId: 0n }]);
  });

  it('is not needed for a member whose schema contains itself', async () => {
    const node = z.object({
      value: z.string(),
      get next() {
        return node.optional();
      },
      get other() {
        return node.nullable();
      },
    });
    const local = await startLocalDeployment({ extend: { simulationResponse: { tree: node } } });
    const { response } = await createClient(local.deployment).simulate({
      shardsKey: '7',
      alphaCallParams: { target: local.contracts.targets.bounce, methodName: 'bounce' },
      betaAssets: [],
      betaCaller: local.accounts[0],
    });
    await local.stop();
    expect(response).toMatchObject({ tree: { value: '', other: null } });
  });

  it('or examples must give a member that answers must have', async () => {
    const options = { extend: { simulationResponse: { fee: z.int().min(5) } } };
    await expect(startLocalDeployment(options)).rejects.toThrow(
      'extend.simulationResponse.fee must have examples in its metadata',
    );
  });
});

describe('an undeclared member of a request', () => {
  it('is rejected with a suggestion to declare it', async () => {
    const client = createClient(defineDeployment(urls));
    const given = { ...valid, calculateRollbackFee: true };
    await expect(client.simulate(given as typeof valid)).rejects.toThrow(
      /calculateRollbackFee: no such field[\s\S]*extend[\s\S]*CROSSCHECK_EXTEND/,
    );
  });
});

const valid = {
  shardsKey: '7',
  alphaCallParams: { target: '0x00000000000000000000000000000000000000aa' },
  betaAssets: [],
  betaCaller: `0:${'0'.repeat(64)}`,
};

describe('generators', () => {
  const deployment = defineDeployment({ ...urls, chains, extend });

  it('generate requests with and without the declared members', () => {
    const requests = fc.sample(simulationRequest({ deployment }), { numRuns: 200, seed: 1 }) as Record<
      string,
      unknown
    >[];
    const given = requests.filter(({ calculateRollbackFee }) => calculateRollbackFee !== undefined);
    expect(given.length).toBeGreaterThan(50);
    expect(given.length).toBeLessThan(200);
    expect(requests.some(({ alphaValidExecutors }) => Array.isArray(alphaValidExecutors))).toBe(true);
    expect(JSON.stringify(requests)).toContain('"assetType":"nft"');
  });

  it('generate nothing for a deployment without an extension', () => {
    const plain = defineDeployment({ ...urls, chains });
    const requests = fc.sample(simulationRequest({ deployment: plain }), { numRuns: 200, seed: 1 });
    expect(JSON.stringify(requests)).not.toMatch(/calculateRollbackFee|ValidExecutors|assetType/);
  });

  it('mutate the declared members, on the wire under the names of the deployment', () => {
    const mutated = fc.sample(invalidRequest({ deployment }), { numRuns: 2_000, seed: 1 });
    const of = (path: string) => mutated.filter((one) => one.path === path);
    expect(of('calculateRollbackFee').map(({ mutation }) => mutation)).toEqual(
      expect.arrayContaining(['wrong-type', 'null']),
    );
    expect(of('alphaValidExecutors').length).toBeGreaterThan(0);
    for (const { body } of of('alphaValidExecutors')) expect(body).toContain('evmValidExecutors');
    expect(of('alphaCallParams.alphaGasLimit').length).toBeGreaterThan(0);
    for (const { body } of of('alphaCallParams.alphaGasLimit')) expect(body).toContain('evmGasLimit');
    expect(mutated.some(({ path }) => path.endsWith('.assetType'))).toBe(true);
  });
});

it('documents the declared members', () => {
  const document = JSON.stringify(serviceDocument(defineDeployment({ ...urls, chains, extend })));
  for (const name of [
    'evmValidExecutors',
    'evmGasLimit',
    'tvmKind',
    'suggestedEvmExecutionFee',
    'queryId',
    'confirmations',
    'assetType',
  ])
    expect(document).toContain(name);
  expect(document).toContain('Whether to add the fee of a rollback.');
});

/** Names that every object inherits. */
const inherited = ['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__'];

it('leaves members whose names every object has undeclared: they are sent, kept and listed as drift', async () => {
  const local = await startLocalDeployment({ chains, conventions: { additionalRequestMembers: 'allow' } });
  const members = inherited.map((name) => `"${name}":"x"`).join();
  await local.intercept({
    endpoint: 'simulate',
    answer: ({ answer: { body } }) => ({ body: body.replace('{"response":{', `$&${members},`) }),
  });
  const { drift, exchange } = await createClient(local.deployment).simulate({
    shardsKey: '7',
    alphaCallParams: { target: local.contracts.targets.bounce, methodName: 'bounce' },
    betaAssets: [],
    betaCaller: local.accounts[0],
    ...Object.create(null, Object.getOwnPropertyDescriptors(JSON.parse(`{${members}}`))),
  });
  expect(exchange.request.body).toContain(members);
  expect(drift.map(({ path }) => path)).toEqual(inherited.map((name) => `response.${name}`));
  const { requests } = await local.requests();
  expect(requests.at(-1)?.body).toContain(members);
  await local.stop();
});

it('documents only texts that are certainly valid, also if another copy of the package has the formats', async () => {
  const first = await import('crosscheck/presets');
  vi.resetModules();
  const second = await import('crosscheck/presets');
  expect(second.newerMembers).not.toBe(first.newerMembers);
  for (const { newerMembers } of [first, second]) {
    const deployment = defineDeployment({ ...urls, extend: newerMembers });
    const document = JSON.stringify(serviceDocument(deployment).components.schemas.SimulateRequest);
    expect(document.match(/"description":"More than this pattern is valid/g)).toHaveLength(2);
    expect(document).not.toContain('undefined');
  }
});

describe('an extension that contradicts the interface', () => {
  it.each<[string, unknown, string]>([
    [
      'names a member of the interface',
      { simulationRequest: { shardsKey: z.string() } },
      'extend.simulationRequest.shardsKey contradicts the interface, which has shardsKey',
    ],
    [
      'has another spelling of one',
      { simulationResponse: { simulation_status: z.boolean() } },
      'extend.simulationResponse.simulation_status contradicts the interface, which has simulationStatus',
    ],
    [
      'names one of the wire',
      { simulationRequest: { evmCallParams: z.string() } },
      'extend.simulationRequest.evmCallParams contradicts the interface, which has evmCallParams',
    ],
    [
      'has two members with the same name on the wire',
      { outMessage: { alphaFee: z.string(), evm_fee: z.string() } },
      'extend.outMessage.alphaFee has the same name on the wire as evm_fee, apart from letter case and underscores',
    ],
    [
      'has the name of a chain',
      { simulationRequest: { evmValidExecutors: z.string() } },
      'extend.simulationRequest.evmValidExecutors has the name of a chain: write the neutral name alphaValidExecutors, which is evmValidExecutors on the wire',
    ],
    [
      'has the name of a chain within a name',
      { simulationResponse: { suggestedTvmFee: z.string() } },
      'extend.simulationResponse.suggestedTvmFee has the name of a chain: write the neutral name suggestedBetaFee',
    ],
    [
      'has a member without a name',
      { betaAsset: { '': z.string() } },
      'extend.betaAsset has a member without a name',
    ],
    [
      'names an inherited member of objects',
      { constructor: {} },
      'extend.constructor must be one of simulationRequest',
    ],
    ...inherited.flatMap((name): [string, unknown, string][] => [
      [
        `declares ${name}`,
        { simulationResponse: { [name]: z.string().optional() } },
        `extend.simulationResponse.${name} has a name that every JavaScript object has, so leave it undeclared`,
      ],
      [
        `declares ${name} in a member`,
        { simulationRequest: { fees: z.array(z.object({ [name]: z.string() })) } },
        `extend.simulationRequest.fees must not declare the member ${name}: it has a name that every JavaScript object has, so leave it undeclared`,
      ],
    ]),
    [
      'names an object that does not exist',
      { simulationRespons: {} },
      'extend.simulationRespons must be one of simulationRequest, callParams, betaAsset, simulationResponse, outMessage, inclusionResponse; did you mean simulationResponse?',
    ],
    [
      'has no schema',
      { outMessage: { queryId: 'bigint' } },
      'extend.outMessage.queryId must be a schema of zod 4',
    ],
    [
      'has no shape',
      { outMessage: z.object({}) },
      'extend.outMessage must be an object of zod schemas by name',
    ],
    [
      'replaces values of answers',
      { outMessage: { queryId: z.string().default('') } },
      'extend.outMessage.queryId must take what the service sends as it is, without .default(): use optional() or nullable()',
    ],
    [
      'has bigints in requests',
      { simulationRequest: { gas: z.bigint() } },
      'extend.simulationRequest.gas must have no z.bigint()',
    ],
    ...[
      ['date', z.date()],
      ['date', z.date().nullable().optional()],
      ['date', z.array(z.object({ at: z.date() }))],
      ['undefined', z.undefined()],
      ['never', z.never()],
      ['nan', z.nan()],
      ['map', z.map(z.string(), z.string())],
      ['promise', z.promise(z.string())],
      ['date', z.union([z.date(), z.symbol()])],
    ].flatMap(([type, queryId]) =>
      ['simulationRequest', 'outMessage'].map(
        (object) =>
          [
            `has a member of ${object} that accepts no JSON value: ${type}`,
            { [object]: { queryId } },
            `extend.${object}.queryId accepts no JSON value, because of z.${type}(): declare what is on the wire, such as z.string()`,
          ] as [string, unknown, string],
      ),
    ),
    ...[
      z.string().refine(async () => true),
      z.uuid().refine(async () => true),
      z.string().refine(() => Promise.resolve(true)),
      z.string().superRefine(async () => {}),
      z.string().transform(async (given) => given),
      z.array(z.object({ id: z.string().refine(async () => true) })),
    ].map(
      (queryId) =>
        [
          'is asynchronous',
          { outMessage: { queryId } },
          'extend.outMessage.queryId must be synchronous, without asynchronous refinements and transforms',
        ] as [string, unknown, string],
    ),
    ['is no object', [], 'extend must be an object of zod shapes'],
  ])('that %s is rejected at once', (_, given, message) => {
    expect(() => defineDeployment({ ...urls, chains, extend: given as typeof extend })).toThrow(message);
  });

  it('is rejected by a local deployment as well', async () => {
    const options = { extend: { simulationResponse: { at: z.string().refine(async () => true) } } };
    await expect(startLocalDeployment(options)).rejects.toThrow(
      'extend.simulationResponse.at must be synchronous, without asynchronous refinements and transforms',
    );
  });

  it.each([
    ['a date that is read from a text', z.string().transform((text) => new Date(text))],
    ['a union with one type that JSON has', z.union([z.date(), z.string()])],
    ['an object that may lack a member', z.object({ at: z.date().optional() })],
    ['a strict object', z.strictObject({ at: z.string() })],
    ['a list of itself', listOfItself],
  ])('is not one with %s', (_, queryId) => {
    expect(() => defineDeployment({ ...urls, extend: { outMessage: { queryId } } })).not.toThrow();
  });
});
