import { Command } from 'commander';
import { suggestion } from '../internal/closest.js';
import { packageVersion } from '../internal/package-manifest.js';
import { formatValue } from '../internal/print.js';
import { hasColours, type Paint, paint, paintFor, terminalWidth } from '../internal/terminal.js';
import type { CommandContext } from './command/cli-context.js';

const help = `
Exit codes:
  0  success
  1  findings, failed checks, or a negative verdict
  2  usage error: an invalid flag, value or file
  3  inconclusive, or unable to run: something is missing, in use or cannot be reached

Examples:
  $ crosscheck serve
  $ crosscheck simulate request.json --control-url http://127.0.0.1:8082
  $ crosscheck fuzz --control-url http://127.0.0.1:8082
  $ crosscheck help serve`;

/** What makes a command of its bare name: description, flags, action. */
type Configure = (command: Command, context: CommandContext) => void;

/** Every command, with what loads it. */
const commands: Readonly<Record<string, { readonly summary: string; load(): Promise<Configure> }>> = {
  init: {
    summary: 'add a test suite to a project',
    load: async () => (await import('./init/init.js')).configureInit,
  },
  serve: {
    summary: 'run a local deployment',
    load: async () => (await import('./serve.js')).configureServe,
  },
  simulate: {
    summary: 'simulate one cross-chain call',
    load: async () => (await import('./simulate.js')).configureSimulate,
  },
  wait: {
    summary: 'wait until operations are included in consensus',
    load: async () => (await import('./wait.js')).configureWait,
  },
  smoke: {
    summary: 'check whether a deployment works',
    load: async () => (await import('./smoke.js')).configureSmoke,
  },
  fuzz: {
    summary: 'find bugs in a deployment',
    load: async () => (await import('./fuzz.js')).configureFuzz,
  },
  replay: {
    summary: 'run a case of a campaign again',
    load: async () => (await import('./replay.js')).configureReplay,
  },
  report: {
    summary: 'convert the report of a campaign to another format',
    load: async () => (await import('./report.js')).configureReport,
  },
  checks: {
    summary: 'list the checks of campaigns',
    load: async () => (await import('./checks.js')).configureChecks,
  },
  config: {
    summary: 'print the settings of a deployment, and where they come from',
    load: async () => (await import('./config.js')).configureConfig,
  },
  openapi: {
    summary: 'print the OpenAPI document of a deployment',
    load: async () => (await import('./openapi.js')).configureOpenapi,
  },
  contract: {
    summary: 'compare an OpenAPI document with the interface',
    load: async () => (await import('./contract/contract.js')).configureContract,
  },
  completion: {
    summary: 'print a completion script for a shell',
    load: async () => (await import('./completion.js')).configureCompletion,
  },
};

/** The command that the scripts of `crosscheck completion` call. */
const completeName = 'complete';

/** Creates the command line. Loads only the commands that the arguments name, so that help is fast. */
export async function createProgram(args: readonly string[], context: CommandContext): Promise<Command> {
  const { stdout, stderr, env } = context;
  const program = new Command('crosscheck')
    .description('Test a cross-chain service.')
    .version(packageVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [command]', 'print help for a command')
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text),
      outputError: (text, write) => write(paintError(text, paintFor(stderr, env))),
      getOutHasColors: () => hasColours(stdout, env),
      getErrHasColors: () => hasColours(stderr, env),
      getOutHelpWidth: () => terminalWidth(stdout),
      getErrHelpWidth: () => terminalWidth(stderr),
    })
    .configureHelp({
      // Removed if colours are off.
      styleTitle: (title) => paint('bold', title),
      // Choices are for shell completion. The descriptions name them already.
      optionDescription: ({ description }) => description,
    })
    // Before the commands are added: commands inherit it.
    .exitOverride()
    // Flags after the name of a command are its own, also of nested commands.
    .enablePositionalOptions()
    .addHelpText('after', help);
  for (const [name, { summary, load }] of Object.entries(commands)) {
    const command = program.command(name).summary(summary);
    if (args.includes(name)) (await load())(command, context);
  }
  if (args[0] === completeName) {
    const { configureComplete } = await import('./completion.js');
    configureComplete(program.command(completeName, { hidden: true }), context);
  }
  assertKnownCommand(args, program);
  return program;
}

/** Commander would print the help of the whole program. */
function assertKnownCommand([command, name]: readonly string[], program: Command): void {
  const names = program
    .createHelp()
    .visibleCommands(program)
    .map((known) => known.name());
  if (command !== 'help' || name === undefined || name.startsWith('-') || names.includes(name)) return;
  program.error(`error: unknown command ${formatValue(name)}${suggestion(name, names)}`);
}

/** Paints the first word of an error. */
export function paintError(text: string, paintText: Paint): string {
  return text.replace(/^error:/, (word) => paintText('red', word));
}
