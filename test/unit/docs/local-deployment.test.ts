import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { connectLocalDeployment, faultNames, startLocalDeployment, timingProfiles } from 'crosscheck/local';
import { expect, it } from 'vitest';
import { knownFaults } from '../../../src/local/faults/known-faults.js';
import { exchange } from '../../support/http-exchange.js';
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

/** Returns the code in some cells of the table of a section: of each row, those at an index. */
function codeIn(page: string, heading: string, index: number): string[] {
  const [, text = ''] = page.split(`\n## ${heading}\n`);
  const [table = ''] = /(?<=\n)\|.+?(?=\n\n|\n?$)/s.exec(text.split('\n## ')[0] ?? '') ?? [];
  const cells = table.split('\n').map((row) => row.split('|')[index + 1] ?? '');
  return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code));
}

it('the page of faults says how clients and waits react to each, those that change simulations together', () => {
  const expected = knownFaults.filter(({ changes }) => changes !== 'simulation').map(({ fault }) => fault);
  const named = codeIn(faultsPage, 'How a client and a wait react', 0);
  expect(named.sort()).toEqual(expected.sort());
});

it('the table of the control API lists each method of a handle, and each route', async () => {
  await using local = await startLocalDeployment();
  const connected = Object.entries(await connectLocalDeployment(local.controlUrl));
  const methods = connected.flatMap(([name, member]) => (typeof member === 'function' ? [name] : []));
  const listed = codeIn(reference, 'Control', 0).map((call) => call.replace(/\(.*/, ''));
  expect(listed.sort()).toEqual(methods.sort());

  const { text } = await exchange(`${local.controlUrl}/openapi.json`);
  const { paths } = JSON.parse(text) as { readonly paths: Readonly<Record<string, object>> };
  const routes = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const described = codeIn(reference, 'Control', 1).map((route) => route.replace(/\?.*/, ''));
  expect(described.sort()).toEqual(routes.sort());
});
