// Requests a second of `crosscheck fuzz` and of Schemathesis with eight workers, each as a whole process from its start to
// its end, against one local deployment. Schemathesis comes from PyPI, in a virtual environment that is removed again, so
// that this needs Python 3.10 or later; SCHEMATHESIS names a command that is there already.
// Run: npm run bench:fuzz-schemathesis, with ROUNDS=1 for a quick look. It fails below ten times the rate of Schemathesis, except
// in its short form, which measures mostly the start of both.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readReport } from 'crosscheck/report';
import { startChild } from './child-process.mjs';
import { interleavedMedians } from './interleaved.mjs';
import { isShort, setting } from './setting.mjs';

const minRatio = 10;
const rounds = setting('ROUNDS', 5, 1);
// Enough that neither is mostly its own start.
const cases = setting('CASES', 10_000, 200);
const maxExamples = setting('MAX_EXAMPLES', 1_000, 20);

const folder = mkdtempSync(join(tmpdir(), 'crosscheck-bench-'));
const crosscheck = fileURLToPath(new URL('../dist/cli/crosscheck.js', import.meta.url));
const schemathesis = process.env.SCHEMATHESIS ?? installed();
const { child, message: local } = await startChild('local-deployment-process.mjs');

function installed() {
  const requirements = fileURLToPath(new URL('../test/schemathesis/requirements.txt', import.meta.url));
  execFileSync('python3', ['-m', 'venv', join(folder, 'venv')]);
  execFileSync(join(folder, 'venv/bin/pip'), ['install', '--quiet', '--requirement', requirements]);
  return join(folder, 'venv/bin/schemathesis');
}

/** Runs a command to its end. Both exit with 1 if they find something, which a clean deployment does not give them. */
function run(command, args) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  });
  if (status !== 0) throw new Error(`${command} exits with ${status}:\n${stdout}${stderr}`);
  return stdout;
}

const contestants = [
  {
    name: 'Schemathesis, 8 workers',
    async requests(seed) {
      const args = ['--workers', '8', '--checks', 'all', '--phases', 'fuzzing', '--seed', `${seed}`];
      const document = `${local.simulatorUrl}/openapi.json`;
      const output = run(schemathesis, ['run', document, ...args, '--max-examples', `${maxExamples}`]);
      return Number(/(\d+) generated/.exec(output)[1]);
    },
  },
  {
    name: 'crosscheck fuzz, concurrency 8',
    async requests(seed) {
      const report = join(folder, `${seed}.ndjson`);
      const budget = ['--cases', `${cases}`, '--concurrency', '8', '--seed', `${seed}`, '--no-corpus'];
      run(process.execPath, [
        crosscheck,
        'fuzz',
        '--control-url',
        local.controlUrl,
        ...budget,
        '--report',
        report,
      ]);
      const ticks = (await readReport(report)).filter(({ event }) => event === 'tick');
      return ticks.reduce((sum, tick) => sum + tick.requests, 0);
    },
  },
];

let seed = 1;
const rates = await interleavedMedians(contestants, rounds, async ({ requests }) => {
  const start = performance.now();
  const sent = await requests(seed++);
  return (sent / (performance.now() - start)) * 1000;
});
const peer = rates.get(contestants[0].name);
const ratio = rates.get(contestants[1].name) / peer;
console.log('requests a second of the whole process, and as a multiple of Schemathesis');
for (const [name, rate] of rates)
  console.log(`  ${name.padEnd(32)} ${rate.toFixed(0).padStart(6)}  ${(rate / peer).toFixed(1).padStart(5)}`);
if (!isShort && ratio < minRatio) {
  console.error(
    `crosscheck fuzz must send at least ${minRatio} times the requests of Schemathesis, got ${ratio.toFixed(1)}`,
  );
  process.exitCode = 1;
}
child.disconnect();
rmSync(folder, { recursive: true });
