import { neutralChains } from '../contract/chains.js';
import { type Conventions, practice } from '../contract/conventions.js';
import { createDialect } from '../contract/dialect.js';
import { refuseFaults } from '../errors/refuse-faults.js';
import { type OptionFault, optionFaults } from '../internal/options.js';
import type { Deployment, DeploymentOptions, RetryPolicy } from './deployment.js';
import { chainRules, conventionRules, deploymentRules, retryRules } from './option-rules.js';

const defaultRetries: RetryPolicy = { limit: 2, minDelayMs: 200, maxDelayMs: 5000 };

/**
 * Defines a deployment of the service: its two base URLs and how it fills in what the interface calls "not shown".
 * Sends nothing.
 *
 * @throws {UsageError} when an option is bad, with the path of each bad option.
 * @example
 * import { defineDeployment } from 'crosscheck';
 *
 * const staging = defineDeployment({
 *   simulatorUrl: 'https://simulator.staging.example.org',
 *   observerUrl: 'https://observer.staging.example.org/v1',
 *   chains: { alpha: 'evm', beta: 'tvm' },
 *   headers: async () => ({ authorization: `Bearer ${process.env.STAGING_TOKEN}` }),
 * });
 */
export function defineDeployment(options: DeploymentOptions): Deployment {
  refuseFaults('The deployment is not well defined', faultsOf(options));
  const chains = { ...neutralChains, ...definedMembers(options.chains) };
  const conventions: Conventions = Object.freeze({ ...practice, ...definedMembers(options.conventions) });
  const { headers = {}, retries } = options;

  return Object.freeze({
    name: options.name ?? new URL(options.simulatorUrl).host,
    simulatorUrl: withoutTrailingSlash(options.simulatorUrl),
    observerUrl: withoutTrailingSlash(options.observerUrl),
    chains: Object.freeze(chains),
    headers: typeof headers === 'function' ? headers : () => headers,
    timeoutMs: options.timeoutMs ?? 10_000,
    deadlineMs: options.deadlineMs ?? 30_000,
    retries: Object.freeze({
      ...defaultRetries,
      ...(typeof retries === 'number' ? { limit: retries } : definedMembers(retries)),
    }),
    maxResponseBytes: options.maxResponseBytes ?? 4 * 1024 * 1024,
    dispatcher: options.dispatcher,
    conventions,
    dialect: createDialect(chains, conventions),
  });
}

function faultsOf(options: DeploymentOptions): OptionFault[] {
  if (typeof options !== 'object' || options === null)
    return [{ path: 'options', message: 'must be an object' }];
  const missing = (['simulatorUrl', 'observerUrl'] as const)
    .filter((name) => options[name] === undefined)
    .map((path) => ({ path, message: 'is missing' }));
  return [
    ...missing,
    ...optionFaults(options, deploymentRules),
    ...groupFaults(options.chains, chainRules, 'chains'),
    ...groupFaults(options.retries, retryRules, 'retries'),
    ...groupFaults(options.conventions, conventionRules, 'conventions'),
    ...combinationFaults(options),
  ];
}

function groupFaults(group: unknown, rules: Parameters<typeof optionFaults>[1], name: string): OptionFault[] {
  return typeof group === 'object' && group !== null ? optionFaults(group, rules, name) : [];
}

function combinationFaults({ chains, conventions }: DeploymentOptions): OptionFault[] {
  const { alpha, beta } = { ...neutralChains, ...definedMembers(chains) };
  const { stages, includedStage } = { ...practice, ...definedMembers(conventions) };
  const faults: OptionFault[] = [];
  if (alpha === beta) faults.push({ path: 'chains', message: `must be two names, got ${alpha} twice` });
  if (Array.isArray(stages) && stages.length > 0 && !stages.includes(includedStage)) {
    faults.push({
      path: 'conventions.includedStage',
      message: `must be one of the stages, which ${includedStage} is not`,
    });
  }
  return faults;
}

/** An option that is present but undefined counts as absent. */
function definedMembers<T extends object>(
  group: T | undefined,
): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(group ?? {}).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> };
}

function withoutTrailingSlash(url: string | URL): string {
  return new URL(url).href.replace(/\/+$/, '');
}
