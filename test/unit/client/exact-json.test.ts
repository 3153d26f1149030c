import { createClient, defineEndpoint, type HttpBodyError, type SchemaMismatchError } from 'crosscheck';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { answerOf, startRawServer } from '../../support/raw-server.js';
import { clientAt, fullRequest, operationId, rejectionOf } from './calls.js';

const simulate = async (body: string, options: Parameters<typeof clientAt>[1] = {}) => {
  const server = await startRawServer(answerOf(200, body));
  return clientAt(server.origin, options).simulate(fullRequest);
};

describe('an answer with a duplicate member', () => {
  it.each([
    [
      'with different values',
      '{"response":{"simulationStatus":false,"simulationStatus":true}}',
      'response.simulationStatus',
    ],
    [
      'with equal values',
      '{"response":{"simulationStatus":true,"simulationStatus":true}}',
      'response.simulationStatus',
    ],
    [
      'with an escaped name',
      '{"response":{"simulation\\u0053tatus":false,"simulationStatus":true}}',
      'response.simulationStatus',
    ],
    [
      'with an empty object and an empty list',
      '{"response":{"outMessages":{},"outMessages":[]}}',
      'response.outMessages',
    ],
    [
      'in a nested object, next to a large integer',
      '{"response":{"estimatedGas":9007199254740993,"outMessages":[{},{"payload":"0x","payload":"0x00"}]}}',
      'response.outMessages[1].payload',
    ],
    ['at the top level', '{"response":{"simulationStatus":true},"response":{}}', 'response'],
    ['in a member that the interface does not have', '{"response":{"a b":{"c":1,"c":1}}}', 'response.a b.c'],
    ['named __proto__', '{"response":{"__proto__":{},"__proto__":{}}}', 'response.__proto__'],
  ])('is rejected: %s', async (_, body, path) => {
    const error = await rejectionOf<HttpBodyError>(simulate(body));
    expect(error).toMatchObject({
      code: 'HTTP_BODY_NOT_JSON',
      summary: `The simulator of staging answered 200, but the body has a member more than once: ${path}`,
    });
    expect(error.message).toContain('What to do: fix the service: readers of JSON differ');
  });

  it('is rejected from the observer and from a custom endpoint', async () => {
    const server = await startRawServer(answerOf(200, '{"response":{"success":false,"success":true}}'));
    const shards = defineEndpoint({
      name: 'shards',
      server: 'observer',
      method: 'GET',
      path: '/shards',
      response: z.looseObject({}),
    });
    const client = clientAt(server.origin);
    await expect(client.inclusion(operationId)).rejects.toThrow('more than once: response.success');
    await expect(client.call(shards)).rejects.toThrow('more than once: response.success');
  });

  it('is not confused with equal names in strings, other objects or items', async () => {
    const body =
      '{"response":{"message":"\\",\\"message\\":\\"","x":{"message":1},"y":[{"a":1},{"a":1}],"simulationStatus":true}}';
    expect((await simulate(body)).response.message).toBe('","message":"');
  });
});

describe('two spellings of one member', () => {
  it.each([
    ['in snake_case', 'simulation_status'],
    ['in another letter case', 'SimulationStatus'],
    ['with another underscore', 'simulationStatus_'],
  ])('are rejected when their values differ: %s', async (_, other) => {
    for (const body of [
      `{"response":{"simulationStatus":true,"${other}":false}}`,
      `{"response":{"${other}":false,"simulationStatus":true}}`,
    ]) {
      const error = await rejectionOf(simulate(body));
      expect(error.message).toMatch(
        /^The simulator of staging answered 200, but the body has two spellings of one member that disagree: /,
      );
    }
  });

  it('are rejected when both are in snake_case', async () => {
    const body = '{"response":{"fee_params":{"is_eip1559":true,"is_eip_1559":false}}}';
    await expect(simulate(body)).rejects.toThrow(
      'disagree: response.fee_params.is_eip1559 and response.fee_params.is_eip_1559',
    );
  });

  it('are accepted when their values are equal', async () => {
    const body = '{"response":{"simulationStatus":true,"simulation_status":true}}';
    expect((await simulate(body)).response.simulationStatus).toBe(true);
  });
});

describe('a number for an integer', () => {
  it.each([
    '1.9999999999999999999999',
    '1e-400',
    '1e400',
    '-1e400',
    '0.5',
    '9007199254740993.5',
    '1e30',
    '9.007199254740993e15',
  ])('is rejected when it is not an integer or may be rounded: %s', async (number) => {
    const error = await rejectionOf<SchemaMismatchError>(simulate(`{"response":{"estimatedGas":${number}}}`));
    expect(error.code).toBe('SCHEMA_MISMATCH');
    expect(error.issues.map(({ path }) => path)).toEqual(['response.estimatedGas']);
    expect(error.message).toContain('- response.estimatedGas: expected integer, received ');
  });

  it.each([
    ['1.0', 1n],
    ['1e3', 1000n],
    ['120e-1', 12n],
    ['-0', 0n],
    ['0e400', 0n],
    ['9007199254740993', 9007199254740993n],
    ['115792089237316195423570985008687907853269984665640564039457584007913129639935', 2n ** 256n - 1n],
  ])('is read exactly in every notation of JSON: %s', async (number, exact) => {
    expect((await simulate(`{"response":{"estimatedGas":${number}}}`)).response.estimatedGas).toBe(exact);
  });

  it('is rejected from a custom endpoint when it is not exact, for z.bigint(), z.int() and z.number()', async () => {
    for (const type of [z.bigint(), z.int(), z.number()]) {
      const server = await startRawServer(answerOf(200, '{"count":1.9999999999999999999999}'));
      const counted = defineEndpoint({
        name: 'count',
        server: 'observer',
        method: 'GET',
        path: '/count',
        response: z.object({ count: type }),
      });
      const client = createClient(clientAt(server.origin).deployment);
      await expect(client.call(counted)).rejects.toMatchObject({ code: 'SCHEMA_MISMATCH' });
    }
  });

  it('stays a fraction when the schema of a custom endpoint has z.number()', async () => {
    const server = await startRawServer(answerOf(200, '{"share":0.1}'));
    const share = defineEndpoint({
      name: 'share',
      server: 'observer',
      method: 'GET',
      path: '/share',
      response: z.object({ share: z.number() }),
    });
    expect((await clientAt(server.origin).call(share)).response).toEqual({ share: 0.1 });
  });
});

describe('the JSON of an answer', () => {
  const anything = defineEndpoint({
    name: 'anything',
    server: 'observer',
    method: 'GET',
    path: '/anything',
    response: z.unknown(),
  });

  /** Returns a function that makes a service answer with a text, and reads it. */
  const startReader = async () => {
    let json = '';
    const server = await startRawServer((socket) => socket.write(answerOf(200, json)));
    const client = clientAt(server.origin);
    return async (text: string): Promise<unknown> => {
      json = text;
      return (await client.call(anything)).response;
    };
  };

  it('has exact integers, at any depth and of any length', async () => {
    const read = await startReader();
    const integers = fc.array(fc.bigInt({ min: -(10n ** 60n), max: 10n ** 60n }));
    await fc.assert(
      fc.asyncProperty(integers, async (values) => {
        expect(await read(`{"a":[${values}]}`)).toEqual({ a: values });
      }),
      { seed: 1 },
    );
  });

  it('otherwise reads as JSON.parse reads it, next to a large integer or not', async () => {
    const read = await startReader();
    await fc.assert(
      fc.asyncProperty(fc.json(), async (json) => {
        const value = await read(json);
        expect(rounded(value)).toEqual(JSON.parse(json));
        expect(await read(`[${json},9007199254740993]`)).toEqual([value, 9007199254740993n]);
      }),
      { seed: 1, numRuns: 200 },
    );
  });

  it.each(['', '{', '[1,]', '01', '9007199254740993.', '[9007199254740993,]'])(
    'is rejected when it is not valid: %s',
    async (text) => {
      const read = await startReader();
      await expect(read(text)).rejects.toMatchObject({ code: 'HTTP_BODY_NOT_JSON' });
    },
  );
});

/** Returns the value with its bigints as numbers. */
function rounded(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? Number(part) : part)));
}
