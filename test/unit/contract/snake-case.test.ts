import { describe, expect, it } from 'vitest';
import { answerOf, startRawServer } from '../../support/raw-server.js';
import { clientAt, fullRequest } from '../client/calls.js';

const clientOf = async (body: string) => {
  const server = await startRawServer(answerOf(200, body));
  return clientAt(server.origin, { conventions: { acceptSnakeCase: true } });
};
const read = async (json: string): Promise<unknown> => {
  const client = await clientOf(`{"response":{"unknown":${json}}}`);
  return ((await client.simulate(fullRequest)).response as { unknown?: unknown }).unknown;
};

describe('the convention acceptSnakeCase', () => {
  it.each([
    ['estimated_gas', 'estimatedGas'],
    ['is_eip1559', 'isEip1559'],
    ['is_eip_1559', 'isEip1559'],
    ['out_messages', 'outMessages'],
    ['response', 'response'],
    ['estimatedGas', 'estimatedGas'],
    ['_private', '_private'],
    ['trailing_', 'trailing_'],
    ['CONSTANT_NAME', 'CONSTANT_NAME'],
  ])('reads the member %s as %s', async (name, camel) => {
    expect(await read(`{"${name}":"1"}`)).toEqual({ [camel]: '1' });
  });

  it('renames the members of every level and keeps their values', async () => {
    expect(await read('{"a_b":[{"c_d":9007199254740993},null,"e_f"],"g":{"h_i":[]}}')).toEqual({
      aB: [{ cD: 9007199254740993n }, null, 'e_f'],
      g: { hI: [] },
    });
  });

  it('keeps both members if a body has one of them in camelCase', async () => {
    const client = await clientOf('{"response":{"simulation_status":true,"simulationStatus":true}}');
    const { response, drift } = await client.simulate(fullRequest);
    expect(response).toEqual({ simulation_status: true, simulationStatus: true });
    expect(drift).toEqual([{ kind: 'unknown-field', path: 'response.simulation_status', value: true }]);
  });
});
