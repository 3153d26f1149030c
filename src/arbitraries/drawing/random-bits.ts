import type { Random } from 'fast-check';

// The same words for every draw: none of them ever yields, and words of its own take as long as drawing them.
const words = new Int32Array(32);
const wordBytes = Buffer.from(words.buffer);

/** Draws the hex digits of some bytes, without prefix, four bytes at a time. */
export function drawHexDigits(random: Random, bytes: number): string {
  let digits = '';
  for (let left = bytes; left > 0; left -= wordBytes.length) {
    const taken = Math.min(left, wordBytes.length);
    for (let index = 0; 4 * index < taken; index++) words[index] = random.nextInt();
    digits += wordBytes.toString('hex', 0, taken);
  }
  return digits;
}

const halves = new Uint32Array(2);
const whole = new BigUint64Array(halves.buffer);

/** Draws an integer from 0 to 2^bits−1, 64 bits at a time: `nextBigInt` makes three bigints for every 32 bits. */
export function drawBits(random: Random, bits: number): bigint {
  let value = 0n;
  for (let drawn = 0; drawn < bits; drawn += 64) {
    halves[0] = random.nextInt();
    halves[1] = random.nextInt();
    value = (value << 64n) | (whole[0] as bigint);
  }
  return BigInt.asUintN(bits, value);
}
