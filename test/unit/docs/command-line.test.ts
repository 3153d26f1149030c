import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { cliRun } from '../cli/cli-run.js';

const page = readFileSync(new URL('../../../docs/command-line.md', import.meta.url), 'utf8');
const rows = [...page.matchAll(/^\| `crosscheck (\w+)[^|]*\|[^|]*\| ([^|]*)\|$/gm)].map(
  ([, command = '', findings = '']) => ({ command, findings: findings.trim() }),
);

const helpOf = async (...command: string[]): Promise<string> => (await cliRun([...command, '--help'])).stdout;

it.each(rows)(
  'the table of commands says what exit code 1 of $command means',
  async ({ command, findings }) => {
    const helps = [await helpOf(command), ...(command === 'report' ? [await helpOf('report', 'merge')] : [])];
    expect(helps.some((help) => /^ {2}1 {2}/m.test(help))).toBe(findings !== '');
  },
);

it('says which commands have the flags of a deployment', async () => {
  const [, sentence = ''] = /^(`simulate`, [\s\S]+?) have the flags `--deployment`/m.exec(page) ?? [];
  const having: string[] = [];
  for (const { command } of rows) if (/^ {2}--deployment /m.test(await helpOf(command))) having.push(command);
  expect([...sentence.matchAll(/`(\w+)`/g)].map(([, name]) => name)).toEqual(expect.arrayContaining(having));
  expect(having).toHaveLength([...sentence.matchAll(/`\w+`/g)].length);
});
