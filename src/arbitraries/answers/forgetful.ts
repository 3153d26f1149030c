import fc, { type Arbitrary } from 'fast-check';
import { drawn } from '../drawing/drawn.js';

/**
 * Gives the values of an arbitrary, and shrinks each as if it came from outside: where the parts of a value depend on
 * each other, what was refused earlier may be right after another part has become simpler.
 */
export function forgetful<T>(arbitrary: Arbitrary<T>): Arbitrary<T> {
  return drawn((random) => arbitrary.generate(random, undefined).value, {
    canShrinkWithoutContext: (value): value is T => arbitrary.canShrinkWithoutContext(value),
    shrink: (value) => arbitrary.shrink(value, undefined).map((next) => new fc.Value(next.value, undefined)),
  });
}
