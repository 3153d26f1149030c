import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CampaignEnded, CampaignStarted } from 'crosscheck/fuzz';
import { formatReport, mergeReports, readReport, summaryOfEvents } from 'crosscheck/report';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { formatNames } from '../../support/report-formats.js';
import {
  ended,
  exercised,
  finding,
  found,
  reportText,
  started,
  tick,
  wholeReport,
} from '../report/events.js';
import { cliRun } from './cli-run.js';

let folder: string;
const at = (name: string): string => join(folder, name);
const shards = [0, 1].map((index) => [started({ shard: { index, count: 2 } }), tick(), found(), ended()]);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crosscheck-report-'));
  await writeFile(at('whole.ndjson'), reportText(wholeReport()));
  for (const [index, events] of shards.entries())
    await writeFile(at(`shard-${index + 1}.ndjson`), reportText(events));
});
beforeEach(() => rm(at('out'), { force: true }));
afterAll(() => rm(folder, { recursive: true }));

describe('crosscheck report', () => {
  test.each(formatNames)('writes %s', async (format) => {
    const run = await cliRun(['report', at('whole.ndjson'), '--format', format]);
    const stdout = formatReport(summaryOfEvents(await readReport(at('whole.ndjson'))), format);
    expect(run).toEqual({ exitCode: 0, stdout, stderr: '' });
  });

  test('writes text by default, and several files as one', async () => {
    const { stdout } = await cliRun(['report', at('shard-2.ndjson'), at('shard-1.ndjson')]);
    expect(stdout).toBe(formatReport(summaryOfEvents(mergeReports(shards)), 'text'));
  });

  test('names the case next to the report to repeat a finding, if it is there', async () => {
    const file = at('alone.ndjson');
    const events = [started({ corpus: false }), tick(), found(), ended()];
    for (const name of [file, at('part.ndjson')]) await writeFile(name, reportText(events));
    const commands = async () => {
      const texts = await Promise.all(
        ['text', 'markdown', 'html', 'junit'].map((format) => cliRun(['report', file, '--format', format])),
      );
      return texts.map(({ stdout }) => /npx crosscheck replay [^\s<&]+/.exec(stdout)?.[0]);
    };
    expect(await commands()).toEqual(Array(4).fill('npx crosscheck replay 7:valid/123'));
    await cliRun(['report', 'merge', at('part.ndjson'), '--out', file, '--force']);
    const written = join(folder, 'alone', `${finding().id}.json`);
    expect(await commands()).toEqual(Array(4).fill(`npx crosscheck replay ${written}`));
  });

  test('names the flags that close a gap', async () => {
    const stdout = async (start: Partial<CampaignStarted>, end: Partial<CampaignEnded>) => {
      await writeFile(at('gaps.ndjson'), reportText([started(start), tick(), ended(end)]));
      return (await cliRun(['report', at('gaps.ndjson')])).stdout;
    };
    expect(
      await stdout({}, { gaps: [{ text: 'no simulation succeeded', exercise: 'succeeded' }] }),
    ).toContain('No simulation succeeded; name a contract and its function (--target, --signature), or');
    const gaps = [{ text: 'no call had arguments', exercise: 'carriedArguments' as const }];
    expect(await stdout({ given: ['calls'] }, { gaps, exercised: exercised() })).toContain(
      'No call had arguments, because none of the given calls does; name a function with parameters (--signature).',
    );
  });

  test('rejects --show with a format that has no place for it', async () => {
    const args = ['report', at('whole.ndjson'), '--format', 'har', '--show', 'curl'];
    expect(await cliRun(args)).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: 'error: --show applies to --format text and markdown, not to har\n',
    });
  });

  test.each([
    [[], 'shard-1.ndjson'],
    [['merge'], 'shard-1.ndjson'],
    [[], 'link.ndjson'],
  ])('rejects an output that is one of its inputs: %j, %s', async (nested, name) => {
    const file = at('shard-1.ndjson');
    const before = await readFile(file, 'utf8');
    const out = at(name);
    if (name === 'link.ndjson') await symlink('shard-1.ndjson', out);
    const run = await cliRun(['report', ...nested, file, at('shard-2.ndjson'), '--out', out, '--force']);
    expect(run).toMatchObject({
      exitCode: 2,
      stderr: `error: --out must not name a report that is read, got ${out}\n`,
    });
    expect(await readFile(file, 'utf8')).toBe(before);
  });

  test('writes to a file, and overwrites one only on request', async () => {
    const args = ['report', at('whole.ndjson'), '--format', 'json', '--out', at('out')];
    await writeFile(at('out'), 'mine');
    expect(await cliRun(args)).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: `error: --out must name a new file, got ${at('out')}, which exists: add --force to overwrite it\n`,
    });
    expect(await readFile(at('out'), 'utf8')).toBe('mine');
    expect(await cliRun([...args, '--force'])).toEqual({ exitCode: 0, stdout: '', stderr: '' });
    expect(JSON.parse(await readFile(at('out'), 'utf8'))).toMatchObject({ seed: 7 });
  });

  test('reports a file that cannot be written', async () => {
    const { exitCode, stderr } = await cliRun(['report', at('whole.ndjson'), '--out', at('nowhere/out')]);
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(
      /^error: The output .* cannot be written: there is no such file or folder \(ENOENT\)/,
    );
  });
});

describe('crosscheck report merge', () => {
  test('writes a report that can be read as one', async () => {
    const run = await cliRun([
      'report',
      'merge',
      at('shard-1.ndjson'),
      at('shard-2.ndjson'),
      '--out',
      at('out'),
    ]);
    expect(run).toMatchObject({ exitCode: 0, stdout: '' });
    expect(await readReport(at('out'))).toEqual(mergeReports(shards));
  });

  test('writes the case of each finding next to the merged report, so that it can be repeated', async () => {
    const files = [0, 1].map(async (index) => {
      const file = at(`no-corpus-${index}.ndjson`);
      const start = started({ shard: { index, count: 2 }, corpus: false });
      await writeFile(file, reportText([start, tick(), found(), ended()]));
      return file;
    });
    const merged = at('merged.ndjson');
    await cliRun(['report', 'merge', ...(await Promise.all(files)), '--out', merged]);
    const [{ id = '' } = {}] = summaryOfEvents(await readReport(merged)).findings;
    expect((await readdir(at('merged'))).sort()).toEqual([`${id}-test.ts`, `${id}.json`, `${id}.sh`]);
    const { stdout } = await cliRun(['report', merged]);
    expect(stdout).toContain(`npx crosscheck replay ${at('merged')}/${id}.json`);
  });

  test('exits with 1 if only together the shards have a finding', async () => {
    const files = [0, 10].map(async (fromMs, index) => {
      const frequency = {
        shown: 1,
        of: 50,
        requests: 'valid requests',
        times: [{ fromMs, untilMs: fromMs + 1 }],
      } as const;
      const once = found({ confidence: 'not-reproduced', runs: { shown: 0, of: 5 }, frequency });
      const file = at(`once-${index}.ndjson`);
      const shard = { index, count: 2 };
      await writeFile(file, reportText([started({ shard }), tick(), once, ended({ verdict: 'clean' })]));
      return file;
    });
    const run = await cliRun(['report', 'merge', ...(await Promise.all(files)), '--out', at('out')]);
    expect(run.exitCode).toBe(1);
    expect(run.stderr).toContain('Note: No shard failed alone, but together they have 1 new finding.\n');
  });

  test('says which shards are missing', async () => {
    const { exitCode, stdout, stderr } = await cliRun(['report', 'merge', at('shard-2.ndjson')]);
    expect(exitCode).toBe(3);
    expect(stdout.split('\n', 1)[0]).toContain('"merged":[1]');
    expect(stderr).toContain('Note: Shard 1 of 2 is missing, with its findings.');
  });

  test('does not overwrite a report', async () => {
    const before = await readFile(at('shard-1.ndjson'), 'utf8');
    const run = await cliRun(['report', 'merge', at('shard-2.ndjson'), '--out', at('shard-1.ndjson')]);
    expect(run.exitCode).toBe(2);
    expect(await readFile(at('shard-1.ndjson'), 'utf8')).toBe(before);
  });
});

test.each([
  [['report'], "error: missing required argument 'file'"],
  [['report', 'merge'], "error: missing required argument 'file'"],
  [['report', 'x', '--format', 'pdf'], `error: --format must be one of ${formatNames.join(', ')}, got "pdf"`],
  [['report', 'merge', 'x', '--format', 'json'], "error: unknown option '--format'\n(Did you mean --force?)"],
  [['report', '/nowhere/x'], 'error: /nowhere/x: there is no such file'],
  [['report', 'merg', 'x'], 'error: merg: there is no such file; did you mean merge?'],
])('%j is rejected in one sentence', async (args, message) => {
  expect(await cliRun(args)).toEqual({ exitCode: 2, stdout: '', stderr: `${message}\n` });
});
