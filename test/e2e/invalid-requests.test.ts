import { createClient } from 'crosscheck';
import {
  type InvalidRequest,
  invalidRequest,
  type RawBody,
  rawBody,
  rawBodyKinds,
  requestMutations,
} from 'crosscheck/arbitraries';
import { simulatePath } from 'crosscheck/contract';
import { type LocalDeployment, startLocalDeployment } from 'crosscheck/local';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HttpAnswer, postJson } from '../support/http-exchange.js';
import { nonEmpty } from '../support/non-empty.js';

const internalFaults: unknown[] = [];
let local: LocalDeployment;

beforeAll(async () => {
  local = await startLocalDeployment({
    chains: { alpha: 'evm', beta: 'tvm' },
    onFault: (fault) => internalFaults.push(fault),
  });
});
afterAll(() => local.stop());

const post = (body: string | Buffer): Promise<HttpAnswer> =>
  postJson(local.deployment.simulatorUrl + simulatePath(local.deployment.chains), body);

/** What an answer says is wrong; fails when it is not a 4xx with an error in JSON. */
function refusalIn({ status, headers, text }: HttpAnswer, what: string): string {
  expect({ what, status, type: headers['content-type'], text }).toEqual({
    what,
    status: 400,
    type: 'application/json; charset=utf-8',
    text: expect.stringMatching(/^\{"error":".+"\}$/s),
  });
  expect(internalFaults).toEqual([]);
  return (JSON.parse(text) as { error: string }).error;
}

/** The path with the names on the wire, as the errors of the service have it. */
function wirePath({ path }: InvalidRequest): string {
  return path.replace(/^alpha(?=[A-Z])/, 'evm').replace(/^beta(?=[A-Z])/, 'tvm');
}

describe('a local deployment rejects', () => {
  it.each(requestMutations)('a request with the mutation %s, and names its field', async (mutation) => {
    const values = fc.sample(invalidRequest({ mutations: [mutation], deployment: local.deployment }), {
      numRuns: 60,
      seed: 1,
    });
    for (const value of values) {
      const error = refusalIn(await post(value.body), JSON.stringify(value).slice(0, 2000));
      const name = wirePath(value).split('.').at(-1) as string;
      if (mutation !== 'deeply-nested' && mutation !== 'byte-order-mark') expect(error).toContain(name);
    }
  });

  it.each(rawBodyKinds)('a body that is no JSON: %s', async (kind) => {
    const values: RawBody[] = fc.sample(rawBody({ kinds: [kind] }), { numRuns: 30, seed: 1 });
    for (const { bytes } of values) {
      const error = refusalIn(await post(bytes), bytes.toString('latin1').slice(0, 2000));
      expect(error).toMatch(/^the body (?:is not|starts with|is nested)/);
    }
  });
});

it('the client rejects each mutation that a JSON value can have, and names the path that it has', async () => {
  const client = createClient(local.deployment);
  const values = fc.sample(invalidRequest({ deployment: local.deployment }), { numRuns: 500, seed: 2 });
  for (const { path, request } of nonEmpty(values.filter(({ request }) => request !== undefined))) {
    await expect(client.simulate(request as never)).rejects.toMatchObject({
      code: 'REQUEST_INVALID',
      issues: [expect.objectContaining({ path })],
    });
  }
});
