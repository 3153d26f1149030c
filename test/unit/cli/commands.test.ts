import { beforeAll, describe, expect, test } from 'vitest';
import { nonEmpty } from '../../support/non-empty.js';
import { cliRun } from './cli-run.js';

/** The help of each command by its name, such as `report merge`. */
const helps = new Map<string, string>();

/** A flag in the help of a command: `--format <name>`, and what it does. */
interface Flag {
  readonly command: string;
  readonly name: string;
  readonly value: string | undefined;
  readonly description: string;
}

beforeAll(() => readHelp(''));

async function readHelp(command: string): Promise<void> {
  const { exitCode, stdout } = await cliRun([...command.split(' ').filter(Boolean), '--help']);
  expect(exitCode, command).toBe(0);
  if (command !== '') helps.set(command, stdout);
  const [, list = ''] = /^Commands:\n((?: {2}.*\n)+)/m.exec(stdout) ?? [];
  for (const [, name] of list.matchAll(/^ {2}([a-z]+)/gm))
    if (name !== 'help') await readHelp(`${command} ${name}`.trim());
}

function flagsOf(command: string, help: string): Flag[] {
  const rows = help.matchAll(/^ {2}(?:-\w, )?(--\S+)(?: ([<[].*?[>\]]))?(?:\n? {2,}(.*(?:\n {20,}.*)*))?$/gm);
  const found = Array.from(rows, ([, name = '', value, text = '']) => ({
    command,
    name,
    value,
    description: text.replace(/\s+/g, ' '),
  }));
  expect(found.length, command).toBe(help.match(/^ {2}(?:-\w, )?--/gm)?.length);
  return found;
}

/** Every flag with the commands that have it. */
function flags(): readonly (readonly [name: string, uses: readonly Flag[]])[] {
  const byName = new Map<string, Flag[]>();
  for (const [command, help] of nonEmpty([...helps]))
    for (const flag of nonEmpty(flagsOf(command, help)))
      byName.set(flag.name, [...(byName.get(flag.name) ?? []), flag]);
  return [...byName];
}

test('every command says what it does, how it ends, and shows at least one example of itself', async () => {
  const summaries = (await cliRun(['--help'])).stdout;
  for (const [command, help] of nonEmpty([...helps])) {
    if (!command.includes(' '))
      expect(summaries, command).toMatch(new RegExp(`^ {2}${command} {2,}\\S`, 'm'));
    expect(help, command).toMatch(/^Usage: .*\n\n[A-Z](?:.+\n)*?.*[.:]\n\n/);
    expect(help, command).toMatch(/^Exit codes:\n {2}0 {2}\S.*\n(?: {2}1 {2}.*\n)? {2}2 {2}\S/m);
    expect(help, command).toMatch(
      new RegExp(`^Examples:\\n(?:  .*\\n)*? {2}\\$ .*crosscheck ${command}\\b`, 'm'),
    );
  }
});

describe('flags', () => {
  test('are in lower case with dashes, and say what they do', () => {
    for (const [name, uses] of flags()) {
      expect(name).toMatch(/^--[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/);
      for (const { command, description } of uses) expect(description, `${command} ${name}`).not.toBe('');
    }
  });

  test('take a value everywhere or nowhere, and one of the same kind', () => {
    const mixed = flags()
      .map(([name, uses]) => [name, new Set(uses.map(({ value }) => kindOf(value)))] as const)
      .filter(([name, kinds]) => kinds.size > 1 && !exceptions.has(name))
      .map(([name, kinds]) => `${name}: ${[...kinds].join(' or ')}`);
    expect(mixed).toEqual([]);
  });

  test('with a duration have no unit in their name', () => {
    const durations = flags().filter(([, uses]) => uses.some(({ value }) => value === '<duration>'));
    for (const [name] of nonEmpty(durations)) expect(name).not.toMatch(/-m?s$/);
  });

  test('say that they print JSON in the same words', () => {
    const [[, uses]] = nonEmpty(flags().filter(([name]) => name === '--json')) as [[string, readonly Flag[]]];
    for (const { command, description } of uses) expect(description, command).toMatch(/\bone line of JSON\b/);
  });
});

/** `crosscheck serve` defines what campaigns name. */
const exceptions = new Set(['--token']);

/** `<number|auto>` is a number that may also be left to the command. */
function kindOf(value: string | undefined): string {
  return value === undefined ? 'no value' : (/<([^>|]+)/.exec(value)?.[1] ?? value);
}

describe('rejects misspelt words, and suggests the right one', () => {
  test.each([
    [['simulat'], 'simulate'],
    [['--verson'], '--version'],
    [['report', 'merge', 'a.ndjson', '--oot', 'b'], '--out'],
  ])('%j', async (args, suggested) => {
    const { exitCode, stdout, stderr } = await cliRun(args);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toMatch(new RegExp(`^error: .*\\n\\(Did you mean ${suggested}\\?\\)\\n$`));
  });

  test('in help', async () => {
    expect(await cliRun(['help', 'srve'])).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: 'error: unknown command "srve"; did you mean serve?\n',
    });
  });

  test('in every command', async () => {
    for (const [command, help] of nonEmpty([...helps])) {
      const [{ name }] = nonEmpty(flagsOf(command, help)) as [Flag];
      const { exitCode, stderr } = await cliRun([...command.split(' '), `${name}x`]);
      expect(exitCode, command).toBe(2);
      expect(stderr).toContain(`error: unknown option '${name}x'\n(Did you mean ${name}`);
    }
  });
});
