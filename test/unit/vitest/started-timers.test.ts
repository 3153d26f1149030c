import { setTimeout as sleep } from 'node:timers/promises';
import { runInThisContext } from 'node:vm';
import { expect, test } from 'vitest';
import {
  countTimers,
  followTimers,
  keepsAlive,
  startCollecting,
  startHooks,
  startTests,
} from '../../../src/vitest/started-timers.js';

const limits: NodeJS.Timeout[] = [];
followTimers((timer) => limits.push(timer));

const startAs = (filename: string): (() => NodeJS.Timeout) =>
  runInThisContext('(setTimeout) => () => setTimeout(() => {}, 60_000)', { filename })(setTimeout);
const startInRunner = startAs('file:///project/node_modules/@vitest/runner/dist/index.js');
const startInFastCheck = startAs('C:\\project\\node_modules\\fast-check\\lib\\fast-check.js');
const startInLibrary = startAs('file:///project/node_modules/p-wait-for/index.js');

/** How many more timers count while those are there that it starts. */
function counted(start: () => NodeJS.Timeout): number {
  const before = countTimers();
  const timer = start();
  const more = countTimers() - before;
  clearTimeout(timer);
  expect(countTimers()).toBe(before);
  return more;
}

const once = (): NodeJS.Timeout => setTimeout(() => {}, 60_000);
const repeated = (): NodeJS.Timeout => setInterval(() => {}, 60_000);

test.each([
  { phase: 'module code', begin: startCollecting, ofOnce: 0, ofRepeated: 0 },
  { phase: 'hooks before the first test', begin: startHooks, ofOnce: 1, ofRepeated: 0 },
  { phase: 'tests', begin: startTests, ofOnce: 1, ofRepeated: 1 },
])('counts the timers of $phase', ({ begin, ofOnce, ofRepeated }) => {
  begin();
  expect(counted(once)).toBe(ofOnce);
  expect(counted(startInLibrary)).toBe(ofOnce);
  expect(counted(repeated)).toBe(ofRepeated);
  expect(counted(startInRunner)).toBe(0);
  expect(counted(() => once().unref())).toBe(0);
  startTests();
});

test('counts a pause of node:timers/promises until it ends', async () => {
  const stop = new AbortController();
  const before = countTimers();
  const pauses = [
    sleep(60_000, undefined, { signal: stop.signal }),
    sleep(60_000, undefined, { ref: false, signal: stop.signal }),
  ];
  expect(countTimers()).toBe(before + 1);
  stop.abort();
  await Promise.allSettled(pauses);
});

test('counts the timers of tests while more and more timers of the runner end', () => {
  const before = countTimers();
  for (let made = 0; made < 250; made++) clearTimeout(startInRunner());
  const kept = startInRunner();
  expect(counted(once)).toBe(1);
  expect(countTimers()).toBe(before);
  clearTimeout(kept);
});

test('tells of the timers of fast-check, and whether they are over', () => {
  limits.length = 0;
  const timer = startInFastCheck();
  expect(limits).toEqual([timer]);
  expect(keepsAlive(timer)).toBe(true);
  clearTimeout(timer);
  expect(keepsAlive(timer)).toBe(false);
});
