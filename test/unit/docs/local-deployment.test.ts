import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { faultNames, timingProfiles } from 'crosscheck/local';
import { expect, it } from 'vitest';
import { cliRun } from '../cli/cli-run.js';

const docsPage = (name: string): Promise<string> =>
  readFile(fileURLToPath(new URL(`../../../docs/${name}.md`, import.meta.url)), 'utf8');
const reference = await docsPage('local-deployment-reference');
const faultsPage = await docsPage('local-faults');

it.each([
  ['profiles', reference, Object.keys(timingProfiles)],
  ['faults', faultsPage, [...faultNames]],
])('the pages of the local deployment name all %s', (_, page, names) => {
  expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

it('the page of faults describes each fault as crosscheck serve does', async () => {
  const { stdout } = await cliRun(['serve', '--list-faults', '--json']);
  const faults: { readonly fault: string; readonly summary: string }[] = JSON.parse(stdout);
  expect(faults.map(({ fault }) => fault)).toEqual([...faultNames]);
  const missing = faults.filter(({ summary }) => !faultsPage.includes(summary));
  // These three share a line.
  expect(missing.map(({ fault }) => fault)).toEqual([
    'bad-gateway',
    'service-unavailable',
    'gateway-timeout',
  ]);
});
