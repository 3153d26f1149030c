import { MerkleTree } from 'merkletreejs';
import * as Hash from 'ox/Hash';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDestinationChain } from '../../../../src/local/evm/create-destination-chain.js';
import type { DestinationChain, Hex, InMessage } from '../../../../src/local/evm/destination-chain.js';
import { createJsonRpc, type JsonRpc } from '../../../../src/local/evm/json-rpc.js';
import { encodeArguments, messageTo } from './message-to.js';

let chain: DestinationChain;
let rpc: JsonRpc;
let epoch = 0n;

beforeAll(async () => {
  chain = await createDestinationChain();
  rpc = createJsonRpc(chain.rpcUrl);
});

afterAll(async () => {
  await rpc.close();
  await chain.stop();
});

/** Sets the root of a tree over messages in a new epoch, and gives each one's proof. */
async function prove(...messages: readonly InMessage[]): Promise<Hex[][]> {
  const leaves = messages.map(chain.leafOf);
  const tree = new MerkleTree(leaves, (data: Uint8Array) => Buffer.from(Hash.keccak256(data)), {
    sortPairs: true,
  });
  epoch += 1n;
  for (const validator of [4, 2, 0]) await chain.voteForRoot(epoch, tree.getHexRoot() as Hex, validator);
  return leaves.map((leaf) => tree.getHexProof(leaf) as Hex[]);
}

const bounce = (overrides: Partial<InMessage> = {}): InMessage =>
  messageTo(chain.contracts.targets.bounce, 'bounce', overrides);

const statusOf = async (hash: Hex): Promise<unknown> =>
  (await rpc.call('eth_getTransactionReceipt', hash)) as { status: Hex };

it('executes each message of a tree by its proof, as it was simulated', async () => {
  const messages = Array.from({ length: 5 }, (_, index) =>
    bounce({ assets: [{ token: '', amount: BigInt(index) }], caller: `caller ${index} ✓` }),
  );
  const proofs = await prove(...messages);
  for (const [index, message] of messages.entries()) {
    const simulation = await chain.simulate(message);
    const execution = await chain.execute(message, epoch, proofs[index] as Hex[]);
    expect(execution).toMatchObject({
      success: true,
      outMessages: [
        {
          operationId: simulation.outMessages?.[0]?.operationId,
          caller: chain.contracts.targets.bounce,
          target: message.caller,
          burned: [{ token: chain.tokens[0]?.alpha, amount: BigInt(index) }],
          locked: [],
        },
      ],
    });
    expect(await statusOf(execution.transactionHash)).toMatchObject({ status: '0x1' });
  }
});

it('refuses a message that was executed before', async () => {
  const message = bounce();
  const [proof] = await prove(message);
  expect(await chain.execute(message, epoch, proof as Hex[])).toMatchObject({ success: true });
  const error = { text: `execution reverted: AlreadyExecuted(${message.operationId})` };
  expect(await chain.execute(message, epoch, proof as Hex[])).toMatchObject({ success: false, error });
  expect(await chain.simulate(message)).toMatchObject({
    simulationStatus: false,
    simulationError: error.text,
  });
});

it('refuses a proof of another message, on the chain', async () => {
  const [message, other] = [bounce(), bounce()];
  const [, proofOfOther] = await prove(message, other);
  const execution = await chain.execute(message, epoch, proofOfOther as Hex[]);
  expect(execution).toMatchObject({
    success: false,
    error: {
      text: 'execution reverted: InvalidMerkleProof()',
      data: expect.stringMatching(/^0x[0-9a-f]{8}$/),
    },
    outMessages: [],
  });
  expect(await statusOf(execution.transactionHash)).toMatchObject({ status: '0x0' });
});

it('refuses a message that was changed after its proof', async () => {
  const message = bounce({ assets: [{ token: '', amount: 1n }] });
  const [proof] = await prove(message, bounce());
  const changed = { ...message, assets: [{ token: '', amount: 2n }] };
  expect(await chain.execute(changed, epoch, proof as Hex[])).toMatchObject({
    error: { text: 'execution reverted: InvalidMerkleProof()' },
  });
});

it('refuses an executor whom the layer does not know', async () => {
  const executor = chain.contracts.targets.swap;
  const message = bounce({ executor });
  const [proof] = await prove(message);
  expect(await chain.execute(message, epoch, proof as Hex[])).toMatchObject({
    error: { text: `execution reverted: NotExecutor(${executor})` },
  });
});

it('decodes the failure of a target, and lets the message be executed later', async () => {
  const { swap } = chain.contracts.targets;
  const tokenOut = chain.tokens[1]?.alpha;
  const message = messageTo(swap, 'swap', {
    arguments: encodeArguments('address, uint256', tokenOut, 10n ** 18n),
    assets: [{ token: '', amount: 10n ** 18n }],
  });
  const back = messageTo(swap, 'swap', {
    arguments: encodeArguments('address, uint256', chain.tokens[0]?.alpha, 0n),
    assets: [{ token: chain.tokens[1]?.beta ?? '', amount: 10n ** 18n }],
  });
  const [proof, proofOfBack] = await prove(message, back);
  expect(await chain.execute(message, epoch, proof as Hex[])).toMatchObject({
    error: {
      text: expect.stringMatching(/^execution reverted: InsufficientOutput\(1000000000000000000, \d+\)$/),
    },
  });
  expect(await chain.execute(back, epoch, proofOfBack as Hex[])).toMatchObject({ success: true });
  expect(await chain.execute(message, epoch, proof as Hex[])).toMatchObject({ success: true });
});

it('sets a root once three of the five validators agree', async () => {
  const [root, other]: Hex[] = [`0x${'aa'.repeat(32)}`, `0x${'bb'.repeat(32)}`];
  const votes = [root, other, root, other, root] as Hex[];
  const seen = [];
  for (const [validator, vote] of votes.entries()) {
    await chain.voteForRoot(1000n, vote, validator);
    seen.push(await chain.rootOf(1000n));
  }
  expect(seen).toEqual([undefined, undefined, undefined, undefined, root]);
  const message = bounce();
  expect(await chain.execute(message, 1001n, [])).toMatchObject({
    error: { text: 'execution reverted: RootNotSet(1001)' },
  });
});

it('counts one vote of a validator, and knows only five', async () => {
  const root: Hex = `0x${'cc'.repeat(32)}`;
  await chain.voteForRoot(2000n, root, 1);
  await expect(chain.voteForRoot(2000n, root, 1)).rejects.toMatchObject({ code: 'USAGE' });
  await expect(chain.voteForRoot(2000n, root, 5)).rejects.toMatchObject({ code: 'USAGE' });
});

it('sets roots and executes messages at once, each in a block of its own', async () => {
  const messages = Array.from({ length: 8 }, () => bounce());
  const proofs = await prove(...messages);
  const executions = await Promise.all([
    ...messages.map((message, index) => chain.execute(message, epoch, proofs[index] as Hex[])),
  ]);
  expect(executions.every(({ success }) => success)).toBe(true);
});
