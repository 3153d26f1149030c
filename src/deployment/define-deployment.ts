import { type Conventions, defaultConventions } from '../contract/conventions.js';
import { createDialect, neutralChains, neutralConventions } from '../contract/dialect.js';
import { definedMembers } from '../internal/objects.js';
import { refuseFaults } from '../internal/options.js';
import type { Deployment, DeploymentOptions, RetryPolicy } from './deployment.js';
import { deploymentFaults } from './deployment-faults.js';
import { headersOf } from './request-headers.js';

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
  refuseFaults('The deployment is not well defined', deploymentFaults(options));
  const chains = { ...neutralChains, ...definedMembers(options.chains) };
  const conventions: Conventions = Object.freeze({
    ...defaultConventions,
    ...neutralConventions(definedMembers(options.conventions), chains),
  });
  const { headers = {}, retries } = options;
  const name = options.name ?? new URL(options.simulatorUrl).host;

  return Object.freeze({
    name,
    simulatorUrl: withoutTrailingSlash(options.simulatorUrl),
    observerUrl: withoutTrailingSlash(options.observerUrl),
    chains: Object.freeze(chains),
    headers: headersOf(headers, name),
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

/** Without query and fragment marks too: `https://host/api?` has an empty query that would swallow the path. */
function withoutTrailingSlash(url: string | URL): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname.replace(/\/+$/, '');
}
