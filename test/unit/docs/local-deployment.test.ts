import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { faultNames, timingProfiles } from 'crosscheck/local';
import { expect, it } from 'vitest';
import { cliRun } from '../cli/cli-run.js';

const guide = await readFile(
  fileURLToPath(new URL('../../../docs/local-deployment.md', import.meta.url)),
  'utf8',
);

it.each([
  ['profiles', Object.keys(timingProfiles)],
  ['faults', [...faultNames]],
])('the guide of the local deployment names all %s', (_, names) => {
  expect(names.filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
});

it('the guide of the local deployment describes each fault as crosscheck serve does', async () => {
  const { stdout } = await cliRun(['serve', '--list-faults', '--json']);
  const faults: { readonly fault: string; readonly summary: string }[] = JSON.parse(stdout);
  expect(faults.map(({ fault }) => fault)).toEqual([...faultNames]);
  const missing = faults.filter(({ summary }) => !guide.includes(summary));
  // These three share a line.
  expect(missing.map(({ fault }) => fault)).toEqual([
    'bad-gateway',
    'service-unavailable',
    'gateway-timeout',
  ]);
});
