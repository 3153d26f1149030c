import type { Command } from 'commander';
import type { SimulationRequest } from '../../contract/request-schema.js';
import { UsageError } from '../../errors/usage-error.js';
import type { SmokeFormatName } from '../../report/smoke/smoke-format-names.js';
import { smokeFormats } from '../../report/smoke/smoke-formats.js';
import { type PaintStatus, smokeCheckText, smokeVerdictText } from '../../report/smoke/smoke-text.js';
import { runSmoke } from '../../smoke/run-smoke.js';
import type { SmokeSettings } from '../../smoke/smoke-options.js';
import type { SmokeCheck, SmokeReport, SmokeVerdict } from '../../smoke/smoke-report.js';
import type { CommandContext } from '../cli-context.js';
import { paintFor, type Style } from '../colours.js';
import { type ExitCode, exitCodes } from '../exit-codes.js';
import { givenOptions } from '../flag.js';
import { writeOutput } from '../report/write-output.js';
import { givenRequest } from '../simulate/given-request.js';
import { type Target, targetOf } from '../target/target.js';
import { withRecording } from '../target/with-recording.js';
import { smokeFlags } from './smoke-flags.js';

interface OutputFlags {
  readonly format?: SmokeFormatName;
  readonly out?: string;
  readonly json?: boolean;
  readonly request?: string;
}

type GivenSettings = SmokeSettings & { readonly operationIds?: readonly string[] };

/**
 * Runs the smoke checks and prints what came of them: as text check by check, in another form at the end.
 *
 * @param stop - Aborts when it shall stop.
 */
export async function runSmokeCommand(
  command: Command,
  context: CommandContext,
  stop: AbortSignal,
): Promise<void> {
  const { format, out, json, request: file }: OutputFlags = command.opts();
  if (json && format !== undefined) throw new UsageError('--json is a form of its own: leave out --format');
  const target = await targetOf(command, context);
  const request = file === undefined ? target.request : await requestIn(file, context, target);
  const isShown = !json && (format ?? 'text') === 'text' && out === undefined;
  const paint = statusPainter(context);
  const onCheck = (check: SmokeCheck): void => {
    if (isShown) context.stdout.write(smokeCheckText(check, paint));
  };
  const running = withRecording(command, target, ({ deployment }) =>
    runSmoke({ ...optionsOf(command, target), deployment, request, signal: stop, onCheck }),
  );
  const report = await running.catch((error: unknown) => {
    if (stop.aborted) return undefined;
    throw error;
  });
  if (report === undefined) return stopped(context);
  if (isShown) context.stdout.write(`\n${smokeVerdictText(report)}\n`);
  else await writeOutput(written(report, json ? 'line' : (format ?? 'text')), command, context);
  context.endWith(exitCodeOf[report.verdict]);
}

/** Settings of the configuration, before which flags count. */
function optionsOf(command: Command, { smoke, operationIds, operations }: Target) {
  const { budgets, ...given }: GivenSettings = givenOptions(command, smokeFlags);
  return { operationIds, operations, ...smoke, ...given, budgets: { ...smoke?.budgets, ...budgets } };
}

async function requestIn(
  file: string,
  { stdin }: CommandContext,
  { deployment }: Target,
): Promise<SimulationRequest> {
  const { request } = await givenRequest(file, stdin, deployment);
  return request;
}

function written(report: SmokeReport, form: SmokeFormatName | 'line'): string {
  return form === 'line' ? `${JSON.stringify(report)}\n` : smokeFormats[form](report);
}

function stopped(context: CommandContext): void {
  context.stderr.write('error: The smoke run was stopped before its end\n');
  context.endWith(exitCodes.cannotRun);
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
