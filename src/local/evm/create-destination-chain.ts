import * as Address from 'ox/Address';
import { type AnvilOptions, type AnvilProcess, startAnvil } from './anvil-process.js';
import { deployContracts } from './deploy-contracts.js';
import type { DestinationChain, Hex, InMessage } from './destination-chain.js';
import { executeMessage } from './execute-message.js';
import { createJsonRpc, type JsonRpc } from './json-rpc.js';
import { encodeExecuteProven, leafOf } from './layer-codec.js';
import { createRootVotes } from './root-votes.js';
import { simulateMessage } from './simulate-message.js';
import { createTransactions } from './transactions.js';

/** How to create a destination chain. */
export type DestinationChainOptions = AnvilOptions;

const validatorCount = 5;
const quorum = 3;

/**
 * Starts a destination chain: a real EVM with the cross-chain layer, its tokens and its targets on it. The same
 * options give the same accounts, addresses and operation ids each time.
 *
 * @throws LocalDeploymentError `DEPLOYMENT_ENGINE_MISSING` or `DEPLOYMENT_CANNOT_START`.
 */
export async function createDestinationChain(
  options: DestinationChainOptions = {},
): Promise<DestinationChain> {
  const engine = await startAnvil(options);
  const rpc = createJsonRpc(engine.url);
  const stop = async (): Promise<void> => {
    await rpc.close();
    await engine.stop();
  };
  try {
    return { ...(await layOut(engine, rpc)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function layOut(engine: AnvilProcess, rpc: JsonRpc): Promise<Omit<DestinationChain, 'stop'>> {
  await rpc.call('anvil_setLoggingEnabled', false);
  const chainId = Number(await rpc.call('eth_chainId'));
  const accounts = (await rpc.call('eth_accounts')) as readonly Hex[];
  const [deployer, executor, ...others] = accounts.map((account) => Address.checksum(account)) as [
    Hex,
    Hex,
    ...Hex[],
  ];
  const validators = others.slice(0, validatorCount);
  const executors = [executor];
  const transactions = await createTransactions(rpc);
  const roles = { deployer, executors, validators, quorum };
  const { contracts, tokens } = await deployContracts(transactions, roles);
  const { layer } = contracts;
  const executorOf = (message: InMessage): Hex => message.executor ?? executor;

  return {
    chainId,
    rpcUrl: engine.url,
    contracts,
    tokens,
    executors,
    validators: validatorCount,
    quorum,
    leafOf,
    ...createRootVotes(rpc, transactions, layer, validators),
    simulate: (message) => {
      const ground = { rpc, contracts, tokens, executor: executorOf(message), head: transactions.head };
      return simulateMessage(ground, message);
    },
    execute: (message, epoch, proof) => {
      const data = encodeExecuteProven(message, epoch, proof);
      return executeMessage(rpc, transactions, message, { from: executorOf(message), to: layer, data });
    },
  };
}
