import * as AbiFunction from 'ox/AbiFunction';
import * as Address from 'ox/Address';
import { LocalDeploymentError } from '../../../errors.js';
import { bridgedTokenAbi } from '../artifacts/bridged-token.js';
import { crossChainLayerAbi } from '../artifacts/cross-chain-layer.js';
import { deploymentAbi } from '../artifacts/deployment.js';
import type { DestinationToken, Hex } from '../destination-chain.js';
import type { Accounts, ChainReader } from '../engine/engine.js';
import { JsonRpcError } from '../engine/json-rpc.js';
import type { NodeEngine } from '../engine/node-engine.js';
import type { Layout } from './deploy-contracts.js';

/** A layer that stands on a node, and the node's accounts that have a part in it. */
interface FoundLayer {
  readonly accounts: Accounts;
  readonly layout: Layout;
  /** How many of the validators must agree on a root. */
  readonly quorum: number;
}

const bridged = 1;
const abis = [...crossChainLayerAbi, ...deploymentAbi, ...bridgedTokenAbi];
const functions = new Map<string, AbiFunction.AbiFunction>(
  abis.filter((item) => item.type === 'function').map((item) => [item.name, AbiFunction.from(item)]),
);

/**
 * Asks a layer that a deployment of ours placed for its tokens and targets, its quorum, and which accounts it knows.
 * Others may use it too, so that nothing of it is changed.
 *
 * @param quorum - What its quorum must be. Default: any.
 * @throws LocalDeploymentError `DEPLOYMENT_CANNOT_START` when there is none, or the node has not the accounts for it.
 */
export async function findLayer(engine: NodeEngine, address: Hex, quorum?: number): Promise<FoundLayer> {
  const layer = Address.checksum(address);
  if ((await engine.codeOf(layer, 'latest')) === '0x')
    throw cannotStart(`There is no cross-chain layer on the node: there is no contract at ${layer}.`);
  try {
    const found = await describe(engine, layer);
    assertQuorum(found, quorum);
    return found;
  } catch (error) {
    if (error instanceof LocalDeploymentError && !(error instanceof JsonRpcError)) throw error;
    throw cannotStart(`The contract at ${layer} is not the cross-chain layer of a local deployment.`, error);
  }
}

async function describe(engine: NodeEngine, layer: Hex): Promise<FoundLayer> {
  const [owner, creator, quorum, registered] = await Promise.all([
    ask<Hex>(engine, layer, 'owner'),
    ask<Hex>(engine, layer, 'creator'),
    ask<bigint>(engine, layer, 'quorum'),
    ask<readonly RegisteredToken[]>(engine, layer, 'tokens'),
  ]);
  const targets = ['swap', 'bounce', 'failing', 'gasBurner'].map((name) => ask<Hex>(engine, creator, name));
  const [swap, bounce, failing, gasBurner] = (await Promise.all(targets)) as [Hex, Hex, Hex, Hex];
  return {
    accounts: { owner, ...(await findAccounts(engine, layer)) },
    layout: {
      contracts: { layer, targets: { swap, bounce, failing, gasBurner }, deployed: {} },
      tokens: await Promise.all(registered.map((token) => tokenOf(engine, token))),
    },
    quorum: Number(quorum),
  };
}

function assertQuorum({ quorum, accounts, layout }: FoundLayer, wanted = quorum): void {
  const { length: votes } = accounts.validators;
  if (wanted !== quorum)
    throw cannotStart(
      `The layer at ${layout.contracts.layer} has a quorum of ${quorum}, not ${wanted}; another one would be for all who use it.`,
    );
  if (quorum > votes)
    throw cannotStart(`The layer's quorum is ${quorum}, but the node has ${votes} of its validators.`);
}

interface RegisteredToken {
  readonly sourceToken: string;
  readonly token: Hex;
  readonly kind: number;
}

async function tokenOf(
  engine: ChainReader,
  { sourceToken, token, kind }: RegisteredToken,
): Promise<DestinationToken> {
  const name = await ask<string>(engine, token, 'symbol');
  return { name, beta: sourceToken, alpha: token, kind: kind === bridged ? 'bridged' : 'reserve' };
}

async function findAccounts(engine: NodeEngine, layer: Hex): Promise<Omit<Accounts, 'owner'>> {
  const { accounts } = engine;
  const knownAs = async (role: string): Promise<Hex[]> => {
    const known = await Promise.all(accounts.map((account) => ask<boolean>(engine, layer, role, account)));
    return accounts.filter((_, index) => known[index]);
  };
  const [executors, validators] = await Promise.all([knownAs('isExecutor'), knownAs('isValidator')]);
  if (executors.length === 0)
    throw cannotStart(
      `None of the node's ${accounts.length} accounts is an executor of the layer at ${layer}.`,
    );
  return { executors, validators };
}

async function ask<Result>(
  engine: ChainReader,
  to: Hex,
  name: string,
  ...args: readonly unknown[]
): Promise<Result> {
  const abi = functions.get(name) as AbiFunction.AbiFunction;
  const data = await engine.call(to, AbiFunction.encodeData(abi, args as []));
  return AbiFunction.decodeResult(abi, data) as Result;
}

function cannotStart(summary: string, cause?: unknown): LocalDeploymentError {
  return new LocalDeploymentError('DEPLOYMENT_CANNOT_START', { summary, cause });
}
