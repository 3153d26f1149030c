import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Hex } from 'crosscheck/local';
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { realClock } from '../../../../src/internal/clock.js';
import { type Anvil, resolveAnvilBinary, startAnvil } from '../../../../src/local/evm/anvil.js';
import {
  createDestinationChain,
  type DestinationChain,
  type DestinationChainOptions,
} from '../../../../src/local/evm/destination-chain.js';
import { callRpc } from '../../../support/json-rpc.js';
import { answerOf, type RawAnswer, startRawServer } from '../../../support/raw-server.js';
import { brokenArtifact } from './artifacts-written.js';
import { encodeArguments, messageTo } from './message-to.js';
import { type NodeProxy, startNodeProxy } from './node-proxy.js';

async function started(options: DestinationChainOptions = {}): Promise<DestinationChain> {
  const chain = await createDestinationChain(options);
  onTestFinished(() => chain.stop());
  return chain;
}

/** A node for tests that leave it as it is, apart from what they deploy. */
let node: Anvil;
beforeAll(async () => {
  node = await startAnvil();
  return node.stop;
});

/** Starts a proxy in front of the node until the end of the test. */
async function startProxy(): Promise<NodeProxy> {
  const proxy = await startNodeProxy(node.url);
  onTestFinished(proxy.stop);
  return proxy;
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
  const rpcUrl = node.url;
  const chains = [await started({ rpcUrl }), await started({ rpcUrl, chainId: 31337, quorum: 2 })];
  expect(chains.map(({ quorum }) => quorum)).toEqual([3, 2]);
  expect(new Set(chains.map(({ contracts }) => contracts.layer)).size).toBe(2);
  const executions = chains.map((chain) => proveAndExecute(chain, chain.contracts.targets.bounce, 'bounce'));
  expect(await Promise.all(executions)).toMatchObject([{ success: true }, { success: true }]);
});

it('waits for the blocks of a node that does not mine at once', async () => {
  const { url: rpcUrl, stop } = await startAnvil();
  onTestFinished(stop);
  await callRpc(rpcUrl, 'evm_setAutomine', false);
  await callRpc(rpcUrl, 'evm_setIntervalMining', 1);
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
  for (const { rpcUrl } of [upstream, chain]) expect(await callRpc(rpcUrl, 'eth_chainId')).toBe('0x1092');
  expect(await callRpc(upstream.rpcUrl, 'eth_blockNumber')).toBe('0x1');
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
  ['a missing block', (forkUrl) => ({ forkUrl, forkBlock: 9999 }), /^The node at \S+ has no block 9999\.$/],
])('says that it found %s', async (_, optionsFor, summary) => {
  await expect(createDestinationChain(optionsFor(node.url))).rejects.toMatchObject({
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

/** Shortens a time limit to some milliseconds until the end of the test. */
function shorten(limitMs: number): void {
  const { setTimeout: start } = realClock;
  vi.spyOn(realClock, 'setTimeout').mockImplementation((callback, ms) =>
    start(callback, ms === limitMs ? 50 : ms),
  );
  onTestFinished(() => void vi.restoreAllMocks());
}

it.each<[string, RawAnswer, string]>([
  [
    'is not let in',
    answerOf(401, '{"message":"invalid project id"}'),
    'answers 401; check the key in its URL.',
  ],
  ['is answered with an error page', answerOf(502, '<html>'), 'answers 502.'],
  ['meets no node', answerOf(200, '<html>'), 'sends something other than JSON-RPC.'],
  ['meets something of JSON', answerOf(200, '{"ready":true}'), 'sends something other than JSON-RPC.'],
  ['is cut off', (socket) => socket.destroy(), 'cannot be reached (UND_ERR_SOCKET).'],
])('says which it was when somebody %s', async (_, answer, told) => {
  const { origin } = await startRawServer(answer);
  await expect(createDestinationChain({ rpcUrl: origin })).rejects.toMatchObject({
    code: 'DEPLOYMENT_CANNOT_START',
    summary: `The node at ${new URL(origin).host} ${told}`,
  });
});

it('says when somebody is not answered', async () => {
  shorten(10_000);
  const { origin } = await startRawServer(() => {});
  await expect(createDestinationChain({ rpcUrl: origin })).rejects.toMatchObject({
    code: 'DEPLOYMENT_CANNOT_START',
    summary: `The node at ${new URL(origin).host} does not answer within 10 s.`,
  });
});

it('waits longer once a deployment has started', async () => {
  const proxy = await startProxy();
  const deploying = proxy.hold('eth_sendTransaction');
  const limits = vi.spyOn(realClock, 'setTimeout');
  onTestFinished(() => void limits.mockRestore());
  const starting = started({ rpcUrl: proxy.url });
  await deploying.called;
  expect(limits).toHaveBeenLastCalledWith(expect.any(Function), 30_000);
  deploying.release();
  const chain = await starting;
  const simulating = proxy.hold('eth_simulateV1');
  const simulated = chain.simulate(messageTo(chain.contracts.targets.bounce, 'bounce'));
  await simulating.called;
  expect(limits).toHaveBeenLastCalledWith(expect.any(Function), 300_000);
  simulating.release();
  expect(await simulated).toMatchObject({ simulationStatus: true });
});

it('assigns the error of a whole batch to each call', async () => {
  const error = { code: -32005, message: 'limit exceeded' };
  const { origin } = await startRawServer(answerOf(429, JSON.stringify({ jsonrpc: '2.0', id: null, error })));
  await expect(createDestinationChain({ rpcUrl: origin })).rejects.toMatchObject({
    summary: `The node at ${new URL(origin).host} rejects eth_chainId (limit exceeded).`,
  });
});

it('reports the error of a single call', async () => {
  const proxy = await startProxy();
  const chain = await started({ rpcUrl: proxy.url });
  proxy.reject('eth_call', 'out of memory');
  await expect(chain.rootOf(1n)).rejects.toMatchObject({
    code: 'DEPLOYMENT_ENGINE_FAILED',
    summary: 'The EVM engine rejected eth_call: out of memory',
  });
});

it('sends path, query and credentials of its URL, and hides them where the node repeats them', async () => {
  const server = await startRawServer((socket, { headers }) => {
    const error = { code: 1, message: `no access for ${headers.authorization}, key k3y-text, a=plain` };
    socket.write(answerOf(200, JSON.stringify({ jsonrpc: '2.0', id: null, error })));
  });
  const rpcUrl = `${server.origin.replace('//', '//me:p%40ss@')}/k3y-text?a=plain`;
  const { summary } = await createDestinationChain({ rpcUrl }).catch((error) => error);
  expect(summary).toMatch(
    /rejects eth_chainId \(no access for Basic \[redacted\], key \[redacted\], a=\[redacted\]\)\.$/,
  );
  const [request] = server.requests;
  expect(request?.target).toBe('/k3y-text?a=plain');
  const credentials = Buffer.from('me:p@ss').toString('base64');
  expect(request?.headers.authorization).toEqual([`Basic ${credentials}`]);
  expect(JSON.parse(request?.body ?? '')).toContainEqual(expect.objectContaining({ method: 'eth_chainId' }));
});

it.each(['a', 'ab', 'abc'])(
  'hides a short password of the user %s in what the node repeats',
  async (user) => {
    const server = await startRawServer((socket, { headers }) => {
      const [sent = ''] = headers.authorization ?? [];
      const message = `${sent}, ${Buffer.from(sent.slice(6), 'base64')}, password p1`;
      socket.write(answerOf(200, JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: 1, message } })));
    });
    const rpcUrl = server.origin.replace('//', `//${user}:p1@`);
    await expect(createDestinationChain({ rpcUrl })).rejects.toMatchObject({
      summary: expect.stringMatching(/\(Basic \[redacted\], \w+:\[redacted\], password \[redacted\]\)\.$/),
    });
  },
);

it('shows only parts of the URL of a node that cannot be keys', async () => {
  const proxy = await startProxy();
  const { host } = new URL(proxy.url);
  const shown = async (behind: string): Promise<string> =>
    (await started({ rpcUrl: `http://me:pw@${host}${behind}` })).rpcUrl;
  expect(await shown('')).toBe(`http://${host}`);
  expect(await shown('/')).toBe(`http://${host}`);
  expect(await shown('/v3/0a1b')).toBe(`http://${host}/[redacted]`);
  expect(await shown('/?plain=alpha')).toBe(`http://${host}/[redacted]`);
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
