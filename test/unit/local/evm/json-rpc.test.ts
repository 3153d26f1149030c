import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { urlSecrets } from '../../../../src/internal/redaction.js';
import { type Anvil, startAnvil } from '../../../../src/local/evm/anvil.js';
import { createJsonRpc, type JsonRpc, JsonRpcError } from '../../../../src/local/evm/json-rpc.js';
import { answerOf, startRawServer } from '../../../support/raw-server.js';

let anvil: Anvil;
let rpc: JsonRpc;

beforeAll(async () => {
  anvil = await startAnvil();
  rpc = createJsonRpc(anvil.url);
});

afterAll(async () => {
  await rpc.close();
  await anvil.stop();
});

it('returns the results of a batch, including errors, in the order of its calls', async () => {
  const [chainId, rejected, block] = await rpc.batch([['eth_chainId'], ['eth_nothing'], ['eth_blockNumber']]);
  expect([chainId, block]).toEqual(['0x7a69', '0x0']);
  expect(rejected).toBeInstanceOf(JsonRpcError);
});

it('throws the error of a single call', async () => {
  await expect(rpc.call('eth_getBalance', 'nobody')).rejects.toMatchObject({
    code: 'DEPLOYMENT_ENGINE_FAILED',
    method: 'eth_getBalance',
    rpcCode: -32602,
  });
});

it('waits longer once a deployment has started', async () => {
  const late = answerOf(200, JSON.stringify({ jsonrpc: '2.0', id: 0, result: '0x1' }));
  const server = await startRawServer((socket) => setTimeout(() => socket.write(late), 150));
  const client = createJsonRpc(server.origin, { timeoutMs: 50 });
  onTestFinished(() => client.close());
  await expect(client.call('eth_chainId')).rejects.toMatchObject({
    code: 'DEPLOYMENT_STOPPED',
    summary: 'The EVM engine of the local deployment does not answer within 50 ms.',
  });
  client.started();
  expect(await client.call('eth_chainId')).toBe('0x1');
});

it('reports that no server answers', async () => {
  const nobody = createJsonRpc('http://127.0.0.1:1');
  await expect(nobody.call('eth_chainId')).rejects.toMatchObject({ code: 'DEPLOYMENT_STOPPED' });
  await nobody.close();
});

it('sends path, query and credentials of its URL, and hides them where the node repeats them', async () => {
  const error = { code: 1, message: 'no access for secret-text' };
  const server = await startRawServer(
    answerOf(200, JSON.stringify({ jsonrpc: '2.0', id: 0, error }), { 'content-type': 'application/json' }),
  );
  const url = `${server.origin.replace('//', '//me:p%40ss@')}/key?a=1`;
  const client = createJsonRpc(url, { secrets: ['secret-text'] });
  await expect(client.call('eth_chainId')).rejects.toMatchObject({
    rpcMessage: expect.stringMatching(/for \[redacted\]$/),
  });
  await client.close();
  const [request] = server.requests;
  expect(request?.target).toBe('/key?a=1');
  const credentials = Buffer.from('me:p@ss').toString('base64');
  expect(request?.headers.authorization).toEqual([`Basic ${credentials}`]);
  expect(JSON.parse(request?.body ?? '')).toMatchObject({ id: 0, method: 'eth_chainId' });
});

it.each(['a', 'ab', 'abc'])(
  'hides a short password of the user %s in what the node repeats',
  async (user) => {
    const server = await startRawServer((socket, { headers }) => {
      const [sent = ''] = headers.authorization ?? [];
      const message = `${sent}, ${Buffer.from(sent.slice(6), 'base64')}, password p1`;
      const body = JSON.stringify({ jsonrpc: '2.0', id: 0, error: { code: 1, message } });
      socket.write(answerOf(200, body, { 'content-type': 'application/json' }));
    });
    const url = server.origin.replace('//', `//${user}:p1@`);
    const client = createJsonRpc(url, { secrets: urlSecrets(url) });
    onTestFinished(() => client.close());
    await expect(client.call('eth_chainId')).rejects.toMatchObject({
      rpcMessage: expect.stringMatching(/Basic \[redacted\], \w+:\[redacted\], password \[redacted\]$/),
    });
  },
);
