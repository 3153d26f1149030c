import fc from 'fast-check';
import { integerFrom, refuseFaults } from '../../internal/options.js';
import { printValue } from '../../internal/print.js';
import { drawn, type Shrinks } from '../drawing/drawn.js';
import { toHexDigits } from '../drawing/hex-digits.js';
import { drawHexDigits } from '../drawing/random-bits.js';
import { refuseOptions } from '../drawing/refuse-options.js';

/** What {@link hexBytes} gives. */
export interface HexBytesOptions {
  /** Fewest bytes. Default: 0, which is `0x`. */
  readonly minLength?: number | undefined;
  /** Most bytes, at most 2^24. Default: 128, or `minLength` where that is more. */
  readonly maxLength?: number | undefined;
}

const length = integerFrom(0, 2 ** 24);
const rules = { minLength: length, maxLength: length };

/**
 * Gives hex bytes: `0x` and an even number of lower-case hex digits. The shortest and the longest lengths, bytes that
 * are all 00 and bytes that are all ff come often. Shrinks to fewer bytes, then to a smaller number or to more zeros.
 * Section 2.1, `alphaCallParams.arguments` and `extraData`; the form is practice.
 *
 * @throws {UsageError} for a length out of range, or `minLength` above `maxLength`.
 */
export function hexBytes(options: HexBytesOptions = {}): fc.Arbitrary<string> {
  refuseOptions('hexBytes', options, rules);
  const { minLength = 0, maxLength = Math.max(128, minLength) } = options;
  const message = `must be at most maxLength (${maxLength}), got ${printValue(minLength)}`;
  refuseFaults(
    'hexBytes was given bad options',
    minLength > maxLength ? [{ path: 'minLength', message }] : [],
  );
  return drawn(
    (random) => drawBytes(random, drawLength(random, minLength, maxLength)),
    new HexShrinks(minLength, maxLength),
  );
}

interface ShrinkContext {
  readonly length?: unknown;
  readonly number?: unknown;
}

const evenHex = /^0x(?:[0-9a-fA-F]{2})*$/;
const mostNumberBytes = 32;
const anyNatural = fc.bigInt({ min: 0n });

class HexShrinks implements Shrinks<string> {
  readonly #length: fc.Arbitrary<number>;

  constructor(min: number, max: number) {
    this.#length = fc.integer({ min, max });
  }

  canShrinkWithoutContext(value: unknown): value is string {
    return (
      typeof value === 'string' &&
      evenHex.test(value) &&
      this.#length.canShrinkWithoutContext(lengthOf(value))
    );
  }

  shrink(value: string, context: ShrinkContext | undefined): fc.Stream<fc.Value<string>> {
    const bytes = lengthOf(value);
    const shorter = this.#length
      .shrink(bytes, context?.length)
      .map((next) => new fc.Value(value.slice(0, 2 + 2 * next.value), { length: next.context }));
    if (bytes > mostNumberBytes) return shorter.join(halvesZeroed(value));
    const smaller = anyNatural
      .shrink(BigInt(`0x0${value.slice(2)}`), context?.number)
      .map((next) => new fc.Value(`0x${toHexDigits(next.value, bytes)}`, { number: next.context }));
    return shorter.join(smaller);
  }
}

/** Zeroes half of the digits, then quarters and so on down to one: as a number many digits would take as many steps. */
function halvesZeroed(value: string): fc.Stream<fc.Value<string>> {
  const digits = value.slice(2);
  function* pieces(): IterableIterator<fc.Value<string>> {
    for (let size = digits.length; size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
      for (let from = 0; from < digits.length; from += size) {
        const to = Math.min(from + size, digits.length);
        if (/^0*$/.test(digits.slice(from, to))) continue;
        const zeroed = digits.slice(0, from) + '0'.repeat(to - from) + digits.slice(to);
        yield new fc.Value(`0x${zeroed}`, undefined);
      }
    }
  }
  return new fc.Stream(pieces());
}

function drawLength(random: fc.Random, min: number, max: number): number {
  const kind = random.nextInt(0, 7);
  if (kind === 0) return min;
  return kind === 1 ? max : random.nextInt(min, max);
}

function drawBytes(random: fc.Random, length: number): string {
  const kind = random.nextInt(0, 7);
  if (kind === 0) return `0x${'00'.repeat(length)}`;
  if (kind === 1) return `0x${'ff'.repeat(length)}`;
  return `0x${drawHexDigits(random, length)}`;
}

function lengthOf(hex: string): number {
  return hex.length / 2 - 1;
}
