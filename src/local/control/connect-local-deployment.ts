import type { Deployment } from '../../deployment/deployment.js';
import { faultsLine, registerLocal } from '../../deployment/local-state.js';
import type { LocalControl } from '../local-control.js';
import { localProfile } from '../local-profile.js';
import { createControlCall } from './call-control.js';
import { checkedControl } from './checked-control.js';
import { descriptionOperation } from './control-operations.js';
import type { LocalDescription } from './local-description.js';
import { remoteControl } from './remote-control.js';

/** A local deployment that runs in another process. */
export interface ConnectedLocalDeployment extends LocalDescription, LocalControl {
  /** What clients, matchers and waits take. */
  readonly deployment: Deployment;
}

/**
 * Connects to the control listener of a local deployment that runs in another process.
 *
 * @throws {LocalDeploymentError} `DEPLOYMENT_STOPPED` when nothing answers at the URL, `DEPLOYMENT_ENGINE_FAILED` when
 * the deployment fails.
 * @throws {UsageError} when the URL is invalid or not a control URL, or the server rejects the request.
 * @example
 * import { connectLocalDeployment } from 'crosscheck/local';
 *
 * const local = await connectLocalDeployment('http://127.0.0.1:8082');
 * const operationId = await local.submit(request);
 */
export async function connectLocalDeployment(controlUrl: string): Promise<ConnectedLocalDeployment> {
  const call = createControlCall(controlUrl);
  const description = (await call(descriptionOperation)) as LocalDescription;
  const deployment = localProfile(description);
  const control = remoteControl(deployment, call);
  registerLocal(deployment, async () => faultsLine(await control.faults()));
  return { ...description, ...checkedControl(control, deployment), deployment };
}
