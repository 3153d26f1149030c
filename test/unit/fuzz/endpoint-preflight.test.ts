import { defineEndpoint, type Endpoint, type EndpointOptions } from 'crosscheck';
import { type CampaignOptions, type CampaignReport, replayCase, runCampaign } from 'crosscheck/fuzz';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { findOperations, shardStatistics } from '../../support/custom-endpoints.js';
import {
  type CustomEndpointsService,
  startCustomEndpointsService,
} from '../../support/custom-endpoints-service.js';
import { nonEmpty } from '../../support/non-empty.js';
import { rejectionOf } from '../client/calls.js';

let service: CustomEndpointsService;
const statistics = '/beta/observer/shards-statistics';
const right = '{"shards":[]}';

beforeAll(async () => {
  service = await startCustomEndpointsService();
});
beforeEach(() => {
  service.asked.length = 0;
  service.routes.clear();
  service.routes.set(statistics, () => [200, right]);
  service.routes.set('/alpha/simulator/find-operations', () => [200, '{"ids":[]}']);
});
afterAll(() => service?.close());

function campaign(operation: Endpoint, options: Partial<CampaignOptions> = {}): Promise<CampaignReport> {
  return runCampaign({
    ...{ deployment: service.deployment, endpoints: [operation], phases: ['endpoints'] },
    ...{
      cases: 10,
      seed: 7,
      shrinkRuns: 0,
      reruns: 1,
      maxInconclusive: 1,
      skipChecks: ['invalid-request-accepted'],
    },
    ...options,
  });
}

/** An endpoint that reads, with other schemas. */
function reading(changed: Partial<EndpointOptions>): Endpoint {
  const options: EndpointOptions = {
    ...{ name: 'shard-statistics', server: 'observer', method: 'GET' },
    ...{ path: '/{beta}/observer/shards-statistics', response: z.object({ shards: z.array(z.unknown()) }) },
    ...changed,
  };
  return defineEndpoint(options);
}

/** Its schema generates no request, so that a campaign sends its example alone. */
const byExample = {
  query: z.object({ key: z.custom<string>((value) => typeof value === 'string') }),
  example: { query: { key: 'k' } },
};

const skipped = 'Skipped by skipChecks: invalid-request-accepted';

describe('before a campaign', () => {
  it.each([
    [401, 'requires credentials and got none'],
    [403, 'CROSSCHECK_AUTHORIZATION'],
    [429, 'status 429'],
    [503, 'try again later'],
    [307, 'redirects are not followed'],
  ])('an endpoint that answers %i to its first request is rejected', async (status, text) => {
    service.routes.set(statistics, () => [status, '{"error":"no"}']);
    const error = await rejectionOf(campaign(shardStatistics));
    expect(error).toMatchObject({ code: 'CAMPAIGN_CANNOT_RUN', message: expect.stringContaining(text) });
    expect(error.message).toContain('shard-statistics of own');
    expect(service.asked).toHaveLength(1);
  });

  it('an endpoint without an example that may not be at its path is noted', async () => {
    service.routes.delete(statistics);
    const { example, ...options } = shardStatistics;
    const { notes } = await campaign(defineEndpoint(options));
    expect(example).toBeDefined();
    expect(notes).toEqual([
      skipped,
      expect.stringMatching(/^shard-statistics may not be at its path.* an example/),
    ]);
  });

  it('a response schema that cannot judge an answer is reported with its endpoint', async () => {
    const response = z.unknown().refine(() => {
      throw new Error('boom');
    });
    await expect(campaign(reading({ response }))).rejects.toThrow(
      /^The response of shard-statistics cannot be judged: .*boom/,
    );
  });
});

describe('in a campaign', () => {
  it('an endpoint without a successful answer is named, and makes it inconclusive', async () => {
    service.routes.set(statistics, () => (service.asked.length === 1 ? [200, right] : [401, '{}']));
    const report = await campaign(shardStatistics, { endpoints: [shardStatistics, findOperations] });
    expect(report).toMatchObject({
      ...{ verdict: 'inconclusive', because: 'no-evidence' },
      exercised: { endpoints: { 'shard-statistics': 0 } },
    });
  });

  it('an endpoint may have the name of a member that every object inherits', async () => {
    const { verdict, exercised } = await campaign(reading({ ...byExample, name: 'constructor' }));
    expect(verdict).toBe('clean');
    expect(Object.entries(exercised?.endpoints ?? {})).toEqual([['constructor', 10]]);
  });

  it('a schema that fails at an answer makes its case inconclusive', async () => {
    const response = z.object({ shards: z.array(z.unknown()) }).refine(({ shards }) => {
      if (shards.length > 0) throw new Error('boom');
      return true;
    });
    service.routes.set(statistics, () => [200, service.asked.length === 1 ? right : '{"shards":[1]}']);
    expect(await campaign(reading({ ...byExample, response }))).toMatchObject({
      ...{ endedBy: 'cases', cases: 10, inconclusive: 10, findings: [] },
    });
  });
});

describe('an endpoint whose schema generates no requests', () => {
  const { query } = byExample;

  it('gets only its example if its schemas generate no request', async () => {
    const { verdict, notes, cases } = await campaign(reading(byExample));
    expect({ verdict, cases }).toEqual({ verdict: 'clean', cases: 10 });
    expect(notes).toEqual([skipped, expect.stringMatching(/key.*shard-statistics gets only its example$/)]);
    expect(new Set(service.asked.map(({ target }) => target))).toEqual(new Set([`GET ${statistics}?key=k`]));
  });

  it('is left out without an example, and the others are called', async () => {
    const endpoints = [reading({ query }), findOperations];
    const report = await campaign(findOperations, { endpoints });
    expect(report).toMatchObject({
      ...{ because: 'no-evidence', exercised: { endpoints: { 'shard-statistics': 0 } }, cases: 10 },
      notes: [skipped, expect.stringContaining('shard-statistics is left out: give it an example')],
    });
    for (const { target } of nonEmpty(service.asked)) expect(target).toContain('find-operations');
  });

  it('does not matter to a campaign without its phase', async () => {
    const report = await campaign(reading({ query }), { phases: [['valid', 3]] });
    expect(report.cases).toBe(3);
    expect(report.notes).toEqual([skipped]);
  });
});

describe('an endpoint with params', () => {
  const operation = reading({
    path: '/{beta}/observer/operations/{operationId}',
    params: z.object({ operationId: z.string().regex(/^[a-f]{3}$/) }),
    example: { params: { operationId: 'abc' } },
  });
  const folder = '/beta/observer/operations';

  it('is at its path when another one is answered otherwise, whatever its id', async () => {
    for (const id of ['abc', 'no-such-operation'])
      service.routes.set(`${folder}/${id}`, () => [404, '{"error":"operation not found"}']);
    await campaign(operation);
    expect(service.asked.length).toBeGreaterThan(0);
    service.routes.clear();
    await expect(campaign(operation)).rejects.toThrow('shard-statistics is not at its path');
  });

  it('has cases that replay under other chain names', async () => {
    service.routes.set(`${folder}/abc`, () => [500, '{"error":"boom"}']);
    const [finding] = (await campaign(operation, { cases: 40 })).findings;
    const [request] = finding?.plan.steps[0]?.requests ?? [];
    expect(request).toMatchObject({ path: '/{beta}/observer/operations/abc' });
    service.routes.set('/tvm/observer/operations/abc', () => [500, '{"error":"boom"}']);
    const deployment = { ...service.deployment, chains: { alpha: 'evm', beta: 'tvm' } };
    const replay = { deployment: Object.freeze(deployment), plan: finding?.plan, runs: 1 };
    expect((await replayCase({ ...replay, endpoints: [operation] })).isShown).toBe(true);
    const moved = reading({ params: z.object({ id: z.string() }), path: '/{beta}/other/{id}' });
    await expect(replayCase({ ...replay, endpoints: [moved] })).rejects.toThrow(
      'at a path that it does not have',
    );
  });
});
