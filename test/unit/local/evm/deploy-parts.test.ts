import { formatBetaAddress } from 'crosscheck/contract';
import type { Hex } from 'crosscheck/local';
import * as AbiFunction from 'ox/AbiFunction';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createDestinationChain,
  type DestinationChain,
  type DestinationChainOptions,
} from '../../../../src/local/evm/destination-chain.js';
import { callRpc } from '../../../support/json-rpc.js';
import {
  brokenArtifact,
  closedArtifact,
  foundryArtifact,
  hardhatArtifact,
  tupleArtifact,
} from './artifacts-written.js';
import { engines, type StartedEngine } from './engines.js';
import { messageTo } from './message-to.js';

const holder = '0x00000000000000000000000000000000000000A1';
const rich = '0x00000000000000000000000000000000000000b2';
const goldHash = '60'.repeat(32);
const gold = `0:${goldHash}`;
const silver = `0:${'51'.repeat(32)}`;

const balanceOfFunction = AbiFunction.from('function balanceOf(address) view returns (uint256)');

const options: DestinationChainOptions = {
  deploy: [
    { name: 'Gold', artifact: foundryArtifact, args: ['GLD', { layer: true }, holder, '1000'] },
    { name: 'Safe', artifact: hardhatArtifact, args: ['SAFE', { token: 'GOLD' }, 77] },
    { name: 'Closed', artifact: closedArtifact },
  ],
  tokens: [
    {
      name: 'GOLD',
      beta: formatBetaAddress({ workchain: 0, hash: goldHash, form: 'bounceable' }),
      alpha: 'Gold',
    },
    { name: 'SILVER', beta: silver, kind: 'reserve' },
  ],
  fund: [
    { address: rich, amount: 5n },
    { address: rich, token: 'GOLD', amount: '7' },
    { address: rich, token: 'SILVER', amount: 8n },
    { address: rich, token: 'COIN', amount: 9n },
  ],
};

describe.each(engines)('on $name', ({ start }) => {
  let engine: StartedEngine;
  let chain: DestinationChain;

  beforeAll(async () => {
    engine = await start(options);
    chain = engine.chain;
  });

  afterAll(() => engine.stop());

  async function balanceOf(account: Hex, token: Hex): Promise<bigint> {
    const data = AbiFunction.encodeData(balanceOfFunction, [account]);
    return BigInt((await callRpc(chain.rpcUrl, 'eth_call', { to: token, data }, 'latest')) as Hex);
  }
  const alphaOf = (name: string): Hex => chain.tokens.find((token) => token.name === name)?.alpha as Hex;

  it('deploys contracts with their arguments, and returns their addresses', async () => {
    const { deployed } = chain.contracts;
    expect(Object.keys(deployed)).toEqual(['Gold', 'Safe', 'Closed']);
    expect(await balanceOf(holder, deployed.Gold as Hex)).toBe(1000n);
    expect(await balanceOf(deployed.Gold as Hex, deployed.Safe as Hex)).toBe(77n);
  });

  it('registers tokens that calls can use as assets', async () => {
    const [goldToken, silverToken] = ['GOLD', 'SILVER'].map((name) =>
      chain.tokens.find((token) => token.name === name),
    );
    expect(goldToken).toMatchObject({ beta: gold, kind: 'bridged', alpha: chain.contracts.deployed.Gold });
    expect(silverToken).toMatchObject({ beta: silver, kind: 'reserve' });
    const message = messageTo(chain.contracts.targets.bounce, 'bounce', {
      assets: [
        { token: gold, amount: 3n },
        { token: silver, amount: 4n },
      ],
    });
    expect((await chain.simulate(message)).outMessages).toMatchObject([
      {
        tokensBurned: [{ amount: '3', tokenAddress: gold }],
        tokensLocked: [{ amount: '4', tokenAddress: silver }],
      },
    ]);
  });

  it('funds accounts with the native coin and with tokens', async () => {
    expect(await callRpc(chain.rpcUrl, 'eth_getBalance', rich, 'latest')).toBe('0x5');
    const balances = ['GOLD', 'SILVER', 'COIN'].map((name) => balanceOf(rich, alphaOf(name)));
    expect(await Promise.all(balances)).toEqual([7n, 8n, 9n]);
  });

  it('knows the errors of deployed contracts', async () => {
    const message = messageTo(chain.contracts.deployed.Closed as Hex, 'anything');
    expect(await chain.simulate(message)).toMatchObject({
      simulationError: 'execution reverted: PoolClosed()',
    });
  });
});

it.each<[string, DestinationChainOptions, string]>([
  [
    'too few arguments',
    { deploy: [{ name: 'Safe', artifact: hardhatArtifact, args: ['SAFE'] }] },
    'The artifact of Safe has a constructor (string symbol_, address holder, uint256 supply), which does not take 1 arguments.',
  ],
  [
    'arguments of other types',
    { deploy: [{ name: 'Safe', artifact: hardhatArtifact, args: ['SAFE', holder, 'many'] }] },
    'The artifact of Safe has a constructor (string symbol_, address holder, uint256 supply), which does not take the arguments: args[2] must be an integer (uint256): a bigint, a safe number or a text.',
  ],
  [
    'a token that is not there yet',
    { deploy: [{ name: 'Safe', artifact: hardhatArtifact, args: ['SAFE', { token: 'GOLD' }, 1] }] },
    'The artifact of Safe has a constructor (string symbol_, address holder, uint256 supply), which does not take the arguments: no token is called GOLD at that point, only COIN, RED, BLUE, HOME.',
  ],

  [
    'a tuple that is none',
    { deploy: [{ name: 'Vault', artifact: tupleArtifact, args: [5n, [{ to: holder }]] }] },
    'The artifact of Vault has a constructor (uint8 cap, (address to, uint256 share)[] parts), which does not take the arguments: args[1][0].share must be an integer (uint256): a bigint, a safe number or a text.',
  ],
  [
    'a number out of range',
    { deploy: [{ name: 'Vault', artifact: tupleArtifact, args: [256, []] }] },
    'which does not take the arguments: args[0] must be within the range of uint8.',
  ],
])('rejects before anything runs %s', async (_, bad, message) => {
  const options = { ...bad, anvilBinary: '/nowhere/anvil' };
  await expect(createDestinationChain(options)).rejects.toMatchObject({
    code: 'USAGE',
    message: expect.stringContaining(message),
  });
});

it.each<[string, DestinationChainOptions, string]>([
  [
    'a constructor that reverts',
    { deploy: [{ name: 'Broken', artifact: brokenArtifact }] },
    'The contract Broken cannot be deployed: execution reverted: PoolClosed().',
  ],
  [
    'a token without code',
    { tokens: [{ name: 'GOLD', beta: gold, alpha: holder }] },
    `The token GOLD cannot be registered: there is no contract at ${holder}.`,
  ],
  [
    'more than there is',
    { fund: [{ address: rich, amount: 2n ** 256n - 1n }] },
    `The account ${rich} cannot be funded: `,
  ],
  [
    'more of a reserve than there is',
    { fund: [{ address: rich, token: 'HOME', amount: 10n ** 30n }] },
    `The account ${rich} cannot be funded: execution reverted: InsufficientReserve(`,
  ],
])('says why it cannot start: %s', async (_, bad, summary) => {
  await expect(createDestinationChain(bad)).rejects.toMatchObject({
    code: 'DEPLOYMENT_CANNOT_START',
    summary: expect.stringContaining(summary),
  });
});
