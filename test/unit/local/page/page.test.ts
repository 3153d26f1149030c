import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { pagePolicy, readPage } from '../../../../src/local/page/page.js';

const page = readPage();
const paths = page.map(({ path }) => path);
const scripts = page.filter(({ contentType }) => contentType.startsWith('text/javascript'));
const directory = new URL('../../../../src/local/page/browser/', import.meta.url);

it('serves its style sheets and one script with all that it imports, none of them empty', () => {
  const sheets = readdirSync(directory).filter((name) => name.endsWith('.css'));
  const files = [...sheets, 'show-page.js'].map((name) => `/page/${name}`);
  expect(paths.toSorted()).toEqual(['/', ...files].toSorted());
  expect(page.filter(({ body }) => body === '')).toEqual([]);
});

it('asks for nothing that is not served', () => {
  const linked = [...(page[0]?.body.matchAll(/(?:href|src)="(page\/.+?)"/g) ?? [])].map(([, at]) => `/${at}`);
  expect(linked).toHaveLength(2);
  expect(paths).toEqual(expect.arrayContaining(linked));
  expect(scripts.flatMap(({ body }) => body.match(/\bimport\s*[({'"*\w]/g) ?? [])).toEqual([]);
});

it('renders strings only as text, and needs no exception from its policy', () => {
  const markup =
    /innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|new Function|style=|\son\w+="/;
  expect(page.filter(({ body }) => markup.test(body))).toEqual([]);
  expect(pagePolicy).not.toMatch(/unsafe|\*|http/);
});
