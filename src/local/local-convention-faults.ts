import { defaultConventions } from '../contract/conventions.js';
import { nameFaults } from '../deployment/deployment-faults.js';
import { chainRules, conventionRules } from '../deployment/option-rules.js';
import { type OptionFault, type OptionRule, optionFaults } from '../internal/options.js';
import { completeConventions, type LocalConventions } from './local-conventions.js';
import type { LocalDeploymentOptions } from './local-deployment.js';

const {
  requiredRequestFields,
  requestValidation,
  additionalRequestMembers,
  duplicateRequestMembers,
  operationIdParameter,
  includedStage,
  timestampUnit,
} = conventionRules;
const rules: Record<keyof LocalConventions, OptionRule> = {
  requiredRequestFields,
  requestValidation,
  additionalRequestMembers,
  duplicateRequestMembers,
  operationIdParameter,
  includedStage,
  timestampUnit,
  stages: namesOf(defaultConventions.stages.length, conventionRules.stages),
  blockchainTypes: namesOf(defaultConventions.blockchainTypes.length, conventionRules.blockchainTypes),
};

/** Lists what is wrong with a deployment's names of the chains, and with the conventions that it shall keep. */
export function localConventionFaults({
  chains,
  conventions = {},
}: Pick<LocalDeploymentOptions, 'chains' | 'conventions'>): OptionFault[] {
  const faults = [
    ...groupFaults(chains, chainRules, 'chains'),
    ...groupFaults(conventions, rules, 'conventions'),
  ];
  if (faults.length > 0 || conventions === null) return faults;
  const complete = completeConventions(conventions);
  return nameFaults({ chains, conventions: complete });
}

function groupFaults(group: unknown, of: Readonly<Record<string, OptionRule>>, name: string): OptionFault[] {
  return typeof group === 'object' && group !== null ? optionFaults(group, of, name) : [];
}

function namesOf(count: number, rule: OptionRule): OptionRule {
  return (value) =>
    rule(value) ?? ((value as readonly string[]).length === count ? undefined : `must be ${count} names`);
}
