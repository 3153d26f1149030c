import { expect, test } from 'vitest';
import { failureText } from '../../../src/cli/fuzz/job-failure-text.js';

const notRun = 'before its campaign ended: the rest of its cases was not run; what was found counts\n';

test.each([
  ['was killed', undefined, '', true, `error: Job 2 of 4 was killed ${notRun}`],
  [
    'was killed after a warning',
    undefined,
    'warning\n',
    false,
    `warning\nerror: Job 2 of 4 was killed ${notRun}`,
  ],
  [
    'failed on its way',
    3,
    'error: why\n',
    true,
    `error: why\nerror: Job 2 of 4 ended with exit code 3 ${notRun}`,
  ],
  ['failed at the start', 2, 'error: why\n', false, 'error: why\n'],
])('says of a job that it %s', (_, exitCode, stderr, hasBegun, text) => {
  expect(failureText({ job: 2, exitCode, stderr }, 4, hasBegun)).toBe(text);
});
