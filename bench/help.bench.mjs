// How long `crosscheck --help` takes, from the start of its process to its end, beside a Node that does nothing.
// Run: npm run bench:help, with ROUNDS=5 for a quick look.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { interleavedMedians } from './interleaved.mjs';
import { setting } from './setting.mjs';

const rounds = setting('ROUNDS', 15, 1);
const crosscheck = fileURLToPath(new URL('../dist/cli/crosscheck.js', import.meta.url));
const contestants = [
  { name: 'node, nothing', args: ['--eval', '0'] },
  { name: 'crosscheck --help', args: [crosscheck, '--help'] },
  { name: 'crosscheck fuzz --help', args: [crosscheck, 'fuzz', '--help'] },
  { name: 'crosscheck complete -- fuzz --', args: [crosscheck, 'complete', '--', 'fuzz', '--'] },
];

function wholeMs({ args }) {
  const start = performance.now();
  execFileSync(process.execPath, args);
  return performance.now() - start;
}

console.log('milliseconds of the whole process');
for (const [name, ms] of await interleavedMedians(contestants, rounds, wholeMs))
  console.log(`  ${name.padEnd(32)} ${ms.toFixed(0).padStart(5)}`);
