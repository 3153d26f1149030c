import { defaultConventions } from '../contract/conventions.js';
import type { InclusionTransaction } from '../contract/responses.js';
import type { ServedDeployment } from './server/read-request.js';
import type { Stage } from './source-chain/operation-ledger.js';

/** A deployment's names of stages and chains, from its conventions and its dialect. */
export interface WireNames {
  /** The stages, in their order. */
  readonly stages: readonly string[];
  /** The chain types, destination chain first. */
  readonly types: readonly string[];
  stage(stage: Stage): string;
  /** Returns the stage of a name on the wire, or undefined for an unknown name. */
  stageOf(name: string): Stage | undefined;
  transaction(transaction: InclusionTransaction): InclusionTransaction;
  /** Returns a transaction on the wire with the neutral name of its chain. */
  transactionOf(transaction: InclusionTransaction): InclusionTransaction;
}

/** Creates the names of a deployment. */
export function createWireNames({
  conventions,
  dialect,
}: Pick<ServedDeployment, 'conventions' | 'dialect'>): WireNames {
  const stages = conventions.stages.map(dialect.toWireName);
  const types = conventions.blockchainTypes.map(dialect.toWireName);
  const wireStages = pairs(defaultConventions.stages, stages);
  const neutralStages = pairs(stages, defaultConventions.stages);
  const wireTypes = pairs(defaultConventions.blockchainTypes, types);
  const neutralTypes = pairs(types, defaultConventions.blockchainTypes);
  return {
    stages,
    types,
    stage: (stage) => wireStages.get(stage) ?? stage,
    stageOf: (name) => neutralStages.get(name) as Stage | undefined,
    transaction: (transaction) => renamed(transaction, wireTypes),
    transactionOf: (transaction) => renamed(transaction, neutralTypes),
  };
}

function pairs(from: readonly string[], to: readonly string[]): ReadonlyMap<string, string> {
  return new Map(from.map((name, index) => [name, to[index] ?? name]));
}

function renamed(
  { blockchainType = '', hash }: InclusionTransaction,
  names: ReadonlyMap<string, string>,
): InclusionTransaction {
  return { blockchainType: names.get(blockchainType) ?? blockchainType, hash };
}
