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

test('the page of the interface has a row for each member, and no others', async () => {
  const page = await inRoot('docs/service-interface.md');
  const rowsOf = (section: string): string[] => {
    const [, text = ''] = page.split(`\n### ${section} `);
    const [own = ''] = text.split(/\n##+ /);
    return [...own.matchAll(/^\| `([^`]+)` \|/gm)].map(([, path = '']) => path).sort();
  };
  const pathsOf = (docs: MemberDocs, top = ''): string[] =>
    Object.keys(docs)
      // Its row says what a token and its amount are.
      .filter((path) => !/\.tokens(?:Burned|Locked)\[\]/.test(path))
      .map((path) => top + path)
      .sort();
  expect(rowsOf('2.1')).toEqual(pathsOf(requestDocs));
  expect(rowsOf('2.2')).toEqual(pathsOf(simulationDocs, 'response.'));
  expect(rowsOf('2.3')).toEqual(pathsOf(inclusionDocs, 'response.'));
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
