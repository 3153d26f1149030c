import tab from '@bomb.sh/tab/commander';
import type { Command } from 'commander';
import { capturedOutput } from './captured-output.js';
import { currentCommand } from './current-command.js';
import { expectsFile } from './file-completion.js';

/** Tells the script that only files can be completed. */
const onlyFiles = ':0\n';

/**
 * Returns the completions of the last word in the form that the scripts read: a line for each with its description, and one
 * that states whether files are possible too.
 *
 * @param words - The words after the name of the program. The last one is being typed and may be empty.
 */
export function completionsOf(program: Command, words: readonly string[]): string {
  const current = words.at(-1) ?? '';
  // The library does not support files.
  const before = words.slice(0, -1);
  if (expectsFile(program, before, current)) return nestedCommands(program, before, current) + onlyFiles;
  return capturedOutput(() => completed(program).parse([...words]));
}

/** Commands that are possible instead of a file. Only after a first letter, because shells offer no files beside them. */
function nestedCommands(program: Command, before: readonly string[], current: string): string {
  const command = currentCommand(program, before);
  if (current === '' || before.at(-1) !== command.name()) return '';
  return command.commands
    .filter((nested) => nested.name().startsWith(current))
    .map((nested) => `${nested.name()}\t${nested.description()}\n`)
    .join('');
}

/** The library adds its own command for scripts to the program. Ours must not be offered beside it. */
function completed(program: Command): ReturnType<typeof tab> {
  const offered = program.createCommand(program.name());
  for (const command of program.createHelp().visibleCommands(program)) {
    if (command.name() !== scriptCommand && command.name() !== 'help') offered.addCommand(command);
  }
  return tab(offered, { completionCommandName: scriptCommand });
}

const scriptCommand = 'completion';
