import { startLocalDeployment } from 'crosscheck/local';
import { beforeAll, expect, it } from 'vitest';
import { exchange } from '../../../support/http-exchange.js';

/** The page and everything that it links to, each with its path. */
let page: { path: string; body: string; headers: Record<string, unknown> }[];
let scripts: typeof page;
beforeAll(async () => {
  await using local = await startLocalDeployment({ clock: 'manual' });
  const read = async (path: string) => {
    const { status, headers, text } = await exchange(`${local.controlUrl}${path}`);
    expect(status).toBe(200);
    return { path, body: text, headers };
  };
  const index = await read('/');
  const linked = [...index.body.matchAll(/(?:href|src)="(page\/.+?)"/g)].map(([, at]) => `/${at}`);
  page = [index, ...(await Promise.all(linked.map(read)))];
  scripts = page.filter(({ headers }) => `${headers['content-type']}`.startsWith('text/javascript'));
});

it('links a style sheet and one script, which are served and not empty', () => {
  expect(page.map(({ path }) => path)).toEqual(['/', '/page/page.css', '/page/page.js']);
  expect(page.filter(({ body }) => body === '')).toEqual([]);
});

it('bundles all that its script imports', () => {
  expect(scripts).toHaveLength(1);
  expect(scripts.flatMap(({ body }) => body.match(/\bimport\s*[({'"*\w]/g) ?? [])).toEqual([]);
});

it('carries the licence of the library that is bundled with its script', () => {
  expect(scripts.map(({ body }) => body.slice(0, 200))).toEqual([
    expect.stringMatching(/^\/\*!\npreact\nThe MIT License/),
  ]);
});

it('needs no exception from its policy, under which no text becomes markup', () => {
  expect(page.filter(({ body }) => /eval\(|new Function|style="|\son\w+="/.test(body))).toEqual([]);
  for (const { headers } of page) {
    expect(headers['content-security-policy']).not.toMatch(/unsafe|\*|http/);
    expect(headers['content-security-policy']).toContain(
      "require-trusted-types-for 'script'; trusted-types 'none'",
    );
  }
});
