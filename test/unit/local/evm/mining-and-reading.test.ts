import type { Hex } from 'crosscheck/local';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Anvil, startAnvil } from '../../../../src/local/evm/anvil.js';
import {
  createDestinationChain,
  type DestinationChain,
} from '../../../../src/local/evm/destination-chain.js';
import { messageTo } from './message-to.js';
import { type NodeProxy, startNodeProxy } from './node-proxy.js';

// While anvil mines a block, it answers a read with the state after that block, whichever block the read names.

let anvil: Anvil;
let node: NodeProxy;
let chain: DestinationChain;
beforeAll(async () => {
  anvil = await startAnvil();
  node = await startNodeProxy(anvil.url);
  chain = await createDestinationChain({ rpcUrl: node.url });
});
beforeEach(() => {
  node.methods.length = 0;
});
afterAll(async () => {
  await chain?.stop();
  node?.stop();
  await anvil?.stop();
});

const timesCalled = (method: string): number => node.methods.filter((called) => called === method).length;
/** How often the node was asked to simulate. */
const simulations = (): number => timesCalled('eth_simulateV1');
const simulate = () => chain.simulate(messageTo(chain.contracts.targets.bounce, 'bounce'));

let epochs = 0n;
/** Sends a transaction. */
const vote = (): Promise<Hex> => chain.voteForRoot(++epochs, `0x${'11'.repeat(32)}`, 0);

const succeeds = { simulationStatus: true };

it('reads once if no block is mined', async () => {
  expect(await simulate()).toMatchObject(succeeds);
  expect(simulations()).toBe(1);
  await vote();
  expect(await simulate()).toMatchObject(succeeds);
  expect(simulations()).toBe(2);
});

it('reads again after a block that was being mined', async () => {
  const mining = node.hold('eth_sendTransaction');
  const mined = vote();
  await mining.called;
  const answer = simulate();
  await expect.poll(simulations).toBe(1);
  mining.release();
  expect(await answer).toMatchObject(succeeds);
  expect(simulations()).toBe(2);
  await mined;
});

it('reads again when mining began meanwhile', async () => {
  const reading = node.hold('eth_simulateV1');
  const answer = simulate();
  await reading.called;
  await vote();
  reading.release();
  expect(await answer).toMatchObject(succeeds);
  expect(simulations()).toBe(2);
});

it('reports the failure of a block only to its sender', async () => {
  const mining = node.hold('eth_sendTransaction');
  node.reject('eth_sendTransaction', 'no block');
  const mined = vote().catch((error: unknown) => error);
  await mining.called;
  const answer = simulate();
  await expect.poll(simulations).toBe(1);
  mining.release();
  expect(await mined).toMatchObject({
    code: 'DEPLOYMENT_ENGINE_FAILED',
    summary: 'The EVM engine rejected eth_sendTransaction: no block',
  });
  expect(await answer).toMatchObject(succeeds);
  expect(simulations()).toBe(2);
});

it('mines no block while it reads again', async () => {
  const first = node.hold('eth_simulateV1');
  const answer = simulate();
  await first.called;
  await vote();
  const again = node.hold('eth_simulateV1');
  first.release();
  await again.called;
  const sent = timesCalled('hardhat_impersonateAccount');
  const mined = vote();
  // What the vote would have sent is there before this is answered.
  await chain.rootOf(1n);
  expect(timesCalled('hardhat_impersonateAccount')).toBe(sent);
  again.release();
  expect(await answer).toMatchObject(succeeds);
  await mined;
  expect(timesCalled('hardhat_impersonateAccount')).toBe(sent + 1);
});
