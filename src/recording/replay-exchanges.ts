import type { Deployment } from '../deployment/deployment.js';
import { type RecordingOptions, refuseBadRecording } from './record-exchanges.js';
import { replayedDeployment } from './replayed-deployment.js';

/**
 * Gives a deployment that answers from a recording and sends nothing. The same request gets what came the first time,
 * then the second time and so on, and then the last answer; so an operation that is polled goes the way it went. A wait that
 * goes on for longer than it was recorded, and has seen no final answer, is inconclusive. A
 * simulation may have another shards key, once for each that was recorded. Where the deployment is does not matter, but
 * its name does, and its chain names and conventions, for they are in the requests. Nothing is
 * waited for: waits poll every 20 ms at the latest, tries follow at once, and `Retry-After` is 0. It asks for no
 * credentials. A request that was not recorded fails with a {@link UsageError}.
 *
 * @throws {UsageError} when an option is bad, or with file and line when the recording is.
 * @example
 * import { createClient, deploymentFromEnv, replayExchanges } from 'crosscheck';
 *
 * const deployment = await replayExchanges(deploymentFromEnv()!, { file: 'recordings/swap.json' });
 * const { response } = await createClient(deployment).simulate(request);
 */
export async function replayExchanges(
  deployment: Deployment,
  options: RecordingOptions,
): Promise<Deployment> {
  refuseBadRecording(deployment, options);
  const { file } = options;
  const { readTape } = await import('./read-tape.js');
  const tape = await readTape({ file, howToRecord: 'record again, with recordExchanges' });
  return replayedDeployment(deployment, () => Promise.resolve(tape));
}
