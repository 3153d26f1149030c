import { type InvalidRequest, invalidRequest, type RequestMutation } from 'crosscheck/arbitraries';
import fc from 'fast-check';
import * as Address from 'ox/Address';
import { describe, expect, it } from 'vitest';

const first = (mutation: RequestMutation): InvalidRequest[] =>
  fc.sample(invalidRequest({ mutations: [mutation] }), { numRuns: 2000, seed: 5 });

/** What stands at the path of a mutation, such as `betaAssets[0].amount`. */
const mutatedPart = ({ request, path }: InvalidRequest): unknown =>
  path
    .split(/[.[\]]+/)
    .filter((step) => step !== '')
    .reduce((outer, step) => (outer as Record<string, unknown>)[step], request as unknown);
const mutatedText = (value: InvalidRequest): string => String(mutatedPart(value));

/** Levels of objects and arrays, counted without recursion, which would end before they do. */
function depthOf(value: unknown): number {
  let depth = 0;
  for (let inner = value; typeof inner === 'object' && inner !== null; inner = Object.values(inner)[0])
    depth++;
  return depth;
}

describe('the first 2,000 of one mutation', () => {
  it('are nested at least 100 levels deep, at every place', () => {
    const values = first('deeply-nested');
    const shallow = values.filter((value) => depthOf(mutatedPart(value)) < 100);
    expect(shallow.map(({ path, body }) => `${path}: ${body}`).slice(0, 3)).toEqual([]);
    const depths = values
      .filter(({ path }) => path.endsWith('.amount'))
      .map((value) => depthOf(mutatedPart(value)));
    expect(Math.max(...depths)).toBeGreaterThan(500);
    expect(new Set(depths).size).toBeGreaterThan(50);
  });

  it('have the wrong case at every one of the 40 digits of an address', () => {
    const counts = Array.from({ length: 40 }, () => 0);
    for (const text of first('bad-checksum-case').map(mutatedText)) {
      const right = Address.checksum(text.toLowerCase() as Address.Address);
      const wrong = [...text].flatMap((digit, at) => (digit === right[at] ? [] : [at]));
      expect(wrong, text).toHaveLength(1);
      const digit = Number(wrong[0]) - 2;
      counts[digit] = Number(counts[digit]) + 1;
    }
    // About 50 each, were the places drawn alike.
    expect(counts.filter((count) => count < 15)).toEqual([]);
  });

  it.each(['shardsKey', 'betaAssets[].amount'])('have several exponents in %s', (place) => {
    const values = first('exponent').filter(({ path }) => path.replace(/\[\d\]/, '[]') === place);
    const exponents = values.map((value) => mutatedText(value).replace(/^\d+/, ''));
    expect(exponents.filter((exponent) => !/^[eE][+-]?\d+$/.test(exponent))).toEqual([]);
    expect(new Set(exponents)).toEqual(new Set(['e0', 'e3', 'E+2']));
  });

  it('have several workchains that there are not, of either sign and beyond a byte with sign', () => {
    const workchains = first('unknown-workchain').map((value) => Number(mutatedText(value).split(':')[0]));
    expect(workchains.filter((workchain) => [0, -1].includes(workchain))).toEqual([]);
    expect(new Set(workchains).size).toBeGreaterThan(1);
    expect(workchains.some((workchain) => workchain > 0 && workchain < 128)).toBe(true);
    expect(workchains.some((workchain) => workchain < 0)).toBe(true);
    expect(workchains.some((workchain) => workchain > 127)).toBe(true);
  });
});
