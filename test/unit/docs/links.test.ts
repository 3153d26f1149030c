import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const guides = (await readdir(join(root, 'docs'))).filter((name) => name.endsWith('.md'));
const pages = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...guides.map((name) => `docs/${name}`)];

it.each(pages)('%s links to pages and sections that exist', async (page) => {
  const text = withoutCode(await readFile(join(root, page), 'utf8'));
  const broken: string[] = [];
  for (const [, target = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
    if (/^https?:/.test(target)) continue;
    const [path = '', section] = target.split('#');
    const file = path === '' ? join(root, page) : join(root, dirname(page), path);
    if (!existsSync(file)) broken.push(target);
    else if (section !== undefined && !(await sectionsOf(file)).includes(section)) broken.push(target);
  }
  expect(broken).toEqual([]);
});

it('docs/README.md lists every page', async () => {
  const list = await readFile(join(root, 'docs/README.md'), 'utf8');
  const missing = guides.filter((name) => name !== 'README.md' && !list.includes(`](${name})`));
  expect(missing).toEqual([]);
});

it('CONTRIBUTING.md names only files and folders that exist', async () => {
  const text = await readFile(join(root, 'CONTRIBUTING.md'), 'utf8');
  const paths = [...text.matchAll(/`((?:src|test|docs|bench|scripts|examples)\/[\w./-]+)`/g)].map(
    ([, path = '']) => path,
  );
  expect(paths.length).toBeGreaterThan(20);
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

/** The anchors that GitHub gives to the headings of a page. */
async function sectionsOf(file: string): Promise<string[]> {
  const headings = withoutCode(await readFile(file, 'utf8')).matchAll(/^#+ (.*)$/gm);
  return [...headings].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .trim()
      .replaceAll(' ', '-'),
  );
}

function withoutCode(text: string): string {
  return text.replace(/^```.*?^```/gms, '');
}
