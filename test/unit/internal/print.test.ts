import { describe, expect, it } from 'vitest';
import { cut, formatDuration, formatText, formatValue } from '../../../src/internal/print.js';

describe('cut', () => {
  it('returns short texts unchanged, and counts the characters that it removes from long ones', () => {
    expect(cut('abc', 3)).toBe('abc');
    expect(cut(`abc${'d'.repeat(30)}`, 3)).toBe('abc… (30 more characters)');
  });

  it('keeps what is not longer than the count', () => {
    const marker = '… (22 more characters)';
    const rest = 'd'.repeat(marker.length);
    expect(cut('abcde', 3)).toBe('abcde');
    expect(cut(`abc${rest}`, 3)).toBe(`abc${rest}`);
    expect(cut(`abc${rest}d`, 3)).toBe('abc… (23 more characters)');
  });

  it('never cuts inside a character', () => {
    const rest = 'c'.repeat(30);
    expect(cut(`ab😀${rest}`, 3)).toBe('ab… (32 more characters)');
    expect(cut(`ab😀${rest}`, 4)).toBe('ab😀… (30 more characters)');
  });
});

describe('formatText', () => {
  it('escapes what could rewrite a terminal', () => {
    expect(formatText('a\nb\t\u001b[31m\u0085\u202e\u2028')).toBe('a\\nb\\t\\u001b[31m\\u0085\\u202e\\u2028');
  });

  it('limits the length', () => {
    expect(formatText('x'.repeat(1000)).length).toBeLessThan(250);
  });
});

describe('formatValue', () => {
  it.each([
    [undefined, 'undefined'],
    [null, 'null'],
    ['a"b', '"a\\"b"'],
    [12n, '12n'],
    [{ a: [1n, undefined] }, '{"a":["1",null]}'],
    [Symbol('s'), 'Symbol(s)'],
  ])('writes %o', (value, text) => {
    expect(formatValue(value)).toBe(text);
  });

  it('writes circular objects and functions', () => {
    const circular: { self?: unknown } = {};
    circular.self = circular;
    expect(formatValue(circular)).toBe('[object Object]');
    expect(formatValue(() => 1)).toBe('() => 1');
  });
});

describe('formatDuration', () => {
  it.each([
    [0, '0 ms'],
    [849.6, '850 ms'],
    [999.7, '1 s'],
    [1000, '1 s'],
    [12_400, '12.4 s'],
    [119_999, '2 min'],
    [120_000, '2 min'],
    [185_000, '3 min 5 s'],
  ])('writes %d ms as %s', (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });
});
