import type { Command } from 'commander';
import type { CommandContext } from '../cli-context.js';
import { addFlags } from '../flag.js';
import { addOutput } from '../report/add-output.js';
import { smokeFlagGroups, smokeOutputFlags, smokeRequestFlag } from '../smoke/smoke-flags.js';
import { recordingFlags } from '../target/recording-flags.js';
import { targetFlags } from '../target/target-flags.js';

const examples = `
Changes nothing: requests go to both endpoints, and to those of the configuration that are readOnly, one after the other.
Their User-Agent is crosscheck-smoke/<version>. Credentials come from the configuration, CROSSCHECK_AUTHORIZATION or
CROSSCHECK_HEADERS, and are never written to a report.

Exit codes:
  0  passed: every applicable check passed
  1  failed: at least one check failed
  2  usage error
  3  inconclusive: no check failed, but at least one is inconclusive (no connection, credentials required, overload, no
     requests left of --max-requests, stopped)

Examples:
  $ crosscheck smoke --deployment staging
  $ crosscheck smoke --control-url http://127.0.0.1:8082
  $ crosscheck smoke --deployment staging --format github
  $ crosscheck smoke --deployment staging --format junit --out smoke.xml
  $ crosscheck smoke --deployment staging --format markdown >> "$GITHUB_STEP_SUMMARY"
  $ crosscheck smoke --deployment staging --skip-check clock-skew
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
  addFlags(command, 'Requests:', smokeRequestFlag);
  for (const [heading, flags] of Object.entries(smokeFlagGroups)) addFlags(command, heading, flags);
  addFlags(command, 'Recording:', recordingFlags);
  command.action(async () => {
    // Before anything is loaded, so that an early signal ends it as cleanly as a late one.
    const stop = new AbortController();
    void context.untilStopped().then(() => stop.abort(new Error('The smoke run was stopped before its end')));
    const { runSmokeCommand } = await import('../smoke/run-smoke-command.js');
    await runSmokeCommand(command, context, stop.signal);
  });
}
