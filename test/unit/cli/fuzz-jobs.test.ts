import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readReport, summaryOfEvents } from 'crosscheck/report';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { JobEnd, StartJob } from '../../../src/cli/job.js';
import type { LocalDeployment } from '../../../src/local/local-deployment.js';
import { startLocalDeployment } from '../../../src/local/start-local-deployment.js';
import { ended as endOf, found, started } from '../report/events.js';
import { type CliRun, cliRun } from './cli-run.js';

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

/** Jobs in this process. The first ones send only as many messages as `killed` says, and die once another job has a finding or its end. */
function jobsHere(started: (readonly string[])[] = [], killed: readonly number[] = []): StartJob {
  let tellFound = (): void => {};
  const isFound = new Promise<void>((resolve) => {
    tellFound = resolve;
  });
  return (args, onMessage) => {
    let left = killed[started.push(args) - 1] ?? Number.POSITIVE_INFINITY;
    let stop = (): void => {};
    const stopped = new Promise<void>((resolve) => {
      stop = resolve;
    });
    let die = (_: JobEnd): void => {};
    const died = new Promise<JobEnd>((resolve) => {
      die = resolve;
    });
    const sendToParent = async (message: object): Promise<void> => {
      if (left-- <= 0) {
        await isFound;
        return die({ exitCode: undefined, stderr: '' });
      }
      onMessage(JSON.parse(JSON.stringify(message)));
      if ('event' in message && ['finding', 'end'].includes(message.event as string)) tellFound();
    };
    const ended = cliRun(args, { sendToParent, untilStopped: () => stopped });
    return { stop, ended: Promise.race([ended, died]) };
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
  const lines: (readonly string[])[] = [];
  const jobs = jobsHere(lines);
  const submitting: StartJob = (args, onMessage) => {
    const late = submit(`176371200001${lines.length}`);
    const started = late.then(() => jobs(args, onMessage));
    return {
      stop: () => void started.then((job) => job.stop()),
      ended: started.then((job) => job.ended),
    };
  };
  await fuzz(submitting, '--phase', 'stateful=4', '--jobs', '2');
  expect(lines).toHaveLength(2);
  for (const args of lines) {
    const polled = args.flatMap((arg, index) => (args[index - 1] === '--operation-id' ? arg : []));
    expect(polled.sort()).toEqual(listed.sort());
  }
});

test('two jobs run the cases of one, as one campaign', async () => {
  const started: (readonly string[])[] = [];
  const both = await fuzz(jobsHere(started), '--jobs', '2', '--concurrency', '5', '--rate-per-second', '900');
  expect(both).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining('11 cases, 11 requests (0 inconclusive)'),
    stderr: 'fuzzing local, seed 7, 2 jobs\nvalid\n',
  });
  expect(started.map((args) => args.slice(-6).join(' '))).toEqual([
    '--shard 1/2 --concurrency 3 --rate-per-second 450.000000',
    '--shard 2/2 --concurrency 2 --rate-per-second 450.000000',
  ]);
  const alone = await fuzz(jobsHere());
  const [ofBoth, ofOne] = await Promise.all(
    [both, alone].map(async ({ report }) => summaryOfEvents(await readReport(report))),
  );
  expect(ofBoth).toMatchObject({
    coverageClasses: ofOne?.coverageClasses,
    missingShards: [],
    end: { verdict: 'clean' },
  });
});

test('a fault that all jobs see is one finding, of a shard as well', async () => {
  await local.setFault({ fault: 'zero-gas' });
  const { exitCode, stdout, stderr } = await fuzz(jobsHere(), '--jobs', '2', '--shard', '2/2', '--json');
  const { shard, findings } = JSON.parse(stdout);
  expect({ exitCode, shard, checks: findings.map(({ signature }: never) => signature) }).toMatchObject({
    exitCode: 1,
    shard: { index: 1, count: 2 },
    checks: [{ check: 'gas-missing' }],
  });
  expect(findings[0].runs).toEqual({ shown: 10, of: 10 });
  expect(stderr).toContain('seed 7, shards 3, 4 of 4\n');
  expect(stderr.match(/found gas-missing/g)).toHaveLength(1);
});

/** Jobs that tell a finding each, and go on until they are stopped. */
function findingJobs(): { startJob: StartJob; stops: number[]; isFound: Promise<void> } {
  const stops: number[] = [];
  let tellFound = (): void => {};
  const isFound = new Promise<void>((resolve) => {
    tellFound = resolve;
  });
  const startJob: StartJob = (_, onMessage) => {
    const index = stops.push(0) - 1;
    let end = (_: JobEnd): void => {};
    const ended = new Promise<JobEnd>((resolve) => {
      end = resolve;
    });
    setImmediate(() => {
      onMessage(started({ shard: { index, count: 2 } }));
      onMessage(found({ id: `schema-000000000${index}` }));
      if (index === 1) tellFound();
    });
    const stop = (): void => {
      stops[index] = (stops[index] ?? 0) + 1;
      onMessage(endOf({ endedBy: 'stopped' }));
      end({ exitCode: 0, stderr: '' });
    };
    return { stop, ended };
  };
  return { startJob, stops, isFound };
}

test('jobs that found enough together are stopped, once', async () => {
  const { startJob, stops } = findingJobs();
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

test('a job that dies is said, and what the jobs found counts', async () => {
  await local.setFault({ fault: 'zero-gas' });
  const { exitCode, stdout, stderr, report } = await fuzz(jobsHere([], [2]), '--jobs', '2');
  expect(exitCode).toBe(3);
  expect(stderr).toContain('error: Job 1 of 2 was killed before its campaign ended');
  expect(stdout).toContain('local has one new finding.');
  expect(summaryOfEvents(await readReport(report))).toMatchObject({
    end: undefined,
    findings: [{ confidence: 'stable' }],
  });
});

test('of a campaign without findings nothing is proven when a job dies', async () => {
  const { exitCode, stdout } = await fuzz(jobsHere([], [2]), '--jobs', '2');
  expect(exitCode).toBe(3);
  expect(stdout).toContain('Nothing is proven of local: shards are missing.');
});

test('a report that cannot be written ends all jobs', async () => {
  const nowhere = join(folder, 'nowhere', 'report.ndjson');
  const { exitCode, stdout, stderr } = await fuzz(jobsHere(), '--jobs', '2', '--report', nowhere);
  expect({ exitCode, stdout, errors: stderr.match(/error:.*/g) }).toEqual({
    exitCode: 2,
    stdout: '',
    errors: [expect.stringContaining('cannot be written')],
  });
});

test('what keeps the jobs from beginning is said once', async () => {
  const report = join(folder, 'report-0.ndjson');
  const baseline = ['--jobs', '2', '--baseline', report];
  const { exitCode, stdout, stderr } = await fuzz(jobsHere(), ...baseline);
  expect({ exitCode, stdout, errors: stderr.match(/error:/g) }).toEqual({
    exitCode: 2,
    stdout: '',
    errors: ['error:'],
  });
});

test('there are no more jobs than requests at the same time', async () => {
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
    await cliRun([...asked, '--no-corpus', '--report', report, ...flags]);
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
