import type { Command } from 'commander';
import { assertValidSimulation } from '../../client/call-endpoint.js';
import type { LooseSimulationRequest } from '../../contract/simulation-request.js';
import type { Deployment } from '../../deployment/deployment.js';
import { UsageError } from '../../errors.js';
import { paintFor, type Style } from '../../internal/terminal.js';
import { formatSmokeReport } from '../../report/smoke/format-smoke-report.js';
import type { SmokeReportFormat } from '../../report/smoke/smoke-format-names.js';
import { type PaintStatus, smokeCheckText, smokeVerdictText } from '../../report/smoke/smoke-text.js';
import { runSmoke } from '../../smoke/run-smoke.js';
import { type SmokeSettings, smokeCheckNames, withConfiguration } from '../../smoke/smoke-options.js';
import type { SmokeCheck, SmokeReport, SmokeVerdict } from '../../smoke/smoke-report.js';
import type { CommandContext, TextSource } from '../cli-context.js';
import { type ExitCode, exitCodes } from '../cli-context.js';
import { givenOptions, withFlagNames, withFlagsInMessage } from '../flag.js';
import { writeOutput } from '../report/write-output.js';
import { readRequestFile } from '../simulate/request-file.js';
import { type Target, targetOf } from '../target/target.js';
import { withRecording } from '../target/with-recording.js';
import { smokeFlags } from './smoke-flags.js';

interface OutputFlags {
  readonly format?: SmokeReportFormat;
  readonly out?: string;
  readonly json?: boolean;
  readonly request?: string;
}

type GivenSettings = SmokeSettings & { readonly operationIds?: readonly string[] };

/**
 * Runs the smoke checks and prints what came of them: as text check by check, in another form at the end, also if it is
 * stopped.
 *
 * @param stop - Aborts when the command must stop.
 */
export async function runSmokeCommand(
  command: Command,
  context: CommandContext,
  stop: AbortSignal,
): Promise<void> {
  const { format, out, json, request: file }: OutputFlags = command.opts();
  if (json && format !== undefined)
    throw new UsageError('--json and --format exclude each other: leave out --format');
  const target = await targetOf(command, context);
  const request =
    file === undefined ? target.request : await smokeRequest(file, context.stdin, target.deployment);
  const operationIds = await includedOperations(target);
  const settings = optionsOf(command, { ...target, request, operationIds });
  const isShown = !json && (format ?? 'text') === 'text' && out === undefined;
  const names = smokeCheckNames(target.endpoints);
  const shown = (check: SmokeCheck, paint: PaintStatus): string =>
    smokeCheckText(withFlagWording(check), names, paint);
  const onCheck = (check: SmokeCheck): void => {
    if (isShown) context.stdout.write(shown(check, statusPainter(context)));
  };
  // Before a recording is saved, which may fail.
  await withRecording(command, target, async ({ deployment }) => {
    const running = runSmoke({ ...settings, deployment, signal: stop, onCheck });
    const report = await running.catch((error: unknown) => {
      throw withFlagsInMessage(error, smokeFlags);
    });
    if (isShown) context.stdout.write(`\n${smokeVerdictText(report)}\n`);
    else await writeOutput(written(inFlags(report), json ? 'line' : (format ?? 'text')), command, context);
    context.endWith(exitCodeOf[report.verdict]);
    // A reader of the output that went away, as head does, needs no message.
    if (report.isStopped && !context.isUnread?.()) context.stderr.write(`error: ${stop.reason.message}\n`);
  });
}

/** As many of a local deployment's operations as a run of few requests polls. */
const maxLocalOperations = 5;

/** The newest operations of a local deployment that are included, of another those that it is configured to know. */
async function includedOperations({ local, operationIds }: Target): Promise<readonly string[]> {
  if (local === undefined) return operationIds;
  const operations = await local.operations({ stage: 'executedInBETA', limit: maxLocalOperations });
  return operations.filter(({ success }) => success).map(({ operationId }) => operationId);
}

/** Flags count before the configuration. */
function optionsOf(command: Command, target: Target) {
  const given: GivenSettings = givenOptions(command, smokeFlags);
  return withConfiguration(given, target);
}

function inFlags(report: SmokeReport): SmokeReport {
  return { ...report, checks: report.checks.map(withFlagWording) };
}

function written(report: SmokeReport, form: SmokeReportFormat | 'line'): string {
  return form === 'line' ? `${JSON.stringify(report)}\n` : formatSmokeReport(report, form);
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

/** Returns a check whose texts name flags instead of options. */
export function withFlagWording(check: SmokeCheck): SmokeCheck {
  const { message, advice } = check;
  return {
    ...check,
    message: withFlagNames(message, smokeFlags),
    advice: advice && withFlagNames(advice, smokeFlags),
  };
}

/**
 * Reads the valid call of a smoke run from a file.
 *
 * @throws {UsageError} with the line, when it is not valid there.
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
