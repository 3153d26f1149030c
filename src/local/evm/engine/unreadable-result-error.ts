import { LocalDeploymentError } from '../../../errors.js';

/** The error for a result that is not what the method gives. */
export function unreadableResultError(method: string): LocalDeploymentError {
  return new LocalDeploymentError('DEPLOYMENT_ENGINE_FAILED', {
    summary: `The EVM engine sent an unreadable answer to ${method}.`,
  });
}
