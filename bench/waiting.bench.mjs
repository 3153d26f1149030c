// What a wait costs and how late it ends, for 10, 1,000 and 10,000 at once in one process, beside p-wait-for, p-retry
// and vi.waitFor with the same client and interval, each in a process of its own against an observer in another.
// waitForInclusions paces its polls over the interval, which the others cannot: theirs come all at once.
// Run: npm run bench:waiting, with COUNTS=10,1000 NAMES=waitForInclusions for a quick look.
import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const counts = (process.env.COUNTS ?? '10,1000,10000').split(',').map(Number);
const names = process.env.NAMES?.split(',') ?? [
  'waitForInclusions',
  'waitForInclusion',
  'p-wait-for',
  'p-retry',
  'vi.waitFor',
];
const fixture = (file) => new URL(`./fixtures/${file}`, import.meta.url);
// So that the polls keep two shared cores, which the observer needs too, busy for a part of the time only.
const intervalOf = (count) => Math.max(200, Math.ceil(count * 0.6));
const heads = ['late p50', 'late p99', 'over p99', 'heap/wait', 'ratio', 'polls', 'failed', 'open'];
const row = (name, cells) => `  ${name.padEnd(18)}${cells.map((cell) => String(cell).padStart(11)).join('')}`;

async function measured(waiter) {
  if (waiter.name === 'vi.waitFor') return measuredInVitest(waiter);
  const child = fork(fixture('waiter-process.mjs'), [JSON.stringify(waiter)], { execArgv: ['--expose-gc'] });
  const broken = once(child, 'disconnect').then(() => [{ failure: 'ended without a result' }]);
  const [result] = await Promise.race([once(child, 'message'), broken]);
  return result;
}

async function measuredInVitest(waiter) {
  const folder = mkdtempSync(join(tmpdir(), 'waiting-bench-'));
  const RESULT_FILE = join(folder, 'result.json');
  const config = fixture('waiter-in-vitest.config.mjs').pathname;
  const env = { ...process.env, WAITER: JSON.stringify(waiter), RESULT_FILE };
  try {
    await promisify(execFile)('npx', ['vitest', 'run', '--config', config], { env });
    return JSON.parse(readFileSync(RESULT_FILE, 'utf8'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const observer = fork(fixture('observer-process.mjs'));
const [port] = await once(observer, 'message');

console.log(`late: ms from when the first poll after the root was set was due to the end of the wait; over: ms from when
the root was set to the end, minus the interval; heap/wait: bytes held while all wait; polls: for each of the fewest
possible; failed: polls; open: waits that did not end with inclusion`);
for (const count of counts) {
  const intervalMs = intervalOf(count);
  console.log(`\n${row(`${count}, each ${intervalMs} ms`, heads)}`);
  let own;
  for (const name of names) {
    const ratePerSecond = (1250 * count) / intervalMs;
    const origin = `http://127.0.0.1:${port}`;
    const result = await measured({ name, origin, count, intervalMs, ratePerSecond });
    own ??= result;
    console.log(row(name, result.failure ? [result.failure] : cells(count, result, own)));
  }
}
observer.disconnect();

function cells(count, { afterDueMs, afterIntervalMs, bytesPerWait, pollsRatio, failedPolls }, own) {
  return [
    quantile(afterDueMs, 0.5).toFixed(1),
    quantile(afterDueMs, 0.99).toFixed(1),
    quantile(afterIntervalMs, 0.99).toFixed(1),
    bytesPerWait?.toFixed(0),
    (bytesPerWait / own.bytesPerWait).toFixed(2),
    pollsRatio.toFixed(2),
    failedPolls,
    count - afterDueMs.length,
  ];
}

function quantile(values, share) {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
