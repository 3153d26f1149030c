import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { phaseNames } from '../../src/checks/case/case-plan.js';
import { knownChecks } from '../../src/checks/known-checks.js';
import { fuzzFlags, phaseFlags } from '../../src/cli/fuzz/fuzz-flags.js';
import { targetFlags } from '../../src/cli/target/target-flags.js';
import { campaignRules } from '../../src/fuzz/campaign-settings.js';
import { reportFormats } from '../../src/report/formats/report-formats.js';

const read = (path: string): Promise<string> =>
  readFile(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');
const guide = await read('docs/fuzzing.md');

it.each([
  ['options', Object.keys(campaignRules)],
  ['phases', [...phaseNames]],
  ['formats', Object.keys(reportFormats)],
  ['labels', ['stable', 'flaky', 'environmental', 'unconfirmed']],
])('the guide of fuzzing names all %s', (_, names) => {
  expect(names.filter((name) => !guide.includes(`\`${name}`))).toEqual([]);
});

it('the guide of fuzzing names the flags of the deployment and of each option', () => {
  const flags = Object.values({ ...targetFlags, ...phaseFlags, ...fuzzFlags }).map(
    ({ usage }) => /--[\w-]+/.exec(usage)?.[0] ?? usage,
  );
  expect(flags.filter((flag) => !guide.includes(`\`${flag}`))).toEqual([]);
});

it('the front page counts the checks', async () => {
  expect(await read('README.md')).toContain(`against ${knownChecks.length} checks`);
});

it('the manifests of the examples use flags that there are', async () => {
  const files = ['examples/fuzz/github/fuzz.yml', 'examples/fuzz/kubernetes/fuzz-job.yaml'];
  const help = `${await read('test/unit/cli/__snapshots__/run-cli.test.ts.snap')}`;
  for (const file of files) {
    const flags = (await read(file)).match(/(?<= )--[a-z-]+/g) ?? [];
    expect(flags.length).toBeGreaterThan(0);
    expect(flags.filter((flag) => !help.includes(`${flag} `))).toEqual([]);
  }
});
