import { CommanderError } from 'commander';
import { isCrosscheckError } from '../errors.js';
import { fileErrorText } from '../internal/files.js';
import { formatText } from '../internal/print.js';
import { type ExitCode, exitCodes } from './exit-codes.js';

/** How a command ends after an error. */
interface Failure {
  readonly exitCode: ExitCode;
  /** The text to print, with a line feed at its end; empty if the error has already been printed. */
  readonly text: string;
}

/** Returns how to end after an error: expected errors get one sentence, unexpected ones a stack trace. */
export function commandFailure(error: unknown): Failure {
  // Commander has already printed the invalid flag or the help.
  if (error instanceof CommanderError)
    return { exitCode: error.exitCode === 0 ? exitCodes.clean : exitCodes.usage, text: '' };
  if (isCrosscheckError(error)) {
    const exitCode = error.code === 'USAGE' ? exitCodes.usage : exitCodes.cannotRun;
    return { exitCode, text: `error: ${sentence(error.message)}\n` };
  }
  const rejected = fileErrorText(error);
  if (rejected !== undefined && error instanceof Error && 'path' in error && typeof error.path === 'string')
    return { exitCode: exitCodes.usage, text: `error: ${formatText(error.path, 400)}: ${rejected}\n` };
  const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return {
    exitCode: exitCodes.cannotRun,
    text: `error: crosscheck failed; this is a bug in crosscheck\n${trace}\n`,
  };
}

/** Returns the summary, with the detail on the same line if there is only one. */
function sentence(message: string): string {
  const [summary = '', ...rest] = message.split('\n\n');
  const details = rest.join('\n\n').split('\n').filter(Boolean);
  if (details.length === 0) return summary;
  if (details.length > 1) return [summary, ...details.map((line) => `  ${line}`)].join('\n');
  if (summary.endsWith('.')) return `${summary} ${details[0]}`;
  return `${summary}: ${details[0]?.replace(/^What to do: +/, '')}`;
}
