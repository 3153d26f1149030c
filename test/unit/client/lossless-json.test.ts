import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseLosslessJson } from '../../../src/client/read-json.js';

describe('parseLosslessJson', () => {
  it('reads every integer as it is written, at any depth and of any length', () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: -(10n ** 60n), max: 10n ** 60n })), (integers) => {
        expect(parseLosslessJson(`{"a":[${integers}]}`)).toEqual({ a: integers });
      }),
      { seed: 1 },
    );
  });

  it('reads all the rest as the engine does, beside a large integer or not', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        const value = parseLosslessJson(json);
        expect(rounded(value)).toEqual(JSON.parse(json));
        expect(parseLosslessJson(`[${json},9007199254740993]`)).toEqual([value, 9007199254740993n]);
      }),
      { seed: 1, numRuns: 500 },
    );
  });

  it.each(['', '{', '[1,]', '01', '9007199254740993.', '[9007199254740993,]'])('refuses %o', (text) => {
    expect(() => parseLosslessJson(text)).toThrow(SyntaxError);
  });
});

function rounded(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? Number(part) : part)));
}
