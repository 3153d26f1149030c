import { describe, expect, it } from 'vitest';
import { closestItem, differences } from '../../../src/matchers/pattern.js';

const beta = 'EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N';
const received = {
  gas: 2n ** 64n,
  fee: '31',
  none: null,
  caller: '0x52908400098527886E0F7030069857D2E4169EE7',
  messages: [{ payload: '0x01', target: beta }, { payload: '0x02' }],
};

describe('a value fits a pattern', () => {
  it.each([
    ['with fewer members', { none: null }],
    ['without any', {}],
    ['with an integer as a text', { gas: '18446744073709551616' }],
    ['with a decimal text as a bigint', { fee: 31n }],
    ['with an address in another case', { caller: received.caller.toLowerCase() }],
    ['in lists, item by item', { messages: [{ payload: '0x01' }, {}] }],
    ['with a member that must be absent', { other: undefined }],
    [
      'with asymmetric matchers',
      { fee: expect.any(String), messages: expect.arrayContaining([{ payload: '0x02' }]) },
    ],
    [
      'with the same forms inside them',
      {
        messages: expect.arrayContaining([
          expect.objectContaining({
            target: `0:${'83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8'}`,
          }),
        ]),
      },
    ],
  ])('%s', (_, pattern) => {
    expect(differences(received, pattern)).toEqual([]);
  });

  it('with an integer as a number, as long as it is exact', () => {
    expect(differences({ gas: 100n }, { gas: 100 })).toEqual([]);
    expect(differences({ gas: 2n ** 53n }, { gas: 2 ** 53 })).toHaveLength(1);
    expect(differences({ fee: '100' }, { fee: 100 })).toHaveLength(1);
  });
});

describe('a value differs from a pattern', () => {
  it.each([
    ['absent is not null', { other: null }, { path: 'other', expected: null, received: undefined }],
    ['null is not absent', { none: undefined }, { path: 'none', expected: undefined, received: null }],
    ['null is not []', { none: [] }, { path: 'none', expected: [], received: null }],
    [
      'a list is not an object',
      { messages: {} },
      { path: 'messages', expected: {}, received: received.messages },
    ],
    [
      'a Map is no pattern, though it has no members',
      { messages: [new Map([['payload', '0x']]), {}] },
      { path: 'messages[0]', expected: new Map([['payload', '0x']]), received: received.messages[0] },
    ],
    [
      'a list has its length',
      { messages: [{}] },
      { path: 'messages', expected: [{}], received: received.messages },
    ],
    [
      'a text is not another',
      { messages: [{}, { payload: '0x03' }] },
      { path: 'messages[1].payload', expected: '0x03', received: '0x02' },
    ],
    ['a number is not a text', { gas: 1.5 }, { path: 'gas', expected: 1.5, received: 2n ** 64n }],
    ['a leading zero is another text', { fee: '031' }, { path: 'fee', expected: '031', received: '31' }],
    [
      'an inherited member is absent',
      { toString: 'x' },
      { path: 'toString', expected: 'x', received: undefined },
    ],
  ])('%s', (_, pattern, difference) => {
    expect(differences(received, pattern)).toStrictEqual([difference]);
  });

  it('as a whole', () => {
    expect(differences(null, { a: 1 })).toEqual([{ path: '', expected: { a: 1 }, received: null }]);
  });
});

describe('the closest item', () => {
  it('is the first with the fewest differences', () => {
    const items = [{}, { a: 1, b: 3 }, { a: 1, b: 4 }];
    expect(closestItem(items, (item) => differences(item, { a: 1, b: 2 }))).toEqual({
      index: 1,
      differences: [{ path: 'b', expected: 2, received: 3 }],
    });
    expect(closestItem(items, (item) => differences(item, { b: 4 }))).toEqual({ index: 2, differences: [] });
    expect(closestItem([], () => [])).toBeUndefined();
  });
});
