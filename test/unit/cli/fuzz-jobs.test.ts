import { appendFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CampaignEvent } from 'crosscheck/fuzz';
import { type LocalDeployment, startLocalDeployment } from 'crosscheck/local';
import { formatReport, readReport, summaryOfEvents } from 'crosscheck/report';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { findingId, sampleFinding } from '../../support/sample-finding.js';
import { ended as endOf, found, started } from '../report/events.js';
import { type CliRun, cliRun, type JobEnd, type JobSettings, type StartJob } from './cli-run.js';

let local: LocalDeployment;
let folder: string;
let runs = 0;

beforeAll(async () => {
  local = await startLocalDeployment();
  folder = await mkdtemp(join(tmpdir(), 'crosscheck-jobs-'));
});
afterEach(() => local.clearFaults());
afterAll(async () => {
  await local.stop();
  await rm(folder, { recursive: true });
});

/** Jobs in this process. The first ones send only as many events as `killed` says, and die once another job has a finding or its end. */
function jobsHere(started: JobSettings[] = [], killed: readonly number[] = []): StartJob {
  let tellFound = (): void => {};
  const isFound = new Promise<void>((resolve) => {
    tellFound = resolve;
  });
  return (args, settings, onEvent) => {
    let left = killed[started.push(settings) - 1] ?? Number.POSITIVE_INFINITY;
    let stop = (): void => {};
    const stopped = new Promise<void>((resolve) => {
      stop = resolve;
    });
    let die = (_: JobEnd): void => {};
    const died = new Promise<JobEnd>((resolve) => {
      die = resolve;
    });
    const isKilled = (): boolean => left < 0;
    const send = (event: CampaignEvent): Promise<void> => {
      if (left-- <= 0) {
        void isFound.then(() => die({ exitCode: undefined, stderr: '' }));
        throw new Error('killed');
      }
      onEvent(JSON.parse(JSON.stringify(event)));
      if (event.event === 'finding' || event.event === 'end') tellFound();
      return Promise.resolve();
    };
    const ended = cliRun(args, { job: { settings, send }, untilStopped: () => stopped });
    return { stop, ended: ended.then((end) => (isKilled() ? died : end)) };
  };
}

async function fuzz(startJob: StartJob, ...flags: readonly string[]): Promise<CliRun & { report: string }> {
  const report = join(folder, `report-${runs++}.ndjson`);
  const files = ['--no-corpus', '--report', report];
  const asked = ['fuzz', '--control-url', local.controlUrl, '--seed', '7', '--phase', 'valid=11', ...files];
  return { ...(await cliRun([...asked, ...flags], { startJob })), report };
}

test('jobs poll the operations that the parent process listed, whatever is submitted meanwhile', async () => {
  const submit = (shardsKey: string) =>
    local.submit({
      shardsKey,
      alphaCallParams: { target: local.contracts.targets.bounce, methodName: 'bounce' },
      betaAssets: [{ amount: '1000000' }],
      betaCaller: local.accounts[0],
    });
  const listed = [await submit('1763712000001'), await submit('1763712000002')];
  const settings: JobSettings[] = [];
  const jobs = jobsHere(settings);
  const submitting: StartJob = (...args) => {
    const late = submit(`176371200001${settings.length}`);
    const started = late.then(() => jobs(...args));
    return {
      stop: () => void started.then((job) => job.stop()),
      ended: started.then((job) => job.ended),
    };
  };
  await fuzz(submitting, '--phase', 'stateful=4', '--jobs', '2');
  expect(settings.map(({ operationIds }) => operationIds.toSorted())).toEqual([
    listed.toSorted(),
    listed.toSorted(),
  ]);
});

test('jobs call the contracts that the parent process read, and do not read them again', async () => {
  const jobs = jobsHere();
  // Nothing listens there.
  const elsewhere: StartJob = (args, ...rest) =>
    jobs(
      args.map((arg) => (arg === local.controlUrl ? 'http://127.0.0.1:1' : arg)),
      ...rest,
    );
  expect(await fuzz(elsewhere, '--jobs', '2')).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining('local is clean'),
  });
});

test('two jobs run the cases of one, as one campaign', async () => {
  const started: JobSettings[] = [];
  const both = await fuzz(jobsHere(started), '--jobs', '2', '--concurrency', '5', '--rate-per-second', '900');
  expect(both).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining('11 cases, 11 requests (0 inconclusive)'),
    stderr: 'fuzzing local, seed 7, 2 jobs\nvalid: 11 cases\n',
  });
  expect(started).toMatchObject([
    { shard: { index: 0, count: 2 }, concurrency: 3, ratePerSecond: 450 },
    { shard: { index: 1, count: 2 }, concurrency: 2, ratePerSecond: 450 },
  ]);
  const alone = await fuzz(jobsHere());
  const [ofBoth, ofOne] = await Promise.all(
    [both, alone].map(async ({ report }) => summaryOfEvents(await readReport(report))),
  );
  expect(ofBoth).toMatchObject({
    coverageClasses: ofOne?.coverageClasses,
    missingShards: [],
    verdict: 'clean',
  });
  expect((await readdir(folder)).filter((name) => name.includes('.job-'))).toEqual([]);
});

test('a fault that all jobs see is one finding, of a shard as well', async () => {
  await local.setFault({ fault: 'zero-gas' });
  const { exitCode, stdout, stderr } = await fuzz(jobsHere(), '--jobs', '2', '--shard', '2/2', '--json');
  const { shard, findings } = JSON.parse(stdout);
  expect({ exitCode, shard, checks: findings.map(({ signature }: never) => signature) }).toMatchObject({
    exitCode: 1,
    shard: { index: 2, count: 4 },
    checks: [{ check: 'gas-missing' }],
  });
  expect(findings[0].runs).toEqual({ shown: 10, of: 10 });
  expect(stderr).toContain('seed 7, shards 3, 4 of 4\n');
  expect(stderr.match(/found gas-missing/g)).toHaveLength(1);
});

/** Jobs that report a finding each, and run until they are stopped. */
function findingJobs(maxFindings?: number): { startJob: StartJob; stops: number[]; isFound: Promise<void> } {
  const stops: number[] = [];
  let tellFound = (): void => {};
  const isFound = new Promise<void>((resolve) => {
    tellFound = resolve;
  });
  const startJob: StartJob = (_, { report }, onEvent) => {
    const index = stops.push(0) - 1;
    const tell = (event: CampaignEvent): void => {
      appendFileSync(report, `${JSON.stringify(event)}\n`);
      onEvent(event);
    };
    let end = (_: JobEnd): void => {};
    const ended = new Promise<JobEnd>((resolve) => {
      end = resolve;
    });
    setImmediate(() => {
      tell(started({ shard: { index, count: 2 }, settings: { maxFindings } }));
      const signature = { ...sampleFinding().signature, class: `kind ${index}` };
      tell(found({ id: findingId(signature), signature }));
      if (index === 1) tellFound();
    });
    const stop = (): void => {
      stops[index] = (stops[index] ?? 0) + 1;
      tell(endOf({ endedBy: 'stopped' }));
      end({ exitCode: 0, stderr: '' });
    };
    return { stop, ended };
  };
  return { startJob, stops, isFound };
}

test('stops all jobs once when they have found enough together', async () => {
  const { startJob, stops } = findingJobs(2);
  const { exitCode, stdout } = await fuzz(startJob, '--jobs', '2', '--max-findings', '2', '--json');
  expect({ exitCode, stops, ...JSON.parse(stdout) }).toMatchObject({
    exitCode: 1,
    stops: [1, 1],
    verdict: 'findings',
    endedBy: 'findings',
    findings: [{}, {}],
  });
});

test('Ctrl-C stops all jobs', async () => {
  const { startJob, stops, isFound } = findingJobs();
  const args = ['fuzz', '--control-url', local.controlUrl, '--no-corpus', '--no-report', '--json'];
  const { stdout } = await cliRun([...args, '--jobs', '2'], { startJob, untilStopped: () => isFound });
  expect({ stops, ...JSON.parse(stdout) }).toMatchObject({ stops: [1, 1], endedBy: 'stopped' });
});

test('reports a job that dies, and keeps the findings of all jobs', async () => {
  await local.setFault({ fault: 'zero-gas' });
  const { exitCode, stdout, stderr, report } = await fuzz(jobsHere([], [2]), '--jobs', '2');
  expect(exitCode).toBe(3);
  expect(stderr).toContain('error: Job 1 of 2 was killed before its campaign ended');
  expect(stdout).toMatch(/^local has 1 new finding\n/);
  expect(stdout).toMatch(/\nNote: The campaign was cut off after \d of 11 cases: /);
  expect(stdout).toContain(
    '\nNote: Job 1 of 2 was killed before its campaign ended, so its remaining cases were not run',
  );
  const summary = summaryOfEvents(await readReport(report));
  expect(summary.endedBy).toBeUndefined();
  expect(summary).toMatchObject({
    verdict: 'findings',
    findings: [{ confidence: 'stable' }],
  });
  // Only the campaign as a whole writes how to repeat its findings.
  const files = report.replace(/\.ndjson$/, '');
  const id = summary.findings[0]?.id;
  expect((await readdir(files)).sort()).toEqual([`${id}-test.ts`, `${id}.json`, `${id}.sh`]);
  expect((await readdir(folder)).filter((name) => name.includes('.job-'))).toEqual([]);
});

test('proves nothing if a job of a campaign without findings dies', async () => {
  const { exitCode, stdout } = await fuzz(jobsHere([], [1]), '--jobs', '2');
  expect(exitCode).toBe(3);
  expect(stdout).toContain(
    `The campaign of local is inconclusive: it was cut off

Note: The campaign was cut off after 5 of 11 cases: the report is complete only up to then.
Note: Job 1 of 2 was killed before its campaign ended, so its remaining cases were not run
`,
  );
});

test('the report says that a job was killed, and counts its cases as planned', async () => {
  const { stdout, report } = await fuzz(jobsHere([], [1]), '--jobs', '2', '--json');
  const killed = 'Job 1 of 2 was killed before its campaign ended, so its remaining cases were not run';
  expect(JSON.parse(stdout).notes).toEqual([killed]);
  const summary = summaryOfEvents(await readReport(report));
  expect(summary.phases).toMatchObject([{ phase: 'valid', planned: 11, cases: 5 }]);
  const text = formatReport(summary, 'text');
  expect(text).toContain(`Note: ${killed}\n`);
  expect(text).toMatch(/^ *valid +5 of 11 /m);
});

test('ends all jobs if the report cannot be written', async () => {
  const nowhere = join(folder, 'nowhere', 'report.ndjson');
  const { exitCode, stdout, stderr } = await fuzz(jobsHere(), '--jobs', '2', '--report', nowhere);
  expect({ exitCode, stdout, errors: stderr.match(/error:.*/g) }).toEqual({
    exitCode: 2,
    stdout: '',
    errors: [expect.stringContaining('cannot be written')],
  });
});

test('reports once what prevents jobs from beginning', async () => {
  const report = join(folder, 'report-0.ndjson');
  const baseline = ['--jobs', '2', '--baseline', report];
  const { exitCode, stdout, stderr } = await fuzz(jobsHere(), ...baseline);
  expect({ exitCode, stdout, errors: stderr.match(/error:/g) }).toEqual({
    exitCode: 2,
    stdout: '',
    errors: ['error:'],
  });
});

const notRun = 'before its campaign ended: its remaining cases were not run; its findings count\n';

test.each<[string, JobEnd, string]>([
  [
    'was killed after a warning',
    { exitCode: undefined, stderr: 'warning\n' },
    `warning\nerror: Job 1 of 2 was killed ${notRun}`,
  ],
  ['failed at the start', { exitCode: 2, stderr: 'error: why\n' }, 'error: why\n'],
])('a job that %s is reported once', async (_, end, stderr) => {
  const run = await fuzz(() => ({ stop: () => {}, ended: Promise.resolve(end) }), '--jobs', '2');
  expect(run).toMatchObject({ exitCode: end.exitCode ?? 3, stdout: '', stderr });
});

test('rejects more jobs than concurrent requests', async () => {
  const { exitCode, stderr } = await fuzz(jobsHere(), '--jobs', '4', '--concurrency', '3');
  expect({ exitCode, stderr }).toEqual({
    exitCode: 2,
    stderr:
      'error: --jobs must be at most --concurrency, 3, got 4: each job needs at least one concurrent request\n',
  });
});

test('shards of campaigns with other case counts, phases or checks are not merged', async () => {
  const shard = async (index: number, ...flags: readonly string[]): Promise<string> => {
    const report = join(folder, `report-${runs++}.ndjson`);
    const asked = ['fuzz', '--control-url', local.controlUrl, '--seed', '7', '--shard', `${index}/2`];
    const { stderr } = await cliRun([...asked, '--no-corpus', '--report', report, ...flags]);
    expect(stderr).toContain(`fuzzing local, seed 7, shard ${index} of 2\n`);
    return report;
  };
  const merge = (...files: readonly string[]) => cliRun(['report', 'merge', ...files]);
  const one = await shard(1, '--phase', 'valid=4');
  expect(await merge(one, await shard(2, '--phase', 'valid=4'))).toMatchObject({ exitCode: 0 });
  for (const [flags, difference] of [
    [['--phase', 'valid=6'], 'cases.valid: 4 in shard 1, 6 in shard 2'],
    [['--phase', 'invalid=4'], 'phases: ["valid"] in shard 1, ["invalid"] in shard 2'],
    [['--phase', 'valid=4', '--skip-check', 'gas-missing'], 'checks: ['],
  ] as const) {
    const { exitCode, stdout, stderr } = await merge(one, await shard(2, ...flags));
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toContain(difference);
  }
});
