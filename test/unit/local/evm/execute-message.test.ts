import type { ExecutionErrorName, Hex } from 'crosscheck/local';
import { MerkleTree } from 'merkletreejs';
import * as Hash from 'ox/Hash';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DestinationChain } from '../../../../src/local/evm/destination-chain.js';
import { callRpc } from '../../../support/json-rpc.js';
import { engines, type StartedEngine } from './engines.js';
import { encodeArguments, type Message, messageTo } from './message-to.js';

describe.each(engines)('on $name', ({ start }) => {
  let engine: StartedEngine;
  let chain: DestinationChain;
  let epoch = 0n;

  beforeAll(async () => {
    engine = await start();
    chain = engine.chain;
  });

  afterAll(() => engine.stop());

  /** Sets the root of a tree over messages in a new epoch, and gives each one's proof. */
  async function prove(...messages: readonly Message[]): Promise<Hex[][]> {
    const leaves = messages.map(chain.leafOf);
    const tree = new MerkleTree(leaves, (data: Uint8Array) => Buffer.from(Hash.keccak256(data)), {
      sortPairs: true,
    });
    epoch += 1n;
    for (const validator of [4, 2, 0]) await chain.voteForRoot(epoch, tree.getHexRoot() as Hex, validator);
    return leaves.map((leaf) => tree.getHexProof(leaf) as Hex[]);
  }

  type Execution = Awaited<ReturnType<DestinationChain['execute']>>;

  async function proveAndExecute(message: Message, gas?: bigint): Promise<Execution> {
    const [proof] = await prove(message);
    return chain.execute(message, epoch, proof as Hex[], { gas });
  }

  const bounce = (overrides: Partial<Message> = {}): Message =>
    messageTo(chain.contracts.targets.bounce, 'bounce', overrides);

  /** Compares a transaction with the receipt of the node. */
  const expectReceipt = async (hash: Hex, status: Hex): Promise<void> => {
    expect(hash).toMatch(/^0x[0-9a-f]{64}$/);
    const receipt = await callRpc(chain.rpcUrl, 'eth_getTransactionReceipt', hash);
    expect(receipt).toMatchObject({ status });
  };

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
      await expectReceipt(execution.transactionHash, '0x1');
    }
  });

  it('computes the same leaf as the layer, of every member of a message', async () => {
    const message = bounce({
      caller: 'ĉaller',
      arguments: '0x0102',
      assets: [
        { token: '', amount: 1n },
        { token: chain.tokens.at(-1)?.beta as string, amount: 2n ** 60n },
      ],
      extraData: '0xff',
    });
    expect(await proveAndExecute(message)).toMatchObject({
      success: true,
      outMessages: [{ payload: '0x0102' }],
    });
  });

  it('rejects a message that was executed before', async () => {
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

  it('rejects a proof of another message, on the chain', async () => {
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
    await expectReceipt(execution.transactionHash, '0x0');
  });

  it('rejects a message that was changed after its proof', async () => {
    const message = bounce({ assets: [{ token: '', amount: 1n }] });
    const [proof] = await prove(message, bounce());
    const changed = { ...message, assets: [{ token: '', amount: 2n }] };
    expect(await chain.execute(changed, epoch, proof as Hex[])).toMatchObject({
      error: { text: 'execution reverted: InvalidMerkleProof()' },
    });
  });

  it('rejects an executor whom the layer does not know', async () => {
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

  it('counts one vote per validator', async () => {
    const root: Hex = `0x${'cc'.repeat(32)}`;
    await chain.voteForRoot(2000n, root, 1);
    await expect(chain.voteForRoot(2000n, root, 1)).rejects.toMatchObject({ code: 'USAGE' });
  });

  it('sets roots and executes messages at once, each in a block of its own', async () => {
    const messages = Array.from({ length: 8 }, () => bounce());
    const proofs = await prove(...messages);
    const executions = await Promise.all([
      ...messages.map((message, index) => chain.execute(message, epoch, proofs[index] as Hex[])),
    ]);
    expect(executions.every(({ success }) => success)).toBe(true);
  });

  it.each<[string, () => Promise<Execution>, ExecutionErrorName]>([
    [
      'a message that was executed before',
      async () => {
        const message = bounce();
        const [proof] = await prove(message);
        await chain.execute(message, epoch, proof as Hex[]);
        return chain.execute(message, epoch, proof as Hex[]);
      },
      'MessageAlreadyProcessed',
    ],
    ['a wrong proof', async () => chain.execute(bounce(), epoch, []), 'InvalidMerkleProof'],
    ['an epoch without a root', async () => chain.execute(bounce(), 10_000n, []), 'InvalidMerkleProof'],
    [
      'an unknown token',
      () => proveAndExecute(bounce({ assets: [{ token: 'none', amount: 1n }] })),
      'TokenNotExist',
    ],
    [
      'a target that uses all gas',
      () => {
        const { gasBurner } = chain.contracts.targets;
        return proveAndExecute(
          messageTo(gasBurner, 'burnGas', { arguments: encodeArguments('uint256', 10n ** 6n) }),
        );
      },
      'NotEnoughGas',
    ],
    ['a low limit', () => proveAndExecute(bounce(), 60_000n), 'NotEnoughGas'],
    ['a limit below that of any transaction', () => proveAndExecute(bounce(), 1n), 'NotEnoughGas'],
    [
      'a revert of the target',
      () => proveAndExecute(messageTo(chain.contracts.targets.failing, 'failWithoutData')),
      'ProxyCallError',
    ],
  ])('names the failure of %s', async (_, execute, errorName) => {
    const { success, error, outMessages } = await execute();
    expect({ success, errorName: error?.errorName, outMessages }).toEqual({
      success: false,
      errorName,
      outMessages: [],
    });
  });

  it('lets a message that ran out of gas be executed later', async () => {
    const message = bounce();
    const [proof] = await prove(message);
    expect(await chain.execute(message, epoch, proof as Hex[], { gas: 60_000n })).toMatchObject({
      error: { text: 'out of gas', data: '0x' },
    });
    expect(await chain.execute(message, epoch, proof as Hex[], { gas: 5_000_000n })).toMatchObject({
      success: true,
    });
  });
});
