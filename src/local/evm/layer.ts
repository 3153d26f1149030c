import * as AbiConstructor from 'ox/AbiConstructor';
import * as AbiEvent from 'ox/AbiEvent';
import * as AbiFunction from 'ox/AbiFunction';
import * as AbiParameters from 'ox/AbiParameters';
import { z } from 'zod';
import { strictObject } from '../../internal/options.js';
import { crossChainLayerAbi, deploymentAbi, deploymentBytecode } from './artifacts.js';
import { cannotStart, type Engine } from './engine.js';
import type { Hex } from './json-rpc.js';
import { leafHash } from './keccak256.js';
import type { RpcLog } from './node-chain.js';

export const addressSchema = z.templateLiteral(['0x', z.string().regex(/^[0-9a-fA-F]{40}$/)]);

const contractsShape = {
  layer: addressSchema,
  targets: strictObject({
    /** `swap`: arguments are `(address tokenOut, uint256 minimumOutput)`. */
    swap: addressSchema,
    /** `bounce`: sends the assets back, the arguments as the payload. */
    bounce: addressSchema,
    /** `failWithReason (string)`, `failWithCustomError (uint256, string)`, `failWithPanic`, `failWithoutData`, `failWithData`. */
    failing: addressSchema,
    /** `burnGas` and `burnAndRefund`: arguments are `(uint256 slots)`. */
    gasBurner: addressSchema,
  }),
  /** Your contracts, by the names that `deploy` gives them. */
  deployed: z.record(z.string(), addressSchema).readonly(),
};

export const contractsSchema: z.ZodType<DestinationContracts> = z.strictObject(contractsShape);

/** The contracts of the destination chain. */
export interface DestinationContracts extends Readonly<z.output<z.ZodObject<typeof contractsShape>>> {}

const tokenShape = {
  name: z.string(),
  /** Its raw address on the source chain; `""` for the native coin. */
  beta: z.string(),
  alpha: addressSchema,
  /** `bridged` tokens are minted and burned by the layer, `reserve` tokens unlocked and locked. */
  kind: z.enum(['bridged', 'reserve']),
};

export const tokenSchema: z.ZodType<DestinationToken> = z.strictObject(tokenShape);

/** A token of the destination chain, with its address on the source chain. */
export interface DestinationToken extends Readonly<z.output<z.ZodObject<typeof tokenShape>>> {}

/** What is deployed on the chain. */
export interface Layout {
  readonly contracts: DestinationContracts;
  readonly tokens: readonly DestinationToken[];
}

/** The tokens of every deployment. */
export const sampleTokens: readonly Omit<DestinationToken, 'alpha'>[] = [
  { name: 'COIN', beta: '', kind: 'bridged' },
  { name: 'RED', beta: `0:${'a1'.repeat(32)}`, kind: 'bridged' },
  { name: 'BLUE', beta: `0:${'b2'.repeat(32)}`, kind: 'bridged' },
  { name: 'HOME', beta: `0:${'c3'.repeat(32)}`, kind: 'reserve' },
];
/** The numbers of the kinds of tokens in the contracts. */
export const kindNumber = { bridged: 1, reserve: 2 } as const;
/** What the swap pool, and the reserve of a token that has one, hold from the start. */
export const initialSupply = 1_000_000n * 10n ** 18n;

const deployedEvent = AbiEvent.fromAbi(deploymentAbi, 'Deployed');

/** Deploys the layer, the tokens and the targets in one transaction. */
export async function deployLayer(
  { send, accounts: { owner, executors, validators } }: Engine,
  quorum: number,
): Promise<Layout> {
  const tokens = sampleTokens.map(({ name, beta, kind }) => ({
    symbol: name,
    sourceToken: beta,
    kind: kindNumber[kind],
    poolSupply: initialSupply,
    reserve: kind === 'reserve' ? initialSupply : 0n,
  }));
  const data = AbiConstructor.encode(AbiConstructor.fromAbi(deploymentAbi), {
    bytecode: deploymentBytecode,
    args: [executors, validators, BigInt(quorum), tokens],
  });
  const { logs } = await send({ from: owner, data });
  const topic = AbiEvent.getSelector(deployedEvent);
  const log = logs.find(({ topics }) => topics[0] === topic);
  if (log === undefined) throw cannotStart('The contracts cannot be deployed.');
  const at = AbiEvent.decode(deployedEvent, { data: log.data, topics: [...log.topics] });
  const { layer, swap, bounce, failing, gasBurner } = at;
  return {
    contracts: { layer, targets: { swap, bounce, failing, gasBurner }, deployed: {} },
    tokens: sampleTokens.map((token, index) => ({ ...token, alpha: at.tokens[index] as Hex })),
  };
}

/** An asset of a message: a source-chain token in raw form, or `""` for the source chain's native coin. */
export interface MessageAsset {
  readonly token: string;
  /** In base units. */
  readonly amount: bigint;
}

/** A message of the source chain for the cross-chain layer of the destination chain. */
export interface InMessage {
  readonly operationId: Hex;
  readonly shardsKey: bigint;
  /** The caller on the source chain, as text. */
  readonly caller: string;
  readonly target: Hex;
  /** A bare name, or one with `(bytes,bytes)`; `""` only delivers the assets. */
  readonly methodName: string;
  readonly arguments: Hex;
  readonly assets: readonly MessageAsset[];
  /** Who may deliver it. Undefined leaves the choice to the chain. */
  readonly executor?: Hex | undefined;
  readonly extraData: Hex;
}

/** A message that a target sent back to the source chain while its call was executed. */
export interface OutboundMessage {
  readonly operationId: Hex;
  readonly caller: Hex;
  /** The recipient on the source chain, as text. */
  readonly target: string;
  readonly payload: Hex;
  readonly shardsKey: bigint;
  readonly burned: readonly { readonly token: Hex; readonly amount: bigint }[];
  readonly locked: readonly { readonly token: Hex; readonly amount: bigint }[];
}

const execute = AbiFunction.fromAbi(crossChainLayerAbi, 'execute');
const executeProven = AbiFunction.fromAbi(crossChainLayerAbi, 'executeProven');
const outMessageSent = AbiEvent.fromAbi(crossChainLayerAbi, 'OutMessageSent');
const outMessageTopic = AbiEvent.getSelector(outMessageSent);

/** Encodes the delivery that a simulation makes, without a proof. */
export function encodeExecute(message: InMessage): Hex {
  return AbiFunction.encodeData(execute, [layerMessage(message)]);
}

/** Encodes a delivery that the root of an epoch proves. */
export function encodeExecuteProven(message: InMessage, epoch: bigint, proof: readonly Hex[]): Hex {
  return AbiFunction.encodeData(executeProven, [layerMessage(message), epoch, proof]);
}

/** Returns the Merkle leaf of a message: `keccak256(keccak256(abi.encode(message)))`, like the layer's `leafOf`. */
export function leafOf(message: InMessage): Hex {
  return leafHash(AbiParameters.encode(execute.inputs, [layerMessage(message)]));
}

/** Returns the outgoing messages among the logs of an execution, in the order in which they were sent. */
export function decodeOutMessages(layer: Hex, logs: readonly RpcLog[]): OutboundMessage[] {
  return logs
    .filter(({ address, topics }) => topics[0] === outMessageTopic && address === layer.toLowerCase())
    .map((log) => {
      const { operationId, caller, message } = AbiEvent.decode(outMessageSent, {
        data: log.data,
        topics: [...log.topics],
      });
      const { burn, lock, ...rest } = message;
      return { operationId, caller, ...rest, burned: burn, locked: lock };
    });
}

function layerMessage({ executor, ...message }: InMessage): Omit<InMessage, 'executor'> {
  return message;
}
