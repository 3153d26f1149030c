import { UsageError, withStackFromHere } from '../errors.js';
import { type Client, loadClient } from '../http/create-client.js';
import { followed } from '../internal/test-context.js';
import { type Inclusion, type InclusionOutcome, InclusionWait } from './inclusion-wait.js';
import { refuseOtherClients } from './refuse-other-clients.js';
import { sharedProbes } from './shared-probes.js';
import { type WaitOptions, type WaitSettings, waitSettings } from './wait-options.js';
import { settingsWithinTest } from './wait-within-test.js';

/**
 * Waits until an operation's message is included in consensus on the source chain, polling the observer
 * (section 4.2). What counts as included, as rejected, and what a 404 means are conventions of the deployment.
 * A probe that fails in a way that may pass is no answer, and the wait goes on. In a Vitest test that `crosscheck/vitest`
 * follows, it ends a little before the test's own timeout.
 *
 * @throws {InclusionTimeoutError} when the time is up and it was not included yet.
 * @throws {InclusionRejectedError} at once when it never will be.
 * @throws {InclusionNotApplicableError} at once when the operation ends on the destination chain.
 * @throws {InclusionProbeError} when nothing could be seen: at once on what cannot pass, else when the time is up.
 * @throws {InclusionInconsistentError} when the history cannot be right and `failOnFindings` is set.
 * @throws {InclusionAbortedError} when the signal aborts; its reason is the cause.
 * @throws {UsageError} when an option is unknown or bad, or when it is not settled before its Vitest test ends.
 * @example
 * import { createClient, deploymentFromEnv, waitForInclusion } from 'crosscheck';
 *
 * const client = createClient(deploymentFromEnv()!);
 * const { record, durationMs } = await waitForInclusion(client, operationId, { timeoutMs: 180_000 });
 * console.log(record.response.stage, durationMs);
 */
export function waitForInclusion(
  client: Client,
  operationId: string,
  options: WaitOptions = {},
): Promise<Inclusion> {
  return followed({ text: 'waitForInclusion(...)', entry: waitForInclusion }, async (test) => {
    refuseOtherClients(client, 'waitForInclusion');
    if (typeof operationId !== 'string' || operationId === '') {
      throw new UsageError('waitForInclusion takes an operation id, a text that is not empty');
    }
    waitSettings(options);
    const loading = loadClient(client);
    if (loading) await loading;
    return await included(
      client,
      operationId,
      settingsWithinTest(options, client.deployment.timeoutMs, test),
    );
  });
}

async function included(client: Client, operationId: string, settings: WaitSettings): Promise<Inclusion> {
  const { deployment } = client;
  const outcome = await new Promise<InclusionOutcome>((ended, broke) => {
    new InclusionWait(
      { deployment, prober: sharedProbes(client), settings, ended, broke },
      operationId,
    ).start();
  });
  if (outcome.status === 'included') return outcome.inclusion;
  // It was created in the callback of a timer; here the stack has the caller that awaits this.
  throw withStackFromHere(outcome.error);
}
