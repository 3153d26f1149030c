import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { inclusionPath, simulatePath } from 'crosscheck/contract';
import { type LocalDeployment, startLocalDeployment } from 'crosscheck/local';
import { beforeAll, expect, it } from 'vitest';
import { createHandClock } from '../../../support/hand-clock.js';
import { exchange } from '../../../support/http-exchange.js';

let local: LocalDeployment;
let text: string;
let ajv: Ajv2020;
beforeAll(async () => {
  local = await startLocalDeployment({ clock: createHandClock(), chains: { alpha: 'evm', beta: 'tvm' } });
  ({ text } = await exchange(`${local.simulatorUrl}/openapi.json`));
  ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema(JSON.parse(text), 'openapi');
  return () => local.stop();
});

/** What is wrong with a value, by a named schema of the document. */
function faultsOf(name: string, value: unknown): unknown {
  ajv.validate(`openapi#/components/schemas/${name}`, value);
  return ajv.errors ?? [];
}

const request = (method: string) => ({
  shardsKey: '7',
  evmCallParams: { target: local.contracts.targets.failing, methodName: method },
  tvmAssets: [{ amount: '5', tokenAddress: '' }],
  tvmCaller: local.accounts[0],
});

async function simulate(body: unknown): Promise<{ readonly status: number; readonly text: string }> {
  return await exchange(local.simulatorUrl + simulatePath(local.chains), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

const observe = (query: string) => exchange(`${local.observerUrl}${inclusionPath(local.chains)}${query}`);

it('is valid, the same at both servers, and has their URLs', async () => {
  const document = JSON.parse(text);
  const { errors } = await new Validator({ strict: false }).validate(structuredClone(document));
  expect(errors).toBeUndefined();
  expect((await exchange(`${local.observerUrl}/openapi.json`)).text).toBe(text);
  expect(Object.values<{ servers: unknown }>(document.paths).map(({ servers }) => servers)).toEqual([
    [{ url: local.simulatorUrl }],
    [{ url: local.observerUrl }],
  ]);
});

it('describes requests and answers of the simulator', async () => {
  for (const method of ['failWithoutData', '']) {
    expect(faultsOf('SimulateRequest', request(method))).toEqual([]);
    const answer = await simulate(request(method));
    expect(answer.status).toBe(200);
    expect(faultsOf('SimulateResponse', JSON.parse(answer.text))).toEqual([]);
  }
});

it.each([
  ['no target', () => ({ ...request(''), evmCallParams: {} })],
  ['a shards key with a leading zero', () => ({ ...request(''), shardsKey: '07' })],
  ['a caller of another form', () => ({ ...request(''), tvmCaller: 'me' })],
  ['neutral names', () => ({ ...request(''), betaCaller: local.accounts[0] })],
])('rejects a request with %s, as the simulator does', async (_, bad) => {
  expect(faultsOf('SimulateRequest', bad())).not.toEqual([]);
  const { status, text: rejection } = await simulate(bad());
  expect(status).toBe(400);
  expect(faultsOf('Rejection', JSON.parse(rejection))).toEqual([]);
});

it('describes answers of the observer', async () => {
  const { betaCaller, ...rest } = {
    betaCaller: local.accounts[0],
    shardsKey: '7',
    alphaCallParams: { target: local.contracts.targets.failing, methodName: 'failWithoutData' },
    betaAssets: [{ amount: '5', tokenAddress: '' }],
  };
  const operationId = await local.submit({ ...rest, betaCaller });
  const answer = await observe(`?operationId=${operationId}`);
  expect(answer.status).toBe(200);
  expect(faultsOf('InclusionResponse', JSON.parse(answer.text))).toEqual([]);
  for (const [query, status] of [
    [`?operationId=0x${'0'.repeat(64)}`, 404],
    ['', 400],
  ] as const) {
    const rejected = await observe(query);
    expect(rejected.status).toBe(status);
    expect(faultsOf('Rejection', JSON.parse(rejected.text))).toEqual([]);
  }
});
