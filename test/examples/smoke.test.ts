import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { answerOf } from '../support/raw-server.js';
import { simulated, startService } from '../unit/smoke/service.js';

const run = promisify(execFile);
const repository = fileURLToPath(new URL('../..', import.meta.url));

interface JsonReport {
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly title: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

test('the smoke example has a test for each check of the deployment that the environment names', async () => {
  const { origin } = await startService(({ method, target }) => {
    if (method === 'POST') return simulated();
    return target.endsWith('operationId=') ? answerOf(502, 'no upstream') : undefined;
  });
  const env = {
    ...process.env,
    TEST_REPORTS: '',
    CROSSCHECK_NAME: 'elsewhere',
    CROSSCHECK_SIMULATOR_URL: origin,
  };
  const args = ['vitest', 'run', '--project', 'examples', 'examples/smoke', '--reporter=json'];
  const { stdout } = await run('npx', args, { cwd: repository, env }).catch((failed) => failed);
  const { testResults }: JsonReport = JSON.parse(stdout.slice(stdout.indexOf('{')));
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const statusOf = Object.fromEntries(tests.map(({ title, status }) => [title, status]));
  expect(statusOf).toMatchObject({
    'simulate-conformance': 'passed',
    'missing-field': 'failed',
    'empty-operation-id': 'failed',
    tls: 'skipped',
  });
  const failureOf = (check: string): string =>
    tests.find(({ title }) => title === check)?.failureMessages.join('\n') ?? '';
  const failure = failureOf('missing-field');
  expect(failureOf('empty-operation-id')).toContain('InconclusiveError: The observer of elsewhere');
  expect(failure).toContain(
    'SmokeFailedError: expected a rejection with a 4xx status (betaCaller: It is required, but missing.)',
  );
  expect(failure).toContain('What to do: fix the validation in the service');
});
