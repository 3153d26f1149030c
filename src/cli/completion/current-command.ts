import type { Command } from 'commander';

/** Returns the innermost command that the words name. */
export function currentCommand(program: Command, words: readonly string[]): Command {
  return words.reduce(
    (command, word) => command.commands.find((nested) => nested.name() === word) ?? command,
    program,
  );
}
