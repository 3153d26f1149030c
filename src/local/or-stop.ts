import { LocalDeploymentError, type LocalDeploymentErrorCode } from '../errors.js';

/** What an engine that runs does wrong; while a deployment starts, it is why that cannot. */
const codesOfEngine: readonly LocalDeploymentErrorCode[] = ['DEPLOYMENT_ENGINE_FAILED', 'DEPLOYMENT_STOPPED'];

/** Does a work without which a start fails, and then stops what was started. */
export async function orStop<Result>(
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
