import { waitForInclusion } from 'crosscheck';
import { describe, expect, it } from 'vitest';
import { answerOf, startRawServer } from '../../support/raw-server.js';
import { clientAt, fullRequest, operationId, rejectionOf } from './calls.js';

describe('the first line of an error', () => {
  it.each([
    [
      'an error of practice',
      'application/json',
      '{"error":"operationId must be 0x and 64 hex digits"}',
      'operationId must be 0x and 64 hex digits',
    ],
    ['a message', 'application/json', '{"code":3,"message":"no such route"}', 'no such route'],
    ['a message inside of an error', 'application/json', '{"error":{"message":"too much"}}', 'too much'],
    [
      'a problem',
      'application/problem+json',
      '{"title":"Bad","detail":"amount is negative"}',
      'amount is negative',
    ],
    ['a list of errors', 'application/json', '{"errors":[{"detail":"first"},{"detail":"second"}]}', 'first'],
    ['a plain text', 'text/plain; charset=utf-8', 'bad id\nmore', 'bad id'],
    [
      'a page',
      'text/html',
      '<html><title>404 Not Found</title></html>',
      'a page with the title "404 Not Found"',
    ],
    [
      'what would rewrite a terminal',
      'application/json',
      JSON.stringify({ error: '\u001b[2Jx\u202ey\u009b' }),
      '\\u001b[2Jx\\u202ey\\u009b',
    ],
  ])('holds what the service said: %s', async (_, type, body, said) => {
    const server = await startRawServer(answerOf(400, body, { 'content-type': type }));
    const [call, wait] = [
      await rejectionOf(clientAt(server.origin).simulate(fullRequest)),
      await rejectionOf(waitForInclusion(clientAt(server.origin), operationId, { timeoutMs: 20_000 })),
    ];
    expect(call.message.split('\n')[0]).toBe(`The simulator of staging answered with status 400: ${said}`);
    expect(wait.message.split('\n')[0]).toBe(
      `Could not see whether the operation is included: The observer of staging answered with status 400: ${said}`,
    );
  });

  it('masks the credentials that the service echoes', async () => {
    const server = await startRawServer(answerOf(401, '{"error":"bad token c2VjcmV0LW9m"}'));
    const client = clientAt(server.origin, { headers: { authorization: 'Bearer c2VjcmV0LW9m' } });
    expect((await rejectionOf(client.simulate(fullRequest))).message.split('\n')[0]).toBe(
      'The simulator of staging answered with status 401: bad token [redacted]; it refused the credentials that were sent, in authorization',
    );
  });
});

describe('an operation id that can be none', () => {
  it.each([
    '0x12',
    '12',
    `0X${'a'.repeat(64)}`,
    `0x${'g'.repeat(64)}`,
    `0x${'a'.repeat(65)}`,
    ` 0x${'a'.repeat(64)}`,
  ])('is refused before anything is sent: %s', async (id) => {
    const server = await startRawServer(answerOf(400, '{"error":"bad"}'));
    const client = clientAt(server.origin);
    const says = `The operation id must be 0x and 64 hex digits, got "${id}"; nothing was sent`;
    await expect(client.inclusion(id)).rejects.toMatchObject({ code: 'REQUEST_INVALID', summary: says });
    const wait = await rejectionOf(waitForInclusion(client, id, { timeoutMs: 20_000 }));
    expect(wait.message.split('\n')[0]).toContain(says);
    expect(server.requests).toHaveLength(0);
  });

  it('is sent where the conventions are open', async () => {
    const server = await startRawServer(answerOf(400, '{"error":"bad"}'));
    const client = clientAt(server.origin, { conventions: { requestValidation: 'off' } });
    await expect(client.inclusion('0x12')).rejects.toThrow('answered with status 400: bad');
  });
});

describe('a call that succeeded only after retries', () => {
  it('says so in its result, with the reason of each try', async () => {
    const server = await startRawServer(
      answerOf(503, '{"error":"pool exhausted"}'),
      (socket) => socket.destroy(),
      answerOf(200, '{"response":{"simulationStatus":true,"stage":"start"}}'),
    );
    const client = clientAt(server.origin);
    const { attempts } = await client.simulate(fullRequest);
    expect(attempts).toMatchObject([
      { status: 503, reason: 'status 503: pool exhausted' },
      { reason: expect.stringContaining('(UND_ERR_SOCKET)') },
      { status: 200, reason: undefined },
    ]);
    expect((await client.inclusion(operationId)).attempts).toMatchObject([
      { status: 200, reason: undefined },
    ]);
  });
});
