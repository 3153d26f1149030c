import fc, { type Arbitrary } from 'fast-check';

/** Gives JSON values, each as fresh as if it were read from its text; values from outside shrink too. */
export function jsonValues(...texts: readonly string[]): Arbitrary<unknown> {
  return fc.constantFrom(...texts).map(
    (text) => JSON.parse(text) as unknown,
    (value) => JSON.stringify(value),
  );
}
