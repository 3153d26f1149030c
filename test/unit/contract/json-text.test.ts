import { jsonText } from 'crosscheck/contract';
import { describe, expect, it } from 'vitest';

describe('jsonText', () => {
  it('writes bigints as exact integers', () => {
    expect(jsonText({ response: { estimatedGas: 9007199254740993n, list: [1n, -(2n ** 64n)] } })).toBe(
      '{"response":{"estimatedGas":9007199254740993,"list":[1,-18446744073709551616]}}',
    );
  });

  it('writes everything else as JSON.stringify does', () => {
    const body = {
      note: null,
      list: [],
      nested: { '': ['é "quoted" \\ \u0000 \u2028', true, 0.5], absent: undefined },
      lone: '\uD83E',
    };
    expect(jsonText(body)).toBe(JSON.stringify(body));
    for (const value of [null, 'text', 1, false, []]) expect(jsonText(value)).toBe(JSON.stringify(value));
  });

  it('rejects undefined', () => {
    expect(() => jsonText(undefined)).toThrow(
      expect.objectContaining({ code: 'USAGE', message: 'jsonText takes a JSON value, got undefined' }),
    );
  });

  it('rejects cycles and values that are nested too deeply', () => {
    const cycle: unknown[] = [];
    cycle.push(cycle);
    let deep: unknown = [];
    for (let level = 0; level < 100_000; level++) deep = [deep];
    for (const body of [cycle, deep]) expect(() => jsonText(body)).toThrow(/^jsonText takes no cycle/);
  });
});
