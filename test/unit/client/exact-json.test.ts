import { createClient, defineEndpoint, type HttpBodyError, type SchemaMismatchError } from 'crosscheck';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { answerOf, startRawServer } from '../../support/raw-server.js';
import { clientAt, fullRequest, operationId, rejectionOf } from './calls.js';

const simulate = async (body: string, options: Parameters<typeof clientAt>[1] = {}) => {
  const server = await startRawServer(answerOf(200, body));
  return clientAt(server.origin, options).simulate(fullRequest);
};

describe('an answer with a member twice', () => {
  it.each([
    [
      'with another value',
      '{"response":{"simulationStatus":false,"simulationStatus":true}}',
      'response.simulationStatus',
    ],
    [
      'with the same value',
      '{"response":{"simulationStatus":true,"simulationStatus":true}}',
      'response.simulationStatus',
    ],
    [
      'in an escaped spelling',
      '{"response":{"simulation\\u0053tatus":false,"simulationStatus":true}}',
      'response.simulationStatus',
    ],
    [
      'as an empty object and an empty list',
      '{"response":{"outMessages":{},"outMessages":[]}}',
      'response.outMessages',
    ],
    [
      'deep inside, beside a large integer',
      '{"response":{"estimatedGas":9007199254740993,"outMessages":[{},{"payload":"0x","payload":"0x00"}]}}',
      'response.outMessages[1].payload',
    ],
    ['at the top', '{"response":{"simulationStatus":true},"response":{}}', 'response'],
    ['that the interface does not name', '{"response":{"a b":{"c":1,"c":1}}}', 'response.a b.c'],
    ['of the name __proto__', '{"response":{"__proto__":{},"__proto__":{}}}', 'response.__proto__'],
  ])('is refused: %s', async (_, body, path) => {
    const error = await rejectionOf<HttpBodyError>(simulate(body));
    expect(error).toMatchObject({
      code: 'HTTP_BODY_NOT_JSON',
      summary: `The simulator of staging answered 200, but the body has a member more than once: ${path}`,
    });
    expect(error.message).toContain('What to do: fix the service: readers of JSON differ');
  });

  it('is refused of the observer and of a custom endpoint', async () => {
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

  it('is not seen where texts, other objects or items only look like it', async () => {
    const body =
      '{"response":{"message":"\\",\\"message\\":\\"","x":{"message":1},"y":[{"a":1},{"a":1}],"simulationStatus":true}}';
    expect((await simulate(body)).response.message).toBe('","message":"');
  });
});

describe('two spellings of one member', () => {
  it.each([
    ['in snake_case', 'simulation_status', false],
    ['in snake_case, where it is accepted', 'simulation_status', true],
    ['in another letter case', 'SimulationStatus', false],
    ['with another underscore', 'simulationStatus_', false],
  ])('are refused when they disagree: %s', async (_, other, acceptSnakeCase) => {
    for (const body of [
      `{"response":{"simulationStatus":true,"${other}":false}}`,
      `{"response":{"${other}":false,"simulationStatus":true}}`,
    ]) {
      const error = await rejectionOf(simulate(body, { conventions: { acceptSnakeCase } }));
      expect(error.message).toMatch(
        /^The simulator of staging answered 200, but the body has two spellings of one member that disagree: /,
      );
    }
  });

  it('are refused when both are in snake_case', async () => {
    const body = '{"response":{"fee_params":{"is_eip1559":true,"is_eip_1559":false}}}';
    await expect(simulate(body, { conventions: { acceptSnakeCase: true } })).rejects.toThrow(
      'disagree: response.fee_params.is_eip1559 and response.fee_params.is_eip_1559',
    );
  });

  it('may say the same', async () => {
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
  ])('is refused when it is no exact integer, or may have been rounded: %s', async (number) => {
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
  ])('is exact in any legal spelling: %s', async (number, exact) => {
    expect((await simulate(`{"response":{"estimatedGas":${number}}}`)).response.estimatedGas).toBe(exact);
  });

  it('is refused in the answer of a custom endpoint, whether that asks for z.bigint(), z.int() or z.number()', async () => {
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

  it('stays a fraction where a custom endpoint asks for one', async () => {
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
