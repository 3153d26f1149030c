import type { Command } from 'commander';
import { createClient } from '../../client/create-client.js';
import { operationIdIssue } from '../../contract/formats.js';
import type { Deployment } from '../../deployment/deployment.js';
import { UsageError } from '../../errors.js';
import { formatText } from '../../internal/print.js';
import type { TextSink } from '../../internal/terminal.js';
import { paintFor } from '../../internal/terminal.js';
import type { InclusionOutcome } from '../../polling/wait.js';
import { type WaitForManyOptions, waitForInclusions } from '../../polling/wait-for-inclusions.js';
import { waitSettings } from '../../polling/wait-options.js';
import type { CommandContext } from '../cli-context.js';
import { givenOptions } from '../flag.js';
import { targetOf } from '../target/target.js';
import { withRecording } from '../target/with-recording.js';
import { waitFlags } from './wait-flags.js';
import { waitExitCode, waitJson, waitText } from './wait-output.js';
import { WaitProgress } from './wait-progress.js';

interface PlainWaitFlags {
  readonly any?: boolean;
  readonly json?: boolean;
  readonly failFast?: boolean;
}

/**
 * Waits for operations and prints the outcome of each. If it is stopped, it prints what it has seen so far.
 *
 * @param stopped - Resolves when the command must stop.
 */
export async function runWait(
  operationIds: readonly string[],
  command: Command,
  context: CommandContext,
  stopped: Promise<void>,
): Promise<void> {
  const { any: isAny = false, json: isJson = false, failFast } = command.opts<PlainWaitFlags>();
  const target = await targetOf(command, context);
  for (const operationId of operationIds) {
    const fault = operationIdIssue(operationId, target.deployment.conventions);
    if (fault) throw new UsageError(`<operation-id> ${fault}, got ${formatText(operationId, 80)}`);
  }
  const options: WaitForManyOptions = {
    ...target.wait,
    ...(failFast === false && { failFast }),
    ...givenOptions(command, waitFlags),
  };
  const calledOff = new AbortController();
  void stopped.then(() => calledOff.abort(new Error('it was stopped')));
  const outcomes = await withRecording(command, target, ({ deployment }) =>
    observedOutcomes(operationIds, { deployment, options, isAny, calledOff, sink: context.stderr }),
  );
  const { name: deploymentName } = target.deployment;
  const { timeoutMs } = waitSettings({ timeoutMs: options.timeoutMs });
  const told = { deploymentName, timeoutMs, paint: paintFor(context.stdout, context.env) };
  context.stdout.write(isJson ? waitJson(outcomes, deploymentName) : waitText(outcomes, told));
  const statuses = outcomes.map(({ status }) => status);
  context.endWith(waitExitCode(statuses, isAny));
}

/** How some operations are waited for. */
interface ObservedWaits {
  readonly deployment: Deployment;
  readonly options: WaitForManyOptions;
  /** Whether the wait ends with the first included operation. */
  readonly isAny: boolean;
  /** Aborts all of them. */
  readonly calledOff: AbortController;
  /** Where to show progress. */
  readonly sink: TextSink;
}

/** Waits for operations and shows the progress. */
export async function observedOutcomes(
  operationIds: readonly string[],
  { deployment, options, isAny, calledOff, sink }: ObservedWaits,
): Promise<InclusionOutcome[]> {
  const ids = [...new Set(operationIds)];
  // `waitForInclusions` returns only when all have ended.
  const groups = isAny ? ids.map((id) => [id]) : [operationIds];
  const progress = new WaitProgress(sink, ids.length);
  const client = createClient(deployment);
  const { ratePerSecond } = options;
  const each: WaitForManyOptions = {
    ...options,
    ...(ratePerSecond !== undefined && { ratePerSecond: ratePerSecond / groups.length }),
    signal: calledOff.signal,
    onPoll: (poll, operationId) => progress.poll(poll, operationId),
  };
  const outcomesOf = async (group: readonly string[]): Promise<InclusionOutcome[]> => {
    const outcomes = await waitForInclusions(client, group, each);
    if (isAny && outcomes.some(({ status }) => status === 'included'))
      calledOff.abort(new Error('another operation is included, which suffices'));
    return outcomes;
  };
  try {
    return (await Promise.all(groups.map(outcomesOf))).flat();
  } catch (error) {
    calledOff.abort(error);
    throw error;
  } finally {
    progress.end();
  }
}
