import { expect, test } from 'vitest';
import { commandFailure } from '../../../src/cli/command-failure.js';
import { LocalDeploymentError, UsageError } from '../../../src/errors.js';

test('what was expected to go wrong has a sentence and no stack trace', () => {
  const taken = new LocalDeploymentError('DEPLOYMENT_PORT_TAKEN', { summary: 'Something else listens.' });
  expect(commandFailure(taken)).toEqual({ exitCode: 3, text: 'error: Something else listens.\n' });
});

test('one detail stands on the same line, several below it', () => {
  expect(commandFailure(new UsageError('Bad options', ['a must be b'])).text).toBe(
    'error: Bad options: a must be b\n',
  );
  const missing = { summary: 'It is missing.', details: ['It was at x.'] };
  expect(commandFailure(new LocalDeploymentError('DEPLOYMENT_ENGINE_MISSING', missing)).text).toBe(
    'error: It is missing. It was at x.\n',
  );
  expect(commandFailure(new UsageError('Bad options', ['a must be b', 'c must be d']))).toEqual({
    exitCode: 2,
    text: 'error: Bad options\n  a must be b\n  c must be d\n',
  });
});

test('what was not expected has its stack trace, and another exit code than findings', () => {
  const { exitCode, text } = commandFailure(new RangeError('off by one'));
  expect(exitCode).toBe(3);
  expect(text).toMatch(
    /^error: crosscheck failed; this is a bug in crosscheck\nRangeError: off by one\n\s+at /,
  );
  expect(commandFailure('thrown text').text).toContain('thrown text');
});
