import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { exceptions } from './exceptions.js';
import { readPage } from './read-page.js';
import { type Outcomes, runSnippets } from './run-snippets.js';
import type { Snippet } from './snippet.js';

const repository = new URL('../../', import.meta.url);
/** The only page to run, while somebody writes it. */
const { PAGE } = process.env;

const guides = (await readdir(new URL('docs/', repository))).filter((name) => name.endsWith('.md')).sort();
const pages = await Promise.all(
  ['README.md', ...guides.map((name) => `docs/${name}`)]
    .filter((path) => PAGE === undefined || path.endsWith(`${PAGE}.md`))
    .map(async (path) => ({ path, snippets: await readPage(fileURLToPath(new URL(path, repository))) })),
);
const reasonOf = ({ page, code }: Snippet): string | undefined =>
  exceptions.find(
    (exception) =>
      exception.page === page && code.split('\n').some((line) => line.startsWith(exception.line)),
  )?.reason;

let outcomes: Outcomes;
beforeAll(async () => {
  const run = pages.flatMap(({ snippets }) => snippets).filter((snippet) => reasonOf(snippet) === undefined);
  outcomes = await runSnippets(run, { scratchProject: inject('scratchProject'), tarball: inject('tarball') });
}, 600_000);

describe.for(pages.filter(({ snippets }) => snippets.length > 0))('$path', ({ path, snippets }) => {
  test.for(snippets.map((snippet) => [snippet.line, snippet.language, snippet.heading, snippet] as const))(
    'line %i (%s, %s)',
    ([, , , snippet], { skip }) => {
      const reason = reasonOf(snippet);
      if (reason !== undefined) return skip(reason);
      const problem = outcomes.get(snippet);
      if (problem === '') return;
      const failure = new Error(`${path}:${snippet.line}\n\n${snippet.code}\n${problem}`);
      // Where this file throws it says nothing.
      failure.stack = '';
      throw failure;
    },
  );
});

test.skipIf(PAGE)('every exception is about a block that there is', () => {
  const snippets = pages.flatMap((page) => page.snippets);
  const unused = exceptions.filter(
    ({ page, line }) => !snippets.some((snippet) => snippet.page === page && snippet.code.includes(line)),
  );
  expect(unused).toEqual([]);
});
