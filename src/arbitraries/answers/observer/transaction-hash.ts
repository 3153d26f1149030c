import fc, { type Arbitrary } from 'fast-check';
import { drawn } from '../../drawing/drawn.js';
import { hexBytes } from '../../values/hex-bytes.js';

const shape = /^0x[0-9a-f]{64}$/;
const zero = `0x${'0'.repeat(64)}`;

/**
 * Gives hashes of transactions: `0x` and 64 hex digits. Shrinks to zero at once: no hash says more than another, and a
 * history has many of them. Section 2.3, `transactions[].hash`; the form is assumption.
 */
export function transactionHash(): Arbitrary<string> {
  const bytes = hexBytes({ minLength: 32, maxLength: 32 });
  return drawn((random) => bytes.generate(random, undefined).value, {
    canShrinkWithoutContext: (hash): hash is string => typeof hash === 'string' && shape.test(hash),
    shrink: (hash) => (hash === zero ? fc.Stream.nil() : fc.Stream.of(new fc.Value(zero, undefined))),
  });
}
