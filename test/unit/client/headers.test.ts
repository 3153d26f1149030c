import type { DeploymentOptions } from 'crosscheck';
import { describe, expect, it } from 'vitest';
import { answerOf, startRawServer } from '../../support/raw-server.js';
import { clientAt, fullRequest, rejectionOf } from './calls.js';

const good = answerOf(200, '{"response":{}}');
const failed = answerOf(503, '{"error":"busy"}');

describe('headers of the deployment', () => {
  it('are sent once with each request, whatever the letter case of their names', async () => {
    const server = await startRawServer(good);
    const headers = {
      'Content-Type': 'application/json; charset=utf-8',
      'User-Agent': 'mine',
      ACCEPT: '*/*',
      'X-Key': 'k',
    };
    await clientAt(server.origin, { headers }).simulate(fullRequest);
    expect(server.requests[0]?.headers).toMatchObject({
      'content-type': ['application/json; charset=utf-8'],
      'user-agent': ['mine'],
      accept: ['*/*'],
      'x-key': ['k'],
    });
  });

  it('are requested from their function before each attempt', async () => {
    const server = await startRawServer(failed, failed, good);
    let asked = 0;
    const headers = async () => ({ Authorization: `Bearer token-${++asked}` });
    await clientAt(server.origin, { headers }).simulate(fullRequest);
    expect(server.requests.map((request) => request.headers.authorization)).toEqual([
      ['Bearer token-1'],
      ['Bearer token-2'],
      ['Bearer token-3'],
    ]);
  });

  it('can come from a synchronous function', async () => {
    const server = await startRawServer(good);
    await clientAt(server.origin, { headers: () => ({ 'x-key': 'k' }) }).simulate(fullRequest);
    expect(server.requests[0]?.headers['x-key']).toEqual(['k']);
  });

  it.each([
    ['authorization', 'Bearer undefined'],
    ['Authorization', 'null'],
    ['x-api-key', 'undefined'],
  ])(
    'are rejected before a request when a credential was made from an unset variable: %s: %s',
    async (name, value) => {
      const server = await startRawServer(good);
      for (const headers of [{ [name]: value }, async () => ({ [name]: value })]) {
        const error = await rejectionOf(clientAt(server.origin, { headers }).simulate(fullRequest));
        expect(error.message).toBe(
          `The header ${name.toLowerCase()} of staging is "${value}"; nothing was sent\n\nWhat to do: set the environment variable that it is made from`,
        );
      }
      expect(server.requests).toEqual([]);
    },
  );

  it.each([
    [
      'throws',
      () => {
        throw new Error('no token');
      },
      'The headers function of staging failed; its error is the cause',
    ],
    [
      'rejects',
      () => Promise.reject(new Error('no token')),
      'The headers function of staging failed; its error is the cause',
    ],
    [
      'returns undefined',
      () => undefined,
      'The result of the headers function of staging must be an object of header names and texts',
    ],
    [
      'returns a value that is not a string',
      async () => ({ 'x-key': undefined }),
      'The result of the headers function of staging has x-key, which must be a text, got undefined',
    ],
    [
      'returns a value with a line break',
      () => ({ 'x-key': 'secret\r\nx: y' }),
      'The result of the headers function of staging has x-key, whose text has characters that a header cannot carry',
    ],
  ])('end the call with a usage error when their function %s', async (_, headers, message) => {
    const server = await startRawServer(good);
    const client = clientAt(server.origin, { headers: headers as NonNullable<DeploymentOptions['headers']> });
    const error = await rejectionOf(client.simulate(fullRequest));
    expect(error).toMatchObject({ code: 'USAGE', message });
    expect(server.requests).toEqual([]);
  });

  it('keep the error of their function as the cause', async () => {
    const cause = new Error('no token');
    const headers = () => Promise.reject(cause);
    const error = await rejectionOf(clientAt('http://127.0.0.1:1', { headers }).simulate(fullRequest));
    expect(error.cause).toBe(cause);
  });

  it.each([
    [
      { attemptTimeoutMs: 20 },
      'The headers function of staging returned no headers within 20 ms (attemptTimeoutMs)',
    ],
    [{ timeoutMs: 30 }, 'The headers function of staging returned no headers within 30 ms (timeoutMs)'],
  ])('end the call in time when their function never settles: %o', async (limits, message) => {
    const headers = () => new Promise<never>(() => {});
    const error = await rejectionOf(
      clientAt('http://127.0.0.1:1', { headers, ...limits }).simulate(fullRequest),
    );
    expect(error).toMatchObject({ code: 'USAGE', message });
  });

  it('can be aborted when their function never settles', async () => {
    const headers = () => new Promise<never>(() => {});
    const call = clientAt('http://127.0.0.1:1', { headers }).simulate(fullRequest, {
      signal: AbortSignal.timeout(10),
    });
    expect(await rejectionOf(call)).toMatchObject({ name: 'TimeoutError' });
  });
});
