import type { Command } from 'commander';
import { assertValidSimulation } from '../client/call-endpoint.js';
import type { LooseSimulationRequest } from '../contract/simulation-request.js';
import type { Deployment } from '../deployment/deployment.js';
import { UsageError } from '../errors.js';
import { withOptionNames } from '../internal/option-names.js';
import { choice, text } from '../internal/options.js';
import { paintFor, type Style } from '../internal/terminal.js';
import { formatReport, smokeFormatNames } from '../report/format-report.js';
import { type PaintStatus, smokeCheckText, smokeVerdictText } from '../report/smoke-report.js';
import { runSmoke } from '../smoke/run-smoke.js';
import { smokeCheckNames } from '../smoke/smoke-check-names.js';
import { smokeOptions, withConfiguration } from '../smoke/smoke-options.js';
import type { SmokeCheck, SmokeVerdict } from '../smoke/smoke-report.js';
import { type CommandContext, type ExitCode, exitCodes, type TextSource } from './command/cli-context.js';
import { addFlags, flagNames, flagSet, givenOptions } from './command/flags.js';
import { assertWritable, jsonFlag, outputFlags, writeOutput } from './command/output.js';
import { readRequestFile } from './command/request-file.js';
import {
  localFlags,
  recordingFlags,
  type Target,
  targetFlags,
  withRecording,
  withTarget,
} from './command/target.js';

const examples = `
Changes nothing: sends valid and invalid requests, one after the other, to both endpoints and to the readOnly ones of the configuration.
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
  $ crosscheck smoke --local
  $ crosscheck smoke --control-url http://127.0.0.1:8082
  $ crosscheck smoke --deployment staging --format github
  $ crosscheck smoke --deployment staging --format junit --out smoke.xml
  $ crosscheck smoke --deployment staging --format markdown >> "$GITHUB_STEP_SUMMARY"
  $ crosscheck smoke --deployment staging --skip-check clock-skew
  $ crosscheck smoke --simulator-url https://staging.example.org --simulate-p95 800 --rate-per-second 2`;

const jsonFlags = jsonFlag('print the report as one line of JSON');
const formatFlags = outputFlags({
  format: choice(...smokeFormatNames).meta({
    flag: '--format <name>',
    description: `one of ${smokeFormatNames.join(', ')} (default: text); github prints annotations`,
  }),
});
const requestFlags = flagSet('Requests', {
  request: text().meta({
    flag: '--request <file>',
    description:
      'a call that succeeds, as JSON, - for standard input (default: the request of the configuration)',
  }),
});
const smokeFlags = flagSet('Requests', smokeOptions.shape);

/** Makes a command `crosscheck smoke`. */
export function configureSmoke(command: Command, context: CommandContext): void {
  command
    .description(
      'Check whether a deployment works: reachability, TLS, clocks, conformance, bad requests, latencies.',
    )
    .addHelpText('after', examples);
  addFlags(
    command,
    jsonFlags,
    formatFlags,
    localFlags,
    targetFlags,
    requestFlags,
    smokeFlags,
    recordingFlags,
  );
  command.action(() => runSmokeCommand(command, context));
}

/**
 * Runs the smoke checks and prints the report: as text check by check, in other formats at the end, also if the run is
 * stopped.
 */
async function runSmokeCommand(command: Command, context: CommandContext): Promise<void> {
  const stop = new AbortController();
  void context.untilStopped().then(() => stop.abort(new Error('The smoke run was stopped before its end')));
  const { json } = givenOptions(command, jsonFlags);
  const { format, ...output } = givenOptions(command, formatFlags);
  if (json && format !== undefined)
    throw new UsageError('--json and --format exclude each other: leave out --format');
  await assertWritable(output);
  await withTarget(command, context, stop.signal, async (target) => {
    const { request: file } = givenOptions(command, requestFlags);
    const request =
      file === undefined ? target.request : await smokeRequest(file, context.stdin, target.deployment);
    const operationIds = await includedOperations(target);
    const settings = withConfiguration(givenOptions(command, smokeFlags), {
      ...target,
      request,
      operationIds,
    });
    const isShown = !json && (format ?? 'text') === 'text' && output.out === undefined;
    const names = smokeCheckNames(target.endpoints);
    const onCheck = (check: SmokeCheck): void => {
      if (isShown) context.stdout.write(smokeCheckText(check, names, statusPainter(context)));
    };
    await withRecording(command, target, async ({ deployment }) => {
      const report = await withOptionNames(flagNames(smokeFlags), () =>
        runSmoke({ ...settings, deployment, signal: stop.signal, onCheck }),
      );
      // Before the recording is saved, which may fail.
      if (isShown) context.stdout.write(`\n${smokeVerdictText(report)}\n`);
      else {
        const text = json ? `${JSON.stringify(report)}\n` : formatReport(report, format ?? 'text');
        await writeOutput(text, output, context).catch((error) => {
          context.stdout.write(text);
          throw error;
        });
      }
      context.endWith(exitCodeOf[report.verdict]);
      // If the reader of the output has ended, as head does, nobody needs a message.
      if (report.isStopped && !context.isUnread?.())
        context.stderr.write(`error: ${stop.signal.reason.message}\n`);
    });
  });
}

/** The maximum number of operations of a local deployment to poll, because a smoke run sends few requests. */
const maxLocalOperations = 5;

/** Returns the newest included operations of a local deployment, otherwise the configured ones. */
async function includedOperations({ local, operationIds }: Target): Promise<readonly string[]> {
  if (local === undefined) return operationIds;
  const operations = await local.operations({ stage: 'executedInBETA', limit: maxLocalOperations });
  return operations.filter(({ success }) => success).map(({ operationId }) => operationId);
}

const styles: Readonly<Record<SmokeCheck['status'], Style | undefined>> = {
  passed: 'green',
  failed: 'red',
  inconclusive: 'yellow',
  skipped: undefined,
};

function statusPainter({ stdout, env }: CommandContext): PaintStatus {
  const paint = paintFor(stdout, env);
  return (status, text) => {
    const style = styles[status];
    return style === undefined ? text : paint(style, text);
  };
}

const exitCodeOf: Readonly<Record<SmokeVerdict, ExitCode>> = {
  passed: exitCodes.clean,
  failed: exitCodes.findings,
  inconclusive: exitCodes.cannotRun,
};

/**
 * Reads the valid call of a smoke run from a file.
 *
 * @throws {UsageError} with the line, if it is not valid.
 */
async function smokeRequest(
  file: string,
  stdin: TextSource,
  deployment: Deployment,
): Promise<LooseSimulationRequest> {
  const { request, inPlaces } = await readRequestFile(file, stdin, deployment);
  try {
    assertValidSimulation(deployment, deployment.dialect.toWireRequest(request), 'request');
  } catch (error) {
    throw await inPlaces(error);
  }
  return request;
}
