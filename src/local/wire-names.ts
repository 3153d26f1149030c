import { defaultConventions } from '../contract/conventions.js';
import type { InclusionTransaction } from '../contract/responses.js';
import type { ServedDeployment } from './server/read-request.js';
import type { Stage } from './source-chain/operation-ledger.js';

/** What a deployment writes for the stages and the chains, by its conventions and its dialect. */
export interface WireNames {
  /** The stages, in their order. */
  readonly stages: readonly string[];
  /** The chain types, that of the destination chain first. */
  readonly types: readonly string[];
  stage(stage: Stage): string;
  /** The stage of a name on the wire, or undefined for another name. */
  stageOf(name: string): Stage | undefined;
  transaction(transaction: InclusionTransaction): InclusionTransaction;
  /** A transaction of the wire, with the neutral name of its chain. */
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
