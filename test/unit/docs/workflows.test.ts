import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const read = (path: string): Promise<string> =>
  readFile(fileURLToPath(new URL(`../../../${path}`, import.meta.url)), 'utf8');

it('the workflows of the docs, of crosscheck init and of this repository use the same version of each action', async () => {
  const texts = await Promise.all(
    [
      '.github/workflows/ci.yml',
      '.github/workflows/release.yml',
      'docs/ci.md',
      'examples/fuzz/github/fuzz.yml',
      'examples/smoke/github/smoke.yml',
      'src/cli/init/suite-files.ts',
    ].map(read),
  );
  const used = new Set(texts.flatMap((text) => text.match(/(?<=uses: )[\w/-]+@v\d+/g) ?? []));
  const names = [...used].map((action) => action.replace(/@.*/, ''));
  expect(names).toContain('actions/checkout');
  expect([...used].filter((_, index) => names.indexOf(names[index] as string) !== index)).toEqual([]);
});
