import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { firstTestFiles } from '../support/first-test-files.js';
import { checkTypes, entriesFor, writeEntriesFile } from './check-types.js';
import {
  type Consumer,
  type ConsumerVersions,
  compilers,
  type InstalledConsumer,
  installedAs,
} from './consumer.js';
import { describeEditor, editors } from './editor-outcomes.js';
import { installConsumer } from './install-consumer.js';
import { describeJestOutcomes } from './jest-outcomes.js';
import { describePlaywrightOutcomes } from './playwright-outcomes.js';
import { copyFixtures, output } from './run-in-consumer.js';
import { describeVitestOutcomes } from './vitest-outcomes.js';

declare module 'vitest' {
  interface TaskMeta {
    /** Of the test that looks at the versions: the consumer's line of the matrix. */
    consumer?: ConsumerVersions;
  }
}

const types = 'test/consumers/fixtures/types';

/** The tests of types, which are written with Vitest. */
async function typeTests(): Promise<string[]> {
  const files = await readdir(new URL('../types', import.meta.url));
  return files.map((file) => join('test/types', file));
}

const commandRunners = { npm: ['npx', '--no-install'], pnpm: ['pnpm', 'exec'] } as const;

/** Declares what must work in a consumer: it is installed, and what is tested runs with its Node, runner and compilers. */
export function describeConsumer(consumer: Consumer): void {
  const { runner, node, packageManager, isCommonJs = false } = consumer;
  const [name, version = ''] = runner.split('@');

  describe(`${runner}, Node ${node}, ${packageManager}${isCommonJs ? ', CommonJS' : ''}`, () => {
    let installed: InstalledConsumer;

    beforeAll(async () => {
      installed = await installConsumer(consumer);
      await copyFixtures(installed);
      for (const [file, code] of await firstTestFiles()) {
        await writeFile(join(installed.directory, file), code);
      }
    }, 240_000);

    test('has the versions in its name', ({ task }) => {
      task.meta.consumer = installed.versions;
      expect(`${installed.versions.runner}.`).toContain(`${name} ${version}.`);
      expect(`${installed.versions.node}.`).toMatch(new RegExp(`^${node}\\.`));
    });

    test('loads every entry except those that only a test runner can load', async () => {
      const entries = (await entriesFor(installed)).filter(
        (entry) => !['crosscheck/vitest', 'crosscheck/jest'].includes(entry),
      );
      const list = JSON.stringify(entries);
      const script = isCommonJs
        ? `${list}.map((entry) => require(entry))`
        : `await Promise.all(${list}.map((entry) => import(entry)))`;
      const loaded = await output(installed, 'node', [
        `--input-type=${isCommonJs ? 'commonjs' : 'module'}`,
        '-e',
        script,
      ]);
      expect(loaded).toEqual({ ok: true, stdout: '', stderr: '' });
    });

    test('finds the command', async () => {
      const [command, ...args] = commandRunners[packageManager];
      const { ok, stdout } = await output(installed, command, [...args, 'crosscheck', '--version']);
      expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
      expect(ok).toBe(true);
    });

    // What a package manager changes about types is where they are found, which one compiler shows.
    const checkedBy = packageManager === 'npm' ? compilers : compilers.slice(-1);
    test.concurrent.for(checkedBy)(
      'has types for TypeScript %s',
      { timeout: 600_000 },
      async (compiler, { expect }) => {
        const fixtures = [`${name}-types.ts`, 'client-types.ts'].map((file) => join(types, file));
        const files = [await writeEntriesFile(installed), ...fixtures];
        if (name === 'vitest') files.push(...(await firstTestFiles()).keys(), ...(await typeTests()));
        expect(await checkTypes(installed, installedAs(compiler), files)).toEqual([]);
      },
    );

    for (const version of editors) describeEditor(version, name as string, () => installed);

    // Libraries have errors of their own under some of them.
    test.runIf(isCommonJs).for([
      ['bundler', 'esnext'],
      ['node10', 'commonjs'],
    ] as const)('has types with the module resolution %s', async ([resolution, module], { expect }) => {
      const files = [join(types, `${name}-types.ts`), join(types, 'client-types.ts')];
      const options = ['--module', module, '--moduleResolution', resolution, '--esModuleInterop'];
      const lenient = [...options, '--skipLibCheck', 'true'];
      expect(await checkTypes(installed, installedAs('5.9'), files, lenient)).toEqual([]);
    });

    test.runIf(name === 'vitest')("passes the README's first test", async () => {
      const first = ['node_modules/vitest/vitest.mjs', 'run', 'bounce.test.ts'];
      const { ok, stdout, stderr } = await output(installed, 'node', first);
      expect(stdout + stderr).toMatch(/Tests\s+1 passed/);
      expect(ok).toBe(true);
    });

    test.runIf(name === 'vitest')('passes the suite that `crosscheck init` writes', async () => {
      const folder = join(installed.directory, 'init');
      await mkdir(folder);
      await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'init', type: 'module' }));
      const inFolder = { ...installed, directory: folder };
      const modules = join(installed.directory, 'node_modules');
      const init = [join(modules, 'crosscheck/dist/cli/crosscheck.js'), 'init', '--yes', '--no-install'];
      expect(await output(inFolder, 'node', init)).toMatchObject({ ok: true });
      const suite = [join(modules, 'vitest/vitest.mjs'), 'run', '--config', 'vitest.crosscheck.config.js'];
      const { ok, stdout, stderr } = await output(inFolder, 'node', suite);
      expect(stdout + stderr).toMatch(/Test Files\s+2 passed \(2\)/);
      expect(ok).toBe(true);
    });

    if (name === 'jest') describeJestOutcomes(() => installed, isCommonJs);
    else if (name === 'playwright') describePlaywrightOutcomes(() => installed);
    else describeVitestOutcomes(() => installed, !version.startsWith('3'));
  });
}
