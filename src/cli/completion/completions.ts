import tab from '@bomb.sh/tab/commander';
import type { Command } from 'commander';
import { capturedOutput } from './captured-output.js';
import { currentCommand } from './current-command.js';
import { expectsFile } from './file-completion.js';

/** Says that there is nothing but what the shell itself completes: files. */
const onlyFiles = ':0\n';

/**
 * Gives what may stand in the place of the last word, in the form that the scripts read: a line for each with what it is
 * about, and one that says whether files may stand there too.
 *
 * @param words - What follows the name of the program; the last one is being typed, and may be empty.
 */
export function completionsOf(program: Command, words: readonly string[]): string {
  const current = words.at(-1) ?? '';
  // The library knows of no place for files.
  const before = words.slice(0, -1);
  if (expectsFile(program, before, current)) return nestedCommands(program, before, current) + onlyFiles;
  return capturedOutput(() => completed(program).parse([...words]));
}

/** Commands that may stand in the place of a file; not before a letter of theirs, for shells then offer no files. */
function nestedCommands(program: Command, before: readonly string[], current: string): string {
  const command = currentCommand(program, before);
  if (current === '' || before.at(-1) !== command.name()) return '';
  return command.commands
    .filter((nested) => nested.name().startsWith(current))
    .map((nested) => `${nested.name()}\t${nested.description()}\n`)
    .join('');
}

/** The library reads a program whose own command for scripts it adds; ours is not to be offered beside it. */
function completed(program: Command): ReturnType<typeof tab> {
  const offered = program.createCommand(program.name());
  for (const command of program.createHelp().visibleCommands(program)) {
    if (command.name() !== scriptCommand && command.name() !== 'help') offered.addCommand(command);
  }
  return tab(offered, { completionCommandName: scriptCommand });
}

const scriptCommand = 'completion';
