import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { rolldown } from 'rolldown';
// @ts-expect-error: a configuration has no declarations
import build from '../../rolldown.config.mjs';

/** One test of a run, as Vitest's JSON report has it. */
export interface ReportedTest {
  readonly status: 'passed' | 'failed' | 'skipped' | 'pending';
  /** Messages with stacks. */
  readonly failureMessages: readonly string[];
}

/** What a Vitest process came to. */
export interface VitestRun {
  readonly exitCode: number;
  /** By the title of the test. */
  readonly tests: Readonly<Record<string, ReportedTest>>;
  readonly output: string;
}

const repository = resolve(import.meta.dirname, '../..');

/** The entries that tests in these processes import. */
const entries = [
  'index',
  'vitest/index',
  'vitest/local-setup',
  'arbitraries/index',
  'fuzz/index',
  'smoke/index',
];

/** The file `setup.js` of a project, for its `globalSetup`: it starts a local deployment. */
export const localSetup = { 'setup.js': `export { default } from 'crosscheck/vitest/local-setup';` };

/** Code of a request that the local deployment `local` accepts. */
export const localRequest = `({
  shardsKey: '7',
  alphaCallParams: { target: local.contracts.targets.bounce, methodName: 'bounce' },
  betaAssets: [{ amount: '5' }],
  betaCaller: local.accounts[0],
})`;

/** Where the workers of a run of Vitest share a bundle of the sources: of the main process, whose children they are. */
export function bundleFolder(mainPid: number): string {
  return join(tmpdir(), `crosscheck-bundle-${mainPid}`);
}

/**
 * Bundles the sources, once for all workers: each test file of a process would load hundreds of files one by one. The
 * global setup of the tests removes the bundle.
 */
async function bundledSources(): Promise<string> {
  const root = bundleFolder(process.ppid);
  // Vitest takes what is in `node_modules` as it is.
  const folder = join(root, 'node_modules/crosscheck');
  const dist = join(folder, 'dist');
  const isFirst = await mkdir(root).then(
    () => true,
    () => false,
  );
  if (!isFirst) {
    while (!existsSync(join(root, 'complete'))) await sleep(50);
    return dist;
  }
  await mkdir(dist, { recursive: true });
  await symlink(join(repository, 'node_modules'), join(folder, 'node_modules'));
  await symlink(join(repository, 'dist/assets'), join(dist, 'assets'));
  await copyFile(join(repository, 'package.json'), join(folder, 'package.json'));
  const [{ output, ...input }] = build;
  const bundle = await rolldown({
    ...input,
    cwd: repository,
    input: Object.fromEntries(entries.map((name) => [name, `src/${name}.ts`])),
  });
  await bundle.write({ ...output, dir: dist });
  await bundle.close();
  await writeFile(join(root, 'complete'), '');
  return dist;
}

/**
 * Runs Vitest in a process of its own, in a project of these files that takes the package from its sources, bundled, and
 * lists `crosscheck/vitest` in `setupFiles`.
 *
 * @param options - Members of `test` of its configuration.
 */
export async function runVitest(
  files: Readonly<Record<string, string>>,
  options: Readonly<Record<string, unknown>> = {},
  env: Readonly<Record<string, string>> = {},
): Promise<VitestRun> {
  const folder = await mkdtemp(join(tmpdir(), 'crosscheck-vitest-'));
  try {
    await symlink(join(repository, 'node_modules'), join(folder, 'node_modules'));
    const bundle = await bundledSources();
    const entry = (name: string): string => join(bundle, `${name}.js`);
    const test = {
      setupFiles: [entry('vitest/index')],
      pool: 'threads',
      fileParallelism: false,
      // All runs share node_modules, where Vitest caches the results that decide the order of the next run.
      cache: false,
      ...options,
    };
    const alias = entries.map((name) => {
      const specifier = `crosscheck/${name}`.replace(/\/index$/, '');
      return `{ find: /^${specifier.replaceAll('/', '\\/')}$/, replacement: ${JSON.stringify(entry(name))} }`;
    });
    const config = `export default { resolve: { alias: [${alias}] }, test: ${JSON.stringify(test)} };`;
    for (const [name, text] of Object.entries({ ...files, 'vitest.config.mjs': config })) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), text);
    }
    const vitest = join(repository, 'node_modules/vitest/vitest.mjs');
    const args = [
      vitest,
      'run',
      '--root',
      folder,
      '--reporter=default',
      '--reporter=json',
      '--outputFile.json=report.json',
    ];
    const { CROSSCHECK_RECORD: _, CROSSCHECK_REPLAY: __, ...surroundings } = process.env;
    const { exitCode, output } = await new Promise<Pick<VitestRun, 'exitCode' | 'output'>>((done) => {
      execFile(
        process.execPath,
        args,
        { cwd: folder, env: { ...surroundings, NO_COLOR: '1', VITEST: '', ...env } },
        (error, stdout, stderr) =>
          done({
            exitCode: typeof error?.code === 'number' ? error.code : error ? 1 : 0,
            output: stdout + stderr,
          }),
      );
    });
    const report = JSON.parse(
      await readFile(join(folder, 'report.json'), 'utf8').catch(() => '{"testResults":[]}'),
    );
    const tests = Object.fromEntries(
      report.testResults.flatMap((file: { assertionResults: (ReportedTest & { title: string })[] }) =>
        file.assertionResults.map((one) => [one.title.replace(/ \(with seed=.*/, ''), one]),
      ),
    );
    return { exitCode, tests, output };
  } finally {
    await rm(folder, { recursive: true });
  }
}
