import { plainMessage } from '../client/validate.js';
import { simulationRequestSchema } from '../contract/simulation-request.js';
import type { Deployment } from '../deployment/deployment.js';
import { minimalRequest } from '../fuzz/phases/smoke/minimal-request.js';
import { definedMembers } from '../internal/objects.js';
import { type OptionFault, refuseFaults } from '../internal/options.js';
import { pathText } from '../internal/print.js';
import { smokeDefaults } from './smoke-defaults.js';
import type { SmokeOptions } from './smoke-options.js';
import { smokeOptionFaults } from './smoke-rules.js';
import type { RunSettings } from './smoke-run.js';

const loopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/**
 * Completes the options of a run with their defaults.
 *
 * @throws {UsageError} when an option is bad, or the request is not valid by the deployment's conventions.
 */
export function runSettings(options: SmokeOptions): RunSettings {
  const optionFaults = smokeOptionFaults(options);
  refuseFaults(
    'The smoke run has bad options',
    optionFaults.length > 0 ? optionFaults : requestFaults(options),
  );
  const { deployment, endpoints = [], operationIds = [], signal } = options;
  const { budgets, ...given } = definedMembers(options);
  return {
    ...smokeDefaults,
    ...((isOnLoopback(deployment) || deployment.exchanges === 'replayed') && {
      ratePerSecond: Number.POSITIVE_INFINITY,
    }),
    request: minimalRequest({}, deployment.conventions),
    timeoutMs: deployment.timeoutMs,
    expectedVerdict: options.request === undefined ? 'any' : 'success',
    ...given,
    budgets: { ...smokeDefaults.budgets, ...definedMembers(budgets) },
    endpoints,
    operationIds: [...new Set(operationIds)],
    signal,
  };
}

function requestFaults({ request, deployment }: SmokeOptions): OptionFault[] {
  if (request === undefined) return [];
  const { error } = simulationRequestSchema(deployment.conventions).safeParse(request);
  return (error?.issues ?? []).map((issue) => ({
    path: ['request', pathText(issue.path)].filter(Boolean).join('.'),
    message: plainMessage(issue.message),
  }));
}

function isOnLoopback({ simulatorUrl, observerUrl }: Deployment): boolean {
  return [simulatorUrl, observerUrl].every((url) => loopback.test(new URL(url).hostname));
}
