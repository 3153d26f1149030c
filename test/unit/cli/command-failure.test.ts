import { UsageError } from 'crosscheck';
import { LocalDeploymentError } from 'crosscheck/local';
import { expect, test } from 'vitest';
import { failedRun } from './cli-run.js';

test('an expected error is one sentence without a stack trace', async () => {
  const taken = new LocalDeploymentError('DEPLOYMENT_PORT_TAKEN', { summary: 'Something else listens.' });
  expect(await failedRun(taken)).toEqual({
    exitCode: 3,
    stdout: '',
    stderr: 'error: Something else listens.\n',
  });
});

test('one detail is on the same line, several are below it', async () => {
  expect((await failedRun(new UsageError('Bad options', ['a must be b']))).stderr).toBe(
    'error: Bad options: a must be b\n',
  );
  const missing = { summary: 'It is missing.', details: ['It was at x.'] };
  expect((await failedRun(new LocalDeploymentError('DEPLOYMENT_ENGINE_MISSING', missing))).stderr).toBe(
    'error: It is missing. It was at x.\n',
  );
  expect(await failedRun(new UsageError('Bad options', ['a must be b', 'c must be d']))).toMatchObject({
    exitCode: 2,
    stderr: 'error: Bad options\n  a must be b\n  c must be d\n',
  });
});

test('an unexpected error has its stack trace, and another exit code than findings', async () => {
  const { exitCode, stderr } = await failedRun(new RangeError('off by one'));
  expect(exitCode).toBe(3);
  expect(stderr).toMatch(
    /^error: crosscheck failed; this is a bug in crosscheck\nRangeError: off by one\n\s+at /,
  );
  expect((await failedRun('thrown text')).stderr).toContain('thrown text');
});
