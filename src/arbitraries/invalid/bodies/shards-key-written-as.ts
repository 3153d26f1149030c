import fc, { type Arbitrary } from 'fast-check';

const written = /^\{"shardsKey":"\d+"/;

/** Gives texts of requests whose first value, the shards key, is written in other ways. */
export function shardsKeyWrittenAs(
  requestTexts: Arbitrary<string>,
  literals: readonly string[],
): Arbitrary<string> {
  const write = ([literal, text]: [string, string]): string =>
    text.replace(written, () => `{"shardsKey":${literal}`);
  return fc.tuple(fc.constantFrom(...literals), requestTexts).map(write, (text) => {
    for (const literal of literals) {
      const start = `{"shardsKey":${literal}`;
      if (typeof text !== 'string' || !text.startsWith(start)) continue;
      const request = `{"shardsKey":"0"${text.slice(start.length)}`;
      if (requestTexts.canShrinkWithoutContext(request)) return [literal, request];
    }
    throw new TypeError('not written in one of these ways');
  });
}
