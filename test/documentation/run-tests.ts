import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { runProcess } from './run-process.js';

interface JsonReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly failureMessages: readonly string[] | null;
    }[];
  }[];
}

/** Runs those blocks that are tests in one run of Vitest; gives what failed, by file. */
export async function runTests(root: string, env: NodeJS.ProcessEnv): Promise<Map<string, string>> {
  const vitest = join(root, '../node_modules/vitest/vitest.mjs');
  const report = join(root, 'report.json');
  const args = [vitest, 'run', '--root', root, '--reporter=json', `--outputFile=${report}`];
  const { output } = await runProcess(process.execPath, args, { cwd: root, env, timeoutMs: 240_000 });
  const text = await readFile(report, 'utf8').catch(() => {
    throw new Error(`Vitest wrote no report: ${output}`);
  });
  const { testResults } = JSON.parse(text) as JsonReport;
  return new Map(
    testResults.map(({ name, status, message, assertionResults }) => {
      const failures = assertionResults.flatMap(({ failureMessages }) => failureMessages ?? []);
      const ran = assertionResults.some((result) => result.status === 'passed');
      const problem =
        status === 'passed' && !ran ? 'no test passed' : [message, ...failures].join('\n').trim();
      return [relative(root, name), status === 'passed' && ran ? '' : problem || status];
    }),
  );
}
