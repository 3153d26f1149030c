import { type LooseSimulationRequest, type SchemaMismatchError, waitForInclusion } from 'crosscheck';
import { describe, expect, it } from 'vitest';
import { answerOf, startRawServer } from '../../support/raw-server.js';
import { clientAt, fullRequest, operationId, rejectionOf } from './calls.js';

const good = answerOf(200, '{"response":{}}');
const call = fullRequest.alphaCallParams;

describe('an invalid simulation request', () => {
  it.each([
    ['shardsKey', { shardsKey: undefined }],
    ['shardsKey', { shardsKey: '01' }],
    ['shardsKey', { shardsKey: '18446744073709551616' }],
    ['alphaCallParams', { alphaCallParams: undefined }],
    ['alphaCallParams.target', { alphaCallParams: {} }],
    ['alphaCallParams.target', { alphaCallParams: { target: '0X52908400098527886e0f7030069857d2e4169ee7' } }],
    ['alphaCallParams.target', { alphaCallParams: { target: '0x52908400098527886E0F7030069857D2E4169eE7' } }],
    ['alphaCallParams.arguments', { alphaCallParams: { ...call, arguments: '0x0' } }],
    ['alphaCallParams.methodName', { alphaCallParams: { ...call, methodName: 'swap(uint256)' } }],
    ['alphaCallParams.methodName', { alphaCallParams: { target: call?.target, arguments: '0x00' } }],
    ['betaAssets', { betaAssets: null }],
    ['betaAssets[0].amount', { betaAssets: [{}] }],
    ['betaAssets[0].amount', { betaAssets: [{ amount: '-1' }] }],
    ['betaAssets[0].amount', { betaAssets: [{ amount: (2n ** 256n).toString() }] }],
    ['betaAssets[0].tokenAddress', { betaAssets: [{ amount: '1', tokenAddress: '0x' }] }],
    ['betaCaller', { betaCaller: 'EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2M' }],
    ['executorAddress', { executorAddress: '0x' }],
    ['extraData', { extraData: '' }],
    ['feeAssetAddress', { feeAssetAddress: 'TON' }],
  ])('is rejected with the path %s: %o', async (path, fault) => {
    const server = await startRawServer(good);
    const request = { ...fullRequest, ...fault } as LooseSimulationRequest;
    const error = await rejectionOf<SchemaMismatchError>(clientAt(server.origin).simulate(request));
    expect(error).toMatchObject({ code: 'REQUEST_INVALID', exchange: undefined });
    expect(error.issues.map((issue) => issue.path)).toContain(path);
    expect(server.requests).toEqual([]);
  });

  it('is rejected with one line for each invalid field', async () => {
    const request = {
      ...fullRequest,
      shardsKey: '1e3',
      betaCaller: undefined,
      betaAsset: [],
    } as LooseSimulationRequest;
    const error = await rejectionOf(clientAt('http://127.0.0.1:1').simulate(request));
    expect(error.message).toMatchInlineSnapshot(`
      "The simulation request is not valid; nothing was sent

      - shardsKey: must be a decimal integer without sign, spaces or leading zeros
      - betaCaller: missing, expected string
      - betaAsset: no such field; did you mean betaAssets?
      What to do: fix the fields, or set the conventions of the deployment to what it accepts"
    `);
  });

  it('is sent when the deployment neither validates requests nor requires fields', async () => {
    const server = await startRawServer(good);
    const conventions = { requestValidation: 'off', requiredRequestFields: [] } as const;
    await clientAt(server.origin, { conventions }).simulate({ shardsKey: '1e3' });
    expect(server.requests[0]?.body).toBe('{"shardsKey":"1e3"}');
  });

  it('is rejected without a field that only this deployment requires', async () => {
    const conventions = { requiredRequestFields: ['extraData'] } as const;
    const error = await rejectionOf<SchemaMismatchError>(
      clientAt('http://127.0.0.1:1', { conventions }).simulate({}),
    );
    expect(error.issues.map(({ path }) => path)).toEqual(['extraData']);
  });
});

describe('an invalid operation id', () => {
  it.each([
    '0x12',
    '12',
    `0X${'a'.repeat(64)}`,
    `0x${'g'.repeat(64)}`,
    `0x${'a'.repeat(65)}`,
    ` 0x${'a'.repeat(64)}`,
  ])('is rejected before anything is sent: %s', async (id) => {
    const server = await startRawServer(answerOf(400, '{"error":"bad"}'));
    const client = clientAt(server.origin);
    const says = `The operation id must be 0x and 64 hex digits, got "${id}"; nothing was sent`;
    await expect(client.inclusion(id)).rejects.toMatchObject({ code: 'REQUEST_INVALID', summary: says });
    const wait = await rejectionOf(waitForInclusion(client, id, { timeoutMs: 20_000 }));
    expect(wait.message.split('\n')[0]).toContain(says);
    expect(server.requests).toHaveLength(0);
  });

  it('is sent when the deployment does not validate requests', async () => {
    const server = await startRawServer(answerOf(400, '{"error":"bad"}'));
    const client = clientAt(server.origin, { conventions: { requestValidation: 'off' } });
    await expect(client.inclusion('0x12')).rejects.toThrow('answered with status 400: bad');
  });
});

describe('a call with invalid arguments', () => {
  it.each([
    ['an unknown option', { timeout: 5 }, 'timeout is not an option; did you mean timeoutMs?'],
    ['a signal that is not an AbortSignal', { signal: {} }, 'signal must be an AbortSignal, got {}'],
    ['a timeout of 0', { timeoutMs: 0 }, 'timeoutMs must be an integer from 1 to 2147483647, got 0'],
  ])('is rejected with a usage error: %s', async (_, options, message) => {
    const client = clientAt('http://127.0.0.1:1');
    const simulation = await rejectionOf(client.simulate(fullRequest, options as never));
    const inclusion = await rejectionOf(client.inclusion('id', options as never));
    expect(simulation).toMatchObject({ code: 'USAGE', name: 'UsageError' });
    expect(simulation).toBeInstanceOf(TypeError);
    expect(simulation.message).toContain(message);
    expect(inclusion.message).toBe(simulation.message);
  });

  it.each(['', undefined, 12, { operationId }])(
    'is rejected with a usage error: the operation id %o',
    async (id) => {
      const error = await rejectionOf(clientAt('http://127.0.0.1:1').inclusion(id as string));
      expect(error).toMatchObject({
        code: 'USAGE',
        message: 'inclusion takes an operation id, a non-empty string',
      });
    },
  );
});
