import { neutralChains } from '../contract/chains.js';
import { practice } from '../contract/conventions.js';
import { definedMembers } from '../internal/defined-members.js';
import { type OptionFault, type OptionRule, optionFaults } from '../internal/options.js';
import type { DeploymentOptions } from './deployment.js';
import { chainRules, conventionRules, deploymentRules, retryRules } from './option-rules.js';

/** Lists what is wrong with the options of a deployment, each fault with the path of its option. */
export function deploymentFaults(options: DeploymentOptions): OptionFault[] {
  if (typeof options !== 'object' || options === null)
    return [{ path: 'options', message: 'must be an object' }];
  const missing = (['simulatorUrl', 'observerUrl'] as const)
    .filter((name) => options[name] === undefined)
    .map((path) => ({ path, message: 'is missing' }));
  return [...missing, ...deploymentValueFaults(options)];
}

/**
 * Lists what is wrong with those options of a deployment that are there.
 *
 * @param more - Rules of members that it has beside them.
 */
export function deploymentValueFaults(
  options: { readonly [Name in keyof DeploymentOptions]?: DeploymentOptions[Name] | undefined },
  more: Readonly<Record<string, OptionRule>> = {},
): OptionFault[] {
  return [
    ...optionFaults(options, { ...deploymentRules, ...more }),
    ...groupFaults(options.chains, chainRules, 'chains'),
    ...groupFaults(options.retries, retryRules, 'retries'),
    ...groupFaults(options.conventions, conventionRules, 'conventions'),
    ...nameFaults(options),
    ...retryFaults(options),
  ];
}

/** Lists what is wrong between the names that a deployment has for its chains and its stages. */
export function nameFaults({
  chains,
  conventions,
}: Pick<DeploymentOptions, 'chains' | 'conventions'>): OptionFault[] {
  const { alpha, beta } = { ...neutralChains, ...definedMembers(chains) };
  const { stages, includedStage } = { ...practice, ...definedMembers(conventions) };
  const faults: OptionFault[] = [];
  if (alpha === beta) faults.push({ path: 'chains', message: `must be two names, got ${alpha} twice` });
  if (Array.isArray(stages) && stages.length > 0 && !stages.includes(includedStage)) {
    const message = `must be one of the stages, which ${includedStage} is not`;
    faults.push({ path: 'conventions.includedStage', message });
  }
  return faults;
}

function groupFaults(group: unknown, rules: Parameters<typeof optionFaults>[1], name: string): OptionFault[] {
  return typeof group === 'object' && group !== null ? optionFaults(group, rules, name) : [];
}

function retryFaults({ retries }: Pick<DeploymentOptions, 'retries'>): OptionFault[] {
  const { minDelayMs = 0, maxDelayMs = Number.POSITIVE_INFINITY } =
    typeof retries === 'object' ? (retries ?? {}) : {};
  if (minDelayMs <= maxDelayMs) return [];
  return [{ path: 'retries.minDelayMs', message: `must not be longer than maxDelayMs, got ${minDelayMs}` }];
}
