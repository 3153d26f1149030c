import type { z } from 'zod';
import { UsageError } from '../errors.js';
import { isObject, isPlainObject } from '../internal/objects.js';
import type { Conventions, InclusionState } from './conventions.js';
import {
  type ExtendableObject,
  type Extension,
  objectsBelow,
  wireExtension,
  wireMember,
} from './extension.js';
import { toWireEnum } from './names.js';
import type { InclusionTransaction, Simulation } from './responses.js';
import {
  type LooseSimulationRequest,
  type RequestField,
  type RequestFieldPath,
  requestFields,
  requestObject,
  simulationRequestSchema,
} from './simulation-request.js';

/**
 * The names that a deployment uses for the two chains: `alpha` is the destination chain, `beta` the source chain.
 * A name is lower-case in paths (`/evm/simulator/…`), a lower-camel prefix in request fields (`evmCallParams`) and
 * upper-case in enumerations (`EVM`, `collectedInEVM`).
 *
 * Source: the neutral names are those of the interface; the spelling of a deployment's own is practice.
 */
export interface ChainNames {
  readonly alpha: string;
  readonly beta: string;
}

/** What the name of a chain looks like. */
export const chainNameForm = /^[a-z][a-z0-9]*$/;

/** The neutral names, used by the interface. */
export const neutralChains: ChainNames = { alpha: 'alpha', beta: 'beta' };

/** Returns whether wire names and neutral names are the same, so that nothing needs translation. */
export function isNeutral(chains: ChainNames): boolean {
  return chains.alpha === neutralChains.alpha && chains.beta === neutralChains.beta;
}

/**
 * Converts an enumeration value or stage name to neutral names: `collectedInEVM` and `collectedInALPHA` become
 * `collectedInALPHA`. Returns other texts unchanged.
 */
function toNeutralEnum(name: string, chains: ChainNames): string {
  if (isNeutral(chains)) return name;
  const neutral = new Map([
    [chains.beta.toUpperCase(), 'BETA'],
    [chains.alpha.toUpperCase(), 'ALPHA'],
  ]);
  // Only whole words of a camel-case name: `EVM` in `includedInEVMConsensus`, but not `IN` in `MAINNET`.
  return name.replace(
    /(?<![A-Z0-9])[A-Z][A-Z0-9]*?(?=$|[A-Z][a-z]|[^A-Za-z0-9])/g,
    (word) => neutral.get(word) ?? word,
  );
}

/** Translates between neutral names and the names that one deployment writes on the wire. */
export interface Dialect {
  /** A request as the deployment wants it: `alphaCallParams` becomes `evmCallParams`. */
  readonly toWireRequest: (request: LooseSimulationRequest) => Record<string, unknown>;
  /** A wire request, already validated, with neutral names. */
  readonly fromWireRequest: (wire: Record<string, unknown>) => Record<string, unknown>;
  /** A neutral stage or chain type as the deployment writes it: `collectedInALPHA` becomes `collectedInEVM`. */
  readonly toWireName: (neutral: string) => string;
  /** The neutral form of a stage or chain type that the deployment wrote; unknown names stay as they are. */
  readonly fromWireName: (wire: string) => string;
  /** The path of a request field as the deployment writes it: `evmCallParams.target`. */
  readonly toWirePath: (path: string) => string;
  /**
   * A sentence of this package with the deployment's names in the place of neutral stages and request fields; nothing
   * that a service wrote has those.
   */
  readonly toWireText: (text: string) => string;
  /** A transaction with the deployment's name of its chain. */
  readonly toWireTransaction: (transaction: InclusionTransaction) => InclusionTransaction;
  /** A simulator's answer with neutral names of the members that an extension declares. */
  readonly fromWireSimulation: (simulation: Simulation) => Simulation;
  /** A simulation with the deployment's names of the members that an extension declares. */
  readonly toWireSimulation: (simulation: Simulation) => Simulation;
  /** An observer's answer with neutral stage and chain types. */
  readonly fromWireInclusion: (state: InclusionState) => InclusionState;
}

/** The conventions that name something. */
export type DialectConventions = Pick<Conventions, 'stages' | 'blockchainTypes'> &
  Partial<Pick<Conventions, 'extend'>>;

/**
 * Returns the dialect of a deployment: the translation between neutral names and its own, from its chain names, stages
 * and chain types. Source: practice.
 */
export function createDialect(
  chains: ChainNames,
  { stages, blockchainTypes, extend = {} }: DialectConventions,
): Dialect {
  const fields = wireFields(chains);
  const ofRequests = memberNames('simulationRequest', chains, extend, fields);
  const ofSimulations = memberNames('simulationResponse', chains, extend);
  const ofRecords = memberNames('inclusionResponse', chains, extend);
  const ofWireRequests = inverse(ofRequests);
  const ofWireSimulations = inverse(ofSimulations);
  const ofWireRecords = inverse(ofRecords);
  const requestNames = new Map(
    [ofRequests.names, ...ofRequests.below.values()].flatMap((names) => [...names]),
  );
  const wireNames = new Map([...stages, ...blockchainTypes].map((name) => [name, toWireEnum(name, chains)]));
  const neutralNames = invert(wireNames);
  const otherToWire = withChainPrefix(neutralChains, chains);
  const otherToNeutral = withChainPrefix(chains, neutralChains);
  const fromWireName = (wire: string): string => neutralNames.get(wire) ?? wire;
  // A neutral name that the deployment spells differently is unknown there: the configured chain names may be wrong.
  const fromAnswer = (wire: string): string =>
    neutralNames.get(wire) ?? (wireNames.has(wire) ? `${wire} (not a name of this deployment)` : wire);

  return {
    toWireRequest: (request) => (isNeutral(chains) ? request : withNames(request, ofRequests, otherToWire)),
    fromWireRequest: (wire) => (isNeutral(chains) ? wire : withNames(wire, ofWireRequests, otherToNeutral)),
    toWireName: (neutral) => wireNames.get(neutral) ?? neutral,
    fromWireName,
    toWirePath: (path) => path.replace(/\w+/g, (name) => requestNames.get(name) ?? name),
    toWireText: isNeutral(chains) ? (text) => text : wordsRenamed(new Map([...requestNames, ...wireNames])),
    toWireTransaction: (transaction) => withChain(transaction, (name) => wireNames.get(name) ?? name),
    fromWireSimulation: (simulation) => withNames(simulation, ofWireSimulations),
    toWireSimulation: (simulation) => withNames(simulation, ofSimulations),
    fromWireInclusion: (state) =>
      isNeutral(chains) ? state : withNeutralNames(withNames(state, ofWireRecords), fromAnswer),
  };
}

type Names = ReadonlyMap<string, string>;

/** Other names of the members of an object, and of the objects in it. */
interface MemberNames {
  readonly names: Names;
  /** Of the objects, or lists of objects, by the member that holds them. */
  readonly below: ReadonlyMap<string, Names>;
}

/** Returns the names on the wire of the members that an extension declares, and of some others, if they differ. */
function memberNames(
  object: keyof typeof objectsBelow,
  chains: ChainNames,
  extend: Extension,
  others: Names = new Map(),
): MemberNames {
  const declaredOf = (declared: ExtendableObject): Names => {
    const names = Object.keys(extend[declared] ?? {}).map(
      (name) => [name, wireMember(name, chains)] as const,
    );
    return new Map(names.filter(([name, wire]) => name !== wire));
  };
  const below = Object.entries<ExtendableObject>(objectsBelow[object]);
  return {
    names: new Map([...others, ...declaredOf(object)]),
    below: new Map(below.map(([member, inner]) => [member, declaredOf(inner)])),
  };
}

function inverse({ names, below }: MemberNames): MemberNames {
  return {
    names: invert(names),
    below: new Map([...below].map(([member, inner]) => [names.get(member) ?? member, invert(inner)])),
  };
}

/** Copies an object with members renamed, also in the objects in it; returns it unchanged if no name differs. */
function withNames<Value extends object>(
  object: Value,
  { names, below }: MemberNames,
  otherName?: (name: string) => string,
): Value {
  const nested = [...below].filter(([, inner]) => inner.size > 0 || otherName !== undefined);
  if (names.size === 0 && nested.length === 0 && otherName === undefined) return object;
  const members = { ...object } as Record<string, unknown>;
  for (const [member, inner] of nested) {
    const renamed = (item: unknown) =>
      isPlainObject(item) ? renameMembers({ ...item }, inner, otherName) : item;
    const value = members[member];
    if (value !== undefined) members[member] = Array.isArray(value) ? value.map(renamed) : renamed(value);
  }
  return renameMembers(members, names, otherName) as Value;
}

function withNeutralNames(state: InclusionState, neutralOf: (wire: string) => string): InclusionState {
  const neutral = { ...state };
  if (state.stage !== undefined) neutral.stage = neutralOf(state.stage);
  if (state.transactions) {
    neutral.transactions = state.transactions.map((transaction) => withChain(transaction, neutralOf));
  }
  return neutral;
}

/** Renames whole words, except a bare `ALPHA` or `BETA`, which may occur in any text. */
function wordsRenamed(names: ReadonlyMap<string, string>): (text: string) => string {
  const words = [...names].filter(([from, to]) => from !== to && from !== 'ALPHA' && from !== 'BETA');
  if (words.length === 0) return (text) => text;
  const escaped = words.map(([from]) => from.replace(/[^A-Za-z0-9]/g, '\\$&'));
  const pattern = new RegExp(`(?<![\\w$])(?:${escaped.join('|')})(?![\\w$])`, 'g');
  return (text) => text.replace(pattern, (word) => names.get(word) ?? word);
}

function withChain(
  transaction: InclusionTransaction,
  nameOf: (name: string) => string,
): InclusionTransaction {
  const { blockchainType } = transaction;
  return blockchainType === undefined
    ? transaction
    : { ...transaction, blockchainType: nameOf(blockchainType) };
}

/** Maps the request fields named after a chain to the deployment's names: `alphaCallParams` to `evmCallParams`. */
export function wireFields(chains: ChainNames): Map<string, string> {
  return new Map(
    Object.entries<RequestField>(requestFields).flatMap(([name, { chain }]) =>
      chain === undefined ? [] : [[name, chains[chain] + name.slice(chain.length)]],
    ),
  );
}

const chainFieldName = new RegExp(
  `^[a-z][a-z0-9]*(?:${[...wireFields(neutralChains)].map(([name]) => name.replace(/^(?:alpha|beta)/, '')).join('|')})$`,
);

/** Returns whether a request field named after a chain has this name in some deployment, whatever its chains are. */
export function isChainFieldName(name: string): boolean {
  return chainFieldName.test(name);
}

/**
 * Converts the path of a request field to the deployment's names: `alphaCallParams.target` to `evmCallParams.target`.
 */
export function wirePath(path: string, chains: ChainNames): string {
  const names = wireFields(chains);
  return path.replace(/^\w+/, (name) => names.get(name) ?? name);
}

/** Converts the path of a request field to neutral names. */
export function neutralPath(path: string, chains: ChainNames): string {
  const names = invert(wireFields(chains));
  const otherName = withChainPrefix(chains, neutralChains);
  return path.replace(/\w+/g, (name) => names.get(name) ?? otherName(name));
}

/**
 * Copies an object with its members renamed; other members keep their names.
 *
 * @throws {UsageError} if two members would get the same name.
 */
export function renameMembers<T>(
  object: Readonly<Record<string, T>>,
  names: ReadonlyMap<string, string>,
  otherName: (name: string) => string = (name) => name,
): Record<string, T> {
  for (const name of Object.keys(object)) {
    const renamed = names.get(name);
    if (renamed !== undefined && renamed !== name && Object.hasOwn(object, renamed))
      throw new UsageError(`${name} and ${renamed} are names of the same member; use only one`);
  }
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [names.get(name) ?? otherName(name), value]),
  );
}

/**
 * Returns a function that renames the chain prefix of additional members: `alphaValidExecutors` becomes
 * `evmValidExecutors`. Practice: such members follow the deployment's names like all others.
 */
function withChainPrefix(from: ChainNames, to: ChainNames): (name: string) => string {
  return (name) => {
    for (const chain of ['alpha', 'beta'] as const)
      if (name.startsWith(from[chain]) && /[A-Z]/.test(name.charAt(from[chain].length)))
        return to[chain] + name.slice(from[chain].length);
    return name;
  };
}

/** Inverts a map of names. */
function invert(names: ReadonlyMap<string, string>): Map<string, string> {
  return new Map([...names].map(([from, to]) => [to, from]));
}

/**
 * Returns the schema of a simulation request on the wire of a deployment: the same fields as {@link
 * simulationRequestSchema}, with the deployment's own names. A service that validates with it names a bad field as it
 * was sent.
 */
export function wireRequestSchema(
  chains: ChainNames,
  conventions: Conventions,
): z.ZodType<Record<string, unknown>> {
  const extend = wireExtension(conventions.extend, chains);
  const { shape } = simulationRequestSchema({ ...conventions, extend });
  return requestObject(conventions, renameMembers<z.ZodType>(shape, wireFields(chains)));
}

/**
 * Converts a request to neutral names. Each member may have its neutral or wire name, so wire JSON can be pasted
 * unchanged.
 *
 * @throws {UsageError} if a member is present under both names.
 */
export function neutralRequest(
  given: Readonly<Record<string, unknown>>,
  chains: ChainNames,
): LooseSimulationRequest {
  if (isNeutral(chains)) return given;
  const wireNames = wireFields(chains);
  const wireNameOf = withChainPrefix(neutralChains, chains);
  for (const neutral of Object.keys(given)) {
    const wire = wireNameOf(neutral);
    if (neutral !== wire && Object.hasOwn(given, wire))
      throw new UsageError(`A request can have ${neutral} or ${wire}, which are the same, but not both`);
  }
  return renameMembers(given, invert(wireNames)) as LooseSimulationRequest;
}

/**
 * Converts stages, chain types and request fields in conventions to neutral names. Leaves values of the wrong type
 * unchanged for validation to reject.
 */
export function neutralConventions<Given extends Partial<Conventions>>(
  given: Given,
  chains: ChainNames,
): Given {
  const read: { -readonly [Name in keyof Conventions]?: Conventions[Name] } = { ...given };
  const { stages, blockchainTypes, includedStage, requiredRequestFields } = given;
  const nameOf = (name: string): string => (typeof name === 'string' ? toNeutralEnum(name, chains) : name);
  if (Array.isArray(stages)) read.stages = stages.map(nameOf);
  if (Array.isArray(blockchainTypes)) read.blockchainTypes = blockchainTypes.map(nameOf);
  if (includedStage !== undefined) read.includedStage = nameOf(includedStage);
  if (Array.isArray(requiredRequestFields))
    read.requiredRequestFields = requiredRequestFields.map((path) =>
      typeof path === 'string' ? (neutralPath(path, chains) as RequestFieldPath) : path,
    );
  return read as Given;
}

/** Serializes a request, valid or not, in wire format. */
export function wireText(request: unknown, dialect: Dialect): string {
  return JSON.stringify(isObject(request) ? dialect.toWireRequest(request) : request);
}
