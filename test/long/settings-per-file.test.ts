import { expect, test } from 'vitest';
import { runVitest } from '../support/vitest-process.js';

const define = (name: string): string =>
  `defineDeployment({ name: '${name}', simulatorUrl: 'http://127.0.0.1:9', observerUrl: 'http://127.0.0.1:9' })`;

const files = {
  'a.test.js': `
    import { configure, currentDeployment, defineDeployment } from 'crosscheck';
    import { expect, test, vi } from 'vitest';
    configure({ deployment: ${define('of a')} });
    test('a has its own', () => expect(currentDeployment().name).toBe('of a'));
    test('a sets variables', () => {
      configure({ deployment: undefined });
      vi.stubEnv('CROSSCHECK_NAME', 'first');
      expect(currentDeployment().name).toBe('first');
      expect(currentDeployment()).toBe(currentDeployment());
      vi.stubEnv('CROSSCHECK_NAME', 'second');
      expect(currentDeployment().name).toBe('second');
      vi.unstubAllEnvs();
    });`,
  'b.test.js': `
    import { configure, currentDeployment, defineDeployment } from 'crosscheck';
    import { expect, test } from 'vitest';
    test('b has that of the environment', () => expect(currentDeployment().name).toBe('of the environment'));
    test('b has its own when it sets it', () => {
      configure({ deployment: ${define('of b')} });
      expect(currentDeployment().name).toBe('of b');
    });`,
};

test('settings of one file do not affect the next, also without isolation', {
  timeout: 120_000,
}, async () => {
  const { tests, output } = await runVitest(
    files,
    { isolate: false },
    {
      CROSSCHECK_SIMULATOR_URL: 'http://127.0.0.1:9',
      CROSSCHECK_NAME: 'of the environment',
    },
  );
  const statuses = Object.entries(tests).map(([title, { status }]) => `${title}: ${status}`);
  expect(statuses, output).toEqual([
    'a has its own: passed',
    'a sets variables: passed',
    'b has that of the environment: passed',
    'b has its own when it sets it: passed',
  ]);
});
