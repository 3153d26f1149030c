import { type ChainNames, isNeutral, neutralChains, toWireEnum } from './chains.js';
import type { Conventions, InclusionState } from './conventions.js';
import type { InclusionTransaction } from './inclusion-schema.js';
import type { SimulationRequest } from './request-schema.js';
import { invert, renameMembers, wireFields, wirePath, withChainPrefix } from './wire-fields.js';

/** Translates between neutral names and the names that one deployment writes on the wire. */
export interface Dialect {
  /** A request as the deployment wants it: `alphaCallParams` becomes `evmCallParams`. */
  readonly toWireRequest: (request: SimulationRequest) => Record<string, unknown>;
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
  /** An observer's answer with neutral stage and chain types. */
  readonly fromWireInclusion: (state: InclusionState) => InclusionState;
}

/** Builds the dialect of a deployment from its chain names, stages and chain types. Source: practice. */
export function createDialect(
  chains: ChainNames,
  { stages, blockchainTypes }: Pick<Conventions, 'stages' | 'blockchainTypes'>,
): Dialect {
  const toWire = wireFields(chains);
  const toNeutral = invert(toWire);
  const wireNames = new Map([...stages, ...blockchainTypes].map((name) => [name, toWireEnum(name, chains)]));
  const neutralNames = invert(wireNames);
  const otherToWire = withChainPrefix(neutralChains, chains);
  const otherToNeutral = withChainPrefix(chains, neutralChains);
  const fromWireName = (wire: string): string => neutralNames.get(wire) ?? wire;
  // A neutral name that the deployment writes otherwise is none of its own: the chain names may be those of another one.
  const fromAnswer = (wire: string): string =>
    neutralNames.get(wire) ?? (wireNames.has(wire) ? `${wire} (not a name of this deployment)` : wire);

  return {
    toWireRequest: (request) => (isNeutral(chains) ? request : renameMembers(request, toWire, otherToWire)),
    fromWireRequest: (wire) => (isNeutral(chains) ? wire : renameMembers(wire, toNeutral, otherToNeutral)),
    toWireName: (neutral) => wireNames.get(neutral) ?? neutral,
    fromWireName,
    toWirePath: (path) => (isNeutral(chains) ? path : wirePath(path, chains)),
    toWireText: isNeutral(chains) ? (text) => text : wordsRenamed(new Map([...toWire, ...wireNames])),
    toWireTransaction: (transaction) => withChain(transaction, (name) => wireNames.get(name) ?? name),
    fromWireInclusion: (state) => (isNeutral(chains) ? state : withNeutralNames(state, fromAnswer)),
  };
}

function withNeutralNames(state: InclusionState, neutralOf: (wire: string) => string): InclusionState {
  const neutral = { ...state };
  if (state.stage !== undefined) neutral.stage = neutralOf(state.stage);
  if (state.transactions) {
    neutral.transactions = state.transactions.map((transaction) => withChain(transaction, neutralOf));
  }
  return neutral;
}

/** Renames whole words; a bare `ALPHA` is left, which may be a word of any text. */
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
