import type { Conventions } from '../../contract/conventions.js';
import type { ChainNames } from '../../contract/dialect.js';
import { type Deployment, definedDeployment, namingIssues } from '../../deployment/deployment.js';
import { type OptionFault, type OptionRule, ruleOf, typed } from '../../internal/options.js';

/** What an arbitrary may be told of the deployment that it is for: all of it, or its conventions and chain names. */
export interface ProfileOptions {
  readonly deployment?: Deployment | undefined;
  readonly conventions?: Partial<Conventions> | undefined;
  readonly chains?: Partial<ChainNames> | undefined;
}

/** The rules of {@link ProfileOptions}. */
export const profileRules: Record<keyof ProfileOptions, OptionRule> = {
  deployment: ruleOf(definedDeployment),
  conventions: typed('object'),
  chains: typed('object'),
};

/** Lists what is wrong inside the conventions and the names, or between them and a deployment. */
export function profileFaults({ deployment, conventions, chains }: ProfileOptions): OptionFault[] {
  const issues = namingIssues({ chains, conventions });
  const message = 'contradicts deployment, which already decides it';
  const doubles = Object.entries({ conventions, chains })
    .filter(([, value]) => deployment !== undefined && value !== undefined)
    .map(([path]) => ({ path, message }));
  return [...doubles, ...issues];
}
