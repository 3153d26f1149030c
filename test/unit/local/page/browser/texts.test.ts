import { describe, expect, it } from 'vitest';
import {
  brief,
  counted,
  duration,
  moment,
  shortHash,
  timeOfDay,
} from '../../../../../src/local/page/browser/texts.js';

const atMs = Date.UTC(2026, 0, 2, 3, 4, 5, 6);
const lastOfDates = 8.64e15;

it('leaves a text of 300 characters as it is, and cuts a longer one', () => {
  expect(brief('x'.repeat(300))).toBe('x'.repeat(300));
  expect(brief('x'.repeat(301))).toBe(`${'x'.repeat(300)}… (301 characters)`);
  expect(brief('<b>'.repeat(1_000_000)).length).toBeLessThan(350);
  expect(brief(undefined)).toBe('undefined');
});

it('cuts the middle out of a hash', () => {
  expect(shortHash(`0x1234${'0'.repeat(56)}abcd`)).toBe('0x1234…abcd');
  expect(shortHash('0x1234')).toBe('0x1234');
});

it('counts in the singular and the plural', () => {
  expect([0, 1, 2].map((count) => counted(count, 'time'))).toEqual(['0 times', '1 time', '2 times']);
  expect([0, 1, 2].map((count) => counted(count, 'leaf', 'leaves'))).toEqual([
    '0 leaves',
    '1 leaf',
    '2 leaves',
  ]);
});

it.each([
  [999, '999 ms'],
  [1000, '1 s'],
  [59_940, '59.9 s'],
  [61_000, '1 min 1 s'],
  [3_600_000 * 30 + 60_000, '30 h 1 min'],
])('writes a duration of %d ms', (ms, text) => {
  expect(duration(ms)).toBe(text);
});

describe('a moment', () => {
  it('is written in UTC', () => {
    expect(moment(atMs)).toBe('2026-01-02 03:04:05 UTC');
    expect(timeOfDay(atMs)).toBe('03:04:05.006');
  });

  it('may be the last that a date can be', () => {
    expect(moment(lastOfDates)).toBe('+275760-09-13 00:00:00 UTC');
    expect(timeOfDay(lastOfDates)).toBe('00:00:00.000');
  });

  it('beyond dates is written in milliseconds', () => {
    expect(moment(lastOfDates + 2)).toBe('8640000000000002 ms UTC');
    expect(timeOfDay(-lastOfDates - 2)).toBe('-8640000000000002 ms');
    expect(moment(Number.NaN)).toBe('NaN ms UTC');
  });
});
