import { practice } from '../contract/conventions.js';
import { type SimulationRequest, simulationRequestSchema } from '../contract/request-schema.js';
import { refuseFaults } from '../errors/refuse-faults.js';
import { UsageError } from '../errors/usage-error.js';
import { numberFrom, optionFaults } from '../internal/options.js';
import type { LocalDeployment, LocalDeploymentOptions } from './local-deployment.js';
import { localSettings } from './local-options.js';
import { localProfile } from './local-profile.js';
import { fieldFaults } from './server/field-faults.js';
import { startParts } from './start-parts.js';

const requestSchema = simulationRequestSchema(practice);

/**
 * Starts an implementation of the service on loopback listeners: a simulator (section 4.1) that computes every
 * answer from a real EVM, and an observer (section 4.2) of a source chain with epochs, Merkle roots and validators.
 * It is ready when this resolves, and keeps the process alive until it is stopped.
 *
 * @throws {UsageError} when an option is bad or unknown, with each one's name.
 * @throws {LocalDeploymentError} `DEPLOYMENT_ENGINE_MISSING`, `DEPLOYMENT_PORT_TAKEN` or `DEPLOYMENT_CANNOT_START`;
 * nothing is left running.
 * @example
 * import { createClient } from 'crosscheck';
 * import { startLocalDeployment } from 'crosscheck/local';
 *
 * await using local = await startLocalDeployment({ clock: 'manual' });
 * const operationId = await local.submit({
 *   shardsKey: '1763712000042',
 *   alphaCallParams: { target: local.contracts.targets.bounce, methodName: 'bounce' },
 *   betaAssets: [{ amount: '1000000000' }],
 *   betaCaller: local.callers[0],
 * });
 * await local.advance(1000);
 * const { response } = await createClient(local.deployment).inclusion(operationId);
 */
export async function startLocalDeployment(options: LocalDeploymentOptions = {}): Promise<LocalDeployment> {
  const settings = localSettings(options);
  // Gives the dialect, and refuses bad names of chains, before anything runs.
  const served = localProfile({
    simulatorUrl: 'http://local',
    observerUrl: 'http://local',
    chains: settings.chains,
  });
  const { description, source, controlUrl, stop } = await startParts(served, settings);

  return {
    ...description,
    deployment: localProfile(description),
    controlUrl,
    async submit(request: SimulationRequest) {
      const faults = fieldFaults(requestSchema, request, 'the request');
      if (faults.length > 0) throw new UsageError('The request is not valid; nothing was submitted', faults);
      return source.submit(request);
    },
    async advance(ms) {
      refuseFaults('advance takes milliseconds', optionFaults({ ms }, { ms: numberFrom(0) }));
      await source.advance(ms);
    },
    now: source.now,
    stop,
    [Symbol.asyncDispose]: stop,
  };
}
