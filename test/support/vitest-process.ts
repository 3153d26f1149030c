import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

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

/**
 * Runs Vitest in a process of its own, in a project of these files that takes the package from its sources and lists
 * `crosscheck/vitest` in `setupFiles`.
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
    const source = (path: string): string => join(repository, 'src', path);
    const test = {
      setupFiles: [source('vitest/index.ts')],
      pool: 'threads',
      fileParallelism: false,
      ...options,
    };
    const alias = [
      ['^crosscheck$', 'index.ts'],
      ['^crosscheck/vitest/local-setup$', 'vitest/local-setup.ts'],
      ['^crosscheck/([a-z]+)$', '$1/index.ts'],
    ].map(
      ([find, to]) =>
        `{ find: /${find?.replaceAll('/', '\\/')}/, replacement: ${JSON.stringify(source(to as string))} }`,
    );
    const config = `export default { resolve: { alias: [${alias}] }, test: ${JSON.stringify(test)} };`;
    for (const [name, text] of Object.entries({ ...files, 'vitest.config.mjs': config }))
      await writeFile(join(folder, name), text);
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
