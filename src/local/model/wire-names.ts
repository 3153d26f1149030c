import { type Conventions, defaultConventions } from '../../contract/conventions.js';
import type { ChainNames, Dialect } from '../../contract/dialect.js';
import type { InclusionTransaction } from '../../contract/responses.js';
import type { LooseSimulationRequest } from '../../contract/simulation-request.js';
import type { LocalOperation, Stage, WireOperation } from './control-data.js';

/** What the servers know about their deployment. */
export interface ServedDeployment {
  readonly chains: ChainNames;
  readonly conventions: Conventions;
  readonly dialect: Dialect;
}

/** A deployment's names of stages and chains, from its conventions and its dialect. */
export interface WireNames {
  /** The stages, in their order. */
  readonly stages: readonly string[];
  stage(stage: Stage): string;
  /** Returns the stage of a name on the wire, or undefined for an unknown name. */
  stageOf(name: string): Stage | undefined;
  transaction(transaction: InclusionTransaction): InclusionTransaction;
  /** Returns an operation with the names of the deployment. */
  operation(operation: LocalOperation): WireOperation;
  /** Returns an operation with neutral names. */
  operationOf(operation: WireOperation): LocalOperation;
}

/** Creates the names of a deployment. */
export function createWireNames({ conventions, dialect }: Omit<ServedDeployment, 'chains'>): WireNames {
  const stages = conventions.stages.map(dialect.toWireName);
  const types = conventions.blockchainTypes.map(dialect.toWireName);
  const wireStages = pairs(defaultConventions.stages, stages);
  const neutralStages = pairs(stages, defaultConventions.stages);
  const wireTypes = pairs(defaultConventions.blockchainTypes, types);
  const neutralTypes = pairs(types, defaultConventions.blockchainTypes);
  const stage = (name: Stage): string => wireStages.get(name) ?? name;
  const stageOf = (name: string): Stage | undefined => neutralStages.get(name) as Stage | undefined;
  const neutralStage = (name: string): Stage => stageOf(name) ?? (name as Stage);
  const transaction = (neutral: InclusionTransaction) => renamed(neutral, wireTypes);
  return {
    stages,
    stage,
    stageOf,
    transaction,
    operation: (operation) => ({
      ...operation,
      request: dialect.toWireRequest(operation.request),
      stage: stage(operation.stage),
      transactions: operation.transactions.map(transaction),
      history: operation.history.map((change) => ({ ...change, stage: stage(change.stage) })),
    }),
    operationOf: (operation) => ({
      ...operation,
      request: dialect.fromWireRequest(operation.request) as LooseSimulationRequest,
      stage: neutralStage(operation.stage),
      transactions: operation.transactions.map((wire) => renamed(wire, neutralTypes)),
      history: operation.history.map((change) => ({ ...change, stage: neutralStage(change.stage) })),
    }),
  };
}

function pairs(from: readonly string[], to: readonly string[]): ReadonlyMap<string, string> {
  return new Map(from.map((name, index) => [name, to[index] ?? name]));
}

function renamed(
  { blockchainType = '', ...others }: InclusionTransaction,
  names: ReadonlyMap<string, string>,
): InclusionTransaction {
  return { blockchainType: names.get(blockchainType) ?? blockchainType, ...others };
}
