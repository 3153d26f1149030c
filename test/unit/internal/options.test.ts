import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { closest } from '../../../src/internal/closest.js';
import {
  abortSignal,
  boolean,
  callback,
  choice,
  durationMs,
  integer,
  list,
  number,
  optionIssues,
  parseOptions,
  text,
} from '../../../src/internal/options.js';

const policy = z.strictObject({ limit: integer(0, 100).default(2), minIntervalMs: durationMs() });
const schema = z.strictObject({
  count: integer(0, 5).default(3),
  names: list(text()).optional(),
  token: text().optional().meta({ secret: true }),
  headers: z
    .union([callback(), z.strictObject({ authorization: text() })])
    .optional()
    .meta({ secret: true }),
  retries: z.union([integer(0, 100), policy]).optional(),
  unit: choice('s', 'ms').optional(),
});

describe('parseOptions', () => {
  it('returns the options with their defaults, and takes undefined for absent', () => {
    expect(parseOptions('Bad', schema, { count: undefined, names: ['a'], unit: 's' })).toEqual({
      count: 3,
      names: ['a'],
      unit: 's',
    });
  });

  it('throws one error that names each issue with its path and what came', () => {
    const given = { count: 6, names: ['a', ''], cuont: 1, unit: 'h', retries: { limit: -1, minInterval: 1 } };
    expect(() =>
      parseOptions('The thing has bad options', schema, given),
    ).toThrowErrorMatchingInlineSnapshot(`
      [UsageError: The thing has bad options

      count must be an integer from 0 to 5, got 6
      names[1] must be a text that is not empty, got ""
      retries.limit must be an integer from 0 to 100, got -1
      retries.minIntervalMs is missing
      retries.minInterval is not an option; did you mean minIntervalMs?
      unit must be one of s, ms, got "h"
      cuont is not an option; did you mean count?]
    `);
  });

  it('names the options as a whole where they are no object', () => {
    for (const given of [[1], 'x', null, undefined])
      expect(() => parseOptions('Bad', schema, given)).toThrow(/options must be an object, got /);
  });

  it('says of a required option that it is missing', () => {
    expect(
      optionIssues(z.strictObject({ url: text(), at: callback(), nr: number(1), list: list(text()) }), {}),
    ).toEqual(['url', 'at', 'nr', 'list'].map((path) => ({ path, message: 'is missing' })));
  });

  it('prints no secret, however deep', () => {
    const issues = optionIssues(schema, { token: 5, headers: { authorization: 7 }, retries: 101 }, 'group');
    expect(issues).toEqual([
      { path: 'group.token', message: 'must be a text that is not empty' },
      { path: 'group.headers.authorization', message: 'must be a text that is not empty' },
      { path: 'group.retries', message: 'must be an integer from 0 to 100, got 101' },
    ]);
  });

  it('names ten of many unknown members, bounded, and how many more there are', () => {
    const names = Array.from({ length: 13 }, (_, index) => `${'\u001b'.repeat(1000)}${index}`);
    const issues = optionIssues(schema, Object.fromEntries(names.map((name) => [name, 1])), 'group');
    expect(issues).toHaveLength(11);
    expect(issues[10]).toEqual({ path: 'group', message: 'has more unknown members: 3' });
    for (const { path } of issues) expect(path).toMatch(/^group(\.(\\u001b)+.{1,50})?$/);
  });

  it('names the first of many bad items', () => {
    const issues = optionIssues(schema, { names: Array.from({ length: 100 }, () => '') }, 'group');
    expect(issues).toHaveLength(31);
    expect(issues.at(-1)).toEqual({ path: 'group', message: 'has more issues: 70' });
  });

  it('does not take what objects inherit for an option', () => {
    expect(optionIssues(schema, { constructor: 1 })).toHaveLength(1);
  });

  it.each([
    [integer(1), Number.NaN, 'must be an integer of at least 1, got NaN'],
    [integer(1), 2 ** 53, 'must be an integer of at least 1, got 9007199254740992'],
    [integer(1), 0.5, 'must be an integer of at least 1, got 0.5'],
    [number(0), -1, 'must be a number of at least 0, got -1'],
    [number(0), Number.POSITIVE_INFINITY, 'must be a number of at least 0, got Infinity'],
    [number(0), '1', 'must be a number of at least 0, got "1"'],
    [durationMs(1), 2 ** 31, 'must be a number from 1 to 2147483647, got 2147483648'],
    [boolean(), 0, 'must be a boolean, got 0'],
    [choice('a', 'b'), 'c', 'must be one of a, b, got "c"'],
    [text(), ' ', 'must be a text that is not empty, got " "'],
    [list(text()), 'a', 'must be a list, got "a"'],
    [callback(), 1, 'must be a function, got 1'],
    [abortSignal(), {}, 'must be an AbortSignal, got {}'],
    [z.union([boolean(), text()]), 1, 'must be of another type, got 1'],
  ])('says what a value must be', (member, value, message) => {
    expect(optionIssues(z.strictObject({ member }), { member: value })).toEqual([
      { path: 'member', message },
    ]);
  });
});

describe('closest', () => {
  it.each([
    ['timeout', 'timeoutMs'],
    ['TIMEOUTMS', 'timeoutMs'],
    ['retires', 'retries'],
    ['weather', undefined],
    ['', undefined],
    ['xy', undefined],
  ])('takes %s for %s', (name, meant) => {
    expect(closest(name, ['timeoutMs', 'retries', 'name'])).toBe(meant);
  });

  it('takes no name for another one of which nothing is left', () => {
    expect(closest('k0', ['ms'])).toBeUndefined();
    expect(closest('m', ['ms'])).toBeUndefined();
    expect(closest('mss', ['ms'])).toBe('ms');
  });

  it('does not compare a name that is far too long', () => {
    expect(closest('b'.repeat(10 ** 8), ['a'.repeat(9)])).toBeUndefined();
  });
});
