import { knownChecks } from 'crosscheck/fuzz';
import { expect, test } from 'vitest';
import { nonEmpty } from '../../support/non-empty.js';
import { cliRun } from './cli-run.js';

test('lists every check under its family, with severity, meaning and source', async () => {
  const { exitCode, stdout, stderr } = await cliRun(['checks']);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  const headings = stdout.match(/^[A-Z]+$/gm);
  expect(headings).toEqual(['TRANSPORT', 'MEANING', 'METAMORPHIC']);
  for (const { name, family, severity, about, source } of nonEmpty(knownChecks)) {
    const entry = new RegExp(`^${name} +${severity} +(.+)\n +Source: (.+)\\.$`, 'm').exec(stdout);
    expect(entry?.slice(1), name).toEqual([about, source]);
    const above = stdout.slice(0, entry?.index).match(/^[A-Z]+$/gm);
    expect(above?.at(-1), name).toBe(family.toUpperCase());
  }
});

test('prints one line of JSON', async () => {
  const { exitCode, stdout } = await cliRun(['checks', '--json']);
  expect(exitCode).toBe(0);
  expect(stdout.indexOf('\n')).toBe(stdout.length - 1);
  expect(JSON.parse(stdout)).toEqual(
    knownChecks.map(({ name, family, severity, about, source }) => ({
      name,
      family,
      severity,
      about,
      source,
    })),
  );
});
