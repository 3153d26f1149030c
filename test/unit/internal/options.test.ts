import { describe, expect, it } from 'vitest';
import { z } from 'zod';
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
  it('returns the options with their defaults, and treats undefined as absent', () => {
    expect(parseOptions('Bad', schema, { count: undefined, names: ['a'], unit: 's' })).toEqual({
      count: 3,
      names: ['a'],
      unit: 's',
    });
  });

  it.each([/x/, new Map(), new Date(0), Promise.resolve({})])('rejects an instance: %s', (given) => {
    expect(() => parseOptions('Bad', z.strictObject({ note: text().optional() }), given)).toThrow(
      /^Bad: options must be a plain object, got /,
    );
  });

  it('rejects an instance inside the options', () => {
    expect(() => parseOptions('Bad', z.strictObject({ chains: policy.partial() }), { chains: /x/ })).toThrow(
      'Bad: chains must be a plain object, got an instance of RegExp',
    );
    expect(() => parseOptions('Bad', schema, { names: ['a'], retries: new Map() })).toThrow(
      'Bad: retries must be',
    );
  });

  it('throws one error that names each issue with its path and the received value', () => {
    const given = { count: 6, names: ['a', ''], cuont: 1, unit: 'h', retries: { limit: -1, minInterval: 1 } };
    expect(() =>
      parseOptions('The thing has invalid options', schema, given),
    ).toThrowErrorMatchingInlineSnapshot(`
      [UsageError: The thing has invalid options

      count must be an integer from 0 to 5, got 6
      names[1] must be a non-empty string, got ""
      retries.limit must be an integer from 0 to 100, got -1
      retries.minIntervalMs is missing
      retries.minInterval is not an option; did you mean minIntervalMs?
      unit must be one of s, ms, got "h"
      cuont is not an option; did you mean count?]
    `);
  });

  it('rejects options that are not an object', () => {
    for (const given of [[1], 'x', null, undefined])
      expect(() => parseOptions('Bad', schema, given)).toThrow(/options must be an object, got /);
  });

  it('reports a missing required option', () => {
    expect(
      optionIssues(z.strictObject({ url: text(), at: callback(), nr: number(1), list: list(text()) }), {}),
    ).toEqual(['url', 'at', 'nr', 'list'].map((path) => ({ path, message: 'is missing' })));
  });

  it('prints no secret at any depth', () => {
    const issues = optionIssues(schema, { token: 5, headers: { authorization: 7 }, retries: 101 }, 'group');
    expect(issues).toEqual([
      { path: 'group.token', message: 'must be a non-empty string' },
      { path: 'group.headers.authorization', message: 'must be a non-empty string' },
      {
        path: 'group.retries',
        message: 'must be an integer from 0 to 100, got 101',
        rule: 'must be an integer from 0 to 100',
      },
    ]);
  });

  it('prints no value that one option of a union or one side of an intersection takes as a secret', () => {
    const secret = text().meta({ secret: true });
    const side = z.looseObject({ token: secret });
    const set = z.strictObject({ key: z.union([secret, boolean()]), both: z.looseObject({}).and(side) });
    expect(optionIssues(set, { key: 5, both: { token: 6 } })).toEqual([
      { path: 'key', message: 'must be of another type' },
      { path: 'both.token', message: 'must be a non-empty string' },
    ]);
  });

  it('names ten unknown members, cut to a length, and how many more there are', () => {
    const names = Array.from({ length: 13 }, (_, index) => `${'\u001b'.repeat(1000)}${index}`);
    const issues = optionIssues(schema, Object.fromEntries(names.map((name) => [name, 1])), 'group');
    expect(issues).toHaveLength(11);
    expect(issues[10]).toEqual({ path: 'group', message: 'has more unknown members: 3' });
    for (const { path } of issues) expect(path).toMatch(/^group(\.(\\u001b)+.{1,50})?$/);
  });

  it('names the first thirty bad items, and how many more there are', () => {
    const issues = optionIssues(schema, { names: Array.from({ length: 100 }, () => '') }, 'group');
    expect(issues).toHaveLength(31);
    expect(issues.at(-1)).toEqual({ path: 'group', message: 'has more issues: 70' });
  });

  it('rejects names that objects inherit', () => {
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
    [boolean(), 0, 'must be true or false, got 0'],
    [choice('a', 'b'), 'c', 'must be one of a, b, got "c"'],
    [text(), ' ', 'must be a non-empty string, got " "'],
    [list(text()), 'a', 'must be a list, got "a"'],
    [callback(), 1, 'must be a function, got 1'],
    [abortSignal(), {}, 'must be an AbortSignal, got {}'],
    [z.union([boolean(), text()]), 1, 'must be of another type, got 1'],
  ])('describes what a value must be', (member, value, message) => {
    expect(optionIssues(z.strictObject({ member }), { member: value })).toMatchObject([
      { path: 'member', message },
    ]);
  });
});

describe('the suggestion for an unknown option', () => {
  const suggestionFor = (name: string, ...known: string[]): string | undefined => {
    const shape = Object.fromEntries(known.map((option) => [option, z.unknown().optional()]));
    const [issue] = optionIssues(z.strictObject(shape), { [name]: 1 });
    expect(issue?.message).toMatch(/^is not an option; (did you mean|the options are) /);
    return /did you mean (\w+)\?$/.exec(issue?.message ?? '')?.[1];
  };

  it.each([
    ['timeout', 'timeoutMs'],
    ['TIMEOUTMS', 'timeoutMs'],
    ['retires', 'retries'],
    ['weather', undefined],
    ['', undefined],
    ['xy', undefined],
  ])('for %j is %s', (name, meant) => {
    expect(suggestionFor(name, 'timeoutMs', 'retries', 'name')).toBe(meant);
  });

  it('shares at least one character with a short name', () => {
    expect(suggestionFor('k0', 'ms')).toBeUndefined();
    expect(suggestionFor('m', 'ms')).toBeUndefined();
    expect(suggestionFor('mss', 'ms')).toBe('ms');
  });

  it('is not searched for a name that is far too long', () => {
    expect(suggestionFor('b'.repeat(10 ** 8), 'a'.repeat(9))).toBeUndefined();
  });
});
