import { Command } from 'commander';
import { packageVersion } from '../internal/package-version.js';
import type { CommandContext } from './cli-context.js';

const help = `
Exit codes:
  0  done, and nothing found
  1  something was found
  2  not asked well: a flag, a value, a file
  3  something that it needs is missing, taken or cannot be reached, or it is inconclusive

Examples:
  $ crosscheck serve
  $ crosscheck fuzz --control-url http://127.0.0.1:8082
  $ crosscheck help serve`;

/** What makes a command of its bare name: description, flags, action. */
type Configure = (command: Command, context: CommandContext) => void;

/** Every command, with what loads it. */
const commands: Readonly<Record<string, { readonly summary: string; load(): Promise<Configure> }>> = {
  serve: {
    summary: 'run a local deployment',
    load: async () => (await import('./commands/serve.js')).configureServe,
  },
  fuzz: {
    summary: 'find the faults of a deployment',
    load: async () => (await import('./commands/fuzz.js')).configureFuzz,
  },
  replay: {
    summary: 'run a case of a campaign again',
    load: async () => (await import('./commands/replay.js')).configureReplay,
  },
  report: {
    summary: 'turn the report of a campaign into another form',
    load: async () => (await import('./commands/report.js')).configureReport,
  },
  checks: {
    summary: 'list what campaigns check',
    load: async () => (await import('./commands/checks.js')).configureChecks,
  },
};

/** The command line. Of the commands only those are loaded that its arguments name, so that help is there at once. */
export async function createProgram(args: readonly string[], context: CommandContext): Promise<Command> {
  const program = new Command('crosscheck')
    .description('Test a cross-chain service as it is.')
    .version(packageVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [command]', 'print help of a command')
    .configureOutput({
      writeOut: (text) => context.stdout.write(text),
      writeErr: (text) => context.stderr.write(text),
    })
    // Before the commands are added: they take it over.
    .exitOverride()
    .addHelpText('after', help);
  for (const [name, { summary, load }] of Object.entries(commands)) {
    const command = program.command(name).summary(summary);
    if (args.includes(name)) (await load())(command, context);
  }
  return program;
}
