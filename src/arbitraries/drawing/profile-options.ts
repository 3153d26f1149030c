import type { Conventions } from '../../contract/conventions.js';
import type { ChainNames } from '../../contract/dialect.js';
import { deploymentRule } from '../../deployment/current-deployment.js';
import type { Deployment } from '../../deployment/deployment.js';
import { nameFaults } from '../../deployment/deployment-faults.js';
import { chainRules, conventionRules } from '../../deployment/option-rules.js';
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
  const message = 'contradicts deployment, which already decides it';
  const doubles = Object.entries({ conventions, chains })
    .filter(([, value]) => deployment !== undefined && value !== undefined)
    .map(([path]) => ({ path, message }));
  return [...doubles, ...nameFaults({ chains, conventions })];
}
