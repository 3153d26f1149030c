import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);
const cwd = fileURLToPath(new URL('../..', import.meta.url));
const fromRepository = (path: string): Promise<string> =>
  readFile(new URL(`../../${path}`, import.meta.url), 'utf8');

/** What each bench prints that docs/figures.md cites, and what shortens it besides SHORT. */
const benches: Record<string, { readonly prints: RegExp; readonly env?: Record<string, string> }> = {
  arbitraries: { prints: /zocker +\d+ +\d/ },
  client: { prints: /concurrency 32[\s\S]+crosscheck +\d+ +\d\.\d\d/ },
  'fuzz-kills': {
    prints:
      /clean deployment, seed 1: 0 findings[\s\S]+found: 1 of 1 \(100\.0 %\)\nstable findings that replay: 1 of 1/,
    env: { FAULTS: 'zero-gas', CLEAN_SEEDS: '1', CASES: '200' },
  },
  'fuzz-local': { prints: /campaign: valid, with known calls +\d+ +\d/ },
  'fuzz-memory': { prints: /MB\nclean: \d+ requests/ },
  'fuzz-throughput': {
    prints: /concurrency 32[\s\S]+campaign: metamorphic +\d+ +\d[\s\S]+valid --jobs 2 +\d+ +\d/,
  },
  help: { prints: /crosscheck --help +\d/ },
  import: {
    prints: /crosscheck\/vitest in a test file +\d[\s\S]+the end of a file[\s\S]+with crosscheck\/vitest +\d/,
  },
  install: {
    prints: /tarball: [\d,]+ bytes\nwithout the EVM: \d+ packages[\s\S]+with the EVM: \d+ packages/,
  },
  local: {
    prints: /ready in \d+ ms[\s\S]+concurrency 32[\s\S]+a simulation, deployment in another one +\d+ +\d/,
  },
  observer: { prints: /the observer +\d+ +\d/ },
  operations: { prints: /merkletreejs, root \d+ ms/ },
  smoke: { prints: /crosscheck smoke, the whole process +\d+ +\d/ },
  waiting: { prints: /waitForInclusions +\d[\s\S]+vi\.waitFor +-?\d/, env: { COUNTS: '10' } },
};

test('every bench of package.json is one of these, and so is what the figures cite', async () => {
  const { scripts } = JSON.parse(await fromRepository('package.json'));
  const names = Object.keys(scripts).flatMap((script) => /^bench:(.+)/.exec(script)?.[1] ?? []);
  // The tests with Schemathesis run the bench that needs it.
  expect(names.toSorted()).toEqual([...Object.keys(benches), 'fuzz-schemathesis'].toSorted());
  const cited = (await fromRepository('docs/figures.md')).match(/(?<=bench:)[\w-]+/g) ?? [];
  expect(cited.length).toBeGreaterThan(0);
  expect(names).toEqual(expect.arrayContaining(cited));
});

/** Its campaigns find latency, which other benches beside it would cause. */
const alone = ['fuzz-kills'];

const runBench = async (name: string): Promise<void> => {
  const { prints, env } = benches[name] ?? expect.unreachable(name);
  const command = ['--expose-gc', `bench/${name}.bench.mjs`];
  const { stdout } = await run(process.execPath, command, {
    cwd,
    env: { ...process.env, SHORT: '1', ...env },
  });
  expect(stdout).toMatch(prints);
};

test.concurrent.for(Object.keys(benches).filter((name) => !alone.includes(name)))('bench:%s runs', runBench);
test.for(alone)('bench:%s runs', runBench);
