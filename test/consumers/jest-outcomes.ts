import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { startLocalDeployment } from '../../src/local/index.js';
import { readPage } from '../documentation/read-page.js';
import type { InstalledConsumer } from './consumer.js';
import { type Outcome, type RunnerReport, runJest, runJestProject } from './run-in-consumer.js';

const page = fileURLToPath(new URL('../../docs/playwright-and-jest.md', import.meta.url));

/** A test file that sets no deployment. */
const joining = `
const { currentDeployment } = require('crosscheck');
test('uses the running local deployment', () => {
  expect(currentDeployment().simulatorUrl).toBe(process.env.SIMULATOR_URL);
});
`;

/** Declares what the fixtures must do on Jest. */
export function describeJestOutcomes(consumer: () => InstalledConsumer, isCommonJs: boolean): void {
  describe('the fixtures', () => {
    let outcomes: RunnerReport['outcomes'];

    const expectOutcome = (name: string, failure: RegExp | ''): void => {
      expect(outcomes.get(name)).toEqual({
        passed: failure === '',
        failure: failure === '' ? '' : expect.stringMatching(failure),
      });
    };

    beforeAll(async () => {
      ({ outcomes } = await runJest(consumer()));
    }, 240_000);

    test.for([
      'waits',
      'waits as long as a test with more time asks for',
      'watches a window',
      'keeps waiting while nobody answers',
      'judges records',
    ])('%s', (name) => {
      expectOutcome(name, '');
    });

    test.for([
      ['times out', /timed out \(matcher timeout\)/],
      [
        'times out by default before Jest ends it',
        /timed out \(timeoutMs, which is 3.5 s by default in Jest\)[\s\S]*Timeline: [\s\S]*raise timeoutMs and the timeout of the test/,
      ],
      [
        'calls a service that never answers',
        /sent no complete answer within 3\.5 s \(timeoutMs, which is 3\.5 s by default in Jest\)/,
      ],
      ['fails a window', /failed after .+: it is included/],
      ['is inconclusive in an outage when negated', /is inconclusive: /],
      ['shows what differs beside a record that matches', /-\s+"polls": 2,\s+\+\s+"polls": 1,/],
      ['rejects asymmetric use', /cannot be used inside another assertion/],
    ] as const)('fails a test that %s', ([name, failure]) => {
      expectOutcome(name, failure);
    });

    const unawaited = /\(\.\.\.\) was still waiting when the test ended/;

    test.for([
      ['waits', ''],
      ['runs after it', ''],
      ['has too little time', /timed out \(the test's own timeout of 1 s; timeoutMs is 60 s\)/],
      [
        'has too little time for an observer that never answers',
        /client\.inclusion\(\) is inconclusive: .* did not answer for /,
      ],
      ['omits the await of a wait', unawaited],
      ['omits the await of a window', unawaited],
      ['omits the await of a call', /client\.inclusion\(\.\.\.\) was still waiting when the test ended/],
    ] as const)('with its environment, a test that %s', ([name, failure]) => {
      expectOutcome(`followed: ${name}`, failure);
    });

    test.runIf(isCommonJs).for([
      ['followed: has all the time of a long test', ''],
      [
        'followed: in a hook has too little time',
        /timed out \(the test's own timeout of 1 s; timeoutMs is 60 s\)/,
      ],
      ['followed: awaits later', ''],
      ['followed: is expected to fail, and omits an await', unawaited],
      ['retried: omits an await the first time', ''],
      ['concurrent: waits', ''],
      ['concurrent: runs beside it', ''],
      ['uses every entry', ''],
      ['starts a local deployment', ''],
    ] as const)('in a CommonJS project, %s', ([name, failure]) => {
      expectOutcome(name, failure);
    });

    test.runIf(isCommonJs)('reports a missing await only if nothing else failed', () => {
      const { failure } = outcomes.get('followed: fails for another reason') as Outcome;
      expect(failure).toMatch(/another reason/);
      expect(failure).not.toMatch(unawaited);
    });
  });

  test.runIf(isCommonJs)(
    'the example of docs/playwright-and-jest.md passes, with its setup file',
    async () => {
      const { directory, env } = consumer();
      const blocks = (await readPage(page)).filter(({ language }) => language === 'js');
      const files = new Map(blocks.map(({ code }) => [/^\/\/ (\S+)/.exec(code)?.[1] ?? '', code]));
      expect([...files.keys()]).toEqual(['jest.config.js', 'calls.test.js', 'jest.setup.js']);
      const config = files.get('jest.config.js') ?? '';
      files.set(
        'jest.config.js',
        config.replace("['crosscheck/jest']", "['crosscheck/jest', './jest.setup.js']"),
      );
      files.set('joining.test.js', joining);
      await mkdir(join(directory, 'example'));
      for (const [file, code] of files) await writeFile(join(directory, 'example', file), code);

      await using local = await startLocalDeployment();
      const { controlUrl: CROSSCHECK_CONTROL_URL, simulatorUrl: SIMULATOR_URL } = local;
      const joined = { ...consumer(), env: { ...env, CROSSCHECK_CONTROL_URL, SIMULATOR_URL } };
      const { outcomes } = await runJestProject(joined, 'example/jest.config.js');
      const passed = { passed: true, failure: '' };
      expect(outcomes).toEqual(
        new Map([
          ['a call is included', passed],
          ['uses the running local deployment', passed],
        ]),
      );
    },
  );
}
