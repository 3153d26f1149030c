import fc, { type Arbitrary, type Random } from 'fast-check';
import type { Conventions } from '../../../contract/conventions.js';
import { drawn } from '../../drawing/drawn.js';
import { pick } from '../../drawing/pick.js';

const largest = 2n ** 63n - 1n;
const boundaries = [0n, 1n, 2n ** 31n - 1n, 2n ** 31n, 2n ** 32n, 2n ** 53n - 1n, 2n ** 53n + 1n, largest];

const firstSecond = 1_700_000_000n;
// What is in the future cannot be: a wait would find it.
const lastSecond = 1_760_000_000n;

/**
 * Gives timestamps, three of four between 2023 and October 2025 in the deployment's unit, the others where readers break.
 * Section 2.3, `response.timestamp`; the unit is a convention, the width is assumption.
 */
export function inclusionTimestamp(unit: Conventions['timestampUnit']): Arbitrary<bigint> {
  return drawn(
    (random) => (random.nextInt(0, 3) === 0 ? pick(random, boundaries) : drawMoment(random, unit)),
    fc.bigInt({ min: 0n, max: largest }),
  );
}

/** Draws a timestamp between 2023 and October 2025. */
export function drawMoment(random: Random, unit: Conventions['timestampUnit']): bigint {
  return random.nextBigInt(firstSecond * perSecond(unit), lastSecond * perSecond(unit));
}

/** How many of a unit make a second. */
export function perSecond(unit: Conventions['timestampUnit']): bigint {
  return unit === 's' ? 1n : 1000n;
}
