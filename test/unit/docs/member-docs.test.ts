import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { inclusionDocs, type MemberDocs, requestDocs, simulationDocs } from '../../support/member-docs.js';

const inRoot = (path: string): Promise<string> =>
  readFile(new URL(`../../../${path}`, import.meta.url), 'utf8');

/** Returns the docstrings of the members in the tables of a file, by their order. */
async function docstringsIn(file: string): Promise<string[]> {
  const source = await inRoot(file);
  const tables = source.matchAll(/^(?:export )?const \w+Fields = \{\n(.*?)^\} as const satisfies/gms);
  return [...tables].flatMap(([, table = '']) =>
    [...table.matchAll(/\/\*\*(.*?)\*\/\n(?: *\/\/[^\n]*\n)* *\w+: /gs)].map(([, text = '']) =>
      text.replace(/\s*\n\s*\* ?/g, ' ').trim(),
    ),
  );
}

const distinct = (...docs: readonly MemberDocs[]): string[] =>
  [...new Set(docs.flatMap(Object.values))].sort();

test('the docstring of each member of a request says what its row says, and where the interface has it', async () => {
  expect((await docstringsIn('src/contract/simulation-request.ts')).sort()).toEqual(distinct(requestDocs));
});

test('so does the docstring of each member of an answer', async () => {
  const docstrings = await docstringsIn('src/contract/responses.ts');
  expect(docstrings.sort()).toEqual(distinct(simulationDocs, inclusionDocs));
});

test('the links of docstrings lead to headings', async () => {
  const page = await inRoot('docs/service-interface.md');
  const anchors = [...page.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
  const links = distinct(requestDocs, simulationDocs, inclusionDocs).map((text) => text.split('#').at(-1));
  expect(anchors).toEqual(expect.arrayContaining([...new Set(links)]));
});
