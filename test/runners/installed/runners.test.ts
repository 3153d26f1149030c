import { beforeAll, describe, expect, inject, test } from 'vitest';
import { compile, copyFixtures, type RunnerReport, runJest } from '../runner-project.js';
import { describeVitest } from '../vitest-outcomes.js';

const installed = inject('runners');

for (const project of installed.filter(({ name }) => name.startsWith('vitest'))) {
  describeVitest(project, project.name !== 'vitest 3.2');
}

describe.for(installed.filter(({ name }) => name.startsWith('jest')))('$name', (project) => {
  let outcomes: RunnerReport['outcomes'];

  beforeAll(async () => {
    await copyFixtures(project);
    ({ outcomes } = await runJest(project));
  }, 120_000);

  test('compiles with its libraries checked', async () => {
    expect(await compile(project, 'jest-types.ts')).toEqual([]);
  });

  test.for(['waits', 'watches for a while', 'judges records'])('%s', (name) => {
    expect(outcomes.get(name)).toEqual({ passed: true, failure: '' });
  });

  test.for([
    ['times out', /timed out \(matcher timeout\)/],
    ['fails a window', /failed after .+: it is included/],
    ['cannot say in an outage, negated', /is inconclusive: the window was not seen/],
    ['refuses asymmetric use', /cannot be used inside another assertion/],
  ] as const)('fails a test that %s', ([name, failure]) => {
    expect(outcomes.get(name)).toEqual({ passed: false, failure: expect.stringMatching(failure) });
  });
});

test('at least one runner was there to run', () => {
  expect(installed).not.toEqual([]);
});
