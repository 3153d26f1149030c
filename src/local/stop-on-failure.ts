import { LocalDeploymentError, type LocalDeploymentErrorCode } from '../errors.js';

/** An error of a running engine. During the start of a deployment, it is the reason why the start fails. */
const codesOfEngine: readonly LocalDeploymentErrorCode[] = ['DEPLOYMENT_ENGINE_FAILED', 'DEPLOYMENT_STOPPED'];

/** Runs a part of a start. If it fails, stops what was started and throws. */
export async function stopOnFailure<Result>(
  stop: () => Promise<void>,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    await stop();
    const isOfEngine = error instanceof LocalDeploymentError && codesOfEngine.includes(error.code);
    if (!isOfEngine) throw error;
    throw new LocalDeploymentError('DEPLOYMENT_CANNOT_START', { summary: error.summary, cause: error });
  }
}
