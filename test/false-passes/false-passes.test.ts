import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { fileOf } from './false-passes-setup.js';
import { falsePasses, type Helper, helpers } from './fixture/cases.js';
import type { FileOutcome } from './fixture/outcomes-reporter.js';

const page = fileURLToPath(new URL('../../docs/false-passes.md', import.meta.url));

let outcomes: Readonly<Record<string, FileOutcome>>;
let table: string[];

/** Runs the fixtures; that the run fails says nothing, for most of them shall. */
beforeAll(async () => {
  const cwd = inject('falsePasses');
  const env = { ...process.env, NO_COLOR: '1', VITEST: undefined, NODE_OPTIONS: undefined };
  const vitest = join(cwd, 'node_modules/vitest/vitest.mjs');
  const run = promisify(execFile)(process.execPath, [vitest, 'run'], { cwd, env });
  const { stdout, stderr } = await run.catch((failed: { stdout: string; stderr: string }) => failed);
  const report = await readFile(join(cwd, 'outcomes.json'), 'utf8').catch(() => {
    throw new Error(`The run wrote no outcomes:\n${stdout}${stderr}`);
  });
  outcomes = JSON.parse(report);
  table = (await readFile(page, 'utf8')).split('\n').filter((line) => line.startsWith('|'));
}, 600_000);

describe.for(Object.entries(falsePasses))(
  '%s',
  ([name, { title, right = 'fails', says, isForeign = false }]) => {
    test('has the right result', () => {
      const outcome = outcomes[fileOf(name, 'crosscheck')];
      const told = outcome?.errors.map(({ message }) => message).join('\n\n');
      expect(told, 'what the run says').toMatch(right === 'passes' ? /^$/ : (says ?? /./));
      expect(resultOf(name, 'crosscheck')).toBe(right);
    });

    test.runIf(right === 'fails' && !isForeign)('names the line of the case', () => {
      const lines = outcomes[fileOf(name, 'crosscheck')]?.errors.flatMap((error) => error.lines);
      expect(lines).toContainEqual(expect.stringMatching(/^cases\.ts:\d+$/));
    });

    // Latency changes what they do.
    test.skipIf(process.env.LATENCY_MS)('does with the other helpers what the page says', () => {
      const cells = [title, ...helpers.map((helper) => resultOf(name, helper))];
      expect(table).toContain(`| ${cells.join(' | ')} |`);
    });
  },
);

test('a file that imports the setup after another one of its worker, with isolate: false, fails loudly', () => {
  const files = ['first.per-file.ts', 'second.per-file.ts'].map((file) => outcomes[file]);
  expect(files.map((file) => file?.passed)).toEqual([false, false]);
  const told = files.map((file) => file?.errors[0]?.message).sort();
  expect(told).toEqual([
    expect.stringMatching(/^crosscheck\/vitest does not follow this test file[\s\S]*setupFiles/),
    expect.stringMatching(/^waitForInclusion\(\.\.\.\) was still waiting when the test ended/),
  ]);
});

test('the page has no further rows', () => {
  expect(table).toHaveLength(Object.keys(falsePasses).length + 2);
});

/** What became of a run, in one word or three. */
function resultOf(name: string, helper: Helper): string {
  if (!falsePasses[name]?.files[helper]) return '';
  const { passed, errors } = outcomes[fileOf(name, helper)] ?? { passed: false, errors: [] };
  if (passed) return falsePasses[name].right === 'passes' ? 'passes' : '**passes**';
  const isTimedOut = errors.length > 0 && errors.every(({ message }) => /^Test timed out/.test(message));
  return isTimedOut ? 'fails, without a reason' : 'fails';
}
