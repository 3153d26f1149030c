// How long importing an entry takes in a fresh process, beyond an empty module, beside undici and zod themselves. What
// `crosscheck/vitest` adds is its time less that of undici and zod together, both in a test file. Then what it costs in a
// test file beside Vitest alone: 200,000 awaits of unrelated code, and the end of the file.
// Run: npm run bench:import, with ROUNDS=5 for a quick look. Entries that are not built are left out.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { interleavedMedians } from './interleaved.mjs';
import { setting } from './setting.mjs';

const rounds = setting('ROUNDS', 15, 1);
const root = new URL('../', import.meta.url);
const { name, exports } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
const entries = Object.entries(exports)
  .filter(([, target]) => typeof target === 'object' && existsSync(new URL(target.default, root)))
  .map(([subpath]) => name + subpath.slice(1))
  // They register the matchers, which only the test runner itself can do.
  .filter((entry) => !/\/(?:vitest|jest|jest\/environment|playwright)$/.test(entry));

const empty = 'data:text/javascript,';
const contestants = [
  ...[empty, 'undici', 'zod', 'vitest', 'fast-check', ...entries].map((entry) => ({
    name: entry,
    run: () => importMs(entry),
  })),
  ...[['undici', 'zod'], [`${name}/vitest`]].map((imported) => ({
    name: `${imported.join(' and ')} in a test file`,
    run: () => inVitest(imported).import,
  })),
];

/** Imports in a fresh process and gives the milliseconds of the import alone, without those of starting Node. */
function importMs(entry) {
  const script = `const start = performance.now();
    await import(${JSON.stringify(entry)});
    console.log(performance.now() - start);
    process.exit();`;
  return Number(
    execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd: root, encoding: 'utf8' }),
  );
}

/** Imports one after the other in a test file that Vitest runs, and gives the milliseconds that it spends. */
function inVitest(imported) {
  const file = join(mkdtempSync(join(tmpdir(), 'import-bench-')), 'spent.json');
  const config = fileURLToPath(new URL('fixtures/import-in-vitest.config.mjs', import.meta.url));
  const vitest = fileURLToPath(new URL('node_modules/vitest/vitest.mjs', root));
  execFileSync(process.execPath, [vitest, 'run', '--config', config], {
    env: { ...process.env, IMPORTED: imported.join(' '), SPENT_FILE: file },
    stdio: 'pipe',
  });
  const spent = JSON.parse(readFileSync(file, 'utf8'));
  rmSync(dirname(file), { recursive: true });
  return spent;
}

const medians = await interleavedMedians(contestants, rounds, ({ run }) => run());
console.log('milliseconds to import, beyond an empty module');
for (const [label, ms] of medians) {
  if (label !== empty)
    console.log(`  ${label.padEnd(32)} ${(ms - medians.get(empty)).toFixed(1).padStart(7)}`);
}

for (const [part, label] of [
  ['awaits', '200,000 awaits of a test'],
  ['end', 'the end of a file, after its last hook'],
]) {
  const setups = [
    { name: 'Vitest alone', imported: [] },
    { name: `with ${name}/vitest`, imported: [`${name}/vitest`] },
  ];
  console.log(`milliseconds of ${label}`);
  for (const [setup, ms] of await interleavedMedians(
    setups,
    rounds,
    ({ imported }) => inVitest(imported)[part],
  ))
    console.log(`  ${setup.padEnd(32)} ${ms.toFixed(1).padStart(7)}`);
}
