import * as AbiConstructor from 'ox/AbiConstructor';
import type * as AbiError from 'ox/AbiError';
import * as AbiFunction from 'ox/AbiFunction';
import * as AbiParameters from 'ox/AbiParameters';
import * as Address from 'ox/Address';
import * as Hash from 'ox/Hash';
import * as HexText from 'ox/Hex';
import { alphaAddressIssue, rawBetaAddress } from '../../contract/addresses.js';
import { UsageError } from '../../errors.js';
import {
  bridgedTokenAbi,
  bridgedTokenBytecode,
  crossChainLayerAbi,
  reserveTokenAbi,
  reserveTokenBytecode,
} from './artifacts.js';
import {
  type AccountToFund,
  type Artifact,
  type ContractToDeploy,
  readArtifact,
  type TokenToRegister,
} from './custom-contracts.js';
import { cannotStart, type Engine } from './engine.js';
import { type Hex, JsonRpcError, quantity } from './json-rpc.js';
import {
  type DestinationToken,
  encodeExecute,
  initialSupply,
  kindNumber,
  type Layout,
  sampleTokens,
} from './layer.js';
import type { RpcTransaction, Sent } from './node-chain.js';
import type { RevertReader } from './revert-text.js';

/** What a user adds to the destination chain. */
export interface GivenParts {
  readonly deploy?: readonly ContractToDeploy[] | undefined;
  readonly tokens?: readonly TokenToRegister[] | undefined;
  readonly fund?: readonly AccountToFund[] | undefined;
}

/** A contract to deploy, with its artifact. */
interface Contract {
  readonly name: string;
  readonly artifact: Artifact;
  readonly args: readonly unknown[];
}

/**
 * Reads and validates what a user adds to the destination chain, before anything runs.
 *
 * @throws {UsageError} if arguments do not match a constructor.
 * @throws LocalDeploymentError `DEPLOYMENT_CANNOT_START` if an artifact is invalid.
 */
export function readParts({ deploy = [], tokens = [], fund = [] }: GivenParts) {
  const contracts = deploy.map(({ name, artifact, args = [] }) => ({
    name,
    args,
    artifact: readArtifact(artifact, name),
  }));
  assertArguments(contracts, tokens);
  /** The errors that the contracts may revert with. */
  const errors: readonly AbiError.AbiError[] = contracts.flatMap(({ artifact }) =>
    artifact.abi.filter((item) => item.type === 'error'),
  );
  return {
    errors,
    /**
     * Deploys all of it, and returns what is deployed then.
     *
     * @throws LocalDeploymentError `DEPLOYMENT_CANNOT_START` with the reason if the chain rejects a part.
     */
    async deploy(engine: Engine, layout: Layout, revertText: RevertReader): Promise<Layout> {
      const deployment = new PartsDeployment(engine, layout, revertText);
      for (const step of stepsOf(contracts, tokens)) {
        if ('contract' in step) await deployment.addContract(step.contract);
        else await deployment.addToken(step.token);
      }
      for (const [index, account] of fund.entries()) await deployment.fund(account, index);
      return deployment.layout;
    },
  };
}

/**
 * Returns contracts and tokens in the order of their deployment. Contracts keep their order. A token that is one of them
 * follows it, and any other token comes before all contracts.
 */
function stepsOf(
  contracts: readonly Contract[],
  tokens: readonly TokenToRegister[],
): ({ readonly contract: Contract } | { readonly token: TokenToRegister })[] {
  const isContract = ({ alpha }: TokenToRegister): boolean => contracts.some(({ name }) => name === alpha);
  return [
    ...tokens.filter((token) => !isContract(token)).map((token) => ({ token })),
    ...contracts.flatMap((contract) => [
      { contract },
      ...tokens.filter(({ alpha }) => alpha === contract.name).map((token) => ({ token })),
    ]),
  ];
}

/** Encodes the arguments of all constructors, with addresses that stand for the later ones. */
function assertArguments(contracts: readonly Contract[], tokens: readonly TokenToRegister[]): void {
  const anywhere: Hex = `0x${'11'.repeat(20)}`;
  const known = sampleTokens.map(({ name }) => ({ name, alpha: anywhere }));
  for (const step of stepsOf(contracts, tokens)) {
    if ('contract' in step) creationData(step.contract, anywhere, known);
    else known.push({ name: step.token.name, alpha: anywhere });
  }
}

const registerToken = AbiFunction.fromAbi(crossChainLayerAbi, 'registerToken');
const transfer = AbiFunction.fromAbi(reserveTokenAbi, 'transfer');

class PartsDeployment {
  readonly #engine: Engine;
  readonly #revertText: RevertReader;
  layout: Layout;

  constructor(engine: Engine, layout: Layout, revertText: RevertReader) {
    this.#engine = engine;
    this.#revertText = revertText;
    this.layout = layout;
  }

  async addContract(contract: Contract): Promise<void> {
    const { contracts, tokens } = this.layout;
    const data = creationData(contract, contracts.layer, tokens);
    const address = await this.#create(`The contract ${contract.name} cannot be deployed`, data);
    const deployed = { ...contracts.deployed, [contract.name]: address };
    this.layout = { tokens, contracts: { ...contracts, deployed } };
  }

  async addToken({ name, beta, kind = 'bridged', alpha }: TokenToRegister): Promise<void> {
    const { contracts, tokens } = this.layout;
    const known = contracts.deployed[alpha ?? ''] ?? alpha;
    const address = known === undefined ? await this.#createToken(name, kind) : Address.checksum(known);
    const token: DestinationToken = { name, beta: rawBetaAddress(beta), kind, alpha: address };
    const what = `The token ${name} cannot be registered`;
    if ((await this.#engine.codeOf(address, 'latest')) === '0x')
      throw cannotStart(`${what}: there is no contract at ${address}.`);
    const data = AbiFunction.encodeData(registerToken, [token.beta, address, kindNumber[kind]]);
    await this.#send(what, { from: this.#owner, to: contracts.layer, data });
    this.layout = { contracts, tokens: [...tokens, token] };
  }

  /** Sends the native coin to an account, or lets the layer deliver tokens: only it can mint them or holds their reserve. */
  async fund({ address, token, amount }: AccountToFund, index: number): Promise<void> {
    const to = address as Hex;
    const what = `The account ${address} cannot be funded`;
    if (token === undefined) {
      await this.#send(what, { from: this.#owner, to, data: '0x', value: quantity(BigInt(amount)) });
      return;
    }
    const beta = this.layout.tokens.find(({ name }) => name === token)?.beta ?? '';
    const data = encodeExecute({
      operationId: Hash.keccak256(HexText.fromString(`funding ${index}`)),
      shardsKey: 0n,
      caller: '',
      target: to,
      methodName: '',
      arguments: '0x',
      assets: [{ token: beta, amount: BigInt(amount) }],
      extraData: '0x',
    });
    const from = this.#engine.accounts.executors[0] as Hex;
    await this.#send(what, { from, to: this.layout.contracts.layer, data });
  }

  /** Deploys a token like those of every deployment: the swap pool, and a reserve, have a million of it. */
  async #createToken(name: string, kind: DestinationToken['kind']): Promise<Hex> {
    const { layer, targets } = this.layout.contracts;
    const what = `The token ${name} cannot be deployed`;
    if (kind === 'bridged')
      return this.#create(
        what,
        AbiConstructor.encode(AbiConstructor.fromAbi(bridgedTokenAbi), {
          bytecode: bridgedTokenBytecode,
          args: [name, layer, targets.swap, initialSupply],
        }),
      );
    const token = await this.#create(
      what,
      AbiConstructor.encode(AbiConstructor.fromAbi(reserveTokenAbi), {
        bytecode: reserveTokenBytecode,
        args: [name, this.#owner, 2n * initialSupply],
      }),
    );
    for (const holder of [targets.swap, layer]) {
      const data = AbiFunction.encodeData(transfer, [holder, initialSupply]);
      await this.#send(what, { from: this.#owner, to: token, data });
    }
    return token;
  }

  async #create(what: string, data: Hex): Promise<Hex> {
    const { created } = await this.#send(what, { from: this.#owner, data });
    return Address.checksum(created as Hex);
  }

  /** Sends a transaction. If it fails, throws the sentence `what` with the reason. */
  async #send(what: string, transaction: RpcTransaction): Promise<Sent> {
    const sent = await this.#engine.send(transaction).catch((error: unknown) => {
      throw error instanceof JsonRpcError ? cannotStart(`${what}: ${error.rpcMessage}.`, error) : error;
    });
    if (!sent.failure) return sent;
    const { isOutOfGas, data } = sent.failure;
    throw cannotStart(`${what}: ${isOutOfGas ? 'out of gas' : this.#revertText(data)}.`);
  }

  get #owner(): Hex {
    return this.#engine.accounts.owner;
  }
}

type NamedAddress = Pick<DestinationToken, 'name' | 'alpha'>;

/** Returns the data of the transaction that creates a contract. */
function creationData(
  { artifact: { abi, bytecode, source }, args }: Contract,
  layer: Hex,
  tokens: readonly NamedAddress[],
): Hex {
  const item = abi.find(({ type }) => type === 'constructor') as AbiConstructor.AbiConstructor | undefined;
  const inputs = item?.inputs ?? [];
  const subject = `The artifact ${source} has a constructor (${AbiParameters.format(inputs as readonly [Parameter])})`;
  if (args.length !== inputs.length)
    throw new UsageError(`${subject}, which does not take ${args.length} arguments.`);
  if (item === undefined || inputs.length === 0) return bytecode;
  try {
    const values = inputs.map((input, index) =>
      abiValue(input, resolved(args[index], layer, tokens), `args[${index}]`),
    );
    return AbiConstructor.encode(item, { bytecode, args: values as unknown as readonly [] });
  } catch (error) {
    const [reason = ''] = (error as Error).message.split('\n');
    const summary = `${subject}, which does not take the arguments: ${reason.replace(/\.$/, '')}.`;
    throw new UsageError(summary, [], error);
  }
}

type Parameter = AbiParameters.Parameter & { readonly components?: readonly AbiParameters.Parameter[] };

/** Replaces `{ layer: true }` and `{ token: name }` with addresses. */
function resolved(value: unknown, layer: Hex, tokens: readonly NamedAddress[]): unknown {
  if (Array.isArray(value)) return value.map((item) => resolved(item, layer, tokens));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const [name, only] = entries.length === 1 ? (entries[0] as [string, unknown]) : [];
  if (name === 'layer' && only === true) return layer;
  if (name === 'token' && typeof only === 'string') {
    const token = tokens.find((known) => known.name === only);
    if (token !== undefined) return token.alpha;
    const names = tokens.map((known) => known.name).join(', ');
    throw new Error(`no token is called ${only} at that point, only ${names}`);
  }
  return Object.fromEntries(entries.map(([member, item]) => [member, resolved(item, layer, tokens)]));
}

/**
 * Converts a value of JSON to one that can be encoded. Integers may be bigints, numbers or texts, and tuples lists or
 * objects.
 *
 * @param path - What an error calls the value.
 * @throws Error with a sentence about the first part that does not match its type.
 */
function abiValue(parameter: Parameter, value: unknown, path: string): unknown {
  const { type } = parameter;
  const [, base, length] = /^(.*)\[(\d*)\]$/.exec(type) ?? [];
  if (base !== undefined) {
    const items = listOf(value, path, length === '' ? undefined : Number(length));
    return items.map((item, index) => abiValue({ ...parameter, type: base }, item, `${path}[${index}]`));
  }
  if (type === 'tuple') return tupleValue(parameter, value, path);
  if (/^u?int/.test(type)) return integerValue(value, path, type);
  const issue = valueIssue(type, value);
  if (issue !== undefined) throw new Error(`${path} ${issue}`);
  return value;
}

function tupleValue({ components = [] }: Parameter, value: unknown, path: string): unknown {
  const members = Array.isArray(value)
    ? listOf(value, path, components.length)
    : components.map(({ name = '' }) => (value as Record<string, unknown> | null)?.[name]);
  const values = components.map((component, index) => {
    const { name = `${index}` } = component;
    return [name, abiValue(component, members[index], `${path}.${name}`)] as const;
  });
  return components.every(({ name }) => name) ? Object.fromEntries(values) : values.map(([, item]) => item);
}

function listOf(value: unknown, path: string, length: number | undefined): readonly unknown[] {
  if (!Array.isArray(value)) throw new Error(`${path} must be a list`);
  if (length !== undefined && value.length !== length)
    throw new Error(`${path} must have ${length} items, not ${value.length}`);
  return value;
}

function integerValue(value: unknown, path: string, type: string): bigint {
  const isText = typeof value === 'string' && /^(?:-?\d+|0x[\da-f]+)$/i.test(value);
  if (typeof value !== 'bigint' && !Number.isSafeInteger(value) && !isText)
    throw new Error(`${path} must be an integer (${type}): a bigint, a safe number or a text`);
  const number = BigInt(value as bigint | number | string);
  const bits = BigInt(/\d+$/.exec(type)?.[0] ?? 256);
  const isUnsigned = type.startsWith('u');
  const end = 1n << (isUnsigned ? bits : bits - 1n);
  if (number >= end || number < (isUnsigned ? 0n : -end))
    throw new Error(`${path} must be within the range of ${type}`);
  return number;
}

function valueIssue(type: string, value: unknown): string | undefined {
  if (type === 'bool') return typeof value === 'boolean' ? undefined : 'must be a boolean';
  if (typeof value !== 'string') return `must be a text (${type})`;
  if (type === 'address') return alphaAddressIssue(value);
  if (!type.startsWith('bytes')) return undefined;
  const digits = Number(type.slice('bytes'.length)) * 2;
  const isHex = /^0x(?:[\da-f]{2})*$/i.test(value);
  if (digits === 0) return isHex ? undefined : `must be 0x and an even number of hex digits (${type})`;
  return isHex && value.length === 2 + digits ? undefined : `must be 0x and ${digits} hex digits (${type})`;
}
