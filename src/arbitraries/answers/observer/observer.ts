import { type InclusionVerdict, inclusionVerdict } from '../../../checks/inclusion-verdict.js';
import { type Conventions, defaultConventions, type InclusionState } from '../../../contract/conventions.js';
import { type ChainNames, createDialect, neutralChains } from '../../../contract/dialect.js';
import type { Deployment } from '../../../deployment/deployment.js';
import { definedMembers } from '../../../internal/objects.js';

/** The conventions that decide what an observer answers. */
export type ObserverConventions = Omit<
  Conventions,
  | 'requiredRequestFields'
  | 'requestValidation'
  | 'additionalRequestMembers'
  | 'duplicateRequestMembers'
  | 'operationIdParameter'
  | 'acceptSnakeCase'
>;

/** Whose observer answers. */
export interface ObserverOptions {
  /** The deployment's answers to "not shown", such as `deployment.conventions`. Default: those of practice. */
  readonly conventions?: Partial<ObserverConventions> | undefined;
  /** Write stages and chain types with these names for the chains. Default: neutral names, `ALPHA` and `BETA`. */
  readonly chains?: Partial<ChainNames> | undefined;
  /** Both of them at once: the conventions of a deployment, in the names that it writes. */
  readonly deployment?: Deployment | undefined;
}

/** An observer to answer for: what it can write, and what that means. */
export interface Observer {
  readonly conventions: Conventions;
  /** As it writes them, in order where there is one; those of practice where none are known. */
  readonly stages: readonly string[];
  readonly blockchainTypes: readonly string[];
  /** What it wrote, with neutral names. */
  readonly neutral: (state: InclusionState) => InclusionState;
  /** What it wrote, judged by the conventions. */
  readonly verdictOf: (state: InclusionState) => InclusionVerdict;
}

/** The observer that options, which were found good, describe. */
export function observerOf({ conventions: some, chains: names, deployment }: ObserverOptions): Observer {
  const conventions = deployment?.conventions ?? { ...defaultConventions, ...definedMembers(some) };
  const chains = { ...neutralChains, ...definedMembers(names) };
  const { toWireName, fromWireInclusion } = deployment?.dialect ?? createDialect(chains, conventions);
  return {
    conventions,
    stages: namesOr(conventions.stages, defaultConventions.stages).map(toWireName),
    blockchainTypes: namesOr(conventions.blockchainTypes, defaultConventions.blockchainTypes).map(toWireName),
    neutral: fromWireInclusion,
    verdictOf: (state) => inclusionVerdict(fromWireInclusion(state), conventions),
  };
}

function namesOr(names: readonly string[], usual: readonly string[]): readonly string[] {
  return names.length > 0 ? names : usual;
}
