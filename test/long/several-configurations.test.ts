import { expect, test } from 'vitest';
import { runVitest } from '../support/vitest-process.js';

const head = `
import { configure, currentDeployment, defineDeployment } from 'crosscheck';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
const at = (name) => defineDeployment({ name, simulatorUrl: 'http://127.0.0.1:9', observerUrl: 'http://127.0.0.1:9' });
const [staging, production] = [at('staging'), at('production')];
const asks = (name) => () => expect(currentDeployment().name).toBe(name);
const soon = () => new Promise((resolve) => setTimeout(resolve, 50));
`;

const files = {
  'file.test.js': `${head}
    configure({ deployment: staging });
    test('a test of a file that sets one', asks('staging'));
    describe('production', () => {
      beforeAll(() => configure({ deployment: production }));
      test('a test whose describe block sets another', asks('production'));
      describe('nested', () => {
        test('a test of a nested block', asks('production'));
        describe('again', () => {
          configure({ deployment: staging });
          test('a test of a nested block that sets another', asks('staging'));
        });
      });
      afterAll(asks('production'));
    });
    test('a test beside that block', asks('staging'));
    describe('each', () => {
      beforeEach(({ task }) => { if (task.name.includes('hook')) configure({ deployment: production }); });
      test('a test whose hook sets another', asks('production'));
      test('a test of the same block', asks('staging'));
    });
    test('a test that sets another', () => {
      configure({ deployment: production });
      asks('production')();
    });
    test('a test after one that sets another', asks('staging'));
    let attempts = 0;
    test('the second attempt of a test that sets another', { retry: 1 }, () => {
      asks('staging')();
      configure({ deployment: production });
      if (attempts++ === 0) throw new Error('first attempt');
      asks('production')();
    });
    test('a test that sets none', () => {
      configure({ deployment: undefined });
      asks('of the environment')();
    });`,
  'blocks.test.js': `${head}
    describe('staging', () => {
      configure({ deployment: staging });
      configure({ lateCallsMs: 0 });
      test('a test of a describe body that sets one', asks('staging'));
    });
    describe('production', () => {
      configure({ deployment: production });
      test('a test of another describe body', asks('production'));
    });
    describe.each([staging, production])('$name, each', (deployment) => {
      configure({ deployment });
      test('a test of a table: ' + deployment.name, asks(deployment.name));
    });
    describe('none', () => {
      test('a test of a describe body that sets none', asks('of the environment'));
    });
    test('a test outside of describe bodies that set one', asks('of the environment'));`,
  'concurrent.test.js': `${head}
    test.concurrent('a concurrent test', async () => {
      configure({ deployment: staging });
      await soon();
      asks('staging')();
    });
    test.concurrent('a concurrent test beside it', async () => {
      configure({ deployment: production });
      await soon();
      asks('production')();
    });
    test.concurrent('a concurrent test that sets none', async () => {
      await soon();
      asks('of the environment')();
    });
    describe.concurrent('staging', () => {
      beforeEach(() => configure({ deployment: staging }));
      test('a test of a concurrent block', asks('staging'));
    });
    describe.concurrent('production', () => {
      beforeAll(async () => { await soon(); await soon(); });
      test('a test of a concurrent block that sets none', asks('of the environment'));
    });`,
  'around.test.js': `${head}
    import { aroundAll } from 'vitest';
    configure({ deployment: production });
    describe('staging', () => {
      aroundAll(async (run) => {
        configure({ deployment: staging });
        await run();
        asks('staging')();
      });
      beforeAll(() => asks('staging'));
      test('a test of a block whose aroundAll sets one', asks('staging'));
      describe('nested', () => {
        beforeAll(() => {
          configure({ deployment: production });
          return asks('production');
        });
        test('a test of a block whose clean-up asks', asks('production'));
      });
      test('a test after the clean-up of a nested block', asks('staging'));
    });
    describe('fails', () => {
      beforeAll(() => { throw new Error('not set up'); });
      test('a test of a block whose hook fails', () => {});
    });
    describe('staging again', () => {
      beforeAll(() => configure({ deployment: staging }));
      test('a test of a block after one whose hook fails', asks('staging'));
    });
    describe.skip('skipped', () => {
      configure({ deployment: staging });
    });
    test('a test after these blocks', asks('production'));`,
  'beside.test.js': `${head}
    configure({ deployment: staging });
    const withFixture = test.extend({
      auto: [async ({}, use) => { asks('production')(); configure({ deployment: staging }); await use(); }, { auto: true }],
    });
    describe('production', () => {
      configure({ deployment: production });
      withFixture('a test whose auto fixture sets one', () => {});
      test('a test after the auto fixture', asks('production'));
    });
    let late;
    beforeAll(() => { late = soon().then(() => configure({ deployment: production })); });
    test('a test during the call of a hook without await', async () => {
      await expect(late).rejects.toThrow('not known');
      asks('staging')();
    });`,
  'hooks.test.js': `${head}
    describe.concurrent('staging', () => {
      beforeAll(async () => {
        await soon();
        configure({ deployment: staging });
      });
      test('a test of a block whose hooks run beside others', asks('staging'));
    });
    describe.concurrent('production', () => {
      beforeAll(async () => { await soon(); await soon(); });
      test('a test of the block beside it', asks('of the environment'));
    });`,
};

test('configure holds for the block that calls it', { timeout: 120_000 }, async () => {
  const env = { CROSSCHECK_SIMULATOR_URL: 'http://127.0.0.1:9', CROSSCHECK_NAME: 'of the environment' };
  const { tests, output } = await runVitest(files, {}, env);
  const notPassed = Object.entries(tests).filter(([, { status }]) => status !== 'passed');
  expect(Object.fromEntries(notPassed.map(([title, { status }]) => [title, status])), output).toEqual({
    'a test of a block whose hooks run beside others': 'skipped',
    'a test of a block whose hook fails': 'skipped',
    'a test whose auto fixture sets one': 'failed',
  });
  expect(Object.keys(tests)).toHaveLength(33);
  expect(output.split(unknownBlock)).toHaveLength(3);
});

const unknownBlock = `UsageError: configure was called by code whose test or describe block is not known

Several of them run, or the call is not in a test: in an auto fixture, or in code that nothing awaits.
Before Vitest 4.1, the test that calls it is never known.
What to do: call configure in the body of the describe block or in its beforeAll, or pass the option deployment to the assertions`;

test('a test that gets none hears of the block that has one', { timeout: 120_000 }, async () => {
  const { tests } = await runVitest({
    'none.test.js': `${head}
      describe('staging', () => { configure({ deployment: staging }); test('has one', asks('staging')); });
      test('has none', () => { currentDeployment(); });`,
  });
  expect(tests['has one']?.status).toBe('passed');
  expect(tests['has none']?.failureMessages.join()).toContain(`No deployment is configured

configure was called in a test or a describe block of this file, and holds for that alone:
call it at the top level of the file, or in beforeAll.`);
});

test('a file replaces what a setup file sets', { timeout: 120_000 }, async () => {
  const { tests, output } = await runVitest(
    {
      'setup.mjs': `import 'crosscheck/vitest'; ${head} configure({ deployment: at('of the setup file') });`,
      'a.test.js': `${head} configure({ deployment: staging }); test('replaces it', asks('staging'));`,
      'b.test.js': `${head}
        beforeAll(() => configure({ deployment: staging }));
        test('replaces it in a hook', asks('staging'));`,
      'c.test.js': `${head} test('has that of the setup file', asks('of the setup file'));`,
    },
    { setupFiles: ['./setup.mjs'] },
  );
  const statuses = Object.entries(tests).map(([title, { status }]) => `${title}: ${status}`);
  expect(statuses, output).toEqual([
    'replaces it: passed',
    'replaces it in a hook: passed',
    'has that of the setup file: passed',
  ]);
});
