import type { Command } from 'commander';
import type { CommandContext } from '../cli-context.js';
import { addFlags } from '../flag.js';
import { addOutput } from '../report/add-output.js';
import { smokeFlagGroups, smokeOutputFlags, smokeRequestFlag } from '../smoke/smoke-flags.js';
import { recordingFlags } from '../target/recording-flags.js';
import { targetFlags } from '../target/target-flags.js';

const examples = `
It changes nothing: it asks both endpoints, and those of the configuration that are readOnly, one request after the
other, and says who asks: crosscheck-smoke/<version>. Credentials are given by the configuration, CROSSCHECK_AUTHORIZATION or
CROSSCHECK_HEADERS, and stand in no report.

Exit codes:
  0  passed: every check that could be looked at
  1  failed: at least one check
  2  usage error
  3  inconclusive: none failed, but one could not be seen: no connection, credentials wanted, overload, no requests left
     (--max-requests); or it was stopped

Examples:
  $ crosscheck smoke --deployment staging
  $ crosscheck smoke --control-url http://127.0.0.1:8082
  $ crosscheck smoke --deployment staging --format github
  $ crosscheck smoke --deployment staging --format junit --out smoke.xml
  $ crosscheck smoke --deployment staging --format markdown >> "$GITHUB_STEP_SUMMARY"
  $ crosscheck smoke --simulator-url https://staging.example.org --simulate-p95 800 --rate-per-second 2`;

/** Makes a command `crosscheck smoke`. Its parts are loaded when it runs. */
export function configureSmoke(command: Command, context: CommandContext): void {
  command
    .description(
      'Check whether a deployment works: reachability, TLS, clocks, conformance, bad requests, latencies.',
    )
    .option('--json', 'print the report as one line of JSON')
    .addHelpText('after', examples);
  addOutput(command, smokeOutputFlags);
  addFlags(command, 'Deployment:', targetFlags);
  addFlags(command, 'Asking:', smokeRequestFlag);
  for (const [heading, flags] of Object.entries(smokeFlagGroups)) addFlags(command, heading, flags);
  addFlags(command, 'Recording:', recordingFlags);
  command.action(async () => {
    // Before anything is loaded, so that an early signal ends it as cleanly as a late one.
    const stop = new AbortController();
    void context.untilStopped().then(() => stop.abort());
    const { runSmokeCommand } = await import('../smoke/run-smoke-command.js');
    await runSmokeCommand(command, context, stop.signal);
  });
}
