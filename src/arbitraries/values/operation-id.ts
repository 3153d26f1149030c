import type { Arbitrary } from 'fast-check';
import { drawn } from '../drawing/drawn.js';
import { fixedHex } from '../drawing/fixed-hex.js';

const shape = /^0x[0-9a-f]{64}$/;

/** Gives operation ids: `0x` and 64 lower-case hex digits. Section 4.2; the form is practice. */
export function operationId(): Arbitrary<string> {
  const { draw, shrinks } = fixedHex(32);
  return drawn((random) => write(draw(random)), shrinks.map(write, read));
}

function write(digits: string): string {
  return `0x${digits}`;
}

function read(text: unknown): string {
  if (typeof text !== 'string' || !shape.test(text)) throw new TypeError('not an operation id');
  return text.slice(2);
}
