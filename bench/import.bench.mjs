// How long importing an entry takes in a fresh process, beyond an empty module, beside undici and zod themselves.
// Run: npm run bench:import, with ROUNDS=5 for a quick look. Entries that are not built are left out.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { interleavedMedians } from './interleaved.mjs';

const rounds = Number(process.env.ROUNDS ?? 15);
const root = new URL('../', import.meta.url);
const { name, exports } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
const entries = Object.entries(exports)
  .filter(([, target]) => typeof target === 'object' && existsSync(new URL(target.default, root)))
  .map(([subpath]) => name + subpath.slice(1));

const empty = 'data:text/javascript,';
const contestants = [
  ...[empty, 'undici', 'zod', 'vitest', 'fast-check', ...entries].map((entry) => ({
    name: entry,
    entry,
    before: [],
  })),
  { name: `${name}/vitest in a test file`, entry: `${name}/vitest`, before: ['vitest'] },
].filter(({ entry }) => !entry.startsWith(name) || entries.includes(entry));

/** Imports in a fresh process and gives the milliseconds of the import alone, without those of starting Node. */
function importMs({ entry, before }) {
  const script = `for (const entry of ${JSON.stringify(before)}) await import(entry);
    const start = performance.now();
    await import(${JSON.stringify(entry)});
    console.log(performance.now() - start);
    process.exit();`;
  return Number(
    execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd: root, encoding: 'utf8' }),
  );
}

const medians = await interleavedMedians(contestants, rounds, importMs);
console.log('milliseconds to import, beyond an empty module');
for (const [label, ms] of medians) {
  if (label !== empty)
    console.log(`  ${label.padEnd(32)} ${(ms - medians.get(empty)).toFixed(1).padStart(7)}`);
}
