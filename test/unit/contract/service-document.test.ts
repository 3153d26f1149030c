import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import {
  type Deployment,
  type DeploymentOptions,
  defineDeployment,
  defineEndpoint,
  type Endpoint,
} from 'crosscheck';
import { type OpenApiDocument, serviceDocument } from 'crosscheck/contract';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

type Json = Readonly<Record<string, unknown>>;

function deployment(options: Partial<DeploymentOptions> = {}): Deployment {
  return defineDeployment({
    name: 'staging',
    simulatorUrl: 'https://simulator.example.org/v1/',
    observerUrl: 'https://observer.example.org',
    chains: { alpha: 'evm', beta: 'tvm' },
    ...options,
  });
}

function documentOf(
  options: Partial<DeploymentOptions> = {},
  endpoints: readonly Endpoint[] = [],
): OpenApiDocument {
  return serviceDocument(deployment(options), endpoints);
}

async function errorsOf(document: unknown): Promise<unknown> {
  const copy = structuredClone(document) as OpenApiDocument;
  const { valid, errors } = await new Validator({ strict: false }).validate({ ...copy });
  return valid ? undefined : errors;
}

/** The schema of a field of a component, by the names on the way. */
function fieldOf({ components }: OpenApiDocument, component: string, ...names: string[]): Json {
  return names.reduce<Json>((schema, name) => {
    const kinds = schema.properties === undefined ? (schema.anyOf as Json[] | undefined) : undefined;
    const [object] = (kinds ?? [schema]).map((kind) => (kind.items as Json | undefined) ?? kind);
    return ((object as Json).properties as Record<string, Json>)[name] as Json;
  }, components.schemas[component] as Json);
}

test('is a valid document, with and without the URLs of the service', async () => {
  expect(await errorsOf(documentOf())).toBeUndefined();
  const { chains, conventions } = deployment();
  const placeless = serviceDocument({ chains, conventions });
  expect(await errorsOf(placeless)).toBeUndefined();
  expect(placeless.servers).toEqual([
    { url: '{simulatorUrl}', variables: { simulatorUrl: { default: 'http://localhost' } } },
  ]);
});

test('has the paths, the servers and the chain names of the deployment', () => {
  const document = documentOf();
  expect(Object.entries(document.paths).map(([path, { servers }]) => [path, servers])).toEqual([
    ['/evm/simulator/simulate-message', [{ url: 'https://simulator.example.org/v1' }]],
    ['/tvm/observer/is-message-included-in-consensus', [{ url: 'https://observer.example.org' }]],
  ]);
  expect(fieldOf(document, 'SimulateRequest')).toMatchObject({
    required: ['shardsKey', 'evmCallParams', 'tvmAssets', 'tvmCaller'],
    additionalProperties: false,
  });
  expect(fieldOf(document, 'InclusionResponse', 'response', 'stage').enum).toEqual([
    'start',
    'collectedInEVM',
    'includedInEVMConsensus',
    'executedInEVM',
    'collectedInTVM',
    'includedInTVMConsensus',
    'executedInTVM',
  ]);
  expect(fieldOf(document, 'InclusionResponse', 'response', 'transactions', 'blockchainType').enum).toEqual([
    'EVM',
    'TVM',
  ]);
});

test('follows the conventions of the deployment', () => {
  const document = documentOf({
    conventions: {
      operationIdParameter: 'id',
      requiredRequestFields: ['betaCaller'],
      requestValidation: 'off',
      stages: [],
      timestampUnit: 'ms',
    },
  });
  const { get } = document.paths['/tvm/observer/is-message-included-in-consensus'] as Json;
  expect(get).toMatchObject({ parameters: [{ name: 'id', in: 'query', required: true }] });
  expect(fieldOf(document, 'SimulateRequest').required).toEqual(['tvmCaller']);
  expect(fieldOf(document, 'SimulateRequest', 'shardsKey')).toEqual({
    type: 'string',
    description: 'Shards key of the call.',
  });
  expect(fieldOf(document, 'InclusionResponse', 'response', 'stage')).not.toHaveProperty('enum');
  expect(fieldOf(document, 'InclusionResponse', 'response', 'timestamp').description).toContain(
    'milliseconds',
  );
});

describe('the schemas of fields', () => {
  const document = documentOf();

  test('describe every field', () => {
    const bare: string[] = [];
    const look = (schema: Json, path: string): void => {
      const kinds = schema.properties === undefined ? (schema.anyOf as Json[] | undefined) : undefined;
      for (const kind of kinds ?? [schema]) {
        const { properties, items } = kind as { readonly properties?: Json; readonly items?: Json };
        for (const [name, member] of Object.entries(properties ?? {})) {
          const at = `${path}.${name}`;
          if (typeof (member as Json).description !== 'string') bare.push(at);
          look(member as Json, at);
        }
        if (items) look(items, `${path}[]`);
      }
    };
    for (const name of ['SimulateRequest', 'SimulateResponse', 'InclusionResponse'])
      look(document.components.schemas[name] as Json, name);
    expect(bare).toEqual([]);
  });

  test.each(['generate', 'validate'] as const)('have the formats of strict validation, to %s', (purpose) => {
    const described = serviceDocument(deployment(), [], { purpose });
    const fits = (names: string[], text: string): boolean =>
      new RegExp(fieldOf(described, 'SimulateRequest', ...names).pattern as string).test(text);
    expect(fits(['shardsKey'], '0')).toBe(true);
    expect(fits(['shardsKey'], '18446744073709551615')).toBe(true);
    expect(fits(['shardsKey'], '007')).toBe(false);
    expect(fits(['tvmAssets', 'amount'], `${2n ** 256n - 1n}`)).toBe(true);
    expect(fits(['evmCallParams', 'target'], '0x52908400098527886e0f7030069857d2e4169ee7')).toBe(true);
    expect(fits(['evmCallParams', 'target'], '0x52908400098527886E0F7030069857D2E4169EE7')).toBe(true);
    expect(fits(['evmCallParams', 'target'], '')).toBe(false);
    expect(fits(['tvmCaller'], `0:${'ab'.repeat(32)}`)).toBe(true);
    expect(fits(['tvmCaller'], `7:${'ab'.repeat(32)} `)).toBe(false);
    expect(fits(['executorAddress'], '')).toBe(true);
    expect(fits(['executorAddress'], '0x1')).toBe(false);
  });

  test('accept nothing that a pattern cannot verify, to generate, and all of it, to validate', () => {
    const friendly = 'EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N';
    const mixedCase = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
    const texts: [names: string[], text: string][] = [
      [['shardsKey'], '18446744073709551616'],
      [['tvmAssets', 'amount'], `${2n ** 256n}`],
      [['evmCallParams', 'target'], mixedCase],
      [['executorAddress'], mixedCase],
      [['tvmCaller'], friendly],
      [['tvmAssets', 'tokenAddress'], friendly],
      [['feeAssetAddress'], friendly],
    ];
    const fitting = (described: OpenApiDocument): string[] =>
      texts
        .filter(([names, text]) =>
          new RegExp(fieldOf(described, 'SimulateRequest', ...names).pattern as string).test(text),
        )
        .map(([names]) => names.join('.'));
    expect(fitting(serviceDocument(deployment()))).toEqual([]);
    expect(fitting(serviceDocument(deployment(), [], { purpose: 'validate' }))).toEqual(
      texts.map(([names]) => names.join('.')),
    );
    // The addresses of requests that are known to be valid are.
    const known = {
      alphaCallParams: { target: mixedCase },
      betaAssets: [{ amount: '1', tokenAddress: friendly }],
      betaCaller: friendly,
    };
    const described = serviceDocument({ ...deployment(), requests: { known } });
    expect(fitting(described)).toEqual(texts.slice(2).map(([names]) => names.join('.')));
  });

  test('require a method name with arguments', () => {
    const ajv = new Ajv2020({ strict: false });
    const validate = ajv.compile(fieldOf(document, 'SimulateRequest', 'evmCallParams'));
    const target = `0x${'0'.repeat(40)}`;
    expect(validate({ target, arguments: '0x' })).toBe(true);
    expect(validate({ target, arguments: '0x12', methodName: 'swap' })).toBe(true);
    expect(validate({ target, arguments: '0x12' })).toBe(false);
    expect(validate({ target, arguments: '0x12', methodName: '' })).toBe(false);
  });

  test('have the bounds of values in answers', () => {
    const response = (component: string, ...names: string[]): Json =>
      fieldOf(document, component, 'response', ...names);
    for (const names of [['estimatedGas'], ['debugInfo', 'blockNumber'], ['outMessages', 'shardsKey']])
      expect(response('SimulateResponse', ...names)).toMatchObject({
        minimum: 0,
        exclusiveMaximum: 2 ** 64,
      });
    expect(response('InclusionResponse', 'timestamp')).toMatchObject({ minimum: 0, maximum: 253402300799 });
    const amount = response('SimulateResponse', 'outMessages', 'tokensBurned', 'amount').pattern as string;
    expect(['0', '15', `${2n ** 256n - 1n}`].filter((text) => !new RegExp(amount).test(text))).toEqual([]);
    expect(['-1', '1.5', '1e3', '05', ''].filter((text) => new RegExp(amount).test(text))).toEqual([]);
  });

  test('have integers, nullable members and additional members in answers', () => {
    expect(fieldOf(document, 'SimulateResponse', 'response', 'estimatedGas').type).toBe('integer');
    expect(fieldOf(document, 'SimulateResponse', 'response', 'outMessages').anyOf).toMatchObject([
      { type: 'array' },
      { type: 'null' },
    ]);
    expect(fieldOf(document, 'SimulateResponse', 'response')).toMatchObject({ additionalProperties: {} });
    expect(fieldOf(document, 'SimulateResponse', 'response')).not.toHaveProperty('required');
  });
});

test('has the statuses and the parameters of both built-in endpoints', () => {
  const document = documentOf();
  const [simulate, inclusion] = Object.values(document.paths) as [{ post: Json }, { get: Json }];
  expect(Object.keys(simulate.post.responses as Json)).toEqual(['200', '400', '405', '413', '415', '500']);
  expect(Object.keys(inclusion.get.responses as Json)).toEqual(['200', '400', '404', '405', '500']);
  expect(inclusion.get.parameters).toMatchObject([
    { schema: { type: 'string', minLength: 66, maxLength: 66, pattern: '^0x[0-9a-fA-F]{64}$' } },
  ]);
});

test('has examples in the chain names of the deployment', () => {
  const { alphaCallParams, ...rest } = { alphaCallParams: { target: `0x${'0'.repeat(40)}` }, shardsKey: '7' };
  const operationId = `0x${'ab'.repeat(32)}`;
  const document = serviceDocument({
    ...deployment(),
    requests: { 'a known request': { alphaCallParams, ...rest } },
    operationIds: [operationId],
  });
  expect(Object.values(document.paths)).toMatchObject([
    {
      post: {
        requestBody: {
          content: {
            'application/json': {
              examples: { 'a known request': { value: { evmCallParams: alphaCallParams, ...rest } } },
            },
          },
        },
      },
    },
    { get: { parameters: [{ examples: { 'known operation 1': { value: operationId } } }] } },
  ]);
});

test('has an example that fits its schema if the deployment has no known request', () => {
  const document = documentOf();
  const [{ post }] = Object.values(document.paths) as [{ post: Json }];
  const content = (post.requestBody as Json).content as { 'application/json': { examples: Json } };
  const [example] = Object.values(content['application/json'].examples) as [{ value: unknown }];
  const validate = new Ajv2020({ strict: false }).compile(
    document.components.schemas.SimulateRequest as Json,
  );
  expect(validate(example.value)).toBe(true);
});

test('has custom endpoints, even with recursive schemas', async () => {
  const shard = z.object({
    shardsKey: z.bigint(),
    get halves() {
      return z.array(shard).optional();
    },
  });
  const shardStatistics = defineEndpoint({
    name: 'shard-statistics',
    server: 'observer',
    method: 'GET',
    path: '/{beta}/observer/shards-statistics',
    query: z.object({ limit: z.int().min(1), after: z.string().optional() }),
    response: z.object({ shards: z.array(shard) }),
  });
  const forget = defineEndpoint({
    name: 'forget',
    server: 'simulator',
    method: 'POST',
    path: '/{alpha}/simulator/forget',
    body: z.strictObject({ operationId: z.string() }),
    response: z.object({}),
    statuses: [409],
  });
  const document = documentOf({}, [shardStatistics, forget]);
  expect(await errorsOf(document)).toBeUndefined();
  expect(document.paths['/tvm/observer/shards-statistics']).toMatchObject({
    servers: [{ url: 'https://observer.example.org' }],
    get: {
      operationId: 'shard-statistics',
      parameters: [
        { name: 'limit', in: 'query', required: true, schema: { type: 'integer', minimum: 1 } },
        { name: 'after', in: 'query', required: false, schema: { type: 'string' } },
      ],
    },
  });
  expect(document.components.schemas.ShardStatisticsResponse).toHaveProperty('$id');
  const { requestBody, responses } = (document.paths['/evm/simulator/forget'] as Json).post as Json;
  expect(requestBody).toEqual({
    required: true,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/ForgetRequest' } } },
  });
  expect(Object.keys(responses as Json)).toEqual(['200', '409']);
});

test('has the params of custom endpoints, the bounds of integers, and the meaning of statuses', async () => {
  const endpoint = defineEndpoint({
    name: 'operation',
    server: 'observer',
    method: 'GET',
    path: '/{beta}/observer/operations/{operationId}',
    params: z.object({ operationId: z.string() }),
    query: z.object({
      from: z.bigint().min(0n).lt(10n).optional(),
      shard: z.uint64(),
      most: z
        .bigint()
        .max(2n ** 64n)
        .describe('How many at most.'),
      count: z.int().min(1),
    }),
    response: z.object({}),
  });
  const document = documentOf({}, [endpoint]);
  expect(await errorsOf(document)).toBeUndefined();
  const { parameters, responses } = (document.paths['/tvm/observer/operations/{operationId}'] as Json)
    .get as Json;
  expect(parameters).toEqual([
    { name: 'operationId', in: 'path', required: true, schema: { type: 'string' } },
    {
      name: 'from',
      in: 'query',
      required: false,
      schema: { type: 'integer', minimum: 0, exclusiveMaximum: 10 },
    },
    {
      name: 'shard',
      in: 'query',
      required: true,
      description: 'Exactly: maximum 18446744073709551615.',
      schema: { type: 'integer', format: 'uint64', minimum: 0 },
    },
    {
      name: 'most',
      in: 'query',
      required: true,
      description: 'How many at most. Exactly: maximum 18446744073709551616.',
      schema: { type: 'integer' },
    },
    { name: 'count', in: 'query', required: true, schema: { type: 'integer', minimum: 1 } },
  ]);
  expect(Object.values(responses as Record<string, Json>).map(({ description }) => description)).toEqual([
    'Done.',
    'The request was rejected.',
    'Not found.',
    'The service failed.',
  ]);
});

test('shows the example of a custom endpoint, apart from integers that JSON numbers would round', async () => {
  const endpoint = defineEndpoint({
    name: 'operation',
    server: 'observer',
    method: 'POST',
    path: '/{beta}/observer/operations/{id}',
    params: z.object({ id: z.string() }),
    query: z.object({ from: z.bigint(), shard: z.bigint() }),
    body: z.object({ limit: z.bigint() }),
    response: z.object({}),
    example: { params: { id: 'a' }, query: { from: 1n, shard: 2n ** 60n + 1n }, body: { limit: 5n } },
  });
  const document = documentOf({}, [endpoint]);
  expect(await errorsOf(document)).toBeUndefined();
  const { post } = document.paths['/tvm/observer/operations/{id}'] as Json;
  const { parameters, requestBody } = post as { parameters: Json[]; requestBody: Json };
  expect(parameters.map(({ name, examples }) => [name, examples])).toEqual([
    ['id', { example: { value: 'a' } }],
    ['from', { example: { value: 1 } }],
    ['shard', undefined],
  ]);
  expect(requestBody.content).toMatchObject({
    'application/json': { examples: { example: { value: { limit: 5 } } } },
  });
});

test('keeps endpoints of one path on two servers, and of similar names, apart', async () => {
  const endpoint = (name: string, server: 'simulator' | 'observer', method: 'GET' | 'POST') =>
    defineEndpoint({ name, server, method, path: '/state', response: z.object({ [name]: z.string() }) });
  const document = documentOf({}, [
    endpoint('simulation', 'simulator', 'GET'),
    endpoint('shard-1', 'observer', 'POST'),
    defineEndpoint({
      name: 'shard1',
      server: 'observer',
      method: 'GET',
      path: '/shard',
      response: z.object({}),
    }),
  ]);
  expect(await errorsOf(document)).toBeUndefined();
  expect(document.paths['/state']).toMatchObject({
    servers: [{ url: 'https://simulator.example.org/v1' }],
    post: { servers: [{ url: 'https://observer.example.org' }] },
  });
  expect(Object.keys(document.components.schemas)).toEqual([
    'SimulateRequest',
    'SimulateResponse',
    'InclusionResponse',
    'SimulationResponse',
    'Shard-1Response',
    'Shard1Response',
    'Rejection',
  ]);
});

test.each<[object, string]>([
  [{ purpose: 'genrate' }, 'purpose must be one of generate, validate, got "genrate"'],
  [{ purpos: 'validate' }, 'purpos is not an option; did you mean purpose?'],
])('serviceDocument rejects the options %j', (options, issue) => {
  expect(() => serviceDocument(deployment(), [], options)).toThrow(
    expect.objectContaining({ code: 'USAGE', message: `serviceDocument has invalid options: ${issue}` }),
  );
});
