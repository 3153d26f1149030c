import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createDestinationChain } from '../../../../src/local/evm/create-destination-chain.js';
import type { DestinationChain, Hex } from '../../../../src/local/evm/destination-chain.js';
import type { DestinationChainOptions } from '../../../../src/local/evm/destination-chain-options.js';
import { resolveAnvilBinary } from '../../../../src/local/evm/engine/anvil-binary.js';
import { startAnvil } from '../../../../src/local/evm/engine/anvil-process.js';
import { createJsonRpc } from '../../../../src/local/evm/engine/json-rpc.js';
import { openNode } from '../../../../src/local/evm/engine/open-node.js';
import { answerOf, type RawAnswer, startRawServer } from '../../../support/raw-server.js';
import { brokenArtifact } from './artifacts-written.js';
import { startOverlaid } from './engines.js';
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

const gold = `0:${'60'.repeat(32)}`;

async function proveAndExecute(chain: DestinationChain, target: Hex, methodName: string, args: Hex = '0x') {
  const message = messageTo(target, methodName, {
    arguments: args,
    assets: [{ token: '', amount: 5n }],
  });
  for (let validator = 0; validator < chain.quorum; validator++)
    await chain.voteForRoot(1n, chain.leafOf(message), validator);
  return chain.execute(message, 1n, []);
}

it('uses an existing layer on a node, with the accounts of the node', async () => {
  const first = await started({ tokens: [{ name: 'GOLD', beta: gold }], quorum: 2 });
  const { layer, targets } = first.contracts;
  expect(await proveAndExecute(first, targets.bounce, 'bounce')).toMatchObject({ success: true });

  const second = await started({
    rpcUrl: first.rpcUrl,
    layer: layer.toLowerCase(),
    chainId: 31337,
  });
  expect(second.contracts).toEqual(first.contracts);
  expect(second.tokens).toEqual(first.tokens);
  expect(second.executors).toEqual(first.executors);
  expect([second.validators, second.quorum, second.stateOverrides()]).toEqual([5, 2, undefined]);
  // Of the moment of the start, or a later one would have the operation ids of an earlier one.
  expect(Number(second.salt)).toBeGreaterThan(Date.UTC(2020, 0));

  // The first one used epoch 1 already.
  const execution = await proveAndExecute(second, targets.bounce, 'bounce');
  expect(execution).toMatchObject({ success: true, outMessages: [{ caller: targets.bounce }] });
  const rpc = createJsonRpc(first.rpcUrl);
  const receipt = await rpc.call('eth_getTransactionReceipt', execution.transactionHash);
  await rpc.close();
  expect(receipt).toMatchObject({ status: '0x1', to: layer.toLowerCase() });
  expect(await proveAndExecute(second, targets.bounce, 'bounce').catch(({ code }) => code)).toBe('USAGE');
  expect(await second.simulate(messageTo(targets.failing, 'failWithPanic'))).toMatchObject({
    simulationStatus: false,
  });
});

it('fails a message for an executor of whom the node has no key, and goes on', async () => {
  const first = await started({ quorum: 1 });
  const { layer, targets } = first.contracts;
  const chain = await started({ rpcUrl: first.rpcUrl, layer, quorum: 1 });
  const message = messageTo(targets.bounce, 'bounce', { executor: targets.swap });
  await chain.voteForRoot(1n, chain.leafOf(message), 0);
  expect(await chain.execute(message, 1n, [])).toMatchObject({
    success: false,
    error: { text: `execution reverted: NotExecutor(${targets.swap})`, errorName: 'ProxyCallError' },
  });
});

it('keeps and restores the state of a node that can do it', async () => {
  const first = await started({ quorum: 1 });
  const chain = await started({ rpcUrl: first.rpcUrl, layer: first.contracts.layer });
  const goBack = await chain.snapshot();
  await chain.voteForRoot(1n, `0x${'01'.repeat(32)}`, 0);
  await goBack();
  expect(await chain.rootOf(1n)).toBeUndefined();
});

it('forks a chain, whose contracts can be called through the layer', async () => {
  const upstream = await started({ chainId: 4242 });
  const { gasBurner } = upstream.contracts.targets;
  const chain = await started({ forkUrl: upstream.rpcUrl, forkBlock: 1 });
  expect(chain.chainId).toBe(4242);
  expect(chain.contracts.targets.gasBurner).not.toBe(gasBurner);
  const args = encodeArguments('uint256', 2n);
  expect(await chain.simulate(messageTo(gasBurner, 'burnGas', { arguments: args }))).toMatchObject({
    simulationStatus: true,
  });
  expect(await proveAndExecute(chain, gasBurner, 'burnGas', args)).toMatchObject({ success: true });
  const rpc = createJsonRpc(upstream.rpcUrl);
  expect(await rpc.call('eth_blockNumber')).toBe('0x1');
  await rpc.close();
});

it('lays calls over a fork of live state too', async () => {
  const upstream = await started();
  const { gasBurner } = upstream.contracts.targets;
  const chain = await started({ rpcUrl: upstream.rpcUrl });
  const message = messageTo(gasBurner, 'burnGas', { arguments: encodeArguments('uint256', 2n) });
  expect(await chain.simulate(message)).toMatchObject({ simulationStatus: true });
});

const nobody = 'http://user:password@127.0.0.1:1/key?token=secret';
const address = `0x${'ab'.repeat(20)}`;

it.each<[string, DestinationChainOptions, string]>([
  ['a node', { rpcUrl: nobody }, 'The node at 127.0.0.1:1 does not listen.'],
  ['a node with a layer', { rpcUrl: nobody, layer: address }, 'The node at 127.0.0.1:1 does not listen.'],
  ['a chain to fork', { forkUrl: nobody }, 'The node at 127.0.0.1:1 does not listen.'],
])('says without any secret that it cannot reach %s', async (_, options, summary) => {
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
  [
    'a missing layer',
    (rpcUrl) => ({ rpcUrl, layer: address }),
    /^There is no cross-chain layer on the node: there is no contract at 0x[\dA-Fa-f]{40}\.$/,
  ],
])('says that it found %s', async (_, optionsFor, summary) => {
  await expect(createDestinationChain(optionsFor(await startNode()))).rejects.toMatchObject({
    code: 'DEPLOYMENT_CANNOT_START',
    summary: expect.stringMatching(summary),
  });
});

it('rejects a contract that is not a layer, and a quorum that cannot be reached', async () => {
  const { rpcUrl, contracts } = await started();
  const { layer, targets } = contracts;
  for (const other of [targets.swap, targets.gasBurner])
    await expect(createDestinationChain({ rpcUrl, layer: other })).rejects.toMatchObject({
      code: 'DEPLOYMENT_CANNOT_START',
      summary: `The contract at ${other} is not the cross-chain layer of a local deployment.`,
    });
  await expect(createDestinationChain({ rpcUrl, layer, quorum: 2 })).rejects.toMatchObject({
    code: 'DEPLOYMENT_CANNOT_START',
    summary: `The layer at ${layer} has a quorum of 3, not 2; another one would be for all who use it.`,
  });
});

it.each<[string, DestinationChainOptions, string]>([
  [
    'the name of a token',
    { tokens: [{ name: 'RED', beta: gold }] },
    'tokens[0].name is taken: the layer already has a token RED',
  ],
  [
    'the address of a token',
    { tokens: [{ name: 'RUBY', beta: `0:${'A1'.repeat(32)}` }] },
    'tokens[0].beta is taken: the layer already has the token RED with it',
  ],
  [
    'a token that is not there',
    { fund: [{ address, token: 'GOLD', amount: 1n }] },
    'fund[0].token must be one of COIN, RED, BLUE, HOME, got GOLD',
  ],
])('rejects %s that a layer on a node has not, or has already', async (_, options, message) => {
  const { rpcUrl, contracts } = await started();
  await expect(createDestinationChain({ rpcUrl, layer: contracts.layer, ...options })).rejects.toMatchObject({
    code: 'USAGE',
    message,
  });
});

it('names the account for which a node has not enough', async () => {
  const { rpcUrl, contracts } = await started();
  const fund = [{ address, amount: 10n ** 30n }];
  await expect(createDestinationChain({ rpcUrl, layer: contracts.layer, fund })).rejects.toMatchObject({
    code: 'DEPLOYMENT_CANNOT_START',
    summary: expect.stringMatching(
      new RegExp(`^The account ${address} cannot be funded: .*nsufficient funds`),
    ),
  });
});

it.each([
  ['eth_simulateV1', {}, '; let the bundled engine fork it with forkUrl instead.'],
  ['debug_traceCall', {}, '; let the bundled engine fork it with forkUrl instead.'],
  ['eth_accounts', { layer: address }, '.'],
  ['eth_chainId', {}, '.'],
])('says what to do about a node without %s', async (missing, options, advice) => {
  const rpcUrl = await serveRpc((method) => {
    if (method === missing) throw new Error(`the method ${method} does not exist`);
    return '0x7a69';
  });
  await expect(createDestinationChain({ rpcUrl, ...options })).rejects.toMatchObject({
    code: 'DEPLOYMENT_CANNOT_START',
    summary: `The node at ${new URL(rpcUrl).host} rejects ${missing} (the method ${missing} does not exist)${advice}`,
  });
});

it.each<[string, Readonly<Record<string, unknown>>, DestinationChainOptions, string]>([
  ['chain id', { eth_chainId: 'one' }, {}, 'The node at HOST gives no chain id.'],
  ['block', { eth_getBlockByNumber: {} }, {}, 'sent an unreadable answer to eth_getBlockByNumber'],
  ['price', { eth_gasPrice: 'low' }, {}, 'sent an unreadable answer to eth_gasPrice'],
  ['trace', {}, {}, 'sent an unreadable answer to debug_traceCall'],
  ['list of accounts', {}, { layer: address }, 'sent an unreadable answer to eth_accounts'],
])('says in a sentence that a node gives no %s', async (_, odd, options, summary) => {
  const results = { eth_getBlockByNumber: { number: '0x1', timestamp: '0x1', gasLimit: '0x1' }, ...odd };
  const rpcUrl = await serveRpc((method) => new Map(Object.entries(results)).get(method) ?? '0x7a69');
  const told = summary.replace('HOST', new URL(rpcUrl).host);
  await expect(createDestinationChain({ rpcUrl, ...options })).rejects.toMatchObject({
    code: 'DEPLOYMENT_CANNOT_START',
    summary: expect.stringContaining(told),
  });
});

it('does not start an engine for a fork of a node without a chain id', async () => {
  const forkUrl = await serveRpc(() => null);
  await expect(createDestinationChain({ forkUrl, anvilBinary: '/nowhere/anvil' })).rejects.toMatchObject({
    summary: `The node at ${new URL(forkUrl).host} gives no chain id.`,
  });
});

it.each<[string, RawAnswer, string]>([
  [
    'is not let in',
    answerOf(401, '{"message":"invalid project id"}'),
    'answers 401; is the key in its URL right?',
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
])('shows no more of the URL http://me:pw@node%s than can be no key', async (behind, shown) => {
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

it('gives what it lays over a node the same addresses on every one', async () => {
  const engines = await Promise.all([startOverlaid(), startOverlaid()]);
  const [first, second] = engines.map(({ chain }) => chain.contracts);
  expect(first).toEqual(second);
  await Promise.all(engines.map(({ stop }) => stop()));
});
