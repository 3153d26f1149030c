import { LocalDeploymentError, UsageError } from '../../../errors.js';
import { optionName } from '../../../internal/option-names.js';
import { urlSecrets } from '../../../internal/redaction.js';
import { createJsonRpc, type JsonRpc, JsonRpcError, type RpcCall } from './json-rpc.js';
import { NoAnswerError } from './no-answer-error.js';
import { publicUrl } from './public-url.js';
import { isQuantity } from './quantity.js';

/** A node that answers. */
export interface Node {
  readonly rpc: JsonRpc;
  /** Its endpoint, see `publicUrl`. */
  readonly url: string;
  readonly chainId: number;
}

/** What a node must be like. */
interface NodeDemands {
  /** The chain that it must be a node of. Default: any. */
  readonly chainId?: number | undefined;
  /** Calls that it must be able to make, each with a small example. */
  readonly calls?: readonly RpcCall[];
  /** A block that it must have. Default: none. */
  readonly block?: number | undefined;
  /** How long it may take to answer. Default: 10,000. */
  readonly timeoutMs?: number;
}

/** Without them a node can still be forked. */
const neededOfNodes: readonly string[] = ['eth_simulateV1', 'debug_traceCall'];

/**
 * Looks whether a node answers, is one of the right chain and can do what is needed.
 *
 * @throws {UsageError} when the URL is none.
 * @throws LocalDeploymentError `DEPLOYMENT_CANNOT_START` otherwise. The node's path may hold a key, and is not named.
 */
export async function openNode(url: string, demands: NodeDemands): Promise<Node> {
  const { host, href } = parsedUrl(url);
  const { chainId, block, calls = [], timeoutMs = 10_000 } = demands;
  const blockCall = ['eth_getBlockByNumber', `0x${(block ?? 0).toString(16)}`, false] as const;
  const secrets = urlSecrets(url);
  const probe = createJsonRpc(href, { timeoutMs, secrets });
  try {
    const [id, foundBlock, ...answers] = await answered(probe, host, [['eth_chainId'], blockCall, ...calls]);
    if (id instanceof JsonRpcError) throw rejected(host, id);
    const found = isQuantity(id) ? Number(id) : Number.NaN;
    if (!Number.isSafeInteger(found)) throw cannotStart(`The node at ${host} gives no chain id.`);
    if (chainId !== undefined && found !== chainId)
      throw cannotStart(`The node at ${host} is one of chain ${found}, not of chain ${chainId}.`);
    if (block !== undefined && foundBlock === null)
      throw cannotStart(`The node at ${host} has no block ${block}.`);
    for (const answer of answers) if (answer instanceof JsonRpcError) throw rejected(host, answer);
    // Later calls may take longer than the first ones.
    return { rpc: createJsonRpc(href, { secrets }), url: publicUrl(href), chainId: found };
  } finally {
    await probe.close();
  }
}

async function answered(rpc: JsonRpc, host: string, calls: readonly RpcCall[]): Promise<unknown[]> {
  try {
    return await rpc.batch(calls);
  } catch (error) {
    if (!(error instanceof NoAnswerError)) throw error;
    throw cannotStart(error.of(`The node at ${host}`), error);
  }
}

function rejected(host: string, { method, rpcMessage }: JsonRpcError): LocalDeploymentError {
  const advice = neededOfNodes.includes(method)
    ? `; let the bundled engine fork it with ${optionName('forkUrl')} instead`
    : '';
  return cannotStart(`The node at ${host} rejects ${method} (${rpcMessage})${advice}.`);
}

function cannotStart(summary: string, cause?: unknown): LocalDeploymentError {
  return new LocalDeploymentError('DEPLOYMENT_CANNOT_START', { summary, cause });
}

function parsedUrl(url: string): URL {
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return new URL(url);
  // It may hold a password, and so is not shown.
  throw new UsageError('The URL of a JSON-RPC node must begin with http:// or https://.');
}
