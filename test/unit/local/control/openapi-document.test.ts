import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { type LocalDeployment, startLocalDeployment } from 'crosscheck/local';
import { beforeAll, describe, expect, it } from 'vitest';
import { createHandClock } from '../../../support/hand-clock.js';
import { exchange } from '../../../support/http-exchange.js';

interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses: object }>>>>;
}

let local: LocalDeployment;
let document: Described;
let ajv: Ajv2020;
let operationId: string;
let snapshot: string;
let faultId: string;
beforeAll(async () => {
  local = await startLocalDeployment({
    clock: createHandClock(),
    chains: { alpha: 'evm', beta: 'tvm' },
    faults: [{ fault: 'missed-quorum', times: 1 }],
  });
  document = JSON.parse((await exchange(`${local.controlUrl}/openapi.json`)).text);
  ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema(document, 'openapi');
  return () => local.stop();
});

it('is valid', async () => {
  const { valid, errors } = await new Validator({ strict: false }).validate(structuredClone({ ...document }));
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
  const untitled = { ...structuredClone(document), info: {} };
  expect((await new Validator({ strict: false }).validate(untitled)).valid).toBe(false);
});

describe('documents every answer of every route', () => {
  const seen = new Set<string>();
  const submission = () => ({
    shardsKey: '7',
    evmCallParams: { target: local.contracts.targets.failing, methodName: 'failWithoutData' },
    tvmAssets: [{ amount: '5', tokenAddress: '' }],
    tvmCaller: local.accounts[0],
  });
  type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Asks for real, and holds the request's body and the answer against the document. */
  async function check(method: Method, path: string, at: string, status = 200, body?: unknown) {
    const answer = await exchange(local.controlUrl + at, {
      method,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    });
    expect(answer.status, answer.text).toBe(status);
    const here = `openapi#/paths/${path.replaceAll('/', '~1')}/${method.toLowerCase()}`;
    const parsed = JSON.parse(answer.text);
    expectValid(`${here}/responses/${status}/content/application~1json/schema`, parsed);
    if (body !== undefined && status === 200)
      expectValid(`${here}/requestBody/content/application~1json/schema`, body);
    if (status === 200 || status === 404) seen.add(`${method.toLowerCase()} ${path} ${status}`);
    return parsed;
  }
  function expectValid(pointer: string, value: unknown): void {
    const validate = ajv.compile({ $ref: encodeURI(pointer) });
    validate(value);
    expect(validate.errors, pointer).toBeNull();
  }
  const of = (rest = '') => `/operations/${operationId}${rest}`;
  const unknown = `/operations/0x${'00'.repeat(32)}`;

  it('for operations', async () => {
    ({ operationId } = await check('POST', '/operations', '/operations', 200, submission()));
    await check('POST', '/operations', '/operations', 400, {});
    await check('GET', '/operations/{operationId}', of());
    await check('GET', '/operations/{operationId}', unknown, 404);
    await check('GET', '/operations/{operationId}/proof', `${unknown}/proof`, 404);
    for (const change of ['fail-execution', 'roll-back', 'reorganise'])
      await check('POST', `/operations/{operationId}/${change}`, `${unknown}/${change}`, 404);
    await check('GET', '/operations', `/operations?before=${unknown.slice('/operations/'.length)}`, 404);
    await check('GET', '/operations/{operationId}/proof', of('/proof'), 409);
    const failing = '/operations/{operationId}/fail-execution';
    await check('POST', failing, of('/fail-execution'), 200, { errorName: 'TokenNotExist' });
    await check('POST', '/clock/advance', '/clock/advance', 200, { ms: 2000 });
    await check('POST', failing, of('/fail-execution'), 409);
    await check('GET', '/operations', '/operations?limit=1');
    await check('GET', '/operations/{operationId}/proof', of('/proof?direction=outbound'));
    await check('POST', '/operations/{operationId}/roll-back', of('/roll-back'));
    await check('POST', '/clock/advance', '/clock/advance', 200, { ms: 2000 });
    await check('POST', '/operations/{operationId}/reorganise', of('/reorganise'));
    const operation = await check('GET', '/operations/{operationId}', of());
    expect(operation).toMatchObject({ stage: 'collectedInTVM', note: { errorName: 'TokenNotExist' } });
  });

  it('for roots and trees', async () => {
    const { roots } = await check('GET', '/roots', '/roots');
    expect(roots.map(({ state }: { state: string }) => state)).toEqual(
      expect.arrayContaining(['missed', 'set', 'withdrawn']),
    );
    const { direction, epoch, root } = roots[0];
    const { levels } = await check(
      'GET',
      '/roots/{direction}/{epoch}/tree',
      `/roots/${direction}/${epoch}/tree`,
    );
    expect(levels.at(-1)).toEqual([root]);
    await check('GET', '/roots/{direction}/{epoch}/tree', '/roots/outbound/98765/tree', 404);
  });

  it('for time, settings and snapshots', async () => {
    await check('GET', '/clock', '/clock');
    await check('POST', '/clock/freeze', '/clock/freeze');
    await check('POST', '/clock/resume', '/clock/resume');
    await check('POST', '/clock/advance', '/clock/advance', 400, { ms: 'x' });
    await check('GET', '/settings', '/settings');
    await check('PATCH', '/settings', '/settings', 200, { epochMs: 100 });
    ({ snapshot } = await check('POST', '/snapshots', '/snapshots'));
    await check('POST', '/snapshots/{snapshot}/restore', `/snapshots/${snapshot}/restore`);
    await check('POST', '/snapshots/{snapshot}/restore', '/snapshots/none/restore', 404);
  });

  it('for what was received', async () => {
    await exchange(`${local.simulatorUrl}/evm/simulator/simulate-message`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(submission()),
    });
    await exchange(`${local.observerUrl}/nowhere`);
    const { requests } = await check('GET', '/requests', '/requests?sinceMs=0&after=0');
    expect(requests).toMatchObject([{ endpoint: 'simulate', answer: { status: 200 } }, { path: '/nowhere' }]);
    expect((await check('GET', '/requests', '/requests?status=404')).requests).toHaveLength(1);
    await check('DELETE', '/requests', '/requests');
  });

  it('for faults, and what there is', async () => {
    ({ faultId } = await check('POST', '/faults', '/faults', 200, {
      fault: 'delay',
      ms: 5,
      probability: 0.5,
    }));
    await check('POST', '/faults', '/faults', 400, { fault: 'none' });
    const { known, faults } = await check('GET', '/faults', '/faults');
    expect(known.length).toBeGreaterThan(20);
    expect(faults).toHaveLength(2);
    const answer = { status: 503, patch: { response: { estimatedGas: 7 } } };
    await check('POST', '/interceptors', '/interceptors', 200, { name: 'busy', answer });
    await check('POST', '/interceptors', '/interceptors', 200, {
      match: { evmCallParams: { target: local.contracts.targets.bounce } },
      times: 1,
      answer: { status: 503 },
    });
    await check('POST', '/interceptors', '/interceptors', 400, { match: { shardKey: '7' }, answer });
    await check('POST', '/interceptors', '/interceptors', 400, { answer: { state: 503 } });
    expect((await check('GET', '/faults', '/faults')).faults).toHaveLength(4);
    await check('DELETE', '/faults/{faultId}', `/faults/${faultId}`);
    await check('DELETE', '/faults/{faultId}', `/faults/${faultId}`, 404);
    await check('DELETE', '/faults', '/faults');
    await check('GET', '/deployment', '/deployment');
    await check('GET', '/openapi.json', '/openapi.json');
  });

  it('and no other', () => {
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { responses }]) =>
        [200, 404].flatMap((status) => (status in responses ? [`${method} ${path} ${status}`] : [])),
      ),
    );
    expect(described.filter((answer) => !answer.startsWith('get /events')).sort()).toEqual([...seen].sort());
  });
});
