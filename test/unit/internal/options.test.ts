import { describe, expect, it } from 'vitest';
import { closest } from '../../../src/internal/closest.js';
import {
  concealed,
  integerFrom,
  listOf,
  nonEmptyText,
  oneOf,
  optionFaults,
  typed,
} from '../../../src/internal/options.js';

const rules = { count: integerFrom(0, 5), names: listOf(nonEmptyText), secret: concealed(nonEmptyText) };

describe('optionFaults', () => {
  it('finds none in good options, absent ones and undefined ones', () => {
    expect(optionFaults({ count: 5, names: [], secret: undefined }, rules)).toEqual([]);
  });

  it('gives path and message of each fault', () => {
    expect(optionFaults({ count: 6, names: ['a', ''], cuont: 1, sceret: 'hunter2' }, rules, 'group')).toEqual(
      [
        { path: 'group.count', message: 'must be a number from 0 to 5, got 6' },
        {
          path: 'group.names',
          message: 'has a bad item [1], which must be a text that is not empty, got ["a",""]',
        },
        { path: 'group.cuont', message: 'is not an option; did you mean count?' },
        { path: 'group.sceret', message: 'is not an option; did you mean secret?' },
      ],
    );
  });

  it('does not print what is concealed', () => {
    expect(optionFaults({ secret: ['hunter2'] }, rules)).toEqual([
      { path: 'secret', message: 'must be a text that is not empty' },
    ]);
  });

  it('refuses a list, which has no members by name', () => {
    expect(optionFaults([1], rules)).toEqual([{ path: 'options', message: 'must be an object, got [1]' }]);
  });

  it('names ten of many unknown members, bounded, and how many more there are', () => {
    const names = Array.from({ length: 13 }, (_, index) => `${'\u001b'.repeat(1000)}${index}`);
    const faults = optionFaults(Object.fromEntries(names.map((name) => [name, 1])), rules, 'group');
    expect(faults).toHaveLength(11);
    expect(faults[10]).toEqual({ path: 'group', message: 'has more unknown members: 3' });
    for (const { path } of faults) expect(path).toMatch(/^group(\.(\\u001b)+.{1,50})?$/);
  });

  it('does not take what objects inherit for a rule', () => {
    expect(optionFaults({ constructor: 1 }, rules)).toHaveLength(1);
  });
});

describe('rules', () => {
  it.each([
    [oneOf('a', 'b'), 'c', 'must be one of a, b'],
    [typed('boolean'), 0, 'must be a boolean'],
    [typed('object'), null, 'must be an object'],
    [integerFrom(1), Number.NaN, 'must be an integer'],
    [integerFrom(1), 2 ** 53, 'must be an integer'],
  ])('refuse what they should', (rule, value, message) => {
    expect(rule(value)).toBe(message);
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
