import { CommanderError } from 'commander';
import { takeRetriedCalls } from '../client/retried-calls.js';
import { isCrosscheckError } from '../errors.js';
import { fileErrorText } from '../internal/files.js';
import { formatText, withoutInvisible } from '../internal/print.js';
import { createRedactor, redactedText, secretParts } from '../internal/redaction.js';
import { paintFor, type TextSink } from '../internal/terminal.js';
import { type CliContext, type CommandContext, type ExitCode, exitCodes } from './command/cli-context.js';
import { createProgram, paintError } from './create-program.js';

/**
 * Runs the command line. Never throws: errors go to stderr, with the credentials in URLs of its arguments and of the
 * environment masked. Output on stdout contains none.
 *
 * @param args - The arguments after the name of the program.
 */
export async function runCli(args: readonly string[], context: CliContext): Promise<ExitCode> {
  const mask = maskUrlSecrets(args, ownVariables(context.env));
  // Not stdout: masking text could change JSON.
  let exitCode: ExitCode = exitCodes.clean;
  const masked: CommandContext = {
    ...context,
    args,
    stdout: sinkOf(context.stdout, withoutInvisible),
    stderr: sinkOf(context.stderr, (text) => withoutInvisible(mask(text))),
    endWith(code) {
      exitCode = code;
    },
  };
  // Discards notes of earlier work of this process.
  takeRetriedCalls();
  try {
    const program = await createProgram(args, masked);
    await program.parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    const failure = commandFailure(error);
    masked.stderr.write(paintError(failure.text, paintFor(masked.stderr, context.env)));
    return failure.exitCode;
  } finally {
    const retried = takeRetriedCalls();
    if (retried !== undefined) masked.stderr.write(`${retried}\n`);
  }
}

function ownVariables(env: CliContext['env']): CliContext['env'] {
  return Object.fromEntries(Object.entries(env).filter(([name]) => name.startsWith('CROSSCHECK_')));
}

function sinkOf(sink: TextSink, change: (text: string) => string): TextSink {
  return { write: (text) => sink.write(change(text)), isTTY: sink.isTTY, columns: sink.columns };
}

/** How a command ends after an error. */
interface Failure {
  readonly exitCode: ExitCode;
  /** The text to print, with a line feed at its end; empty if the error has already been printed. */
  readonly text: string;
}

/** Returns how to end after an error: expected errors get one sentence, unexpected ones a stack trace. */
function commandFailure(error: unknown): Failure {
  // Commander has already printed the invalid flag or the help.
  if (error instanceof CommanderError)
    return { exitCode: error.exitCode === 0 ? exitCodes.clean : exitCodes.usage, text: '' };
  if (isCrosscheckError(error)) {
    const exitCode = error.code === 'USAGE' ? exitCodes.usage : exitCodes.cannotRun;
    return { exitCode, text: `error: ${sentence(error)}\n` };
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
function sentence({
  message,
  advice,
}: {
  readonly message: string;
  readonly advice?: string | undefined;
}): string {
  const [summary = '', ...rest] = message.split('\n\n');
  const details = rest.join('\n\n').split('\n').filter(Boolean);
  if (details.length === 0) return summary;
  if (details.length > 1) return [summary, ...details.map((line) => `  ${line}`)].join('\n');
  if (summary.endsWith('.')) return `${summary} ${details[0]}`;
  // After the summary, advice needs no label.
  return `${summary}: ${advice ?? details[0]}`;
}

const url = /\b(?:https?|wss?):\/\/\S+/gi;

const baseUrlName = /^(?:--from|(?:--|CROSSCHECK_)(?:simulator|observer)[-_]url)$/i;

/**
 * Returns a function that masks, in any text, what may be a credential in the URLs of arguments and variables: user and
 * password, path and query, and the parts of these. Of base URLs and documents the path is not a credential: it may be what is wrong.
 */
function maskUrlSecrets(
  args: readonly string[],
  variables: Readonly<Record<string, string | undefined>> = {},
): (text: string) => string {
  const urls = [...args.flatMap(named), ...Object.entries(variables)].flatMap(([name, text = '']) =>
    (text.match(url) ?? [])
      .filter((known) => URL.canParse(known))
      .map((known) => ({ known, isBase: baseUrlName.test(name) })),
  );
  const redact = createRedactor(
    urls.flatMap(({ known, isBase }) => secretParts(isBase ? withoutPath(known) : known)),
  );
  return (text) => redact(urls.reduce(maskWhole, text));
}

/** An argument with the flag that it is for. */
function named(arg: string, index: number, args: readonly string[]): [name: string, text: string][] {
  const [, flag, value] = /^(--[\w-]+)=(.*)$/s.exec(arg) ?? [];
  return [flag === undefined ? [args[index - 1] ?? '', arg] : [flag, value as string]];
}

function withoutPath(known: string): string {
  const bare = new URL(known);
  bare.pathname = '';
  return bare.href;
}

interface KnownUrl {
  readonly known: string;
  /** Its path may be seen. */
  readonly isBase: boolean;
}

/** Masks a URL where it stands as a whole, however short its parts are. */
function maskWhole(text: string, { known, isBase }: KnownUrl): string {
  const parts = isBase ? /\/\/([^/?#]*@)?([^?#]*)(\??)(.*)$/ : /\/\/([^/?#]*@)?([^/?#]*)(\/?)(.*)$/;
  const [, userPart = '', shownPart = '', separator = '', rest = ''] = parts.exec(known) ?? [];
  const shown = `//${userPart && `${redactedText}@`}${shownPart}${separator}`;
  const masked =
    rest === ''
      ? text
      : text.replaceAll(`//${userPart}${shownPart}${separator}${rest}`, `${shown}${redactedText}`);
  return userPart === '' ? masked : masked.replaceAll(`//${userPart}`, `//${redactedText}@`);
}
