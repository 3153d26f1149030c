import type { Command } from 'commander';
import { operationIdIssue } from '../../contract/formats.js';
import { UsageError } from '../../errors.js';
import { formatText } from '../../internal/print.js';
import type { WaitForManyOptions } from '../../polling/wait-for-inclusions.js';
import { waitSettings } from '../../polling/wait-options.js';
import type { CommandContext } from '../cli-context.js';
import { paintFor } from '../colours.js';
import { givenOptions } from '../flag.js';
import { targetOf } from '../target/target.js';
import { withRecording } from '../target/with-recording.js';
import { waitForAll, waitForAny } from './observed-wait.js';
import { waitFlags } from './wait-flags.js';
import { waitJson } from './wait-json.js';
import { waitExitCode } from './wait-status.js';
import { waitText } from './wait-text.js';

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
    (isAny ? waitForAny : waitForAll)(operationIds, { deployment, options, calledOff, sink: context.stderr }),
  );
  const { name: deploymentName } = target.deployment;
  const { timeoutMs } = waitSettings({ timeoutMs: options.timeoutMs });
  const told = { deploymentName, timeoutMs, paint: paintFor(context.stdout, context.env) };
  context.stdout.write(isJson ? waitJson(outcomes, deploymentName) : waitText(outcomes, told));
  const statuses = outcomes.map(({ status }) => status);
  context.endWith(waitExitCode(statuses, isAny));
}
