import fc, { type Arbitrary } from 'fast-check';
import { drawn } from '../drawing/drawn.js';

/** Gives lists, every second of them empty, the others of up to `most` items. Longer ones from outside shrink too. */
export function answerList<T>(item: Arbitrary<T>, most: number): Arbitrary<T[]> {
  const filled = fc.array(item, { minLength: 1, maxLength: most });
  return drawn(
    (random) => (random.nextInt(0, 1) === 0 ? [] : filled.generate(random, undefined).value),
    fc.array(item),
  );
}
