import type { Arbitrary } from 'fast-check';

/** Tells whether something is an arbitrary, by its shape: the caller's fast-check may be another copy than ours. */
export function isArbitrary(value: unknown): value is Arbitrary<unknown> {
  return (
    typeof value === 'object' && value !== null && 'generate' in value && 'canShrinkWithoutContext' in value
  );
}
