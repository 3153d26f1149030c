import * as Address from 'ox/Address';
import * as Hash from 'ox/Hash';
import * as HexText from 'ox/Hex';
import { LocalDeploymentError, type LocalDeploymentErrorCode } from '../../errors.js';
import { optionName } from '../../internal/option-names.js';
import { redactedText, urlSecrets } from '../../internal/redaction.js';
import { type AnvilOptions, type EngineEndedError, startAnvil } from './anvil.js';
import {
  createJsonRpc,
  type Hex,
  isQuantity,
  type JsonRpc,
  JsonRpcError,
  NoAnswerError,
  type RpcCall,
} from './json-rpc.js';
import { createNodeChain, emptySimulation, type NodeChain } from './node-chain.js';

/** The EVM of a destination chain. */
export interface Engine extends NodeChain {
  /** Its JSON-RPC endpoint, without anything that could be a credential. */
  readonly url: string;
  readonly accounts: Accounts;
  /** Raises the time limit of answers, which is half a minute while a deployment starts. */
  started(): void;
  /** Resolves if the bundled engine ends by itself. Undefined for another node. */
  readonly ended?: Promise<EngineEndedError> | undefined;
  stop(): Promise<void>;
}

/** The accounts that send transactions. Nobody has their keys: the node impersonates them. */
export interface Accounts {
  /** Deploys, registers and funds; owns the layer. */
  readonly owner: Hex;
  readonly executors: readonly Hex[];
  readonly validators: readonly Hex[];
}

/** Which EVM to use: anvil, or the development node at a URL. */
export interface EngineOptions extends AnvilOptions {
  readonly rpcUrl?: string | undefined;
  /** The environment variable that names that node, if it is not an option. */
  readonly rpcUrlVariable?: string | undefined;
}

const accounts: Accounts = {
  owner: accountOf('owner'),
  executors: [accountOf('executor')],
  validators: Array.from({ length: 5 }, (_, index) => accountOf(`validator ${index}`)),
};

/**
 * Starts the bundled engine, on an empty chain or a fork, or connects to a development node.
 *
 * @throws LocalDeploymentError `DEPLOYMENT_ENGINE_MISSING` or `DEPLOYMENT_CANNOT_START`. Then nothing is left running.
 */
export async function startEngine({ rpcUrl, rpcUrlVariable, ...options }: EngineOptions): Promise<Engine> {
  if (rpcUrl !== undefined) {
    const { rpc, url } = await openNode(rpcUrl, {
      variable: rpcUrlVariable,
      chainId: options.chainId,
      calls: developmentCalls,
    });
    return stopOnFailure(rpc.close, async () => engineOn(rpc, { url, stop: rpc.close }));
  }
  const { forkUrl } = options;
  const upstream = forkUrl === undefined ? undefined : await openFork(forkUrl, options);
  // A fork has the chain id of the forked chain.
  const chainId = upstream?.chainId ?? options.chainId;
  const anvil = await startAnvil({ ...options, chainId });
  const rpc = createJsonRpc(anvil.url, { secrets: urlSecrets(forkUrl) });
  const stop = async (): Promise<void> => {
    await rpc.close();
    await anvil.stop();
  };
  return stopOnFailure(stop, async () => {
    await rpc.call('anvil_setLoggingEnabled', false);
    return engineOn(rpc, { url: anvil.url, ended: anvil.ended, stop });
  });
}

async function engineOn(rpc: JsonRpc, parts: Pick<Engine, 'url' | 'ended' | 'stop'>): Promise<Engine> {
  const chain = await createNodeChain(rpc, parts.ended !== undefined);
  return { ...parts, ...chain, accounts, started: rpc.started };
}

/** An error of a running engine. During the start of a deployment, it is the reason why the start fails. */
const codesOfEngine: readonly LocalDeploymentErrorCode[] = ['DEPLOYMENT_ENGINE_FAILED', 'DEPLOYMENT_STOPPED'];

/** Runs a part of a start. If it fails, stops what was started and throws. */
export async function stopOnFailure<Result>(
  stop: () => Promise<void>,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    await stop();
    const isOfEngine = error instanceof LocalDeploymentError && codesOfEngine.includes(error.code);
    if (!isOfEngine) throw error;
    throw cannotStart(error.summary, error);
  }
}

/** A node that answers. */
interface Node {
  readonly rpc: JsonRpc;
  /** Its endpoint, see {@link publicUrl}. */
  readonly url: string;
  readonly chainId: number;
}

/** What a node must be able to do. */
interface NodeDemands {
  /** The environment variable that names the node. Default: an option does. */
  readonly variable?: string | undefined;
  /** The chain that it must be a node of. Default: any. */
  readonly chainId?: number | undefined;
  /** Examples of calls that it must accept. */
  readonly calls?: readonly RpcCall[];
  /** A block that it must have. Default: none. */
  readonly block?: number | undefined;
}

/** What only development nodes can do, and a node that can simulate. */
const developmentCalls: readonly RpcCall[] = [
  emptySimulation,
  ['hardhat_impersonateAccount', accounts.owner],
  ['hardhat_setBalance', accounts.owner, '0xde0b6b3a7640000'],
  ['evm_snapshot'],
];

async function openFork(url: string, { chainId, forkBlock }: EngineOptions): Promise<Node> {
  const node = await openNode(url, { chainId, block: forkBlock });
  await node.rpc.close();
  return node;
}

/**
 * Finds out whether a node answers, is one of the right chain and accepts the calls that are needed.
 *
 * @throws LocalDeploymentError `DEPLOYMENT_CANNOT_START` if not. The path of the URL may be a key, and is not named.
 */
async function openNode(url: string, demands: NodeDemands): Promise<Node> {
  const { host, href } = new URL(url);
  const { variable, chainId, block, calls = [] } = demands;
  const node = `The node at ${host}${variable === undefined ? '' : `, which ${variable} names,`}`;
  const blockCall = ['eth_getBlockByNumber', `0x${(block ?? 0).toString(16)}`, false] as const;
  const secrets = urlSecrets(url);
  const probe = createJsonRpc(href, { timeoutMs: 10_000, secrets });
  try {
    const [id, foundBlock, ...answers] = await probe.batch([['eth_chainId'], blockCall, ...calls]);
    if (id instanceof JsonRpcError) throw cannotStart(`${rejectionBy(node, id)}.`);
    const found = isQuantity(id) ? Number(id) : Number.NaN;
    if (!Number.isSafeInteger(found)) throw cannotStart(`${node} returned no chain id.`);
    if (chainId !== undefined && found !== chainId)
      throw cannotStart(`${node} is one of chain ${found}, not of chain ${chainId}.`);
    if (block !== undefined && foundBlock === null) throw cannotStart(`${node} has no block ${block}.`);
    const rejection = answers.find((answer) => answer instanceof JsonRpcError);
    if (rejection)
      throw cannotStart(
        `${rejectionBy(node, rejection)}. ${variable ?? optionName('rpcUrl')} needs a development node, such as anvil; to use another chain, fork it with ${optionName('forkUrl')}.`,
      );
    // Later calls may take longer than the first ones.
    return { rpc: createJsonRpc(href, { secrets }), url: publicUrl(href), chainId: found };
  } catch (error) {
    throw error instanceof NoAnswerError ? cannotStart(error.of(node), error) : error;
  } finally {
    await probe.close();
  }
}

function rejectionBy(node: string, { method, rpcMessage }: JsonRpcError): string {
  return `${node} rejects ${method} (${rpcMessage})`;
}

/** Returns what everybody may see of the URL of a node: its origin. A key may be anywhere else in it. */
function publicUrl(url: string): string {
  const { origin, pathname, search } = new URL(url);
  return pathname === '/' && search === '' ? origin : `${origin}/${redactedText}`;
}

/** The error of a start that fails. */
export function cannotStart(summary: string, cause?: unknown): LocalDeploymentError {
  return new LocalDeploymentError('DEPLOYMENT_CANNOT_START', { summary, cause });
}

function accountOf(role: string): Hex {
  return Address.checksum(`0x${Hash.keccak256(HexText.fromString(`crosscheck ${role}`)).slice(-40)}`);
}
