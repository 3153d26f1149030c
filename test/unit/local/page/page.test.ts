import { expect, it } from 'vitest';
import { pagePolicy, readPage } from '../../../../src/local/page/page.js';

const page = readPage();
const paths = page.map(({ path }) => path);
const scripts = page.filter(({ contentType }) => contentType.startsWith('text/javascript'));

it('serves a page, a style sheet and one script with all that it imports, none of them empty', () => {
  expect(paths).toEqual(['/', '/page/page.css', '/page/page.js']);
  expect(page.filter(({ body }) => body === '')).toEqual([]);
});

it('asks for nothing that is not served', () => {
  const linked = [...(page[0]?.body.matchAll(/(?:href|src)="(page\/.+?)"/g) ?? [])].map(([, at]) => `/${at}`);
  expect(linked).toEqual(paths.slice(1));
  expect(scripts.flatMap(({ body }) => body.match(/\bimport\s*[({'"*\w]/g) ?? [])).toEqual([]);
});

it('carries the licence of the library that is bundled with its script', () => {
  expect(scripts.map(({ body }) => body.slice(0, 200))).toEqual([
    expect.stringMatching(/^\/\*!\npreact\nThe MIT License/),
  ]);
});

it('needs no exception from its policy, under which no text becomes markup', () => {
  expect(page.filter(({ body }) => /eval\(|new Function|style="|\son\w+="/.test(body))).toEqual([]);
  expect(pagePolicy).not.toMatch(/unsafe|\*|http/);
  expect(pagePolicy).toContain("require-trusted-types-for 'script'; trusted-types 'none'");
});
