import { neutralChains, toWireEnum } from '../contract/chains.js';
import { practice } from '../contract/conventions.js';
import { nameFaults } from '../deployment/deployment-faults.js';
import { chainRules, conventionRules } from '../deployment/option-rules.js';
import { definedMembers } from '../internal/defined-members.js';
import { type OptionFault, type OptionRule, optionFaults } from '../internal/options.js';
import { completeConventions, type LocalConventions } from './local-conventions.js';
import type { LocalDeploymentOptions } from './local-deployment.js';

const {
  requiredRequestFields,
  requestFormats,
  additionalRequestMembers,
  duplicateRequestMembers,
  operationIdParameter,
  includedStage,
  timestampUnit,
} = conventionRules;
const rules: Record<keyof LocalConventions, OptionRule> = {
  requiredRequestFields,
  requestFormats,
  additionalRequestMembers,
  duplicateRequestMembers,
  operationIdParameter,
  includedStage,
  timestampUnit,
  stages: namesOf(practice.stages.length, conventionRules.stages),
  blockchainTypes: namesOf(practice.blockchainTypes.length, conventionRules.blockchainTypes),
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
  const names = { ...neutralChains, ...definedMembers(chains) };
  return [
    ...nameFaults({ chains, conventions: complete }),
    ...(['stages', 'blockchainTypes'] as const).flatMap((list) => {
      const wire = (complete[list] ?? []).map((name) => toWireEnum(name, names));
      const twice = wire.find((name, index) => wire.indexOf(name) !== index);
      return twice === undefined
        ? []
        : [{ path: `conventions.${list}`, message: `must be different names, got ${twice} twice` }];
    }),
  ];
}

function groupFaults(group: unknown, of: Readonly<Record<string, OptionRule>>, name: string): OptionFault[] {
  return typeof group === 'object' && group !== null ? optionFaults(group, of, name) : [];
}

function namesOf(count: number, rule: OptionRule): OptionRule {
  return (value) =>
    rule(value) ?? ((value as readonly string[]).length === count ? undefined : `must be ${count} names`);
}
