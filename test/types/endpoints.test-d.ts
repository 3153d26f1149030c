import {
  createClient,
  defineDeployment,
  defineEndpoint,
  type Endpoint,
  type EndpointInput,
  type EndpointOutput,
  type EndpointResult,
} from 'crosscheck';
import { endpointInput } from 'crosscheck/arbitraries';
import { expectTypeOf } from 'expect-type';
import type { Arbitrary } from 'fast-check';
import { it } from 'vitest';
import { z } from 'zod';

const client = createClient(
  defineDeployment({ simulatorUrl: 'http://localhost:1', observerUrl: 'http://localhost:2' }),
);
const statistics = defineEndpoint({
  name: 'statistics',
  server: 'observer',
  method: 'GET',
  path: '/statistics',
  query: z.object({ limit: z.int(), from: z.bigint().default(0n) }),
  response: z.object({ total: z.bigint(), at: z.string().transform((text) => new Date(text)) }),
});
const search = defineEndpoint({
  name: 'search',
  server: 'simulator',
  method: 'POST',
  path: '/search',
  query: z.object({ limit: z.int().optional() }),
  body: z.object({ ids: z.array(z.string()) }),
  response: z.array(z.string()),
});
const reset = defineEndpoint({
  name: 'reset',
  server: 'observer',
  method: 'POST',
  path: '/reset',
  response: z.null(),
});

it('requests have what the schemas take', () => {
  expectTypeOf<EndpointInput<typeof statistics>['query']>().toEqualTypeOf<{
    limit: number;
    from?: bigint | undefined;
  }>();
  expectTypeOf<EndpointInput<typeof search>['query']>().toEqualTypeOf<
    { limit?: number | undefined } | undefined
  >();
  expectTypeOf<EndpointInput<typeof search>['body']>().toEqualTypeOf<{ ids: string[] }>();
  expectTypeOf<EndpointInput<typeof reset>['body']>().toEqualTypeOf<undefined>();
  expectTypeOf(endpointInput(search)).toEqualTypeOf<Arbitrary<EndpointInput<typeof search>>>();
});

it('answers are what the schemas make of them', () => {
  expectTypeOf<EndpointOutput<typeof statistics>>().toEqualTypeOf<{ total: bigint; at: Date }>();
  expectTypeOf(client.call<typeof search>).returns.resolves.toEqualTypeOf<EndpointResult<string[]>>();
});

it('a request must be given where something has to be in it', () => {
  expectTypeOf(client.call<typeof reset>).toBeCallableWith(reset);
  // @ts-expect-error: the query is missing.
  () => client.call(statistics);
  // @ts-expect-error: the body is missing.
  () => client.call(search, {});
  // @ts-expect-error: the limit is no number.
  () => client.call(statistics, { query: { limit: '1' } });
  // @ts-expect-error: the endpoint has no body.
  () => client.call(statistics, { query: { limit: 1 }, body: {} });
  () => client.call(search, { body: { ids: [] } }, { retries: 0 });
});

it('what the path leaves open must be given', () => {
  const one = defineEndpoint({
    name: 'one',
    server: 'observer',
    method: 'GET',
    path: '/{beta}/observer/operations/{operationId}',
    params: z.object({ operationId: z.string() }),
    response: z.unknown(),
  });
  () => client.call(one, { params: { operationId: '0x01' } });
  // @ts-expect-error: the params are missing.
  () => client.call(one, {});
  expectTypeOf(one).toExtend<Endpoint>();
});

it('a path with params needs their schema', () => {
  const shared = { name: 'one', server: 'observer', method: 'GET', response: z.unknown() } as const;
  () => defineEndpoint({ ...shared, path: '/{beta}/observer/{alpha}' });
  // @ts-expect-error: the schema of operationId is missing.
  () => defineEndpoint({ ...shared, path: '/{beta}/operations/{operationId}' });
  // @ts-expect-error: the schema has another member.
  () => defineEndpoint({ ...shared, path: '/operations/{id}', params: z.object({ name: z.string() }) });
  const path: string = '/operations/{id}';
  const one = defineEndpoint({ ...shared, path, params: z.object({ id: z.string() }) });
  expectTypeOf<EndpointInput<typeof one>['params']>().toEqualTypeOf<{ id: string }>();
  // Only the call can tell what is in a path that is not literal.
  () => defineEndpoint({ ...shared, path });
});

it('operations of all kinds go together', () => {
  expectTypeOf<typeof statistics>().toExtend<Endpoint>();
  expectTypeOf([statistics, search, reset]).toExtend<readonly Endpoint[]>();
});
