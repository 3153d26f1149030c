import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { CheckName, Finding } from 'crosscheck/fuzz';
import { replayCase } from 'crosscheck/fuzz';
import { type FaultName, type LocalDeployment, startLocalDeployment } from 'crosscheck/local';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MutantName, withFaultOrMutant } from '../mutants/mutants.js';
import { sampleFinding } from '../support/sample-finding.js';
import { runVitest } from '../support/vitest-process.js';
import { inTurn, poll, simulation } from '../support/written-cases.js';
import { cliRun } from '../unit/cli/cli-run.js';
import { ended, reportText, started } from '../unit/report/events.js';

const repository = resolve(import.meta.dirname, '../..');
let local: LocalDeployment;
let folder: string;
beforeAll(async () => {
  local = await startLocalDeployment({ clock: 'manual' });
  folder = await mkdtemp(join(tmpdir(), 'crosscheck-generated-'));
});
afterAll(async () => {
  await local.stop();
  await rm(folder, { recursive: true });
});

const zeroId = `0x${'0'.repeat(64)}`;

/** The finding of a check while a fault is set, in a case of one query, or of one call that is known to succeed and send a message. */
async function findingOf(fault: FaultName | MutantName, check: CheckName): Promise<Finding> {
  const call = simulation(
    {
      shardsKey: `${2n ** 63n}`,
      alphaCallParams: { target: local.contracts.targets.bounce, methodName: 'bounce' },
      betaAssets: [{ amount: '7' }],
      betaCaller: local.accounts[0],
    },
    { succeeds: true, sends: [{}] },
  );
  const query = poll(zeroId, { kind: 'unknown', operationId: zeroId });
  const plan = inTurn(check === 'unknown-operation-found' ? query : call);
  const { findings } = await withFaultOrMutant(local, fault, () =>
    replayCase({ deployment: local.deployment, plan, runs: 2 }),
  );
  const [finding] = findings.filter(({ signature }) => signature.check === check);
  if (finding === undefined) throw new Error(`${fault} has no finding of ${check}`);
  return finding;
}

/** Writes a report of a finding, with the files that reproduce it beside it. */
async function writeReport(file: string, finding: Finding): Promise<void> {
  const shard = `${file}.shard`;
  const found = { event: 'finding', atMs: 1, finding } as const;
  await writeFile(shard, reportText([started({ corpus: false }), found, ended()]));
  const { stderr } = await cliRun(['report', 'merge', shard, '--out', file]);
  expect(stderr).toBe('');
}

/** What makes an answer prove nothing: it comes from a cache, has no member, or is about another path. */
const nothing = [
  { headers: { age: '7' } },
  { json: { response: {} } },
  { status: 404, json: { error: 'operation not found' } },
];

it.each<[FaultName | MutantName, CheckName, assertion: string, failure: string | RegExp]>([
  ['zero-gas', 'gas-missing', 'await expect(result).toUseGasWithin({ min: 1 });', /gas/],
  [
    'wrong-types',
    'schema',
    'await expect(result).toMatchSimulation({ ',
    /^SchemaMismatchError: .* answered 200 with JSON/,
  ],
  [
    'valid-request-rejected',
    'valid-request-rejected',
    'await expect(result).toMatchSimulation({ simulationStatus: expect.any(Boolean) });',
    /^HttpStatusError: .* status 400: /,
  ],
  [
    'lost-message',
    'unexpected-messages',
    'await expect(result).toHaveOutMessageCount(1);',
    /toHaveOutMessageCount|outgoing message/,
  ],
  [
    'zero-id-known',
    'unknown-operation-found',
    'await replayCase({',
    /^AssertionError: CRITICAL unknown-operation-found/,
  ],
  ['upper-case-ids', 'member-format', 'await replayCase({', /^AssertionError: MAJOR member-format-\w{10}: /],
])(
  'the test of %s fails with the fault and passes without it, but not on answers that prove nothing',
  async (fault, check, assertion, failure) => {
    const report = join(folder, `${fault}.ndjson`);
    const finding = await findingOf(fault, check);
    await writeReport(report, finding);
    const written = join(folder, fault);
    const files = Object.fromEntries(
      await Promise.all(
        (await readdir(written)).map(async (name) => [
          name.replace('-test.ts', '.test.ts'),
          await readFile(join(written, name), 'utf8'),
        ]),
      ),
    );
    const { [`${finding.id}.test.ts`]: test } = files;
    expect(test).toContain(assertion);

    const { simulatorUrl, observerUrl } = local;
    const env = { CROSSCHECK_SIMULATOR_URL: simulatorUrl, CROSSCHECK_OBSERVER_URL: observerUrl };
    const run = () => runVitest(files, { setupFiles: [] }, env);
    const withFault = await withFaultOrMutant(local, fault, run);
    const statuses = ({ tests }: typeof withFault) => Object.values(tests).map(({ status }) => status);
    expect(statuses(withFault)).toEqual(['failed']);
    expect(Object.values(withFault.tests)[0]?.failureMessages[0]?.split('\n', 1)[0]).toMatch(failure);
    const without = await run();
    expect(statuses(without), without.output).toEqual(['passed']);
    for (const answer of nothing) {
      const interceptor = await local.intercept({ answer });
      const unproven = await run();
      await interceptor.clear();
      expect(statuses(unproven), unproven.output).toEqual(['failed']);
    }
  },
);

it('every test compiles, also that of a custom endpoint', async () => {
  const requests = [{ endpoint: 'shard-statistics', expect: { kind: 'answered' } }] as const;
  const plan = { phase: 'endpoints', kind: 'valid', steps: [{ requests }] } as const;
  await writeReport(join(folder, 'custom-endpoint.ndjson'), sampleFinding({ plan }));
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('-test.ts'));
  expect(names).toHaveLength(7);
  await symlink(join(repository, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  const { compilerOptions } = JSON.parse(await readFile(join(repository, 'tsconfig.json'), 'utf8'));
  const paths = Object.fromEntries(
    Object.entries<string[]>(compilerOptions.paths).map(([name, [path = '']]) => [
      name,
      [join(repository, path)],
    ]),
  );
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { ...compilerOptions, paths }, files: names }),
  );
  const tsc = join(repository, 'node_modules/typescript/bin/tsc');
  const { stdout } = await promisify(execFile)(process.execPath, [tsc, '-p', folder]).catch((error) => error);
  expect(stdout).toBe('');
});
