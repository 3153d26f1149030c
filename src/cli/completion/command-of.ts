import type { Command } from 'commander';

/** The command that words are for, nested ones too. */
export function commandOf(program: Command, words: readonly string[]): Command {
  return words.reduce(
    (command, word) => command.commands.find((nested) => nested.name() === word) ?? command,
    program,
  );
}
