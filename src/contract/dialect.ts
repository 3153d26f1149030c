import { type ChainNames, isNeutral, toWireEnum } from './chains.js';
import type { Conventions, InclusionState } from './conventions.js';
import type { SimulationRequest } from './request-schema.js';
import { invert, renameMembers, wireFields } from './wire-fields.js';

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
  const fromWireName = (wire: string): string => neutralNames.get(wire) ?? wire;

  return {
    toWireRequest: (request) => (isNeutral(chains) ? request : renameMembers(request, toWire)),
    fromWireRequest: (wire) => (isNeutral(chains) ? wire : renameMembers(wire, toNeutral)),
    toWireName: (neutral) => wireNames.get(neutral) ?? neutral,
    fromWireName,
    fromWireInclusion: (state) => (isNeutral(chains) ? state : withNeutralNames(state, fromWireName)),
  };
}

function withNeutralNames(state: InclusionState, neutralOf: (wire: string) => string): InclusionState {
  const neutral = { ...state };
  if (state.stage !== undefined) neutral.stage = neutralOf(state.stage);
  if (state.transactions) {
    neutral.transactions = state.transactions.map((transaction) =>
      transaction.blockchainType === undefined
        ? transaction
        : { ...transaction, blockchainType: neutralOf(transaction.blockchainType) },
    );
  }
  return neutral;
}
