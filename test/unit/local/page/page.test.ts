import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { page, pagePolicy } from '../../../../src/local/page/page.js';

const paths = page.map(({ path }) => path);
const scripts = page.filter(({ contentType }) => contentType.startsWith('text/javascript'));
const directory = new URL('../../../../src/local/page/browser/', import.meta.url);

it('serves each of its files, none of them empty', () => {
  const files = readdirSync(directory).filter((name) => /\.(?:js|css)$/.test(name));
  expect(paths.toSorted()).toEqual(['/', ...files.map((name) => `/page/${name}`)].toSorted());
  expect(page.filter(({ body }) => body === '')).toEqual([]);
});

it('asks for nothing that is not served', () => {
  const imported = scripts.flatMap(({ body }) =>
    [...body.matchAll(/^(?:import|\} from) .*?'\.\/(.+?)';$/gm)].map(([, name]) => `/page/${name}`),
  );
  const linked = [...(page[0]?.body.matchAll(/(?:href|src)="(page\/.+?)"/g) ?? [])].map(([, at]) => `/${at}`);
  expect(linked).toHaveLength(2);
  expect(paths).toEqual(expect.arrayContaining([...imported, ...linked]));
});

it('makes nothing of texts but text, and needs no exception from its policy', () => {
  const markup =
    /innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|new Function|style=|\son\w+="/;
  expect(page.filter(({ body }) => markup.test(body))).toEqual([]);
  expect(pagePolicy).not.toMatch(/unsafe|\*|http/);
});
