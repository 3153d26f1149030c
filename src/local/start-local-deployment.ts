import type { LooseRequestConventions } from '../contract/conventions.js';
import type { LooseSimulationRequest } from '../contract/simulation-request.js';
import { faultsLine, registerLocal } from '../deployment/local-state.js';
import { checkedControl } from './control/checked-control.js';
import { stopOnFailure } from './evm/engine.js';
import type { LocalDeployment } from './local-deployment.js';
import type { LocalDeploymentOptions } from './local-options.js';
import { localProfile } from './local-profile.js';
import { localSettings } from './local-settings.js';
import { startParts } from './start-parts.js';

/**
 * Starts an implementation of the service on loopback listeners: a simulator (section 4.1) that computes every answer
 * with a real EVM, and an observer (section 4.2) of a source chain with epochs, Merkle roots and validators. It is ready
 * when the promise resolves. It keeps the process alive until it is stopped.
 *
 * @throws {UsageError} when an option is unknown, invalid or contradicts another one, with the path of each.
 * @throws {LocalDeploymentError} `DEPLOYMENT_ENGINE_MISSING`, `DEPLOYMENT_PORT_TAKEN` or `DEPLOYMENT_CANNOT_START`;
 * nothing is left running.
 * @example
 * import { createClient } from 'crosscheck';
 * import { startLocalDeployment } from 'crosscheck/local';
 *
 * const local = await startLocalDeployment({ clock: 'manual' });
 * const operationId = await local.submit({
 *   shardsKey: '1763712000042',
 *   alphaCallParams: { target: local.contracts.targets.bounce, methodName: 'bounce' },
 *   betaAssets: [{ amount: '1000000000' }],
 *   betaCaller: local.accounts[0],
 * });
 * await local.advance(1000);
 * const { response } = await createClient(local.deployment).inclusion(operationId);
 * await local.stop();
 */
export function startLocalDeployment(
  options: LocalDeploymentOptions & { readonly conventions: LooseRequestConventions },
): Promise<LocalDeployment<LooseSimulationRequest>>;
export function startLocalDeployment(options?: LocalDeploymentOptions): Promise<LocalDeployment>;
export async function startLocalDeployment(options: LocalDeploymentOptions = {}): Promise<LocalDeployment> {
  const settings = localSettings(options);
  // Gives the dialect before there are URLs.
  const served = localProfile({ ...settings, simulatorUrl: 'http://local', observerUrl: 'http://local' });
  const parts = await startParts(served, settings);
  const { description, source, control, controlUrl } = parts;

  return stopOnFailure(parts.stop, async () => {
    const deployment = localProfile(description);
    const forgetFaults = registerLocal(deployment, async () => faultsLine(await control.faults()));
    const stop = (): Promise<void> => {
      forgetFaults();
      return parts.stop();
    };
    return {
      ...description,
      ...checkedControl(control, deployment),
      deployment,
      controlUrl,
      now: source.now,
      stop,
      [Symbol.asyncDispose]: stop,
    };
  });
}
