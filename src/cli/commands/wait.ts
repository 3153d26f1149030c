import type { Command } from 'commander';
import { UsageError } from '../../errors.js';
import type { CommandContext } from '../cli-context.js';
import { addFlags } from '../flag.js';
import { recordingFlags } from '../target/recording-flags.js';
import { targetFlags } from '../target/target-flags.js';
import { waitFlags } from '../wait/wait-flags.js';

const examples = `
Progress goes to stderr: one line that is updated on a terminal, otherwise a line for each change. SIGINT or SIGTERM stops
the wait and prints its results so far; a second signal ends it at once. Credentials come from the configuration,
CROSSCHECK_AUTHORIZATION or CROSSCHECK_HEADERS, and are never printed.

Exit codes:
  0  included: all operations, or one of them with --any
  1  rejected, or ended on the destination chain: will never be included
  2  usage error
  3  not included in time, or inconclusive: the text and the status in the JSON say which

Examples:
  $ crosscheck wait 0x41c2… --timeout 3m --control-url http://127.0.0.1:8082
  $ crosscheck wait 0x41c2… 0x97a0… --any --interval 10s --simulator-url https://staging.example.org
  $ crosscheck wait 0x41c2… --timeout 0 --json | jq -r '.outcomes[0].status'`;

/** Makes a command `crosscheck wait`. Its parts are loaded when it runs. */
export function configureWait(command: Command, context: CommandContext): void {
  command
    .description('Wait until the messages of operations are included in consensus on the source chain.')
    .argument('<operation-id...>', 'ids of the operations', readOperationId)
    .option('--any', 'stop when the first operation is included')
    .option('--no-fail-fast', 'keep waiting when an operation is rejected: a rollback may bring it back')
    .option('--json', 'print one line of JSON: the status and the last record of each operation')
    .addHelpText('after', examples);
  addFlags(command, 'Waiting:', waitFlags);
  addFlags(command, 'Deployment:', targetFlags);
  addFlags(command, 'Recording:', recordingFlags);
  command.action(async (operationIds: readonly string[]) => {
    // Before anything is loaded, so that an early signal ends it as cleanly as a late one.
    const stopped = context.untilStopped();
    const { runWait } = await import('../wait/run-wait.js');
    await runWait(operationIds, command, context, stopped);
  });
}

function readOperationId(given: string, earlier: readonly string[] = []): string[] {
  if (given.trim() === '') throw new UsageError('<operation-id> must not be empty');
  return [...earlier, given];
}
