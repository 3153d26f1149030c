import type { Command, Option } from 'commander';
import { currentCommand } from './current-command.js';

/**
 * Returns whether the word that is being typed is a file or a folder: the value of a flag or an argument whose usage says
 * so.
 *
 * @param before - The words before it, after the name of the program.
 */
export function expectsFile(program: Command, before: readonly string[], current: string): boolean {
  if (current.startsWith('-')) return false;
  const command = currentCommand(program, before);
  const flag = command.options.find((option) => isCalled(option, before.at(-1)) && takesValue(option));
  if (flag !== undefined) return isFile(flag.flags);
  const { registeredArguments } = command;
  const place = argumentsIn(command, before);
  const argument = registeredArguments[place] ?? registeredArguments.find(({ variadic }) => variadic);
  return argument !== undefined && isFile(argument.name());
}

/** Returns how many words after the name of the command are neither flags nor their values. */
function argumentsIn(command: Command, words: readonly string[]): number {
  const own = words.slice(words.indexOf(command.name()) + 1);
  const isValue = (flag: string | undefined): boolean =>
    command.options.some((option) => isCalled(option, flag) && takesValue(option));
  return own.filter((word, index) => !word.startsWith('-') && !isValue(own[index - 1])).length;
}

function isCalled({ short, long }: Option, word: string | undefined): boolean {
  return word !== undefined && (word === short || word === long);
}

function takesValue({ required, optional }: Option): boolean {
  return required || optional;
}

function isFile(usage: string): boolean {
  return /\b(?:file|folder|path)\b/.test(usage);
}
