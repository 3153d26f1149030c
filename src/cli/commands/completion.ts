import type { Command } from 'commander';
import { UsageError } from '../../errors.js';
import { formatValue } from '../../internal/print.js';
import type { CommandContext } from '../cli-context.js';
import { type ShellName, shellNames } from '../completion/shell-names.js';

const examples = `
The script calls the command crosscheck for completions, so the shell must find it: install it globally, define an alias, or
add node_modules/.bin to PATH.

Exit codes:
  0  printed
  2  usage error: unknown shell

Examples:
  $ source <(crosscheck completion bash)
  $ crosscheck completion zsh > ~/.zfunc/_crosscheck
  $ crosscheck completion fish > ~/.config/fish/completions/crosscheck.fish
  $ crosscheck completion powershell >> $PROFILE`;

/** Makes a command `crosscheck completion`. Its parts are loaded when it runs. */
export function configureCompletion(command: Command, { stdout }: CommandContext): void {
  const shell = command.createArgument('<shell>', shellNames.join(', ')).argParser(readShell);
  // For completion itself.
  shell.argChoices = [...shellNames];
  command
    .description('Print a script with which a shell completes commands, flags and their fixed values.')
    .addArgument(shell)
    .addHelpText('after', examples)
    .action(async (name: ShellName) => {
      const { completionScript } = await import('../completion/completion-script.js');
      stdout.write(completionScript(name));
    });
}

function readShell(text: string): ShellName {
  const name = shellNames.find((known) => known === text);
  if (name !== undefined) return name;
  throw new UsageError(`<shell> must be one of ${shellNames.join(', ')}, got ${formatValue(text)}`);
}
