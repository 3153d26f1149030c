import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LocalDeployment, startLocalDeployment } from 'crosscheck/local';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openRawServer } from '../../support/raw-server.js';
import { sampleFinding, writeCorpusEntry } from '../../support/sample-finding.js';
import { type CliRun, cliRun } from './cli-run.js';

let local: LocalDeployment;
let folder: string;
let runs = 0;

beforeAll(async () => {
  local = await startLocalDeployment();
  folder = await mkdtemp(join(tmpdir(), 'crosscheck-fuzz-'));
});
afterEach(() => local.clearFaults());
afterAll(async () => {
  await local.stop();
  await rm(folder, { recursive: true });
});

/** Fuzzes the local deployment with a few valid calls, and writes to the folder of this file. */
function fuzz(...flags: readonly string[]): Promise<CliRun> {
  const files = ['--corpus', join(folder, 'corpus'), '--report', join(folder, `report-${runs++}.ndjson`)];
  return cliRun([
    'fuzz',
    '--control-url',
    local.controlUrl,
    '--seed',
    '7',
    '--phase',
    'valid=10',
    ...files,
    ...flags,
  ]);
}

test('exits with 0 for a clean deployment, and lists what was exercised', async () => {
  const { exitCode, stdout, stderr } = await fuzz();
  expect({ exitCode, stdout: stdout.replace(/in [\d.]+ m?s,/, 'in … s,').replace(folder, '…') }).toEqual({
    exitCode: 0,
    stdout: [
      'local is clean: nothing new was found',
      '',
      'Exercised:  10 valid calls (10 got a verdict, 8 succeeded, 2 failed, 6 sent messages, 7 moved tokens, 7 carried arguments), and 2 answered control requests',
      'Sent:       10 cases, 10 requests (0 inconclusive) in … s, seed 7; --seed 7 runs the same cases',
      'Report:     …/report-0.ndjson, which crosscheck report converts',
      '',
    ].join('\n'),
  });
  expect(stderr).toBe('fuzzing local, seed 7\nvalid: 10 cases\n');
});

test('proves nothing without operations to poll, and names the flag', async () => {
  const { exitCode, stdout } = await fuzz('--phase', 'stateful=2');
  expect(exitCode).toBe(3);
  expect(stdout).toContain(
    'The campaign of local is inconclusive: no record of a known operation had a stage; name operations (--operation-id)',
  );
  expect(stdout).toContain('name operations (--operation-id)');
});

test('states how many of the named calls failed, instead of asking for calls', async () => {
  const { stdout } = await fuzz('--target', `0x${'12'.repeat(20)}`, '--signature', 'swap(address,uint256)');
  expect(stdout).not.toContain('name a contract');
  expect(stdout).toMatch(
    /^Note: .*, although calls were given: (?:all|\d+ of) \d+ calls failed(?:, \d+ of them)? with "[^"]+"\.$/m,
  );
});

test('sends no credentials of the environment with --control-url', async () => {
  await local.setFault({ fault: 'zero-gas' });
  const args = [
    'fuzz',
    '--control-url',
    local.controlUrl,
    '--seed',
    '7',
    '--phase',
    'valid=3',
    '--no-report',
    '--no-corpus',
  ];
  const env = { CROSSCHECK_AUTHORIZATION: 'Bearer token-of-staging' };
  const { stdout } = await cliRun([...args, '--json'], { env });
  const [{ exchanges }] = JSON.parse(stdout).findings;
  expect(Object.keys(exchanges[0].request.headers)).not.toContain('authorization');
});

test('curl commands and tests are printed on request, and are in files next to the report', async () => {
  await local.setFault({ fault: 'zero-gas' });
  const report = join(folder, 'shown.ndjson');
  const args = [
    'fuzz',
    '--control-url',
    local.controlUrl,
    '--seed',
    '7',
    '--phase',
    'valid=3',
    '--no-corpus',
  ];
  const { stdout } = await cliRun([...args, '--report', report, '--show', 'curl,test']);
  const [id = ''] = /gas-missing-[0-9a-f]{10}/.exec(stdout) ?? [];
  expect(stdout).toMatch(/\nCurl:\ncurl [\s\S]*\nTest:\n/);
  expect((await readdir(join(folder, 'shown'))).sort()).toEqual([`${id}-test.ts`, `${id}.json`, `${id}.sh`]);
  const [, pasted = ''] = /Repeat: +npx crosscheck (.*)\n/.exec(stdout) ?? [];
  expect(await cliRun(pasted.split(' '))).toMatchObject({
    exitCode: 1,
    // It names the same file again.
    stdout: expect.stringMatching(
      new RegExp(`${id}.json showed it[^]+\\n {2}Repeat: +npx crosscheck ${pasted}\\n`),
    ),
  });
});

test('says which flag runs the same cases, although the corpus adds some to those of a campaign', async () => {
  await local.setFault({ fault: 'zero-gas' });
  const flags = ['--phase', 'corpus', '--corpus', join(folder, 'growing')];
  const sameCases = ({ stdout }: CliRun) => /; (--seed 7 .*)$/m.exec(stdout)?.[1];
  expect(sameCases(await fuzz(...flags))).toBe('--seed 7 --no-corpus runs the same cases');
  expect(sameCases(await fuzz(...flags))).toBe('--seed 7 runs the same cases if the corpus is the same');
});

test('a fault is printed, kept in the corpus, replayed, and forgiven by a baseline', async () => {
  await local.setFault({ fault: 'zero-gas' });
  const baseline = join(folder, 'baseline.json');
  const first = await fuzz('--write-baseline', baseline, '--baseline-expires', '2999-12-31');
  expect(first).toMatchObject({ exitCode: 1, stdout: expect.stringContaining('Confidence: stable') });

  const [id = ''] = /gas-missing-[0-9a-f]{10}/.exec(first.stdout) ?? [];
  const corpus = join(folder, 'corpus');
  const pasted = `npx crosscheck replay ${corpus}/${id}.json --control-url ${local.controlUrl}`;
  expect(first.stdout).toContain(`Repeat:     ${pasted}\n`);
  expect(await readdir(corpus)).toEqual([`${id}.json`]);
  const replay = () =>
    cliRun(['replay', id, '--corpus', corpus, '--runs', '2', '--control-url', local.controlUrl]);
  expect(await replay()).toMatchObject({ exitCode: 1, stdout: expect.stringContaining('all 2 runs') });
  expect(await fuzz('--baseline', baseline)).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(new RegExp(`^${id} .* stable 5/5, known`, 'm')),
  });

  const text = (await readFile(baseline, 'utf8')).replace('"reason": ""', '"reason": "ticket 7"');
  await writeFile(baseline, text);
  const again = join(folder, 'again.json');
  await fuzz('--baseline', baseline, '--write-baseline', again);
  expect(await readFile(again, 'utf8')).toBe(text);
  expect(JSON.parse(text).known).toMatchObject([{ id, reason: 'ticket 7', expires: '2999-12-31' }]);

  await local.clearFaults();
  expect(await replay()).toEqual({
    exitCode: 0,
    stdout: `2 runs of ${id} showed no finding: it is fixed.\n`,
    stderr: '',
  });
});

test('a baseline that is there is rejected before anything is sent', async () => {
  const baseline = join(folder, 'report-0.ndjson');
  const before = await readFile(baseline, 'utf8');
  expect(await fuzz('--write-baseline', baseline)).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: `error: The baseline ${baseline} already exists and is not overwritten; choose another name or delete it first\n`,
  });
  expect(await readFile(baseline, 'utf8')).toBe(before);
});

test('gives flags precedence over the options of a file', async () => {
  const config = join(folder, 'campaign.json');
  await writeFile(config, '{ "seed": 3, "cases": 5, "phases": { "valid": 4 } }');
  const { stdout } = await cliRun([
    ...['fuzz', '--control-url', local.controlUrl, '--json', '--no-report', '--no-corpus'],
    ...['--config', config, '--seed', '9', '--phase', 'valid=6'],
  ]);
  expect(JSON.parse(stdout)).toMatchObject({ seed: 9, cases: 6 });
});

test('takes shard, report and phases from a file as well', async () => {
  const config = join(folder, 'shard.json');
  const report = join(folder, 'configured.ndjson');
  const options = { seed: 3, phases: [['valid', 10]], shard: { index: 1, count: 4 }, report, corpus: false };
  await writeFile(config, JSON.stringify(options));
  const args = ['fuzz', '--control-url', local.controlUrl, '--json', '--config', config];
  expect(JSON.parse((await cliRun(args)).stdout)).toMatchObject({ cases: 3, shard: { index: 1, count: 4 } });
  const [first = ''] = (await readFile(report, 'utf8')).split('\n');
  expect(JSON.parse(first)).toMatchObject({ seed: 3, shard: { index: 1, count: 4 }, phases: ['valid'] });
  const third = await cliRun([...args, '--shard', '3/4', '--no-report']);
  expect(JSON.parse(third.stdout)).toMatchObject({ cases: 2, shard: { index: 2, count: 4 } });
});

test.each([
  [{ reruns: 0 }, ':2: reruns '],
  [{ cases: 0 }, ':2: cases '],
  [{ shard: { index: 1 } }, ':2: shard.count is missing'],
  [{ phases: { smok: 1 } }, ':3: phases.smok is not an option; did you mean smoke?'],
  [
    { phases: ['smok'] },
    ':3: phases[0] must be the name of a phase, alone or with a number of cases; did you mean smoke?',
  ],
])('the file of options %j is rejected with its line', async (options, message) => {
  const config = join(folder, 'rejected.json');
  await writeFile(config, JSON.stringify(options, null, 1));
  const run = await cliRun(['fuzz', '--control-url', local.controlUrl, '--no-report', '--config', config]);
  expect({ ...run, stderr: run.stderr.includes(`${config}${message}`) ? message : run.stderr }).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: message,
  });
});

test('a file of options that is broken is rejected with its line, and left as it is', async () => {
  const config = join(folder, 'broken.json');
  const text = '{\n  "seed": 3,\n  "cases": "many"\n}\n';
  await writeFile(config, text);
  const run = await cliRun(['fuzz', '--control-url', local.controlUrl, '--no-report', '--config', config]);
  expect(run).toMatchObject({ exitCode: 2, stdout: '' });
  expect(run.stderr).toContain(`${config}:3: cases `);
  expect(await readFile(config, 'utf8')).toBe(text);
});

test('with --json the report is one line', async () => {
  const { stdout } = await fuzz('--json');
  expect(stdout.trimEnd().split('\n')).toHaveLength(1);
  expect(JSON.parse(stdout)).toMatchObject({ seed: 7, verdict: 'clean', endedBy: 'cases', findings: [] });
});

test('shards have the cases of the whole between them', async () => {
  const casesOf = async (...flags: readonly string[]): Promise<number> =>
    JSON.parse((await fuzz('--json', ...flags)).stdout).cases;
  expect(await casesOf('--shard', '1/3')).toBe(4);
  expect(await casesOf('--shard', '3/3')).toBe(3);
});

test('reads the shard of a pod from JOB_COMPLETION_INDEX', async () => {
  const report = join(folder, 'pod.ndjson');
  const args = [
    'fuzz',
    '--control-url',
    local.controlUrl,
    '--seed',
    '7',
    '--phase',
    'smoke',
    '--shard',
    'job/4',
    '--no-corpus',
  ];
  const env = { JOB_COMPLETION_INDEX: '3' };
  expect(await cliRun([...args, '--report', report], { env })).toMatchObject({ exitCode: 0 });
  expect(JSON.parse((await readFile(report, 'utf8')).split('\n')[0] ?? '')).toMatchObject({
    shard: { index: 3, count: 4 },
  });
  expect(await cliRun([...args, '--no-report'])).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: 'error: --shard job/4 needs JOB_COMPLETION_INDEX, a number below 4, got undefined\n',
  });
});

test('ends with a report that proves nothing when it is stopped', async () => {
  const report = join(folder, 'stopped.ndjson');
  const args = ['fuzz', '--control-url', local.controlUrl, '--no-corpus', '--report', report];
  const { exitCode, stdout } = await cliRun(args, { untilStopped: async () => {} });
  expect({ exitCode, stdout }).toEqual({
    exitCode: 3,
    stdout: expect.stringContaining('The campaign of local is inconclusive: it was stopped'),
  });
  expect(JSON.parse((await readFile(report, 'utf8')).trimEnd().split('\n').at(-1) ?? '')).toMatchObject({
    event: 'end',
    endedBy: 'stopped',
  });
});

test('reports an unreachable deployment at once, with advice', async () => {
  const { origin, close } = await openRawServer();
  await close();
  const { exitCode, stdout, stderr } = await cliRun([
    ...['fuzz', '--simulator-url', origin, '--connect-timeout', '300ms', '--no-report'],
  ]);
  expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: '' });
  expect(stderr).toContain('could not be reached');
  expect(stderr).toContain('What to do:');
});

const target = `0x${'aa'.repeat(20)}`;

test.each([
  [['--target', '0x12'], '--target must be 0x and 40 hex digits, got "0x12"'],
  [['--target', '0x12', '--signature', 'f()'], '--target must be 0x and 40 hex digits, got "0x12"'],
  [['--target', target, '--signature', 'f(foo)'], '--signature must be such as swap(address tokenOut'],
  [['--target', target, '--token', '0x12'], '--token must be a source-chain address'],
  [
    ['--target', target, '--signature', 'f()', '--token', '0x12'],
    '--token must be an address of the source chain',
  ],
  [['--target', target, '--account', 'x'], '--account must be a source-chain address'],
  [
    ['--target', target, '--signature', 'f()', '--account', 'x'],
    '--account must be an address of the source chain',
  ],
])('an error names the flag: %j', async (flags, said) => {
  for (const command of [
    ['fuzz', '--no-report', '--no-corpus'],
    ['replay', '7:valid/1'],
  ]) {
    const run = await cliRun([...command, '--simulator-url', 'http://127.0.0.1:1', ...flags]);
    expect(run).toMatchObject({ exitCode: 2, stdout: '', stderr: expect.stringContaining(`: ${said}`) });
    expect(run.stderr).toMatch(/^error: The given call /);
    expect(run.stderr).not.toMatch(/callTo|simulationRequest|alphaCallParams|betaCaller/);
  }
});

test.each([
  [[], 'No deployment is configured'],
  [['--control-url', 'http://127.0.0.1:1', '--chains', 'evm,tvm'], 'leave out --chains'],
  [['--baseline-expires', '2999-01-31'], '--baseline-expires requires --write-baseline'],
  [['--write-baseline', 'x', '--baseline-expires', 'soon'], '--baseline-expires must be a date: 2026-01-31'],
  [
    ['--write-baseline', 'x', '--baseline-expires', '2025-01-31'],
    '--baseline-expires must not be in the past',
  ],
  [
    ['--simulator-url', 'http://127.0.0.1:1', '--shard', '5/4', '--seed', '7'],
    '--shard must be one of 4 shards, got shard 5',
  ],
  [['--shard', '0/4'], '--shard must be two numbers such as 2/4'],
  [
    ['--phase', 'vaild'],
    '--phase must be the name of a phase, alone or with a number of cases; did you mean valid?',
  ],
  [['--phase', 'wire=many'], '--phase must be the name of a phase, alone or with a number of cases'],
  [['--phase', `wire=${10 ** 15}`], '--phase must be the name of a phase, alone or with a number of cases'],
  [['--phase', 'valid='], 'alone or with a number of cases, got "valid="'],
  [['--show', 'curl, foo'], '--show must be one of curl, test, got "curl, foo"'],
  [
    ['--simulator-url', 'http://127.0.0.1:1', '--phase', 'valid=5', '--phase', 'valid=6'],
    '--phase must name each phase once, got valid twice',
  ],
  [
    ['--simulator-url', 'http://127.0.0.1:1', '--json', '--show', 'curl'],
    '--json and --show exclude each other: leave out --show',
  ],
  [['--cases', '0'], '--cases must be an integer from 1 to'],
  [['--rate-per-second', 'fast'], '--rate-per-second must be auto or a number from 0.001 to 1000000'],
  [['--duration', '0'], '--duration must be a duration from 1 to 2147483647 ms, such as 500, 30s or 2m'],
  [['--seed', '9007199254740993'], '--seed must be an integer from 0 to 999999999999999'],
  [['--reruns', '0'], '--reruns must be an integer from 1 to 1000'],
  [['--max-inconclusive', '2'], '--max-inconclusive must be a number from 0 to 1'],
  [
    ['--simulator-url', 'http://127.0.0.1:1', '--signature', 'swap(address)'],
    '--signature, --token and --account require --target',
  ],
  [['--simulator-url', 'http://127.0.0.1:1', '--target', '0x00'], '--target must be 0x and 40 hex digits'],
  [
    ['--simulator-url', 'http://127.0.0.1:1', '--skip-check', 'schemaa'],
    '--skip-check must be the name of a check; did you mean schema?',
  ],
  [
    ['--simulator-url', 'http://127.0.0.1:1', '--operation-id', '0x0\ud800'],
    '--operation-id must have no lone surrogates, which UTF-8 cannot express, got "0x0\\ud800"',
  ],
  [
    ['--simulator-url', 'http://127.0.0.1:1', '--shard', '2/4'],
    '--seed is required with a shard, and must be the same for all shards',
  ],
  [
    ['--simulator-url', 'http://127.0.0.1:1', '--phase', 'wire', '--skip-phase', 'smoke'],
    'leave out --skip-phase',
  ],
])('%j is rejected in one sentence', async (flags, message) => {
  const { exitCode, stdout, stderr } = await cliRun(['fuzz', '--no-report', '--no-corpus', ...flags]);
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
  expect(stderr).toContain(message);
});

/** Replays a corpus, and runs no other case. */
function onlyCorpus(corpus: string): Promise<CliRun> {
  const args = ['fuzz', '--control-url', local.controlUrl, '--no-report', '--phase', 'corpus'];
  return cliRun([...args, '--corpus', corpus]);
}

test('skips cases of endpoints that the deployment does not have, and names them on request', async () => {
  const corpus = join(folder, 'own');
  const expected = { kind: 'answered' } as const;
  const steps = [{ requests: [{ endpoint: 'shard-statistics', expect: expected }] }];
  const file = await writeCorpusEntry(
    corpus,
    sampleFinding({ plan: { phase: 'endpoints', kind: 'valid', steps } }),
  );
  const { exitCode, stdout, stderr } = await onlyCorpus(corpus);
  expect({ exitCode, stdout, stderr }).toMatchObject({
    exitCode: 3,
    stdout: expect.stringContaining('The campaign of local is inconclusive: no case was sent, '),
    stderr: expect.stringContaining(
      '\n1 case of the corpus asks shard-statistics, which local does not have: left out\n',
    ),
  });
  expect(await cliRun(['replay', file, '--control-url', local.controlUrl])).toMatchObject({
    exitCode: 2,
    stderr: expect.stringMatching(
      /sends requests to the endpoint shard-statistics, which is unknown.*add it to deployments\.<name>\.endpoints in a crosscheck\.config\.ts/,
    ),
  });
  expect(await fuzz('--phase', 'endpoints')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining(
      '--phase has endpoints, but there is none to call: set deployments.<name>.endpoints in a crosscheck.config.ts',
    ),
  });
});
