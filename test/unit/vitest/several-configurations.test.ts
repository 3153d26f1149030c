import { expect, test } from 'vitest';
import { runVitest } from '../../support/vitest-process.js';

const head = `
  import { configure, currentDeployment, defineDeployment } from 'crosscheck';
  import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
  const at = (name) => defineDeployment({ name, simulatorUrl: 'http://127.0.0.1:9', observerUrl: 'http://127.0.0.1:9' });
  const [staging, production] = [at('staging'), at('production')];
  const asks = (name) => () => expect(currentDeployment().name).toBe(name);
`;

const files = {
  'setup.mjs': `import 'crosscheck/vitest'; ${head} configure({ deployment: at('of the setup file') });`,
  'a.test.js': `${head}
    configure({ deployment: staging });
    test('a file replaces what a setup file set', asks('staging'));
    describe('production', () => {
      beforeAll(() => configure({ deployment: production }));
      test('a hook replaces what the file set', asks('production'));
    });
    describe('each', () => {
      beforeEach(() => configure({ deployment: staging }));
      test('a hook replaces what another hook set', asks('staging'));
      test('a test replaces what a hook set', () => {
        configure({ deployment: production });
        asks('production')();
      });
    });`,
  'b.test.js': `${head}
    describe('staging', () => {
      configure({ deployment: staging });
      test('a describe body beside another', asks('staging'));
    });`,
  'c.test.js': `${head}
    configure({ deployment: staging });
    test.concurrent('a concurrent test that sets the same', () => {
      configure({ deployment: staging });
      asks('staging')();
    });
    test.concurrent('a concurrent test that sets another', () => configure({ deployment: production }));
    test.concurrent('a concurrent test beside it', async () => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      asks('staging')();
    });`,
  'd.test.js': `${head}
    describe.concurrent('staging', () => {
      beforeEach(() => configure({ deployment: production }));
      test('a concurrent test whose hook sets another', asks('production'));
    });`,
};

test('configure is rejected where other tests of the file would ask the deployment too', {
  timeout: 120_000,
}, async () => {
  const { tests, output } = await runVitest(files, { setupFiles: ['./setup.mjs'] });
  const outcomes = Object.fromEntries(
    Object.entries(tests).map(([title, { status, failureMessages }]) => [
      title,
      failureMessages.map((message) => message.split('\n    at ')[0]).join() || status,
    ]),
  );
  expect(outcomes, output).toMatchInlineSnapshot(`
    {
      "a concurrent test beside it": "passed",
      "a concurrent test that sets another": "UsageError: configure was called with another deployment in a concurrent test

    Configured: staging
    Given:      production
    The settings hold for the whole file: its other tests would ask this deployment too.
    What to do: pass the option deployment to the assertions",
      "a concurrent test that sets the same": "passed",
      "a concurrent test whose hook sets another": "UsageError: configure was called with another deployment in a concurrent test

    Configured: of the setup file
    Given:      production
    The settings hold for the whole file: its other tests would ask this deployment too.
    What to do: pass the option deployment to the assertions",
      "a file replaces what a setup file set": "passed",
      "a hook replaces what another hook set": "passed",
      "a hook replaces what the file set": "passed",
      "a test replaces what a hook set": "passed",
    }
  `);
  expect(output).toContain('UsageError: configure was called with another deployment in a describe body');
});
