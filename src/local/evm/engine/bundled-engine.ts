import { urlSecrets } from '../../../internal/redaction.js';
import type { Hex } from '../destination-chain.js';
import { type AnvilOptions, type AnvilProcess, blockGasLimit, startAnvil } from './anvil-process.js';
import { createChainReader } from './chain-reader.js';
import type { Accounts, Engine, Head } from './engine.js';
import { createJsonRpc, type JsonRpc } from './json-rpc.js';
import { MiningLock } from './mining-lock.js';
import { createNodeChain, type LimitedTransaction, type RpcReceipt } from './node-chain.js';
import { readHead } from './read-head.js';

const validatorCount = 5;
const ether = 10n ** 18n;
const balance = 1_000_000n * ether;

/**
 * Starts the bundled engine, on an empty chain or a fork of another one. The same options give the same accounts.
 *
 * @throws LocalDeploymentError `DEPLOYMENT_ENGINE_MISSING` or `DEPLOYMENT_CANNOT_START`.
 */
export async function startBundledEngine(
  options: AnvilOptions,
): Promise<{ engine: Engine; accounts: Accounts }> {
  const anvil = await startAnvil(options);
  const rpc = createJsonRpc(anvil.url, { secrets: urlSecrets(options.forkUrl) });
  const stop = async (): Promise<void> => {
    await rpc.close();
    await anvil.stop();
  };
  try {
    return await describe(rpc, anvil, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function describe(
  rpc: JsonRpc,
  { url, ended }: AnvilProcess,
  stop: () => Promise<void>,
): Promise<{ engine: Engine; accounts: Accounts }> {
  const [id, held] = await rpc.batch([['eth_chainId'], ['eth_accounts'], ['anvil_setLoggingEnabled', false]]);
  const [owner, executor, ...others] = held as [Hex, Hex, ...Hex[]];
  // The only sender of transactions knows the chain's head without asking.
  let head: Head = await readHead(rpc);
  const miningLock = new MiningLock();
  const reader = createChainReader(rpc);
  const chain = createNodeChain(rpc, {
    mine: (transaction) => miningLock.mine(() => mine(rpc, transaction)),
    gas: blockGasLimit,
    changed: async () => {
      head = await readHead(rpc);
    },
  });
  return {
    engine: {
      url,
      chainId: Number(id),
      async head() {
        await chain.settled();
        return head;
      },
      ...reader,
      simulate: (call, block) => miningLock.read(() => reader.simulate(call, block)),
      ...chain,
      stateOverrides: () => undefined,
      started: rpc.started,
      ended,
      stop,
    },
    accounts: { owner, executors: [executor], validators: others.slice(0, validatorCount) },
  };
}

async function mine(rpc: JsonRpc, transaction: LimitedTransaction): Promise<RpcReceipt> {
  const enough = balance + BigInt(transaction.value ?? 0);
  await rpc.call('anvil_setBalance', transaction.from, `0x${enough.toString(16)}`);
  return (await rpc.call('eth_sendTransactionSync', transaction)) as RpcReceipt;
}
