import { formatBetaAddress } from 'crosscheck/contract';
import { equalityTesters } from 'crosscheck/matchers';
import { describe, expect, it } from 'vitest';

expect.addEqualityTesters(equalityTesters);

const address = '0x52908400098527886E0F7030069857D2E4169EE7';
const hash = '83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8';
const forms = ['raw', 'bounceable', 'non-bounceable', 'test-bounceable', 'test-non-bounceable'] as const;
const betaForms = forms.map((form) => formatBetaAddress({ workchain: 0, hash, form }));

const verdicts = (a: unknown, b: unknown): (true | undefined)[] =>
  equalityTesters.flatMap((tester) => [tester(a, b), tester(b, a)]);

type Row = [what: string, a: unknown, b: unknown];

describe('values are equal', () => {
  it.each<Row>([
    ['destination-chain addresses of another case', address, address.toLowerCase()],
    ['a source-chain address, raw in another case', `0:${hash}`, `0:${hash.toUpperCase()}`],
    ...betaForms.map(
      (form): Row => ['a source-chain address, raw and friendly', `0:${hash.toUpperCase()}`, form],
    ),
    ['a bigint and its decimal text', 2n ** 64n, '18446744073709551616'],
    ['a negative one', -1n, '-1'],
    ['zero', 0n, '0'],
  ])('%s: %s and %s', (_, a, b) => {
    expect(verdicts(a, b).filter(Boolean)).toHaveLength(2);
    expect({ at: [a] }).toEqual({ at: [b] });
    expect([b]).toContainEqual(a);
  });
});

describe('nothing is said of', () => {
  it.each([
    ['other addresses', address, `${address.slice(0, -1)}8`],
    ['an address without its prefix', address.slice(2), address.slice(2).toLowerCase()],
    ['hex that is no address', '0xAB', '0xab'],
    ['other accounts', `0:${hash}`, `0:${'0'.repeat(64)}`],
    ['other workchains', `0:${hash}`, `-1:${hash}`],
    ['a friendly address with a wrong checksum', `0:${hash}`, `${betaForms[1]?.slice(0, -1)}A`],
    ['a leading zero', 7n, '07'],
    ['hex', 7n, '0x7'],
    ['spaces', 7n, ' 7'],
    ['a number', 7n, 7],
    ['texts', '7', '07'],
    ['null', null, undefined],
  ])('%s: %s and %s', (_, a, b) => {
    expect(verdicts(a, b).filter((verdict) => verdict !== undefined)).toEqual([]);
    expect(a).not.toEqual(b);
  });
});

it('toBe sees the form', () => {
  expect(address.toLowerCase()).not.toBe(address);
  expect('7').not.toBe(7n);
});
