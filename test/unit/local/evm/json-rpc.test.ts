import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AnvilProcess, startAnvil } from '../../../../src/local/evm/anvil-process.js';
import { createJsonRpc, type JsonRpc, JsonRpcError } from '../../../../src/local/evm/json-rpc.js';

let anvil: AnvilProcess;
let rpc: JsonRpc;

beforeAll(async () => {
  anvil = await startAnvil();
  rpc = createJsonRpc(anvil.url);
});

afterAll(async () => {
  await rpc.close();
  await anvil.stop();
});

it('gives the results of a batch in the order of its calls, errors among them', async () => {
  const [chainId, refused, block] = await rpc.batch([['eth_chainId'], ['eth_nothing'], ['eth_blockNumber']]);
  expect([chainId, block]).toEqual(['0x7a69', '0x0']);
  expect(refused).toBeInstanceOf(JsonRpcError);
});

it('throws the error of a single call', async () => {
  await expect(rpc.call('eth_getBalance', 'nobody')).rejects.toMatchObject({
    code: 'DEPLOYMENT_ENGINE_FAILED',
    method: 'eth_getBalance',
    rpcCode: -32602,
  });
});

it('says that nobody answers', async () => {
  const nobody = createJsonRpc('http://127.0.0.1:1');
  await expect(nobody.call('eth_chainId')).rejects.toMatchObject({ code: 'DEPLOYMENT_STOPPED' });
  await nobody.close();
});
