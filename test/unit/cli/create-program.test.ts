import type { Command, Option } from 'commander';
import { beforeAll, describe, expect, test } from 'vitest';
import type { CommandContext } from '../../../src/cli/cli-context.js';
import { createProgram } from '../../../src/cli/create-program.js';
import { nonEmpty } from '../../support/non-empty.js';
import { cliRun } from './cli-run.js';

const context: CommandContext = {
  args: [],
  stdout: { write: () => true },
  stderr: { write: () => true },
  stdin: { isTTY: true, text: async () => '' },
  env: {},
  cwd: process.cwd(),
  runProgram: () => expect.unreachable(),
  untilStopped: () => new Promise(() => {}),
  startJob: () => expect.unreachable(),
  endWith: () => {},
};

let commands: readonly Command[];
beforeAll(async () => {
  const names = (await createProgram([], context)).commands.map((command) => command.name());
  commands = (await createProgram(names, context)).commands;
});

const nested = (command: Command): Command[] => [command, ...command.commands.flatMap(nested)];
const allCommands = (): readonly Command[] => nonEmpty(commands.flatMap(nested));

/** Every flag with the commands that have it. */
function flags(): Map<string, { readonly command: Command; readonly option: Option }[]> {
  const found = new Map<string, { readonly command: Command; readonly option: Option }[]>();
  for (const command of allCommands()) {
    for (const option of command.options) {
      const name = option.long ?? option.flags;
      found.set(name, [...(found.get(name) ?? []), { command, option }]);
    }
  }
  return found;
}

test('every command says what it does, how it ends, and shows at least one example of itself', async () => {
  for (const command of allCommands()) {
    const names = [command, command.parent]
      .flatMap((known) => (known?.parent ? [known.name()] : []))
      .reverse();
    const name = names.join(' ');
    const { exitCode, stdout } = await cliRun([...names, '--help']);
    expect(exitCode, name).toBe(0);
    if (names.length === 1) expect(command.summary(), name).not.toBe('');
    expect(command.description(), name).toMatch(/^[A-Z].*[.:]$/);
    expect(stdout, name).toMatch(/^Exit codes:\n {2}0 {2}\S.*\n(?: {2}1 {2}.*\n)? {2}2 {2}\S/m);
    expect(stdout, name).toMatch(
      new RegExp(`^Examples:\\n(?:  .*\\n)*? {2}\\$ .*crosscheck ${name}\\b`, 'm'),
    );
  }
});

describe('flags', () => {
  test('are in lower case with dashes, and say what they do', () => {
    for (const [name, uses] of nonEmpty([...flags()])) {
      expect(name).toMatch(/^--[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/);
      for (const { option } of uses) expect(option.description, name).not.toBe('');
    }
  });

  test('take a value everywhere or nowhere, and one of the same kind', () => {
    const kinds = [...flags()].map(
      ([name, uses]) => [name, new Set(uses.map(({ option }) => kindOf(option)))] as const,
    );
    const mixed = kinds
      .filter(([name, kind]) => kind.size > 1 && !exceptions.has(name))
      .map(([name, kind]) => `${name}: ${[...kind].join(' or ')}`);
    expect(mixed).toEqual([]);
  });

  test('with a duration have no unit in their name', () => {
    const durations = [...flags().values()]
      .flat()
      .filter(({ option }) => option.flags.includes('<duration>'));
    for (const { option } of nonEmpty(durations)) expect(option.flags).not.toMatch(/-m?s\b/);
  });

  test('say that they print JSON in the same words', () => {
    for (const { command, option } of nonEmpty(flags().get('--json') ?? []))
      expect(option.description, command.name()).toMatch(/\bone line of JSON\b/);
  });
});

/** `crosscheck serve` defines what campaigns name. */
const exceptions = new Set(['--token']);

/** `number|auto` is a number that may also be left to the command. */
function kindOf({ flags: usage, required, optional }: Option): string {
  if (!required && !optional) return 'no value';
  return /<([^>|]+)/.exec(usage)?.[1] ?? usage;
}

describe('what is misspelt is rejected, with what was probably meant', () => {
  test.each([
    [['simulat'], 'simulate'],
    [['help', 'srve'], 'serve'],
    [['--verson'], '--version'],
    [['report', 'merge', 'a.ndjson', '--oot', 'b'], '--out'],
  ])('%j', async (args, meant) => {
    const { exitCode, stdout, stderr } = await cliRun(args);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toMatch(new RegExp(`^error: .*\\n\\(Did you mean ${meant}\\?\\)\\n$`));
  });

  test('in every command', async () => {
    for (const command of nonEmpty(commands)) {
      const [option] = command.options;
      const flag = `${option?.long ?? '--help'}x`;
      const { exitCode, stderr } = await cliRun([command.name(), flag]);
      expect(exitCode, command.name()).toBe(2);
      expect(stderr).toContain(`error: unknown option '${flag}'\n(Did you mean ${option?.long ?? '--help'}`);
    }
  });
});
