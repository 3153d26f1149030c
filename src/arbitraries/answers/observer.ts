import { type InclusionVerdict, inclusionVerdict } from '../../checks/inclusion-verdict.js';
import { type ChainNames, neutralChains } from '../../contract/chains.js';
import { type Conventions, type InclusionState, practice } from '../../contract/conventions.js';
import { createDialect } from '../../contract/dialect.js';
import { deploymentRule } from '../../deployment/current-deployment.js';
import type { Deployment } from '../../deployment/deployment.js';
import { chainRules, conventionRules } from '../../deployment/option-rules.js';
import { definedMembers } from '../../internal/defined-members.js';
import { type OptionFault, optionFaults, typed } from '../../internal/options.js';

/** The conventions that decide what an observer answers. */
export type ObserverConventions = Omit<
  Conventions,
  'requiredRequestFields' | 'requestFormats' | 'operationIdParameter' | 'acceptSnakeCase'
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

/** The rules of {@link ObserverOptions}. */
export const observerRules = {
  conventions: typed('object'),
  chains: typed('object'),
  deployment: deploymentRule,
};

/** Lists what is wrong inside the options, or between them. */
export function observerFaults(options: ObserverOptions): OptionFault[] {
  const { conventions = {}, chains = {}, deployment } = options;
  const inside = [
    ...optionFaults(conventions, conventionRules, 'conventions'),
    ...optionFaults(chains, chainRules, 'chains'),
  ];
  if (inside.length > 0) return inside;
  const { stages, includedStage } = { ...practice, ...definedMembers(conventions) };
  const { alpha, beta } = { ...neutralChains, ...definedMembers(chains) };
  const faults = (['conventions', 'chains'] as const)
    .filter((path) => deployment !== undefined && options[path] !== undefined)
    .map((path) => ({ path: path as string, message: 'contradicts deployment, which already decides it' }));
  if (stages.length > 0 && !stages.includes(includedStage)) {
    const message = `must be one of the stages, which ${includedStage} is not`;
    faults.push({ path: 'conventions.includedStage', message });
  }
  if (alpha === beta) faults.push({ path: 'chains', message: `must be two names, got ${alpha} twice` });
  return faults;
}

/** The observer that options, which were found good, describe. */
export function observerOf({ conventions: some, chains: names, deployment }: ObserverOptions): Observer {
  const conventions = deployment?.conventions ?? { ...practice, ...definedMembers(some) };
  const chains = { ...neutralChains, ...definedMembers(names) };
  const { toWireName, fromWireInclusion } = deployment?.dialect ?? createDialect(chains, conventions);
  return {
    conventions,
    stages: namesOr(conventions.stages, practice.stages).map(toWireName),
    blockchainTypes: namesOr(conventions.blockchainTypes, practice.blockchainTypes).map(toWireName),
    neutral: fromWireInclusion,
    verdictOf: (state) => inclusionVerdict(fromWireInclusion(state), conventions),
  };
}

function namesOr(names: readonly string[], usual: readonly string[]): readonly string[] {
  return names.length > 0 ? names : usual;
}
