import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { knownChecks, phaseNames } from 'crosscheck/fuzz';
import { expect, it } from 'vitest';
import {
  campaignDefaults,
  campaignFileSchema,
  campaignOptions,
} from '../../../src/fuzz/model/campaign-options.js';
import { cliRun } from '../cli/cli-run.js';

const read = (path: string): Promise<string> =>
  readFile(fileURLToPath(new URL(`../../../${path}`, import.meta.url)), 'utf8');
const manifests = ['examples/fuzz/github/fuzz.yml', 'examples/fuzz/kubernetes/fuzz-job.yaml'] as const;
const guide = await read('docs/fuzzing.md');
const helpOf = async (command: string): Promise<string> => (await cliRun([command, '--help'])).stdout;
const [, formats = ''] = /--format <name>\s+one of ([\w, ]+)/.exec(await helpOf('report')) ?? [];

it.each([
  ['options', Object.keys(campaignOptions.shape)],
  ['phases', [...phaseNames]],
  ['formats', formats.trim().split(', ')],
  ['confidences', ['stable', 'flaky', 'not-reproduced', 'unconfirmed']],
])('the guide of fuzzing names all %s', (_, names) => {
  expect(names.length).toBeGreaterThan(3);
  expect(names.filter((name) => !guide.includes(`\`${name}`))).toEqual([]);
});

it('the guide of fuzzing says what is inconclusive, with the statuses of the guide of property tests', async () => {
  const [, statuses] =
    /redirect \(3xx\) or status (\d.*?)\. \|/.exec(await read('docs/property-tests.md')) ?? [];
  expect(guide.replaceAll(/\s+/g, ' ')).toContain(
    `if it gets no complete answer, one from a cache or another server, or status 3xx, ${statuses}.`,
  );
});

it('the guide of fuzzing names every flag of crosscheck fuzz', async () => {
  const help = await helpOf('fuzz');
  const flags = [...help.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm)].map(([, flag]) => flag);
  expect(flags.length).toBeGreaterThan(30);
  // Every command has these two.
  expect(flags.filter((flag) => !guide.includes(`\`${flag}`))).toEqual(['--json', '--help']);
});

/** Options whose default is written in words. */
const inWords = [
  'durationMs',
  'phases',
  'skipChecks',
  'operationIds',
  'endpoints',
  'fuzzUnsafe',
  'corpus',
  'shard',
];
const numbers = Object.entries({
  ...campaignDefaults,
  'limits.slowThresholdMs': campaignDefaults.limits.slowThresholdMs,
})
  .filter(([name]) => ![...inWords, 'limits'].includes(name))
  .map(([name, value]) => [name, value === 'auto' ? '`auto`' : Number(value).toLocaleString('en')] as const);

it.each(numbers)('the guide and the docstring state the default of %s', async (name, value) => {
  const [, cell] = new RegExp(`^\\| \`${name.replace('.', '\\.')}\`.*? \\| (.*?) \\|`, 'm').exec(guide) ?? [];
  expect(cell).toBe(value);
  const options = (await read('src/fuzz/model/campaign-options.ts')) + (await read('src/checks/check.ts'));
  const member = name.split('.').at(-1);
  expect(options).toMatch(new RegExp(`Default: ${value}\\.\\s+\\*/\\n(?:  // .*\\n)?  ${member}:`));
});

it('the guide has a valid example of a configuration', () => {
  const [, example = ''] = /```json\n(.*?)```/s.exec(guide) ?? [];
  expect(campaignFileSchema.parse(JSON.parse(example))).toHaveProperty('seed');
});

it.each(['fuzz', 'report'])('the guide of fuzzing names every export of crosscheck/%s', async (entry) => {
  const source = await read(`src/${entry}/index.ts`);
  const names = [...source.matchAll(/export (?:type )?\{([^}]*)\}/g)].flatMap(([, list = '']) =>
    list.split(',').map((name) => name.replace('type ', '').trim()),
  );
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => name !== '' && !new RegExp(`\`${name}\\b`).test(guide))).toEqual([]);
});

it('README.md states the number of checks', async () => {
  expect(await read('README.md')).toContain(`against ${knownChecks.length} checks`);
});

it('the manifests of the examples use only flags that exist', async () => {
  const help = `${await read('test/unit/cli/__snapshots__/run-cli.test.ts.snap')}`;
  for (const file of manifests) {
    const flags = (await read(file)).match(/(?<= )--[a-z-]+/g) ?? [];
    expect(flags.length).toBeGreaterThan(0);
    expect(flags.filter((flag) => !help.includes(`${flag} `))).toEqual([]);
  }
});

it('every --shard in the docs comes with a --seed, which it requires', async () => {
  const files = [
    'docs/ci.md',
    'docs/fuzzing.md',
    'test/unit/cli/__snapshots__/run-cli.test.ts.snap',
    ...manifests,
  ];
  const lines = (await Promise.all(files.map(read))).flatMap((text) => text.split('\n'));
  const shown = lines.filter((line) => /--shard (\d|job|\$)/.test(line));
  expect(shown.length).toBeGreaterThan(files.length);
  expect(shown.filter((line) => !line.includes('--seed'))).toEqual([]);
});

it('the workflow uploads the corpus, which is a hidden folder', async () => {
  const steps = (await read(manifests[0])).split('actions/upload-artifact');
  const kept = steps.filter((step) => step.includes('.crosscheck/corpus'));
  expect(kept.map((step) => step.includes('include-hidden-files: true'))).toEqual([true, true]);
});
