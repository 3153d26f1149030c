import type { Command } from 'commander';
import { loadWithPeer } from '../../internal/load-with-peer.js';
import type { CommandContext } from '../cli-context.js';
import { addFlags } from '../flag.js';
import { addFlags as addFlagSets } from '../flags.js';
import { callFlags } from '../fuzz/call-flags.js';
import { replayFlags } from '../replay/replay-flags.js';
import { targetFlags } from '../target.js';

const examples = `
Name the case by the id of a finding in the corpus, by a file of a corpus, or by its index in a campaign. A case by its index
needs the deployment, calls and endpoints of the campaign.

Exit codes:
  0  the finding did not occur again; for a case by its index, no finding occurred
  1  the finding occurred again; for a case by its index, any finding occurred
  2  usage error: an invalid flag, or an unknown case
  3  inconclusive: the deployment could not be tested

Examples:
  $ crosscheck replay schema-1f3a9c2b40
  $ crosscheck replay .crosscheck/corpus/schema-1f3a9c2b40.json --runs 20
  $ crosscheck replay 7:valid/123 --control-url http://127.0.0.1:8082`;

/** Makes a command `crosscheck replay`. Its parts are loaded when it runs. */
export function configureReplay(command: Command, context: CommandContext): void {
  command
    .description('Run a case of a campaign again, and report its findings.')
    .argument('<id|file>', 'the case: schema-1f3a9c2b40, a file of a corpus, or 7:valid/123')
    .option('--json', 'print the result as one line of JSON')
    .addHelpText('after', examples);
  addFlags(command, 'Replay:', replayFlags);
  addFlagSets(command, targetFlags);
  addFlags(command, 'Calls:', callFlags);
  command.action(async (name: string) => {
    const stopped = context.untilStopped();
    const { runReplay } = await loadWithPeer('This command', () => import('../replay/run-replay.js'));
    await runReplay(name, command, context, stopped);
  });
}
