import { expect, test } from 'vitest';
import { WaitProgress } from '../../../src/cli/wait/wait-progress.js';
import type { TextSink } from '../../../src/internal/terminal.js';
import type { PollResult } from '../../../src/polling/timeline.js';
import { createHandClock } from '../../support/hand-clock.js';

const erase = '\r\u001b[2K';
const collected: PollResult = { stage: 'collectedInBETA', verdict: 'pending' };
const included: PollResult = { stage: 'executedInBETA', verdict: 'included' };
const long = `0x${'ab'.repeat(32)}`;

function sink(parts: Partial<TextSink> = {}): TextSink & { lines(): string[] } {
  let written = '';
  return {
    ...parts,
    write: (text) => (written += text),
    lines: () => written.split(parts.isTTY ? erase : '\n'),
  };
}

test('on a terminal it is one line with the stage, the time and the polls, which goes on between polls', () => {
  const clock = createHandClock();
  const terminal = sink({ isTTY: true, columns: 60 });
  const progress = new WaitProgress(terminal, 1, clock);
  clock.move(1000);
  progress.poll({ atMs: 900, result: collected }, long);
  clock.move(500);
  progress.end();
  clock.move(60_000);
  expect(terminal.lines()).toEqual([
    '',
    'waiting 0 ms, 0 polls, nothing seen yet',
    'waiting 500 ms, 0 polls, nothing seen yet',
    'waiting 1 s, 0 polls, nothing seen yet',
    'waiting 1.5 s, 1 poll, collectedInBETA',
    '',
  ]);
  expect(clock.timers).toBe(0);
});

test('of many it tells how many are included, within the width of the terminal', () => {
  const clock = createHandClock();
  const terminal = sink({ isTTY: true, columns: 50 });
  const progress = new WaitProgress(terminal, 3, clock);
  progress.poll({ atMs: 1, result: included }, long);
  clock.move(500);
  progress.end();
  expect(terminal.lines().at(-2)).toBe('waiting 1 of 3 included, 500 ms, 1 poll, 0xababab');
});

test('a terminal that does not know its width is told the whole line', () => {
  const terminal = sink({ isTTY: true, columns: 0 });
  new WaitProgress(terminal, 1, createHandClock()).end();
  expect(terminal.lines()).toContain('waiting 0 ms, 0 polls, nothing seen yet');
});

test('elsewhere it is a line for each change, and nothing to write over', () => {
  const file = sink();
  const progress = new WaitProgress(file, 2, createHandClock());
  progress.poll({ atMs: 4, result: { status: 404, verdict: 'pending' } }, long);
  progress.poll({ atMs: 5, result: collected }, '0x1');
  progress.poll({ atMs: 900, result: { status: 404, verdict: 'pending' } }, long);
  progress.poll({ atMs: 1600, result: collected }, long);
  progress.end();
  expect(file.lines()).toEqual([
    '0xababab…abab +4 ms 404',
    '0x1 +5 ms collectedInBETA',
    '0xababab…abab +1.6 s collectedInBETA',
    '',
  ]);
});
