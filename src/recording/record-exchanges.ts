import { deploymentRule } from '../deployment/current-deployment.js';
import type { Deployment } from '../deployment/deployment.js';
import { nonEmptyText, optionFaults, refuseFaults } from '../internal/options.js';
import { ExchangeLog } from './exchange-log.js';
import { recordedDeployment } from './recorded-deployment.js';

/** Where exchanges are recorded. */
export interface RecordingOptions {
  /** Path of the JSON file. */
  readonly file: string;
}

/** Exchanges that are being recorded. */
export interface Recording {
  /** The deployment to use: what goes through it is recorded. */
  readonly deployment: Deployment;
  /**
   * Writes what was recorded so far, in the place of what the file has; requests that are under way are left out.
   *
   * @throws {UsageError} when it is more than 32 MiB, or cannot be written.
   */
  save(): Promise<void>;
}

/**
 * Records what goes over the wire to a deployment and back, for {@link replayExchanges}. The file is JSON to review and
 * to commit: without the headers of requests, and with credentials masked in URLs, bodies and answers, those that were
 * sent and what looks like one. Not recorded are bytes that campaigns write on sockets, and times.
 *
 * @throws {UsageError} when an option is bad.
 * @example
 * import { createClient, deploymentFromEnv, recordExchanges } from 'crosscheck';
 *
 * const recording = recordExchanges(deploymentFromEnv()!, { file: 'recordings/swap.json' });
 * await createClient(recording.deployment).simulate(request);
 * await recording.save();
 */
export function recordExchanges(deployment: Deployment, options: RecordingOptions): Recording {
  refuseBadRecording(deployment, options);
  const log = new ExchangeLog();
  return {
    deployment: recordedDeployment(deployment, () => log),
    async save() {
      const { writeRecording } = await import('./write-recording.js');
      await writeRecording(options.file, log);
    },
  };
}

/** Refuses what is no deployment, and bad options. */
export function refuseBadRecording(deployment: Deployment, options: RecordingOptions): void {
  refuseFaults('The recording has bad options', [
    ...optionFaults({ deployment }, { deployment: deploymentRule }),
    ...(options?.file === undefined ? [{ path: 'file', message: 'is missing' }] : []),
    ...optionFaults(options, { file: nonEmptyText }),
  ]);
}
