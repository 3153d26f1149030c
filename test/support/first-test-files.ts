import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const readme = fileURLToPath(new URL('../../README.md', import.meta.url));

/** The files of the README's first test: the code blocks that start with a comment naming them. */
export async function firstTestFiles(): Promise<Map<string, string>> {
  const text = await readFile(readme, 'utf8');
  const files = ['vitest.config.ts', 'bounce.test.ts'].map((name) => [name, blockOf(text, name)] as const);
  return new Map(files);
}

function blockOf(text: string, name: string): string {
  const block = text.split('```ts\n').find((candidate) => candidate.startsWith(`// ${name}\n`));
  if (block === undefined) throw new Error(`The README has no code block that starts with // ${name}`);
  return block.slice(0, block.indexOf('```'));
}
