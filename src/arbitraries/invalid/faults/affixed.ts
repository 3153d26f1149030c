import fc, { type Arbitrary } from 'fast-check';

/** What stands before and after a valid text. */
export type Affixes = readonly [before: string, after: string];

/** Gives valid texts with one of some affixes around them; values from outside shrink too. */
export function affixed(valid: Arbitrary<string>, ...choices: readonly Affixes[]): Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom(...choices), valid)
    .map(([[before, after], text]) => before + text + after, read);

  function read(text: unknown): [Affixes, string] {
    if (typeof text !== 'string') throw new TypeError('not a text');
    for (const affixes of choices) {
      const [before, after] = affixes;
      const inner: string = text.slice(before.length, text.length - after.length);
      const isSo = before + inner + after === text;
      if (isSo && valid.canShrinkWithoutContext(inner)) return [affixes, inner];
    }
    throw new TypeError('not a valid text with something around it');
  }
}

/** Gives texts that are written from valid ones; `read` gives the valid text again, or one that is written so too. */
export function rewritten(
  valid: Arbitrary<string>,
  write: (text: string) => string,
  read: (text: string) => string,
): Arbitrary<string> {
  return valid.map(write, (text) => {
    if (typeof text !== 'string' || write(read(text)) !== text) throw new TypeError('not written so');
    return read(text);
  });
}
