import { describe, expect, it } from 'vitest';
import { answerOf, startRawServer } from '../../support/raw-server.js';
import { clientAt, fullRequest, operationId } from './calls.js';

const simulation = answerOf(200, '{"response":{"simulationStatus":true}}');
const inclusion = answerOf(200, '{"response":{"stage":"start"}}');

describe('the sent request', () => {
  it('has neutral names and the headers of the client', async () => {
    const server = await startRawServer(simulation);
    await clientAt(server.origin).simulate(fullRequest);
    const [sent] = server.requests;
    expect(sent).toMatchObject({ method: 'POST', target: '/alpha/simulator/simulate-message' });
    expect(JSON.parse(sent?.body ?? '')).toEqual(fullRequest);
    expect(sent?.headers).toMatchObject({
      accept: ['application/json'],
      'content-type': ['application/json'],
      'user-agent': ['crosscheck'],
    });
    expect(sent?.headers).not.toHaveProperty('accept-encoding');
  });

  it('has the chain names of the deployment', async () => {
    const server = await startRawServer(simulation);
    await clientAt(server.origin, { chains: { alpha: 'evm', beta: 'tvm' } }).simulate(fullRequest);
    const { alphaCallParams, betaAssets, betaCaller, ...others } = fullRequest;
    expect(server.requests[0]?.target).toBe('/evm/simulator/simulate-message');
    expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual({
      ...others,
      evmCallParams: alphaCallParams,
      tvmAssets: betaAssets,
      tvmCaller: betaCaller,
    });
  });

  it('keeps absent members absent and empty ones empty', async () => {
    const server = await startRawServer(simulation);
    const { executorAddress, extraData, feeAssetAddress, ...required } = fullRequest;
    await clientAt(server.origin).simulate({
      ...required,
      betaAssets: [],
      executorAddress,
      extraData: undefined,
    });
    expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual({
      ...required,
      betaAssets: [],
      executorAddress: '',
    });
    expect(extraData + (feeAssetAddress ?? '')).toBe('0x');
  });

  it('has no body when it goes to the observer', async () => {
    const server = await startRawServer(inclusion);
    await clientAt(server.origin).inclusion(operationId);
    expect(server.requests[0]).toMatchObject({
      method: 'GET',
      target: `/beta/observer/is-message-included-in-consensus?operationId=${operationId}`,
      body: '',
    });
    expect(server.requests[0]?.headers).not.toHaveProperty('content-type');
  });

  it('has the encoded query parameter of the deployment when it goes to the observer', async () => {
    const server = await startRawServer(inclusion);
    const client = clientAt(server.origin, {
      chains: { beta: 'tvm' },
      conventions: { operationIdParameter: 'operation id', requestValidation: 'off' },
    });
    await client.inclusion('a&b=c/ü');
    expect(server.requests[0]?.target).toBe(
      '/tvm/observer/is-message-included-in-consensus?operation%20id=a%26b%3Dc%2F%C3%BC',
    );
  });

  it.each([
    ['', ''],
    ['/', ''],
    ['/v1', '/v1'],
    ['/v1/', '/v1'],
    ['/a/b//', '/a/b'],
    ['/v1?', '/v1'],
    ['/v1/#', '/v1'],
    ['/a b', '/a%20b'],
  ])('has exactly one slash after the base path "%s"', async (path, prefix) => {
    const server = await startRawServer(simulation, inclusion);
    const urls = { simulatorUrl: server.origin + path, observerUrl: new URL(server.origin + path) };
    const client = clientAt(server.origin, urls);
    await client.simulate(fullRequest);
    await client.inclusion(operationId);
    expect(server.requests.map(({ target }) => target)).toEqual([
      `${prefix}/alpha/simulator/simulate-message`,
      `${prefix}/beta/observer/is-message-included-in-consensus?operationId=${operationId}`,
    ]);
  });

  it('goes to the host of its endpoint', async () => {
    const simulator = await startRawServer(simulation);
    const observer = await startRawServer(inclusion);
    const client = clientAt(simulator.origin, { observerUrl: observer.origin });
    await client.simulate(fullRequest);
    await client.inclusion(operationId);
    expect([simulator, observer].map(({ requests }) => requests.map(({ method }) => method))).toEqual([
      ['POST'],
      ['GET'],
    ]);
  });

  it('is kept in the exchange', async () => {
    const server = await startRawServer(simulation);
    const { exchange } = await clientAt(server.origin).simulate(fullRequest);
    expect(exchange.request).toEqual({
      method: 'POST',
      url: `${server.origin}/alpha/simulator/simulate-message`,
      headers: { accept: 'application/json', 'content-type': 'application/json', 'user-agent': 'crosscheck' },
      body: server.requests[0]?.body,
    });
    expect(exchange.response).toEqual({
      status: 200,
      headers: { 'content-type': 'application/json', 'content-length': '38' },
      body: '{"response":{"simulationStatus":true}}',
    });
    expect(exchange.attempts).toMatchObject([{ status: 200, failure: undefined }]);
    expect(exchange.durationMs).toBeGreaterThan(0);
    expect(Math.abs(Date.now() - exchange.startedAt)).toBeLessThan(60_000);
  });

  it('gets its own answer when fifty are sent at once', async () => {
    const server = await startRawServer((socket, { target }) => {
      const id = new URL(target, 'http://host').searchParams.get('operationId');
      setTimeout(() => socket.write(answerOf(200, `{"response":{"stage":"${id}"}}`)), Math.random() * 10);
    });
    const client = clientAt(server.origin);
    const ids = Array.from({ length: 50 }, (_, index) => `0x${String(index).padStart(64, '0')}`);
    const records = await Promise.all(ids.map((id) => client.inclusion(id)));
    expect(records.map(({ response }) => response.stage)).toEqual(ids);
    expect(server.requests).toHaveLength(50);
  });
});
