import type { z } from 'zod';
import { UsageError } from '../errors.js';
import { isObject, isPlainObject } from '../internal/objects.js';
import type { Conventions, InclusionState } from './conventions.js';
import {
  type ExtendableObject,
  interfaceMembers,
  neutralMember,
  objectsBelow,
  requestObjects,
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
  const wireNames = new Map([...stages, ...blockchainTypes].map((name) => [name, toWireEnum(name, chains)]));
  const neutralNames = invert(wireNames);
  const toWireName = (neutral: string): string => wireNames.get(neutral) ?? neutral;
  // A neutral name that the deployment spells differently is unknown there: the configured chain names may be wrong.
  const fromAnswer = (wire: string): string =>
    neutralNames.get(wire) ?? (wireNames.has(wire) ? `${wire} (not a name of this deployment)` : wire);

  const requestNames = new Map(
    requestObjects.flatMap((object) =>
      Object.keys({ ...interfaceMembers[object], ...extend[object] }).map(
        (name) => [name, wireMember(name, chains)] as const,
      ),
    ),
  );
  const neutralRequestNames = invert(requestNames);
  // Of answers, only members that the extension declares are renamed: a service may send others.
  const isRenamed = (neutral: string, object: ExtendableObject): boolean =>
    requestObjects.includes(object) || Object.hasOwn(extend[object] ?? {}, neutral);
  const toWire: NameOf = (name, object) =>
    isRenamed(name, object) ? (requestNames.get(name) ?? wireMember(name, chains)) : name;
  const toNeutral: NameOf = (wire, object) => {
    const neutral = neutralRequestNames.get(wire) ?? neutralMember(wire, chains) ?? wire;
    return isRenamed(neutral, object) ? neutral : wire;
  };
  const renamed = <Value extends object>(value: Value, object: ExtendableObject, nameOf: NameOf): Value =>
    isNeutral(chains) || (object !== 'simulationRequest' && Object.keys(extend).length === 0)
      ? value
      : withNames(value, object, nameOf);

  return {
    toWireRequest: (request) => renamed(request, 'simulationRequest', toWire),
    fromWireRequest: (wire) => renamed(wire, 'simulationRequest', toNeutral),
    toWireName,
    fromWireName: (wire) => neutralNames.get(wire) ?? wire,
    toWirePath: (path) => path.replace(/\w+/g, (name) => requestNames.get(name) ?? name),
    toWireText: isNeutral(chains) ? (text) => text : wordsRenamed(new Map([...requestNames, ...wireNames])),
    toWireTransaction: (transaction) => withChain(transaction, toWireName),
    fromWireSimulation: (simulation) => renamed(simulation, 'simulationResponse', toNeutral),
    toWireSimulation: (simulation) => renamed(simulation, 'simulationResponse', toWire),
    fromWireInclusion: (state) =>
      isNeutral(chains)
        ? state
        : withNeutralNames(renamed(state, 'inclusionResponse', toNeutral), fromAnswer),
  };
}

/** Returns the other name of a member of an object. */
type NameOf = (name: string, object: ExtendableObject) => string;

/** Copies an object with members renamed, also in the objects in it. */
function withNames<Value extends object>(value: Value, object: ExtendableObject, nameOf: NameOf): Value {
  const below = new Map(Object.entries(objectsBelow[object]));
  const members = Object.entries(value).map(([name, member]) => {
    const inner = below.get(name) ?? below.get(nameOf(name, object));
    const renamed = (item: unknown): unknown =>
      inner !== undefined && isPlainObject(item) ? withNames(item, inner, nameOf) : item;
    return [name, Array.isArray(member) ? member.map(renamed) : renamed(member)];
  });
  return renameMembers(Object.fromEntries(members), (name) => nameOf(name, object)) as Value;
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
      chain === undefined ? [] : [[name, wireMember(name, chains)]],
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
  return path.replace(/\w+/g, (name) => neutralMember(name, chains) ?? name);
}

/**
 * Copies an object with its members renamed.
 *
 * @throws {UsageError} if two members would get the same name.
 */
export function renameMembers<T>(
  object: Readonly<Record<string, T>>,
  nameOf: (name: string) => string,
): Record<string, T> {
  const members = Object.entries(object).map(([name, value]) => {
    const renamed = nameOf(name);
    if (renamed !== name && Object.hasOwn(object, renamed))
      throw new UsageError(`${name} and ${renamed} are names of the same member; use only one`);
    return [renamed, value];
  });
  return Object.fromEntries(members);
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
  return requestObject(
    conventions,
    renameMembers<z.ZodType>(shape, (name) => wireMember(name, chains)),
  );
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
  for (const neutral of Object.keys(given)) {
    const wire = wireMember(neutral, chains);
    if (neutral !== wire && Object.hasOwn(given, wire))
      throw new UsageError(`A request can have ${neutral} or ${wire}, which are the same, but not both`);
  }
  const neutralNames = invert(wireFields(chains));
  return renameMembers(given, (name) => neutralNames.get(name) ?? name);
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
