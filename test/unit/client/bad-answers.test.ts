import { gzipSync } from 'node:zlib';
import type { HttpError, SchemaMismatchError } from 'crosscheck';
import { describe, expect, it } from 'vitest';
import { answerOf, type RawAnswer, startRawServer } from '../../support/raw-server.js';
import { clientAt, fullRequest, operationId, rejectionOf, steady } from './calls.js';

const failureOn = async (answer: RawAnswer, options: Parameters<typeof clientAt>[1] = {}) => {
  const server = await startRawServer(answer);
  const error = await rejectionOf<HttpError>(clientAt(server.origin, options).simulate(fullRequest));
  return { error, message: steady(error.message), requests: server.requests };
};

describe('a 200 that is not JSON', () => {
  it.each<[string, string | Buffer, string]>([
    ['empty', '', 'the body is empty'],
    ['HTML', '<!DOCTYPE html><title>Log in</title>', 'the body is HTML or XML, not JSON'],
    ['incomplete in a member', '{"response":{"a":', 'the body ends in the middle of its JSON'],
    ['incomplete in a string', '{"response":{"a":"b', 'the body ends in the middle of its JSON'],
    ['a word', 'nope', "the body is not JSON: Unexpected token 'o'"],
    [
      'JSON with trailing characters',
      '{}{}',
      'the body is not JSON: Unexpected non-whitespace character after JSON at position 2',
    ],
    ['not UTF-8', Buffer.from('{"response":{"message":"gr\xf6\xdfer"}}', 'latin1'), 'the body is not UTF-8'],
    [
      'with a byte order mark',
      '\uFEFF{"response":{}}',
      'the body starts with a byte order mark, which JSON does not allow',
    ],
    ['nested too deeply', '['.repeat(100_000) + ']'.repeat(100_000), 'the body is nested too deeply'],
  ])('is an error that contains the answer: %s', async (_, body, reason) => {
    const { error, requests } = await failureOn(answerOf(200, body, { 'content-type': 'text/x; charset=q' }));
    expect(error).toMatchObject({
      code: 'HTTP_BODY_NOT_JSON',
      status: 200,
      summary: `The simulator of staging answered 200, but ${reason}`,
      exchange: {
        response: {
          status: 200,
          headers: { 'content-type': 'text/x; charset=q' },
          body: body.toString('utf8'),
        },
        attempts: [{ status: 200 }],
      },
    });
    expect(requests).toHaveLength(1);
  });

  it('is an error when it is compressed', async () => {
    const body = gzipSync('{"response":{}}');
    const { error } = await failureOn(answerOf(200, body, { 'content-encoding': 'gzip' }));
    expect(error.summary).toBe(
      'The simulator of staging answered 200, but the body has the content encoding gzip, which was not asked for',
    );
  });

  it('is described in the message', async () => {
    const page = `<!DOCTYPE html>\n<html>\u001b[31m${'<p>Log in</p>'.repeat(40)}</html>`;
    const { message } = await failureOn(answerOf(200, page, { 'content-type': 'text/html' }));
    expect(message).toMatchInlineSnapshot(`
      "The simulator of staging answered 200, but the body is HTML or XML, not JSON

      Request:    POST http://127.0.0.1:PORT/alpha/simulator/simulate-message
      Response:   200, text/html, "<!DOCTYPE html>\\n<html>\\u001b[31m<p>Log in</p><p>Log in</p><p>Log in</p><p>Log in</p><p>Log in</p><p>Log in</p><p>Log in</p><p>Log in</p><p>Log in</p><p>Log in</p><p>Log in</p><p>Log in</p><p>Log in</… (360 more characters)"
      Trace ID:   TRACE
      What to do: check the base URL; a proxy, a login page or another service may have answered"
    `);
  });
});

describe('a 200 with JSON of another shape', () => {
  it.each([
    ['no response member', '{"result":{}}', 'response'],
    ['null', '{"response":null}', 'response'],
    ['a list', '[]', ''],
    ['a string for an integer', '{"response":{"estimatedGas":"21000"}}', 'response.estimatedGas'],
    ['a fraction for an integer', '{"response":{"estimatedGas":1.5}}', 'response.estimatedGas'],
    ['an integer out of range', '{"response":{"estimatedGas":1e400}}', 'response.estimatedGas'],
    ['an integer that may have been rounded', '{"response":{"estimatedGas":1e30}}', 'response.estimatedGas'],
    ['a string for a boolean', '{"response":{"simulationStatus":"true"}}', 'response.simulationStatus'],
    ['an object for a list', '{"response":{"outMessages":{}}}', 'response.outMessages'],
    ['null in a list', '{"response":{"outMessages":[null]}}', 'response.outMessages[0]'],
    [
      'an integer in nested lists',
      '{"response":{"outMessages":[{"tokensLocked":[{"amount":1}]}]}}',
      'response.outMessages[0].tokensLocked[0].amount',
    ],
  ])('is an error with the path: %s', async (_, body, path) => {
    const server = await startRawServer(answerOf(200, body));
    const error = await rejectionOf<SchemaMismatchError>(clientAt(server.origin).simulate(fullRequest));
    expect(error.code).toBe('SCHEMA_MISMATCH');
    expect(error.issues.map((issue) => issue.path)).toEqual([path]);
    expect(error.exchange?.response).toMatchObject({ status: 200, body });
  });

  it('is an error whose message stays short for a long answer', async () => {
    const body = JSON.stringify({ response: { outMessages: Array.from({ length: 1000 }, () => null) } });
    const server = await startRawServer(answerOf(200, body));
    const error = await rejectionOf<SchemaMismatchError>(clientAt(server.origin).simulate(fullRequest));
    expect(error.issues).toHaveLength(1000);
    expect(error.message).toContain('- and 990 more');
    expect(error.message.length).toBeLessThan(1500);
  });

  it("is an error in the observer's answer too", async () => {
    const server = await startRawServer(answerOf(200, '{"response":{"stage":1,"timestamp":"now"}}'));
    const error = await rejectionOf(clientAt(server.origin).inclusion(operationId));
    expect(steady(error.message)).toMatchInlineSnapshot(`
      "The observer of staging answered 200 with JSON that does not match the interface

      - response.stage: expected string, received integer
      - response.timestamp: expected integer, received string
      Request:    GET http://127.0.0.1:PORT/beta/observer/is-message-included-in-consensus?operationId=0x7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c7c
      Response:   200, application/json, "{"response":{"stage":1,"timestamp":"now"}}"
      Trace ID:   TRACE"
    `);
  });
});

describe('an answer larger than maxResponseBytes', () => {
  it('is rejected by its content length, before the body arrives', async () => {
    const { error, message, requests } = await failureOn(
      'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 1001\r\n\r\n',
      { maxResponseBytes: 1000 },
    );
    expect(error).toMatchObject({ code: 'HTTP_BODY_TOO_LARGE', status: 200 });
    expect(message).toMatchInlineSnapshot(`
      "The simulator of staging answered with more than 1000 bytes (maxResponseBytes)

      Request:    POST http://127.0.0.1:PORT/alpha/simulator/simulate-message
      Response:   200, application/json, no body
      Trace ID:   TRACE
      What to do: raise maxResponseBytes if such an answer is right"
    `);
    expect(requests).toHaveLength(1);
  });

  it('is rejected while it arrives, with the part that fitted', async () => {
    const { error, requests } = await failureOn(
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
        const more = (): void => void socket.write(`100\r\n${'x'.repeat(256)}\r\n`, () => setImmediate(more));
        more();
      },
      { maxResponseBytes: 1000 },
    );
    expect(error.code).toBe('HTTP_BODY_TOO_LARGE');
    expect(error.exchange.response?.body.length).toBeLessThanOrEqual(1000);
    expect(error.exchange.attempts).toMatchObject([{ status: 200, failure: 'answer too large' }]);
    expect(requests).toHaveLength(1);
  });

  it('is accepted up to exactly that size', async () => {
    const body = '{"response":{}}';
    const server = await startRawServer(answerOf(200, body));
    await clientAt(server.origin, { maxResponseBytes: body.length }).simulate(fullRequest);
    expect(
      await rejectionOf(clientAt(server.origin, { maxResponseBytes: body.length - 1 }).simulate(fullRequest)),
    ).toMatchObject({ code: 'HTTP_BODY_TOO_LARGE' });
  });
});
