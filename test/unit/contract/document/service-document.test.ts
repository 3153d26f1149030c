import { Validator } from '@seriousme/openapi-schema-validator';
import { type Deployment, type DeploymentOptions, defineDeployment, defineOperation } from 'crosscheck';
import { type OpenApiDocument, type OwnOperation, serviceDocument } from 'crosscheck/contract';
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
  operations: readonly OwnOperation[] = [],
): OpenApiDocument {
  return serviceDocument(deployment(options), operations);
}

async function faultsOf(document: unknown): Promise<unknown> {
  const copy = structuredClone(document) as OpenApiDocument;
  const { valid, errors } = await new Validator({ strict: false }).validate({ ...copy });
  return valid ? undefined : errors;
}

/** The schema of a field of a component, by the names on the way. */
function fieldOf({ components }: OpenApiDocument, component: string, ...names: string[]): Json {
  return names.reduce<Json>((schema, name) => {
    const kinds = (schema.anyOf as Json[] | undefined) ?? [schema];
    const [object] = kinds.map((kind) => (kind.items as Json | undefined) ?? kind);
    return ((object as Json).properties as Record<string, Json>)[name] as Json;
  }, components.schemas[component] as Json);
}

test('is valid, with and without the places where it is served', async () => {
  expect(await faultsOf(documentOf())).toBeUndefined();
  const { chains, conventions } = deployment();
  const placeless = serviceDocument({ chains, conventions });
  expect(await faultsOf(placeless)).toBeUndefined();
  expect(placeless.servers).toEqual([
    { url: '{simulatorUrl}', variables: { simulatorUrl: { default: 'http://localhost' } } },
  ]);
});

test('has the paths, the servers and the names of the deployment', () => {
  const document = documentOf();
  expect(Object.entries(document.paths).map(([path, { servers }]) => [path, servers])).toEqual([
    ['/evm/simulator/simulate-message', [{ url: 'https://simulator.example.org/v1' }]],
    ['/tvm/observer/is-message-included-in-consensus', [{ url: 'https://observer.example.org' }]],
  ]);
  expect(fieldOf(document, 'SimulationRequest')).toMatchObject({
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

test('has the conventions of the deployment', () => {
  const document = documentOf({
    conventions: {
      operationIdParameter: 'id',
      requiredRequestFields: ['betaCaller'],
      requestFormats: 'open',
      stages: [],
      timestampUnit: 'ms',
    },
  });
  const { get } = document.paths['/tvm/observer/is-message-included-in-consensus'] as Json;
  expect(get).toMatchObject({ parameters: [{ name: 'id', in: 'query', required: true }] });
  expect(fieldOf(document, 'SimulationRequest').required).toEqual(['tvmCaller']);
  expect(fieldOf(document, 'SimulationRequest', 'shardsKey')).toEqual({
    type: 'string',
    description: 'Shards key of the call.',
  });
  expect(fieldOf(document, 'InclusionResponse', 'response', 'stage')).not.toHaveProperty('enum');
  expect(fieldOf(document, 'InclusionResponse', 'response', 'timestamp').description).toContain(
    'milliseconds',
  );
});

describe('of fields it says', () => {
  const document = documentOf();

  test('that each has a meaning', () => {
    const bare: string[] = [];
    const look = (schema: Json, path: string): void => {
      for (const kind of (schema.anyOf as Json[] | undefined) ?? [schema]) {
        const { properties, items } = kind as { readonly properties?: Json; readonly items?: Json };
        for (const [name, member] of Object.entries(properties ?? {})) {
          const at = `${path}.${name}`;
          if (typeof (member as Json).description !== 'string') bare.push(at);
          look(member as Json, at);
        }
        if (items) look(items, `${path}[]`);
      }
    };
    for (const name of ['SimulationRequest', 'SimulationResponse', 'InclusionResponse'])
      look(document.components.schemas[name] as Json, name);
    // Of an amount of a token the interface says no more than its name.
    expect(bare.filter((path) => !/tokens(?:Burned|Locked)\[\]/.test(path))).toEqual([]);
  });

  test('which form they have in practice', () => {
    const fits = (names: string[], text: string): boolean =>
      new RegExp(fieldOf(document, 'SimulationRequest', ...names).pattern as string).test(text);
    expect(fits(['shardsKey'], '18446744073709551615')).toBe(true);
    expect(fits(['shardsKey'], '007')).toBe(false);
    expect(fits(['evmCallParams', 'target'], '0x52908400098527886e0f7030069857d2e4169ee7')).toBe(true);
    expect(fits(['evmCallParams', 'target'], '')).toBe(false);
    expect(fits(['tvmCaller'], 'EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N')).toBe(true);
    expect(fits(['tvmCaller'], `0:${'ab'.repeat(32)}`)).toBe(true);
    expect(fits(['tvmCaller'], `7:${'ab'.repeat(32)} `)).toBe(false);
    expect(fits(['executorAddress'], '')).toBe(true);
    expect(fits(['executorAddress'], '0x1')).toBe(false);
  });

  test('that integers are integers, that some may be null, and that there may be more', () => {
    expect(fieldOf(document, 'SimulationResponse', 'response', 'estimatedGas').type).toBe('integer');
    expect(fieldOf(document, 'SimulationResponse', 'response', 'outMessages').anyOf).toMatchObject([
      { type: 'array' },
      { type: 'null' },
    ]);
    expect(fieldOf(document, 'SimulationResponse', 'response')).toMatchObject({ additionalProperties: {} });
    expect(fieldOf(document, 'SimulationResponse', 'response')).not.toHaveProperty('required');
  });
});

test('has the operations that somebody defined, also such as refer to themselves', async () => {
  const shard = z.object({
    shardsKey: z.bigint(),
    get halves() {
      return z.array(shard).optional();
    },
  });
  const shardStatistics = defineOperation({
    name: 'shard-statistics',
    server: 'observer',
    method: 'GET',
    path: '/{beta}/observer/shards-statistics',
    query: z.object({ limit: z.int().min(1), after: z.string().optional() }),
    response: z.object({ shards: z.array(shard) }),
  });
  const forget = defineOperation({
    name: 'forget',
    server: 'simulator',
    method: 'POST',
    path: '/{alpha}/simulator/forget',
    body: z.strictObject({ operationId: z.string() }),
    response: z.object({}),
    statuses: [409],
  });
  const document = documentOf({}, [shardStatistics, forget]);
  expect(await faultsOf(document)).toBeUndefined();
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

test('has params in the path, the bounds of integers, and what statuses mean', async () => {
  const operation = defineOperation({
    name: 'operation',
    server: 'observer',
    method: 'GET',
    path: '/{beta}/observer/operations/{operationId}',
    params: z.object({ operationId: z.string() }),
    query: z.object({
      from: z.bigint().min(0n).lt(10n).optional(),
      shard: z.uint64(),
      most: z.bigint().max(2n ** 64n),
      count: z.int().min(1),
    }),
    response: z.object({}),
  });
  const document = documentOf({}, [operation]);
  expect(await faultsOf(document)).toBeUndefined();
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
      schema: {
        type: 'integer',
        format: 'uint64',
        minimum: 0,
        description: 'Exactly: maximum 18446744073709551615.',
      },
    },
    {
      name: 'most',
      in: 'query',
      required: true,
      schema: { type: 'integer', description: 'Exactly: maximum 18446744073709551616.' },
    },
    { name: 'count', in: 'query', required: true, schema: { type: 'integer', minimum: 1 } },
  ]);
  expect(Object.values(responses as Record<string, Json>).map(({ description }) => description)).toEqual([
    'Done.',
    'The request was refused.',
    'There is no such thing.',
    'The service failed.',
  ]);
});
