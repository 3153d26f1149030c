import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Hex } from 'crosscheck/local';
import { expect, it, onTestFinished } from 'vitest';
import { resolveAnvilBinary, startAnvil } from '../../../../src/local/evm/anvil.js';
import {
  createDestinationChain,
  type DestinationChain,
  type DestinationChainOptions,
} from '../../../../src/local/evm/destination-chain.js';
import { openNode } from '../../../../src/local/evm/engine.js';
import { createJsonRpc, quantity } from '../../../../src/local/evm/json-rpc.js';
import { answerOf, type RawAnswer, startRawServer } from '../../../support/raw-server.js';
import { brokenArtifact } from './artifacts-written.js';
import { encodeArguments, messageTo } from './message-to.js';

async function started(options: DestinationChainOptions = {}): Promise<DestinationChain> {
  const chain = await createDestinationChain(options);
  onTestFinished(() => chain.stop());
  return chain;
}

async function startNode(): Promise<string> {
  const anvil = await startAnvil();
  onTestFinished(() => anvil.stop());
  return anvil.url;
}

/** Serves JSON-RPC by a function, which gives a result or throws what the error says. */
async function serveRpc(resultOf: (method: string) => unknown): Promise<string> {
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const calls = [JSON.parse(text)].flat() as { id: number; method: string }[];
    const answers = calls.map(({ id, method }) => ({ jsonrpc: '2.0', id, ...answerTo(method) }));
    response.end(JSON.stringify(answers.length === 1 ? answers[0] : answers));
  }).listen(0, '127.0.0.1');
  const answerTo = (method: string): object => {
    try {
      return { result: resultOf(method) };
    } catch (error) {
      return { error: { code: -32601, message: (error as Error).message } };
    }
  };
  onTestFinished(() => void server.close().closeAllConnections());
  await new Promise((resolve) => server.once('listening', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function proveAndExecute(chain: DestinationChain, target: Hex, methodName: string, args: Hex = '0x') {
  const message = messageTo(target, methodName, {
    arguments: args,
    assets: [{ token: '', amount: 5n }],
  });
  for (let validator = 0; validator < chain.quorum; validator++)
    await chain.voteForRoot(1n, chain.leafOf(message), validator);
  return chain.execute(message, 1n, []);
}

it('runs on a development node beside other deployments', async () => {
  const rpcUrl = await startNode();
  const chains = [await started({ rpcUrl }), await started({ rpcUrl, chainId: 31337, quorum: 2 })];
  expect(chains.map(({ quorum }) => quorum)).toEqual([3, 2]);
  expect(new Set(chains.map(({ contracts }) => contracts.layer)).size).toBe(2);
  const executions = chains.map((chain) => proveAndExecute(chain, chain.contracts.targets.bounce, 'bounce'));
  expect(await Promise.all(executions)).toMatchObject([{ success: true }, { success: true }]);
});

it('waits for the blocks of a node that does not mine at once', async () => {
  const rpcUrl = await startNode();
  const rpc = createJsonRpc(rpcUrl);
  await rpc.call('evm_setAutomine', false);
  await rpc.call('evm_setIntervalMining', 1);
  await rpc.close();
  const chain = await started({ rpcUrl });
  expect(await chain.simulate(messageTo(chain.contracts.targets.bounce, 'bounce'))).toMatchObject({
    simulationStatus: true,
  });
}, 20_000);

it('forks a chain, whose contracts can be called through the layer', async () => {
  const upstream = await started({ chainId: 4242 });
  const { gasBurner } = upstream.contracts.targets;
  const chain = await started({ forkUrl: upstream.rpcUrl, forkBlock: 1 });
  expect(chain.contracts.targets.gasBurner).not.toBe(gasBurner);
  const args = encodeArguments('uint256', 2n);
  expect(await chain.simulate(messageTo(gasBurner, 'burnGas', { arguments: args }))).toMatchObject({
    simulationStatus: true,
  });
  expect(await proveAndExecute(chain, gasBurner, 'burnGas', args)).toMatchObject({ success: true });
  const rpcs = [upstream, chain].map(({ rpcUrl }) => createJsonRpc(rpcUrl));
  const chainIds = await Promise.all(rpcs.map((rpc) => rpc.call('eth_chainId')));
  expect(chainIds).toEqual([quantity(4242n), quantity(4242n)]);
  expect(await rpcs[0]?.call('eth_blockNumber')).toBe('0x1');
  await Promise.all(rpcs.map((rpc) => rpc.close()));
});

const nobody = 'http://user:password@127.0.0.1:1/key?token=secret';

it.each<[string, DestinationChainOptions, string]>([
  ['a node', { rpcUrl: nobody }, 'The node at 127.0.0.1:1 does not listen.'],
  ['a chain to fork', { forkUrl: nobody }, 'The node at 127.0.0.1:1 does not listen.'],
])('reports without secrets that it cannot reach %s', async (_, options, summary) => {
  const error = await createDestinationChain(options).catch((reason) => reason);
  expect(error).toMatchObject({ code: 'DEPLOYMENT_CANNOT_START', summary });
  expect(error.message).not.toMatch(/user|password|key|secret/);
});

it.each<[string, (url: string) => DestinationChainOptions, RegExp]>([
  [
    'another chain',
    (rpcUrl) => ({ rpcUrl, chainId: 1 }),
    /^The node at 127\.0\.0\.1:\d+ is one of chain 31337, not of chain 1\.$/,
  ],
  [
    'another chain to fork',
    (forkUrl) => ({ forkUrl, chainId: 1 }),
    /^The node at 127\.0\.0\.1:\d+ is one of chain 31337, not of chain 1\.$/,
  ],
  ['a missing block', (forkUrl) => ({ forkUrl, forkBlock: 99 }), /^The node at \S+ has no block 99\.$/],
])('says that it found %s', async (_, optionsFor, summary) => {
  await expect(createDestinationChain(optionsFor(await startNode()))).rejects.toMatchObject({
    code: 'DEPLOYMENT_CANNOT_START',
    summary: expect.stringMatching(summary),
  });
});

it.each(['eth_simulateV1', 'hardhat_impersonateAccount', 'hardhat_setBalance', 'evm_snapshot'])(
  'rejects a node without %s at once',
  async (missing) => {
    const rpcUrl = await serveRpc((method) => {
      if (method === missing) throw new Error(`the method ${method} does not exist`);
      return '0x7a69';
    });
    await expect(createDestinationChain({ rpcUrl })).rejects.toMatchObject({
      code: 'DEPLOYMENT_CANNOT_START',
      summary: `The node at ${new URL(rpcUrl).host} rejects ${missing} (the method ${missing} does not exist). rpcUrl needs a development node, such as anvil; to use another chain, fork it with forkUrl.`,
    });
  },
);

it.each<[string, Readonly<Record<string, unknown>>, string]>([
  ['chain id', { eth_chainId: 'one' }, 'The node at HOST returned no chain id.'],
  ['block', { eth_getBlockByNumber: {} }, 'sent an unreadable answer to eth_getBlockByNumber'],
  ['price', { eth_gasPrice: 'low' }, 'sent an unreadable answer to eth_gasPrice'],
])('says in a sentence that a node gives no %s', async (_, odd, summary) => {
  const results = { eth_getBlockByNumber: { number: '0x1', timestamp: '0x1', gasLimit: '0x1' }, ...odd };
  const rpcUrl = await serveRpc((method) => new Map(Object.entries(results)).get(method) ?? '0x7a69');
  const told = summary.replace('HOST', new URL(rpcUrl).host);
  await expect(createDestinationChain({ rpcUrl })).rejects.toMatchObject({
    code: 'DEPLOYMENT_CANNOT_START',
    summary: expect.stringContaining(told),
  });
});

it('does not start an engine for a fork of a node without a chain id', async () => {
  const forkUrl = await serveRpc(() => null);
  await expect(createDestinationChain({ forkUrl, anvilBinary: '/nowhere/anvil' })).rejects.toMatchObject({
    summary: `The node at ${new URL(forkUrl).host} returned no chain id.`,
  });
});

it.each<[string, RawAnswer, string]>([
  [
    'is not let in',
    answerOf(401, '{"message":"invalid project id"}'),
    'answers 401; check the key in its URL.',
  ],
  ['is answered with an error page', answerOf(502, '<html>'), 'answers 502.'],
  ['meets no node', answerOf(200, '<html>'), 'sends something other than JSON-RPC.'],
  ['meets something of JSON', answerOf(200, '{"ready":true}'), 'sends something other than JSON-RPC.'],
  ['is not answered', () => {}, 'does not answer within 400 ms.'],
  ['is cut off', (socket) => socket.destroy(), 'cannot be reached (UND_ERR_SOCKET).'],
])('says which it was when somebody %s', async (_, answer, told) => {
  const { origin } = await startRawServer(answer);
  await expect(openNode(origin, { timeoutMs: 400 })).rejects.toMatchObject({
    code: 'DEPLOYMENT_CANNOT_START',
    summary: `The node at ${new URL(origin).host} ${told}`,
  });
});

it('assigns the error of a whole batch to each call', async () => {
  const error = { code: -32005, message: 'limit exceeded' };
  const { origin } = await startRawServer(answerOf(429, JSON.stringify({ jsonrpc: '2.0', id: null, error })));
  await expect(openNode(origin, {})).rejects.toMatchObject({
    summary: `The node at ${new URL(origin).host} rejects eth_chainId (limit exceeded).`,
  });
});

it.each([
  ['', ''],
  ['/', ''],
  ['/v3/0a1b', '/[redacted]'],
  ['/?plain=alpha', '/[redacted]'],
])('shows only parts of the URL http://me:pw@node%s that cannot be keys', async (behind, shown) => {
  const { host } = new URL(await serveRpc(() => '0x1'));
  const node = await openNode(`http://me:pw@${host}${behind}`, {});
  onTestFinished(() => node.rpc.close());
  expect(node.url).toBe(`http://${host}${shown}`);
});

it('leaves no engine running when a start fails', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'engine-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const [anvilBinary, pidFile] = [join(directory, 'anvil'), join(directory, 'pid')];
  const script = `#!/bin/sh\necho $$ > ${pidFile}\nexec ${resolveAnvilBinary()} "$@"\n`;
  await writeFile(anvilBinary, script, { mode: 0o755 });
  const deploy = [{ name: 'Broken', artifact: brokenArtifact }];
  await expect(createDestinationChain({ anvilBinary, deploy })).rejects.toMatchObject({
    code: 'DEPLOYMENT_CANNOT_START',
  });
  const pid = Number(await readFile(pidFile, 'utf8'));
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});

it.each<[string, DestinationChainOptions, string]>([
  ['another protocol', { rpcUrl: 'ws://user:password@here' }, 'must begin with http:// or https://'],
])('rejects %s', async (_, options, message) => {
  const error = await createDestinationChain(options).catch((reason) => reason);
  expect(error).toMatchObject({ code: 'USAGE', message: expect.stringContaining(message) });
  expect(error.message).not.toContain('password');
});
