import { type ChainNames, neutralChains } from '../../contract/chains.js';
import { type Conventions, practice } from '../../contract/conventions.js';
import { deploymentRule } from '../../deployment/current-deployment.js';
import type { Deployment } from '../../deployment/deployment.js';
import { chainRules, conventionRules } from '../../deployment/option-rules.js';
import { definedMembers } from '../../internal/defined-members.js';
import { type OptionFault, type OptionRule, optionFaults, typed } from '../../internal/options.js';

/** What an arbitrary may be told of the deployment that it is for: all of it, or its conventions and chain names. */
export interface ProfileOptions {
  readonly deployment?: Deployment | undefined;
  readonly conventions?: Partial<Conventions> | undefined;
  readonly chains?: Partial<ChainNames> | undefined;
}

/** The rules of {@link ProfileOptions}. */
export const profileRules: Record<keyof ProfileOptions, OptionRule> = {
  deployment: deploymentRule,
  conventions: typed('object'),
  chains: typed('object'),
};

/** Lists what is wrong inside the conventions and the names, or between them and a deployment. */
export function profileFaults({ deployment, conventions, chains }: ProfileOptions): OptionFault[] {
  const inside = [
    ...optionFaults(conventions ?? {}, conventionRules, 'conventions'),
    ...optionFaults(chains ?? {}, chainRules, 'chains'),
  ];
  if (inside.length > 0) return inside;
  const faults: OptionFault[] = [];
  if (deployment !== undefined) {
    const message = 'contradicts deployment, which already decides it';
    if (conventions !== undefined) faults.push({ path: 'conventions', message });
    if (chains !== undefined) faults.push({ path: 'chains', message });
  }
  const { stages, includedStage } = { ...practice, ...definedMembers(conventions) };
  if (stages.length > 0 && !stages.includes(includedStage)) {
    const message = `must be one of the stages, which ${includedStage} is not`;
    faults.push({ path: 'conventions.includedStage', message });
  }
  const { alpha, beta } = { ...neutralChains, ...definedMembers(chains) };
  if (alpha === beta) faults.push({ path: 'chains', message: `must be two names, got ${alpha} twice` });
  return faults;
}
