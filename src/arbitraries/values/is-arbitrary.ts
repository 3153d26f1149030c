import type { Arbitrary } from 'fast-check';

/** Returns whether a value is an arbitrary, by its shape: the user's fast-check may be another copy. */
export function isArbitrary(value: unknown): value is Arbitrary<unknown> {
  return (
    typeof value === 'object' && value !== null && 'generate' in value && 'canShrinkWithoutContext' in value
  );
}
