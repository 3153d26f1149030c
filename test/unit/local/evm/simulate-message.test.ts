import type { Simulation } from 'crosscheck/contract';
import type { DestinationContracts, DestinationToken, Hex } from 'crosscheck/local';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DestinationChain } from '../../../../src/local/evm/destination-chain.js';
import { askRpc, callRpc, quantity, type RpcAnswer } from '../../../support/json-rpc.js';
import { engines, type StartedEngine } from './engines.js';
import { encodeArguments, type Message, messageTo } from './message-to.js';

describe.each(engines)('on $name', ({ start }) => {
  let engine: StartedEngine;
  let chain: DestinationChain;
  let targets: DestinationContracts['targets'];
  let coin: DestinationToken;
  let red: DestinationToken;
  let home: DestinationToken;

  beforeAll(async () => {
    engine = await start();
    chain = engine.chain;
    targets = chain.contracts.targets;
    [coin, red, home] = ['COIN', 'RED', 'HOME'].map((name) =>
      chain.tokens.find((token) => token.name === name),
    ) as [DestinationToken, DestinationToken, DestinationToken];
  });

  afterAll(() => engine.stop());

  const swapOf = (amount: bigint, minimumOutput: bigint, tokenOut: Hex = red.alpha): Message =>
    messageTo(targets.swap, 'swap', {
      arguments: encodeArguments('address, uint256', tokenOut, minimumOutput),
      assets: [{ token: coin.beta, amount }],
    });

  const bounceOf = (...assets: Message['assets']): Message =>
    messageTo(targets.bounce, 'bounce', { arguments: '0xb0', assets });

  /** Makes the call of a simulation at its block, as the debug data say. */
  const replay = (debugInfo: Simulation['debugInfo'], gas?: bigint): Promise<RpcAnswer> => {
    const { from, to, callData: data, blockNumber = 0n } = debugInfo ?? {};
    const limit = gas === undefined ? {} : { gas: quantity(gas) };
    return askRpc(chain.rpcUrl, 'eth_call', { from, to, data, ...limit }, quantity(blockNumber));
  };

  describe('a call that succeeds', () => {
    it('sends the output of a swap back', async () => {
      const message = swapOf(10n ** 18n, 1n);
      const simulation = await chain.simulate(message);
      expect(simulation).toMatchObject({ simulationStatus: true, simulationError: '' });
      expect(simulation.outMessages).toEqual([
        {
          callerAddress: targets.swap,
          operationId: expect.stringMatching(/^0x[0-9a-f]{64}$/),
          payload: '0x',
          shardsKey: message.shardsKey,
          targetAddress: message.caller,
          tokensBurned: [{ tokenAddress: red.beta, amount: '999999000000999999' }],
          tokensLocked: [],
        },
      ]);
    });

    it('burns the bridged assets and locks the reserve assets that bounce', async () => {
      const simulation = await chain.simulate(
        bounceOf({ token: coin.beta, amount: 7n }, { token: home.beta, amount: 5n }),
      );
      expect(simulation.outMessages).toMatchObject([
        {
          payload: '0xb0',
          tokensBurned: [{ tokenAddress: '', amount: '7' }],
          tokensLocked: [{ tokenAddress: home.beta, amount: '5' }],
        },
      ]);
    });

    it('treats a method name with its parameters like the bare name', async () => {
      const simulation = await chain.simulate(messageTo(targets.bounce, 'bounce(bytes,bytes)'));
      expect(simulation).toMatchObject({ simulationStatus: true, outMessages: [{ tokensBurned: [] }] });
    });

    it('only delivers the assets when no method is named, and then sends no messages', async () => {
      const nobody = '0x00000000000000000000000000000000000000aa';
      const simulation = await chain.simulate(
        messageTo(nobody, '', { assets: [{ token: red.beta, amount: 3n }] }),
      );
      expect(simulation).toMatchObject({ simulationStatus: true, outMessages: null });
    });

    it('has fees that agree with each other and with the engine', async () => {
      const { estimatedGas, estimatedJettonFeeAmount, feeParams } = await chain.simulate(bounceOf());
      const gasPrice = (await callRpc(chain.rpcUrl, 'eth_gasPrice')) as Hex;
      const gasTip = (await callRpc(chain.rpcUrl, 'eth_maxPriorityFeePerGas')) as Hex;
      expect(feeParams).toEqual({
        currentBaseFee: `${BigInt(gasPrice) - BigInt(gasTip)}`,
        isEip1559: true,
        suggestedGasPrice: `${BigInt(gasPrice)}`,
        suggestedGasTip: `${BigInt(gasTip)}`,
      });
      expect(estimatedJettonFeeAmount).toBe(`${(estimatedGas as bigint) * BigInt(gasPrice)}`);
    });

    it.each([
      ['a swap', () => swapOf(100n, 1n)],
      ['a bounce', () => bounceOf({ token: home.beta, amount: 1n })],
      [
        'much gas',
        () => messageTo(targets.gasBurner, 'burnGas', { arguments: encodeArguments('uint256', 40n) }),
      ],
      [
        'a refund',
        () => messageTo(targets.gasBurner, 'burnAndRefund', { arguments: encodeArguments('uint256', 40n) }),
      ],
      ['a mere delivery', () => messageTo(targets.bounce, '', { assets: [{ token: '', amount: 1n }] })],
    ])('has the smallest gas limit with which it succeeds: %s', async (_, message) => {
      const { debugInfo, estimatedGas } = await chain.simulate(message());
      const gas = estimatedGas as bigint;
      expect(await replay(debugInfo, gas)).toMatchObject({ result: '0x' });
      expect(await replay(debugInfo, gas - 1n)).toMatchObject({ error: { message: expect.any(String) } });
    });
  });

  describe('a call that fails', () => {
    const failing = (methodName: string, data: Hex = '0x'): Message =>
      messageTo(targets.failing, methodName, { arguments: data });
    const reverting = (data: Hex): Message => failing('failWithData', data);
    const panic = (code: bigint) => reverting(`0x4e487b71${encodeArguments('uint256', code).slice(2)}`);
    const onlyStartsLikeAnError: readonly Hex[] = [
      '0x08c379a0',
      '0x08c379a0ff',
      '0x4e487b71',
      '0x12',
      '0x5cf20d63',
    ];

    it.each<[string, () => Message, string]>([
      [
        'a reason',
        () => failing('failWithReason', encodeArguments('string', 'the pool is closed')),
        'execution reverted: the pool is closed',
      ],
      [
        'a custom error',
        () => failing('failWithCustomError', encodeArguments('uint256, string', 7n, 'closed')),
        'execution reverted: Refused(7, "closed")',
      ],
      [
        'a panic',
        () => failing('failWithPanic'),
        'execution reverted: Panic(0x11): arithmetic overflow or underflow',
      ],
      ['a bare revert', () => failing('failWithoutData'), 'execution reverted without data'],
      ['a panic of 0x1', () => panic(0x1n), 'execution reverted: Panic(0x1): assertion failed'],
      ['a panic of 0x12', () => panic(0x12n), 'execution reverted: Panic(0x12): division or modulo by zero'],
      ['a panic of 0x32', () => panic(0x32n), 'execution reverted: Panic(0x32): array index out of bounds'],
      ['an unknown panic', () => panic(0x99n), 'execution reverted: Panic(0x99): unknown panic'],
      [
        'a custom error with quotes in a text, so that its arguments stay apart',
        () => failing('failWithCustomError', encodeArguments('uint256, string', 1n, 'a", "b')),
        'execution reverted: Refused(1, "a\\", \\"b")',
      ],
      ['an unknown error', () => reverting('0xdeadbeef01'), 'execution reverted: 0xdeadbeef01'],
      ...onlyStartsLikeAnError.map((data): [string, () => Message, string] => [
        `${data}, which only starts like an error`,
        () => reverting(data),
        `execution reverted: ${data}`,
      ]),
      ['too little output', () => swapOf(40n, 100n), 'execution reverted: InsufficientOutput(100, 39)'],
      [
        'a missing method',
        () => messageTo(targets.bounce, 'absent'),
        'execution reverted: the target has no method absent(bytes,bytes)',
      ],
      [
        'no code',
        () => messageTo('0x00000000000000000000000000000000000000aa', 'bounce'),
        'execution reverted: TargetHasNoCode(0x00000000000000000000000000000000000000AA)',
      ],
      [
        'an unknown token',
        () => bounceOf({ token: '0:00', amount: 1n }),
        'execution reverted: UnknownToken("0:00")',
      ],
      [
        'an overflow of the supply',
        () => bounceOf({ token: '', amount: 2n ** 256n - 1n }),
        'execution reverted: Panic(0x11): arithmetic overflow or underflow',
      ],
      [
        'too much gas',
        () => messageTo(targets.gasBurner, 'burnGas', { arguments: encodeArguments('uint256', 10n ** 6n) }),
        'execution reverted: TargetOutOfGas(',
      ],
      [
        'too small a reserve',
        () => bounceOf({ token: home.beta, amount: 10n ** 30n }),
        'execution reverted: InsufficientReserve(',
      ],
      [
        'arguments that no block could hold',
        () => messageTo(targets.bounce, 'bounce', { arguments: `0x${'ff'.repeat(10 ** 6)}` }),
        'intrinsic gas too high',
      ],
    ])('says why: %s', async (_, message, error) => {
      const simulation = await chain.simulate(message());
      expect(simulation.simulationStatus).toBe(false);
      expect(simulation.simulationError).toContain(error);
      expect(simulation).not.toHaveProperty('estimatedGas');
      expect(simulation.outMessages).toBeNull();
    });

    it('is that of an executor whom the layer does not know', async () => {
      const simulation = await chain.simulate({ ...bounceOf(), executor: targets.swap });
      expect(simulation.simulationError).toBe(`execution reverted: NotExecutor(${targets.swap})`);
      expect(simulation.debugInfo?.from).toBe(targets.swap);
    });

    it('cannot name a method of a token, which would act in the name of the layer', async () => {
      const simulation = await chain.simulate(messageTo(coin.alpha, 'mint(address,uint256)'));
      expect(simulation.simulationError).toContain('has no method mint(address,uint256)(bytes,bytes)');
    });
  });

  describe('debug data', () => {
    it('replays with eth_call at its block', async () => {
      const good = await chain.simulate(swapOf(50n, 1n));
      const bad = await chain.simulate(swapOf(50n, 51n));
      await chain.voteForRoot(1n, `0x${'11'.repeat(32)}`, 0);
      expect(await replay(good.debugInfo)).toMatchObject({ result: '0x' });
      expect(await replay(bad.debugInfo)).toMatchObject({
        error: { message: expect.stringContaining('execution reverted') },
      });
    });
  });

  describe('many simulations', () => {
    it('leave the state as it was', async () => {
      const state = (): Promise<unknown> =>
        Promise.all([
          callRpc(chain.rpcUrl, 'eth_getBlockByNumber', 'latest', false),
          callRpc(chain.rpcUrl, 'anvil_dumpState'),
        ]);
      const before = await state();
      await Promise.all([swapOf(9n, 1n), swapOf(9n, 10n), bounceOf()].map(chain.simulate));
      expect(await state()).toEqual(before);
    });

    it('agree in parallel with those in sequence, also while blocks are made', async () => {
      const messages = Array.from({ length: 50 }, (_, index) =>
        index % 2 === 0
          ? swapOf(1000n + BigInt(index), 1020n)
          : bounceOf({ token: '', amount: BigInt(index) }),
      );
      const inSequence = [];
      for (const message of messages) inSequence.push(await chain.simulate(message));
      const [inParallel] = await Promise.all([
        Promise.all(messages.map(chain.simulate)),
        ...[0, 1, 2].map((validator) => chain.voteForRoot(7n, `0x${'77'.repeat(32)}`, validator)),
      ]);
      const again = await Promise.all(messages.map(chain.simulate));
      const outcomes = (simulations: readonly object[]) =>
        simulations.map((simulation) => ({
          ...simulation,
          debugInfo: 0,
          feeParams: 0,
          message: 0,
          estimatedJettonFeeAmount: 0,
        }));
      expect(inParallel).toEqual(inSequence);
      expect(outcomes(again)).toEqual(outcomes(inSequence));
    });
  });
});
