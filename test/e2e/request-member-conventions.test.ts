import { createClient, defineDeployment, type SimulationRequest } from 'crosscheck';
import { invalidRequest } from 'crosscheck/arbitraries';
import { serviceDocument, simulatePath } from 'crosscheck/contract';
import { runCampaign } from 'crosscheck/fuzz';
import { type LocalDeployment, startLocalDeployment } from 'crosscheck/local';
import { runSmoke } from 'crosscheck/smoke';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postJson } from '../support/http-exchange.js';
import { answerOf, startRawServer } from '../support/raw-server.js';

const chains = { alpha: 'evm', beta: 'tvm' };
const allowing = { additionalRequestMembers: 'allow', duplicateRequestMembers: 'allow' } as const;
let local: LocalDeployment;
let request: SimulationRequest;
/** As a current public client sends it, under neutral names. */
let extended: SimulationRequest;

beforeAll(async () => {
  local = await startLocalDeployment({ chains, conventions: allowing });
  request = {
    shardsKey: '7',
    alphaCallParams: { target: local.contracts.targets.bounce, methodName: 'bounce' },
    betaAssets: [{ amount: '1000' }],
    betaCaller: local.accounts[0] as string,
  };
  const members = { alphaValidExecutors: [], betaValidExecutors: [], calculateRollbackFee: true };
  const call = { ...request.alphaCallParams, gasLimit: '1' };
  extended = { ...request, ...members, alphaCallParams: call, betaAssets: [withType({ amount: '1000' })] };
});
afterAll(() => local.stop());

function withType<Asset extends object>(asset: Asset): Asset {
  return { ...asset, assetType: 'FT' };
}

const simulatorOf = ({ deployment }: LocalDeployment): string =>
  deployment.simulatorUrl + simulatePath(chains);

describe('a deployment that allows additional request members', () => {
  it('rejects a member under two names', async () => {
    const wire = local.deployment.dialect.toWireRequest(request);
    const { status, text } = await postJson(
      simulatorOf(local),
      JSON.stringify({ ...wire, betaCaller: request.betaCaller }),
    );
    expect({ status, ...JSON.parse(text) }).toEqual({
      status: 400,
      error: 'tvmCaller and betaCaller are names of the same member; use only one',
    });
  });

  it('is sent them by the client, under its own names of the chains', async () => {
    const server = await startRawServer(answerOf(200, '{"response":{"simulationStatus":true}}'));
    const url = server.origin;
    const conventions = { additionalRequestMembers: 'allow' } as const;
    const deployment = defineDeployment({ simulatorUrl: url, observerUrl: url, chains, conventions });
    await createClient(deployment).simulate(extended);
    expect(JSON.parse(server.requests[0]?.body ?? '')).toMatchObject({
      evmValidExecutors: [],
      tvmValidExecutors: [],
      calculateRollbackFee: true,
      evmCallParams: { gasLimit: '1' },
      tvmAssets: [{ amount: '1000', assetType: 'FT' }],
    });
  });

  it('takes them as a local deployment, and simulates the same', async () => {
    const client = createClient(local.deployment);
    const { response } = await client.simulate(extended);
    expect(response).toEqual((await client.simulate(request)).response);
    expect(response.simulationStatus).toBe(true);
  });

  it('takes a body that names a member twice, and reads the last', async () => {
    const wire = JSON.stringify(local.deployment.dialect.toWireRequest(request));
    const twice = wire.replace('{', '{"shardsKey":"8",');
    expect((await postJson(simulatorOf(local), twice)).status).toBe(200);
  });

  it('is not sent two spellings of one member, of which one would win', async () => {
    const both = { ...request, evmCallParams: request.alphaCallParams };
    await expect(createClient(local.deployment).simulate(both)).rejects.toThrow(
      'A request can have alphaCallParams or evmCallParams, which are the same, but not both',
    );
  });

  it('is expected to reject neither by campaigns', async () => {
    const mutations = (options: Parameters<typeof invalidRequest>[0]): string[] =>
      fc.sample(invalidRequest(options), { numRuns: 2_000, seed: 1 }).map(({ mutation }) => mutation);
    const kinds = ['unknown-member', 'proto-key', 'duplicate-key'];
    expect(mutations({})).toEqual(expect.arrayContaining(kinds));
    expect(mutations({ deployment: local.deployment }).filter((name) => kinds.includes(name))).toEqual([]);
    expect(() => invalidRequest({ deployment: local.deployment, mutations: ['unknown-member'] })).toThrow(
      'has unknown-member, which does not exist where additionalRequestMembers is allow',
    );
    const report = await runCampaign({
      deployment: local.deployment,
      calls: fc.constant({ request: extended, succeeds: true }),
      cases: 60,
      phases: ['smoke', 'valid', 'invalid'],
      seed: 1,
    });
    expect(report.findings.map(({ message }) => message)).toEqual([]);
    expect(report.verdict).toBe('clean');
  });

  it('is checked with them by smoke runs', async () => {
    const { checks } = await runSmoke({ deployment: local.deployment, request: extended });
    expect(checks.filter(({ status }) => status === 'failed')).toEqual([]);
  });

  it('says so in its OpenAPI document', () => {
    const { schemas } = serviceDocument(local.deployment).components as { schemas: Record<string, object> };
    const texts = JSON.stringify(schemas.SimulationRequest ?? schemas);
    expect(texts).not.toContain('"additionalProperties":false');
    const strict = serviceDocument({
      ...local.deployment,
      conventions: { ...local.deployment.conventions, additionalRequestMembers: 'reject' },
    });
    expect(JSON.stringify(strict)).toContain('"additionalProperties":false');
  });
});

describe('a deployment without such a convention', () => {
  it('is not sent a misspelt member, and the error suggests the right name', async () => {
    const url = 'http://127.0.0.1:9';
    const client = createClient(defineDeployment({ simulatorUrl: url, observerUrl: url }));
    const misspelt = { ...request, betaAsset: [] };
    await expect(client.simulate(misspelt)).rejects.toThrow(
      'betaAsset: no such field; did you mean betaAssets?',
    );
    await expect(client.simulate(extended)).rejects.toThrow('betaAssets[0].assetType: no such field');
  });
});
