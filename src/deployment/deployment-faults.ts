import { defaultConventions } from '../contract/conventions.js';
import {
  type ChainNames,
  neutralChains,
  neutralConventions,
  toWireEnum,
  wirePath,
} from '../contract/dialect.js';
import { requestFieldPaths } from '../contract/simulation-request.js';
import { definedMembers } from '../internal/objects.js';
import { listOf, type OptionFault, type OptionRule, oneOf, optionFaults } from '../internal/options.js';
import { printValue } from '../internal/print.js';
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
    ...groupFaults(options.conventions, { ...conventionRules, ...fieldRule(options.chains) }, 'conventions'),
    ...nameFaults(options),
    ...retryFaults(options),
  ];
}

/** Lists what is wrong between the names that a deployment has for its chains and its stages. */
export function nameFaults({
  chains,
  conventions,
}: Pick<DeploymentOptions, 'chains' | 'conventions'>): OptionFault[] {
  const names = namesOf(chains);
  const { alpha, beta } = names;
  const { stages, includedStage, blockchainTypes } = {
    ...defaultConventions,
    ...neutralConventions(definedMembers(conventions), names),
  };
  const faults: OptionFault[] = [];
  if (alpha === beta) faults.push({ path: 'chains', message: `must be two names, got ${alpha} twice` });
  // Both spellings are read everywhere: a name must not mean one chain in one of them and the other in the other.
  if (alpha === neutralChains.beta || beta === neutralChains.alpha)
    faults.push({ path: 'chains', message: 'must not give a chain the neutral name of the other' });
  if (Array.isArray(stages)) {
    const message = includedStageFault(includedStage, stages, names);
    if (message !== undefined) faults.push({ path: 'conventions.includedStage', message });
  }
  const lists = { stages, blockchainTypes };
  const things = { stages: 'stage', blockchainTypes: 'type' };
  for (const list of ['stages', 'blockchainTypes'] as const) {
    const repeated = repeatedOf(lists[list]);
    if (repeated === undefined) continue;
    const name = printValue(typeof repeated === 'string' ? toWireEnum(repeated, names) : repeated);
    const message = `must name each ${things[list]} once, got ${name} twice`;
    faults.push({ path: `conventions.${list}`, message });
  }
  return faults;
}

/** The stage that every operation starts with, the one that the interface shows (section 2.3): nothing is included there. */
const firstStage = 'start';

function includedStageFault(
  includedStage: string,
  stages: readonly string[],
  names: ChainNames,
): string | undefined {
  const isStart = includedStage === firstStage;
  if (!isStart && (stages.length === 0 || stages.includes(includedStage))) return undefined;
  const accepted = stages
    .filter((stage) => stage !== firstStage)
    .map((stage) => toWireEnum(String(stage), names));
  if (isStart)
    return `must be a stage at which an operation can be included, which ${firstStage} is not: ${accepted.join(', ') || 'any other name'}`;
  return `must be one of the stages, which ${toWireEnum(String(includedStage), names)} is not: ${accepted.join(', ')}`;
}

function repeatedOf(list: unknown): unknown {
  return Array.isArray(list) ? list.find((item, at) => list.indexOf(item) < at) : undefined;
}

/** The names of the chains, where they can be read. */
function namesOf(chains: DeploymentOptions['chains']): ChainNames {
  const isRead = typeof chains === 'object' && chains !== null;
  const { alpha, beta } = { ...neutralChains, ...definedMembers(isRead ? chains : {}) };
  return { alpha: String(alpha), beta: String(beta) };
}

/** The rule of required fields, which takes both spellings of a field, and lists those of the deployment. */
function fieldRule(chains: DeploymentOptions['chains']): Record<'requiredRequestFields', OptionRule> {
  const names = namesOf(chains);
  const isField = oneOf(...requestFieldPaths.map((path) => wirePath(path, names)));
  return {
    requiredRequestFields: listOf((value) =>
      isField(typeof value === 'string' ? wirePath(value, names) : value),
    ),
  };
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
