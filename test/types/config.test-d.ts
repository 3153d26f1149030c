import { type CrosscheckConfig, defineConfig, defineEndpoint } from 'crosscheck';
import { expectTypeOf } from 'expect-type';
import { test } from 'vitest';
import { z } from 'zod';

const statistics = defineEndpoint({
  name: 'shard-statistics',
  server: 'observer',
  method: 'GET',
  path: '/{beta}/statistics',
  query: z.object({ limit: z.int() }),
  response: z.object({ shards: z.array(z.string()) }),
});

test('defineConfig takes deployments with their endpoints, and settings that are plain', () => {
  const config = defineConfig({
    deployment: 'local',
    deployments: {
      local: 'local',
      staging: {
        simulatorUrl: process.env.STAGING_URL,
        headers: async () => ({ 'x-tenant': 'one' }),
        authorizationEnv: 'STAGING_TOKEN',
        request: { shardsKey: '1' },
        operationIds: ['0x01'],
        endpoints: [statistics],
      },
    },
    smoke: { ratePerSecond: 2, skipChecks: ['clock-skew', 'endpoint:statistics'] },
    fuzz: { cases: 100, ratePerSecond: 'auto' },
    wait: { timeoutMs: 180_000, intervals: [1000, 5000] },
  });
  expectTypeOf(config).toEqualTypeOf<CrosscheckConfig>();
});

test('a request of a configuration has the members of its extension', () => {
  const alphaCallParams = { target: '0x', alphaGasLimit: 9 };
  const request = { shardsKey: '1', tenant: 'one', betaAssets: [{ amount: '1', assetType: 'nft' }] };
  defineConfig({ deployments: { staging: { request: { ...request, alphaCallParams } } } });
  defineConfig({
    deployments: {
      staging: { request: { tenant: 'one', alphaCallParams: { target: '0x', alphaGasLimit: 9 } } },
    },
  });
  // @ts-expect-error a member of the interface with another type
  defineConfig({ deployments: { staging: { request: { tenant: 'one', shardsKey: 1 } } } });
});

test('defineConfig knows names at every level', () => {
  defineConfig({
    // @ts-expect-error chans
    deployments: { staging: { chans: {} } },
  });
  // @ts-expect-error deploymnets
  defineConfig({ deploymnets: {} });
  // @ts-expect-error remote
  defineConfig({ deployments: { staging: 'remote' } });
  // @ts-expect-error clock-scew
  defineConfig({ smoke: { skipChecks: ['clock-scew'] } });
  // @ts-expect-error onPoll
  defineConfig({ wait: { onPoll: () => {} } });
});
