import type { Command } from 'commander';
import { loadWithPeer } from '../../internal/load-with-peer.js';
import type { CommandContext } from '../cli-context.js';
import { addFlags } from '../flag.js';
import { addFlags as addFlagSets } from '../flags.js';
import { callFlags } from '../fuzz/call-flags.js';
import { fuzzFlagGroups, jobFlags, phaseFlags } from '../fuzz/fuzz-flags.js';
import { targetFlags } from '../target.js';

const examples = `
SIGINT or SIGTERM stops the campaign and prints a report of its findings so far; a second signal ends it at once. Credentials
come from the configuration, CROSSCHECK_AUTHORIZATION or CROSSCHECK_HEADERS, and are never written to a report.

Exit codes:
  0  no new findings: clean, or not proven clean if something was seen that no rerun showed
  1  findings, stable or flaky, that are not in the baseline
  2  usage error: an invalid flag, corpus, baseline or configuration
  3  inconclusive: too many requests to an endpoint were inconclusive, no case was run, the campaign was stopped, or the
     deployment cannot be reached

Examples:
  $ crosscheck fuzz --control-url http://127.0.0.1:8082 --seed 7
  $ crosscheck fuzz --simulator-url https://staging.example.org --cases 5000 --rate-per-second 20 --baseline known.json
  $ crosscheck fuzz --phase valid=2000 --phase metamorphic --target 0x… --signature 'swap(address,uint256)'
  $ crosscheck fuzz --jobs 4 --concurrency 64 --cases 1000000 --duration 10m
  $ crosscheck fuzz --seed 7 --shard 2/4 --report shard-2.ndjson`;

/** Makes a command `crosscheck fuzz`. Its parts are loaded when it runs. */
export function configureFuzz(command: Command, context: CommandContext): void {
  command
    .description(
      'Find bugs in a deployment: send many requests, check every answer, and report each bug once.',
    )
    .option('--json', 'print the report as one line of JSON')
    .option('--config <file>', 'options of runCampaign as JSON; flags take precedence')
    .option(
      '--corpus <folder>',
      'folder of cases to replay first and to write findings to (default: .crosscheck/corpus)',
    )
    .option('--no-corpus', 'replay no cases and write none')
    .option(
      '--report <file>',
      'file for the events, one line of JSON each (default: a new file in .crosscheck/reports)',
    )
    .option('--no-report', 'write no report')
    .option('--write-baseline <file>', 'write the findings to a new file for --baseline')
    .option(
      '--baseline-expires <date>',
      'last day on which the new baseline applies, in UTC (default: no expiry)',
    )
    .addHelpText('after', examples);
  addFlagSets(command, targetFlags);
  addFlags(command, 'Calls:', callFlags);
  addFlags(command, 'Phases:', phaseFlags);
  for (const [heading, flags] of Object.entries(fuzzFlagGroups)) addFlags(command, heading, flags);
  addFlags(command, 'Pace:', jobFlags);
  command.action(async () => {
    // Before anything is loaded, so that an early signal ends it as cleanly as a late one.
    const stop = new AbortController();
    void context.untilStopped().then(() => stop.abort());
    const { runFuzz } = await loadWithPeer('This command', () => import('../fuzz/run-fuzz.js'));
    await runFuzz(command, context, stop.signal);
  });
}
