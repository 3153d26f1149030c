import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { InstalledConsumer } from './consumer.js';
import { output } from './run-in-consumer.js';

/** The names under which a consumer imports the entries of the installed package, apart from those of another runner. */
export async function entriesFor({ consumer, directory }: InstalledConsumer): Promise<string[]> {
  const manifest = await readFile(join(directory, 'node_modules/crosscheck/package.json'), 'utf8');
  const { exports } = JSON.parse(manifest) as { exports: Record<string, string | { types: string }> };
  return Object.entries(exports)
    .filter(([, target]) => typeof target === 'object')
    .map(([name]) => name.replace(/^\./, 'crosscheck'))
    .filter((name) => {
      const [, runner] = /^crosscheck\/(vitest|jest|playwright)\b/.exec(name) ?? [];
      return runner === undefined || consumer.runner.startsWith(runner);
    });
}

/** Writes a file that uses the types of every entry. */
export async function writeEntriesFile(consumer: InstalledConsumer): Promise<string> {
  const entries = await entriesFor(consumer);
  const imports = entries.map((name, at) => `import * as entry${at} from '${name}';`);
  const uses = entries.map((_, at) => `  entry${at},`);
  const file = 'every-entry.ts';
  await writeFile(
    join(consumer.directory, file),
    [...imports, 'export const entries = [', ...uses, '];\n'].join('\n'),
  );
  return file;
}

/**
 * Compiles files strictly with the consumer's libraries checked as well. Returns what the compiler reports, except for the
 * runner's own files: Vitest 3.2 and the types of chai contradict each other.
 */
export async function checkTypes(
  consumer: InstalledConsumer,
  compiler: string,
  files: readonly string[],
  module: readonly string[] = ['--module', 'nodenext'],
): Promise<string[]> {
  const options = ['--noEmit', '--strict', '--skipLibCheck', 'false', '--exactOptionalPropertyTypes'];
  const target = [...module, '--target', 'es2023', '--types', 'node'];
  const tsc = `node_modules/${compiler}/bin/tsc`;
  const { stdout, stderr } = await output(consumer, 'node', [tsc, ...options, ...target, ...files]);
  return `${stdout}${stderr}`
    .split('\n')
    .filter(
      (line) =>
        line !== '' &&
        !/^(?:node_modules\/(?:\.pnpm\/[^/]+\/node_modules\/)?(?:vitest|@types|@vitest|playwright|playwright-core)\/| )/.test(
          line,
        ),
    );
}
